//! Blocks of moves: each of them uses what the one before supplies, and the last
//! is what they are made for. Section 3.4 of `methods.md`.

use super::{Expander, Moves, Offer, Step, bits, both};
use crate::solver::layout::{Layout, Packed, successors, suit_at};

/// The last moves of blocks.
#[derive(Clone, Copy, Debug)]
struct Ends {
    /// Locked cards that may go onto a card of the stock.
    up: u64,
    /// Cards from home that may.
    tops: u64,
    /// Cards that go home when the other card of their pair takes what lies on
    /// them.
    ready: u64,
}

/// What blocks are made of in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wants {
    /// Locked cards that may end a block.
    pub up: u64,
    /// First cards of columns, which leave only for a King.
    pub firsts: u64,
    /// Cards of the stock that are played for their own sake.
    pub stock: u64,
    /// Cards of the stock that are played only when something uses them.
    pub links: u64,
}

/// What a chain of moves aims at.
#[derive(Clone, Copy, Debug)]
struct Chain {
    ends: Ends,
    useful: u64,
    up: u64,
    firsts: u64,
    stock: u64,
}

impl Ends {
    /// The cards among the links of a chain from which an end can be reached.
    #[inline]
    const fn useful(&self, links: u64, placeable: u64) -> u64 {
        let users = (self.up | self.tops) & !placeable;
        let mut useful = links & (both(users << 4) | both(self.ready));
        loop {
            let more = useful | links & both((useful & !placeable) << 4);
            if more == useful {
                return useful;
            }
            useful = more;
        }
    }
}

/// Face-up cards that are next of their suits, or would be if cards of the stock
/// went home.
#[inline]
pub(super) fn ready_over_stock(layout: &Layout, at: &Packed) -> u64 {
    let mut nexts = at.nexts(layout.all);
    let visible = at.visible(layout.all);
    let mut ready = 0;
    while nexts != 0 {
        ready |= nexts & visible;
        nexts = successors(nexts & at.stock_cards) & layout.all;
    }
    ready
}

impl Expander {
    /// Blocks of moves that end with one that needs them all. What the member
    /// offered from which this one was reached need not be done again.
    pub(super) fn blocks_from(
        &mut self,
        layout: &Layout,
        member: &Packed,
        offer: &Offer,
        offered: &Offer,
        wants: &Wants,
        moves: Moves,
    ) {
        // 1. Cards of the stock go home, and with them one of a column.
        let nexts = member.nexts(layout.all);
        for card in bits(offer.ready_bare & !offered.ready_bare & !nexts) {
            self.home_to(layout, member, card, moves);
        }
        let ends = Ends {
            up: wants.up | wants.firsts,
            tops: offer.tops,
            ready: offer.ready,
        };
        // A chain goes down in rank, so that a place that is there at its start is
        // there when the chain comes to its rank, and a card that can use it needs
        // no chain. Only a King in an emptied column starts again from above,
        // where an earlier link may have taken the place.
        let starts_again = wants.firsts != 0 && wants.links & layout.kings != 0;
        let in_place = if starts_again { 0 } else { offer.placeable };
        // The member before tried the same chains, if each link was wanted there:
        // then only what ends with something new. A link was not wanted if a card
        // of its pair lay bare, nor was a column if one was empty.
        let was_empty = offered.placeable & !offer.placeable & layout.kings != 0;
        let were_wanted =
            !starts_again && wants.links & offered.bare == 0 && !(was_empty && wants.firsts != 0);
        let known = if were_wanted { offered.placeable } else { 0 };
        let new_tops = offer.tops & !offered.tops;
        let new_ends = Ends {
            up: if new_tops & layout.kings == 0 {
                0
            } else {
                wants.firsts
            },
            tops: new_tops,
            ready: offer.ready & !offered.ready,
        };
        let starts = (wants.links | wants.firsts) & offer.placeable;
        for (starts, ends) in [(starts & !known, ends), (starts & known, new_ends)] {
            if starts == 0 || (ends.up | ends.tops | ends.ready) == 0 {
                continue;
            }
            let chain = Chain {
                ends,
                useful: ends.useful(wants.links, in_place),
                up: wants.up,
                firsts: wants.firsts,
                stock: wants.stock,
            };
            // 2. Chains of cards of the stock that go onto columns.
            for card in bits(starts & chain.useful) {
                self.play_on(layout, member, card, offer.placeable, &chain, moves);
            }
            // 3. A column is emptied for a King.
            for card in bits(starts & wants.firsts) {
                self.empty_for_king(layout, member, card, offer.placeable, &chain, moves);
            }
        }
    }

    /// Plays a card of the stock onto a column, and then only what uses it.
    fn play_on(
        &mut self,
        layout: &Layout,
        member: &Packed,
        card: u8,
        placeable_before: u64,
        chain: &Chain,
        before: Moves,
    ) {
        let mut at = *member;
        at.take(layout, card);
        self.block.push(Step::Play(card));
        let visible = at.visible(layout.all);
        let bare = at.bare(layout.all, visible);
        let placeable = at.placeable(layout, visible, bare);
        let before = Moves {
            place: before.place & placeable,
            home: before.home & bare,
        };
        let before = before.and(layout.heavier[card as usize & 63]);
        let new = placeable & !placeable_before;
        // 1. A locked card goes onto it.
        for user in bits(chain.ends.up & new & chain.up) {
            self.unlock(layout, &at, user, before);
        }
        // 2. The other card of its pair goes home, now that what lay on it has
        //    another place; cards of the stock may have to go first.
        let twin = card ^ 1;
        if chain.ends.ready & (1 << twin) != 0 {
            self.home_to(layout, &at, twin, before);
        }
        // 3. Another card of the stock goes onto it.
        for user in bits(at.stock_cards & new & chain.useful & !bare) {
            self.play_on(layout, &at, user, placeable, chain, before);
        }
        // 4. The first card of a column goes onto it.
        //    It may have left it earlier in the chain.
        for user in bits(chain.ends.up & new & chain.firsts & at.locked) {
            self.empty_for_king(layout, &at, user, placeable, chain, before);
        }
        // 5. A card from home goes onto it.
        for user in bits(chain.ends.tops & new) {
            self.back(layout, &at, user, before);
        }
        self.block.pop();
    }

    /// The first card of a column goes to another one, and then a King into the
    /// column.
    fn empty_for_king(
        &mut self,
        layout: &Layout,
        member: &Packed,
        card: u8,
        placeable_before: u64,
        chain: &Chain,
        before: Moves,
    ) {
        if placeable_before & layout.kings != 0 {
            return;
        }
        let mut at = *member;
        at.unlock(layout, card);
        self.block.push(Step::Unlock(card));
        let visible = at.visible(layout.all);
        let bare = at.bare(layout.all, visible);
        let placeable = at.placeable(layout, visible, bare);
        let before = Moves {
            place: before.place & placeable,
            home: before.home & bare,
        };
        let before = before.and(layout.heavier[card as usize & 63]);
        for king in bits(chain.up & layout.kings) {
            self.unlock(layout, &at, king, before);
        }
        for king in bits(chain.stock & layout.kings) {
            self.play(layout, &at, king, before);
        }
        for king in bits(at.stock_cards & chain.useful & layout.kings) {
            self.play_on(layout, &at, king, placeable, chain, before);
        }
        for king in bits(chain.ends.tops & layout.kings) {
            self.back(layout, &at, king, before);
        }
        self.block.pop();
    }

    /// A card comes back from home at the end of a block.
    fn back(&mut self, layout: &Layout, member: &Packed, card: u8, before: Moves) {
        let mut at = *member;
        at.come_back(card);
        if !(self.prunings.safe && at.is_safe(card)) {
            self.block.push(Step::Back(card));
            self.push(layout, at, before);
            self.block.pop();
        }
    }

    /// Cards of the stock go home up to the one below `last`, then `last` from its
    /// column. A card that was played in the meantime is missing: then not.
    fn home_to(&mut self, layout: &Layout, at: &Packed, last: u8, before: Moves) {
        let mut at = *at;
        let mut before = before;
        let steps = self.block.len();
        let suit = suit_at(last);
        let mut next = bits(at.nexts(layout.all)).find(|&next| suit_at(next) == suit);
        while let Some(card) = next
            && card != last
            && at.stock_cards & (1 << card) != 0
        {
            at.take(layout, card);
            at.go_home(card);
            self.block.push(Step::StockHome(card));
            before = before.and(layout.heavier[card as usize & 63]);
            next = bits(successors(1 << card) & layout.all).next();
        }
        if next == Some(last) {
            self.home(layout, &at, last, before);
        }
        self.block.truncate(steps);
    }
}
