//! What the search tries in a position, and what it leaves out.

use super::layout::{Layout, PAIRS, Packed, successors, suit_at};

/// Which proved reductions are in use. All of them, but in tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prunings {
    /// Cards that are safe at home go there at once.
    pub safe: bool,
    /// A move that was possible one step earlier within the class is not tried
    /// again.
    pub diamond: bool,
    /// Nor is one that was possible before the position was reached.
    pub arrival: bool,
    /// Where all cards of the stock can be reached, they are played only when
    /// something uses them.
    pub just_in_time: bool,
    /// The first card of a column leaves it for another one only when a King
    /// wants the column.
    pub columns: bool,
    /// Places of the waste that are no better than one seen are left out.
    pub waste: bool,
    /// What is lost in the game with single draws is lost.
    pub easier: bool,
}

impl Prunings {
    /// All of them.
    pub const ALL: Self = Self {
        safe: true,
        diamond: true,
        arrival: true,
        just_in_time: true,
        columns: true,
        waste: true,
        easier: true,
    };

    /// None of them.
    pub const NONE: Self = Self {
        safe: false,
        diamond: false,
        arrival: false,
        just_in_time: false,
        columns: false,
        waste: false,
        easier: false,
    };
}

/// Irreversible moves: cards that go onto a column, cards that go home.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// Cards that go onto a column.
    pub place: u64,
    /// Cards that go home.
    pub home: u64,
}

impl Moves {
    /// No moves.
    pub const NONE: Self = Self { place: 0, home: 0 };

    #[inline]
    const fn and(self, mask: u64) -> Self {
        Self {
            place: self.place & mask,
            home: self.home & mask,
        }
    }

    /// Without those that take the last bare card of a pair.
    #[inline]
    const fn without_takers(self, pair: u64) -> Self {
        Self {
            place: self.place & !(pair >> 4),
            home: self.home & !pair,
        }
    }
}

/// What is played, one card at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A locked card, with what lies on it, goes onto another column.
    Unlock(u8),
    /// A card of a column goes home.
    Home(u8),
    /// A card of the stock goes onto a column.
    Play(u8),
    /// A card of the stock goes home.
    StockHome(u8),
    /// A card comes back from home.
    Back(u8),
}

/// A position that is reached by a block of moves.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// The position.
    pub at: Packed,
    /// The same with all cards at home that can go.
    pub ranks: u16,
    /// What need not be tried there.
    pub covered: Moves,
    /// The member of the class that it is reached from.
    pub from: u64,
}

/// What a member of a class offers to blocks of moves.
#[derive(Clone, Copy, Debug, Default)]
struct Offer {
    /// Cards that have a place in the columns.
    placeable: u64,
    /// The highest cards at home.
    tops: u64,
    /// Face-up cards that are next of their suits, or would be if cards of the
    /// stock went home.
    ready: u64,
    /// Those of them that lie bare.
    ready_bare: u64,
    /// Pairs of which a card lies bare.
    bare: u64,
}

#[derive(Clone, Copy, Debug)]
struct Member {
    home: u64,
    ranks: u16,
    covered: Moves,
    /// What the member that it was reached from offers.
    offered: Offer,
}

/// Makes the children of positions.
#[derive(Debug)]
pub struct Expander {
    /// What is left out.
    pub prunings: Prunings,
    members: Vec<Member>,
    /// The children found last.
    pub children: Vec<Child>,
    /// How a child is reached from its member; filled only when asked for.
    pub record: bool,
    /// By child: the moves from the member of the class.
    pub blocks: Vec<Vec<Step>>,
    /// A child whose moves are asked for, and these with the member that they
    /// start from.
    pub sought: Option<Packed>,
    /// The moves to it.
    pub sought_block: Option<(u64, Vec<Step>)>,
    block: Vec<Step>,
    from: u64,
    /// Cards of the stock for which it takes another pass.
    again: u64,
    /// A goal other than to win: so many of these cards at home.
    pub wanted: Option<(u64, u32)>,
    /// The member of the class that was expanded last that reaches it.
    pub reached: Option<u64>,
}

/// The bits of a set, lowest first.
#[inline]
pub fn bits(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let card = set.trailing_zeros() as u8;
        set &= set - 1;
        Some(card)
    })
}

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
struct Wants {
    /// Locked cards that may end a block.
    up: u64,
    /// First cards of columns, which leave only for a King.
    firsts: u64,
    /// Cards of the stock that are played for their own sake.
    stock: u64,
    /// Cards of the stock that are played only when something uses them.
    links: u64,
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

/// Both cards of the pairs in a set.
#[inline]
const fn both(cards: u64) -> u64 {
    ((cards | cards >> 1) & PAIRS) * 3
}

/// Face-up cards that are next of their suits, or would be if cards of the stock
/// went home.
#[inline]
fn ready_over_stock(layout: &Layout, at: &Packed) -> u64 {
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
    /// With these reductions.
    pub fn new(prunings: Prunings) -> Self {
        Self {
            prunings,
            members: Vec::new(),
            children: Vec::new(),
            record: false,
            blocks: Vec::new(),
            sought: None,
            sought_block: None,
            block: Vec::new(),
            from: 0,
            again: 0,
            wanted: None,
            reached: None,
        }
    }

    /// The member of the class that stands for it in the table: everything
    /// sent home that can go. Without worrying back a class has one member.
    #[inline]
    pub fn settled(&self, layout: &Layout, at: &Packed) -> u16 {
        let mut at = *at;
        loop {
            let visible = at.visible(layout.all);
            let go = at.nexts(layout.all) & visible & !at.locked & at.bare(layout.all, visible);
            if go == 0 || !layout.worrying_back {
                return at.ranks;
            }
            at.go_home(go.trailing_zeros() as u8);
        }
    }

    /// Finds the children of a position.
    pub fn expand(&mut self, layout: &Layout, at: &Packed, covered: Moves) {
        self.children.clear();
        self.blocks.clear();
        self.members.clear();
        self.reached = None;
        self.members.push(Member {
            home: at.home,
            ranks: at.ranks,
            covered,
            offered: Offer::default(),
        });
        let all = layout.all;
        let (now, again) = layout.reachable(at);
        let free = layout.is_free();
        let in_time = free && self.prunings.just_in_time;
        let stock = if in_time { 0 } else { now | again };
        self.again = again;
        // The last card of the stock, at the start of a pass: to take it makes no
        // difference to the others.
        let settling = if !self.prunings.safe {
            0
        } else if free {
            at.stock_cards
        } else if layout.last_pass.is_none() && at.waste == 0 && at.stock != 0 {
            1 << layout.stock[31 - at.stock.leading_zeros() as usize]
        } else {
            0
        };
        let up = at.locked & !at.down;
        // A King that lies on nothing need not move.
        let still = up & layout.still;
        let firsts = if self.prunings.columns {
            up & layout.firsts
        } else {
            0
        };
        let mut next = 0;
        while next < self.members.len() {
            let entry = self.members[next];
            let mut member = *at;
            member.home = entry.home;
            member.ranks = entry.ranks;
            self.from = entry.home;
            next += 1;
            if let Some((cards, count)) = self.wanted
                && (member.home & cards).count_ones() >= count
            {
                self.reached = Some(member.home);
                return;
            }
            let visible = member.visible(all);
            let bare = member.bare(all, visible);
            let nexts = member.nexts(all);
            let home = nexts & visible & bare;
            // 1. A safe card goes home, and nothing else is looked at.
            if self.prunings.safe {
                let ready = home | nexts & settling;
                if let Some(card) = bits(ready).find(|&card| member.is_safe(card)) {
                    let bit = 1u64 << card;
                    if bit & (up | member.stock_cards) == 0 {
                        member.go_home(card);
                        self.note(&member, Moves::NONE, Offer::default());
                        continue;
                    }
                    self.children.clear();
                    self.blocks.clear();
                    if bit & up != 0 {
                        self.locked_home(layout, &member, card, Moves::NONE);
                    } else {
                        self.stock_home(layout, &member, card, Moves::NONE);
                    }
                    return;
                }
            }
            // 2. The irreversible moves.
            let placeable = member.placeable(layout, visible, bare);
            let moves = Moves {
                place: (up & !(still | firsts) | stock) & placeable,
                home: home & up | stock & nexts,
            };
            let covered = if self.prunings.diamond {
                entry.covered
            } else {
                Moves::NONE
            };
            let place = moves.place & !covered.place;
            let go = moves.home & !covered.home;
            for card in bits(place & up) {
                self.unlock(layout, &member, card, moves);
            }
            for card in bits(go & up) {
                self.locked_home(layout, &member, card, moves);
            }
            for card in bits(place & stock) {
                self.play(layout, &member, card, moves);
            }
            for card in bits(go & stock) {
                self.stock_home(layout, &member, card, moves);
            }
            let ready = if in_time {
                ready_over_stock(layout, &member)
            } else {
                0
            };
            let offer = Offer {
                placeable,
                tops: if layout.worrying_back {
                    member.tops()
                } else {
                    0
                },
                ready,
                ready_bare: ready & bare,
                bare,
            };
            let offered = if self.prunings.diamond {
                entry.offered
            } else {
                Offer::default()
            };
            let wants = Wants {
                up: up & !(still | firsts),
                firsts,
                stock,
                links: if in_time {
                    member.stock_cards & !bare
                } else {
                    0
                },
            };
            self.blocks_from(layout, &member, &offer, &offered, &wants, moves);
            // 3. The other members of the class.
            for card in bits(home & !up) {
                let mut other = member;
                other.go_home(card);
                self.note(&other, moves, offer);
            }
            if layout.worrying_back {
                for card in bits(member.tops() & placeable) {
                    let mut other = member;
                    other.come_back(card);
                    if !(self.prunings.safe && other.is_safe(card)) {
                        self.note(&other, moves, offer);
                    }
                }
            }
        }
    }

    /// Blocks of moves that end with one that needs them all. What the member
    /// offered from which this one was reached need not be done again.
    fn blocks_from(
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

    fn note(&mut self, member: &Packed, covered: Moves, offered: Offer) {
        let known = |other: &Member| other.ranks == member.ranks;
        if !self.members.iter().any(known) {
            self.members.push(Member {
                home: member.home,
                ranks: member.ranks,
                covered,
                offered,
            });
        }
    }

    fn unlock(&mut self, layout: &Layout, member: &Packed, card: u8, before: Moves) {
        let mut at = *member;
        at.unlock(layout, card);
        let mut before = before.and(layout.heavier[card as usize & 63]);
        // It turns up a place like the one that it takes: if that was the only one,
        // others that take it had to wait.
        let taken = both(1 << card) << 4;
        if layout.lies_on(card) & taken != 0 {
            before = before.without_takers(taken);
        }
        self.block.push(Step::Unlock(card));
        self.push(layout, at, before);
        self.block.pop();
    }

    fn locked_home(&mut self, layout: &Layout, member: &Packed, card: u8, before: Moves) {
        let mut at = *member;
        at.unlock(layout, card);
        at.go_home(card);
        let mut before = before.and(layout.heavier[card as usize & 63]);
        // The same if it turns up the other card of its pair.
        let taken = both(1 << card);
        if layout.lies_on(card) & taken != 0 {
            before = before.without_takers(taken);
        }
        self.block.push(Step::Home(card));
        self.push(layout, at, before);
        self.block.pop();
    }

    /// A card of a column goes home, locked or not.
    fn home(&mut self, layout: &Layout, member: &Packed, card: u8, before: Moves) {
        if member.locked & (1 << card) != 0 {
            self.locked_home(layout, member, card, before);
            return;
        }
        let mut at = *member;
        at.go_home(card);
        self.block.push(Step::Home(card));
        self.push(layout, at, before);
        self.block.pop();
    }

    fn play(&mut self, layout: &Layout, member: &Packed, card: u8, before: Moves) {
        let mut at = *member;
        at.pass += u8::from(self.again & (1 << card) != 0);
        at.take(layout, card);
        let before = before.and(layout.heavier[card as usize & 63]);
        self.block.push(Step::Play(card));
        self.push(layout, at, before);
        self.block.pop();
    }

    fn stock_home(&mut self, layout: &Layout, member: &Packed, card: u8, before: Moves) {
        let mut at = *member;
        at.pass += u8::from(self.again & (1 << card) != 0);
        at.take(layout, card);
        at.go_home(card);
        let before = before.and(layout.heavier[card as usize & 63]);
        self.block.push(Step::StockHome(card));
        self.push(layout, at, before);
        self.block.pop();
    }

    #[inline]
    fn push(&mut self, layout: &Layout, at: Packed, before: Moves) {
        let ranks = self.settled(layout, &at);
        let same = |child: &Child| {
            child.ranks == ranks
                && child.at.locks == at.locks
                && child.at.stock == at.stock
                && child.at.waste == at.waste
                && child.at.pass == at.pass
        };
        if self.children.iter().any(same) {
            return;
        }
        let covered = if self.prunings.arrival {
            before
        } else {
            Moves::NONE
        };
        self.children.push(Child {
            at,
            ranks,
            covered,
            from: self.from,
        });
        if self.record {
            self.blocks.push(self.block.clone());
        }
        if self.sought == Some(at) {
            self.sought_block = Some((self.from, self.block.clone()));
        }
    }
}
