//! From the removals that a search found to every single move.

use crate::rules::Move;
use patience_core::Card;

use crate::solver::candidates::Prunings;
use crate::solver::layout::{KING, Layout};
use crate::solver::node::PILE;
use crate::solver::quest::Quest;
use crate::solver::search::Removal;
use crate::solver::shapes::{self, APEX};
use crate::solver::state::{Packed, without_slot};

/// Every move of a path: the removals, the draws and recycles before each, and
/// the Kings that go at once.
pub fn moves(layout: &Layout, start: Packed, quest: &Quest, way: &[Removal]) -> Vec<Move> {
    moves_with(layout, start, quest, Prunings::ALL, way)
}

/// The same for a search with other prunings, for tests.
pub fn moves_with(
    layout: &Layout,
    start: Packed,
    quest: &Quest,
    prunings: Prunings,
    way: &[Removal],
) -> Vec<Move> {
    let mut route = Route {
        kings_are_drawn: !prunings.kings_are_not_drawn,
        layout,
        at: start,
        moves: Vec::new(),
    };
    route.kings_at_once(quest);
    for removal in way {
        route.walk_to(removal.when);
        route.remove(removal.cards);
        route.kings_at_once(quest);
    }
    route.moves
}

struct Route<'a> {
    kings_are_drawn: bool,
    layout: &'a Layout,
    at: Packed,
    moves: Vec<Move>,
}

impl Route<'_> {
    fn card(&self, name: u8) -> Option<Card> {
        match name.checked_sub(PILE) {
            Some(index) => self.layout.pile.get(usize::from(index)).copied(),
            None => self.layout.slots[usize::from(name)],
        }
    }

    fn take(&mut self, name: u8) {
        match name.checked_sub(PILE) {
            Some(index) => self.at = self.at.without(u32::from(index)),
            None => self.at.shape = without_slot(self.at.shape, name).unwrap_or(self.at.shape),
        }
    }

    fn remove(&mut self, [one, other]: [u8; 2]) {
        let cards = (self.card(one), self.card(other));
        self.take(one);
        match cards {
            (Some(king), _) if one == other => self.moves.push(Move::Remove(king)),
            (Some(card), Some(partner)) => {
                self.take(other);
                self.moves.extend(Move::pair(card, partner));
            }
            _ => debug_assert!(false, "a removal of cards that are not there"),
        }
    }

    /// Draws, recycles and Kings of the stock up to a time.
    fn walk_to(&mut self, when: u8) {
        while self.at.time != when {
            match self.at.stock_top() {
                Some(top)
                    if self.layout.pile_rank[top as usize] == KING && !self.kings_are_drawn =>
                {
                    self.remove([PILE + top as u8; 2]);
                }
                top => {
                    let Some(next) = self.at.drawn() else {
                        debug_assert!(false, "a time that does not come");
                        return;
                    };
                    self.moves.push(match top {
                        Some(_) => Move::Draw,
                        None => Move::Recycle,
                    });
                    self.at = next;
                }
            }
        }
    }

    fn kings_at_once(&mut self, quest: &Quest) {
        while quest.kings_at_once && !(quest.apex_may_wait() && self.at.shape == APEX) {
            let uncovered = shapes::TABLE[usize::from(self.at.shape)].uncovered();
            let king = uncovered
                .iter()
                .find(|card| self.layout.slot_rank[usize::from(card.slot)] == KING);
            match king {
                Some(card) => self.remove([card.slot; 2]),
                None => return,
            }
        }
    }
}
