//! Klondike, the game that most people call solitaire.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the plain rules: table, moves, text, deal numbers |
//! | [`solver`] | the packed solver |
//! | [`unseen`] | chances and a player while cards lie face down |
//! | `table` | where the cards lie, and the inverse of that |
//! | `words` | moves in words |
//! | `reveal` | a short line to a card that nobody has seen |

mod reveal;
pub mod rules;
pub mod solver;
mod table;
pub mod unseen;
mod words;

use std::cell::RefCell;

use patience_core::{Answer, Chance, ChanceOptions, Count, Solution, Stop};
use patience_game::{
    About, Action, Adapter, Autoplay, Chances, Choice, Chosen, Error, Game, Kind, Layout, Mode,
    Picture, ProfileFile, Reach, Request, Reveal, Setting, Sight, Stock,
};
use patience_search::Budget;

use crate::rules::{Klondike, Move, Numbers, State};
use crate::solver::{Effort, Question, Solver};
use crate::unseen::Player;

/// The game, for the list of games.
pub static GAMES: &[&dyn Game] = &[&Adapter(KlondikeGame)];

/// Klondike as the list of games has it.
#[derive(Clone, Copy, Debug)]
pub struct KlondikeGame;

/// Three cards a draw is the classic game, and what most figures are about.
static SETTINGS: [Setting; 4] = [
    Setting::choice(
        "draw",
        "Cards a draw",
        &[choice("3", "three cards"), choice("1", "one card")],
    ),
    Setting::number("passes", "Passes (0: any)", 0, MOST_PASSES, 0),
    Setting::choice(
        "worrying-back",
        "Cards back from home",
        &[choice("yes", "yes"), choice("no", "no")],
    ),
    Setting::choice(
        "numbers",
        "Deal numbers",
        &[
            choice("own", "those of Patience"),
            choice("solvitaire", "seeds of Solvitaire"),
            choice("kpatience", "KPatience"),
            choice("microsoft", "Microsoft Solitaire Collection"),
        ],
    ),
];

const fn choice(word: &'static str, title: &'static str) -> Choice {
    Choice { word, title }
}

/// So many are hardly ever used up.
const MOST_PASSES: u32 = 15;

static ABOUT: About = {
    let mut about = About::new(
        "klondike",
        "Klondike",
        "all 52 cards home by suit; build down in the other colour; turn up the face-down cards",
    );
    about.aliases = &["solitaire"];
    about.goals = &["board", "score", "score=N", "cards=NR"];
    about.counts = &[Count::Moves, Count::Steps];
    about.settings = &SETTINGS;
    about.stock = Some(Stock {
        cards: 24,
        drawn_to: "waste",
        is_open: false,
        is_counted: false,
        spare: 0,
    });
    about.profiles = &[
        ProfileFile {
            name: "kpatience-klondike",
            text: include_str!("../profiles/kpatience-klondike.toml"),
        },
        ProfileFile {
            name: "aisleriot-klondike",
            text: include_str!("../profiles/aisleriot-klondike.toml"),
        },
        ProfileFile {
            name: "microsoft-klondike",
            text: include_str!("../profiles/microsoft-klondike.toml"),
        },
    ];
    about.face_down = true;
    about.bench_deals = 40;
    about.rules = include_str!("../rules.md");
    about.grades = include_str!("../grades.txt");
    about.perft = include_str!("../perft.txt");
    about.as_built()
};

thread_local! {
    /// Every thread of a batch keeps the memory of its solver.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

impl Kind for KlondikeGame {
    type Rules = Klondike;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self, chosen: &Chosen) -> Klondike {
        let passes = chosen.get("passes") as u8;
        Klondike {
            draw: if chosen.get("draw") == 0 { 3 } else { 1 },
            passes: (passes > 0).then_some(passes),
            worrying_back: chosen.get("worrying-back") == 0,
            numbers: match chosen.get("numbers") {
                0 => Numbers::Own,
                1 => Numbers::Solvitaire,
                2 => Numbers::Kpatience,
                _ => Numbers::Microsoft,
            },
            ..Klondike::DRAW_THREE
        }
    }

    fn deal(&self, rules: &Klondike, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        rules: &Klondike,
        start: &State,
        request: &Request,
        budget: &mut Budget,
        improved: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        let question = Question {
            rules,
            target: request.target,
            effort: match request.mode {
                Mode::Fast => Effort::Fast,
                Mode::Short => Effort::Short,
                Mode::Shortest => Effort::Shortest,
            },
            count: request.count.unwrap_or(ABOUT.counts[0]),
        };
        SOLVER.with_borrow_mut(|solver| solver.solve(&question, start, budget, improved))
    }

    fn picture(&self, rules: &Klondike, state: &State) -> Picture {
        table::picture(rules, state)
    }

    fn lay_out(&self, rules: &Klondike, state: &State) -> Layout {
        table::lay_out(rules, state)
    }

    fn reach(&self, layout: &Layout, state: &State, move_: &Move) -> Option<Reach> {
        table::reach(layout, state, move_)
    }

    fn transcribe(&self, sight: &Sight<'_>) -> Option<String> {
        Some(table::transcribe(sight))
    }

    fn action(&self, move_: &Move) -> Action {
        match move_ {
            Move::Draw => Action::Draw,
            Move::Recycle => Action::Recycle,
            Move::WasteHome | Move::ColumnHome(_) => Action::Home,
            Move::WasteTo(_) | Move::Column { .. } | Move::Back { .. } => Action::Carry,
        }
    }

    fn phrase(&self, rules: &Klondike, state: &State, move_: &Move) -> String {
        words::phrase(rules, state, move_)
    }

    fn describe(&self, rules: &Klondike, state: &State, move_: &Move) -> String {
        words::describe(rules, state, move_)
    }

    fn explain(&self, rules: &Klondike, state: &State, line: &[Move]) -> String {
        words::explain(rules, state, line)
    }

    fn autoplay(&self, rules: &Klondike, state: &State, setting: Autoplay) -> Option<Move> {
        match setting {
            Autoplay::Safe => rules.safe_home_move(state),
            Autoplay::All => rules.any_home_move(state),
            Autoplay::Off => None,
        }
    }

    /// Face-down cards show their backs; so does the stock until it was gone
    /// through once.
    fn concealed(&self, state: &State) -> Option<State> {
        table::concealed(state)
    }

    fn unknown_cards(&self, state: &State) -> usize {
        state.unknown()
    }

    fn turn_up(&self, _: &Klondike, state: &State, pile: usize, card: &str) -> Option<State> {
        table::turn_up(state, pile, card)
    }

    fn remember(
        &self,
        _rules: &Klondike,
        start: &State,
        now: &State,
        pile: usize,
        card: &str,
    ) -> Option<State> {
        table::remember(start, now, pile, card)
    }

    fn advise(&self, rules: &Klondike, state: &State, seed: u64) -> Result<Vec<Move>, Error> {
        let mut player = Player::new(unseen::PLAYOUTS, seed);
        Ok(player.next_moves(rules, state).unwrap_or_default())
    }

    fn chances(
        &self,
        rules: &Klondike,
        state: &State,
        options: &ChanceOptions,
        budget: &mut Budget,
    ) -> Result<Result<Chances<Move>, Stop>, Error> {
        let found = unseen::chances(rules, state, options, budget);
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

    fn reveal(
        &self,
        rules: &Klondike,
        state: &State,
        budget: &mut Budget,
    ) -> Result<Reveal<Move>, Error> {
        Ok(reveal::reveal(rules, state, budget))
    }
}
