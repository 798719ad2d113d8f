//! Spider and its relatives: one kind, four games.
//!
//! | module | what |
//! |---|---|
//! | [`rules`] | the plain rules: table, moves, text, deal numbers |
//! | [`solver`] | the packed solver |
//! | [`unseen`] | chances and a player while cards lie face down |
//! | `table` | where the cards lie, and the inverse of that |
//! | `words` | moves in words |

pub mod rules;
pub mod solver;
mod table;
pub mod unseen;
mod words;

use std::cell::RefCell;
use std::io::BufRead;

use patience_core::{Answer, CardNames, Chance, ChanceOptions, Count, Solution, Stop};
use patience_game::{
    About, Action, Adapter, Autoplay, Chances, Checked, Choice, Chosen, Error, Game, Kind, Layout,
    Mode, NotOffered, Picture, ProfileFile, Reach, Request, Reveal, Setting, Settings, Sight,
    Stock,
};
use patience_rules::Rules as _;
use patience_search::Budget;

use crate::rules::{Move, Numbers, Removal, Spider, State, certificate};
use crate::solver::{Effort, Question, Solver};
use crate::unseen::Player;

/// A game of the family.
#[derive(Clone, Copy, Debug)]
pub struct SpiderGame {
    rules: Spider,
    about: &'static About,
}

const SUITS: Setting = Setting::choice(
    "suits",
    "Suits",
    &[
        choice("4", "four suits"),
        choice("2", "two suits"),
        choice("1", "one suit"),
    ],
);

const REMOVAL: Setting = Setting::choice(
    "removal",
    "Complete runs leave",
    &[
        choice("at-once", "by themselves"),
        choice("by-choice", "when you want it"),
    ],
);

const DEAL_ON_EMPTY: Setting = Setting::choice(
    "deal-on-empty",
    "Deal on empty columns",
    &[choice("no", "no"), choice("yes", "yes")],
);

const NUMBERS: Setting = Setting::choice(
    "numbers",
    "Deal numbers",
    &[
        choice("own", "those of Patience"),
        choice("pysol", "PySolFC"),
        choice("kpatience", "KPatience"),
    ],
);

const fn choice(word: &'static str, title: &'static str) -> Choice {
    Choice { word, title }
}

/// Windows of other programs that show Spider.
const PROFILES: &[ProfileFile] = &[
    ProfileFile {
        name: "kpatience-spider",
        text: include_str!("../profiles/kpatience-spider.toml"),
    },
    ProfileFile {
        name: "aisleriot-spider",
        text: include_str!("../profiles/aisleriot-spider.toml"),
    },
    ProfileFile {
        name: "microsoft-spider",
        text: include_str!("../profiles/microsoft-spider.toml"),
    },
];

/// The games of the family, each with its entry in the list of games.
macro_rules! family {
    ($($constant:ident, $title:literal, $summary:literal, $aliases:expr, $settings:expr, $profiles:expr, $bench:expr;)*) => {
        /// The games of the family, for the list of games.
        pub static GAMES: &[&dyn Game] = &[$(&Adapter({
            const RULES: Spider = Spider::$constant;
            static ABOUT: About = {
                let mut about = About::new(RULES.name, $title, $summary);
                about.aliases = &$aliases;
                about.goals = &["board", "score", "score=N", "cards=NR"];
                about.counts = &[Count::Moves];
                about.settings = &$settings;
                about.profiles = $profiles;
                // With one suit, all copies of a rank are the same card.
                about.cards = CardNames::several(RULES.runs() as usize);
                about.stock = stock(RULES);
                about.face_down = !RULES.is_open;
                (about.bench_deals, about.bench_states) = $bench;
                about.rules = include_str!("../rules.md");
                about.grades = include_str!("../grades.txt");
                about.perft = include_str!("../perft.txt");
                about.as_built()
            };
            SpiderGame { rules: RULES, about: &ABOUT }
        })),*];
    };
}

/// Deals go onto the columns: no pile shows what is drawn.
const fn stock(rules: Spider) -> Option<Stock> {
    let mut cards = rules.deck_size();
    let mut index = 0;
    while index < rules.sizes.len() {
        cards -= rules.sizes[index] as usize;
        index += 1;
    }
    match cards {
        0 => None,
        cards => Some(Stock {
            cards,
            drawn_to: "column 1",
            is_open: false,
            is_counted: false,
            spare: 0,
        }),
    }
}

family! {
    SPIDER, "Spider",
        "eight runs from King to Ace in one suit; ten columns, five deals from the stock",
        [], [SUITS, DEAL_ON_EMPTY, REMOVAL, NUMBERS], PROFILES, (40, None);
    SPIDERETTE, "Spiderette",
        "Spider with one deck, dealt like Klondike",
        [], [SUITS, DEAL_ON_EMPTY, REMOVAL], &[], (20, Some(100_000));
    WILL_O_THE_WISP, "Will o' the Wisp",
        "Spider with one deck in seven columns of three",
        [], [SUITS, DEAL_ON_EMPTY, REMOVAL], &[], (20, Some(100_000));
    MRS_MOP, "Mrs Mop",
        "Spider with all cards in thirteen open columns",
        [], [SUITS, REMOVAL], &[], (20, Some(100_000));
}

thread_local! {
    /// Every thread of a batch keeps the memory of its solver.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

impl Kind for SpiderGame {
    type Rules = Spider;

    fn about(&self) -> &'static About {
        self.about
    }

    fn rules(&self, chosen: &Chosen) -> Spider {
        let has = |key: &str| self.about.settings.iter().any(|one| one.key == key);
        let value = |key: &str| if has(key) { chosen.get(key) } else { 0 };
        Spider {
            suits: [4, 2, 1][value("suits") as usize],
            deals_on_empty: value("deal-on-empty") == 1,
            removal: match value("removal") {
                0 => Removal::AtOnce,
                _ => Removal::ByChoice,
            },
            numbers: match value("numbers") {
                0 => Numbers::Own,
                1 => Numbers::Pysol,
                _ => Numbers::Kpatience,
            },
            ..self.rules
        }
    }

    fn deal(&self, rules: &Spider, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        rules: &Spider,
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
            factor: request.effort,
        };
        SOLVER.with_borrow_mut(|solver| solver.solve(&question, start, budget, improved))
    }

    fn picture(&self, rules: &Spider, state: &State) -> Picture {
        table::picture(rules, state)
    }

    fn lay_out(&self, rules: &Spider, state: &State) -> Layout {
        table::lay_out(rules, state)
    }

    fn reach(&self, layout: &Layout, state: &State, move_: &Move) -> Option<Reach> {
        table::reach(layout, state, move_)
    }

    fn transcribe(&self, sight: &Sight<'_>) -> Option<String> {
        Some(table::transcribe(&self.rules, sight))
    }

    fn action(&self, move_: &Move) -> Action {
        match move_ {
            Move::Deal => Action::Draw,
            Move::Run { .. } => Action::Carry,
            Move::Home(_) => Action::Home,
        }
    }

    fn phrase(&self, _: &Spider, state: &State, move_: &Move) -> String {
        words::phrase(state, move_)
    }

    fn describe(&self, _: &Spider, state: &State, move_: &Move) -> String {
        words::describe(state, move_)
    }

    fn explain(&self, rules: &Spider, state: &State, line: &[Move]) -> String {
        words::explain(rules, state, line)
    }

    /// Whether a run that may stay should leave is the player's choice.
    fn autoplay(&self, rules: &Spider, state: &State, setting: Autoplay) -> Option<Move> {
        let is_home = |played: &Move| matches!(played, Move::Home(_));
        let mut moves = match setting {
            Autoplay::All => rules.legal_moves(state).into_iter(),
            Autoplay::Safe | Autoplay::Off => return None,
        };
        moves.find(is_home)
    }

    /// Face-down cards and the stock show their backs.
    fn concealed(&self, state: &State) -> Option<State> {
        table::concealed(state)
    }

    fn unknown_cards(&self, state: &State) -> usize {
        state.unknown()
    }

    fn turn_up(&self, rules: &Spider, state: &State, pile: usize, card: &str) -> Option<State> {
        table::turn_up(rules, state, pile, card)
    }

    fn remember(
        &self,
        rules: &Spider,
        start: &State,
        now: &State,
        pile: usize,
        card: &str,
    ) -> Option<State> {
        table::remember(rules, start, now, pile, card)
    }

    fn advise(&self, rules: &Spider, state: &State, _seed: u64) -> Result<Vec<Move>, Error> {
        let mut player = Player::careful();
        Ok(player.next_moves(rules, state).unwrap_or_default())
    }

    fn chances(
        &self,
        rules: &Spider,
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
        rules: &Spider,
        state: &State,
        budget: &mut Budget,
    ) -> Result<Reveal<Move>, Error> {
        Ok(unseen::reveal(rules, state, budget))
    }

    fn certify(
        &self,
        rules: &Spider,
        start: &State,
        budget: &mut Budget,
        certificate: &mut Vec<u8>,
    ) -> Result<Answer<Move>, Error> {
        let answer = solver::certify(rules, start, budget, certificate);
        answer.map_err(|error| self.lacks(NotOffered::CertificateOf(error.to_string())))
    }

    fn check_certificate(
        &self,
        reader: &mut dyn BufRead,
    ) -> Result<(Settings, State, Checked), Error> {
        let head = certificate::check(reader).map_err(|refusal| Error::NoProof {
            reason: refusal.to_string(),
        })?;
        let rules = &head.rules;
        let is_choice = rules.removal == Removal::ByChoice;
        let chosen = [
            (
                SUITS,
                [4, 2, 1].iter().position(|suits| *suits == rules.suits),
            ),
            (DEAL_ON_EMPTY, Some(rules.deals_on_empty.into())),
            (REMOVAL, Some(is_choice.into())),
            (NUMBERS, Some(rules.numbers as usize)),
        ];
        let mut settings = Settings::default();
        for (setting, value) in chosen {
            if self.about.settings.iter().any(|one| one.key == setting.key) {
                settings.set(setting.key, setting.write(value.unwrap_or(0) as u32));
            }
        }
        Ok((settings, head.start, Checked::Positions(head.positions)))
    }
}
