//! Black Hole: play cards one rank above or below the hole until all of them are
//! in it.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the plain rules, with positions and moves as text |
//! | [`solver`] | the packed solver: every deal decided |
//! | `table` | where the cards lie, and the inverse of that |
//! | `words` | moves in words |

pub mod rules;
pub mod solver;
mod table;
mod words;

use patience_core::{Answer, Solution};
use patience_game::{
    About, Action, Adapter, Chosen, Game, Kind, Layout, Picture, Reach, Request, Sight,
};
use patience_search::Budget;

use crate::rules::{BlackHole, Move, State};

/// The game, for the list of games.
pub static GAMES: &[&dyn Game] = &[&Adapter(BlackHoleGame)];

/// Black Hole as the list of games has it.
#[derive(Clone, Copy, Debug)]
pub struct BlackHoleGame;

static ABOUT: About = {
    let mut about = About::new(
        "black-hole",
        "Black Hole",
        "play cards one rank above or below the hole until all of them are in it",
    );
    about.aliases = &["blackhole", "black-hole-solitaire"];
    about.rules = include_str!("../rules.md");
    about.grades = include_str!("../grades.txt");
    about.perft = include_str!("../perft.txt");
    about.as_built()
};

impl Kind for BlackHoleGame {
    type Rules = BlackHole;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self, _: &Chosen) -> BlackHole {
        BlackHole
    }

    fn deal(&self, rules: &BlackHole, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        _: &BlackHole,
        start: &State,
        _: &Request,
        budget: &mut Budget,
        _: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        solver::solve(start, budget)
    }

    fn picture(&self, _: &BlackHole, state: &State) -> Picture {
        table::picture(state)
    }

    fn lay_out(&self, _: &BlackHole, state: &State) -> Layout {
        table::lay_out(state)
    }

    fn reach(&self, layout: &Layout, _: &State, move_: &Move) -> Option<Reach> {
        table::reach(layout, move_)
    }

    fn transcribe(&self, sight: &Sight<'_>) -> Option<String> {
        Some(table::transcribe(sight))
    }

    fn action(&self, _: &Move) -> Action {
        Action::Carry
    }

    fn describe(&self, _: &BlackHole, state: &State, move_: &Move) -> String {
        words::describe(state, move_)
    }

    fn explain(&self, rules: &BlackHole, state: &State, line: &[Move]) -> String {
        words::explain(*rules, state, line)
    }
}
