//! Where the cards of the pyramid lie and what covers what.

/// Cards in the pyramid.
pub const CARDS: usize = 28;

/// Rows of the pyramid: row 0 is the apex, row 6 has seven cards.
pub const ROWS: usize = 7;

/// The row of a place in the pyramid, 0 to 6.
///
/// ```
/// use patience_pyramid::rules::row_of;
/// assert_eq!((row_of(0), row_of(2), row_of(20), row_of(21)), (0, 1, 5, 6));
/// ```
pub fn row_of(slot: usize) -> usize {
    (0..ROWS)
        .find(|&row| slots_of_row(row).contains(&slot))
        .unwrap_or(ROWS)
}

/// The places of a row, left to right.
pub fn slots_of_row(row: usize) -> std::ops::Range<usize> {
    let first = row * (row + 1) / 2;
    first..first + row + 1
}

/// The two places that cover a place; none in the bottom row.
pub fn covering(slot: usize) -> impl Iterator<Item = usize> {
    let row = row_of(slot);
    let below = if row + 1 < ROWS {
        slot + row + 1..slot + row + 3
    } else {
        0..0
    };
    below.into_iter()
}
