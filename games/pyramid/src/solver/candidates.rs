//! The removals that the search tries: the legal ones, except for those that
//! some solution that is not longer does not need.
//!
//! Draws are not tried on their own. A node stands right after a removal, and
//! its candidates are the removals at once and those after any number of draws
//! (and a recycle). Four rules leave some out; a fifth (uncovered Kings at once)
//! is [`Quest::kings_at_once`](crate::solver::quest::Quest).
//!
//! **Drawing a King removes it.** Drawing and removing cost one step each, and
//! without the King there is nothing more in the waste or in the stock than
//! before. Where Kings are counted, it counts.
//!
//! **After a draw, only the new top of the stock.** A pair inside the pyramid,
//! or a King there, could have gone before the draw. The new top of the waste
//! was the top of the stock before the draw: taking it with a card of the
//! pyramid then saves the draw. (Where the step before was a King of the stock,
//! the waste is what it was, and its top could have gone before as well. But
//! not with the apex, if that King counts: taking the apex ends the game.)
//!
//! **Take it or leave it.** Let card p be uncovered in the pyramid while card c
//! is the top of the stock. If c is drawn, p and c do not go together later: had
//! they gone instead of the draw, everything between would still be legal (a
//! card less in the way in the pyramid, in the waste and in the stock), with the
//! same cards gone in the end and a step less for every draw of c. So p needs a
//! card that was not the stock's top since p was uncovered; [`open_pile`] gives
//! these. It follows that a walk once round the pile has seen all, and
//! that a card that must go, without a partner in the pyramid, ends the walk
//! when the last of its cards has passed. One exception is the apex, when
//! something is counted and taking it ends the game, so it may have to wait.
//!
//! **Now or never.** A pair inside the pyramid (or a King there, where they do
//! not go at once) that could have gone before a step of another kind does not
//! go after it: it can go before at the same cost, and frees cards when it does.
//! No such pair ends the game, since the apex is always alone; a King at the
//! apex may wait. So after a step of another kind only pairs with a card that
//! it has uncovered are left: one of the two must be *fresh*. The removal of such
//! a pair does not change which other cards are fresh.
//!
//! Each rule can be switched off ([`Prunings`]), and tests compare the answers.

use crate::rules::PASSES;

use crate::solver::draws::Draws;
use crate::solver::layout::{KING, Layout};
use crate::solver::node::{Node, PILE, open_pile};
use crate::solver::quest::Worth;
use crate::solver::shapes::{APEX, Uncovered};
use crate::solver::state::{Packed, without_slot};

/// A removal, and the table after it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The table after it.
    pub after: Packed,
    /// The cards, as in [`Node::removed`].
    pub removed: [u8; 2],
    /// When it is made.
    pub when: u8,
    /// The lower of the two ranks, or King.
    pub rank: u8,
    /// Steps since the node, this one included.
    pub steps: u8,
    /// Kings of the stock among these steps, except for this one.
    pub kings: u8,
    /// It takes nothing from the pile.
    pub is_inside_pyramid: bool,
}

/// A place further on in the stock, reached from a node by draws alone.
#[derive(Clone, Copy, Debug)]
pub struct Stopover {
    /// The table there.
    pub at: Packed,
    /// Steps since the node.
    pub steps: u8,
    /// Kings of the stock among them.
    pub kings: u8,
}

impl Stopover {
    const fn candidate(&self, after: Packed, removed: [u8; 2], rank: u8) -> Candidate {
        Candidate {
            after,
            removed,
            when: self.at.time,
            rank,
            steps: self.steps + 1,
            kings: self.kings,
            is_inside_pyramid: removed[0] < PILE && removed[1] < PILE,
        }
    }
}

/// What the search may leave out: everything, except in tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prunings {
    /// Drawing a King removes it.
    pub kings_are_not_drawn: bool,
    /// After a draw, only the new top of the stock.
    pub only_new_top: bool,
    /// Take it or leave it.
    pub take_it_or_leave_it: bool,
    /// Now or never.
    pub now_or_never: bool,
    /// Nodes with a card that cannot go any more.
    pub stuck: bool,
    /// The relaxed game.
    pub bound: bool,
    /// What the order of the stock costs. (Needs the relaxed game.)
    pub draws: bool,
    /// Nodes that others dominate. Without it, only equal tables are found.
    pub dominance: bool,
}

impl Prunings {
    /// All of them.
    pub const ALL: Self = Self {
        kings_are_not_drawn: true,
        only_new_top: true,
        take_it_or_leave_it: true,
        now_or_never: true,
        stuck: true,
        bound: true,
        draws: true,
        dominance: true,
    };
}

/// What the pile has for the uncovered cards of a node.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offer {
    /// The cards of the pile that any of them may still go with.
    any: u32,
    /// From then on a card that must go cannot go any more.
    last: u8,
}

/// What stays the same for all candidates of one search.
///
/// `ALL` means that all prunings are on, so that the compiler can drop the checks.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'a, const ALL: bool> {
    /// What may be left out.
    pub prunings: Prunings,
    /// The cards.
    pub layout: &'a Layout,
    /// What is looked for.
    pub worth: &'a Worth,
}

impl<const ALL: bool> Candidates<'_, ALL> {
    /// What may be left out.
    #[inline]
    pub const fn prunings(&self) -> Prunings {
        if ALL { Prunings::ALL } else { self.prunings }
    }

    /// The apex may wait, because taking it ends the game and something is
    /// counted.
    #[inline]
    fn apex_may_wait(&self, node: &Node) -> bool {
        node.shape == APEX && self.worth.quest().apex_may_wait()
    }

    #[inline]
    fn rank_of(&self, slot: u8) -> u8 {
        self.layout.slot_rank[usize::from(slot & 31)]
    }

    /// The fewest steps of a solution through a stopover of a node, the steps before
    /// it included; none if there is no solution.
    #[inline]
    pub fn priority(&self, node: &Node, offer: &Offer, here: &Stopover) -> Option<u32> {
        // Kings on the way may be among the removals that the bound has counted.
        let removals = node.removals - (here.kings * self.worth.counts(KING)).min(node.removals);
        let draws = match self.draws() {
            Some(draws) => {
                let open = offer.any & !self.closed(node, here);
                draws.at_least(self.layout, here.at, open, removals)?
            }
            None => 0,
        };
        Some(u32::from(node.cost) + u32::from(here.steps) + u32::from(removals) + u32::from(draws))
    }

    #[inline]
    fn draws(&self) -> Option<&Draws> {
        let is_used = self.prunings().draws && self.prunings().bound;
        self.worth.draws().filter(|_| is_used)
    }

    /// No card may be left, or only such as have no partner.
    #[inline]
    pub fn all_must_go(&self) -> bool {
        self.draws().is_some_and(|draws| draws.must_go != 0)
    }

    /// The cards of the pile that were the stock's top between a node and a stopover:
    /// the uncovered cards do not go with them any more.
    #[inline]
    fn closed(&self, node: &Node, here: &Stopover) -> u32 {
        if self.apex_may_wait(node) || !self.prunings().take_it_or_leave_it {
            return 0;
        }
        let before = below(node.at().place());
        let now = below(here.at.place());
        if here.at.pass() == node.at().pass() {
            now & !before
        } else {
            now | !before
        }
    }

    /// The cards of the pile that an uncovered card may still go with.
    #[inline]
    fn open(&self, node: &Node, card: &Uncovered) -> u32 {
        let uses = self.layout.uses[usize::from(card.slot & 31)] & node.set;
        if self.apex_may_wait(node) || !self.prunings().take_it_or_leave_it {
            uses
        } else {
            uses & open_pile(node.since(card.column), node.time)
        }
    }

    /// What the pile has for a node.
    #[inline]
    pub fn offer(&self, node: &Node) -> Offer {
        let mut offer = Offer {
            any: 0,
            last: u8::MAX,
        };
        let mut lonely = self.lonely(node);
        let place = node.at().place();
        for card in self.layout.shape(node.shape).uncovered() {
            let open = self.open(node, card);
            offer.any |= open;
            if lonely & 1 != 0 {
                // In the order of the walk: first what is ahead, then, after a
                // recycle, what is behind.
                let behind = open & below(place);
                let last = match behind {
                    0 => node.time - place as u8 + highest(open),
                    _ => node.time - place as u8 + 32 + highest(behind),
                };
                offer.last = offer.last.min(last);
            }
            lonely >>= 1;
        }
        offer
    }

    /// Which of the uncovered cards must go and have no partner in the pyramid.
    /// An apex that may wait does not lose cards of the pile while it waits.
    #[inline]
    fn lonely(&self, node: &Node) -> u8 {
        if self.prunings().stuck && !self.apex_may_wait(node) {
            self.worth.lonely(node.shape)
        } else {
            0
        }
    }

    /// Has a card that must go no partner left, neither in the pyramid nor
    /// among the cards that it may still go with? Such nodes are left out.
    #[inline]
    pub fn is_stuck(&self, node: &Node) -> bool {
        let uncovered = self.layout.shape(node.shape).uncovered();
        let mut lonely = self.lonely(node);
        while lonely != 0 {
            let card = &uncovered[lonely.trailing_zeros() as usize];
            lonely &= lonely - 1;
            if self.open(node, card) == 0 {
                return true;
            }
        }
        false
    }

    #[inline]
    fn is_fresh(&self, node: &Node, card: &Uncovered) -> bool {
        node.is_fresh(card.column) || !self.prunings().now_or_never
    }

    /// Removals at a node, or at a stopover on its walk.
    #[inline]
    pub fn here(&self, node: &Node, offer: &Offer, here: &Stopover, found: &mut Vec<Candidate>) {
        let apex_may_follow_a_king = here.kings != 0 && self.apex_may_wait(node);
        if here.steps == 0 || apex_may_follow_a_king || !self.prunings().only_new_top {
            self.inside_pyramid(node, here, found);
            if let Some(top) = here.at.waste_top() {
                self.with_pile_card(node, offer, here, top, found);
            }
        }
        self.with_stock_top(node, offer, here, found);
    }

    #[inline]
    fn inside_pyramid(&self, node: &Node, here: &Stopover, found: &mut Vec<Candidate>) {
        let paired = self.worth.paired[usize::from(node.shape)];
        if paired == 0 || (node.fresh == 0 && node.shape != APEX && self.prunings().now_or_never) {
            return;
        }
        self.pairs_inside_pyramid(node, here, found);
    }

    fn pairs_inside_pyramid(&self, node: &Node, here: &Stopover, found: &mut Vec<Candidate>) {
        let uncovered = self.layout.shape(node.shape).uncovered();
        for (index, card) in uncovered.iter().enumerate() {
            let rank = self.rank_of(card.slot);
            if rank == KING && (self.is_fresh(node, card) || node.shape == APEX) {
                let after = Packed {
                    shape: card.without,
                    ..here.at
                };
                found.push(here.candidate(after, [card.slot; 2], KING));
            }
            for other in &uncovered[index + 1..] {
                let is_pair = rank + self.rank_of(other.slot) == 13;
                if !is_pair || !(self.is_fresh(node, card) || self.is_fresh(node, other)) {
                    continue;
                }
                if let Some(shape) = without_slot(card.without, other.slot) {
                    let after = Packed { shape, ..here.at };
                    found.push(here.candidate(after, [card.slot, other.slot], rank));
                }
            }
        }
    }

    /// A card of the pile with each card of the pyramid that it may go with; a
    /// King alone.
    #[inline]
    fn with_pile_card(
        &self,
        node: &Node,
        offer: &Offer,
        here: &Stopover,
        index: u32,
        found: &mut Vec<Candidate>,
    ) {
        let rank = self.layout.pile_rank[index as usize];
        let name = PILE + index as u8;
        if rank == KING {
            found.push(here.candidate(here.at.without(index), [name; 2], KING));
            return;
        }
        if offer.any >> index & 1 == 0 {
            return;
        }
        let uncovered = self.layout.shape(node.shape).uncovered();
        for card in uncovered {
            let uses = self.layout.uses[usize::from(card.slot & 31)];
            if uses >> index & 1 != 0 && self.open(node, card) >> index & 1 != 0 {
                let after = Packed {
                    shape: card.without,
                    ..here.at.without(index)
                };
                found.push(here.candidate(after, [card.slot, name], rank));
            }
        }
    }

    /// Removals with the top of the stock.
    #[inline]
    fn with_stock_top(
        &self,
        node: &Node,
        offer: &Offer,
        here: &Stopover,
        found: &mut Vec<Candidate>,
    ) {
        let Some(top) = here.at.stock_top() else {
            return;
        };
        let rank = self.layout.pile_rank[top as usize];
        if rank == KING && !self.stops_at_king(node, here) {
            return;
        }
        self.with_pile_card(node, offer, here, top, found);
        if let Some(waste) = here.at.waste_top()
            && self.layout.pairs[top as usize] >> waste & 1 != 0
        {
            let after = here.at.without(waste).without(top);
            let names = [PILE + waste as u8, PILE + top as u8];
            found.push(here.candidate(after, names, rank));
        }
    }

    /// The next place after `from` where the stock's top can be used; none if
    /// there is none, or if no solution can follow.
    #[inline]
    pub fn next_stop(&self, node: &Node, offer: &Offer, from: &Stopover) -> Option<Stopover> {
        if ALL && self.worth.counts(KING) == 0 {
            self.next_stop_by_sets(node, offer, from)
        } else {
            self.next_stop_by_steps(node, offer, from)
        }
    }

    /// By sets of cards: when all rules are on and Kings of the stock do not
    /// count.
    #[inline]
    fn next_stop_by_sets(&self, node: &Node, offer: &Offer, from: &Stopover) -> Option<Stopover> {
        let kings = self.layout.pile_of_rank[usize::from(KING)] & from.at.set;
        let others = from.at.set & !kings;
        let start = below(node.at().place());
        let place = from.at.place();
        let mut before = below(place + 1);
        let mut round = from.at.pass() - node.at().pass();
        let mut end = if round == 0 { u32::MAX } else { start };
        // Kings that the walk passes, and its steps without them. Adding is
        // cheaper than counting bits on processors without an instruction for
        // that.
        let passed = !below(place);
        let mut steps = from.steps + (others >> place & 1) as u8;
        loop {
            // 1. Each card in turn: does it go with the card before it, which
            //    is the top of the waste by then, or with the pyramid?
            let mut cards = others & !before & end;
            let mut waste = others & before;
            while cards != 0 {
                let top = cards.trailing_zeros();
                let pairs = self.layout.pairs[top as usize];
                let waste_top = (1u32 << 31) >> (waste | 1).leading_zeros();
                if offer.any >> top & 1 != 0 || pairs & waste_top & waste != 0 {
                    // 2. Not if a card that must go has missed its last partner.
                    let time = (node.at().pass() + round) << 5 | top as u8;
                    if time > offer.last {
                        return None;
                    }
                    let passed_kings = match before {
                        0 => kings & (passed | below(top)),
                        _ => kings & passed & below(top),
                    };
                    let mut next = Stopover {
                        at: Packed {
                            shape: node.shape,
                            set: from.at.set & !passed_kings,
                            time,
                        },
                        steps,
                        kings: from.kings,
                    };
                    if passed_kings != 0 {
                        next.steps += passed_kings.count_ones() as u8;
                        next.kings += passed_kings.count_ones() as u8;
                    }
                    return Some(next);
                }
                waste |= cards & cards.wrapping_neg();
                cards &= cards - 1;
                steps += 1;
            }
            // 3. At the end of the stock: a recycle, and on to where the walk
            //    began. Then every card has been the stock's top.
            if round != 0 || node.at().pass() + 1 == PASSES {
                return None;
            }
            round = 1;
            steps += 1;
            before = 0;
            end = start;
            if others & end == 0 {
                return None;
            }
        }
    }

    /// Step by step: when Kings of the stock count, or when a rule is switched
    /// off.
    fn next_stop_by_steps(&self, node: &Node, offer: &Offer, from: &Stopover) -> Option<Stopover> {
        let mut here = *from;
        loop {
            // 1. One step on.
            match here.at.stock_top() {
                Some(top)
                    if self.layout.pile_rank[top as usize] == KING
                        && self.prunings().kings_are_not_drawn =>
                {
                    here.at = here.at.without(top);
                    here.kings += 1;
                    here.steps += 1;
                    if self.worth.counts(KING) != 0 && self.apex_may_wait(node) {
                        return Some(here);
                    }
                }
                _ => {
                    here.at = here.at.drawn()?;
                    here.steps += 1;
                }
            }
            if !self.prunings().only_new_top {
                return Some(here);
            }
            // 2. Once round the pile, every card has been the stock's top. And
            //    not if a card that must go has missed its last partner.
            let is_round = here.at.time >= node.time + 32;
            if (is_round && self.prunings().take_it_or_leave_it) || here.at.time > offer.last {
                return None;
            }
            // 3. A use for the new top?
            let Some(top) = here.at.stock_top() else {
                continue;
            };
            if self.layout.pile_rank[top as usize] == KING {
                if self.stops_at_king(node, &here) {
                    return Some(here);
                }
                continue;
            }
            let waste_top = here.at.waste_top();
            let pairs = self.layout.pairs[top as usize];
            if offer.any >> top & 1 != 0 || waste_top.is_some_and(|waste| pairs >> waste & 1 != 0) {
                return Some(here);
            }
        }
    }

    /// A King on top of the stock is taken by the walk, as if it were drawn. It
    /// is a removal of its own only where it is the last one.
    fn stops_at_king(&self, node: &Node, here: &Stopover) -> bool {
        let counts = self.worth.counts(KING);
        let counted = node.counted + (here.kings + 1) * counts;
        !self.prunings().kings_are_not_drawn
            || (counts != 0 && self.worth.is_met(node.shape, counted))
    }
}

/// The indexes below one.
#[inline]
const fn below(index: u32) -> u32 {
    if index >= 32 {
        u32::MAX
    } else {
        (1 << index) - 1
    }
}

/// The highest index of a set that is not empty.
#[inline]
const fn highest(set: u32) -> u8 {
    31 - set.leading_zeros() as u8
}
