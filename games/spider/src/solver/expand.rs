//! What a beam tries from a position: not every legal move, but the useful ones,
//! and several moves at once where only all of them together help.
//!
//! | edge | moves |
//! |---|---|
//! | a run onto a card one rank higher | one. A run is split only onto a longer run of its suit, unless all splits are tried |
//! | cards of several suits in sequence, over empty columns | as many as that takes |
//! | the last run, or the whole last sequence, onto an empty column | one, or as many as that takes |
//! | a deal; empty columns are filled first with what costs least | one, and one for each of them |
//!
//! Children are valued by what changes; only those that a beam keeps are made.

use super::ends::{Change, Counted, Ends, NO_HEAD, NO_TOP};
use super::packed::{Game, NUMBERS, Node, POWERS, STEP, mix, rank};
use super::weights::Terms;

/// A way from a position to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge(pub u32);

/// What an edge does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Does {
    /// The last cards of a column go onto another.
    Carry {
        /// From here.
        from: usize,
        /// Onto this one.
        to: usize,
        /// So many cards.
        count: usize,
    },
    /// Empty columns are filled, then a row is dealt.
    FillAndDeal,
    /// A row is dealt.
    Deal,
}

impl Edge {
    const FILL_AND_DEAL: Self = Self(1 << 16);
    const DEAL: Self = Self(2 << 16);

    const fn carry(from: usize, to: usize, count: usize) -> Self {
        Self((from | to << 4 | count << 8) as u32)
    }

    /// What it does.
    pub const fn does(self) -> Does {
        match self.0 >> 16 {
            0 => Does::Carry {
                from: (self.0 & 15) as usize,
                to: (self.0 >> 4 & 15) as usize,
                count: (self.0 >> 8 & 255) as usize,
            },
            1 => Does::FillAndDeal,
            _ => Does::Deal,
        }
    }
}

/// A position that could come next.
#[derive(Clone, Copy, Debug)]
pub struct Child {
    /// Its value; less is better.
    pub value: i32,
    /// The part of it that is a sum over columns.
    pub cost: i32,
    /// Its key.
    pub key: u64,
    /// How it is reached.
    pub edge: Edge,
    /// Moves that this takes.
    pub steps: u8,
    /// Rows left in its stock.
    pub rows: u8,
    /// Runs that are gone.
    pub home: u8,
}

/// The most moves of an edge.
pub const MOST_STEPS: usize = 15;
/// Parts of a sequence that are moved at once, at most, and empty columns that
/// help, at most.
const MOST_PARTS: usize = 16;
const MOST_EMPTY: usize = 4;

/// Moves for so many parts of a sequence, by the empty columns that help; 0 where
/// they are too few.
pub static STEPS: [[u8; MOST_PARTS + 1]; MOST_EMPTY + 1] = {
    let mut steps = [[0u8; MOST_PARTS + 1]; MOST_EMPTY + 1];
    let mut empty = 0;
    while empty <= MOST_EMPTY {
        steps[empty][1] = 1;
        let mut parts = 2;
        while parts <= MOST_PARTS {
            if parts <= empty + 1 {
                steps[empty][parts] = 2 * parts as u8 - 1;
            } else if empty > 0 {
                let first = first_part(&steps, parts, empty);
                if first > 0 {
                    let helped = &steps[empty - 1];
                    steps[empty][parts] = 2 * helped[first] + helped[parts - first];
                }
            }
            parts += 1;
        }
        empty += 1;
    }
    steps
};

/// How many parts are put aside first where they are too many for one empty
/// column each; 0 if it cannot be done.
const fn first_part(
    steps: &[[u8; MOST_PARTS + 1]; MOST_EMPTY + 1],
    parts: usize,
    empty: usize,
) -> usize {
    let (mut best, mut fewest) = (0, u8::MAX);
    let mut first = 1;
    while first < parts {
        let (aside, rest) = (steps[empty - 1][first], steps[empty - 1][parts - first]);
        if aside > 0 && rest > 0 && 2 * aside + rest < fewest {
            fewest = 2 * aside + rest;
            best = first;
        }
        first += 1;
    }
    best
}

/// The same for a search in the middle of its moves.
pub fn put_aside(parts: usize, empty: usize) -> usize {
    first_part(&STEPS, parts, empty)
}

/// Cards at the end of a column that follow each other by rank.
struct Sequence {
    /// How many cards.
    len: usize,
    /// By the number of cards taken: parts of one suit, and the length of the
    /// lowest part.
    parts: [u8; 14],
    lowest: [u8; 14],
}

impl Sequence {
    /// The cards in sequence. Without an empty column only those of one suit can move.
    fn of(node: &Node, column: usize, has_empty: bool) -> Self {
        const LENGTHS: [u8; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
        let run = usize::from(node.run[column]);
        let mut sequence = Self {
            len: run,
            parts: [1; 14],
            lowest: LENGTHS,
        };
        if !has_empty {
            return sequence;
        }
        let cards = &node.column(column)[usize::from(node.down[column])..];
        let (cards, last) = cards.split_at(cards.len() - run);
        let mut last = last[0];
        for card in cards.iter().rev() {
            let at = sequence.len;
            if last + 1 == *card {
                sequence.parts[at + 1] = sequence.parts[at];
                sequence.lowest[at + 1] = sequence.lowest[at] + 1;
            } else if rank(last) + 1 == rank(*card) {
                sequence.parts[at + 1] = sequence.parts[at] + 1;
                sequence.lowest[at + 1] = 1;
            } else {
                break;
            }
            sequence.len += 1;
            last = *card;
        }
        sequence
    }

    /// Does a part begin with the last `count` cards?
    fn is_whole(&self, count: usize) -> bool {
        count == self.len || self.lowest[count + 1] == 1
    }
}

/// A position whose children are wanted.
struct Parent<'a> {
    game: &'a Game,
    terms: &'a Terms,
    node: &'a Node,
    ends: Ends,
    counted: Counted,
    empty: usize,
    splits: Splits,
    bars: &'a Bars,
}

/// By the moves of an edge: children of this value and worse are of no use.
pub type Bars = [i32; MOST_STEPS + 1];

/// All children are wanted.
pub const NO_BARS: Bars = [i32::MAX; MOST_STEPS + 1];

/// Which runs are split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Splits {
    /// Those that make a longer run of their suit.
    #[default]
    Longer,
    /// All.
    All,
}

/// Adds the children of a position, but for those that are of no use.
pub fn expand(
    game: &Game,
    terms: &Terms,
    splits: Splits,
    node: &Node,
    bars: &Bars,
    children: &mut Vec<Child>,
) {
    let ends = Ends::of(game, node);
    let mut parent = Parent {
        game,
        terms,
        node,
        ends,
        counted: Counted::of(terms, game, &ends),
        empty: 0,
        splits,
        bars,
    };
    // The columns that end with each rank, a bit for each.
    let mut columns = [0u16; 32];
    for (column, top) in ends.top[..game.columns].iter().enumerate() {
        columns[usize::from(rank(*top))] |= 1 << column;
    }
    let first_empty = columns[usize::from(NO_TOP)];
    parent.empty = first_empty.count_ones() as usize;
    for from in 0..game.columns {
        let top = ends.top[from];
        if top == NO_TOP {
            continue;
        }
        let sequence = Sequence::of(node, from, first_empty != 0);
        let higher = &columns[usize::from(rank(top)) + 1..][..sequence.len];
        let mut fits = higher.iter().fold(0, |all, one| all | one) & !(1 << from);
        while fits != 0 {
            let to = fits.trailing_zeros() as usize;
            fits &= fits - 1;
            parent.onto_card(from, to, &sequence, children);
        }
        if first_empty != 0 {
            let to = first_empty.trailing_zeros() as usize;
            parent.onto_empty(from, to, &sequence, children);
        }
    }
    if node.rows > 0 {
        if parent.empty == 0 || game.deals_on_empty {
            parent.deal(children);
        }
        if parent.empty > 0 {
            parent.slowly(Edge::FILL_AND_DEAL, 0, children);
        }
    }
}

impl Parent<'_> {
    fn onto_card(&self, from: usize, to: usize, sequence: &Sequence, children: &mut Vec<Child>) {
        let (last, top) = (self.ends.top[from], self.ends.top[to]);
        let count = usize::from(rank(top).wrapping_sub(rank(last)));
        if count == 0 || count > sequence.len {
            return;
        }
        let run = usize::from(self.node.run[from]);
        let head = last_of(self.node, from, count);
        let is_suit = head + 1 == top;
        if self.splits == Splits::All {
            // Every legal move is one of these.
        } else if count < run {
            // Split only what makes a longer run.
            if !is_suit || usize::from(self.node.run[to]) + count <= run {
                return;
            }
        } else if count > run && !sequence.is_whole(count) && !is_suit {
            return;
        }
        let parts = usize::from(sequence.parts[count]);
        let steps = steps(parts, self.empty);
        if steps == 0 {
            return;
        }
        if parts == 1
            && is_suit
            && usize::from(self.node.run[to]) + count == usize::from(self.game.ranks)
        {
            self.slowly(Edge::carry(from, to, count), 1, children);
            return;
        }
        self.carry(from, to, count, sequence, steps, children);
    }

    fn onto_empty(&self, from: usize, to: usize, sequence: &Sequence, children: &mut Vec<Child>) {
        let run = usize::from(self.node.run[from]);
        let len = self.node.len(from);
        if run < len {
            self.carry(from, to, run, sequence, 1, children);
        }
        let all = sequence.len;
        let mut several = |count: usize| {
            let steps = steps(usize::from(sequence.parts[count]), self.empty - 1);
            if count < len && steps > 0 {
                self.carry(from, to, count, sequence, steps, children);
            }
        };
        match self.splits {
            Splits::Longer if all > run => several(all),
            Splits::Longer => {}
            Splits::All => (1..=all).filter(|count| *count != run).for_each(several),
        }
    }

    /// Values a move by what it changes.
    fn carry(
        &self,
        from: usize,
        to: usize,
        count: usize,
        sequence: &Sequence,
        steps: u8,
        children: &mut Vec<Child>,
    ) {
        let (node, terms) = (self.node, self.terms);
        let mut empty = self.empty;
        let (len, down) = (node.len(from), usize::from(node.down[from]));
        let (head, lowest) = (last_of(node, from, count), sequence.lowest[count]);
        let mut cost = node.cost;
        let mut down_after = node.down[from];
        let (mut bare, mut head_from) = (NO_TOP, NO_HEAD);
        // Where the cards come from.
        if len == count {
            cost -= terms.base(head);
            empty += 1;
        } else {
            bare = last_of(node, from, count + 1);
            if len - count == down {
                cost -= terms.pair(bare, head) + terms.turned(node.down[from]);
                down_after -= 1;
                head_from = bare;
            } else {
                let rest = match node.run[from].checked_sub(count as u8) {
                    Some(rest @ 1..) => rest,
                    _ => node.run_at(from, len - count),
                };
                head_from = bare + rest - 1;
                if head + 1 == bare {
                    cost += terms.run(rest) + terms.run(lowest) - terms.run(rest + lowest);
                } else {
                    cost -= terms.pair(bare, head);
                }
            }
        }
        // Where they go.
        let covered = self.ends.top[to];
        let mut head_to = if sequence.parts[count] > 1 {
            self.ends.head[from]
        } else {
            head
        };
        if covered == NO_TOP {
            cost += terms.base(head);
            empty -= 1;
        } else if head + 1 == covered {
            let run = node.run[to];
            cost += terms.run(run + lowest) - terms.run(run) - terms.run(lowest);
            if sequence.parts[count] == 1 {
                head_to = self.ends.head[to];
            }
        } else {
            cost += terms.pair(covered, head);
        }
        let change = Change {
            covered,
            bare,
            before: [self.ends.head[from], self.ends.head[to]],
            after: [head_from, head_to],
        };
        let (gained, low) = self.counted.after(terms, &change);
        let value = cost + terms.sum(gained, low, empty, node.home);
        // Most children end here: a wide beam is full of better ones.
        if value >= self.bars[usize::from(steps) & MOST_STEPS] {
            return;
        }
        children.push(Child {
            value,
            cost,
            key: self.key(from, to, count, down_after),
            edge: Edge::carry(from, to, count),
            steps,
            rows: node.rows,
            home: node.home,
        });
    }

    /// The key after a move.
    fn key(&self, from: usize, to: usize, count: usize, down_after: u8) -> u64 {
        let node = self.node;
        let left = node.len(from) - count;
        let [taken_from, put_on] = [left, node.len(to)].map(|place| &POWERS[place..][..count]);
        let cards = &node.column(from)[left..];
        let (mut less, mut more) = (node.hash[from], node.hash[to]);
        for ((card, from), to) in cards.iter().zip(taken_from).zip(put_on) {
            let number = NUMBERS[usize::from(*card & 63)];
            less = less.wrapping_sub(number.wrapping_mul(*from));
            more = more.wrapping_add(number.wrapping_mul(*to));
        }
        let [place_from, place_to] = [from, to].map(|column| self.game.place(column, node.rows));
        node.key
            .wrapping_sub(mix(node.hash[from], node.down[from], place_from))
            .wrapping_sub(mix(node.hash[to], node.down[to], place_to))
            .wrapping_add(mix(less, down_after, place_from))
            .wrapping_add(mix(more, node.down[to], place_to))
    }

    /// Values a deal by what it changes.
    fn deal(&self, children: &mut Vec<Child>) {
        let (node, terms) = (self.node, self.terms);
        let row = match self.game.next_row(node) {
            Some(row) => row,
            None => return,
        };
        let rows = node.rows - 1;
        let mut ends = self.ends;
        let mut empty = self.empty;
        let mut cost = node.cost;
        let mut key = u64::from(rows).wrapping_mul(STEP);
        for column in 0..self.game.columns {
            let mut hash = node.hash[column];
            if let Some(&card) = row.get(column) {
                let top = ends.top[column];
                let power = POWERS[node.len(column)];
                hash = hash.wrapping_add(NUMBERS[usize::from(card & 63)].wrapping_mul(power));
                ends.top[column] = card;
                if card + 1 == top {
                    let run = node.run[column];
                    if run + 1 == self.game.ranks {
                        self.slowly(Edge::DEAL, 1, children);
                        return;
                    }
                    cost += terms.run(run + 1) - terms.run(run);
                } else {
                    ends.head[column] = card;
                    if top == NO_TOP {
                        cost += terms.base(card);
                        empty -= 1;
                    } else {
                        cost += terms.pair(top, card);
                    }
                }
            }
            let place = self.game.place(column, rows);
            key = key.wrapping_add(mix(hash, node.down[column], place));
        }
        children.push(Child {
            value: cost + terms.table(self.game, &ends, empty, node.home),
            cost,
            key,
            edge: Edge::DEAL,
            steps: 1,
            rows,
            home: node.home,
        });
    }

    /// Makes the child to value it.
    fn slowly(&self, edge: Edge, steps: u8, children: &mut Vec<Child>) {
        let mut made = self.node.clone();
        let Some(fills) = make(self.game, self.terms, &mut made, edge) else {
            return;
        };
        made.key = self.game.key(&made);
        made.cost = self.terms.columns(self.game, &made);
        children.push(Child {
            value: self.terms.value(self.game, &made),
            cost: made.cost,
            key: made.key,
            edge,
            steps: steps.max(fills + 1),
            rows: made.rows,
            home: made.home,
        });
    }
}

fn steps(parts: usize, empty: usize) -> u8 {
    let steps = STEPS[empty.min(MOST_EMPTY)].get(parts).copied();
    let steps = steps.unwrap_or(0);
    if usize::from(steps) > MOST_STEPS {
        0
    } else {
        steps
    }
}

/// The card that is `count` from the end of a column.
#[inline]
fn last_of(node: &Node, column: usize, count: usize) -> u8 {
    node.cards[usize::from(node.start[column + 1]) - count]
}

/// Goes along an edge. Complete runs leave. Cost and key stay what they were. Returns how
/// many columns were filled; none if they cannot be.
pub fn make(game: &Game, terms: &Terms, node: &mut Node, edge: Edge) -> Option<u8> {
    let mut fills = 0;
    match edge.does() {
        Does::Carry { from, to, count } => {
            game.carry(node, from, to, count);
            game.take_home(node, to);
        }
        Does::Deal | Does::FillAndDeal => {
            if edge == Edge::FILL_AND_DEAL {
                while let Some((from, to, count)) = next_fill(game, terms, node)? {
                    game.carry(node, from, to, count);
                    fills += 1;
                }
            }
            game.deal(node);
            game.settle(node);
        }
    }
    Some(fills)
}

/// The first empty column and the cards that cost least there; `Some(None)` if no
/// column is empty, `None` if there are no cards to fill it.
pub fn next_fill(game: &Game, terms: &Terms, node: &Node) -> Option<Option<(usize, usize, usize)>> {
    let Some(to) = (0..game.columns).find(|&column| node.len(column) == 0) else {
        return Some(None);
    };
    let mut best = None;
    for from in 0..game.columns {
        let (len, run) = (node.len(from), node.run[from]);
        for count in 1..=usize::from(run).min(len.saturating_sub(1)) {
            let head = last_of(node, from, count);
            let below = last_of(node, from, count + 1);
            let mut cost = terms.base(head);
            if count < usize::from(run) {
                cost += terms.run(run - count as u8) + terms.run(count as u8) - terms.run(run);
            } else {
                cost -= terms.pair(below, head);
                if len - count == usize::from(node.down[from]) {
                    cost -= terms.turned(node.down[from]);
                }
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, (from, to, count)));
            }
        }
    }
    best.map(|(_, fill)| Some(fill))
}
