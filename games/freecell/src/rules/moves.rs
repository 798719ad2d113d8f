//! What may be played: the complete list of legal moves, and `play`, which checks
//! a single move without that list.

use patience_core::{Card, Rank};

use super::notation::letter;
use super::{Builds, EmptyColumn, FreeCell, Home, Move, Place, Runs, State};
use patience_rules::Illegal;

impl FreeCell {
    /// May `card` lie on `below` in a column?
    pub fn fits(&self, card: Card, below: Card) -> bool {
        let suits_agree = match self.builds {
            Builds::OtherColour => card.colour() != below.colour(),
            Builds::SameSuit => card.suit() == below.suit(),
            Builds::AnySuit => true,
        };
        suits_agree && card.rank().value() + 1 == below.rank().value()
    }

    /// May these two, one on the other, move together?
    fn holds_together(&self, card: Card, below: Card) -> bool {
        match self.runs {
            Runs::SuitRuns => {
                card.suit() == below.suit() && card.rank().value() + 1 == below.rank().value()
            }
            Runs::Capacity | Runs::AnyLength | Runs::SingleCards => self.fits(card, below),
        }
    }

    /// May this card go onto an empty column?
    pub fn may_fill_empty_column(&self, card: Card) -> bool {
        match self.empty_column {
            EmptyColumn::Any => true,
            EmptyColumn::Kings => card.rank() == Rank::KING,
            EmptyColumn::Nothing => false,
        }
    }

    /// How many cards on top of this column lie as a run that moves together.
    pub fn run_length(&self, column: &[Card]) -> usize {
        let pairs = column.windows(2).rev();
        let held = pairs.take_while(|pair| self.holds_together(pair[1], pair[0]));
        column.len().min(1 + held.count())
    }

    /// How many cards may go at once from one column to another, if they fit.
    pub fn capacity(&self, state: &State, from: u8, to: u8) -> usize {
        match self.runs {
            Runs::SingleCards => 1,
            Runs::AnyLength | Runs::SuitRuns => usize::MAX,
            Runs::Capacity => {
                (self.empty_cells(state) + 1) << self.empty_columns_on_the_way(state, from, to)
            }
        }
    }

    pub(super) fn empty_cells(&self, state: &State) -> usize {
        state.cells.iter().filter(|cell| cell.is_none()).count()
    }

    /// Empty columns other than these two where any card may wait.
    pub(super) fn empty_columns_on_the_way(&self, state: &State, from: u8, to: u8) -> usize {
        if self.empty_column != EmptyColumn::Any {
            return 0;
        }
        let columns = state.columns.iter().zip(0u8..);
        columns
            .filter(|(column, index)| column.is_empty() && *index != from && *index != to)
            .count()
    }

    /// Every legal move: for each column, then each cell: home, to columns,
    /// to cells. Each empty cell and each empty column is a separate target.
    pub(super) fn all_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        self.add_home_moves(state, &mut moves);
        for from in indices(&state.columns) {
            self.add_column_moves(state, from, &mut moves);
        }
        for from in indices(&state.cells) {
            if let Some(card) = state.cells[usize::from(from)] {
                let to = indices(&state.columns).filter(|&to| self.takes(state, to, card));
                moves.extend(to.map(|to| Move::one(Place::Cell(from), Place::Column(to))));
            }
        }
        moves
    }

    fn add_column_moves(&self, state: &State, from: u8, moves: &mut Vec<Move>) {
        let column = &state.columns[usize::from(from)];
        let run = self.run_length(column);
        for to in indices(&state.columns).filter(|&to| to != from) {
            for cards in 1..=run.min(self.capacity(state, from, to)) {
                if self.takes(state, to, column[column.len() - cards]) {
                    moves.push(Move {
                        from: Place::Column(from),
                        to: Place::Column(to),
                        cards: cards as u8,
                    });
                }
            }
        }
        if !column.is_empty() {
            let empty = indices(&state.cells).filter(|&to| state.cells[usize::from(to)].is_none());
            moves.extend(empty.map(|to| Move::one(Place::Column(from), Place::Cell(to))));
        }
    }

    pub(super) fn add_home_moves(&self, state: &State, moves: &mut Vec<Move>) {
        for from in indices(&state.columns) {
            let column = &state.columns[usize::from(from)];
            let cards = match self.home {
                Home::Cards => column.last().is_some_and(|&card| state.is_next_home(card)) as u8,
                Home::WholeRuns if self.is_whole_suit_on_top(column) => WHOLE_SUIT,
                Home::WholeRuns => 0,
            };
            if cards > 0 {
                moves.push(Move {
                    from: Place::Column(from),
                    to: Place::Home,
                    cards,
                });
            }
        }
        if self.home == Home::Cards {
            for from in indices(&state.cells) {
                if state.cells[usize::from(from)].is_some_and(|card| state.is_next_home(card)) {
                    moves.push(Move::one(Place::Cell(from), Place::Home));
                }
            }
        }
    }

    /// May this card (or a run that it heads) go onto that column?
    fn takes(&self, state: &State, column: u8, card: Card) -> bool {
        match state.columns[usize::from(column)].last() {
            Some(&top) => self.fits(card, top),
            None => self.may_fill_empty_column(card),
        }
    }

    /// King to Ace of one suit, on top.
    fn is_whole_suit_on_top(&self, column: &[Card]) -> bool {
        column.last().is_some_and(|card| card.rank() == Rank::ACE)
            && self.run_length(column) >= usize::from(WHOLE_SUIT)
    }

    /// Plays a move. If it is illegal, returns the reason and leaves the table
    /// unchanged.
    pub(super) fn play_in_place(&self, state: &mut State, move_: &Move) -> Result<(), Illegal> {
        match (move_.from, move_.to) {
            (Place::Column(from), Place::Column(to)) => {
                self.check_run(state, from, to, move_.cards)?;
                let (from, to) = (usize::from(from), usize::from(to));
                let keep = state.columns[from].len() - usize::from(move_.cards);
                for index in keep..state.columns[from].len() {
                    let card = state.columns[from][index];
                    state.columns[to].push(card);
                }
                state.columns[from].truncate(keep);
            }
            (_, Place::Home) if self.home == Home::WholeRuns => {
                let column = self.check_whole_suit(state, move_)?;
                let column = &mut state.columns[usize::from(column)];
                let keep = column.len() - usize::from(WHOLE_SUIT);
                let suit = column[keep].suit();
                column.truncate(keep);
                state.home[usize::from(suit.index())] = WHOLE_SUIT;
            }
            (from, to) => {
                if move_.cards != 1 {
                    return Err(Illegal::because("only one card can go there at once"));
                }
                let card = self.card_at(state, from)?;
                self.check_single(state, card, from, to)?;
                take(state, from);
                match to {
                    Place::Column(column) => state.columns[usize::from(column)].push(card),
                    Place::Cell(cell) => state.cells[usize::from(cell)] = Some(card),
                    Place::Home => state.home[usize::from(card.suit().index())] += 1,
                }
            }
        }
        Ok(())
    }

    fn check_run(&self, state: &State, from: u8, to: u8, cards: u8) -> Result<(), Illegal> {
        let column = column_at(state, from)?;
        column_at(state, to)?;
        if from == to {
            return Err(Illegal::because(format!(
                "the move starts and ends in column {}",
                from + 1
            )));
        }
        let cards = usize::from(cards);
        if cards == 0 {
            return Err(Illegal::because("no card is moved"));
        }
        if cards > column.len() {
            return Err(Illegal::because(match column.len() {
                0 => format!("column {} is empty", from + 1),
                all => format!("column {} has only {all} cards", from + 1),
            }));
        }
        if cards > 1 && cards > self.run_length(column) {
            return Err(Illegal::because(format!(
                "the top {cards} cards of column {} are not a run",
                from + 1
            )));
        }
        self.check_target(state, to, column[column.len() - cards])?;
        // Counting the room is the slowest part, and one card always has it.
        if cards > 1 {
            let most = self.capacity(state, from, to);
            if cards > most {
                return Err(Illegal::because(format!(
                    "{cards} cards are too many: there is room to move {most} at once"
                )));
            }
        }
        Ok(())
    }

    fn check_target(&self, state: &State, to: u8, card: Card) -> Result<(), Illegal> {
        let target = column_at(state, to)?;
        if self.takes(state, to, card) {
            return Ok(());
        }
        Err(Illegal::because(match target.last() {
            Some(top) => format!("{card} does not fit on {top}"),
            None if self.empty_column == EmptyColumn::Kings => {
                format!("only Kings go onto an empty column, not {card}")
            }
            None => "nothing goes onto an empty column".to_owned(),
        }))
    }

    fn card_at(&self, state: &State, from: Place) -> Result<Card, Illegal> {
        match from {
            Place::Column(index) => column_at(state, index)?
                .last()
                .copied()
                .ok_or_else(|| Illegal::because(format!("column {} is empty", index + 1))),
            Place::Cell(index) => match state.cells.get(usize::from(index)) {
                None => Err(no_cell(from)),
                Some(None) => Err(Illegal::because(format!("cell {} is empty", letter(from)))),
                Some(Some(card)) => Ok(*card),
            },
            Place::Home => Err(Illegal::because("a card at home stays there")),
        }
    }

    fn check_single(
        &self,
        state: &State,
        card: Card,
        from: Place,
        to: Place,
    ) -> Result<(), Illegal> {
        match to {
            Place::Column(index) => self.check_target(state, index, card),
            Place::Home if state.is_next_home(card) => Ok(()),
            Place::Home => Err(Illegal::because(format!(
                "{card} cannot go home before the cards below it in its suit"
            ))),
            Place::Cell(index) => match (state.cells.get(usize::from(index)), from) {
                (None, _) => Err(no_cell(to)),
                (_, Place::Cell(_)) => Err(Illegal::because(
                    "a card in a cell cannot go to another cell",
                )),
                (Some(None), _) => Ok(()),
                (Some(Some(other)), _) => Err(Illegal::because(format!(
                    "cell {} holds {other} already",
                    letter(to)
                ))),
            },
        }
    }

    fn check_whole_suit(&self, state: &State, move_: &Move) -> Result<u8, Illegal> {
        let Place::Column(index) = move_.from else {
            return Err(Illegal::because("only a whole suit in a column goes home"));
        };
        let column = column_at(state, index)?;
        if move_.cards != WHOLE_SUIT || !self.is_whole_suit_on_top(column) {
            return Err(Illegal::because(
                "only a whole suit, King to Ace, goes home",
            ));
        }
        Ok(index)
    }
}

/// King to Ace.
pub(super) const WHOLE_SUIT: u8 = 13;

fn column_at(state: &State, index: u8) -> Result<&Vec<Card>, Illegal> {
    let column = state.columns.get(usize::from(index));
    column.ok_or_else(|| Illegal::because(format!("there is no column {}", u16::from(index) + 1)))
}

/// The letter is the one on the table and in the notation.
fn no_cell(cell: Place) -> Illegal {
    Illegal::because(format!("there is no cell {}", letter(cell)))
}

fn take(state: &mut State, from: Place) {
    match from {
        Place::Column(index) => {
            state.columns[usize::from(index)].pop();
        }
        Place::Cell(index) => state.cells[usize::from(index)] = None,
        Place::Home => {}
    }
}

fn indices<T>(list: &[T]) -> impl Iterator<Item = u8> + use<T> {
    0..list.len() as u8
}
