//! The rules of a game as sets of cards and numbers, made once for each search.

use crate::rules::{Builds, EmptyColumn, FreeCell, Home, Runs};

use super::cards::{Card, is_red, rank, suit};
use super::home::{is_safe_by_colour, is_safe_by_rank};

/// The rules, ready for the search.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
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

    /// Is this card, the next of its suit, safe at home? Not asked where only
    /// whole suits go home.
    #[inline]
    pub fn is_safe_at_home(&self, home: &[u8; 4], card: Card) -> bool {
        match self.builds {
            Builds::SameSuit => true,
            Builds::AnySuit => is_safe_by_rank(card, home),
            Builds::OtherColour => is_safe_by_colour(card, home),
        }
    }
}
