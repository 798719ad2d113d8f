//! What the page gets, beside the types of the facade.

use patience::difficulty::{Daily, GradedDeal, scale};
use patience::oracle::{Advice, Look, Lost, Review, Turn, Verdict, order};
use patience::records::{Counted, Ended, Records};
use patience::{
    About, Action, Autoplay, Date, FIRST_GAME, Fault, Game, Gesture, Layout, Line, Move, Outcome,
    Report, Request, Settings, Table, Tally, Variation, words,
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
    /// Its deals have grades.
    has_grades: bool,
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
            has_grades: scale(about).is_some(),
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
    /// What the counter shows: the player's own moves among them.
    pub(crate) moves: usize,
    /// Other lines that were tried.
    pub(crate) variations: Vec<Branch>,
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

/// Another line that was tried.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Branch {
    #[serde(flatten)]
    variation: Variation,
    /// Its first move in a few words.
    says: String,
}

impl Branch {
    /// `table` is where it leaves the present line.
    pub(crate) fn new(variation: Variation, table: &dyn Table) -> Self {
        let says = table.phrase(&variation.move_);
        Self {
            says: words::with_suits(&says.unwrap_or_else(|_| variation.move_.to_string())),
            variation,
        }
    }
}

/// Something that goes into the records.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum RecordEvent {
    /// The first move of a game; `day` if it is the deal of a day.
    Begin { game: String, day: Option<Date> },
    /// Its end.
    End {
        game: String,
        day: Option<Date>,
        ended: Ended,
    },
}

/// The records after that, and what they come to.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Recorded {
    records: Records,
    /// How an end was counted.
    counted: Option<Counted>,
    /// Days in a row whose deal was won on its day.
    daily_streak: u32,
    longest_daily_streak: u32,
}

impl Recorded {
    pub(crate) fn new(mut records: Records, event: Option<RecordEvent>, today: Date) -> Self {
        let mut counted = None;
        match event {
            Some(RecordEvent::Begin { game, day }) => {
                records.begin(&game);
                if let Some(day) = day {
                    records.begin_daily(day);
                }
            }
            Some(RecordEvent::End { game, day, ended }) => {
                counted = Some(records.end(&game, &ended));
                if let Some(day) = day {
                    records.end_daily(day, today, &ended);
                }
            }
            None => {}
        }
        Self {
            daily_streak: records.daily_streak(today),
            longest_daily_streak: records.longest_daily_streak(),
            records,
            counted,
        }
    }
}

/// The deal of a day.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct DailyDeal {
    pub(crate) daily: Daily,
    pub(crate) deal: GradedDeal,
}

/// A game that was gone through.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Reviewed {
    /// What the table at the start comes to.
    start: Verdict,
    turns: Vec<ReviewedTurn>,
    /// Nothing more will be found.
    finished: bool,
}

/// A move of the player, and what came of it.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct ReviewedTurn {
    #[serde(flatten)]
    turn: Turn,
    /// What it did to the game, in a few words.
    did: String,
}

impl Reviewed {
    pub(crate) fn new(review: Review) -> Self {
        let turn = |mut turn: Turn| {
            turn.says = words::with_suits(&turn.says);
            turn.better_says = words::with_suits(&turn.better_says);
            ReviewedTurn {
                did: words::judgement(&turn.judgement),
                turn,
            }
        };
        Self {
            start: review.start,
            finished: review.finished,
            turns: review.turns.into_iter().map(turn).collect(),
        }
    }
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
    /// Which moves the autoplay makes: they do not count.
    auto: Vec<bool>,
    /// The table before the first move and after each: one more than moves.
    layouts: Vec<Layout>,
}

impl<'a> Walk<'a> {
    /// A line as it is played under an autoplay.
    fn new(
        table: &dyn Table,
        line: &'a Line,
        summary: String,
        autoplay: Autoplay,
    ) -> Result<Self, Trouble> {
        let mut says = Vec::new();
        let mut auto = Vec::new();
        let mut layouts = vec![table.layout()];
        let mut table = table.boxed_clone();
        for (index, move_) in line.moves.iter().enumerate() {
            says.push(table.describe(move_)?);
            // Nothing goes home by itself before the first move.
            let home = table.autoplay(autoplay).filter(|_| index > 0);
            auto.push(home.is_some_and(|home| home == *move_));
            table = table.play(move_)?.0;
            layouts.push(table.layout());
        }
        Ok(Self {
            line,
            summary,
            says,
            auto,
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
        autoplay: Autoplay,
    ) -> Result<Self, Trouble> {
        let says = words::answer(request, report);
        let alternative = |line| {
            let summary = words::alternative(request, report, line);
            Walk::new(table, line, summary, autoplay)
        };
        let alternatives = report.alternatives.iter().map(alternative);
        Ok(Self {
            found: match &report.outcome {
                Outcome::Solved(line) => Found::Solved {
                    solution: Walk::new(table, line, says.clone(), autoplay)?,
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
    /// The line that it begins, where one is known.
    line: Option<Vec<Move>>,
}

impl Hint {
    pub(crate) fn new(
        table: &dyn Table,
        mut advice: Advice,
        verdict: Verdict,
        line: Option<Vec<Move>>,
    ) -> Self {
        // Cards as the page writes them everywhere: `10♦`, not `Td`.
        advice.reason = words::with_suits(&advice.reason);
        let says = advice.move_.as_deref().map(|move_| table.describe(move_));
        Self {
            says: says.and_then(Result::ok).unwrap_or_default(),
            advice,
            winnable: match verdict {
                Verdict::Wins(_) => Some(true),
                Verdict::Loses => Some(false),
                Verdict::Unknown | Verdict::Chance(_) => None,
            },
            line,
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
    /// The move in a few words: `6♥ to cell a`.
    phrase: String,
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
        phrase: impl Fn(&str) -> Option<String>,
    ) -> Self {
        let target = &request.target;
        let judge = |(move_, verdict): &(Move, Verdict)| JudgedMove {
            phrase: words::with_suits(&phrase(move_).unwrap_or_else(|| move_.to_string())),
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
    pub(crate) fn complete(&self, look: &mut Look, request: &Request) {
        let known = |now: &mut Verdict, before: Verdict| {
            let is_better = match (&before, &now) {
                (_, Verdict::Unknown) => true,
                (Verdict::Wins(_), Verdict::Wins(_)) => order(request, &before, now).is_lt(),
                _ => false,
            };
            if is_better {
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
        let phrase = |move_: &str| {
            let phrase = table.phrase(move_);
            words::with_suits(phrase.as_deref().unwrap_or(move_))
        };
        Self {
            says: words::lost(&lost, phrase),
            lost,
            go_back_to,
        }
    }
}
