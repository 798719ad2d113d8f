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
//! # Each cheat left is made
//! It is asked only with so many cheats left that fewer are not enough. So a game that wins
//! from S makes all of them, and each wastes a move. A loose game that ends with
//! cheats left is therefore charged one move for each: the game that follows the
//! one from S has none left and is charged nothing, and so the bound stays one. No loose
//! game wastes less than the cheats that are left, and the first one that wastes just that
//! ends the search.
//!
//! # Which moves it tries
//! Arguments 2 to 4 of `candidates` say nothing about the column under a cheated
//! card, and hold in the loose game as they stand: a head goes to an empty column
//! only when it fits nowhere; without cheats left, a card that is sure of a place
//! goes there at once; the last cheat takes a head, or an attached card of whose rank a
//! card lies aside. With the charge they hold, too: 2 and 3 save no cheats, and where 4
//! does without the cheat, it saves two moves and is charged one. Argument 5 is not used: it
//! may save the cheat and no move. (The image game uses it. That the loose game tries more
//! does no harm: it still follows every game of images.)
//!
//! # Cheats that lead nowhere
//! All images with the same loose state share this: if the loose game cannot be won after
//! x went aside, with nothing but x bared, no cheat of x leads anywhere, wherever it goes and
//! whatever is split off for it (see the proof above).
//!
//! # It ends
//! A move onto a card puts one more card in place; a move to an empty column
//! takes a card from aside, or one that lies on others; a cheat uses up one of
//! those that are left. None of this can be undone but by a cheat, so no state comes
//! again, and a distance is the least of those of its successors.

use patience_core::Stop;
use patience_search::{Budget, Entry, StateKey, StateTable};

use crate::rules::COLUMNS;
use crate::solver::candidates::{Arguments, Sources};
use crate::solver::columns::{
    Counts, Layout, ONE_EACH, TOP, base, cheated, count, is_frozen, one, thaw,
};
use crate::solver::image::{Image, Pool};

/// The goal cannot be reached.
pub const NEVER: u8 = u8::MAX;

/// The column of a card that lies aside.
const ASIDE: usize = COLUMNS;

/// A state of the loose game: no column is frozen.
#[derive(Clone, Copy, Debug)]
pub struct Loose {
    /// The columns without cheated cards.
    pub image: Image,
    aside: Counts,
}

/// Six places of five bits, and three bits for each rank: how many lie aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Key(u64);

impl Key {
    /// The key of the loose state of an image that is in order.
    #[inline]
    pub fn new(image: &Image) -> Self {
        // Without a cheated card the lowest digit of a code is 0, and the bit is lost.
        let aside = image.codes.map(|code| 1 << (3 * (code & 15)) >> 3);
        Self(image.places() << 27 | aside.iter().sum::<u64>())
    }

    /// A number that is different for most of the keys that are reached together.
    #[inline]
    pub const fn short(self) -> u64 {
        self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48
    }
}

impl StateKey for Key {
    const FREE: Self = Self(u64::MAX);

    /// As for the narrow key of images.
    #[inline]
    fn mixed(self) -> u64 {
        let mixed = self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }
}

/// A loose state in the table, with the fewest moves that put no card in place.
///
/// ```text
/// bits 57..64 these moves, 0..57 the key, which alone is compared
/// ```
#[derive(Clone, Copy, Debug)]
struct Known(u64);

impl Known {
    const KEY_BITS: u32 = 57;
    const NEVER: u8 = 127;

    const fn new(key: Key, wasted: u8) -> Self {
        // More than fits has not been seen, and less is a bound, too.
        let wasted = match wasted {
            NEVER => Self::NEVER,
            Self::NEVER.. => Self::NEVER - 1,
            fits => fits,
        };
        Self(key.0 | (wasted as u64) << Self::KEY_BITS)
    }

    const fn wasted(self) -> u8 {
        match (self.0 >> Self::KEY_BITS) as u8 {
            Self::NEVER => NEVER,
            wasted => wasted,
        }
    }

    const fn key(self) -> Key {
        Key(self.0 & ((1 << Self::KEY_BITS) - 1))
    }
}

impl PartialEq for Known {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (self.0 ^ other.0) << (64 - Self::KEY_BITS) == 0
    }
}

impl Eq for Known {}

impl StateKey for Known {
    const FREE: Self = Self(u64::MAX);

    #[inline]
    fn mixed(self) -> u64 {
        self.key().mixed()
    }
}

impl Loose {
    /// That of an image. It is in order if the image is: the order of columns does not
    /// look at the cheated cards first.
    pub fn new(image: &Image) -> Self {
        let (mut codes, mut aside) = (image.codes, 0);
        for code in &mut codes {
            if is_frozen(*code) {
                aside += one(cheated(*code));
                *code = thaw(*code);
            }
        }
        Self {
            image: Image { codes },
            aside,
        }
    }

    fn key(&self) -> Key {
        let ranks = 0..=TOP;
        let aside = ranks.map(|rank| u64::from(count(self.aside, rank)) << (3 * rank));
        Key(Key::new(&self.image).0 | aside.sum::<u64>())
    }

    /// The pool, as that of an image; the cards aside are not in it.
    #[inline]
    pub fn pool(&self, layout: &Layout) -> Option<Pool> {
        // (The highest digit of the product is the sum of all nine.)
        let cards_aside = (self.aside.wrapping_mul(ONE_EACH) >> (4 * TOP)) as u8 & 15;
        let (mut gone, mut heads, mut misplaced) = (self.aside, 0, cards_aside);
        for (column, &code) in self.image.codes.iter().enumerate() {
            let fact = layout.fact(column, code);
            gone += fact.buried;
            heads += fact.head_count;
            misplaced += fact.misplaced;
        }
        Pool::new(gone, heads, 0, misplaced)
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

    /// The state with one more card aside, which was taken from it already unless it was
    /// attached. It must be bare: perhaps one is split off it, into the empty column.
    #[inline]
    fn cheated(mut self, pool: &Pool, card: u8, empty: Option<usize>) -> Option<Self> {
        self.aside += one(card);
        if count(pool.free, card) == 0 {
            self.image = self.image.with(empty?, base(card - 1));
        }
        Some(self)
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
    wasted: Vec<StateTable<Known, ()>>,
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
        self.wasted.iter().map(StateTable::bytes).sum()
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
            self.wasted.push(StateTable::new());
        }
        let wasted = self.wasted(Loose::new(image), left, budget)?;
        Ok(wasted.saturating_add(misplaced))
    }

    fn wasted(&mut self, state: Loose, left: usize, budget: &mut Budget) -> Result<u8, Stop> {
        let key = state.key();
        if let Some(known) = self.wasted[left].find(Known::new(key, 0)) {
            return Ok(known.wasted());
        }
        budget.count_state()?;
        let least = self.least(&state, left, budget)?;
        match self.wasted[left].entry(Known::new(key, least), (), budget)? {
            Entry::New(()) | Entry::Seen(()) => Ok(least),
        }
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
        let Some(pool) = state.pool(layout) else {
            return Ok(NEVER);
        };
        // Each cheat that is left wastes a move: it cannot be less.
        let floor = left as u8;
        if pool.misplaced == 0 {
            return Ok(floor);
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
            if least == floor {
                return Ok(floor);
            }
        }
        // 4. Cheats: they waste one move, and one more where the card was in place.
        if left == 0 {
            return Ok(least);
        }
        let is_last = left == 1 && self.arguments.last_takes_a_head;
        for mover in state.movers(layout).filter(|mover| mover.column != ASIDE) {
            if least == floor {
                return Ok(floor);
            }
            if let Some(next) = state
                .without(layout, mover)
                .cheated(&pool, mover.card, empty)
            {
                least = least.min(self.after(next, left - 1, 1, budget)?);
            }
        }
        for card in 0..TOP {
            let possible = count(pool.attached, card) > 0;
            if least <= floor + 1 || !possible || (is_last && count(state.aside, card) == 0) {
                continue;
            }
            if let Some(next) = state.cheated(&pool, card, empty) {
                least = least.min(self.after(next, left - 1, 2, budget)?);
            }
        }
        Ok(least)
    }

    /// The cards that can be cheated with `left` cheats, this one included, so that the
    /// loose game can still be won. The image is in order.
    pub fn sources(
        &mut self,
        image: &Image,
        left: usize,
        budget: &mut Budget,
    ) -> Result<Sources, Stop> {
        let state = Loose::new(image);
        let mut sources = Sources::default();
        let Some(pool) = state.pool(self.layout) else {
            return Ok(sources);
        };
        let empty = state.image.empty();
        for mover in state
            .movers(self.layout)
            .filter(|mover| mover.column != ASIDE)
        {
            let next = state.without(self.layout, mover);
            if let Some(next) = next.cheated(&pool, mover.card, empty)
                && self.after(next, left - 1, 0, budget)? != NEVER
            {
                sources.heads |= 1 << mover.column;
            }
        }
        for card in (0..TOP).filter(|&card| count(pool.attached, card) > 0) {
            if let Some(next) = state.cheated(&pool, card, empty)
                && self.after(next, left - 1, 0, budget)? != NEVER
            {
                sources.attached |= 1 << card;
            }
        }
        Ok(sources)
    }
}
