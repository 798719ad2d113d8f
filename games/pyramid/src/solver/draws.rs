//! A lower bound on the draws and recycles left, and on the removals that they save.
//!
//! The relaxed game (`bound`) takes cards from the pile for nothing. Here we ask
//! what the order of the pile costs when the whole pyramid must go.
//!
//! # Which cards of the pile are needed
//! Cards of a pyramid go in pairs with each other, or each with a card of the pile.
//! Two of them never go together if one lies over the other. So for the ranks r and
//! 13 - r there is a largest number of pairs inside the pyramid, and each card beyond
//! these needs one of the pile. `needs` has the fewest cards of each rank that must
//! come from the pile.
//!
//! # Which cards can still go with a card of the pyramid
//! The *usable* ones: those with a partner that is still covered, and those that an
//! uncovered partner may still go with by "take it or leave it" (`candidates`). By that
//! rule the others never do, in a solution of the fewest steps.
//!
//! # Which of them this pass can give
//! Those of the stock, and those of the waste that are not *blocked*. A card of the
//! waste that is not usable leaves it in this pass only with a card of the stock.
//! If two of them do, the upper one goes first, with a card that comes earlier. So from
//! the top down, each takes the first partner after that of the one before. The first
//! that finds none stays until the next recycle, and blocks what lies under it.
//! - If a needed card is blocked, there is a recycle. All cards of the stock have
//!   to be *passed* before it, and all cards that lie under the needed one after it. No
//!   card is in both groups. Without a recycle left, there is no solution.
//! - Otherwise all cards of the stock above the farthest needed one have to be passed.
//!
//! # When no pair may be missing
//! If the wanted points are all that exist, cards of the pile must go, too. Those that
//! are not usable need partners in the pile. And in the last pass nothing may
//! be blocked, nor block.
//!
//! # What it costs to pass a card
//! Let the rest of a game have i pairs inside the pyramid, K Kings of the pyramid, u
//! removals of a card of the pyramid with one of the pile, q pairs inside the pile,
//! s Kings of the pile, and d draws and c recycles. With P cards in the pyramid that
//! are not Kings, P = 2i + u, so the removals from the pyramid are i + u + K =
//! (P + u) / 2 + K. With R removals of the relaxed game, this is R + (u - U) / 2, where
//! U = 2R - 2K - P, and u >= U.
//!
//! Each card that is passed is drawn or removed. Of the usable ones (a cards), at most u
//! go with a card of the pyramid. The others, and all b cards that are not usable,
//! go in pairs inside the pile (half a step for each) or are drawn (a step). So besides R there are at least
//!
//! ```text
//! (u - U) / 2 + (a + b - min(a, u)) / 2 + s + c  >=  (b + max(0, a - U)) / 2 + s + c
//! ```
//! steps, and a King that is passed is drawn or counts for s.
//!
//! When something is counted, R may contain removals from the pile. Then all that is
//! left of this is that the game has at least R + c steps, and at least
//! (P + a + b) / 2 + K + s + c.

use crate::rules::{CARDS, PASSES};
use crate::solver::layout::{KING, Layout};
use crate::solver::shapes;
use crate::solver::state::Packed;

/// What a shape needs of the pile.
#[derive(Clone, Copy, Debug, Default)]
struct ShapeNeeds {
    /// The fewest cards of each rank.
    needs: Ranks,
    /// The cards of the pile with a covered partner in the shape.
    useful: u32,
    /// Its cards, Kings twice: P + 2K.
    weight: u8,
}

/// Cards by rank, four bits a rank, Aces lowest; Kings are left out.
type Ranks = u64;

/// The highest bit of each rank. Counts are at most 4, so it is free.
const GUARD: Ranks = 0x8888_8888_8888;

/// The bytes of a set of cards of the pile.
const BYTES: usize = 4;

/// What each shape of one position needs of the pile.
#[derive(Clone, Debug)]
pub struct Draws {
    shapes: Vec<ShapeNeeds>,
    /// The ranks of the cards in each byte of a set.
    ranks: [[Ranks; 256]; BYTES],
    partners: [[Ranks; 256]; BYTES],
    kings: u32,
    /// The cards of the pile that must all go.
    pub must_go: u32,
    is_measured: bool,
}

impl Draws {
    /// Looks at every shape of a position, for a quest that clears the pyramid.
    pub fn new(layout: &Layout, is_measured: bool) -> Self {
        let inside = Inside::new(layout);
        let mut draws = Self {
            shapes: Vec::with_capacity(shapes::SHAPES),
            ranks: ranks_of_bytes(layout, |rank| rank),
            partners: ranks_of_bytes(layout, |rank| 13 - rank),
            kings: layout.pile_of_rank[usize::from(KING)],
            must_go: 0,
            is_measured,
        };
        // The cards of each class in a shape, eight bits a class.
        let mut members: Vec<u64> = Vec::with_capacity(shapes::SHAPES);
        for shape in shapes::TABLE.iter() {
            // It does not matter which uncovered card: the shape without it has been
            // computed before.
            let Some(card) = shape.uncovered().first() else {
                members.push(0);
                draws.shapes.push(ShapeNeeds::default());
                continue;
            };
            let slot = usize::from(card.slot);
            let mut now = members[usize::from(card.without)];
            let mut needs = draws.shapes[usize::from(card.without)];
            // What this card covers was uncovered before.
            let without = layout.shape(card.without);
            let mut covered = without.uncovered_places & !shape.uncovered_places;
            while covered != 0 {
                needs.useful |= layout.uses[covered.trailing_zeros() as usize];
                covered &= covered - 1;
            }
            needs.weight += 1;
            match inside.member[slot] {
                Some((class, bit)) => {
                    now |= 1 << (8 * class + bit);
                    let of_class = &inside.needs[class][usize::from((now >> (8 * class)) as u8)];
                    needs.needs = needs.needs & !class_ranks(class) | of_class;
                }
                None => needs.weight += u8::from(layout.slot_rank[slot] == KING),
            }
            members.push(now);
            draws.shapes.push(needs);
        }
        draws
    }

    /// How many cards of each rank are in a set.
    #[inline]
    fn count(&self, set: u32) -> Ranks {
        let bytes = self.ranks.iter().zip(set.to_le_bytes());
        bytes.map(|(ranks, byte)| ranks[usize::from(byte)]).sum()
    }

    /// How many cards of a set each rank could go with.
    #[inline]
    fn count_partners(&self, set: u32) -> Ranks {
        let bytes = self.partners.iter().zip(set.to_le_bytes());
        bytes.map(|(ranks, byte)| ranks[usize::from(byte)]).sum()
    }

    /// The fewest steps from here besides `removals`, the removals of the relaxed game;
    /// none if there is no solution. `open` are the cards that uncovered cards may still
    /// go with.
    #[inline]
    pub fn at_least(&self, layout: &Layout, at: Packed, open: u32, removals: u8) -> Option<u8> {
        let shape = &self.shapes[usize::from(at.shape)];
        let usable = shape.useful | open;
        let behind = at.set & ((1 << at.place()) - 1);
        let ahead = at.set & !behind;
        // 1. Cards that must go, and are more than their partners.
        if self.must_go != 0 {
            let alone = self.count(at.set & self.must_go & !usable);
            if lacking(self.count_partners(at.set), alone) != 0 {
                return None;
            }
        }
        // 2. The topmost card of the waste that stays there in this pass.
        let mut staying = behind & !usable & !self.kings;
        let mut blocked = 0;
        let mut left = ahead;
        while staying != 0 {
            let top = 31 - staying.leading_zeros();
            let under = (1 << top) - 1;
            let partners = layout.pairs[top as usize] & left;
            if partners == 0 {
                if self.must_go >> top & 1 != 0 && at.pass() + 1 == PASSES {
                    return None;
                }
                blocked = behind & under;
                break;
            }
            // The next one goes later than this one.
            left &= !(partners ^ (partners - 1));
            staying &= under;
        }
        // 3. What the waste cannot give; then what this pass cannot give.
        let have = self.count(behind & usable & !blocked);
        let missing = lacking(have, shape.needs);
        if missing == 0 {
            return Some(0);
        }
        let have_all = have + self.count(ahead & usable);
        let missing_all = lacking(have_all, shape.needs);
        // 4. What must be passed, and what that costs.
        let (passed, recycles) = if missing_all != 0 {
            if at.pass() + 1 == PASSES {
                return None;
            }
            let last = last_of(layout, blocked & usable, shape.needs, have_all, missing_all)?;
            (ahead | at.set & (last - 1), 1)
        } else {
            let last = last_of(layout, ahead & usable, shape.needs, have, missing)?;
            (ahead & (last - 1), 0)
        };
        Some(self.cost(shape, passed, usable, removals) + recycles)
    }

    /// The fewest steps to pass these cards, besides the removals of the relaxed game.
    #[inline]
    fn cost(&self, shape: &ShapeNeeds, passed: u32, usable: u32, removals: u8) -> u8 {
        let kings = (passed & self.kings).count_ones();
        let others = passed & !self.kings;
        let (removals, weight) = (u32::from(removals), u32::from(shape.weight));
        if self.is_measured {
            let least = (weight + others.count_ones()).div_ceil(2) + kings;
            return least.saturating_sub(removals) as u8;
        }
        let free = (2 * removals).saturating_sub(weight);
        let useful = (others & usable).count_ones();
        let useless = (others & !usable).count_ones();
        let halves = useless + useful.saturating_sub(free);
        (halves.div_ceil(2) + kings) as u8
    }
}

/// The ranks of which there are fewer than needed, as bits of [`GUARD`].
#[inline]
const fn lacking(have: Ranks, needs: Ranks) -> Ranks {
    !((have | GUARD) - needs) & GUARD
}

/// The last card of a set that is needed, if its cards are used in their order; none
/// if there are not enough. `missing` are the ranks with fewer cards than needed.
#[inline]
fn last_of(
    layout: &Layout,
    set: u32,
    needs: Ranks,
    have: Ranks,
    mut missing: Ranks,
) -> Option<u32> {
    let mut last = 0;
    while missing != 0 {
        let shift = missing.trailing_zeros() - 3;
        missing &= missing - 1;
        let mut more = (needs >> shift & 15) - (have >> shift & 15);
        let mut cards = layout.pile_of_rank[shift as usize / 4 + 1] & set;
        while more > 1 {
            cards &= cards.wrapping_sub(1);
            more -= 1;
        }
        if cards == 0 {
            return None;
        }
        last = last.max(cards & cards.wrapping_neg());
    }
    Some(last)
}

/// The ranks of the cards in each byte of a set of the pile.
fn ranks_of_bytes(layout: &Layout, of: impl Fn(u8) -> u8) -> [[Ranks; 256]; BYTES] {
    let mut ranks = [[0; 256]; BYTES];
    for (byte, ranks) in ranks.iter_mut().enumerate() {
        for set in 1..256usize {
            let card = 8 * byte + set.trailing_zeros() as usize;
            let one = match layout.pile_rank[card] {
                0 | KING => 0,
                rank => 1 << (4 * (of(rank) - 1)),
            };
            ranks[set] = ranks[set & (set - 1)] + one;
        }
    }
    ranks
}

/// Ranks that go together: 1 and 12, 2 and 11, ..
const CLASSES: usize = 6;

/// The bits of the two ranks of a class.
const fn class_ranks(class: usize) -> Ranks {
    15 << (4 * class) | 15 << (4 * (11 - class))
}

/// What the cards of one class need of the pile.
struct Inside {
    /// The class of the card in each place, and its number in it: lower ranks from 0,
    /// higher ranks from 4.
    member: [Option<(usize, usize)>; CARDS],
    /// For each set of members.
    needs: [[Ranks; 256]; CLASSES],
}

impl Inside {
    fn new(layout: &Layout) -> Self {
        let mut inside = Self {
            member: [None; CARDS],
            needs: [[0; 256]; CLASSES],
        };
        let over = shapes::lying_over();
        for class in 0..CLASSES {
            // 1. The places of each rank.
            let low = class as u8 + 1;
            let mut places = [None; 8];
            for (rank, from) in [(low, 0), (13 - low, 4)] {
                let of_rank = (0..CARDS).filter(|&slot| layout.slot_rank[slot] == rank);
                for (index, slot) in (from..from + 4).zip(of_rank) {
                    places[index] = Some(slot);
                    inside.member[slot] = Some((class, index));
                }
            }
            // 2. With whom each card of the lower rank can go.
            let mut partners = [0usize; 4];
            for (low, partners) in partners.iter_mut().enumerate() {
                for high in 4..8 {
                    if let (Some(one), Some(other)) = (places[low], places[high])
                        && over[one] >> other & 1 == 0
                        && over[other] >> one & 1 == 0
                    {
                        *partners |= 1 << high;
                    }
                }
            }
            inside.needs[class] = needs_of_class(class, partners);
        }
        inside
    }
}

/// What each set of members of a class needs, if these pairs can go together.
fn needs_of_class(class: usize, partners: [usize; 4]) -> [Ranks; 256] {
    let mut needs = [0; 256];
    let mut most = [0u8; 256];
    for members in 0..256usize {
        // The most pairs: the first card of the lower rank goes with one of its
        // partners, or with none.
        let low = members & 15;
        if low != 0 {
            let rest = members & (members - 1);
            let mut best = most[rest];
            let mut others = partners[low.trailing_zeros() as usize] & members;
            while others != 0 {
                let other = others & others.wrapping_neg();
                best = best.max(most[rest & !other] + 1);
                others &= others - 1;
            }
            most[members] = best;
        }
        // Each lower card that is left needs a higher one of the pile, and the other
        // way round.
        let pairs = u32::from(most[members]);
        let of_higher = u64::from(low.count_ones() - pairs);
        let of_lower = u64::from((members >> 4).count_ones() - pairs);
        needs[members] = of_higher << (4 * (11 - class)) | of_lower << (4 * class);
    }
    needs
}
