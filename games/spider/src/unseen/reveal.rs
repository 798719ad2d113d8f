//! What should be turned up next: a line to a card that nobody has seen.
//!
//! A beam looks for it, wider from try to try, and keeps what it found the first
//! time. It may miss a line, so that it never claims that there is none: where it
//! finds nothing the answer is unknown, unless nothing can be played at all.

use patience_core::Stop;
use patience_game::Reveal;
use patience_rules::Rules as _;
use patience_search::Budget;

use super::Ways;
use super::lines::{Known, Lines, Reach};
use super::player::{shows_unknown, up_to_news};
use crate::rules::{Move, Spider, State};
use crate::solver::route::Route;

/// Widths of the beams, one after the other.
const WIDTHS: [usize; 3] = [20, 200, 1000];
/// Edges of a line, at most.
const DEEPEST: usize = 80;

/// A line to a card that nobody has seen, as little disorder as the beam finds.
pub(crate) fn reveal(rules: &Spider, state: &State, budget: &mut Budget) -> Reveal<Move> {
    if state.unknown() == 0 {
        return Reveal::AllKnown;
    }
    if rules.legal_moves(state).is_empty() {
        return Reveal::NoMoreFromHere;
    }
    let known = Ways::new(rules, state).and_then(|ways| Known::new(rules, state, &ways));
    let Some(known) = known.filter(|_| !shows_unknown(state)) else {
        return Reveal::Unknown(Stop::Incomplete);
    };
    let mut lines = Lines::default();
    for width in WIDTHS {
        let reach = Reach {
            width,
            depth: DEEPEST,
        };
        let found = lines.find(&known, reach);
        if let Some(best) = found.lines.iter().min_by_key(|line| line.value) {
            let moves = Route::new(&known.game, &known.terms, &known.node).moves(&best.edges);
            let moves = up_to_news(rules, state, moves);
            return match turned_up(rules, state, &moves) {
                Some(turned_up) => Reveal::Line { moves, turned_up },
                None => Reveal::Unknown(Stop::Incomplete),
            };
        }
        if let Err(stop) = budget.add_states(lines.positions()) {
            return Reveal::Unknown(stop);
        }
    }
    Reveal::Unknown(Stop::Incomplete)
}

/// Where the card lies that the last move shows, in words.
fn turned_up(rules: &Spider, start: &State, moves: &[Move]) -> Option<String> {
    let mut end = start.clone();
    for played in moves {
        rules.apply(&mut end, played).ok()?;
    }
    let shown = |column: &crate::rules::Column| column.up.last() == Some(&None);
    let column = end.columns.iter().position(shown)?;
    Some(match moves.last() {
        Some(Move::Deal) => "cards of the stock".to_owned(),
        _ => format!("the last card of column {}", column + 1),
    })
}

#[cfg(test)]
mod tests {
    use patience_core::Limits;

    use super::*;
    use crate::table;
    use crate::unseen::Dealer;

    /// Turns up cards, and starts again where nothing more is found: what was seen
    /// is remembered. The moves that it takes.
    fn turn_up_all(rules: &Spider, number: u64) -> Option<usize> {
        let truth = rules.deal(number);
        let mut start = Dealer::new(rules, &truth).seen();
        let (mut known, mut real) = (start.clone(), truth.clone());
        let mut moves = 0;
        while start.unknown() > 0 {
            let limits = Limits {
                states: Some(100_000),
                ..Limits::NONE
            };
            let Reveal::Line { moves: line, .. } = reveal(rules, &known, &mut Budget::new(limits))
            else {
                if known == start {
                    return None;
                }
                (known, real) = (start.clone(), truth.clone());
                continue;
            };
            for played in &line {
                rules.apply(&mut known, played).expect("legal");
                rules.apply(&mut real, played).expect("legal");
            }
            moves += line.len();
            let now = known.clone();
            let shown = |column: &usize| now.columns[*column].up.last() == Some(&None);
            for column in (0..now.columns.len()).filter(shown) {
                // A card that is dealt may complete a run, which leaves at once.
                let dealt = truth.stock.len() - now.stock.len();
                let card = match line.last() {
                    Some(Move::Deal) => truth.stock[dealt - now.columns.len() + column],
                    _ => real.columns[column].top(),
                };
                let card = card.expect("a card").to_string();
                let pile = table::first_column(rules) + column;
                start = table::remember(rules, &start, &now, pile, &card).expect("remembered");
                if known.columns[column].up.last() == Some(&None) {
                    known = table::turn_up(rules, &known, pile, &card).expect("turned up");
                }
            }
        }
        assert_eq!(start, truth, "deal {number}");
        Some(moves)
    }

    #[test]
    fn all_cards_of_most_deals_are_seen_by_starting_again() {
        for (suits, least) in [(1, 3), (2, 3), (4, 2)] {
            let rules = Spider::with_suits(suits);
            let moves: Vec<_> = (1..=4).map(|number| turn_up_all(&rules, number)).collect();
            let all = moves.iter().flatten().count();
            assert!(all >= least, "{suits} suits: only some deals: {moves:?}");
        }
    }
}
