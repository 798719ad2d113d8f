//! TriPeaks at the facade.

mod layout;

use std::cell::RefCell;

use patience_core::{Answer, Solution, Stop};
use patience_rules::tripeaks::{
    CARDS, FACE_DOWN, Face, Move, ROWS, Slot, State, TriPeaks, slots_of_row,
};
use patience_rules::{Rules as _, verify};
use patience_search::Budget;
use patience_tripeaks::{Solver, TurnedUp};

use crate::layout::Reach;
use crate::{
    About, ChanceOptions, Chances, Error, Kind, Layout, Picture, Request, Reveal, Tone, Variation,
};

/// TriPeaks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TriPeaksGame;

static ABOUT: About = {
    let mut about = About::new(
        "tripeaks",
        "TriPeaks",
        "play cards one rank above or below the waste until the three peaks are gone",
    );
    about.aliases = &["tri-peaks", "three-peaks"];
    about.goals = &["board", "score", "score=N", "cards=NR"];
    about
};

thread_local! {
    /// A solver's tables take longer to make than a board takes to solve, so
    /// that every thread of a batch keeps its own.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

impl Kind for TriPeaksGame {
    type Rules = TriPeaks;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self, _: &Variation) -> Result<TriPeaks, Error> {
        Ok(TriPeaks)
    }

    fn deal(&self, rules: &TriPeaks, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        _: &TriPeaks,
        start: &State,
        request: &Request,
        budget: &mut Budget,
        _: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        SOLVER.with_borrow_mut(|solver| solver.solve(start, &request.target, budget))
    }

    fn picture(&self, _: &TriPeaks, state: &State) -> Picture {
        let mut picture = Picture::new();
        for row in 0..ROWS {
            picture.space(2 * (ROWS - 1 - row));
            for slot in slots_of_row(row) {
                draw_slot(&mut picture, state, slot);
                // Between two peaks there is room for the cards that they lack.
                picture.space(match row {
                    0 => 10,
                    1 if slot % 2 == 0 => 6,
                    _ => 2,
                });
            }
            picture.end_line();
        }
        pile(&mut picture, "Waste", &state.waste);
        pile(&mut picture, "Stock", &state.stock);
        let text = format!("Streak {}, score {}", state.streak, state.score);
        picture.add(text, Tone::Faint);
        picture.end_line();
        picture
    }

    fn lay_out(&self, _: &TriPeaks, state: &State) -> Layout {
        layout::lay_out(state)
    }

    fn reach(&self, layout: &Layout, _: &State, played: &Move) -> Option<Reach> {
        layout::reach(layout, played)
    }

    fn describe(&self, _: &TriPeaks, state: &State, played: &Move) -> String {
        layout::describe(state, played)
    }

    /// Every covered card shows its back. The stock lies open on our table, and
    /// so do the cards that are gone.
    fn concealed(&self, state: &State) -> Option<State> {
        let mut seen = state.clone();
        for slot in 0..CARDS {
            if !state.tableau[slot].is_gone() && !state.is_uncovered(slot) {
                seen.tableau[slot] = Slot::Here(None);
            }
        }
        (seen != *state && seen.unknown() > 1).then_some(seen)
    }

    fn explain(&self, rules: &TriPeaks, state: &State, line: &[Move]) -> String {
        let [first, rest @ ..] = line else {
            return String::new();
        };
        match (first, rules.play(state, first)) {
            (Move::Draw, Ok(next)) => explain_draw(&next, rest),
            (Move::Play(_), Ok(next)) => explain_play(state, &next, rest),
            _ => String::new(),
        }
    }

    fn unknown_cards(&self, state: &State) -> usize {
        state.unknown()
    }

    fn reveal(
        &self,
        rules: &TriPeaks,
        state: &State,
        budget: &mut Budget,
    ) -> Result<Reveal<Move>, Error> {
        let found = match patience_tripeaks::reveal(state, budget) {
            Ok(found) => found,
            Err(stop) => return Ok(Reveal::Unknown(stop)),
        };
        Ok(match found {
            patience_tripeaks::Reveal::Line { moves, turned_up } => {
                check_turned_up(rules, state, &moves)?;
                let turned_up = match turned_up {
                    TurnedUp::Tableau(slot) => place_of(slot),
                    TurnedUp::Stock => "the last card of the stock".to_owned(),
                };
                Reveal::Line { moves, turned_up }
            }
            patience_tripeaks::Reveal::AllKnown => Reveal::AllKnown,
            patience_tripeaks::Reveal::NoMore => Reveal::NoMore,
            patience_tripeaks::Reveal::NoMoreFromHere => Reveal::NoMoreFromHere,
        })
    }

    fn chances(
        &self,
        _: &TriPeaks,
        state: &State,
        options: &ChanceOptions,
        budget: &mut Budget,
    ) -> Result<Result<Chances<Move>, Stop>, Error> {
        let found = patience_tripeaks::chances::chances(state, options, budget);
        Ok(found.map(|found| Chances {
            board: found.board,
            equal_to_best: found.equal_to_best(),
            moves: found.moves,
            unknown: state.unknown(),
            samples: found.samples,
            stopped: found.stopped,
            statistics: Default::default(),
        }))
    }
}

/// Replays a line and looks whether it really turns up an unknown card.
fn check_turned_up(rules: &TriPeaks, state: &State, moves: &[Move]) -> Result<(), Error> {
    let wrong = |reason: String| Error::WrongAnswer {
        game: ABOUT.name,
        reason,
    };
    let replay = verify::replay(rules, state, moves).map_err(|error| wrong(error.to_string()))?;
    let end = replay.end;
    let unknown = |slot: usize| end.tableau[slot] == Slot::Here(None) && end.is_uncovered(slot);
    if (0..CARDS).any(unknown) || end.waste.last() == Some(&None) {
        return Ok(());
    }
    Err(wrong("the line turns up no unknown card".to_owned()))
}

/// "the 2nd card of row 3".
fn place_of(slot: usize) -> String {
    let row = (0..ROWS)
        .find(|&row| slots_of_row(row).contains(&slot))
        .unwrap_or(0);
    let place = slot - slots_of_row(row).start + 1;
    let ending = match place {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("the {place}{ending} card of row {}", row + 1)
}

/// A card whose face is known shows it, covered or not: whoever plans ahead
/// wants to see it. A card that nobody has seen shows its back.
fn draw_slot(picture: &mut Picture, state: &State, slot: usize) {
    match state.tableau[slot] {
        Slot::Gone(_) => picture.add("··", Tone::Faint),
        Slot::Here(None) => picture.add("▒▒", Tone::Faint),
        Slot::Here(Some(card)) => picture.card(card),
    }
}

fn pile(picture: &mut Picture, label: &str, faces: &[Face]) {
    picture.add(label, Tone::Faint);
    if faces.is_empty() {
        picture.add(" empty", Tone::Faint);
    }
    for face in faces {
        picture.space(1);
        match face {
            Some(card) => picture.card(*card),
            None => picture.add("▒▒", Tone::Faint),
        }
    }
    picture.end_line();
}

/// A draw is made for the sake of the next play.
fn explain_draw(next: &State, rest: &[Move]) -> String {
    let up = match next.waste_top() {
        Some(card) => format!("brings up {card}"),
        None => "turns up the last card of the stock".to_owned(),
    };
    let play = rest
        .iter()
        .enumerate()
        .find_map(|(index, played)| match played {
            Move::Play(card) => Some((index, card)),
            _ => None,
        });
    match play {
        Some((0, card)) => format!("{up}, then play {card}"),
        Some((draws, card)) => format!("{up}; {draws} more to play {card}"),
        None => up,
    }
}

fn explain_play(state: &State, next: &State, rest: &[Move]) -> String {
    let turned_up: Vec<_> = (0..FACE_DOWN)
        .filter(|&slot| next.is_uncovered(slot) && !state.is_uncovered(slot))
        .map(|slot| match next.tableau[slot].face() {
            Some(card) => card.to_string(),
            None => "a card that nobody has seen".to_owned(),
        })
        .collect();
    let mut effects = Vec::new();
    if !turned_up.is_empty() {
        effects.push(format!("uncovers {}", turned_up.join(" and ")));
    }
    if next.gone() == CARDS {
        effects.push("clears the board".to_owned());
    } else if next.peaks_gone() > state.peaks_gone() {
        effects.push("takes a peak".to_owned());
    }
    match rest.first() {
        Some(Move::Play(card)) if effects.is_empty() => {
            effects.push(format!("then play {card}"));
        }
        Some(Move::Draw) if effects.is_empty() => {
            effects.push("then draw".to_owned());
        }
        _ => {}
    }
    effects.join(", ")
}
