//! Pyramid: remove pairs that add up to 13 until the pyramid is gone.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the plain rules, with positions and moves as text |
//! | [`solver`] | the packed solver: fewest steps and best scores, proved |
//! | `table` | where the cards lie, and the inverse of that |
//! | `words` | moves in words |

pub mod rules;
pub mod solver;
mod table;
mod words;

use std::cell::RefCell;

use patience_core::{Answer, Solution};
use patience_game::{
    About, Action, Adapter, Choice, Chosen, Game, Kind, Layout, Picture, ProfileFile, Reach,
    Request, Setting, Sight, Stock,
};
use patience_search::Budget;

use crate::rules::{Move, Pyramid, State, Win};
use crate::solver::Solver;

/// The game, for the list of games.
pub static GAMES: &[&dyn Game] = &[&Adapter(PyramidGame)];

/// Pyramid as an entry of the list of games.
#[derive(Clone, Copy, Debug)]
pub struct PyramidGame;

/// In Microsoft's game the pyramid is enough; other programs want all cards.
static SETTINGS: [Setting; 1] = [Setting::choice(
    "win",
    "Won when gone",
    &[
        Choice {
            word: "board",
            title: "the pyramid",
        },
        Choice {
            word: "all",
            title: "all cards",
        },
    ],
)];

static ABOUT: About = {
    let mut about = About::new(
        "pyramid",
        "Pyramid",
        "remove pairs that add up to 13 until the pyramid is gone; three passes through the stock",
    );
    about.aliases = &["pyramid-solitaire"];
    about.goals = &["board", "score", "score=N", "cards=NR"];
    about.settings = &SETTINGS;
    about.stock = Some(Stock {
        cards: 24,
        drawn_to: "stock",
        is_open: true,
        is_counted: true,
        spare: 0,
    });
    about.rules = include_str!("../rules.md");
    about.grades = include_str!("../grades.txt");
    about.perft = include_str!("../perft.txt");
    about.profiles = &[
        ProfileFile {
            name: "patience-web-pyramid",
            text: include_str!("../profiles/patience-web-pyramid.toml"),
        },
        ProfileFile {
            name: "microsoft-pyramid",
            text: include_str!("../profiles/microsoft-pyramid.toml"),
        },
    ];
    about.as_built()
};

thread_local! {
    /// Every thread of a batch uses the memory of its solver for all deals.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

impl Kind for PyramidGame {
    type Rules = Pyramid;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self, chosen: &Chosen) -> Pyramid {
        let win = match chosen.get("win") {
            0 => Win::Board,
            _ => Win::All,
        };
        Pyramid { win }
    }

    fn deal(&self, rules: &Pyramid, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        rules: &Pyramid,
        start: &State,
        request: &Request,
        budget: &mut Budget,
        _: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        SOLVER.with_borrow_mut(|solver| solver.solve_by(*rules, start, &request.target, budget))
    }

    fn picture(&self, _: &Pyramid, state: &State) -> Picture {
        table::picture(state)
    }

    fn lay_out(&self, _: &Pyramid, state: &State) -> Layout {
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
            Move::Recycle => Action::Recycle,
            Move::Remove(_) | Move::RemovePair(..) => Action::Remove,
        }
    }

    fn describe(&self, _: &Pyramid, _: &State, move_: &Move) -> String {
        words::describe(move_)
    }

    fn explain(&self, rules: &Pyramid, state: &State, line: &[Move]) -> String {
        words::explain(*rules, state, line)
    }
}
