//! Klondike, the game that most people call solitaire.
//!
//! ```text
//! 1: | 9d                    seven columns of 1 to 7 cards, the last one face up
//! 2: 4c | As                 the face-down cards stand before the bar
//! 3: Qd Td | Jc
//! ..
//! Stock: Kh Jd Ts ..         24 cards, first drawn first
//! Waste:                     the last one is on top
//! Home: - - - -              four piles by suit, from the Ace
//! ```
//! A face-up card goes onto a card one rank higher of the other colour, with
//! everything that lies on it; a King goes onto an empty column. The last card
//! of a column and the top of the waste may go home. The top of a home pile may
//! come back onto a column ("worrying back") unless a setting forbids it. A
//! draw turns one to three cards from the stock to the waste; only the top of
//! the waste plays. When the stock is empty, the waste becomes the stock again.
//! Won when all cards are home.
//!
//! A card that nobody has seen is unknown: nothing can be done with it, nor put
//! onto it.

mod moves;
mod numbering;
mod play;
mod position;
mod text;

use patience_core::{Card, Deck, Faults, Rank, Suit, full_deck, numbering as core_numbering};
use patience_rules::{Illegal, Rules, Tally};

pub use moves::Move;
pub use numbering::{
    Numbers, from_microsoft, from_solvitaire, kpatience_deck, microsoft_deck, solvitaire_deck,
};
pub use text::{read_shoot_me, write_shoot_me};

/// Points for a card that goes home.
pub const HOME_POINTS: i32 = 10;
/// Points for a card that goes from the waste onto a column.
pub const WASTE_POINTS: i32 = 5;
/// Points for a face-down card that is turned up.
pub const TURN_POINTS: i32 = 5;
/// Points lost by a card that comes back from home.
pub const BACK_POINTS: i32 = 15;

/// The face of a card; none while nobody has seen it.
pub type Face = Option<Card>;

/// The rules, with their settings.
///
/// ```
/// use patience_klondike::rules::Klondike;
/// let usual = Klondike::default();
/// assert_eq!((usual.draw, usual.passes, usual.worrying_back), (3, None, true));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Klondike {
    /// Cards turned by a draw, 1 to 3.
    pub draw: u8,
    /// Passes through the stock; none for as many as wanted.
    pub passes: Option<u8>,
    /// May the top of a home pile come back onto a column?
    pub worrying_back: bool,
    /// Ranks of the deck: 13, or fewer for small games.
    pub ranks: u8,
    /// Columns of the table: 7, or fewer for small games.
    pub columns: u8,
    /// Whose deal numbers they are.
    pub numbers: Numbers,
}

impl Default for Klondike {
    fn default() -> Self {
        Self::DRAW_THREE
    }
}

/// A column: the cards that lie face down, the lowest first, then those that lie
/// face up.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Default)]
pub struct Column {
    /// The face-down cards, as far as they are known.
    pub down: Vec<Face>,
    /// The face-up cards, the last one on top. The first may be unknown right
    /// after it was turned up, until somebody says what it is.
    pub up: Vec<Face>,
}

impl Column {
    /// No card lies here.
    pub const fn is_empty(&self) -> bool {
        self.down.is_empty() && self.up.is_empty()
    }

    /// The last card, if there is one and its face is known.
    pub fn top(&self) -> Face {
        self.up.last().copied().flatten()
    }
}

/// The table.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct State {
    /// The columns, left to right.
    pub columns: Vec<Column>,
    /// The stock; the first card is drawn first.
    pub stock: Vec<Face>,
    /// The waste; the last card is on top.
    pub waste: Vec<Face>,
    /// By suit: the highest rank at home, 0 for none.
    pub home: [u8; 4],
    /// The pass through the stock, from 1. It stays 1 where passes are not
    /// limited.
    pub pass: u8,
    /// The waste has been turned over, so that the player has seen the stock.
    pub has_seen_stock: bool,
    /// Points so far.
    pub score: i32,
}

impl State {
    /// All cards home.
    pub fn cards_home(&self) -> u32 {
        self.home.iter().copied().map(u32::from).sum()
    }

    /// Every card that lies on the table or in the piles: columns, stock, waste.
    pub fn faces(&self) -> impl Iterator<Item = Face> {
        let columns = self.columns.iter();
        let columns = columns.flat_map(|column| column.down.iter().chain(&column.up));
        columns.chain(&self.stock).chain(&self.waste).copied()
    }

    /// Cards still in the game that nobody has seen.
    pub fn unknown(&self) -> usize {
        self.faces().filter(Option::is_none).count()
    }

    /// The next card of a suit that can go home; none above the King.
    pub fn next_home(&self, suit: Suit) -> Option<Card> {
        let rank = Rank::new(self.home[usize::from(suit.index())] + 1)?;
        Some(Card::new(rank, suit))
    }

    /// The card on top of a home pile.
    pub fn home_top(&self, suit: Suit) -> Option<Card> {
        let rank = Rank::new(self.home[usize::from(suit.index())])?;
        Some(Card::new(rank, suit))
    }

    /// The cards that the unknown ones may be: those that appear nowhere.
    pub fn candidates(&self, ranks: u8) -> Vec<Card> {
        let seen: Vec<_> = self.faces().flatten().collect();
        Card::all()
            .filter(|card| card.rank().value() <= ranks)
            .filter(|card| card.rank().value() > self.home[usize::from(card.suit().index())])
            .filter(|card| !seen.contains(card))
            .collect()
    }
}

impl State {
    /// If one card is unknown and one appears nowhere, it is that card.
    pub fn name_a_single_unknown(&mut self, ranks: u8) {
        let left = self.candidates(ranks);
        let ([card], 1) = (left.as_slice(), self.unknown()) else {
            return;
        };
        let columns = self.columns.iter_mut();
        let columns = columns.flat_map(|column| column.down.iter_mut().chain(&mut column.up));
        for face in columns.chain(&mut self.stock).chain(&mut self.waste) {
            face.get_or_insert(*card);
        }
    }
}

/// May `card` lie on `below` in a column?
///
/// ```
/// use patience_klondike::rules::fits;
/// let card = |text: &str| text.parse().unwrap();
/// assert!(fits(card("7h"), card("8s")));
/// assert!(!fits(card("7h"), card("8d")));
/// ```
pub fn fits(card: Card, below: Card) -> bool {
    card.colour() != below.colour() && card.rank().value() + 1 == below.rank().value()
}

impl Klondike {
    /// The usual game: three cards a draw, any number of passes.
    pub const DRAW_THREE: Self = Self {
        draw: 3,
        passes: None,
        worrying_back: true,
        ranks: 13,
        columns: 7,
        numbers: Numbers::Own,
    };

    /// The game with one card a draw.
    pub const DRAW_ONE: Self = Self {
        draw: 1,
        ..Self::DRAW_THREE
    };

    /// Cards of the deck.
    pub const fn deck_size(&self) -> usize {
        4 * self.ranks as usize
    }

    /// Cards in the columns at the start.
    pub const fn dealt(&self) -> usize {
        let columns = self.columns as usize;
        columns * (columns + 1) / 2
    }

    /// A deck laid out for the start of a game: column by column, the lowest
    /// card first, then the stock, first drawn first.
    pub fn lay_out(&self, deck: &[Card]) -> State {
        let faces: Vec<_> = deck.iter().copied().map(Some).collect();
        let sizes: Vec<_> = (1..=usize::from(self.columns)).collect();
        Self::lay_out_faces(&faces, &sizes)
    }

    /// The same with cards that may be unknown and columns of any sizes.
    pub fn lay_out_faces(faces: &[Face], sizes: &[usize]) -> State {
        let mut rest = faces;
        let mut columns = Vec::with_capacity(sizes.len());
        for &size in sizes {
            let (cards, after) = rest.split_at(size.min(rest.len()));
            rest = after;
            let (down, up) = cards.split_at(cards.len().saturating_sub(1));
            columns.push(Column {
                down: down.to_vec(),
                up: up.to_vec(),
            });
        }
        State {
            columns,
            stock: rest.to_vec(),
            waste: Vec::new(),
            home: [0; 4],
            pass: 1,
            has_seen_stock: false,
            score: 0,
        }
    }

    /// The deal with this number.
    pub fn deal(&self, number: u64) -> State {
        match self.numbers {
            Numbers::Own => self.own_deal(number),
            // The generator takes the last 32 bits of a seed.
            Numbers::Solvitaire => from_solvitaire(self, number as u32),
            Numbers::Kpatience => self.lay_out(&kpatience_deck(number)),
            Numbers::Microsoft => self.lay_out(&numbering::microsoft_deck_of(number)),
        }
    }

    /// The deal with this number in the project's own numbering.
    fn own_deal(&self, number: u64) -> State {
        let mut deck: Vec<_> = full_deck()
            .into_iter()
            .filter(|card| card.rank().value() <= self.ranks)
            .collect();
        core_numbering::shuffle(number, &mut deck);
        self.lay_out(&deck)
    }

    /// A deck dealt row by row from the left, as a person deals: column by
    /// column it is what [`Klondike::lay_out`] takes.
    pub fn by_rows(deck: &Deck) -> Deck {
        let mut columns: [Vec<Card>; 7] = Default::default();
        let mut cards = deck.iter().copied();
        for row in 0..7 {
            for column in &mut columns[row..] {
                column.extend(cards.next());
            }
        }
        let mut dealt = *deck;
        for (place, card) in dealt.iter_mut().zip(columns.into_iter().flatten()) {
            *place = card;
        }
        dealt
    }

    /// May the waste be turned over once more?
    pub fn has_another_pass(&self, state: &State) -> bool {
        self.passes.is_none_or(|passes| state.pass < passes)
    }
}

impl Rules for Klondike {
    type State = State;
    type Move = Move;

    /// For each column: home, then onto other columns; then the waste, cards from
    /// home, and the stock.
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
        state.home == [self.ranks; 4]
    }

    fn tally(&self, state: &State) -> Tally {
        let mut gone = [0; 13];
        for (index, count) in gone.iter_mut().enumerate() {
            let at_home = state.home.iter().filter(|&&top| usize::from(top) > index);
            *count = at_home.count() as u8;
        }
        Tally {
            cleared: self.is_won(state),
            score: Some(state.score.max(0).unsigned_abs()),
            gone: Some(gone),
        }
    }

    /// In the count of steps turning the waste over is free, as other programs
    /// count; in moves it is one.
    fn cost(&self, _: &State, played: &Move, count: patience_core::Count) -> u32 {
        u32::from(count != patience_core::Count::Steps || *played != Move::Recycle)
    }

    fn write_move(&self, _: &State, played: &Move) -> String {
        played.to_string()
    }

    fn read_move(&self, _: &State, text: &str) -> Result<Move, Illegal> {
        text.parse()
    }

    fn moves_are_words(&self) -> bool {
        true
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
