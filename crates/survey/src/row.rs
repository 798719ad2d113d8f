//! What a survey keeps of a deal.

use patience::{Line, Outcome, Report, Stop};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// A deal and what was found. The columns of a shard are its fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The number of the deal.
    pub deal: u64,
    /// Solved, impossible or unknown.
    pub outcome: Verdict,
    /// Why it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<Why>,
    /// What is proved about the solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proved: Option<Proved>,
    /// The length of the solution, in the plan's count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// No solution is shorter than this, where a limit stopped the proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<u32>,
    /// Cheats in the solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cheats: Option<u32>,
    /// Points at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<u32>,
    /// For a card goal: cards of the rank that are gone at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<u32>,
    /// Whether it clears the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared: Option<bool>,
    /// States searched.
    pub states: u64,
    /// Microseconds on the clock. The only column that differs from run to run.
    pub micros: u32,
}

/// The words of a text column.
pub trait Word: Copy + Eq + 'static {
    /// Every value with its word.
    const ALL: &'static [(Self, &'static str)];

    /// The word of a value.
    fn word(self) -> &'static str {
        let found = Self::ALL.iter().find(|(value, _)| *value == self);
        found.map_or("", |(_, word)| word)
    }

    /// The value with this word.
    fn of_word(word: &[u8]) -> Option<Self> {
        let mut all = Self::ALL.iter();
        Some(all.find(|(_, known)| known.as_bytes() == word)?.0)
    }
}

/// The answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Here is how.
    Solved,
    /// There is no way: everything was looked at.
    Impossible,
    /// A limit came first.
    Unknown,
}

impl Word for Verdict {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Solved, "solved"),
        (Self::Impossible, "impossible"),
        (Self::Unknown, "unknown"),
    ];
}

/// Why a deal is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// The limit of states.
    States,
    /// The limit of time.
    Time,
    /// The limit of memory.
    Memory,
    /// The search does not look at everything.
    Incomplete,
}

impl Word for Why {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::States, "states"),
        (Self::Time, "time"),
        (Self::Memory, "memory"),
        (Self::Incomplete, "incomplete"),
    ];
}

/// What is proved about a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Proved {
    /// No solution has fewer moves.
    Shortest,
    /// No game reaches more, and none reaches as much in fewer moves.
    Best,
    /// No game reaches more.
    Most,
}

impl Word for Proved {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Shortest, "shortest"),
        (Self::Best, "best"),
        (Self::Most, "most"),
    ];
}

impl Row {
    /// The row of a report; none if the search was interrupted.
    pub fn new(deal: u64, goal: &patience::Goal, report: &Report) -> Option<Self> {
        let (outcome, stop) = match &report.outcome {
            Outcome::Solved(_) => (Verdict::Solved, None),
            Outcome::Impossible(_) => (Verdict::Impossible, None),
            Outcome::Unknown(stop) => (Verdict::Unknown, Some(why(*stop)?)),
        };
        let line: Option<&Line> = report.outcome.solution();
        let statistics = &report.statistics;
        Some(Self {
            deal,
            outcome,
            stop,
            proved: line.and_then(|line| line.proof).map(|proof| match proof {
                patience::Proof::Shortest => Proved::Shortest,
                patience::Proof::Best => Proved::Best,
                patience::Proof::Most => Proved::Most,
            }),
            length: line.map(|line| line.length),
            lower_bound: report.lower_bound,
            cheats: line.and_then(|line| line.cheats),
            score: line.and_then(|line| line.tally.score),
            cards: line.and_then(|line| line.tally.cards(goal)),
            cleared: line.map(|line| line.tally.cleared),
            states: statistics.states,
            micros: statistics.time.as_micros().try_into().unwrap_or(u32::MAX),
        })
    }

    /// The same row as if it had been found at once: what two runs must agree in.
    #[must_use]
    pub const fn without_time(self) -> Self {
        Self { micros: 0, ..self }
    }
}

/// None for a search that was interrupted, and for a position with unknown
/// cards, which no numbered deal is.
const fn why(stop: Stop) -> Option<Why> {
    match stop {
        Stop::States => Some(Why::States),
        Stop::Time => Some(Why::Time),
        Stop::Memory | Stop::Disk => Some(Why::Memory),
        Stop::Incomplete => Some(Why::Incomplete),
        Stop::Cancelled | Stop::UnknownCards => None,
    }
}

/// The digest of rows: of everything but the time, in hexadecimal.
pub fn digest<'r>(rows: impl IntoIterator<Item = &'r Row>) -> String {
    let mut hash = Sha256::new();
    for row in rows {
        hash.update(row.deal.to_le_bytes());
        for word in [
            Some(row.outcome.word()),
            row.stop.map(Word::word),
            row.proved.map(Word::word),
        ] {
            hash.update(word.unwrap_or("-").as_bytes());
            hash.update([0]);
        }
        let cleared = row.cleared.map(u32::from);
        for number in [
            row.length,
            row.lower_bound,
            row.cheats,
            row.score,
            row.cards,
            cleared,
        ] {
            // One more than the number, so that none differs from zero.
            hash.update(
                number
                    .map_or(0, |number| u64::from(number) + 1)
                    .to_le_bytes(),
            );
        }
        hash.update(row.states.to_le_bytes());
    }
    hex(&hash.finalize())
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
