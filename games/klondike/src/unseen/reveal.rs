//! What should be turned up next?

use std::collections::HashSet;

use patience_core::Stop;
use patience_rules::Rules;
use patience_search::Budget;

use crate::rules::{Klondike, Move, State};

/// Bytes of a position in the queue and among the known ones, about.
const STATE_BYTES: u64 = 2_000;

/// The shortest line that turns up a card that nobody has seen, in a column or
/// from the stock; none if there is no such line. It is found with the rules
/// alone: breadth first, all moves.
pub fn reveal(
    rules: &Klondike,
    seen: &State,
    budget: &mut Budget,
) -> Result<Option<Vec<Move>>, Stop> {
    let mut queue = vec![(seen.clone(), 0, None)];
    let mut known = HashSet::from([without_score(seen)]);
    let mut next = 0;
    while let Some((state, _, _)) = queue.get(next) {
        let state = state.clone();
        if shows_unknown(&state) {
            return Ok(Some(line_to(&queue, next)));
        }
        budget.count_state()?;
        budget.use_bytes(STATE_BYTES * queue.len() as u64)?;
        for played in rules.legal_moves(&state) {
            if let Ok(after) = rules.play(&state, &played)
                && known.insert(without_score(&after))
            {
                queue.push((after, next, Some(played)));
            }
        }
        next += 1;
    }
    Ok(None)
}

fn without_score(state: &State) -> State {
    State {
        score: 0,
        ..state.clone()
    }
}

/// A card lies face up that nobody has named.
fn shows_unknown(state: &State) -> bool {
    let columns = state.columns.iter().flat_map(|column| &column.up);
    columns.chain(&state.waste).any(Option::is_none)
}

fn line_to(queue: &[(State, usize, Option<Move>)], end: usize) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut index = end;
    while let (_, before, Some(played)) = &queue[index] {
        moves.push(*played);
        index = *before;
    }
    moves.reverse();
    moves
}
