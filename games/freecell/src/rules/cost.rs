//! What a move costs in each of the three counts.
//!
//! | count | a run moved at once | cards going home |
//! |---|---|---|
//! | steps | as many single-card steps as it takes | counted |
//! | moves | 1 | counted |
//! | clicks | 1 | free |

use patience_core::Count;

use super::{FreeCell, Move, Place, Runs, State};

impl FreeCell {
    pub(super) fn cost_of(&self, state: &State, move_: &Move, count: Count) -> u32 {
        match (count, move_.from, move_.to) {
            (Count::Clicks, _, Place::Home) => 0,
            (Count::Steps, Place::Column(from), Place::Column(to)) if move_.cards > 1 => {
                match self.runs {
                    Runs::Capacity => single_steps(
                        u32::from(move_.cards),
                        self.empty_cells(state) as u32,
                        self.empty_columns_on_the_way(state, from, to) as u32,
                    ),
                    // Where a run really goes as one, each card is a step.
                    Runs::AnyLength | Runs::SuitRuns | Runs::SingleCards => u32::from(move_.cards),
                }
            }
            (Count::Steps, ..) => u32::from(move_.cards),
            _ => 1,
        }
    }
}

/// The fewest single-card steps that carry a run of `cards` from one column to
/// another by way of empty cells and empty columns.
///
/// Without columns each card but the last waits once in a cell. With columns,
/// some cards are carried to an empty column first and fetched at the end; the
/// column cannot be used in between. Every number of such cards is tried.
pub(super) fn single_steps(cards: u32, empty_cells: u32, empty_columns: u32) -> u32 {
    // A waiting place for every card but the last: no card moves three times. Most
    // runs are so short, and replays count every move.
    if cards <= empty_cells + empty_columns + 1 {
        return (2 * cards).saturating_sub(1);
    }
    // More than can be moved. No legal run comes here.
    const TOO_MANY: u32 = u32::MAX / 8;
    let most = cards as usize;
    let mut steps: Vec<u32> = (0..=cards)
        .map(|cards| match cards {
            0 => 0,
            few if few <= empty_cells + 1 => 2 * few - 1,
            _ => TOO_MANY,
        })
        .collect();
    for _ in 0..empty_columns {
        let before = steps.clone();
        for cards in 1..=most {
            for waiting in 0..cards {
                let carried = 2 * before[waiting] + before[cards - waiting];
                steps[cards] = steps[cards].min(carried);
            }
        }
    }
    steps[most]
}
