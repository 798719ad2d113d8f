//! Programs where one gesture carries one card: a move of several cards is made
//! as the moves of single cards that it stands for.

use patience::{Illegal, Move, Table};

use super::Stopped;

/// The same line with single cards only.
pub(super) fn one_by_one(start: &dyn Table, moves: &[Move]) -> Result<Vec<Move>, Stopped> {
    let mut table = start.boxed_clone();
    let mut singles = Vec::new();
    for move_ in moves {
        let illegal = |error: Illegal| Stopped::Other(format!("{move_}: {error}"));
        let after = table.play(move_).map_err(illegal)?.0;
        let parts = table.single_cards(move_).map_err(illegal)?;
        for part in &parts {
            table = table.play(part).map_err(illegal)?.0;
        }
        if table.text() != after.text() {
            return Err(Stopped::Other(format!(
                "`{move_}` cannot be made one card at a time"
            )));
        }
        singles.extend(parts);
    }
    Ok(singles)
}

#[cfg(test)]
mod tests {
    use patience::layout::Role;
    use patience::{Budget, Game, Mode, Request, Settings};

    use super::*;

    /// How many cards a move carries.
    fn carried(table: &dyn Table, move_: &str) -> Option<usize> {
        let gestures = table.gestures();
        gestures.of_move(move_).map(|gesture| gesture.cards)
    }

    #[test]
    fn lines_of_many_deals_are_played_one_card_at_a_time() {
        let deal = |game: &dyn Game, number| {
            let dealt = game.deal(number, &Settings::default());
            dealt.expect("a deal")
        };
        // The first game with cells, where single cards can wait.
        let has_cells = |game: &&&dyn Game| {
            let piles = deal(**game, 1).layout().piles;
            piles.iter().any(|pile| pile.role == Role::Cell)
        };
        let game = patience::games().iter().find(has_cells);
        let game = game.expect("a game with cells");
        let request = Request::default().with_mode(Mode::Fast);
        for number in 1..=40 {
            let table = deal(*game, number);
            let report = table.solve(&request, &mut Budget::unlimited());
            let report = report.expect("solved");
            let line = report.outcome.solution().expect("a solution");
            let singles = one_by_one(&*table, &line.moves).expect("single cards");
            assert!(singles.len() >= line.moves.len());
            let mut table = table;
            for move_ in &singles {
                assert_eq!(carried(&*table, move_), Some(1), "{number}: {move_}");
                table = table.play(move_).expect("a move").0;
            }
            assert!(table.is_won(), "deal {number}");
        }
    }
}
