//! The rules of a game as masks and numbers, made once for each search.
//!
//! Cards are their index here (`4 * (rank - 1) + suit`, 0 to 51), so that a
//! set of cards is 52 bits of a `u64`.

use patience_rules::freecell::{Builds, EmptyColumn, FreeCell, Home, Runs};

/// What a card may lie on besides another card (0 to 51).
pub(super) const CELL: u8 = 52;
/// The base of a column: nothing lies under the card.
pub(super) const BASE: u8 = 53;
/// At home.
pub(super) const HOME: u8 = 54;

/// 1 for an Ace, 13 for a King.
#[inline]
pub(super) const fn rank(card: u8) -> u8 {
    card / 4 + 1
}

/// 0 clubs, 1 diamonds, 2 hearts, 3 spades.
#[inline]
pub(super) const fn suit(card: u8) -> usize {
    (card % 4) as usize
}

const fn is_red(card: u8) -> bool {
    matches!(card % 4, 1 | 2)
}

/// The rules, ready for the search.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub columns: usize,
    pub cells: u32,
    /// The cards that each card may be built on.
    pub parents: [u64; 52],
    /// The cards that each card moves together with when it lies on them.
    pub holds: [u64; 52],
    /// The cards that may go onto an empty column.
    pub fillers: u64,
    /// Single cards may wait on an empty column while a run is moved.
    pub waiting_columns: bool,
    pub builds: Builds,
    pub runs: Runs,
    pub home: Home,
}

impl Terms {
    pub fn new(rules: &FreeCell) -> Self {
        let pairs = |fits: &dyn Fn(u8, u8) -> bool| {
            std::array::from_fn(|card| {
                let parents = (0..52).filter(|&parent| fits(card as u8, parent));
                parents.map(|parent| 1 << parent).sum()
            })
        };
        let one_higher = |card: u8, parent: u8| rank(card) + 1 == rank(parent);
        let builds = |card: u8, parent: u8| {
            one_higher(card, parent)
                && match rules.builds {
                    Builds::OtherColour => is_red(card) != is_red(parent),
                    Builds::SameSuit => suit(card) == suit(parent),
                    Builds::AnySuit => true,
                }
        };
        let holds = |card: u8, parent: u8| match rules.runs {
            Runs::SuitRuns => one_higher(card, parent) && suit(card) == suit(parent),
            Runs::SingleCards => false,
            Runs::Capacity | Runs::AnyLength => builds(card, parent),
        };
        Self {
            columns: usize::from(rules.columns),
            cells: u32::from(rules.cells),
            parents: pairs(&builds),
            holds: pairs(&holds),
            fillers: match rules.empty_column {
                EmptyColumn::Any => (1 << 52) - 1,
                EmptyColumn::Kings => 0b1111 << 48,
                EmptyColumn::Nothing => 0,
            },
            waiting_columns: rules.empty_column == EmptyColumn::Any,
            builds: rules.builds,
            runs: rules.runs,
            home: rules.home,
        }
    }

    /// May this card, which is next in its suit, go home at once without a
    /// loss? If a position can be won at all, it can be won (in as few steps
    /// or moves) after such a move.
    ///
    /// Proof. Take a solution that leaves card `c` of rank `r` on the table,
    /// and play it with `c` at home. Only a move that puts some `x` of rank
    /// `r - 1` onto `c` can fail. Where cards are built by suit that `x` is at
    /// home already. Else let every foundation that matters (the other colour;
    /// or all others, where any suit will do) have reached `r - 2`: then `x` is
    /// next in its suit, and goes home instead of onto `c`, which takes no more
    /// room and no more moves. That `x` is now missing as a place for cards of
    /// rank `r - 2`: by the same argument those must be at home, or next. With
    /// any suit they are at home. With the other colour they are of `c`'s
    /// colour: that of `c`'s suit is at home, the other is at home or next when
    /// its foundation has reached `r - 3`; and what could want to lie on it is
    /// of rank `r - 3` in the other colour, and at home.
    #[inline]
    pub fn is_safe_at_home(&self, home: &[u8; 4], card: u8) -> bool {
        let rank = rank(card);
        match self.builds {
            Builds::SameSuit => true,
            Builds::AnySuit => home.iter().all(|&top| top + 2 >= rank),
            Builds::OtherColour => {
                let own = suit(card);
                let (first, second) = if is_red(card) {
                    (home[0], home[3])
                } else {
                    (home[1], home[2])
                };
                let other_colour = first.min(second);
                other_colour + 1 >= rank || (other_colour + 2 >= rank && home[3 - own] + 3 >= rank)
            }
        }
    }
}
