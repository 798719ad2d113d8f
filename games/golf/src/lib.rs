//! Golf: play cards one rank above or below the waste until the columns are
//! empty.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the plain rules, with positions and moves as text |
//! | [`solver`] | the packed solver: the fewest steps, proved |
//! | `table` | where the cards lie, and the inverse of that |
//! | `words` | moves in words |

pub mod rules;
pub mod solver;
mod table;
mod words;

use patience_core::{Answer, Solution};
use patience_game::{
    About, Action, Adapter, Chosen, Game, Kind, Layout, Picture, Reach, Request, Sight, Stock,
};
use patience_search::Budget;

use crate::rules::{Golf, Move, STOCK, State};

/// The game, for the list of games.
pub static GAMES: &[&dyn Game] = &[&Adapter(GolfGame)];

/// Golf as the list of games has it.
#[derive(Clone, Copy, Debug)]
pub struct GolfGame;

static ABOUT: About = {
    let mut about = About::new(
        "golf",
        "Golf",
        "play cards one rank above or below the waste until the columns are empty",
    );
    about.aliases = &["golf-solitaire"];
    about.stock = Some(Stock {
        cards: STOCK,
        drawn_to: "waste",
        is_open: false,
        is_counted: false,
        spare: 1,
    });
    about.rules = include_str!("../rules.md");
    about.grades = include_str!("../grades.txt");
    about.perft = include_str!("../perft.txt");
    about.as_built()
};

impl Kind for GolfGame {
    type Rules = Golf;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self, _: &Chosen) -> Golf {
        Golf
    }

    fn deal(&self, rules: &Golf, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        _: &Golf,
        start: &State,
        _: &Request,
        budget: &mut Budget,
        _: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        solver::solve(start, budget)
    }

    fn picture(&self, _: &Golf, state: &State) -> Picture {
        table::picture(state)
    }

    fn lay_out(&self, _: &Golf, state: &State) -> Layout {
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
        }
    }

    fn describe(&self, _: &Golf, state: &State, move_: &Move) -> String {
        words::describe(state, move_)
    }

    fn explain(&self, rules: &Golf, state: &State, line: &[Move]) -> String {
        words::explain(*rules, state, line)
    }
}
