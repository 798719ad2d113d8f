//! Which plays need not be tried, in games where the last cards of the columns
//! are played one by one and only their ranks matter.

/// Which last cards need not be played while another column stands.
///
/// If the cards of column B, from its base, have the same ranks as the upper
/// cards of column A, then the last card of B need not be played. (The usual case
/// is a single card B, and a column A whose last card has the same rank.)
///
/// Proof: A holds the ranks R Q, from its base, and B holds Q. Take a solution
/// that plays the last card of B now. At first it has played more cards from B
/// than from A, and in the end not, since A has no fewer cards. So there is a first
/// time when it has played equally many from both. Until then it has played none
/// of R. Change the solution up to that time: where it plays from B, play from A,
/// and the other way round. The same ranks are played in the same order, and at
/// that time the tables are the same. So there is a solution of the same length
/// that plays from A now.
///
/// Of two columns with the same ranks the first one plays.
///
/// `HEIGHTS` is the number of heights that a column can have, nothing included.
/// Which columns stand, and how high, is a set with a bit for every column and
/// height, at most 128 of them.
///
/// ```
/// use patience_search::Exchange;
/// let columns: [&[u8]; 2] = [&[3, 7], &[7]];
/// let exchange = Exchange::<2, 3>::new(columns);
/// let standing = Exchange::<2, 3>::standing([2, 1]);
/// assert!(exchange.is_needless(1, 1, standing));
/// assert!(!exchange.is_needless(0, 2, standing));
/// // After the 7 of the first column is played, nothing plays for the other.
/// let standing = Exchange::<2, 3>::after(standing, 0, 2);
/// assert!(!exchange.is_needless(1, 1, standing));
/// ```
#[derive(Clone, Debug)]
pub struct Exchange<const COLUMNS: usize, const HEIGHTS: usize> {
    /// By column and height: any of these columns, at these heights, plays in
    /// its place.
    instead: [[u128; HEIGHTS]; COLUMNS],
}

impl<const COLUMNS: usize, const HEIGHTS: usize> Exchange<COLUMNS, HEIGHTS> {
    /// For columns with these ranks, base first.
    pub fn new(columns: [&[u8]; COLUMNS]) -> Self {
        let mut exchange = Self::none();
        let places = |least: usize| {
            let columns = columns.into_iter().enumerate();
            columns
                .flat_map(move |(at, ranks)| (least..=ranks.len()).map(move |h| (at, &ranks[..h])))
        };
        for (column, ranks) in places(1) {
            for (other, upper) in places(ranks.len()) {
                let comes_first = upper.len() > ranks.len() || other < column;
                if comes_first && upper.ends_with(ranks) {
                    exchange.instead[column][ranks.len()] |= Self::bit(other, upper.len());
                }
            }
        }
        exchange
    }

    /// Without the argument: every play is tried.
    pub const fn none() -> Self {
        Self {
            instead: [[0; HEIGHTS]; COLUMNS],
        }
    }

    const fn bit(column: usize, height: usize) -> u128 {
        1 << (HEIGHTS * column + height)
    }

    /// The columns that stand, with these heights.
    #[inline]
    pub fn standing(heights: [usize; COLUMNS]) -> u128 {
        let columns = heights.into_iter().enumerate();
        columns.fold(0, |set, (column, height)| set | Self::bit(column, height))
    }

    /// The same after the last card of a column is played.
    #[inline]
    pub const fn after(standing: u128, column: usize, height: usize) -> u128 {
        standing ^ Self::bit(column, height) ^ Self::bit(column, height - 1)
    }

    /// Does another column play in the place of this one?
    #[inline]
    pub const fn is_needless(&self, column: usize, height: usize, standing: u128) -> bool {
        self.instead[column][height] & standing != 0
    }
}
