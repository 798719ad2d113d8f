//! What the search tries in a position, and what it leaves out.

mod chains;

use chains::{Wants, ready_over_stock};

use super::layout::{Layout, PAIRS, Packed};

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
    /// The step that leads there, if it is a single one.
    pub step: Option<Step>,
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

/// A member of the class of a position.
#[derive(Clone, Copy, Debug)]
struct Member {
    home: u64,
    ranks: u16,
    /// The member that it was reached from, and how.
    parent: usize,
    step: Step,
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
    /// A child that is asked for: nothing else is looked at when it is found.
    pub sought: Option<Packed>,
    /// The steps to it.
    pub way: Option<Vec<Step>>,
    /// Is it enough to find some children?
    pub hurries: bool,
    /// Were some left out?
    pub has_more: bool,
    block: Vec<Step>,
    /// The member that is looked at.
    from: usize,
    /// Cards of the stock for which it takes another pass.
    again: u64,
    /// A goal other than to win: so many of these cards at home.
    pub wanted: Option<(u64, u32)>,
    /// The steps within the class that was expanded last that reach it.
    pub reached: Option<Vec<Step>>,
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

/// Both cards of the pairs in a set.
#[inline]
const fn both(cards: u64) -> u64 {
    ((cards | cards >> 1) & PAIRS) * 3
}

impl Expander {
    /// With these reductions.
    pub fn new(prunings: Prunings) -> Self {
        Self {
            prunings,
            members: Vec::new(),
            children: Vec::new(),
            sought: None,
            way: None,
            hurries: false,
            has_more: false,
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
        self.members.clear();
        self.reached = None;
        self.way = None;
        self.has_more = false;
        self.members.push(Member {
            home: at.home,
            ranks: at.ranks,
            parent: 0,
            step: Step::Home(0),
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
        while next < self.members.len() && self.way.is_none() {
            let entry = self.members[next];
            let mut member = *at;
            member.home = entry.home;
            member.ranks = entry.ranks;
            self.from = next;
            next += 1;
            if let Some((cards, count)) = self.wanted
                && (member.home & cards).count_ones() >= count
            {
                self.reached = Some(self.way_here());
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
                        let step = Step::Home(card);
                        self.note(&member, step, Moves::NONE, Offer::default());
                        continue;
                    }
                    self.children.clear();
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
            // The order of the children decides how soon a win is found. Cards go
            // home first, and of the locked cards those with the most cards under
            // them leave first: with three cards a draw it halves the hardest
            // searches. Of the stock, what a locked card can go onto comes first.
            for card in bits(go & up) {
                self.locked_home(layout, &member, card, moves);
            }
            let mut locked = place & up;
            let order = |card: &u8| (layout.beneath[usize::from(*card & 63)], !*card);
            while let Some(card) = bits(locked).max_by_key(order) {
                locked &= !(1 << card);
                self.unlock(layout, &member, card, moves);
            }
            for card in bits(go & stock) {
                self.stock_home(layout, &member, card, moves);
            }
            let useful = both((up & !(still | firsts | placeable)) << 4);
            for cards in [useful, !useful] {
                for card in bits(place & stock & cards) {
                    self.play(layout, &member, card, moves);
                }
            }
            if self.hurries && !self.children.is_empty() {
                self.has_more = true;
                return;
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
                self.note(&other, Step::Home(card), moves, offer);
            }
            if layout.worrying_back {
                for card in bits(member.tops() & placeable) {
                    let mut other = member;
                    other.come_back(card);
                    if !(self.prunings.safe && other.is_safe(card)) {
                        self.note(&other, Step::Back(card), moves, offer);
                    }
                }
            }
        }
    }

    fn note(&mut self, member: &Packed, step: Step, covered: Moves, offered: Offer) {
        let known = |other: &Member| other.ranks == member.ranks;
        if !self.members.iter().any(known) {
            self.members.push(Member {
                home: member.home,
                ranks: member.ranks,
                parent: self.from,
                step,
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
        let step = match self.block[..] {
            [step] if self.from == 0 => Some(step),
            _ => None,
        };
        self.children.push(Child {
            at,
            ranks,
            covered,
            step,
        });
        if self.sought == Some(at) {
            let mut way = self.way_here();
            way.extend(&self.block);
            self.way = Some(way);
        }
    }

    /// The steps from the position to the member that is looked at.
    fn way_here(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = self.from;
        while at != 0 {
            let member = &self.members[at];
            steps.push(member.step);
            at = member.parent;
        }
        steps.reverse();
        steps
    }
}
