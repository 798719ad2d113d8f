//! The checker: a walk over all positions, by the rules.

use std::io::BufRead;

use patience_core::Card;

use super::{Counts, Head, HomeMoves, relaxed};
use crate::rules::{FreeCell, Move, Place, State};
use patience_rules::Rules;
use patience_rules::certificate::{Listing, Refusal, check_list};

/// What a certificate proves: this start cannot be won.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The game.
    pub rules: FreeCell,
    /// The position that cannot be won.
    pub start: State,
    /// What was checked, positions or outlines.
    pub counts: Counts,
    /// How many of them.
    pub count: u64,
}

/// Checks a certificate: `Ok` means that the start in it cannot be won.
pub fn check(mut reader: impl BufRead) -> Result<Verdict, Refusal> {
    // 1. The head: which game, which start.
    let Head {
        rules,
        mut start,
        counts,
        count,
    } = Head::read(&mut reader)?;
    let verdict = Verdict {
        rules,
        start: start.clone(),
        counts,
        count,
    };
    let home = match counts {
        Counts::Positions(home) => home,
        Counts::Outlines => {
            check_outlines(&verdict, reader)?;
            return Ok(verdict);
        }
    };
    // 2. The start is the first position.
    settle(&rules, &mut start, home)?;
    let form = form(&start);
    let mut all = All {
        rules,
        home,
        after: start,
    };
    // 3. Every move from every position leads to one of them, and none is won.
    check_list(&mut all, form, count, reader)?;
    Ok(verdict)
}

/// Searches all outlines; there must be as many as the certificate says, and nothing else
/// in it.
fn check_outlines(verdict: &Verdict, mut reader: impl BufRead) -> Result<(), Refusal> {
    let found = relaxed::count_outlines(&verdict.rules, &verdict.start, verdict.count)?;
    if found != verdict.count {
        let reason = format!("there are {found} outlines, not {}", verdict.count);
        return Err(Refusal::because(reason));
    }
    match reader.fill_buf()?.is_empty() {
        true => Ok(()),
        false => Err(Refusal::because("something follows the head")),
    }
}

/// The positions of a game.
struct All {
    rules: FreeCell,
    home: HomeMoves,
    /// Memory for the position after a move.
    after: State,
}

impl Listing for All {
    type Rules = FreeCell;
    type Form = Form;

    fn rules(&self) -> &FreeCell {
        &self.rules
    }

    fn state(&self, form: &Form) -> State {
        state_of(&self.rules, form)
    }

    fn moves(&self, state: &State) -> Vec<Move> {
        moves_in_order(&self.rules, state)
    }

    fn after(&mut self, state: &State, played: &Move) -> Result<Form, Refusal> {
        copy(state, &mut self.after);
        let made = self.rules.apply(&mut self.after, played);
        made.map_err(|reason| Refusal::because(reason.to_string()))?;
        settle(&self.rules, &mut self.after, self.home)?;
        Ok(form(&self.after))
    }
}

/// Copies a position into memory that is already there. New copies took a third
/// of the checker's time.
fn copy(from: &State, to: &mut State) {
    to.columns.clone_from(&from.columns);
    to.cells.clone_from(&from.cells);
    to.home = from.home;
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
