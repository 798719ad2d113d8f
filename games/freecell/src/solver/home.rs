//! Cards that go home automatically, and which of them are safe: the packed
//! counterpart of [`FreeCell::is_safe_at_home`], for all solvers.
//!
//! The lemma and its proof are in `methods/proofs.md`, "Safe at home". The
//! rules do not use this code and it does not use theirs; the test below
//! compares them for every card and all foundations.
//!
//! [`FreeCell::is_safe_at_home`]: crate::rules::FreeCell::is_safe_at_home

use super::cards::{Card, rank, suit};

/// Which cards go home automatically after every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GoHome {
    /// Only safe ones: that never costs a move.
    Safe,
    /// Every card that can.
    All,
}

/// Is this card, the next of its suit, safe over these foundations where cards
/// are built by the other colour?
#[inline]
pub(crate) fn is_safe_by_colour(card: Card, home: &[u8; 4]) -> bool {
    // Numbers of suits of the same colour differ in both bits, those of the
    // other colour in one.
    let (rank, suit) = (rank(card), suit(card));
    let others = home[suit ^ 1].min(home[suit ^ 2]);
    others + 1 >= rank || (others + 2 >= rank && home[suit ^ 3] + 3 >= rank)
}

/// The same where cards are built regardless of suit.
#[inline]
pub(crate) fn is_safe_by_rank(card: Card, home: &[u8; 4]) -> bool {
    home.iter().all(|&top| top + 2 >= rank(card))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{FreeCell, Home, State};
    use crate::solver::is_freecell;
    use crate::solver::terms::Terms;
    use patience_core::{Card as RulesCard, Rank, Suit};

    /// Every choice of four foundations.
    fn foundations() -> impl Iterator<Item = [u8; 4]> {
        (0..14u32.pow(4)).map(|n| [0, 1, 2, 3].map(|suit| (n / 14u32.pow(suit) % 14) as u8))
    }

    #[test]
    fn the_solvers_and_the_rules_agree_on_every_card_and_all_foundations() {
        for rules in FreeCell::ALL {
            let terms = Terms::new(&rules);
            let mut safe = 0;
            for home in foundations() {
                let state = State {
                    columns: Vec::new(),
                    cells: Vec::new(),
                    home,
                };
                for suit in Suit::ALL {
                    let top = home[usize::from(suit.index())];
                    let Some(rank) = Rank::new(top + 1) else {
                        continue;
                    };
                    let card = RulesCard::new(rank, suit);
                    let expected = rules.is_safe_at_home(&state, card);
                    if rules.home == Home::Cards {
                        let found = terms.is_safe_at_home(&home, card.index());
                        assert_eq!(found, expected, "{card} {home:?}");
                    }
                    if is_freecell(&rules) {
                        let found = is_safe_by_colour(card.index(), &home);
                        assert_eq!(found, expected, "{card} {home:?}");
                    }
                    safe += u32::from(expected);
                }
            }
            let is_never_safe = rules.home == Home::WholeRuns;
            assert_eq!(safe == 0, is_never_safe, "{}", rules.name);
        }
    }
}
