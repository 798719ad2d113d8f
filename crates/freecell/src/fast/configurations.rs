//! The weights, and in which order they take turns.
//!
//! Found by annealing on deals 40001..60000 only; no other deals were looked at
//! for that, so that what is measured elsewhere is what anybody will see.

use super::table::GoHome;
use super::weights::Weights;

/// The weight sets: a quick one, a greedy one and a plain one.
pub(super) const SETS: [Weights; 3] = [
    Weights {
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
    },
    Weights {
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
    },
    Weights {
        go_home: GoHome::Safe,
        home: 24,
        home_low: 0,
        spread: 0,
        bury_first: 12,
        bury_behind: 0,
        bury_second: 4,
        broken: 16,
        broken_up: 4,
        broken_rank: 0,
        broken_colour: 0,
        broken_low: 0,
        built: 4,
        built_rank: 0,
        king_base: 28,
        base_rank: 0,
        cells: [0, 4, 36, 84, 124],
        cell_rank: 0,
        cell_low: 0,
        column: 44,
        more_columns: 20,
        column_no_cell: 0,
        column_three_cells: 0,
        column_full_cells: 0,
        click: 18,
    },
];

/// How large the memory of each set's hunt is: 2^bits tables. The first one
/// should stay within the processor's first cache, the others last longer.
pub(super) const MEMORY_BITS: [u32; SETS.len()] = [12, 14, 14];

/// The weights of the complete search: the first set's, more thorough. On deals
/// that no hunt has solved it opens a tenth of the tables that greedier ones do.
pub(super) const COMPLETE: Weights = Weights {
    go_home: GoHome::Safe,
    click: 40,
    ..SETS[0]
};

/// Which set, and how many tables it may have opened in all when the next one
/// takes its turn.
pub(super) const TURNS: [(usize, usize); 14] = [
    (0, 300),
    (1, 250),
    (0, 600),
    (1, 350),
    (2, 250),
    (0, 800),
    (1, 400),
    (2, 500),
    (0, 1600),
    (1, 800),
    (2, 2000),
    (0, 2000),
    (1, 2000),
    (0, 4000),
];
