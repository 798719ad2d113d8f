//! Programs where one card at a time is carried: a move of several cards as
//! the moves of single cards that it stands for, by way of the cells and the
//! empty columns.

use patience::Table;
use patience::layout::Role;

use super::Stopped;

/// Piles by the letters of FreeCell's notation.
struct Ways {
    cells: Vec<char>,
    columns: Vec<char>,
}

/// The same line, with single cards only.
pub(super) fn one_by_one(start: &dyn Table, moves: &[String]) -> Result<Vec<String>, Stopped> {
    let mut table = start.boxed_clone();
    let mut singles = Vec::new();
    for played in moves {
        let illegal = |error: patience::Illegal| Stopped::Other(format!("{played}: {error}"));
        let after = table.play(played).map_err(illegal)?.0;
        let parts = match carried(&*table, played) {
            Some(cards) if cards > 1 => split(&*table, played, cards),
            _ => vec![played.clone()],
        };
        for part in &parts {
            table = table.play(part).map_err(illegal)?.0;
        }
        if table.text() != after.text() {
            return Err(Stopped::Other(format!(
                "`{played}` can not be made one card at a time"
            )));
        }
        singles.extend(parts);
    }
    Ok(singles)
}

/// How many cards a move from column to column carries.
fn carried(table: &dyn Table, played: &str) -> Option<usize> {
    let layout = table.layout();
    let gesture = layout.gestures.iter().find(|it| it.played == played)?;
    let pile = &layout.piles[gesture.from.pile];
    (pile.role == Role::Column).then(|| pile.cards.len() - gesture.from.card)
}

fn split(table: &dyn Table, played: &str, cards: usize) -> Vec<String> {
    let mut letters = played.chars();
    let (Some(from), Some(to)) = (letters.next(), letters.next()) else {
        return vec![played.to_owned()];
    };
    let layout = table.layout();
    let empty = |role: Role| {
        let piles = layout.piles.iter().filter(move |pile| pile.role == role);
        let empty = piles.enumerate().filter(|(_, pile)| pile.cards.is_empty());
        empty.map(|(index, _)| index).collect::<Vec<_>>()
    };
    let letter = |index: usize, letters: &str| letters.chars().nth(index);
    let ways = Ways {
        cells: empty(Role::Cell)
            .into_iter()
            .filter_map(|index| letter(index, "abcdefgi"))
            .collect(),
        columns: empty(Role::Column)
            .into_iter()
            .filter_map(|index| letter(index, "123456789TJQK"))
            .filter(|column| *column != to)
            .collect(),
    };
    let mut moves = Vec::new();
    carry(&ways, &ways.columns, (from, to), cards, &mut moves);
    moves
}

/// By way of the cells as many as they hold; more by way of an empty column:
/// a part there, the rest to its place, then the part on top of it.
fn carry(ways: &Ways, columns: &[char], way: (char, char), cards: usize, moves: &mut Vec<String>) {
    let (from, to) = way;
    let at_once = ways.cells.len() + 1;
    if let (true, Some((first, others))) = (cards > at_once, columns.split_first()) {
        let part = (at_once << others.len()).min(cards - 1);
        carry(ways, others, (from, *first), part, moves);
        carry(ways, others, (from, to), cards - part, moves);
        carry(ways, others, (*first, to), part, moves);
        return;
    }
    let parked = &ways.cells[..ways.cells.len().min(cards - 1)];
    moves.extend(parked.iter().map(|cell| format!("{from}{cell}")));
    moves.push(format!("{from}{to}"));
    moves.extend(parked.iter().rev().map(|cell| format!("{cell}{to}")));
}

#[cfg(test)]
mod tests {
    use super::*;
    use patience::{Budget, Mode, Request, Variation, find_game};

    #[test]
    fn lines_of_many_deals_are_played_one_card_at_a_time() {
        let game = find_game("freecell").expect("a game");
        let request = Request {
            mode: Mode::Fast,
            ..Request::default()
        };
        for number in 1..=40 {
            let table = game.deal(number, &Variation::default()).expect("a deal");
            let report = table.solve(&request, &mut Budget::unlimited());
            let report = report.expect("solved");
            let line = report.outcome.solution().expect("a solution");
            let singles = one_by_one(&*table, &line.moves).expect("single cards");
            assert!(singles.len() >= line.moves.len());
            let mut table = table;
            for played in &singles {
                let cards = carried(&*table, played);
                assert!(cards.is_none_or(|cards| cards == 1), "{number}: {played}");
                table = table.play(played).expect("a move").0;
            }
            assert!(table.is_won(), "deal {number}");
        }
    }
}
