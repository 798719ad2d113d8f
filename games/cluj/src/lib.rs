//! Cluj, the solitaire of MOLEK-SYNTEZ: build T K D V 10 9 8 7 6 in four of six
//! columns. You may cheat, and would rather not.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the plain rules, with positions and moves as text |
//! | [`solver`] | the packed solver: the fewest cheats, then the fewest moves |
//! | `table` | where the cards lie, and the inverse of that |
//! | `words` | moves in words |

pub mod rules;
pub mod solver;
mod table;
mod words;

use patience_core::{Answer, CardNames, Count, Solution};
use patience_game::{
    About, Action, Adapter, Cheats, Chosen, Game, Kind, Layout, Mode, Picture, ProfileFile, Reach,
    Request, Sight,
};
use patience_search::Budget;

use crate::rules::{Cluj, Move, State, cheats};

/// The game, for the list of games.
pub static GAMES: &[&dyn Game] = &[&Adapter(ClujGame)];

/// Cluj as an entry of the list of games.
#[derive(Clone, Copy, Debug)]
pub struct ClujGame;

static ABOUT: About = {
    let mut about = About::new(
        "cluj",
        "Cluj",
        "build T K D V 10 9 8 7 6 in four of six columns; you may cheat, and would rather not",
    );
    about.aliases = &["cluj-solitaire", "molek-syntez"];
    about.counts = &[Count::Moves];
    about.has_cheats = true;
    about.bench_deals = 40;
    about.cards = CardNames::without_suits(&["6", "7", "8", "9", "10", "V", "D", "K", "T"], 4)
        .with_aliases(&[("0", "10")]);
    about.rules = include_str!("../rules.md");
    about.grades = include_str!("../grades.txt");
    about.perft = include_str!("../perft.txt");
    about.profiles = &[
        ProfileFile {
            name: "patience-web-cluj",
            text: include_str!("../profiles/patience-web-cluj.toml"),
        },
        ProfileFile {
            name: "molek-syntez",
            text: include_str!("../profiles/molek-syntez.toml"),
        },
    ];
    about.as_built()
};

impl Kind for ClujGame {
    type Rules = Cluj;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self, _: &Chosen) -> Cluj {
        Cluj
    }

    fn deal(&self, rules: &Cluj, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        _: &Cluj,
        start: &State,
        request: &Request,
        budget: &mut Budget,
        _: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        let aim = match (request.mode, request.cheats) {
            // Without cheats the shortest way is found at once.
            (_, Cheats::Never) => solver::Aim::NoCheat,
            (Mode::Fast, _) => solver::Aim::Fast,
            (_, Cheats::Fewest) => solver::Aim::FewestCheats,
            (_, Cheats::Any) => solver::Aim::AnyCheats,
        };
        solver::solve(start, aim, budget)
    }

    fn picture(&self, _: &Cluj, state: &State) -> Picture {
        table::picture(state)
    }

    fn lay_out(&self, _: &Cluj, state: &State) -> Layout {
        table::lay_out(state)
    }

    fn reach(&self, _: &Layout, state: &State, move_: &Move) -> Option<Reach> {
        table::reach(state, move_)
    }

    fn transcribe(&self, sight: &Sight<'_>) -> Option<String> {
        Some(table::transcribe(sight))
    }

    fn action(&self, move_: &Move) -> Action {
        match move_.cheat {
            true => Action::Cheat,
            false => Action::Carry,
        }
    }

    fn phrase(&self, _: &Cluj, state: &State, move_: &Move) -> String {
        words::phrase(state, move_)
    }

    fn describe(&self, _: &Cluj, state: &State, move_: &Move) -> String {
        words::describe(state, move_)
    }

    fn explain(&self, rules: &Cluj, state: &State, line: &[Move]) -> String {
        words::explain(*rules, state, line)
    }

    fn cheats(&self, line: &[Move]) -> Option<u32> {
        Some(cheats(line) as u32)
    }
}
