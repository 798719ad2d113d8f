//! What the page is told: the shapes of `web/src/engine-types.ts`.

use patience::oracle::{Lost, Oracle, Verdict};
use patience::{Count, Game, Goal, Illegal, Layout, Line, Outcome, Report, Table, wire};
use serde::Serialize;

use crate::reply::{Fault, Trouble, Variation};

/// What the list of games says about one.
#[derive(Serialize)]
pub(crate) struct About {
    name: &'static str,
    title: &'static str,
    aliases: &'static [&'static str],
    summary: &'static str,
    goals: &'static [&'static str],
    counts: Vec<&'static str>,
    first: u64,
    last: u64,
    has_cheats: bool,
    has_variations: bool,
    example: String,
    can_conceal: bool,
}

impl About {
    pub(crate) fn new(game: &dyn Game) -> Result<Self, Trouble> {
        let about = game.about();
        let first = *about.numbers.start();
        let table = game.deal(first.max(1), &patience::Variation::default())?;
        Ok(Self {
            name: about.name,
            title: about.title,
            aliases: about.aliases,
            summary: about.summary,
            goals: about.goals,
            counts: about.counts.iter().copied().map(Count::word).collect(),
            first,
            last: *about.numbers.end(),
            has_cheats: about.has_cheats,
            has_variations: about.has_variations,
            example: table.text(),
            can_conceal: table.concealed().is_some(),
        })
    }
}

/// A step of the history.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Step {
    pub(crate) played: String,
    pub(crate) says: String,
    pub(crate) auto: bool,
}

/// Everything that the page draws.
#[derive(Serialize)]
pub(crate) struct View<'a> {
    pub(crate) game: &'static str,
    pub(crate) number: Option<u64>,
    pub(crate) variation: Variation,
    pub(crate) text: String,
    pub(crate) layout: Layout,
    pub(crate) steps: &'a [Step],
    pub(crate) made: usize,
    pub(crate) won: bool,
    pub(crate) over: bool,
    pub(crate) can_finish: bool,
    pub(crate) score: Option<u32>,
    pub(crate) gone: Option<[u8; 13]>,
    pub(crate) cheats: Option<usize>,
    pub(crate) autoplay: &'static str,
    pub(crate) concealed: bool,
    pub(crate) save: String,
}

/// What came of looking at a text.
#[derive(Serialize)]
pub(crate) struct Check {
    pub(crate) faults: Vec<Fault>,
    pub(crate) hint: Option<String>,
    pub(crate) layout: Option<Layout>,
}

/// A line of play with every table on its way.
#[derive(Serialize)]
pub(crate) struct Walk<'a> {
    #[serde(flatten)]
    line: Nulls<'a>,
    says: Vec<String>,
    layouts: Vec<Layout>,
}

/// [`wire::Solution`] with null where that leaves a field out: the page reads
/// every field.
#[derive(Serialize)]
struct Nulls<'a> {
    proved: Option<&'static str>,
    length: Option<u32>,
    count: Option<&'static str>,
    score: Option<u32>,
    cards: Option<u32>,
    cleared: Option<bool>,
    cheats: Option<u32>,
    moves: &'a [String],
}

impl<'a> Walk<'a> {
    pub(crate) fn new(table: &dyn Table, line: &'a Line, goal: &Goal) -> Result<Self, Trouble> {
        let shape = wire::Solution::new(line, goal);
        let mut says = Vec::new();
        let mut layouts = vec![without_gestures(table)];
        let mut table = table.boxed_clone();
        for played in &line.moves {
            says.push(table.describe(played).map_err(illegal)?);
            table = table.play(played).map_err(illegal)?.0;
            layouts.push(without_gestures(&*table));
        }
        Ok(Self {
            line: Nulls {
                proved: shape.proved,
                length: shape.length,
                count: shape.count,
                score: shape.score,
                cards: shape.cards,
                cleared: shape.cleared,
                cheats: shape.cheats,
                moves: &line.moves,
            },
            says,
            layouts,
        })
    }
}

fn without_gestures(table: &dyn Table) -> Layout {
    let mut layout = table.layout();
    layout.gestures.clear();
    layout
}

pub(crate) fn illegal(reason: Illegal) -> Trouble {
    Trouble::new(reason.to_string())
}

/// The answer of a solver.
#[derive(Serialize)]
pub(crate) struct Answer<'a> {
    outcome: &'static str,
    reason: Option<String>,
    solution: Option<Walk<'a>>,
    lower_bound: Option<u32>,
    alternatives: Vec<Walk<'a>>,
    states: u64,
    /// WebAssembly has no clock: the page puts in the time that it waited.
    seconds: f64,
}

impl<'a> Answer<'a> {
    pub(crate) fn new(table: &dyn Table, report: &'a Report, goal: &Goal) -> Result<Self, Trouble> {
        let walk = |line| Walk::new(table, line, goal);
        Ok(Self {
            outcome: report.outcome.word(),
            reason: match &report.outcome {
                Outcome::Unknown(stop) => Some(stop.to_string()),
                _ => None,
            },
            solution: report.outcome.solution().map(walk).transpose()?,
            lower_bound: report.lower_bound,
            alternatives: report
                .alternatives
                .iter()
                .map(walk)
                .collect::<Result<_, _>>()?,
            states: report.statistics.states,
            seconds: report.statistics.time.as_secs_f64(),
        })
    }
}

/// The next move, and why.
#[derive(Serialize)]
pub(crate) struct Hint {
    pub(crate) played: Option<String>,
    pub(crate) says: String,
    pub(crate) why: String,
    pub(crate) winnable: Option<bool>,
}

/// A verdict of the oracle.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum Judged {
    Unknown,
    Wins {
        length: u32,
        count: &'static str,
        proved: bool,
        cheats: Option<u32>,
        score: Option<u32>,
    },
    Loses,
    Chance {
        wins: u64,
        of: u64,
        exact: bool,
        low: f64,
        high: f64,
    },
}

impl From<Verdict> for Judged {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Unknown => Self::Unknown,
            Verdict::Loses => Self::Loses,
            Verdict::Wins(best) => Self::Wins {
                length: best.length,
                count: best.count,
                proved: best.proved,
                cheats: best.cheats,
                score: best.score,
            },
            Verdict::Chance(chance) => {
                let interval = chance.interval();
                Self::Chance {
                    wins: chance.wins,
                    of: chance.of,
                    exact: chance.is_exact,
                    low: *interval.start(),
                    high: *interval.end(),
                }
            }
        }
    }
}

/// What the oracle knows about a table and its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Seen {
    pub(crate) text: String,
    pub(crate) position: Judged,
    pub(crate) moves: Vec<Choice>,
    pub(crate) finished: bool,
    /// The best line that is known from here.
    pub(crate) line: Option<Vec<String>>,
}

/// A move and what it leads to.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Choice {
    played: String,
    verdict: Judged,
}

impl Seen {
    pub(crate) fn new(text: String, oracle: &Oracle, finished: bool) -> Self {
        let look = oracle.look();
        let choice = |(played, verdict): (String, Verdict)| Choice {
            played,
            verdict: verdict.into(),
        };
        Self {
            text,
            position: look.position.into(),
            moves: look.moves.into_iter().map(choice).collect(),
            finished,
            line: oracle.line(),
        }
    }
}

/// Where a game was lost.
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Loss {
    StillWins,
    At {
        step: usize,
        played: String,
        says: String,
        better: Option<String>,
        better_says: Option<String>,
    },
    Never,
    Unknown {
        reason: String,
    },
}

impl Loss {
    /// `position` gives the table after so many moves.
    pub(crate) fn new<'a>(lost: Lost, position: impl Fn(usize) -> &'a dyn Table) -> Self {
        match lost {
            Lost::StillWins => Self::StillWins,
            Lost::Never => Self::Never,
            Lost::Unknown => Self::Unknown {
                reason: "it is not known whether it can still be won".to_owned(),
            },
            Lost::Between { won, lost } => Self::Unknown {
                reason: format!(
                    "it could be won after {won} moves and not after {lost}; which of the moves \
                     between lost it is not known"
                ),
            },
            Lost::At {
                step,
                played,
                better,
            } => {
                let table = position(step);
                let words = |played: &str| table.describe(played).unwrap_or_default();
                Self::At {
                    step,
                    says: words(&played),
                    better_says: better.as_deref().map(words),
                    played,
                    better,
                }
            }
        }
    }
}
