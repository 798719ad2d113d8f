//! FreeCell and its family: one kind, thirteen games.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the plain rules of the family, with positions and moves as text |
//! | [`solver`] | fast, short and shortest solutions; proofs that there is none |
//! | `table` | where the cards lie, and the inverse of that |
//! | `words` | moves in words |

pub mod rules;
pub mod solver;
mod table;
mod words;

use std::io::BufRead;

use patience_core::{Answer, Count, Solution, numbering};
use patience_game::{
    About, Action, Adapter, Autoplay, Checked, Chosen, Error, Game, Kind, Layout, Mode, NotOffered,
    Picture, ProfileFile, Reach, Request, Setting, Settings, Sight,
};
use patience_search::Budget;

use crate::rules::{FreeCell, Move, Place, Runs, State, certificate};
use crate::solver::{Mode as SolverMode, Question, exhaust};

/// A game of the family.
#[derive(Clone, Copy, Debug)]
pub struct FreeCellGame {
    rules: FreeCell,
    about: &'static About,
}

/// All counts. Clicks come first: they are what people compare.
static COUNTS: [Count; 3] = [Count::Clicks, Count::Moves, Count::Steps];

static PROFILES: [ProfileFile; 4] = [
    ProfileFile {
        name: "kpatience-freecell",
        text: include_str!("../profiles/kpatience-freecell.toml"),
    },
    ProfileFile {
        name: "aisleriot-freecell",
        text: include_str!("../profiles/aisleriot-freecell.toml"),
    },
    ProfileFile {
        name: "patience-web-freecell",
        text: include_str!("../profiles/patience-web-freecell.toml"),
    },
    ProfileFile {
        name: "microsoft-freecell",
        text: include_str!("../profiles/microsoft-freecell.toml"),
    },
];

/// The games of the family, each with its entry in the list of games.
macro_rules! family {
    ($($constant:ident, $title:literal, $summary:literal, $aliases:expr;)*) => {
        /// The games of the family, for the list of games.
        pub static GAMES: &[&dyn Game] = &[$(&Adapter({
            const RULES: FreeCell = FreeCell::$constant;
            static SETTINGS: &[Setting] = settings::<{ RULES.has_free_columns() }>(
                &[cells(RULES), columns(RULES)],
            );
            static ABOUT: About = {
                let mut about = About::new(RULES.name, $title, $summary);
                about.aliases = &$aliases;
                about.counts = &COUNTS;
                about.numbers = numbering::MICROSOFT_NUMBERS;
                about.settings = SETTINGS;
                about.bench_states = bench_states(RULES);
                about.rules = include_str!("../rules.md");
                about.grades = include_str!("../grades.txt");
                about.perft = include_str!("../perft.txt");
                about.profiles = &PROFILES;
                about.as_built()
            };
            FreeCellGame { rules: RULES, about: &ABOUT }
        })),*];
    };
}

/// Both settings, or only the cells.
const fn settings<const COLUMNS: bool>(both: &'static [Setting; 2]) -> &'static [Setting] {
    match COLUMNS {
        true => both,
        false => both.split_at(1).0,
    }
}

/// Games without cells have deals that take gigabytes to decide.
const fn bench_states(rules: FreeCell) -> Option<u64> {
    match (rules.cells, rules.runs) {
        (0, Runs::Capacity) => Some(1_000_000),
        _ => None,
    }
}

const fn cells(rules: FreeCell) -> Setting {
    let (filled, most) = (rules.cells_filled as u32, *FreeCell::CELLS.end() as u32);
    Setting::number("cells", "Free cells", filled, most, rules.cells as u32)
}

const fn columns(rules: FreeCell) -> Setting {
    let (least, most) = (*FreeCell::COLUMNS.start(), *FreeCell::COLUMNS.end());
    let usual = rules.columns as u32;
    Setting::number("columns", "Columns", least as u32, most as u32, usual)
}

family! {
    FREECELL, "FreeCell",
        "all 52 cards home by suit; build down in the other colour; four cells",
        ["fc", "free-cell"];
    RELAXED_FREECELL, "Relaxed FreeCell",
        "FreeCell with runs of any length", [];
    FORECELL, "ForeCell",
        "FreeCell that starts with its cells full; only Kings on empty columns", [];
    BAKERS_GAME, "Baker's Game",
        "FreeCell built by suit", ["baker's-game"];
    KINGS_ONLY_BAKERS_GAME, "Baker's Game, Kings only",
        "Baker's Game with Kings only on empty columns", ["kings-only-bakers-game"];
    EIGHT_OFF, "Eight Off",
        "eight cells, four of them full; build by suit; Kings on empty columns", ["eightoff"];
    SEAHAVEN, "Seahaven Towers",
        "ten columns, two of four cells full; build by suit; Kings on empty columns",
        ["seahaven-towers"];
    RELAXED_SEAHAVEN, "Relaxed Seahaven Towers",
        "Seahaven Towers with runs of any length", ["relaxed-seahaven-towers"];
    BAKERS_DOZEN, "Baker's Dozen",
        "thirteen columns, Kings at their base, no cells; build regardless of suit, card by card",
        ["baker's-dozen"];
    STREETS_AND_ALLEYS, "Streets and Alleys",
        "eight columns, no cells; build regardless of suit", [];
    BELEAGUERED_CASTLE, "Beleaguered Castle",
        "Streets and Alleys with the Aces at home", [];
    CITADEL, "Citadel",
        "Beleaguered Castle in which cards go home even during the deal", [];
    SIMPLE_SIMON, "Simple Simon",
        "build regardless of suit, move by suit, send whole suits home", [];
}

impl Kind for FreeCellGame {
    type Rules = FreeCell;

    fn about(&self) -> &'static About {
        self.about
    }

    fn rules(&self, chosen: &Chosen) -> FreeCell {
        let mut rules = self.rules;
        rules.cells = chosen.get("cells") as u8;
        if rules.has_free_columns() {
            rules.columns = chosen.get("columns") as u8;
        }
        rules
    }

    fn deal(&self, rules: &FreeCell, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        rules: &FreeCell,
        start: &State,
        request: &Request,
        budget: &mut Budget,
        improved: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        let question = Question {
            mode: match request.mode {
                Mode::Fast => SolverMode::Fast,
                Mode::Short => SolverMode::Short,
                Mode::Shortest => SolverMode::Shortest,
            },
            count: request.count.unwrap_or(self.about.counts[0]),
            effort: request.effort,
        };
        solver::solve(rules, start, &question, budget, improved)
    }

    fn picture(&self, _: &FreeCell, state: &State) -> Picture {
        table::picture(state)
    }

    fn lay_out(&self, _: &FreeCell, state: &State) -> Layout {
        table::lay_out(state)
    }

    fn reach(&self, _: &Layout, state: &State, move_: &Move) -> Option<Reach> {
        table::reach(state, move_)
    }

    fn transcribe(&self, sight: &Sight<'_>) -> Option<String> {
        Some(table::transcribe(sight))
    }

    fn action(&self, move_: &Move) -> Action {
        match move_.to {
            Place::Home => Action::Home,
            _ => Action::Carry,
        }
    }

    fn phrase(&self, _: &FreeCell, state: &State, move_: &Move) -> String {
        words::phrase(state, move_)
    }

    fn describe(&self, rules: &FreeCell, state: &State, move_: &Move) -> String {
        rules.describe_move(state, move_)
    }

    fn explain(&self, rules: &FreeCell, state: &State, line: &[Move]) -> String {
        words::explain(rules, state, line)
    }

    fn single_cards(&self, rules: &FreeCell, state: &State, move_: &Move) -> Vec<Move> {
        rules.single_cards(state, move_)
    }

    fn autoplay(&self, rules: &FreeCell, state: &State, setting: Autoplay) -> Option<Move> {
        let moves = match setting {
            Autoplay::Safe => rules.safe_home_moves(state),
            Autoplay::All => rules.all_home_moves(state),
            Autoplay::Off => Vec::new(),
        };
        moves.first().copied()
    }

    fn certify(
        &self,
        rules: &FreeCell,
        start: &State,
        budget: &mut Budget,
        certificate: &mut Vec<u8>,
    ) -> Result<Answer<Move>, Error> {
        match exhaust::certify(rules, start, budget, certificate) {
            Ok(certified) => Ok(certified.answer),
            Err(error) => Err(self.lacks(NotOffered::CertificateOf(error.to_string()))),
        }
    }

    fn check_certificate(
        &self,
        reader: &mut dyn BufRead,
    ) -> Result<(Settings, State, Checked), Error> {
        let checked = certificate::check(reader).map_err(|refusal| Error::NoProof {
            reason: refusal.to_string(),
        })?;
        let mut settings = Settings::default().with("cells", u32::from(checked.rules.cells));
        if checked.rules.has_free_columns() {
            settings.set("columns", u32::from(checked.rules.columns));
        }
        let went_through = match checked.counts {
            certificate::Counts::Positions(_) => Checked::Positions(checked.count),
            certificate::Counts::Outlines => Checked::Outlines(checked.count),
        };
        Ok((settings, checked.start, went_through))
    }
}
