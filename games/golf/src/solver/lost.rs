//! When a position cannot be won.
//!
//! Each argument has its proof here, and a test that compares with a search
//! without it.

use super::packed::{Counts, RANKS, count};

/// The lowest bit of every octal digit.
const ONES: Counts = 0o1_111_111_111_111;

/// Is there a card for each card of the columns to go onto? `columns` are the
/// cards in the columns, `others` the waste's top card and the stock.
///
/// Proof that the position is lost if there is not: in a solution every card of
/// the columns is put onto a neighbour in rank, which is another card of the
/// columns, the card on the waste now, or one of the stock; and onto no card two
/// others are put. So each card can be given a card of its own, a neighbour.
///
/// Cards of even rank are given cards of odd rank, and the other way round: two
/// questions that have nothing to do with each other. In each, take the ranks
/// from the lowest. What is left of the rank below serves no later rank, so it is
/// used first; what is missing must come from the rank above.
///
/// ```
/// use patience_golf::solver::{lost::is_supplied, packed::one};
/// let (queen, king) = (one(11), one(12));
/// // Two Kings in the columns, a Queen on the waste, a Queen in the stock.
/// assert!(is_supplied(2 * king, 2 * queen));
/// assert!(!is_supplied(2 * king, queen));
/// ```
pub fn is_supplied(columns: Counts, others: Counts) -> bool {
    let supply = columns + others;
    [0, 1].into_iter().all(|first| {
        let mut below = if first == 1 { count(supply, 0) } else { 0 };
        (first..RANKS).step_by(2).all(|rank| {
            let missing = count(columns, rank).saturating_sub(below);
            let above = count(supply, rank + 1);
            below = above.saturating_sub(missing);
            missing <= above
        })
    })
}

/// Can every run of ranks in the columns be begun? `columns` and `others` are as
/// in [`is_supplied`].
///
/// Proof that the position is lost if one cannot: take the ranks that the columns
/// hold, without a gap from the lowest to the highest of the run, and the card of
/// the run that is played first in a solution. It goes onto a neighbour in rank.
/// That is no card of the columns, since all neighbours in the columns belong to
/// the run. So it is the card on the waste now, or one of the stock.
///
/// ```
/// use patience_golf::solver::{lost::is_reached, packed::one};
/// // A 5 and a 6 supply each other, but neither goes onto a King.
/// assert!(!is_reached(one(4) + one(5), one(12)));
/// assert!(is_reached(one(4) + one(5), one(6)));
/// ```
pub fn is_reached(columns: Counts, others: Counts) -> bool {
    let ranks = |counts: Counts| (counts | counts >> 1 | counts >> 2) & ONES;
    let (columns, others) = (ranks(columns), ranks(others));
    let mut reached = (others << 3 | others >> 3) & columns;
    loop {
        let more = reached | (reached << 3 | reached >> 3) & columns;
        if more == reached {
            return reached == columns;
        }
        reached = more;
    }
}
