//! Spider and its relatives.
//!
//! ```text
//! 1: 4c 9h Qs 2d 7s | Th       the face-down cards stand before the bar
//! 2: ?? ?? 5s ?? ?? | 9h       ?? is a card that nobody has seen
//! ..
//! 10: 3s 3h Jd 8c | Kd
//! Stock: 2c Kh .. 9s           ten cards a line, first dealt first, for the
//!        Jd Ts .. 4h           columns from left to right
//! Home: Ks Kh                  a King for each run that is gone
//! Score: 487
//! ```
//! The last cards of a column move together if they follow each other downwards
//! in one suit. They go onto any card one rank higher, or onto an empty column. A
//! deal puts a card from the stock face up onto every column. A complete run from
//! King to Ace in one suit at the end of a column leaves the table. Won when all
//! runs are gone.
//!
//! A card that nobody has seen is unknown: nothing can be done with it, nor put
//! onto it.

pub mod certificate;
mod moves;
mod numbering;
mod play;
mod position;
mod text;

use patience_core::{Card, Faults, Suit};
use patience_rules::{Illegal, Rules, Tally};

pub use moves::Move;
pub use numbering::Numbers;

/// Points at the start.
pub const START_POINTS: i32 = 500;
/// Points for a run that leaves.
pub const RUN_POINTS: i32 = 100;

/// The face of a card; none while nobody has seen it.
pub type Face = Option<Card>;

/// When a complete run leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Removal {
    /// By itself.
    #[default]
    AtOnce,
    /// When the player wants it.
    ByChoice,
}

/// The rules, with their settings.
///
/// ```
/// use patience_spider::rules::{Removal, Spider};
/// let usual = Spider::default();
/// assert_eq!((usual.suits, usual.deals_on_empty, usual.removal), (4, false, Removal::AtOnce));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Spider {
    /// Its name on the command line.
    pub name: &'static str,
    /// Suits: 1, 2 or 4.
    pub suits: u8,
    /// May the stock be dealt while a column is empty?
    pub deals_on_empty: bool,
    /// When a complete run leaves.
    pub removal: Removal,
    /// Whose deal numbers they are.
    pub numbers: Numbers,
    /// Decks: one or two. Each has four runs.
    pub decks: u8,
    /// Ranks of the deck: 13, or fewer for small games.
    pub ranks: u8,
    /// Cards in each column at the start; the rest is the stock.
    pub sizes: &'static [u8],
    /// All cards of the columns lie face up at the start, not only the last ones.
    pub is_open: bool,
}

impl Default for Spider {
    fn default() -> Self {
        Self::SPIDER
    }
}

/// A column: the cards that lie face down, the lowest first, then those that lie
/// face up.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Column {
    /// The face-down cards, as far as they are known.
    pub down: Vec<Face>,
    /// The face-up cards, the last one on top. One that was turned up or dealt
    /// just now may be unknown, until somebody names it.
    pub up: Vec<Face>,
}

impl Column {
    /// No card lies here.
    pub const fn is_empty(&self) -> bool {
        self.down.is_empty() && self.up.is_empty()
    }

    /// Cards.
    pub const fn len(&self) -> usize {
        self.down.len() + self.up.len()
    }

    /// The last card, if there is one and its face is known.
    pub fn top(&self) -> Face {
        self.up.last().copied().flatten()
    }

    /// How many of its last cards can move together.
    pub fn run(&self) -> usize {
        let mut count = usize::from(self.top().is_some());
        for pair in self.up.windows(2).rev() {
            match pair {
                [Some(below), Some(card)] if follows(*card, *below) => count += 1,
                _ => break,
            }
        }
        count
    }
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct State {
    /// The columns, left to right.
    pub columns: Vec<Column>,
    /// The stock; the first card is dealt first.
    pub stock: Vec<Face>,
    /// By suit: runs that are gone.
    pub home: [u8; 4],
    /// Points so far.
    pub score: i32,
}

impl State {
    /// Runs that are gone.
    pub fn runs_home(&self) -> u8 {
        self.home.iter().sum()
    }

    /// Every card that is still in the game: columns, then the stock.
    pub fn faces(&self) -> impl Iterator<Item = Face> {
        let columns = self.columns.iter();
        let columns = columns.flat_map(|column| column.down.iter().chain(&column.up));
        columns.chain(&self.stock).copied()
    }

    /// The same, to be changed.
    pub fn faces_mut(&mut self) -> impl Iterator<Item = &mut Face> {
        let columns = self.columns.iter_mut();
        let columns = columns.flat_map(|column| column.down.iter_mut().chain(&mut column.up));
        columns.chain(&mut self.stock)
    }

    /// Cards still in the game that nobody has seen.
    pub fn unknown(&self) -> usize {
        self.faces().filter(Option::is_none).count()
    }

    /// Cards that lie face down in the columns.
    pub fn face_down(&self) -> usize {
        self.columns.iter().map(|column| column.down.len()).sum()
    }

    /// The cards that the unknown ones are, in the order of their index: those of
    /// the decks that are neither named nor gone.
    pub fn candidates(&self, rules: &Spider) -> Vec<Card> {
        let mut named = [0u8; 52];
        for card in self.faces().flatten() {
            named[usize::from(card.index())] += 1;
        }
        let cards = Card::all().filter(|card| card.rank().value() <= rules.ranks);
        let cards = cards.flat_map(|card| {
            let gone = self.home[usize::from(card.suit().index())];
            let gone = gone + named[usize::from(card.index())];
            let left = rules.runs_of(card.suit()).saturating_sub(gone);
            std::iter::repeat_n(card, usize::from(left))
        });
        cards.collect()
    }

    /// If only one card can be the unknown ones, they are that card.
    pub fn name_a_single_unknown(&mut self, rules: &Spider) {
        let mut left = self.candidates(rules);
        if left.len() != self.unknown() {
            return;
        }
        left.dedup();
        if let [card] = left.as_slice() {
            for face in self.faces_mut() {
                face.get_or_insert(*card);
            }
        }
    }
}

/// May `card` lie on `below`?
///
/// ```
/// use patience_spider::rules::fits;
/// let card = |text: &str| text.parse().unwrap();
/// assert!(fits(card("7h"), card("8s")));
/// assert!(!fits(card("7h"), card("9h")));
/// ```
pub fn fits(card: Card, below: Card) -> bool {
    card.rank().value() + 1 == below.rank().value()
}

/// Do these two move together?
pub fn follows(card: Card, below: Card) -> bool {
    fits(card, below) && card.suit() == below.suit()
}

impl Spider {
    /// The usual game, with four suits.
    pub const SPIDER: Self = Self {
        name: "spider",
        suits: 4,
        deals_on_empty: false,
        removal: Removal::AtOnce,
        numbers: Numbers::Own,
        decks: 2,
        ranks: 13,
        sizes: &[6, 6, 6, 6, 5, 5, 5, 5, 5, 5],
        is_open: false,
    };

    /// One deck, dealt like Klondike; the last deal has three cards.
    pub const SPIDERETTE: Self = Self {
        name: "spiderette",
        decks: 1,
        sizes: &[1, 2, 3, 4, 5, 6, 7],
        ..Self::SPIDER
    };

    /// One deck, seven columns of three; the last deal has three cards.
    pub const WILL_O_THE_WISP: Self = Self {
        name: "will-o-the-wisp",
        decks: 1,
        sizes: &[3; 7],
        ..Self::SPIDER
    };

    /// Two decks in thirteen open columns, no stock.
    pub const MRS_MOP: Self = Self {
        name: "mrs-mop",
        sizes: &[8; 13],
        is_open: true,
        ..Self::SPIDER
    };

    /// The game with this name on the command line.
    pub fn named(name: &str) -> Option<Self> {
        let games = [
            Self::SPIDER,
            Self::SPIDERETTE,
            Self::WILL_O_THE_WISP,
            Self::MRS_MOP,
        ];
        games.into_iter().find(|game| game.name == name)
    }

    /// The usual game with so many suits.
    pub const fn with_suits(suits: u8) -> Self {
        Self {
            suits,
            ..Self::SPIDER
        }
    }

    /// Runs that a won game removes.
    pub const fn runs(&self) -> u8 {
        4 * self.decks
    }

    /// Cards of the game.
    pub const fn deck_size(&self) -> usize {
        self.runs() as usize * self.ranks as usize
    }

    /// Runs of a suit.
    pub const fn runs_of(&self, suit: Suit) -> u8 {
        match (self.suits, self.numbers, suit) {
            (4, _, _) => self.decks,
            (2, Numbers::Pysol, Suit::Clubs | Suit::Hearts)
            | (2, Numbers::Own | Numbers::Kpatience, Suit::Spades | Suit::Hearts) => 2 * self.decks,
            (1, Numbers::Pysol, Suit::Clubs)
            | (1, Numbers::Own | Numbers::Kpatience, Suit::Spades) => 4 * self.decks,
            _ => 0,
        }
    }

    /// Cards laid out for the start of a game: column by column, the lowest card
    /// first, then the stock, first dealt first.
    pub fn lay_out(&self, deck: &[Card]) -> State {
        let faces: Vec<_> = deck.iter().copied().map(Some).collect();
        let sizes: Vec<_> = self.sizes.iter().map(|size| usize::from(*size)).collect();
        let mut state = self.lay_out_faces(&faces, &sizes);
        self.settle(&mut state);
        state
    }

    /// The same with cards that may be unknown and columns of any sizes. Complete
    /// runs stay.
    pub fn lay_out_faces(&self, faces: &[Face], sizes: &[usize]) -> State {
        let mut rest = faces;
        let mut columns = Vec::with_capacity(sizes.len());
        for &size in sizes {
            let (cards, after) = rest.split_at(size.min(rest.len()));
            rest = after;
            let down = match self.is_open {
                true => 0,
                false => cards.len().saturating_sub(1),
            };
            let (down, up) = cards.split_at(down);
            columns.push(Column {
                down: down.to_vec(),
                up: up.to_vec(),
            });
        }
        State {
            columns,
            stock: rest.to_vec(),
            home: [0; 4],
            score: START_POINTS,
        }
    }
}

impl Rules for Spider {
    type State = State;
    type Move = Move;

    /// For each column: home, then onto other columns; then a deal.
    fn legal_moves(&self, state: &State) -> Vec<Move> {
        self.all_moves(state)
    }

    fn play(&self, state: &State, played: &Move) -> Result<State, Illegal> {
        let mut next = state.clone();
        self.apply(&mut next, played)?;
        Ok(next)
    }

    fn apply(&self, state: &mut State, played: &Move) -> Result<(), Illegal> {
        self.make(state, played)
    }

    fn is_won(&self, state: &State) -> bool {
        state.runs_home() == self.runs()
    }

    fn tally(&self, state: &State) -> Tally {
        let mut gone = [0; 13];
        gone[..usize::from(self.ranks)].fill(state.runs_home());
        Tally {
            cleared: self.is_won(state),
            score: Some(state.score.max(0).unsigned_abs()),
            gone: Some(gone),
        }
    }

    fn write_move(&self, _: &State, played: &Move) -> String {
        played.to_string()
    }

    fn read_move(&self, _: &State, text: &str) -> Result<Move, Illegal> {
        text.parse()
    }

    fn write_state(&self, state: &State) -> String {
        text::write(self, state)
    }

    fn read_state(&self, text: &str) -> Result<State, Faults> {
        text::read(self, text)
    }
}

#[cfg(test)]
mod tests;
