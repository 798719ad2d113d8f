//! The sets of weights, and the order in which they take turns.
//!
//! Found by annealing on deals 40001..140000 only, so that figures from other
//! deals are not biased by the tuning.

use crate::solver::home::GoHome;

use super::weights::Weights;

/// Solves nine deals in ten within 150 boards.
const QUICK: Weights = Weights {
    go_home: GoHome::All,
    home: 41,
    home_low: 1,
    spread: 16,
    bury_first: 12,
    bury_behind: 4,
    bury_second: 3,
    broken: 20,
    broken_up: 3,
    broken_rank: -2,
    broken_colour: 2,
    broken_low: -17,
    built: 22,
    built_rank: 3,
    king_base: 15,
    base_rank: 7,
    cells: [0, 12, 31, 67, 135],
    cell_rank: 1,
    cell_low: 1,
    column: 25,
    more_columns: 9,
    column_no_cell: -13,
    column_three_cells: 13,
    column_full_cells: -10,
    click: 27,
};

/// Solves within 250 boards half of the deals that the first one does not.
const GREEDY: Weights = Weights {
    go_home: GoHome::Safe,
    home: 19,
    home_low: 1,
    spread: -15,
    bury_first: 5,
    bury_behind: -2,
    bury_second: -1,
    broken: 17,
    broken_up: 14,
    broken_rank: -7,
    broken_colour: -1,
    broken_low: -15,
    built: 11,
    built_rank: 5,
    king_base: 5,
    base_rank: 6,
    cells: [0, -1, 3, 22, 61],
    cell_rank: 0,
    cell_low: -12,
    column: 19,
    more_columns: 3,
    column_no_cell: -3,
    column_three_cells: 0,
    column_full_cells: -44,
    click: 18,
};

/// The first one, more thorough: one more click weighs as much as a card at home.
/// It takes longest and fails least often.
const THOROUGH: Weights = Weights {
    go_home: GoHome::Safe,
    click: 40,
    ..QUICK
};

/// The sets that take turns.
pub(super) const SETS: [Weights; 3] = [QUICK, GREEDY, THOROUGH];

/// The size of the memory of each set's hunt: 2^bits boards. The first one
/// should fit in the first-level cache; the others run longer, the last one most.
pub(super) const MEMORY_BITS: [u32; SETS.len()] = [12, 14, 16];

/// Which set has its turn, and how many boards it may have opened in total when
/// the turn ends. The last turn is long: a position of the complete search costs as
/// much as four boards of a hunt, and that search starts again from the first board.
pub(super) const TURNS: [(usize, usize); 9] = [
    (0, 250),
    (1, 250),
    (0, 1000),
    (1, 600),
    (2, 800),
    (0, 1800),
    (2, 4500),
    (1, 3000),
    (2, 12_000),
];
