//! The score. It depends only on what is gone, not on the order.

use patience_core::Rank;

use super::{ROWS, State, slots_of_row};

/// Points for a King, and for a pair, wherever the cards came from.
pub const PAIR_POINTS: u32 = 5;

/// Points for a row that is gone, apex first.
pub const ROW_BONUS: [u32; ROWS] = [500, 250, 150, 100, 75, 50, 25];

/// The points of this deal so far.
pub fn score(state: &State) -> u32 {
    let gone = gone_by_rank(state);
    let kings = u32::from(gone[usize::from(Rank::KING.value() - 1)]);
    let others: u32 = gone.iter().map(|&count| u32::from(count)).sum::<u32>() - kings;
    let rows: u32 = (0..ROWS)
        .filter(|&row| slots_of_row(row).all(|slot| state.pyramid[slot].is_none()))
        .map(|row| ROW_BONUS[row])
        .sum();
    (kings + others / 2) * PAIR_POINTS + rows
}

/// How many cards of each rank are gone, Aces first.
pub fn gone_by_rank(state: &State) -> [u8; 13] {
    let mut gone = [4; 13];
    for card in state.cards() {
        gone[usize::from(card.rank().value() - 1)] -= 1;
    }
    gone
}
