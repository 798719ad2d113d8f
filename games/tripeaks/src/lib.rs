//! TriPeaks: play cards one rank above or below the waste until the three peaks
//! are gone.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the plain rules, with positions and moves as text |
//! | [`solver`] | the packed solver: every goal proved, unknown cards, chances |
//! | `table` | where the cards lie, and the inverse of that |
//! | `words` | moves in words |

pub mod rules;
pub mod solver;
mod table;
mod words;

use std::cell::RefCell;

use patience_core::{Answer, Chance, ChanceOptions, Solution, Stop};
use patience_game::{
    About, Action, Adapter, Chances, Chosen, Error, Game, Kind, Layout, Picture, ProfileFile,
    Reach, Request, Reveal, Sight, Stock,
};
use patience_rules::verify;
use patience_search::Budget;

use crate::rules::{CARDS, Move, Slot, State, TriPeaks};
use crate::solver::{Solver, TurnedUp};

/// The game, for the list of games.
pub static GAMES: &[&dyn Game] = &[&Adapter(TriPeaksGame)];

/// TriPeaks as an entry of the list of games.
#[derive(Clone, Copy, Debug)]
pub struct TriPeaksGame;

static ABOUT: About = {
    let mut about = About::new(
        "tripeaks",
        "TriPeaks",
        "play cards one rank above or below the waste until the three peaks are gone",
    );
    about.aliases = &["tri-peaks", "three-peaks"];
    about.goals = &["board", "score", "score=N", "cards=NR"];
    about.stock = Some(Stock {
        cards: 23,
        drawn_to: "waste",
        is_open: false,
        is_counted: false,
        spare: 1,
    });
    about.face_down = true;
    about.rules = include_str!("../rules.md");
    about.grades = include_str!("../grades.txt");
    about.perft = include_str!("../perft.txt");
    about.profiles = &[
        ProfileFile {
            name: "aisleriot-triple-peaks",
            text: include_str!("../profiles/aisleriot-triple-peaks.toml"),
        },
        ProfileFile {
            name: "patience-web-tripeaks",
            text: include_str!("../profiles/patience-web-tripeaks.toml"),
        },
        ProfileFile {
            name: "microsoft-tripeaks",
            text: include_str!("../profiles/microsoft-tripeaks.toml"),
        },
    ];
    about.as_built()
};

thread_local! {
    /// Making a solver's tables takes longer than solving a board, so every
    /// thread of a batch keeps its own.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

impl Kind for TriPeaksGame {
    type Rules = TriPeaks;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self, _: &Chosen) -> TriPeaks {
        TriPeaks
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
        table::picture(state)
    }

    fn lay_out(&self, _: &TriPeaks, state: &State) -> Layout {
        table::lay_out(state)
    }

    fn reach(&self, layout: &Layout, _: &State, move_: &Move) -> Option<Reach> {
        table::reach(layout, move_)
    }

    fn transcribe(&self, sight: &Sight<'_>) -> Option<String> {
        Some(table::transcribe(sight))
    }

    fn action(&self, move_: &Move) -> Action {
        match move_ {
            Move::Draw => Action::Draw,
            Move::Play(_) => Action::Carry,
            Move::StartOver => Action::Restart,
        }
    }

    fn describe(&self, _: &TriPeaks, state: &State, move_: &Move) -> String {
        words::describe(state, move_)
    }

    fn explain(&self, rules: &TriPeaks, state: &State, line: &[Move]) -> String {
        words::explain(*rules, state, line)
    }

    fn restart(&self, _: &State) -> Option<Move> {
        Some(Move::StartOver)
    }

    /// Every covered card shows its back, and so does the stock.
    fn concealed(&self, state: &State) -> Option<State> {
        let mut seen = state.clone();
        seen.stock.fill(None);
        for slot in 0..CARDS {
            if !state.tableau[slot].is_gone() && !state.is_uncovered(slot) {
                seen.tableau[slot] = Slot::Here(None);
            }
        }
        (seen != *state && seen.unknown() > 1).then_some(seen)
    }

    fn unknown_cards(&self, state: &State) -> usize {
        state.unknown()
    }

    fn turn_up(&self, _: &TriPeaks, state: &State, pile: usize, card: &str) -> Option<State> {
        table::turn_up(state, pile, card)
    }

    fn reveal(
        &self,
        rules: &TriPeaks,
        state: &State,
        budget: &mut Budget,
    ) -> Result<Reveal<Move>, Error> {
        let found = match solver::reveal(state, budget) {
            Ok(found) => found,
            Err(stop) => return Ok(Reveal::Unknown(stop)),
        };
        Ok(match found {
            solver::Reveal::Line { moves, turned_up } => {
                check_turned_up(rules, state, &moves)?;
                let turned_up = match turned_up {
                    TurnedUp::Tableau(slot) => words::place_of(slot),
                    TurnedUp::Stock => "a card of the stock".to_owned(),
                };
                Reveal::Line { moves, turned_up }
            }
            solver::Reveal::AllKnown => Reveal::AllKnown,
            solver::Reveal::NoMore => Reveal::NoMore,
            solver::Reveal::NoMoreFromHere => Reveal::NoMoreFromHere,
        })
    }

    fn chances(
        &self,
        _: &TriPeaks,
        state: &State,
        options: &ChanceOptions,
        budget: &mut Budget,
    ) -> Result<Result<Chances<Move>, Stop>, Error> {
        let found = solver::chances(state, options, budget);
        Ok(found.map(|found| Chances {
            board: found.board,
            equal_to_best: Chance::equal_to_best(&found.moves),
            moves: found.moves,
            unknown: state.unknown(),
            samples: found.samples,
            stopped: found.stopped,
            statistics: Default::default(),
        }))
    }
}

/// Replays a line and checks that it turns up an unknown card.
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
