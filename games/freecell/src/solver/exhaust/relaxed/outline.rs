//! The outline of a position, and the steps between outlines.
//!
//! ```text
//! word 0:  13 bits, one for each column whose foot holds a card
//!          how many cards lie as dealt, for each column
//! word 1:  52 bits, how many cards of each kind lie in cells;  home ♣ ♦
//! word 2:  the same on empty columns;                           home ♥ ♠
//! ```
//! A kind has 1 bit of the 52 where cards are built by suit, 2 by colour, 4 by rank. All
//! changes of an outline are sums, and so is its number.

use patience_search::StateKey;

use crate::rules::{Builds, Runs};
use crate::solver::cards::{Card, NOTHING, bit, cards_of, is_red, rank, suit, up_to};
use crate::solver::exhaust::board::Board;
use crate::solver::packing::Packing;
use crate::solver::terms::Terms;

/// The number of an outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Outline([u64; 3]);

impl StateKey for Outline {
    const FREE: Self = Self([u64::MAX; 3]);

    #[inline]
    fn mixed(self) -> u64 {
        let [first, second, third] = self.0;
        let folded = (first.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ second.rotate_left(32))
            .wrapping_mul(0xd6e8_feb8_6659_fd93);
        ((folded ^ folded >> 32) ^ third).mixed()
    }
}

/// What changes an outline: the sum of both is the next one.
type Change = [u64; 3];

const fn negative(change: Change) -> Change {
    let [first, second, third] = change;
    [
        first.wrapping_neg(),
        second.wrapping_neg(),
        third.wrapping_neg(),
    ]
}

impl Outline {
    fn with(self, change: Change) -> Self {
        let add = |word: usize| self.0[word].wrapping_add(change[word]);
        Self([add(0), add(1), add(2)])
    }
}

/// Bits of a word for the cards of all kinds.
const KINDS: u32 = 52;
/// Bits for the columns whose foot holds a card.
const COLUMNS: u32 = 13;
/// Ranks of a chain.
const RANKS: usize = 13;

/// The outlines that follow from a start.
#[derive(Clone, Debug)]
pub(super) struct Outlines<'a> {
    terms: &'a Terms,
    /// The cards on the table at the start.
    present: u64,
    /// The columns at the start.
    columns: Vec<Column>,
    /// The column of each card at the start, and its index there.
    places: [(u8, u8); 52],
    /// The kind of each card: its rank, and 13 for each chain before its own. A card fits on
    /// the next kind of its chain.
    kinds: [u8; 52],
    /// Bits of a kind.
    width: u32,
}

/// A column at the start.
#[derive(Clone, Debug)]
struct Column {
    cards: Vec<Card>,
    /// The set of its lowest cards, by their number.
    lowest: Vec<u64>,
    /// If so many cards lie as dealt, the upper ones of them may be built: how many
    /// are without those.
    unbuilt: Vec<u8>,
    /// Where the number of its dealt cards is in word 0, and its bits.
    shift: u32,
    mask: u64,
}

impl Column {
    fn new(cards: &[Card], terms: &Terms, shift: u32) -> Self {
        let mut lowest = vec![0];
        let mut unbuilt = vec![0u8];
        for (index, &card) in cards.iter().enumerate() {
            lowest.push(lowest[index] | bit(card));
            let is_built = match index {
                // It can go away and come back.
                0 => terms.fillers & bit(card) != 0,
                _ => terms.parents[usize::from(card)] & bit(cards[index - 1]) != 0,
            };
            unbuilt.push(if is_built {
                unbuilt[index]
            } else {
                index as u8 + 1
            });
        }
        let width = (cards.len() + 1).next_power_of_two().trailing_zeros();
        Self {
            cards: cards.to_vec(),
            lowest,
            unbuilt,
            shift,
            mask: (1 << width) - 1,
        }
    }
}

/// How many loose cards of a kind there are, and where.
#[derive(Clone, Copy, Default)]
struct Kind {
    all: u32,
    in_cells: u32,
    on_columns: u32,
    /// On loose cards.
    on_cards: u32,
    /// Those that hold nothing, of the ones that are not in cells.
    open: u32,
}

/// An outline, read.
struct View {
    dealt: [u8; 13],
    home: [u8; 4],
    /// The top card of what lies as dealt in each column.
    feet: [Card; 13],
    /// The columns whose foot holds a card.
    held: u64,
    loose: u64,
    kinds: [Kind; 52],
    free_cells: u32,
    free_columns: u32,
}

impl<'a> Outlines<'a> {
    /// The outlines that follow from this start; none if they have no numbers of this form.
    pub fn new<const W: usize>(terms: &'a Terms, start: &Board<W>) -> Option<Self> {
        let mut columns = Vec::new();
        let mut places = [(u8::MAX, 0); 52];
        let mut shift = COLUMNS;
        for (cards, &height) in start.column.iter().zip(&start.height).take(terms.columns) {
            let cards = &cards[..usize::from(height)];
            for (index, &card) in cards.iter().enumerate() {
                places[usize::from(card)] = (columns.len() as u8, index as u8);
            }
            let column = Column::new(cards, terms, shift);
            shift += column.mask.count_ones();
            columns.push(column);
        }
        let kind = |card: Card| {
            let chain = match terms.builds {
                Builds::SameSuit => suit(card),
                Builds::OtherColour => usize::from(rank(card) + u8::from(is_red(card))) & 1,
                Builds::AnySuit => 0,
            };
            (RANKS * chain) as u8 + rank(card) - 1
        };
        let lowest = columns.iter().map(|column| &column.lowest);
        let all = lowest.fold(start.cells, |all, sets| all | sets[sets.len() - 1]);
        (shift <= u64::BITS).then(|| Self {
            terms,
            present: all,
            columns,
            places,
            kinds: std::array::from_fn(|card| kind(card as Card)),
            width: match terms.builds {
                Builds::SameSuit => 1,
                Builds::OtherColour => 2,
                Builds::AnySuit => 4,
            },
        })
    }

    /// The outline of a position that follows from the start.
    pub fn of<const W: usize>(&self, board: &Board<W>, packing: &Packing<W>) -> Outline {
        let mut change = [0; 3];
        let mut add = |more: Change| {
            for (word, more) in change.iter_mut().zip(more) {
                *word += more;
            }
        };
        for card in cards_of(board.cells) {
            add(self.in_cell(self.kind(card)));
        }
        for (suit, &count) in board.home.iter().enumerate() {
            add(at_home(suit).map(|one| one * u64::from(count)));
        }
        let columns = board.column.iter().zip(&board.height);
        for (cards, &height) in columns.take(self.terms.columns) {
            let cards = &cards[..usize::from(height)];
            // A card that lies on the one it was dealt on, and does not fit there, has
            // never moved; nor has any card under it.
            let mut pairs = cards.windows(2).rev();
            let foot = pairs.find(|pair| packing.unbuilt[usize::from(pair[1])] == pair[0]);
            let foot = match (foot, cards) {
                (Some(pair), _) => pair[1],
                // It could not have come back.
                (None, &[base, ..]) if self.terms.fillers & bit(base) == 0 => base,
                (None, &[base, ..]) => {
                    add(self.on_column(self.kind(base)));
                    continue;
                }
                (None, []) => continue,
            };
            let (column, index) = self.places[usize::from(foot)];
            let dealt = u64::from(index) + 1;
            add([dealt << self.columns[usize::from(column)].shift, 0, 0]);
            if cards.last() != Some(&foot) {
                add(held(usize::from(column)));
            }
        }
        Outline(change)
    }

    fn kind(&self, card: Card) -> usize {
        usize::from(self.kinds[usize::from(card)])
    }

    const fn in_cell(&self, kind: usize) -> Change {
        [0, 1 << (self.width * kind as u32), 0]
    }

    const fn on_column(&self, kind: usize) -> Change {
        [0, 0, 1 << (self.width * kind as u32)]
    }

    fn view(&self, outline: Outline) -> View {
        let [first, second, third] = outline.0;
        let nibble = |word: u64, place: u32| (word >> (KINDS + place) & 0xf) as u8;
        let mut view = View {
            dealt: [0; 13],
            home: [
                nibble(second, 0),
                nibble(second, 4),
                nibble(third, 0),
                nibble(third, 4),
            ],
            feet: [NOTHING; 13],
            held: first & ((1 << COLUMNS) - 1),
            loose: 0,
            kinds: [Kind::default(); 52],
            free_cells: self.terms.cells,
            free_columns: 0,
        };
        let mut fixed = (0..4).fold(0, |all, suit| all | up_to(view.home[suit], suit));
        for (index, column) in self.columns.iter().enumerate() {
            let dealt = (first >> column.shift & column.mask) as u8;
            view.dealt[index] = dealt;
            fixed |= column.lowest[usize::from(dealt)];
            match dealt.checked_sub(1) {
                Some(top) => view.feet[index] = column.cards[usize::from(top)],
                None => view.free_columns += 1,
            }
        }
        view.loose = self.present & !fixed;
        for card in cards_of(view.loose) {
            view.kinds[self.kind(card)].all += 1;
        }
        let count = |word: u64, kind: usize| {
            (word >> (self.width * kind as u32)) as u32 & ((1 << self.width) - 1)
        };
        for (number, kind) in view.kinds.iter_mut().enumerate() {
            if kind.all > 0 {
                kind.in_cells = count(second, number);
                kind.on_columns = count(third, number);
                kind.on_cards = kind.all - kind.in_cells - kind.on_columns;
                kind.open = kind.all - kind.in_cells;
                view.free_cells -= kind.in_cells;
                view.free_columns -= kind.on_columns;
            }
        }
        for column in cards_of(view.held) {
            let foot = view.feet[usize::from(column)];
            view.kinds[self.kind(foot) - 1].on_cards -= 1;
        }
        for number in 1..view.kinds.len() {
            if !number.is_multiple_of(RANKS) {
                view.kinds[number].open -= view.kinds[number - 1].on_cards;
            }
        }
        view
    }

    /// Is this the end of the game? If not, adds the outlines that one step leads to: of
    /// the same stage, and of others.
    pub fn step(
        &self,
        outline: Outline,
        same: &mut Vec<Outline>,
        others: &mut Vec<Outline>,
    ) -> bool {
        let view = self.view(outline);
        if view.is_empty() {
            return true;
        }
        // 1. Cards go home.
        for (suit, &home) in view.home.iter().enumerate() {
            let card = 4 * home + suit as Card;
            let change = at_home(suit);
            if usize::from(home) == RANKS {
                continue;
            }
            if view.loose & bit(card) != 0 {
                self.leave(&view, self.kind(card), false, |from| {
                    others.push(outline.with(change).with(from));
                });
            } else if let Some(column) = view.column_of(card)
                && view.held & 1 << column == 0
            {
                let from = self.take_foot(&view, column);
                others.push(outline.with(change).with(from));
            }
        }
        // 2. Feet go away. (With a run, where it may have any length.)
        let with_run = self.terms.runs == Runs::AnyLength;
        for (column, &foot) in view.feet.iter().enumerate() {
            let holds = view.held & 1 << column != 0;
            if foot == NOTHING || (holds && !with_run) {
                continue;
            }
            let from = self.take_foot(&view, column);
            self.arrive(&view, self.kind(foot), holds, |onto| {
                others.push(outline.with(from).with(onto));
            });
        }
        // 3. Loose cards change their places.
        for kind in 0..view.kinds.len() {
            if view.kinds[kind].all == 0 {
                continue;
            }
            for runs in [false, true] {
                if runs && !with_run {
                    break;
                }
                self.leave(&view, kind, runs, |from| {
                    self.arrive(&view, kind, runs, |onto| {
                        let change = outline.with(from).with(onto);
                        if change != outline {
                            same.push(change);
                        }
                    });
                });
            }
        }
        false
    }

    /// The changes by which a loose card of this kind leaves its place.
    #[inline]
    fn leave(&self, view: &View, kind: usize, with_run: bool, mut leave: impl FnMut(Change)) {
        let counts = view.kinds[kind];
        if counts.in_cells > 0 && !with_run {
            leave(negative(self.in_cell(kind)));
        }
        if counts.open == 0 && !with_run {
            return;
        }
        if counts.on_columns > 0 {
            leave(negative(self.on_column(kind)));
        }
        if counts.on_cards > 0 {
            leave([0; 3]);
        }
        for column in cards_of(view.held) {
            let column = usize::from(column);
            if self.kind(view.feet[column]) == kind + 1 {
                leave(negative(held(column)));
            }
        }
    }

    /// The changes by which a card of this kind comes to a place, with a run or without.
    #[inline]
    fn arrive(&self, view: &View, kind: usize, with_run: bool, mut arrive: impl FnMut(Change)) {
        if view.free_cells > 0 && !with_run {
            arrive(self.in_cell(kind));
        }
        if view.free_columns > 0 && self.may_fill(kind) {
            arrive(self.on_column(kind));
        }
        if (kind + 1).is_multiple_of(RANKS) {
            return;
        }
        if view.kinds[kind + 1].open > 0 {
            arrive([0; 3]);
        }
        for (column, &foot) in view.feet.iter().enumerate() {
            if foot != NOTHING && view.held & 1 << column == 0 && self.kind(foot) == kind + 1 {
                arrive(held(column));
            }
        }
    }

    /// All cards of a rank may go onto an empty column, or none.
    const fn may_fill(&self, kind: usize) -> bool {
        self.terms.fillers >> (4 * (kind % RANKS)) & 1 != 0
    }

    /// The change when a foot leaves. If the cards under it are built, they are loose then.
    fn take_foot(&self, view: &View, column: usize) -> Change {
        let place = &self.columns[column];
        let before = view.dealt[column];
        let after = place.unbuilt[usize::from(before) - 1];
        let mut change = [0; 3];
        change[0] = (u64::from(after).wrapping_sub(u64::from(before))) << place.shift;
        if view.held & 1 << column != 0 {
            change[0] = change[0].wrapping_sub(1 << column);
        }
        if after + 1 < before {
            match after {
                0 => change[2] = self.on_column(self.kind(place.cards[0]))[2],
                _ => change[0] = change[0].wrapping_add(1 << column),
            }
        }
        change
    }
}

impl View {
    fn is_empty(&self) -> bool {
        self.loose == 0 && self.feet.iter().all(|&foot| foot == NOTHING)
    }

    fn column_of(&self, foot: Card) -> Option<usize> {
        self.feet.iter().position(|&other| other == foot)
    }
}

/// The foot of a column holds a card.
const fn held(column: usize) -> Change {
    [1 << column, 0, 0]
}

/// One more card of a suit is at home.
const fn at_home(suit: usize) -> Change {
    let one = 1 << (KINDS + 4 * (suit as u32 % 2));
    if suit < 2 { [0, one, 0] } else { [0, 0, one] }
}
