//! Where the cards of the three peaks lie and what covers what.

/// Cards on the tableau.
pub const CARDS: usize = 28;

/// Rows of the tableau: row 0 holds the three peaks, row 3 has ten cards.
pub const ROWS: usize = 4;

/// The peaks, at the places 0, 1 and 2.
pub const PEAKS: usize = 3;

/// Cards that lie face down at the start: every row but the last.
pub const FACE_DOWN: usize = 18;

/// Cards in the stock at the start.
pub const STOCK: usize = 23;

/// The places of a row, left to right.
///
/// ```
/// use patience_tripeaks::rules::slots_of_row;
/// assert_eq!(slots_of_row(0), 0..3);
/// assert_eq!(slots_of_row(3), 18..28);
/// ```
pub fn slots_of_row(row: usize) -> std::ops::Range<usize> {
    [0..3, 3..9, 9..18, 18..28][row].clone()
}

/// The two places that cover a place; none in the bottom row.
///
/// ```
/// use patience_tripeaks::rules::covering;
/// let all = |slot| covering(slot).collect::<Vec<_>>();
/// assert_eq!((all(1), all(4), all(8)), (vec![5, 6], vec![10, 11], vec![16, 17]));
/// assert_eq!((all(9), all(17), all(18)), (vec![18, 19], vec![26, 27], vec![]));
/// ```
pub fn covering(slot: usize) -> impl Iterator<Item = usize> {
    let below = match slot {
        // A peak stands on the two cards of its own second row,
        0..3 => 3 + 2 * slot..5 + 2 * slot,
        // those on the three of its third row,
        3..9 => {
            let peak = (slot - 3) / 2;
            slot + 6 + peak..slot + 8 + peak
        }
        // and the nine of the third row on the ten of the fourth.
        9..18 => slot + 9..slot + 11,
        _ => 0..0,
    };
    below.into_iter()
}
