//! A lower bound for the image game: cheated cards freeze nothing.
//!
//! In the *loose game*, a cheated card goes aside, to a place of its own. The run
//! that it lay on stays in the pool. From aside it goes onto a card one higher or
//! to an empty column, as a cheated card does in the image game. Where an image
//! tells which column each cheated card lies on, and with which card under it, a
//! loose state tells only which cards are aside. So there are few of them: tens of
//! thousands where the image game has millions, and their distances are computed
//! once and remembered.
//!
//! # It is a lower bound
//! Let L(S) be the image S with its cheated cards aside. The pool of L(S) is that
//! of S and the frozen runs, so that
//!
//! ```text
//! free in L(S) = free in S + the ends of the frozen runs
//! ```
//! and the heads that are not frozen are the same.
//! - A quiet move of S needs a free card or an empty column. L(S) has them, too, and
//!   the move leads from L(S) to L of the image after it.
//! - A cheat of the card x leads from S to S'. It splits off some cards first, so
//!   that x and the card under it have nothing on them. In the loose game x goes
//!   aside; nothing lies under it, and at most x itself has to be bared. So
//!   the loose state afterwards is L(S') before some splits. Its distance is not
//!   greater: argument 2 of `candidates` holds here word for word, and a cheat
//!   of the card that was split off is here a cheat of that card where it still
//!   is.
//!
//! So each game from S is followed from L(S) in no more moves and no more cheats.
//!
//! # Which moves it tries
//! Arguments 2 to 5 of `candidates` say nothing about the column under a cheated
//! card, and hold in the loose game as they stand: a head goes to an empty column
//! only when it fits nowhere; without cheats left, a card that is sure of a place
//! goes there at once; the last cheat takes a head that is bare, or an attached
//! card of whose rank a card lies aside.
//!
//! # It ends
//! A move onto a card puts one more card in place; a move to an empty column
//! takes a card from aside, or one that lies on others; a cheat uses up one of
//! those that are left. None of this can be undone but by a cheat, so no state comes
//! again, and a distance is the least of those of its successors.

use std::sync::Arc;

use patience_core::Stop;
use patience_search::{Budget, SharedTable, StateKey, StateTable};

use crate::rules::COLUMNS;
use crate::solver::candidates::Arguments;
use crate::solver::columns::{
    Counts, FOUR_EACH, Layout, TOP, base, cheated, count, is_frozen, one, thaw,
};
use crate::solver::image::{Image, Pool};

/// The goal cannot be reached.
pub const NEVER: u8 = u8::MAX;

/// The column of a card that lies aside.
const ASIDE: usize = COLUMNS;

/// A state of the loose game: no column is frozen.
#[derive(Clone, Copy, Debug)]
struct Loose {
    image: Image,
    aside: Counts,
}

/// Six places of five bits, and three bits for each rank: how many lie aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Key(u64);

impl StateKey for Key {
    const FREE: Self = Self(u64::MAX);

    /// As for the narrow key of images.
    #[inline]
    fn mixed(self) -> u64 {
        let mixed = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

impl Loose {
    fn new(image: &Image) -> Self {
        let (mut codes, mut aside) = (image.codes, 0);
        for code in &mut codes {
            if is_frozen(*code) {
                aside += one(cheated(*code));
                *code = thaw(*code);
            }
        }
        Self {
            image: Image::new(codes),
            aside,
        }
    }

    fn key(&self) -> Key {
        let codes = self.image.codes.iter();
        let places = codes.fold(0, |key, &code| key << 5 | u64::from(code));
        Key((0..=TOP).fold(places, |key, rank| {
            key << 3 | u64::from(count(self.aside, rank))
        }))
    }

    /// The pool, as that of an image; the cards aside are not in it.
    fn pool(&self, layout: &Layout) -> Pool {
        let (mut gone, mut heads, mut misplaced) = (self.aside, 0, 0);
        for (column, &code) in self.image.codes.iter().enumerate() {
            let fact = layout.fact(column, code);
            gone += fact.buried;
            heads += fact.head_count;
            misplaced += fact.misplaced;
        }
        let pool = FOUR_EACH - gone;
        let attached = pool - heads;
        Pool {
            pool,
            attached,
            free: pool - (attached << 4 & 0xf_ffff_ffff),
            held: 0,
            misplaced,
        }
    }

    /// The state without a card that can move.
    fn without(mut self, layout: &Layout, mover: Mover) -> Self {
        if mover.column == ASIDE {
            self.aside -= one(mover.card);
        } else {
            self.image = self.image.without_top(layout, mover.column);
        }
        self
    }

    fn movers(&self, layout: &Layout) -> impl Iterator<Item = Mover> {
        let heads = self.image.codes.into_iter().enumerate();
        let heads = heads.map(|(column, code)| {
            let fact = layout.fact(column, code);
            Mover {
                card: fact.head,
                column,
                leaves_others: fact.depth > 0,
            }
        });
        let aside = self.aside;
        let ranks = (0..=TOP).filter(move |&rank| count(aside, rank) > 0);
        let aside = ranks.map(|card| Mover {
            card,
            column: ASIDE,
            leaves_others: true,
        });
        heads.filter(|mover| mover.card <= TOP).chain(aside)
    }
}

/// A card that can move.
#[derive(Clone, Copy, Debug)]
struct Mover {
    card: u8,
    column: usize,
    /// It does not lie alone at a base: going to an empty column changes
    /// something.
    leaves_others: bool,
}

/// The loose games of one start position.
#[derive(Clone, Debug)]
pub struct CardsAside<'a> {
    layout: &'a Layout,
    arguments: Arguments,
    /// For each number of cheats left: the fewest moves that put no card in
    /// place, or [`NEVER`].
    wasted: Vec<Wasted>,
}

/// What a thread knows, and what all of them know. It looks into its own table first:
/// there is no lock.
#[derive(Clone, Debug, Default)]
struct Wasted {
    own: StateTable<Key, u8>,
    shared: Option<Arc<SharedTable<Key, u8>>>,
}

impl Wasted {
    #[inline]
    fn get(&mut self, key: Key, budget: &mut Budget) -> Result<Option<u8>, Stop> {
        if let Some(&known) = self.own.get(key) {
            return Ok(Some(known));
        }
        match self.shared.as_ref().and_then(|shared| shared.get(key)) {
            Some(known) => {
                self.own.entry(key, known, budget)?;
                Ok(Some(known))
            }
            None => Ok(None),
        }
    }

    fn set(&mut self, key: Key, wasted: u8, budget: &mut Budget) -> Result<(), Stop> {
        self.own.entry(key, wasted, budget)?;
        if let Some(shared) = &self.shared {
            shared.update(key, wasted, |_| (), budget)?;
        }
        Ok(())
    }
}

impl<'a> CardsAside<'a> {
    /// Nothing is known yet.
    pub const fn new(layout: &'a Layout, arguments: Arguments) -> Self {
        Self {
            layout,
            arguments,
            wasted: Vec::new(),
        }
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> u64 {
        self.wasted.iter().map(|wasted| wasted.own.bytes()).sum()
    }

    /// Clones tell each other what they find from now on.
    pub fn share(&mut self, most: u32) {
        self.wasted.resize_with(most as usize + 1, Wasted::default);
        for wasted in &mut self.wasted {
            wasted.shared = Some(Arc::default());
        }
    }

    /// They do not any more.
    pub fn keep_to_itself(&mut self) {
        for wasted in &mut self.wasted {
            wasted.shared = None;
        }
    }

    /// The fewest moves to go from an image with so many cards out of place, if at
    /// most `left` cheats are made: a lower bound, or [`NEVER`].
    pub fn distance(
        &mut self,
        image: &Image,
        misplaced: u8,
        left: u32,
        budget: &mut Budget,
    ) -> Result<u8, Stop> {
        let left = left as usize;
        while self.wasted.len() <= left {
            self.wasted.push(Wasted::default());
        }
        let wasted = self.wasted(Loose::new(image), left, budget)?;
        Ok(wasted.saturating_add(misplaced))
    }

    fn wasted(&mut self, state: Loose, left: usize, budget: &mut Budget) -> Result<u8, Stop> {
        let key = state.key();
        if let Some(known) = self.wasted[left].get(key, budget)? {
            return Ok(known);
        }
        budget.count_state()?;
        let least = self.least(&state, left, budget)?;
        self.wasted[left].set(key, least, budget)?;
        Ok(least)
    }

    /// The same after a move: brought into order, and with what the move wasted.
    fn after(
        &mut self,
        mut next: Loose,
        left: usize,
        cost: u8,
        budget: &mut Budget,
    ) -> Result<u8, Stop> {
        next.image.sort();
        Ok(self.wasted(next, left, budget)?.saturating_add(cost))
    }

    fn least(&mut self, state: &Loose, left: usize, budget: &mut Budget) -> Result<u8, Stop> {
        let layout = self.layout;
        // 1. The pool.
        let pool = state.pool(layout);
        if pool.misplaced == 0 && state.aside == 0 {
            return Ok(0);
        }
        // 2. A card that is sure of a place: all four cards one higher are in the
        //    pool, so each of them has its own card of this rank.
        if left == 0 && self.arguments.sure_places {
            let sure = |mover: &Mover| mover.card < TOP && count(pool.pool, mover.card + 1) == 4;
            if let Some(mover) = state.movers(layout).find(sure) {
                return self.after(state.without(layout, mover), 0, 0, budget);
            }
        }
        // 3. Quiet moves.
        let empty = state.image.empty();
        let mut least = NEVER;
        for mover in state.movers(layout) {
            let next = state.without(layout, mover);
            let found = if mover.card < TOP && count(pool.free, mover.card + 1) > 0 {
                self.after(next, left, 0, budget)?
            } else if let Some(empty) = empty
                && mover.leaves_others
            {
                let next = Loose {
                    image: next.image.with(empty, base(mover.card)),
                    ..next
                };
                self.after(next, left, u8::from(mover.card < TOP), budget)?
            } else {
                continue;
            };
            least = least.min(found);
            if least == 0 {
                return Ok(0);
            }
        }
        // 4. Cheats: they waste one move, and one more where the card was in place.
        if left == 0 {
            return Ok(least);
        }
        let is_last = left == 1 && self.arguments.last_takes_a_head;
        let bared = |mut next: Loose, card: u8| {
            next.aside += one(card);
            if count(pool.free, card) == 0 {
                next.image = next.image.with(empty?, base(card - 1));
            }
            Some(next)
        };
        for mover in state.movers(layout).filter(|mover| mover.column != ASIDE) {
            if least <= 1 || (is_last && count(pool.free, mover.card) == 0) {
                continue;
            }
            if let Some(next) = bared(state.without(layout, mover), mover.card) {
                least = least.min(self.after(next, left - 1, 1, budget)?);
            }
        }
        for card in 0..TOP {
            let possible = count(pool.attached, card) > 0;
            if least <= 2 || !possible || (is_last && count(state.aside, card) == 0) {
                continue;
            }
            if let Some(next) = bared(*state, card) {
                least = least.min(self.after(next, left - 1, 2, budget)?);
            }
        }
        Ok(least)
    }
}
