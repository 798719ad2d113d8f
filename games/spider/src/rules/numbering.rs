//! Number -> deal.
//!
//! All numberings deal the same ranks for 1, 2 and 4 suits.
//!
//! # Stability
//! Golden tests hold these numberings; they never change.

use patience_core::{Card, Rank, Suit, numbering as core_numbering};

use super::{Spider, State};

/// Whose deal numbers they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Numbers {
    /// The project's own.
    #[default]
    Own,
    /// Those of PySolFC below 32000. Higher ones are its numbers with the
    /// prefix `ms`.
    Pysol,
    /// Those of KPatience.
    Kpatience,
}

/// The suits of the cards that are dealt: what each of the four becomes in a
/// game with 1, 2 or 4 suits.
const fn suit_of(index: usize, suits: u8, [four, two, one]: [[Suit; 4]; 3]) -> Suit {
    match suits {
        1 => one[index],
        2 => two[index],
        _ => four[index],
    }
}

const fn suits(four: [Suit; 4], two: [Suit; 4], one: Suit) -> [[Suit; 4]; 3] {
    [four, two, [one; 4]]
}

use Suit::{Clubs as C, Diamonds as D, Hearts as H, Spades as S};

/// As in Microsoft's game: one suit is spades, two are spades and hearts.
const OWN: [[Suit; 4]; 3] = suits([C, D, H, S], [S, H, H, S], S);
const PYSOL: [[Suit; 4]; 3] = suits([C, S, H, D], [C, C, H, H], C);
const KPATIENCE: [[Suit; 4]; 3] = suits([C, D, H, S], [H, S, H, S], S);

impl Spider {
    /// The deal with this number.
    pub fn deal(&self, number: u64) -> State {
        match self.numbers {
            Numbers::Own => self.lay_out(&self.own_deck(number)),
            Numbers::Pysol => self.dealt(&Rows {
                suits: PYSOL,
                is_by_rank: false,
                extra: [0, 3, 6, 9],
                first_open: 0,
                from_the_right: false,
                seed: number,
            }),
            Numbers::Kpatience => self.dealt(&Rows {
                suits: KPATIENCE,
                is_by_rank: true,
                extra: [0, 1, 2, 3],
                first_open: 4,
                from_the_right: true,
                seed: number,
            }),
        }
    }

    /// The cards of the game's decks, in the order of the project's own shuffle
    /// before it begins: for each deck AC AD AH AS 2C .. KS, each with the suit
    /// that it has in this game.
    pub fn own_cards(&self) -> Vec<Card> {
        let deck = Card::all().filter(|card| card.rank().value() <= self.ranks);
        let deck = deck.map(|card| {
            let suit = suit_of(usize::from(card.suit().index()), self.suits, OWN);
            Card::new(card.rank(), suit)
        });
        let deck: Vec<_> = deck.collect();
        deck.repeat(usize::from(self.decks))
    }

    fn own_deck(&self, number: u64) -> Vec<Card> {
        let mut deck = self.own_cards();
        core_numbering::shuffle(number, &mut deck);
        deck
    }

    /// A deal of Microsoft's generator, row by row.
    fn dealt(&self, rows: &Rows) -> State {
        let columns = self.sizes.len();
        let mut cards = rows.shuffled(self).into_iter();
        let mut dealt = vec![Vec::new(); columns];
        let whole = (0..4).flat_map(|_| 0..columns);
        let open = (0..columns).map(|column| (column + rows.first_open) % columns);
        for column in whole.chain(rows.extra).chain(open) {
            dealt[column].extend(cards.next());
        }
        let mut stock: Vec<_> = cards.collect();
        if rows.from_the_right {
            stock.chunks_mut(columns).for_each(<[Card]>::reverse);
        }
        let sizes: Vec<_> = dealt.iter().map(Vec::len).collect();
        let faces = dealt.into_iter().flatten().chain(stock).map(Some);
        self.lay_out_faces(&faces.collect::<Vec<_>>(), &sizes)
    }
}

/// How another program deals two decks: four rows, four more face-down cards,
/// the face-up row, and the stock.
struct Rows {
    suits: [[Suit; 4]; 3],
    /// Before the shuffle the four cards of a rank lie together, not the thirteen of a
    /// suit.
    is_by_rank: bool,
    /// The columns that get a sixth card.
    extra: [usize; 4],
    /// The column where the face-up row begins.
    first_open: usize,
    /// Rows of the stock are dealt from the last column to the first.
    from_the_right: bool,
    seed: u64,
}

impl Rows {
    /// Microsoft's generator; the last card of the deck is dealt first. KPatience
    /// has numbers below 2^31; after the last one they start again with 1.
    fn shuffled(&self, rules: &Spider) -> Vec<Card> {
        let suits = [0, 1, 2, 3].map(|index| suit_of(index, rules.suits, self.suits));
        let mut deck: Vec<Card> = match self.is_by_rank {
            true => Rank::all()
                .flat_map(|rank| suits.map(|suit| Card::new(rank, suit)))
                .collect(),
            false => suits
                .into_iter()
                .flat_map(|suit| Rank::all().map(move |rank| Card::new(rank, suit)))
                .collect(),
        };
        deck.extend_from_within(..);
        let mut seed = (self.seed.saturating_sub(1) % 0x7fff_ffff + 1) as u32;
        for last in (1..deck.len()).rev() {
            seed = seed.wrapping_mul(214_013).wrapping_add(2_531_011);
            let bits = (seed >> 16) & 0x7fff;
            deck.swap(last, bits as usize % (last + 1));
        }
        deck.reverse();
        deck
    }
}
