//! What may be played: the complete list, and the judge of a single move.

use patience_core::Card;
use patience_rules::Illegal;

use super::{Column, Move, RUN_POINTS, Removal, Spider, State, fits};

fn refuse<T>(reason: impl Into<String>) -> Result<T, Illegal> {
    Err(Illegal::because(reason))
}

impl Spider {
    /// Every legal move.
    pub(super) fn all_moves(&self, state: &State) -> Vec<Move> {
        let mut moves = Vec::new();
        let columns = || 0..state.columns.len() as u8;
        let mut add = |played: Move| {
            if self.check(state, &played).is_ok() {
                moves.push(played);
            }
        };
        for from in columns() {
            add(Move::Home(from));
            let run = state.columns[usize::from(from)].run() as u8;
            for to in columns() {
                (1..=run).for_each(|count| add(Move::Run { from, to, count }));
            }
        }
        add(Move::Deal);
        moves
    }

    /// Is this move legal? If not, why not.
    fn check(&self, state: &State, played: &Move) -> Result<(), Illegal> {
        match *played {
            _ if state.runs_home() == self.runs() => refuse("the game is won already"),
            Move::Deal if state.stock.is_empty() => refuse("the stock is empty"),
            Move::Deal => match state.columns.iter().position(Column::is_empty) {
                Some(empty) if !self.deals_on_empty => refuse(format!(
                    "no deal while a column is empty, and column {} is",
                    empty + 1
                )),
                _ => Ok(()),
            },
            Move::Run { from, to, count } => check_run(state, from, to, count),
            Move::Home(from) => {
                let column = column(state, from)?;
                match (self.removal, self.complete(column)) {
                    (Removal::AtOnce, _) => refuse("complete runs leave by themselves"),
                    (_, None) => refuse(format!("column {} has no complete run", from + 1)),
                    (_, Some(_)) => Ok(()),
                }
            }
        }
    }

    /// Makes a move on the table itself.
    pub(super) fn make(&self, state: &mut State, played: &Move) -> Result<(), Illegal> {
        self.check(state, played)?;
        state.score -= 1;
        match *played {
            Move::Deal => {
                let count = state.columns.len().min(state.stock.len());
                let cards: Vec<_> = state.stock.drain(..count).collect();
                for (column, card) in state.columns.iter_mut().zip(cards) {
                    column.up.push(card);
                }
            }
            Move::Run { from, to, count } => {
                let source = &mut state.columns[usize::from(from)];
                let run = source.up.split_off(source.up.len() - usize::from(count));
                turn_up(source);
                state.columns[usize::from(to)].up.extend(run);
            }
            Move::Home(from) => self.take_home(state, usize::from(from)),
        }
        self.settle(state);
        Ok(())
    }

    /// The highest card of the complete run at the end of a column.
    pub fn complete(&self, column: &Column) -> Option<Card> {
        let ranks = usize::from(self.ranks);
        if column.run() < ranks {
            return None;
        }
        // The run cannot be longer: it would begin above the highest rank.
        column.up[column.up.len() - ranks]
    }

    /// Complete runs leave by themselves, unless that is a choice.
    pub(crate) fn settle(&self, state: &mut State) {
        if self.removal == Removal::AtOnce {
            for index in 0..state.columns.len() {
                // A position that was read may have one run below another.
                while self.complete(&state.columns[index]).is_some() {
                    self.take_home(state, index);
                }
            }
        }
    }

    /// Takes the complete run of a column away, if there is one.
    fn take_home(&self, state: &mut State, index: usize) {
        let column = &mut state.columns[index];
        if let Some(card) = self.complete(column) {
            let left = column.up.len() - usize::from(self.ranks);
            column.up.truncate(left);
            turn_up(column);
            state.home[usize::from(card.suit().index())] += 1;
            state.score += RUN_POINTS;
        }
    }
}

fn check_run(state: &State, from: u8, to: u8, count: u8) -> Result<(), Illegal> {
    if from == to {
        return refuse("a column does not go onto itself");
    }
    let (source, target) = (column(state, from)?, column(state, to)?);
    if source.is_empty() {
        return refuse(format!("column {} is empty", from + 1));
    }
    if source.top().is_none() {
        return refuse("nobody knows this card yet");
    }
    let count = usize::from(count);
    if !(1..=source.run()).contains(&count) {
        return refuse(match source.run() {
            1 => format!("only the last card of column {} can move", from + 1),
            run => format!("at most {run} cards of column {} move together", from + 1),
        });
    }
    let head = source.up[source.up.len() - count];
    match (head, target.top()) {
        _ if target.is_empty() => Ok(()),
        (Some(card), Some(top)) if fits(card, top) => Ok(()),
        (Some(card), Some(top)) => refuse(format!("{card} does not go onto {top}")),
        _ => refuse("nobody knows the card there yet"),
    }
}

/// A face-down card turns up when nothing lies on it any more.
fn turn_up(column: &mut Column) {
    if column.up.is_empty()
        && let Some(card) = column.down.pop()
    {
        column.up.push(card);
    }
}

fn column(state: &State, index: u8) -> Result<&Column, Illegal> {
    match state.columns.get(usize::from(index)) {
        Some(column) => Ok(column),
        None => refuse(format!(
            "there is no column {}; there are {}",
            u16::from(index) + 1,
            state.columns.len()
        )),
    }
}
