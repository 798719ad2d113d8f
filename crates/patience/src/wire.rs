//! The JSON shapes, version 1. Others rely on them: fields may be added, never
//! changed or taken away.

mod unknown;

use patience_core::{Goal, Outcome};
use schemars::JsonSchema;
use serde::Serialize;

use patience_game::{Line, Move, Report, Request, Settings, Table};

use crate::oracle::Hint;

pub use unknown::{ChanceShape, ChancesAnswer, MoveChance, RevealAnswer};

/// Where the cards of an answer come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// A numbered deal.
    Number(u64),
    /// A line of a file, counted from 1.
    Line(u64),
}

/// The fields that tell which deal an answer is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Deal {
    /// The number of the deal, or its line in the file: `number` and `line`
    /// tell which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deal: Option<u64>,
    /// The number of the deal, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The line in the file, if it comes from a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

impl From<Source> for Deal {
    fn from(source: Source) -> Self {
        match source {
            Source::Number(number) => Self {
                deal: Some(number),
                number: Some(number),
                line: None,
            },
            Source::Line(line) => Self {
                deal: Some(line),
                number: None,
                line: Some(line),
            },
        }
    }
}

/// The version of the shapes.
pub const VERSION: u32 = 1;

/// A question and its answer: what `solve --format json` prints, and
/// `batch --format jsonl` on each line.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Answer<'a> {
    /// The version of this shape: 1.
    pub version: u32,
    /// The game's name.
    pub game: &'static str,
    /// Which deal it is.
    #[serde(flatten)]
    pub deal: Deal,
    /// The game's settings, where they differ from its defaults.
    #[serde(skip_serializing_if = "Settings::is_default")]
    pub settings: Settings,
    /// The goal: `board`, `score`, `score=N` or `cards=NR`.
    pub goal: String,
    /// What earlier deals brought towards the goal.
    #[serde(skip_serializing_if = "is_zero")]
    pub so_far: u32,
    /// `solved`, `impossible` or `unknown`.
    pub outcome: &'static str,
    /// Why it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The solution, if there is one.
    #[serde(flatten)]
    pub solution: Solution<'a>,
    /// Nothing shorter exists than this, where a limit stopped the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// With cards that nobody has seen: whether none of them can change the
    /// answer. Left out if every card is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub definitive: Option<bool>,
    /// The best that can be reached when the target cannot; the best game that
    /// clears the board when the best of all does not; the best found when a
    /// limit came first.
    pub alternatives: Vec<Solution<'a>>,
    /// States searched.
    pub states: u64,
    /// Seconds on the clock.
    pub seconds: f64,
}

/// A line of play. All fields but `proved` are left out where there is none.
#[derive(Clone, PartialEq, Debug, Default, Serialize, JsonSchema)]
pub struct Solution<'a> {
    /// `shortest`, `best`, or null.
    pub proved: Option<&'static str>,
    /// Its length.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// How the length is counted: `steps`, `moves` or `clicks`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<&'static str>,
    /// The points of this deal at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// For a card goal: how many cards of the rank are gone at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cards: Option<u32>,
    /// Whether it clears the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cleared: Option<bool>,
    /// Cheats in it, in games that have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cheats: Option<u32>,
    /// Every move in the game's notation; nothing is implied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<&'a [Move]>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

impl<'a> Solution<'a> {
    /// The shape of a line of play.
    pub fn new(line: &'a Line, goal: &Goal) -> Self {
        Self {
            proved: line.proof.map(|proof| proof.word()),
            length: Some(line.length),
            count: Some(line.count.word()),
            score: line.tally.score,
            cards: line.tally.cards(goal),
            cleared: Some(line.tally.cleared),
            cheats: line.cheats,
            moves: Some(&line.moves),
        }
    }
}

impl<'a> Answer<'a> {
    /// The shape of a question about a table and its answer.
    pub fn new(
        table: &dyn Table,
        source: Option<Source>,
        request: &Request,
        report: &'a Report,
    ) -> Self {
        let goal = request.target.goal;
        let solution = report.outcome.solution();
        Self {
            version: VERSION,
            game: table.about().name,
            deal: source.map_or_else(Deal::default, Deal::from),
            settings: table.settings().clone(),
            goal: goal.to_string(),
            so_far: request.target.so_far,
            outcome: report.outcome.word(),
            reason: match &report.outcome {
                Outcome::Unknown(stop) => Some(stop.to_string()),
                _ => None,
            },
            solution: solution.map_or_else(Solution::default, |line| Solution::new(line, &goal)),
            lower_bound: report.lower_bound,
            definitive: report.definitive,
            alternatives: report
                .alternatives
                .iter()
                .map(|line| Solution::new(line, &goal))
                .collect(),
            states: report.statistics.states,
            seconds: (report.statistics.time.as_secs_f64() * 1e6).round() / 1e6,
        }
    }
}

/// A better solution while the search goes on: what `solve --progress` prints
/// on a line of its own before the answer.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Improved<'a> {
    /// The version of this shape: 1.
    pub version: u32,
    /// `improved`; an answer has no such field.
    pub event: &'static str,
    /// The game's name.
    pub game: &'static str,
    /// Which deal it is.
    #[serde(flatten)]
    pub deal: Deal,
    /// The goal.
    pub goal: String,
    /// The solution.
    #[serde(flatten)]
    pub solution: Solution<'a>,
}

impl<'a> Improved<'a> {
    /// The shape of a better solution.
    pub fn new(
        game: &'static str,
        source: Source,
        request: &Request,
        solution: Solution<'a>,
    ) -> Self {
        Self {
            version: VERSION,
            event: "improved",
            game,
            deal: source.into(),
            goal: request.target.goal.to_string(),
            solution,
        }
    }
}

/// A hint: what `hint --format json` prints.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct HintAnswer<'a> {
    /// The next move; left out when there is none to advise.
    #[serde(skip_serializing_if = "Option::is_none", rename = "move")]
    pub move_: Option<Move>,
    /// What it leads to, or why there is none.
    pub why: String,
    /// Whether the board can still be cleared; null when not known.
    pub winnable: Option<bool>,
    /// The answer that the hint comes from.
    #[serde(flatten)]
    pub answer: Answer<'a>,
}

impl<'a> HintAnswer<'a> {
    /// The shape of a hint.
    pub fn new(
        table: &dyn Table,
        source: Option<Source>,
        request: &Request,
        hint: &'a Hint,
    ) -> Self {
        Self {
            move_: hint.move_().cloned(),
            why: hint.advice.reason.clone(),
            winnable: hint.winnable,
            answer: Answer::new(table, source, request, &hint.report),
        }
    }
}

/// The JSON schema of [`Answer`], as it is written: fields that may be left out
/// are not required.
pub fn schema() -> serde_json::Value {
    let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
    let generator = settings.into_generator();
    generator
        .into_root_schema_for::<Answer<'static>>()
        .to_value()
}
