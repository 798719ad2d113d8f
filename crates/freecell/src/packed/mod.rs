//! The packed board of the short and the shortest solver.
//!
//! ```text
//! card    u8   suit * 16 + rank      suit  0 clubs, 1 diamonds, 2 spades, 3 hearts
//!                                    rank  0 Ace .. 12 King
//! mask    u64  one bit a card, a lane of 16 bits a suit (13 of them used)
//! ```
//! Odd suits are red, so that two cards differ in colour when their suits
//! differ in the lowest bit. In a lane the cards at home are the lowest bits,
//! and the next card home is where the trailing ones end.
//!
//! [`Board`] is a position that can be played on; [`key`] packs one into 125
//! bits and back. Columns and cells keep their places on a board, so that a
//! solution can be replayed move by move; a board that comes out of a key has
//! them in another order, which changes no answer.
//!
//! Invariants: a column holds less than [`HEIGHT`] cards, each card of the deck
//! is in exactly one place, `home[suit]` is the rank that goes home next.

pub(crate) mod candidates;
pub(crate) mod convert;
pub(crate) mod key;
pub(crate) mod path;

/// Cards in a column, and one more: what it starts with, and twelve in order
/// on top of them. A start with taller columns is refused.
pub(crate) const HEIGHT: usize = 32;
/// The tallest column that a start may have.
pub(crate) const START_HEIGHT: usize = HEIGHT - 13;
/// Columns at the most (13), rounded up to a power of two for cheap indexing.
pub(crate) const COLUMNS: usize = 16;
/// Cells at the most.
pub(crate) const CELLS: usize = 8;
/// No card.
pub(crate) const NONE: u8 = 63;
/// Under a card that lies in a cell.
pub(crate) const CELL: u8 = 62;
/// Under the lowest card of a column.
pub(crate) const BASE: u8 = 61;
/// The bits of all 52 cards.
pub(crate) const ALL_CARDS: u64 = 0x1fff_1fff_1fff_1fff;

/// The suit of a card, 0 to 3.
#[inline]
pub(crate) const fn suit(card: u8) -> usize {
    (card >> 4) as usize & 3
}

/// The rank of a card, 0 (Ace) to 12 (King).
#[inline]
pub(crate) const fn rank(card: u8) -> u8 {
    card & 15
}

/// The mask of one card.
#[inline]
pub(crate) const fn bit(card: u8) -> u64 {
    1 << (card & 63)
}

/// The lower cards of the same suit.
#[inline]
pub(crate) const fn lower_cards(card: u8) -> u64 {
    (bit(card) - 1) & !(bit(card & 0x30) - 1)
}

/// May the first card lie on the second?
#[inline]
pub(crate) const fn fits(card: u8, on: u8) -> bool {
    rank(card) + 1 == rank(on) && (card ^ on) & 16 != 0
}

/// Which cards go home by themselves after every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Autoplay {
    /// Only where that can never cost a move.
    Safe,
    /// Every card that can.
    All,
}

/// Where a move takes cards from or puts them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// A column.
    Column(u8),
    /// A cell: its place on this board.
    Cell(u8),
    /// The foundations.
    Home,
}

/// A move on a [`Board`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub from: Spot,
    pub to: Spot,
    pub cards: u8,
}

/// A position to play on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Board {
    /// Cards of each column, base first.
    pub cards: [[u8; HEIGHT]; COLUMNS],
    /// How many of them there are.
    pub height: [u8; COLUMNS],
    /// Cards in cells, [`NONE`] for an empty one.
    pub cells: [u8; CELLS],
    /// The rank that goes home next, by suit; 13 when the suit is complete.
    pub home: [u8; 4],
    /// Columns in the game.
    pub columns: u8,
    /// Cells in the game.
    pub cell_count: u8,
}

impl Board {
    /// A board without cards.
    pub const fn empty(columns: u8, cell_count: u8) -> Self {
        Self {
            cards: [[NONE; HEIGHT]; COLUMNS],
            height: [0; COLUMNS],
            cells: [NONE; CELLS],
            home: [0; 4],
            columns,
            cell_count,
        }
    }

    /// The top card of a column, or [`NONE`].
    #[inline]
    pub fn top(&self, column: usize) -> u8 {
        match self.height[column & 15] {
            0 => NONE,
            height => self.cards[column & 15][(height as usize - 1) & 31],
        }
    }

    /// What the card at a height of a column lies on.
    #[inline]
    pub fn under(&self, column: usize, height: usize) -> u8 {
        match height {
            0 => BASE,
            _ => self.cards[column & 15][(height - 1) & 31],
        }
    }

    /// Columns without cards.
    #[inline]
    pub fn empty_columns(&self) -> u32 {
        let columns = &self.height[..usize::from(self.columns)];
        columns.iter().map(|&height| u32::from(height == 0)).sum()
    }

    /// Cells without cards.
    #[inline]
    pub fn empty_cells(&self) -> u32 {
        let cells = &self.cells[..usize::from(self.cell_count)];
        cells.iter().map(|&card| u32::from(card == NONE)).sum()
    }

    /// How many cards are at home.
    pub fn cards_home(&self) -> u32 {
        self.home.iter().map(|&rank| u32::from(rank)).sum()
    }

    /// The cards at home and in cells: those that lie on nothing.
    #[inline]
    pub fn free_cards(&self) -> u64 {
        let mut free = 0;
        for (suit, &next) in self.home.iter().enumerate() {
            free |= ((1u64 << next) - 1) << (16 * suit);
        }
        for &card in &self.cells[..usize::from(self.cell_count)] {
            if card != NONE {
                free |= bit(card);
            }
        }
        free
    }

    /// Is this the next card of its suit?
    #[inline]
    pub fn can_go_home(&self, card: u8) -> bool {
        card != NONE && self.home[suit(card)] == rank(card)
    }

    /// Can it go home, and would it do so by itself?
    ///
    /// Safe is a card (of rank r) that nothing will ever need to lie on:
    /// either both suits of the other colour are home up to r - 1, so that no
    /// card is left that fits on it; or they are home up to r - 2 and the
    /// other suit of its own colour up to r - 3. Then a card that would go on
    /// it, of rank r - 1, can go home itself whenever it is free to move, and
    /// it is not needed to carry a card either: of the two of rank r - 2 one
    /// is home, and the other can go home whenever it is free to move, for
    /// those that would lie on it (r - 3) are all home. So whatever a game
    /// does with the card on the table, the game that sends it home at once
    /// does in no more moves.
    #[inline]
    pub fn goes_home(&self, card: u8, autoplay: Autoplay) -> bool {
        if !self.can_go_home(card) {
            return false;
        }
        if autoplay == Autoplay::All {
            return true;
        }
        // home[s] counts the cards of a suit at home, and rank(card) is r - 1.
        let below = rank(card);
        let other = self.home[suit(card) ^ 1].min(self.home[suit(card) ^ 3]);
        let same = self.home[suit(card) ^ 2];
        other >= below || (other + 1 >= below && same + 2 >= below)
    }

    /// Sends cards home until none goes by itself any more; tells of each
    /// where it comes from, the card, and what it lay on.
    pub fn autoplay(&mut self, autoplay: Autoplay, mut told: impl FnMut(Spot, u8, u8)) {
        loop {
            let before = self.home;
            for column in 0..usize::from(self.columns) {
                while self.goes_home(self.top(column), autoplay) {
                    let card = self.top(column);
                    let height = usize::from(self.height[column & 15]);
                    let under = self.under(column, height - 1);
                    told(Spot::Column(column as u8), card, under);
                    self.height[column & 15] -= 1;
                    self.home[suit(card)] += 1;
                }
            }
            for cell in 0..usize::from(self.cell_count) {
                let card = self.cells[cell];
                if self.goes_home(card, autoplay) {
                    told(Spot::Cell(cell as u8), card, CELL);
                    self.cells[cell] = NONE;
                    self.home[suit(card)] += 1;
                }
            }
            if self.home == before {
                return;
            }
        }
    }

    /// Makes a move. It must be legal.
    pub fn play(&mut self, step: Step) {
        let mut moved = [NONE; 16];
        let count = usize::from(step.cards);
        match step.from {
            Spot::Column(column) => {
                let column = usize::from(column) & 15;
                let height = usize::from(self.height[column]);
                moved[..count].copy_from_slice(&self.cards[column][height - count..height]);
                self.height[column] -= step.cards;
            }
            Spot::Cell(cell) => {
                moved[0] = std::mem::replace(&mut self.cells[usize::from(cell) & 7], NONE);
            }
            Spot::Home => unreachable!("a card at home stays"),
        }
        match step.to {
            Spot::Column(column) => {
                let column = usize::from(column) & 15;
                let height = usize::from(self.height[column]);
                self.cards[column][height..height + count].copy_from_slice(&moved[..count]);
                self.height[column] += step.cards;
            }
            Spot::Cell(cell) => self.cells[usize::from(cell) & 7] = moved[0],
            Spot::Home => self.home[suit(moved[0])] += 1,
        }
    }

    /// How many cards may go at once to a column that holds cards; half as
    /// many to an empty one.
    #[inline]
    pub fn capacity(&self) -> u32 {
        (self.empty_cells() + 1) << self.empty_columns()
    }

    /// How many cards on top of a column lie in order.
    #[inline]
    pub fn run_length(&self, column: usize) -> usize {
        let height = usize::from(self.height[column & 15]);
        let cards = &self.cards[column & 15];
        let mut length = height.min(1);
        while length < height
            && fits(
                cards[(height - length) & 31],
                cards[(height - length - 1) & 31],
            )
        {
            length += 1;
        }
        length
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::candidates::{Generator, Play, Shape};
    use super::key::KeyCoder;
    use super::*;
    use patience_core::numbering::SplitMix64;
    use patience_rules::Rules;
    use patience_rules::freecell::{FreeCell, State};

    /// The positions of a random game that likes home moves, so that it gets
    /// somewhere.
    pub(crate) fn random_game(rules: &FreeCell, deal: u64, most: usize) -> Vec<State> {
        let mut numbers = SplitMix64::new(deal);
        let mut state = rules.deal(deal);
        let mut states = vec![state.clone()];
        for _ in 0..most {
            let moves = rules.legal_moves(&state);
            let home = moves
                .iter()
                .position(|played| played.to == patience_rules::freecell::Place::Home);
            let Some(pick) =
                home.or_else(|| (!moves.is_empty()).then(|| numbers.below(moves.len())))
            else {
                break;
            };
            state = rules.play(&state, &moves[pick]).unwrap();
            states.push(state.clone());
        }
        states
    }

    /// FreeCell as it is, and with other numbers of columns and cells.
    pub(crate) fn games() -> Vec<FreeCell> {
        let game = |columns, cells| {
            let game = FreeCell::FREECELL.with_columns(columns).unwrap();
            game.with_cells(cells).unwrap()
        };
        vec![
            game(8, 4),
            game(8, 1),
            game(6, 8),
            game(13, 2),
            game(4, 8),
            game(9, 0),
        ]
    }

    #[test]
    fn a_key_reads_back_as_the_same_position() {
        for rules in games() {
            for deal in 1..=20 {
                let states = random_game(&rules, deal, 60);
                let coder = KeyCoder::new(&convert::pack(&rules, &states[0]).unwrap());
                for state in &states {
                    let mut board = convert::pack(&rules, state).unwrap();
                    board.autoplay(Autoplay::Safe, |_, _, _| {});
                    let key = coder.key(&board);
                    let read = coder.board(key);
                    let columns = |board: &Board| {
                        let mut columns: Vec<_> = (0..usize::from(board.columns))
                            .map(|column| {
                                board.cards[column][..usize::from(board.height[column])].to_vec()
                            })
                            .collect();
                        columns.sort();
                        columns
                    };
                    assert_eq!(columns(&board), columns(&read));
                    assert_eq!(board.free_cards(), read.free_cards());
                    assert_eq!((board.home, key), (read.home, coder.key(&read)));
                }
            }
        }
    }

    #[test]
    fn candidates_are_the_legal_moves_of_the_reference_rules() {
        for rules in games() {
            for deal in 1..=20 {
                for autoplay in [Autoplay::Safe, Autoplay::All] {
                    compare_candidates(&rules, deal, autoplay);
                }
            }
        }
    }

    fn compare_candidates(rules: &FreeCell, deal: u64, autoplay: Autoplay) {
        let states = random_game(rules, deal, 60);
        let coder = KeyCoder::new(&convert::pack(rules, &states[0]).unwrap());
        let settled = |state: &State| {
            let mut board = convert::pack(rules, state).unwrap();
            board.autoplay(autoplay, |_, _, _| {});
            board
        };
        for state in &states {
            let board = convert::pack(rules, state).unwrap();
            if settled(state) != board {
                continue;
            }
            let key = coder.key(&board);
            let mut wanted: Vec<_> = rules
                .legal_moves(state)
                .iter()
                .map(|played| settled(&rules.play(state, played).unwrap()))
                .map(|board| (coder.key(&board), Shape::of(&board)))
                .filter(|(after, _)| *after != key)
                .map(|(after, shape)| (after, format!("{shape:?}")))
                .collect();
            let play = Play {
                autoplay,
                single_cards: false,
            };
            let shape = Shape::of(&board);
            let generator = Generator {
                coder: &coder,
                play,
                board: &board,
                key,
                shape,
            };
            let mut found = Vec::new();
            generator.all(|candidate| {
                found.push((candidate.key, format!("{:?}", candidate.shape)));
            });
            wanted.sort();
            wanted.dedup();
            found.sort();
            found.dedup();
            assert_eq!(wanted, found, "deal {deal} of {}", rules.name);
        }
    }

    #[test]
    fn lower_cards_are_those_of_the_same_suit() {
        assert_eq!(lower_cards(0), 0);
        assert_eq!(lower_cards(16), 0);
        assert_eq!(lower_cards(16 + 3), 0b111 << 16);
        assert_eq!(lower_cards(48 + 12), 0xfff << 48);
    }

    #[test]
    fn red_lies_on_black_one_rank_higher() {
        // Suits: 0 clubs, 1 diamonds, 2 spades, 3 hearts.
        for (card, on, right) in [
            (5, 16 + 6, true),
            (5, 48 + 6, true),
            (5, 32 + 6, false),
            (5, 6, false),
            (5, 16 + 5, false),
            (16 + 5, 32 + 6, true),
        ] {
            assert_eq!(fits(card, on), right, "{card} on {on}");
        }
    }
}
