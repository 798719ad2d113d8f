//! The weights, and in which order they take turns.
//!
//! Found by annealing on deals 40001..60000 only; no other deals were looked at
//! for that, so that what is measured elsewhere is what anybody will see.

use super::table::GoHome;
use super::weights::Weights;

const ZERO: Weights = Weights {
    go_home: GoHome::Safe,
    home: 0,
    home_low: 0,
    spread: 0,
    bury_first: 0,
    bury_behind: 0,
    bury_second: 0,
    broken: 0,
    broken_up: 0,
    broken_rank: 0,
    broken_colour: 0,
    broken_low: 0,
    built: 0,
    built_rank: 0,
    king_base: 0,
    base_rank: 0,
    cells: [0; 5],
    cell_rank: 0,
    cell_low: 0,
    column: 0,
    more_columns: 0,
    column_no_cell: 0,
    column_three_cells: 0,
    column_full_cells: 0,
    click: 0,
};

/// The weight sets.
pub(super) const SETS: [Weights; 4] = [
    Weights {
        go_home: GoHome::All,
        home: 41,
        home_low: 1,
        spread: 18,
        bury_first: 12,
        bury_behind: 4,
        bury_second: 3,
        broken: 20,
        broken_up: 3,
        broken_rank: -2,
        broken_colour: 2,
        broken_low: -18,
        built: 22,
        built_rank: 3,
        king_base: 17,
        base_rank: 6,
        cells: [0, 14, 35, 68, 135],
        cell_rank: 1,
        cell_low: 0,
        column: 34,
        more_columns: 1,
        column_no_cell: -12,
        column_three_cells: 7,
        column_full_cells: -7,
        click: 27,
    },
    Weights {
        home: 47,
        home_low: 1,
        spread: -11,
        bury_first: 8,
        bury_behind: -1,
        bury_second: -2,
        broken: 12,
        broken_up: 18,
        broken_rank: -6,
        broken_colour: -2,
        broken_low: -1,
        built: 12,
        built_rank: 15,
        king_base: 11,
        base_rank: 13,
        cells: [0, -5, 4, 26, 93],
        cell_rank: 3,
        cell_low: -8,
        column: 23,
        more_columns: 1,
        column_no_cell: -5,
        column_three_cells: 10,
        column_full_cells: -58,
        click: 26,
        ..ZERO
    },
    Weights {
        home: 24,
        bury_first: 12,
        bury_second: 4,
        broken: 16,
        broken_up: 4,
        built: 4,
        king_base: 28,
        cells: [0, 4, 36, 84, 124],
        column: 44,
        more_columns: 20,
        click: 12,
        ..ZERO
    },
    Weights {
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
        ..ZERO
    },
];

/// The weights of the complete search: the first set's, more thorough. On deals
/// that no hunt has solved it opens a tenth of the tables that greedier ones do.
pub(super) const COMPLETE: Weights = Weights {
    go_home: GoHome::Safe,
    click: 40,
    ..SETS[0]
};

/// Which set, and how many tables it may have opened in all when the next one
/// takes its turn.
pub(super) const TURNS: [(usize, usize); 11] = [
    (0, 250),
    (1, 250),
    (0, 500),
    (2, 200),
    (1, 500),
    (3, 300),
    (0, 1000),
    (2, 800),
    (1, 1500),
    (0, 2000),
    (3, 1500),
];
