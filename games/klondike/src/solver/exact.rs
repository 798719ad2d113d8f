//! Positions with what they cost: for the shortest solution.
//!
//! For a win it makes no difference on which of two equal places a card lies;
//! for the number of moves it does. When both cards of a pair lie in the columns
//! and one of them is covered, the covered one can go home only after a move
//! that brings what lies on it to the other. So an exact position knows, for each
//! pair with both cards in sight, which one is covered:
//!
//! ```text
//! covers   two bits a pair
//!          one card on the pair:   0 open, 1 on the low one, 2 on the high one
//!          two cards on the pair:  0 open, 1 low on low and high on high, 2 crossed
//! ```
//! *Open* means that the choice was free when the card was laid, and has not
//! mattered since: it is made when one of the two goes home, so that it costs
//! nothing.
//!
//! The waste is exact as well: how many cards lie in it. Draws are made only to
//! play a card, and are counted with it.

use patience_core::sorting::sort_short_by;

use super::expand::{Step, bits};
use super::layout::{Layout, MOST_COLUMNS, MOST_STOCK, NONE, Packed, index_of, suit_at};
use crate::rules::State;

/// A position that knows what its moves cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exact {
    /// The position; its `waste` is not used.
    pub at: Packed,
    /// Which cards of pairs are covered.
    pub covers: u64,
    /// Cards in the waste.
    pub waste: u8,
}

/// A position as a number.
pub type Key = [u64; 2];

/// What turns numbers back into positions, and what moves cost.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The layout of the game.
    pub layout: Layout,
    /// By [`Packed::locks`]: how many locked cards must go to another column, see
    /// [`must_move`].
    must_move: Vec<u8>,
    /// What turning the waste over costs.
    pub recycle: u32,
    /// What is to be reached.
    pub aim: Aim,
    /// When points are the aim: a loss that is small enough.
    pub enough: u32,
    /// By place of the stock: the places before it with lower cards of its suit.
    lower_before: [u32; MOST_STOCK],
    columns: Vec<Column>,
}

/// What a search for the fewest moves is to reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// All cards home.
    Win,
    /// So many suits with this rank (from 1) at home.
    Cards {
        /// The rank.
        rank: u8,
        /// How many.
        count: usize,
    },
    /// The most points. What is counted then is not moves but losses, five points
    /// each, see [`Terms::loss`].
    Points,
}

#[derive(Clone, Debug)]
struct Column {
    weight: u32,
    size: u32,
    /// By number of locked cards: these, and those of them that lie face down.
    locked: [(u64, u64); 32],
}

impl Terms {
    /// Prepares a position; none if there is no room for its numbers.
    pub fn new(layout: Layout, at: &Packed, recycle: u32) -> Option<Self> {
        if layout.most_locks > 1 << 16 || layout.last_pass.is_some_and(|last| last > 15) {
            return None;
        }
        let mut columns = Vec::new();
        let mut left = at.locked;
        // The top of each column is locked and face up.
        for top in bits(at.locked & !at.down) {
            let mut cards = Vec::new();
            let mut card = top;
            while card != NONE {
                cards.push(card);
                left &= !(1 << card);
                card = layout.under[usize::from(card)];
            }
            cards.reverse();
            if cards.len() > 31 || columns.len() == MOST_COLUMNS {
                return None;
            }
            let mut locked = [(0, 0); 32];
            for (index, &card) in cards.iter().enumerate() {
                let (below, _) = locked[index];
                locked[index + 1] = (below | 1 << card, below);
            }
            columns.push(Column {
                weight: layout.weight[usize::from(top)],
                size: cards.len() as u32 + 1,
                locked,
            });
        }
        let must_move = must_move(&layout, &columns);
        let lower_before = lower_before(&layout);
        (left == 0).then_some(Self {
            layout,
            must_move,
            recycle,
            aim: Aim::Win,
            enough: 0,
            lower_before,
            columns,
        })
    }

    /// The position where a search starts.
    pub fn start(&self, state: &State, at: &Packed) -> Option<Exact> {
        let mut exact = Exact {
            at: *at,
            covers: 0,
            waste: state.waste.len() as u8,
        };
        exact.at.waste = 0;
        // Every face-up card but the first of a column lies on one of a pair.
        let mut below = [NONE; 64];
        for column in &state.columns {
            for pair in column.up.windows(2) {
                below[usize::from(index_of(pair[1]?))] = index_of(pair[0]?);
            }
        }
        let visible = at.visible(self.layout.all);
        for pair in (0..52u32).step_by(2) {
            let both = (visible >> pair) & 3;
            let children = ((visible & !at.locked) << 4 >> pair) & 3;
            if both != 3 || children == 0 {
                continue;
            }
            let low_child = pair as usize - 4;
            let cover = if children == 2 {
                1 + (below[low_child + 1] & 1)
            } else {
                // On the low card; with two children: parallel.
                1 + (below[low_child] & 1)
            };
            exact.covers |= u64::from(cover) << pair;
        }
        Some(exact)
    }

    /// The position as a number.
    #[inline]
    pub fn key(&self, exact: &Exact) -> Key {
        let at = &exact.at;
        [
            u64::from(at.ranks) << 48
                | u64::from(at.locks) << 32
                | u64::from(at.stock) << 8
                | u64::from(exact.waste),
            exact.covers | u64::from(at.pass) << 56,
        ]
    }

    /// The position of a number.
    pub fn position(&self, key: Key) -> Exact {
        let ranks = (key[0] >> 48) as u16;
        let locks = (key[0] >> 32) as u32 & 0xffff;
        let stock = (key[0] >> 8) as u32 & 0xff_ffff;
        let (mut locked, mut down) = (0, 0);
        for column in &self.columns {
            let count = locks / column.weight % column.size;
            let (all, below) = column.locked[count as usize & 31];
            locked |= all;
            down |= below;
        }
        let mut home = 0;
        for suit in 0..4 {
            home |= HOME[suit][usize::from(ranks >> (4 * suit) & 15)];
        }
        Exact {
            at: Packed {
                home,
                locked,
                down,
                stock_cards: self.layout.cards_at(stock),
                stock,
                locks,
                ranks,
                waste: 0,
                pass: (key[1] >> 56) as u8,
            },
            covers: key[1] & ((1 << 56) - 1),
            waste: key[0] as u8,
        }
    }

    /// No win from here takes fewer moves: every card goes home, some of the locked
    /// ones go elsewhere first, and the stock is drawn.
    #[inline]
    pub fn lower_bound(&self, exact: &Exact) -> u32 {
        let at = &exact.at;
        match self.aim {
            Aim::Win => {}
            Aim::Cards { rank, count } => return cards_to_go(at.ranks, rank, count),
            Aim::Points => return 0,
        }
        let to_go = (self.layout.all & !at.home).count_ones();
        let moves = u32::from(self.must_move[at.locks as usize & 0xffff]);
        let left = at.stock.count_ones() - u32::from(exact.waste);
        to_go + moves + left.div_ceil(self.layout.draw) + self.detours(exact)
    }

    /// What the order of the stock costs at least, beside one draw of everything.
    ///
    /// If the waste is not turned over again, a card leaves it before those that
    /// lie under it: the cards of the waste, then those of each draw. If one of
    /// them is a lower card of its suit, the card goes onto a column first. Each
    /// such card is a move more. Or the waste is turned over, and there is a draw.
    #[inline]
    fn detours(&self, exact: &Exact) -> u32 {
        let again = match self.layout.last_pass {
            Some(last) if exact.at.pass >= last => u32::MAX,
            _ => self.recycle + 1,
        };
        let draw = self.layout.draw;
        let mut detours = 0;
        let mut left = exact.at.stock;
        let mut below = 0;
        // The cards until the next draw begins.
        let mut same = match u32::from(exact.waste) {
            0 => draw,
            waste => waste,
        };
        while left != 0 {
            if same == 0 {
                below = 0;
                same = draw;
            }
            let place = left.trailing_zeros();
            if below & self.lower_before[place as usize % MOST_STOCK] != 0 {
                detours += 1;
                if detours >= again {
                    return again;
                }
            }
            below |= 1 << place;
            left &= left - 1;
            same -= 1;
        }
        detours
    }

    /// The points that could still come, in fives: two for every card that goes
    /// home, one for every card turned up, one for every card that goes from the
    /// waste onto a column. If the game ends here, they are lost.
    pub const fn loss(&self, exact: &Exact) -> u32 {
        let at = &exact.at;
        2 * (self.layout.all & !at.home).count_ones() + at.down.count_ones() + at.stock.count_ones()
    }

    /// What a step costs: its moves, or what it loses. A card that goes home from
    /// the waste loses the five points of a column. One that comes back from home
    /// loses fifteen, and ten of them can be had again.
    pub const fn cost(&self, step: Step, moves: u32) -> u32 {
        match (self.aim, step) {
            (Aim::Points, Step::StockHome(_) | Step::Back(_)) => 1,
            (Aim::Points, _) => 0,
            _ => moves,
        }
    }

    /// Forgets what makes no difference to the points.
    pub fn without_costs(&self, exact: &mut Exact) {
        exact.covers = 0;
        let count = exact.at.stock.count_ones();
        let waste = u32::from(exact.waste);
        if self.layout.last_pass.is_none()
            && (waste == count || waste.is_multiple_of(self.layout.draw))
        {
            exact.waste = 0;
        }
    }

    /// Is the aim reached?
    #[inline]
    pub fn is_reached(&self, exact: &Exact) -> bool {
        match self.aim {
            Aim::Win => exact.at.home == self.layout.all,
            Aim::Cards { rank, count } => cards_to_go(exact.at.ranks, rank, count) == 0,
            Aim::Points => false,
        }
    }

    /// What it costs to bring the card at this place among those left to the top
    /// of the waste, and in how many more passes; none if it cannot be.
    #[inline]
    fn draws(&self, exact: &Exact, place: u32) -> Option<(u32, u8)> {
        let count = exact.at.stock.count_ones();
        let waste = u32::from(exact.waste);
        let draw = self.layout.draw;
        let wanted = place + 1;
        if wanted == waste {
            return Some((0, 0));
        }
        let is_end = wanted == count;
        if wanted > waste && ((wanted - waste).is_multiple_of(draw) || is_end) {
            return Some(((wanted - waste).div_ceil(draw), 0));
        }
        if !(wanted.is_multiple_of(draw) || is_end) {
            return None;
        }
        if self
            .layout
            .last_pass
            .is_some_and(|last| exact.at.pass >= last)
        {
            return None;
        }
        let rest = (count - waste).div_ceil(draw);
        Some((rest + self.recycle + wanted.div_ceil(draw), 1))
    }

    /// Calls `found` for every step from here, with the position that it leads
    /// to and its cost.
    pub fn steps(&self, exact: &Exact, mut found: impl FnMut(Step, Exact, u32)) {
        let layout = &self.layout;
        let at = &exact.at;
        let visible = at.visible(layout.all);
        let bare = at.bare(layout.all, visible);
        let placeable = at.placeable(layout, visible, bare);
        let nexts = at.nexts(layout.all);
        let up = at.locked & !at.down;
        // 1. A safe card that lies bare goes home: it must go some time, and
        //    nothing becomes longer.
        let go = nexts & visible & bare;
        let is_win = self.aim == Aim::Win;
        for card in bits(if is_win { go } else { 0 }) {
            if at.is_safe(card) && !self.is_covered(exact, card) {
                let next = self.gone_home(exact, card);
                found(Step::Home(card), next, 1);
                return;
            }
        }
        // 2. Home.
        for card in bits(go) {
            let cost = 1 + u32::from(self.is_covered(exact, card));
            found(Step::Home(card), self.gone_home(exact, card), cost);
        }
        // 3. Locked cards.
        for card in bits(up & placeable & !layout.still) {
            let mut next = *exact;
            self.lay_from(exact, &mut next, card);
            next.at.locked &= !(1 << card);
            self.turn_up(&mut next, card);
            next.at.unlock(layout, card);
            found(Step::Unlock(card), next, 1);
        }
        // 4. The stock.
        let mut place = 0;
        let mut stock = at.stock;
        while stock != 0 {
            let index = stock.trailing_zeros() as usize;
            stock &= stock - 1;
            let card = layout.stock[index];
            let bit = 1u64 << card;
            if (placeable | nexts) & bit != 0
                && let Some((draws, passes)) = self.draws(exact, place)
            {
                let mut taken = *exact;
                taken.at.stock &= !(1 << index);
                taken.at.stock_cards &= !bit;
                taken.waste = place as u8;
                if layout.last_pass.is_some() {
                    taken.at.pass += passes;
                }
                if nexts & bit != 0 {
                    let mut next = taken;
                    next.at.go_home(card);
                    found(Step::StockHome(card), next, draws + 1);
                }
                if placeable & bit != 0 {
                    let mut next = taken;
                    self.lay_from(exact, &mut next, card);
                    self.show(exact, &mut next, card);
                    found(Step::Play(card), next, draws + 1);
                }
            }
            place += 1;
        }
        // 5. Back from home.
        if layout.worrying_back {
            for card in bits(at.tops() & placeable) {
                let mut next = *exact;
                next.at.come_back(card);
                if is_win && next.at.is_safe(card) {
                    continue;
                }
                self.lay_from(exact, &mut next, card);
                self.show(exact, &mut next, card);
                found(Step::Back(card), next, 1);
            }
        }
    }

    /// Does another card lie on this one, for certain?
    #[inline]
    fn is_covered(&self, exact: &Exact, card: u8) -> bool {
        let visible = exact.at.visible(self.layout.all);
        let pair = u32::from(card & 62);
        let both = (visible >> pair) & 3;
        let children = ((visible & !exact.at.locked) << 4 >> pair) & 3;
        if both != 3 {
            return children != 0;
        }
        let cover = (exact.covers >> pair) & 3;
        match children {
            0 => false,
            1 | 2 => cover == 1 + u64::from(card & 1),
            _ => true,
        }
    }

    /// A card of a column goes home.
    fn gone_home(&self, exact: &Exact, card: u8) -> Exact {
        let mut next = *exact;
        let layout = &self.layout;
        // What covers the pair it belongs to is on the other card now.
        next.covers &= !(3 << (card & 62));
        next.at.go_home(card);
        if exact.at.locked & (1 << card) != 0 {
            self.turn_up(&mut next, card);
            next.at.unlock(layout, card);
        } else {
            self.lift(exact, &mut next, card);
        }
        next
    }

    /// A free card leaves the pair that it lies on.
    fn lift(&self, exact: &Exact, next: &mut Exact, card: u8) {
        let pair = u32::from((card & 62) + 4);
        if pair >= 52 {
            return;
        }
        let visible = exact.at.visible(self.layout.all);
        let both = (visible >> pair) & 3;
        let children = ((visible & !exact.at.locked) << 4 >> pair) & 3;
        let cover = (exact.covers >> pair) & 3;
        next.covers &= !(3 << pair);
        if both == 3 && children == 3 && cover != 0 {
            // The other child stays; it lies low if it is low and parallel, or
            // high and crossed.
            let other_is_high = card & 1 == 0;
            let is_parallel = cover == 1;
            let on_low = other_is_high != is_parallel;
            next.covers |= (if on_low { 1 } else { 2 }) << pair;
        }
    }

    /// A card that was not free in the columns is laid onto a pair.
    fn lay_from(&self, exact: &Exact, next: &mut Exact, card: u8) {
        let pair = u32::from((card & 62) + 4);
        if pair >= 52 {
            return;
        }
        let visible = exact.at.visible(self.layout.all);
        let both = (visible >> pair) & 3;
        let children = ((visible & !exact.at.locked) << 4 >> pair) & 3;
        let cover = (exact.covers >> pair) & 3;
        if both == 3 && children != 0 && cover != 0 {
            // The other child lies on the low card, or on the high one.
            let other_on_low = cover == 1;
            let other_is_low = card & 1 == 1;
            let is_parallel = other_on_low == other_is_low;
            next.covers &= !(3 << pair);
            next.covers |= (if is_parallel { 1 } else { 2 }) << pair;
        }
    }

    /// A locked card leaves: the one under it turns up.
    fn turn_up(&self, next: &mut Exact, card: u8) {
        let under = self.layout.under[usize::from(card)];
        if under != NONE {
            let exact = *next;
            self.show(&exact, next, under);
        }
    }

    /// A card comes into the columns: if the other one of its pair is covered
    /// there, that is certain from now on.
    fn show(&self, exact: &Exact, next: &mut Exact, card: u8) {
        let pair = u32::from(card & 62);
        let visible = exact.at.visible(self.layout.all);
        let both = (visible >> pair) & 3;
        let children = ((visible & !exact.at.locked) << 4 >> pair) & 3;
        if both != 0 && children != 0 {
            next.covers &= !(3 << pair);
            next.covers |= both << pair;
        }
    }
}

/// By place of the stock: the places before it with lower cards of its suit.
fn lower_before(layout: &Layout) -> [u32; MOST_STOCK] {
    let mut lower = [0; MOST_STOCK];
    for (place, &card) in layout.stock.iter().enumerate() {
        for (earlier, &other) in layout.stock[..place].iter().enumerate() {
            let is_lower = card != NONE && other < card && suit_at(other) == suit_at(card);
            lower[place] |= u32::from(is_lower) << earlier;
        }
    }
    lower
}

/// How many cards must go home at least before so many suits have this rank
/// there: those that are nearest to it.
fn cards_to_go(ranks: u16, rank: u8, count: usize) -> u32 {
    let mut missing = [0, 4, 8, 12].map(|shift| rank.saturating_sub((ranks >> shift) as u8 & 15));
    sort_short_by(&mut missing, Ord::cmp);
    missing
        .iter()
        .take(count)
        .map(|&cards| u32::from(cards))
        .sum()
}

/// For each number of locked cards in the columns, the fewest of them that must
/// go to another column before they go home.
///
/// A locked card can go home from its place only when all lower cards of its suit
/// are home, so none of them is locked any more; else it goes elsewhere first. Of
/// all orders in which the locked cards can leave, each from the top of its
/// column, the best one counts: a shortest path over at most 40,320 numbers.
/// Cards that are not locked are taken to be at home whenever that helps.
fn must_move(layout: &Layout, columns: &[Column]) -> Vec<u8> {
    let mut fewest = vec![u8::MAX; layout.most_locks as usize];
    // The part of each column that is still locked, from none to all.
    for locks in 0..layout.most_locks {
        let counts = columns
            .iter()
            .map(|column| locks / column.weight % column.size);
        let counts: Vec<_> = counts.collect();
        let parts = columns.iter().zip(&counts);
        let locked = parts.fold(0, |set, (column, &count)| {
            set | column.locked[count as usize & 31].0
        });
        if locked == 0 {
            fewest[locks as usize] = 0;
            continue;
        }
        for (column, &count) in columns.iter().zip(&counts) {
            if count == 0 {
                continue;
            }
            let (all, below) = column.locked[count as usize & 31];
            let top = all & !below;
            let card = top.trailing_zeros() as usize;
            let suit = HOME[usize::from(suit_at(card as u8))];
            let must = locked & suit[card / 4] != 0;
            let rest = fewest[(locks - column.weight) as usize];
            let cost = rest.saturating_add(u8::from(must));
            fewest[locks as usize] = fewest[locks as usize].min(cost);
        }
    }
    fewest
}

/// By suit and number: the cards at home.
const HOME: [[u64; 16]; 4] = home();

const fn home() -> [[u64; 16]; 4] {
    let mut table = [[0; 16]; 4];
    let mut suit = 0;
    while suit < 4 {
        let mut rank = 0;
        while rank < 13 {
            let card = 4 * rank + (suit ^ (2 * (rank & 1)));
            table[suit][rank + 1] = table[suit][rank] | 1 << card;
            rank += 1;
        }
        suit += 1;
    }
    table
}
