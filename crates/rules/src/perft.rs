//! Perft: how many sequences of moves there are, the contract of a move
//! generator. Two implementations of the same rules that agree on it at every
//! depth agree on the rules, as far as these games go.

use crate::Rules;

/// The number of sequences of exactly `depth` legal moves from this state. A
/// game that is over has no further moves.
///
/// ```
/// use patience_rules::{Rules, perft::perft, template::Template};
/// let deal = Template.deal(1);
/// assert_eq!(perft(&Template, &deal, 0), 1);
/// assert_eq!(perft(&Template, &deal, 1), Template.legal_moves(&deal).len() as u64);
/// ```
pub fn perft<R: Rules>(rules: &R, state: &R::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = rules.legal_moves(state);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|move_| match rules.play(state, move_) {
            Ok(next) => perft(rules, &next, depth - 1),
            Err(reason) => unreachable!("a legal move was refused: {reason}"),
        })
        .sum()
}
