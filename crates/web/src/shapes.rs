//! What the page gets, beside the types of the facade.

use patience::oracle::{Advice, Look, Lost, Verdict};
use patience::{
    About, Action, Autoplay, FIRST_GAME, Fault, Game, Gesture, Layout, Line, Move, Outcome, Report,
    Request, Settings, Table, Tally, words,
};
use serde::{Deserialize, Serialize};

use crate::reply::Trouble;

/// A game in the list of games.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Entry {
    #[serde(flatten)]
    about: &'static About,
    /// The text of a deal, which can be read: a form to fill in.
    example: String,
    /// Covered cards can lie face down: `Preferences.concealed` makes a
    /// difference.
    can_conceal: bool,
    /// It is the game that a newcomer is offered first.
    is_first: bool,
}

impl Entry {
    pub(crate) fn new(game: &dyn Game) -> Result<Self, Trouble> {
        let about = game.about();
        let first = *about.numbers.start();
        let table = game.deal(first.max(1), &Settings::default())?;
        Ok(Self {
            about,
            example: table.text(),
            can_conceal: table.concealed().is_some(),
            is_first: about.name == FIRST_GAME,
        })
    }
}

/// How the player wants to see and play the table.
#[derive(Clone, Copy, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Preferences {
    pub(crate) autoplay: Autoplay,
    /// Covered cards lie face down.
    pub(crate) concealed: bool,
}

/// A step of the history.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Step {
    #[serde(rename = "move")]
    pub(crate) move_: Move,
    pub(crate) action: Action,
    /// The move in a sentence.
    pub(crate) says: String,
    /// Made by the autoplay; undone together with the move before it.
    pub(crate) auto: bool,
}

/// The session after whatever was asked: everything that the page draws.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct View<'a> {
    pub(crate) game: &'static str,
    /// The number of the deal; null for a position that somebody brought.
    pub(crate) number: Option<u64>,
    pub(crate) settings: &'a Settings,
    /// The position now, as text that can be read.
    pub(crate) text: String,
    /// As the player may see it: concealed if the preferences ask for that.
    pub(crate) layout: Layout,
    pub(crate) gestures: Vec<Gesture>,
    /// The whole history; `made` of its steps are made, the rest can be redone.
    pub(crate) steps: &'a [Step],
    pub(crate) made: usize,
    pub(crate) won: bool,
    /// No legal move is left, or the game is won.
    pub(crate) over: bool,
    /// Sending every card home, again and again, wins from here.
    pub(crate) can_finish: bool,
    pub(crate) tally: Tally,
    /// Cheats made so far, in games that have them.
    pub(crate) cheats: Option<usize>,
    pub(crate) preferences: Preferences,
    /// The session as text that can be loaded.
    pub(crate) save: String,
}

/// What came of looking at a text.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Check {
    /// Empty if the text is a position of the game.
    pub(crate) faults: Vec<Fault>,
    /// How the faults can be mended, where that is known.
    pub(crate) hint: Option<String>,
    /// The table, if there are no faults.
    pub(crate) layout: Option<Layout>,
}

/// A line of play with every table on its way.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Walk<'a> {
    #[serde(flatten)]
    line: &'a Line,
    /// What it comes to, in a sentence or two.
    summary: String,
    /// Each move in a sentence.
    says: Vec<String>,
    /// The table before the first move and after each: one more than moves.
    layouts: Vec<Layout>,
}

impl<'a> Walk<'a> {
    fn new(table: &dyn Table, line: &'a Line, summary: String) -> Result<Self, Trouble> {
        let mut says = Vec::new();
        let mut layouts = vec![table.layout()];
        let mut table = table.boxed_clone();
        for move_ in &line.moves {
            says.push(table.describe(move_)?);
            table = table.play(move_)?.0;
            layouts.push(table.layout());
        }
        Ok(Self {
            line,
            summary,
            says,
            layouts,
        })
    }
}

/// The answer of a solver.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Answer<'a> {
    #[serde(flatten)]
    found: Found<'a>,
    /// The answer in a sentence or two.
    says: String,
    /// What else is worth knowing, such as the best that can be reached when
    /// the goal cannot.
    alternatives: Vec<Walk<'a>>,
    /// Nothing shorter exists than this, where a limit stopped the proof.
    lower_bound: Option<u32>,
    /// States searched.
    states: u64,
}

/// What a solver found.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum Found<'a> {
    /// Here is how.
    Solved { solution: Walk<'a> },
    /// There is no way: everything was looked at.
    Impossible,
    /// Neither is known.
    Unknown { reason: String },
}

impl<'a> Answer<'a> {
    pub(crate) fn new(
        table: &dyn Table,
        request: &Request,
        report: &'a Report,
    ) -> Result<Self, Trouble> {
        let says = words::answer(request, report);
        let alternative = |line| Walk::new(table, line, words::alternative(request, report, line));
        let alternatives = report.alternatives.iter().map(alternative);
        Ok(Self {
            found: match &report.outcome {
                Outcome::Solved(line) => Found::Solved {
                    solution: Walk::new(table, line, says.clone())?,
                },
                Outcome::Impossible(_) => Found::Impossible,
                Outcome::Unknown(stop) => Found::Unknown {
                    reason: stop.to_string(),
                },
            },
            says,
            alternatives: alternatives.collect::<Result<_, _>>()?,
            lower_bound: report.lower_bound,
            states: report.statistics.states,
        })
    }
}

/// The next move, and why.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Hint {
    #[serde(flatten)]
    advice: Advice,
    /// The move in a sentence; empty if there is none.
    says: String,
    /// Whether the goal can be reached; null when that is not known.
    winnable: Option<bool>,
}

impl Hint {
    pub(crate) fn new(table: &dyn Table, advice: Advice, verdict: Verdict) -> Self {
        let says = advice.move_.as_deref().map(|move_| table.describe(move_));
        Self {
            says: says.and_then(Result::ok).unwrap_or_default(),
            advice,
            winnable: match verdict {
                Verdict::Wins(_) => Some(true),
                Verdict::Loses => Some(false),
                Verdict::Unknown | Verdict::Chance(_) => None,
            },
        }
    }
}

/// What the oracle knows about a table and its moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Outlook {
    /// The position that was looked at, as `View.text`.
    pub(crate) text: String,
    pub(crate) position: Verdict,
    /// The verdict on the position in a sentence without its full stop.
    says: String,
    /// Every legal move, best first.
    moves: Vec<JudgedMove>,
    /// Nothing more will be found.
    finished: bool,
    /// The best line that is known from here.
    line: Option<Vec<Move>>,
}

/// A move and what it comes to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct JudgedMove {
    #[serde(rename = "move")]
    move_: Move,
    verdict: Verdict,
    /// The verdict in a few signs, for the corner of a card.
    sign: String,
    /// The verdict in a few words.
    says: String,
}

impl Outlook {
    pub(crate) fn new(
        text: String,
        look: &Look,
        request: &Request,
        finished: bool,
        line: Option<Vec<Move>>,
    ) -> Self {
        let target = &request.target;
        let judge = |(move_, verdict): &(Move, Verdict)| JudgedMove {
            move_: move_.clone(),
            verdict: *verdict,
            sign: words::sign(verdict, target),
            says: words::short(verdict, target),
        };
        Self {
            text,
            position: look.position,
            says: words::outlook(&look.position, target, !finished),
            moves: look.ranked(request).into_iter().map(judge).collect(),
            finished,
            line,
        }
    }

    /// Puts what was known before in place of what is not known yet: a mind
    /// that has just started knows less than the one before it.
    pub(crate) fn complete(&self, look: &mut Look) {
        let known = |now: &mut Verdict, before: Verdict| {
            if *now == Verdict::Unknown {
                *now = before;
            }
        };
        known(&mut look.position, self.position);
        for (move_, verdict) in &mut look.moves {
            if let Some(before) = self.moves.iter().find(|one| one.move_ == *move_) {
                known(verdict, before.verdict);
            }
        }
    }
}

/// Where a game was lost.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct WhereLost {
    #[serde(flatten)]
    lost: Lost,
    /// The same in a sentence.
    says: String,
    /// How many moves had been made when it could last be won, as far as that
    /// is known.
    go_back_to: Option<usize>,
}

impl WhereLost {
    /// `position` gives the table after so many moves.
    pub(crate) fn new<'a>(lost: Lost, position: impl Fn(usize) -> &'a dyn Table) -> Self {
        let go_back_to = lost.last_winnable();
        let table = position(go_back_to.unwrap_or(0));
        let phrase = |move_: &str| table.phrase(move_).unwrap_or_else(|_| move_.to_owned());
        Self {
            says: words::lost(&lost, phrase),
            lost,
            go_back_to,
        }
    }
}
