//! The checker: a walk over all positions, by the rules.

use std::collections::{HashSet, VecDeque};
use std::io::{BufRead, Read};

use patience_core::Card;

use super::{Head, HomeMoves, Refusal};
use crate::rules::{FreeCell, Move, Place, State};
use patience_rules::Rules;

/// What a certificate proves: this start cannot be won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The game.
    pub rules: FreeCell,
    /// The position that cannot be won.
    pub start: State,
    /// How many positions were checked.
    pub positions: u64,
}

/// Checks a certificate: `Ok` means that the start in it cannot be won.
pub fn check(mut reader: impl BufRead) -> Result<Verdict, Refusal> {
    // 1. The head: which game, which start.
    let Head {
        rules,
        mut start,
        home,
        positions,
    } = Head::read(&mut reader)?;
    let verdict = Verdict {
        rules,
        start: start.clone(),
        positions,
    };
    let mut listed = Listed {
        numbers: reader,
        left: positions
            .checked_sub(1)
            .ok_or_else(|| Refusal::because("it lists no position, not even the start"))?,
        next: None,
    };
    listed.advance()?;
    // 2. The start is the first position.
    settle(&rules, &mut start, home)?;
    let mut known = HashSet::from([form(&start)]);
    let mut waiting = VecDeque::from([form(&start)]);
    let mut place = 0u64;
    let mut after = start;
    while let Some(position) = waiting.pop_front() {
        // 3. No position of the list may be won.
        let state = state_of(&rules, &position);
        let refuse = |reason: &str| Refusal::because(format!("position {place}: {reason}"));
        if rules.is_won(&state) {
            return Err(refuse("it is won"));
        }
        // 4. Every move from it leads to a position that is known, or to the
        //    one that is listed next.
        for move_ in moves_in_order(&rules, &state) {
            copy(&state, &mut after);
            rules
                .apply(&mut after, &move_)
                .map_err(|reason| refuse(&reason.to_string()))?;
            settle(&rules, &mut after, home)?;
            let reached = form(&after);
            match (known.contains(&reached), listed.is_next()) {
                (true, false) => listed.pass(),
                (false, true) => {
                    known.insert(reached);
                    waiting.push_back(reached);
                    listed.advance()?;
                }
                (false, false) => {
                    let text = rules.write_move(&state, &move_);
                    return Err(refuse(&format!(
                        "the move {text} leads to a position that is not listed there"
                    )));
                }
                (true, true) => {
                    return Err(refuse("a position is listed again"));
                }
            }
        }
        place += 1;
    }
    // 5. Nothing may be left over: neither numbers nor bytes.
    listed.end()?;
    Ok(verdict)
}

/// Copies a position into memory that is already there. New copies took a third
/// of the checker's time.
fn copy(from: &State, to: &mut State) {
    to.columns.clone_from(&from.columns);
    to.cells.clone_from(&from.cells);
    to.home = from.home;
}

/// The numbers of the file: how many moves are passed over before the next
/// position.
struct Listed<R> {
    numbers: R,
    /// Positions still to come after the next one.
    left: u64,
    /// Moves still to pass over before the next position; none when all
    /// positions were seen.
    next: Option<u64>,
}

impl<R: Read> Listed<R> {
    fn is_next(&self) -> bool {
        self.next == Some(0)
    }

    fn pass(&mut self) {
        self.next = self.next.map(|moves| moves - 1);
    }

    fn advance(&mut self) -> Result<(), Refusal> {
        self.next = match self.left {
            0 => None,
            _ => {
                self.left -= 1;
                Some(self.number()?)
            }
        };
        Ok(())
    }

    fn number(&mut self) -> Result<u64, Refusal> {
        let mut value = 0;
        for shift in (0..56).step_by(7) {
            let mut byte = [0];
            if self.numbers.read(&mut byte)? == 0 {
                return Err(Refusal::because("the list of positions is cut off"));
            }
            value |= u64::from(byte[0] & 0x7f) << shift;
            if byte[0] < 0x80 {
                // There is only one way to write a number: without zeros at its end.
                return if byte[0] == 0 && shift > 0 {
                    Err(Refusal::because("a number has more bytes than it needs"))
                } else {
                    Ok(value)
                };
            }
        }
        Err(Refusal::because("a number is too large"))
    }

    fn end(&mut self) -> Result<(), Refusal> {
        if self.next.is_some() {
            return Err(Refusal::because(
                "it lists a position that no move leads to",
            ));
        }
        match self.numbers.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(Refusal::because("something follows the last position")),
        }
    }
}

/// A position without the order of its columns and cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Form {
    /// What lies under each card, by the card's index: another card, or one of
    /// the three below.
    under: [u8; 52],
    home: [u8; 4],
}

const CELL: u8 = 52;
const EMPTY_COLUMN: u8 = 53;
const HOME: u8 = 54;

fn form(state: &State) -> Form {
    let mut under = [HOME; 52];
    for column in &state.columns {
        let mut below = EMPTY_COLUMN;
        for card in column {
            under[usize::from(card.index())] = below;
            below = card.index();
        }
    }
    for card in state.cells.iter().flatten() {
        under[usize::from(card.index())] = CELL;
    }
    Form {
        under,
        home: state.home,
    }
}

/// A position of this form: columns in the order of their base cards, cells in
/// the order of their cards.
fn state_of(rules: &FreeCell, form: &Form) -> State {
    let lying_on =
        |below: u8| Card::all().filter(move |card| form.under[usize::from(card.index())] == below);
    let mut state = State {
        columns: Vec::new(),
        cells: lying_on(CELL).map(Some).collect(),
        home: form.home,
    };
    let mut above = [None; 52];
    for card in Card::all() {
        if let Some(place) = above.get_mut(usize::from(form.under[usize::from(card.index())])) {
            *place = Some(card);
        }
    }
    for base in lying_on(EMPTY_COLUMN) {
        let column = std::iter::successors(Some(base), |card| above[usize::from(card.index())]);
        state.columns.push(column.collect());
    }
    state.columns.resize(usize::from(rules.columns), Vec::new());
    state.cells.resize(usize::from(rules.cells), None);
    state
}

/// Every legal move that changes the form, one for each (card, what it goes
/// onto), in that order.
fn moves_in_order(rules: &FreeCell, state: &State) -> Vec<Move> {
    let mut moves: Vec<_> = rules
        .legal_moves(state)
        .into_iter()
        .map(|move_| (key_of(state, &move_), move_))
        .filter(|((_, from, onto), _)| from != onto)
        .collect();
    moves.sort_by_key(|(key, _)| *key);
    moves.dedup_by_key(|(key, _)| *key);
    moves.into_iter().map(|(_, move_)| move_).collect()
}

/// The card that is moved or heads the run, what it lies on, and what it goes
/// onto; the first and the last name a move.
fn key_of(state: &State, move_: &Move) -> (u8, u8, u8) {
    let (card, under) = match move_.from {
        Place::Column(column) => {
            let column = &state.columns[usize::from(column)];
            let index = column.len() - usize::from(move_.cards);
            let under = index.checked_sub(1).map(|below| column[below].index());
            (Some(column[index]), under.unwrap_or(EMPTY_COLUMN))
        }
        Place::Cell(cell) => (state.cells[usize::from(cell)], CELL),
        Place::Home => (None, HOME),
    };
    let onto = match move_.to {
        Place::Column(column) => match state.columns[usize::from(column)].last() {
            Some(card) => card.index(),
            None => EMPTY_COLUMN,
        },
        Place::Cell(_) => CELL,
        Place::Home => HOME,
    };
    (card.map_or(HOME, Card::index), under, onto)
}

/// Sends safe cards home until none is left.
fn settle(rules: &FreeCell, state: &mut State, home: HomeMoves) -> Result<(), Refusal> {
    if home == HomeMoves::Free {
        return Ok(());
    }
    while let Some(move_) = rules.safe_home_moves(state).first() {
        let made = rules.apply(state, move_);
        made.map_err(|reason| Refusal::because(reason.to_string()))?;
    }
    Ok(())
}
