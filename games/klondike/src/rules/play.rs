//! What may be played: the complete list, and the judge of a single move.

use patience_core::{Card, Suit};
use patience_rules::Illegal;

use super::{
    BACK_POINTS, Column, HOME_POINTS, Klondike, Move, State, TURN_POINTS, WASTE_POINTS, fits,
};

fn refuse<T>(reason: impl Into<String>) -> Result<T, Illegal> {
    Err(Illegal::because(reason))
}

impl Klondike {
    /// Every legal move.
    pub(super) fn all_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        if state.home == [self.ranks; 4] {
            return moves;
        }
        let columns = || 0..state.columns.len() as u8;
        let mut add = |played: Move| {
            if self.check(state, &played).is_ok() {
                moves.push(played);
            }
        };
        for from in columns() {
            add(Move::ColumnHome(from));
            for to in columns() {
                add(Move::Column { from, to });
            }
        }
        add(Move::WasteHome);
        columns().for_each(|to| add(Move::WasteTo(to)));
        for suit in Suit::ALL {
            columns().for_each(|to| add(Move::Back { suit, to }));
        }
        add(Move::Draw);
        add(Move::Recycle);
        moves
    }

    /// Is this move legal? If not, why not. For moves between columns: how many
    /// cards stay face up where they come from.
    fn check(&self, state: &State, played: &Move) -> Result<usize, Illegal> {
        match *played {
            Move::Draw if state.stock.is_empty() => refuse("the stock is empty"),
            Move::Draw => Ok(0),
            Move::Recycle if !state.stock.is_empty() => refuse("the stock is not empty yet"),
            Move::Recycle if state.waste.is_empty() => refuse("the waste is empty"),
            Move::Recycle if !self.has_another_pass(state) => {
                refuse("this is the last pass through the stock")
            }
            Move::Recycle => Ok(0),
            Move::WasteHome => self.check_home(state, waste_top(state)?),
            Move::WasteTo(to) => self.check_onto(state, waste_top(state)?, to),
            Move::ColumnHome(from) => {
                let column = column(state, from)?;
                match (column.top(), column.up.is_empty()) {
                    (Some(card), _) => self.check_home(state, card),
                    (None, true) => refuse(format!("column {} is empty", from + 1)),
                    (None, false) => refuse("nobody knows this card yet"),
                }
            }
            Move::Column { from, to } => self.check_run(state, from, to),
            Move::Back { .. } if !self.worrying_back => {
                refuse("cards do not come back from home in this game")
            }
            Move::Back { suit, to } => match state.home_top(suit) {
                None => refuse(format!("no {} are home", suit.name())),
                Some(card) => self.check_onto(state, card, to),
            },
        }
    }

    fn check_home(&self, state: &State, card: Card) -> Result<usize, Illegal> {
        if state.next_home(card.suit()) == Some(card) {
            Ok(0)
        } else {
            refuse(format!("{card} is not the next of its suit"))
        }
    }

    fn check_onto(&self, state: &State, card: Card, to: u8) -> Result<usize, Illegal> {
        let column = column(state, to)?;
        if column.is_empty() {
            return if card.rank().value() == self.ranks {
                Ok(0)
            } else {
                refuse(format!("only a King goes onto an empty column, not {card}"))
            };
        }
        match column.top() {
            Some(top) if fits(card, top) => Ok(0),
            Some(top) => refuse(format!("{card} does not go onto {top}")),
            None => refuse("nobody knows the card there yet"),
        }
    }

    fn check_run(&self, state: &State, from: u8, to: u8) -> Result<usize, Illegal> {
        if from == to {
            return refuse("a column does not go onto itself");
        }
        let source = column(state, from)?;
        if source.up.is_empty() {
            return refuse(format!("column {} is empty", from + 1));
        }
        let mut why = refuse("nobody knows this card yet");
        for (index, card) in source.up.iter().enumerate() {
            if let Some(card) = card {
                match self.check_onto(state, *card, to) {
                    Ok(_) => return Ok(index),
                    Err(reason) => why = Err(reason),
                }
            }
        }
        why
    }

    /// Makes a move on the table itself.
    pub(super) fn make(&self, state: &mut State, played: &Move) -> Result<(), Illegal> {
        if state.home == [self.ranks; 4] {
            return refuse("the game is won already");
        }
        let stays = self.check(state, played)?;
        match *played {
            Move::Draw => {
                let count = usize::from(self.draw).min(state.stock.len());
                state.waste.extend(state.stock.drain(..count));
            }
            Move::Recycle => {
                std::mem::swap(&mut state.stock, &mut state.waste);
                state.pass += u8::from(self.passes.is_some());
                state.has_seen_stock = true;
            }
            Move::WasteHome => {
                let card = state.waste.pop().flatten();
                go_home(state, card);
            }
            Move::WasteTo(to) => {
                let card = state.waste.pop().flatten();
                state.columns[usize::from(to)].up.push(card);
                state.score += WASTE_POINTS;
            }
            Move::ColumnHome(from) => {
                let card = state.columns[usize::from(from)].up.pop().flatten();
                go_home(state, card);
                turn_up(state, from);
            }
            Move::Column { from, to } => {
                let run = state.columns[usize::from(from)].up.split_off(stays);
                state.columns[usize::from(to)].up.extend(run);
                turn_up(state, from);
            }
            Move::Back { suit, to } => {
                let card = state.home_top(suit);
                state.home[usize::from(suit.index())] -= 1;
                state.columns[usize::from(to)].up.push(card);
                state.score -= BACK_POINTS;
            }
        }
        Ok(())
    }

    /// The last card of a column that can go home and can never be missed: every
    /// lower card is home, or it is an Ace or a two, on which only Aces go. Cards
    /// of the waste stay: without one the next draws bring up others.
    pub fn safe_home_move(&self, state: &State) -> Option<Move> {
        let lowest = state.home.iter().copied().min().unwrap_or(0);
        let is_safe = |from: &u8| {
            let card = state.columns[usize::from(*from)].top();
            card.is_some_and(|card| card.rank().value() <= (lowest + 1).max(2))
        };
        let mut columns = (0..state.columns.len() as u8).filter(is_safe);
        let home = columns.find(|from| self.check(state, &Move::ColumnHome(*from)).is_ok());
        home.map(Move::ColumnHome)
    }

    /// Any card that can go home.
    pub fn any_home_move(&self, state: &State) -> Option<Move> {
        let columns = (0..state.columns.len() as u8).map(Move::ColumnHome);
        let mut moves = columns.chain([Move::WasteHome]);
        moves.find(|played| self.check(state, played).is_ok())
    }

    /// The cards that this move would take along, first the one that fits.
    pub fn run_of(&self, state: &State, from: u8, to: u8) -> Option<usize> {
        let stays = self.check_run(state, from, to).ok()?;
        Some(state.columns[usize::from(from)].up.len() - stays)
    }
}

fn go_home(state: &mut State, card: Option<Card>) {
    if let Some(card) = card {
        state.home[usize::from(card.suit().index())] += 1;
        state.score += HOME_POINTS;
    }
}

/// A face-down card turns up when nothing lies on it any more.
fn turn_up(state: &mut State, column: u8) {
    let column = &mut state.columns[usize::from(column)];
    if column.up.is_empty()
        && let Some(card) = column.down.pop()
    {
        column.up.push(card);
        state.score += TURN_POINTS;
    }
}

fn waste_top(state: &State) -> Result<Card, Illegal> {
    match state.waste.last() {
        None => refuse("the waste is empty"),
        Some(None) => refuse("nobody knows the card on the waste yet"),
        Some(Some(card)) => Ok(*card),
    }
}

fn column(state: &State, index: u8) -> Result<&Column, Illegal> {
    match state.columns.get(usize::from(index)) {
        Some(column) => Ok(column),
        None => refuse(format!(
            "there is no column {}; there are {}",
            index + 1,
            state.columns.len()
        )),
    }
}
