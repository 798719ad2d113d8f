//! What came of a search. A limit is [`Outcome::Unknown`], never "impossible".

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The three answers that there are.
///
/// ```
/// use patience_core::{Exhausted, Outcome, Stop};
/// // A search that looked at everything may say "impossible" ..
/// let answer: Outcome<()> = Exhausted::claim(0, 0).into();
/// assert!(matches!(answer, Outcome::Impossible(_)));
/// // .. one that dropped a state may not.
/// let answer: Outcome<()> = Exhausted::claim(0, 1).into();
/// assert!(matches!(answer, Outcome::Unknown(Stop::Incomplete)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome<S> {
    /// Here is how.
    Solved(S),
    /// There is no way: everything was looked at.
    Impossible(Exhausted),
    /// A limit came first.
    Unknown(Stop),
}

impl<S> Outcome<S> {
    /// The same outcome with another kind of solution.
    pub fn map<T>(self, change: impl FnOnce(S) -> T) -> Outcome<T> {
        match self {
            Self::Solved(solution) => Outcome::Solved(change(solution)),
            Self::Impossible(exhausted) => Outcome::Impossible(exhausted),
            Self::Unknown(stop) => Outcome::Unknown(stop),
        }
    }

    /// The solution, if there is one.
    pub fn solution(&self) -> Option<&S> {
        match self {
            Self::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// `solved`, `impossible` or `unknown`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Solved(_) => "solved",
            Self::Impossible(_) => "impossible",
            Self::Unknown(_) => "unknown",
        }
    }
}

/// The claim of "impossible": a search has nothing left to look at, and has
/// dropped nothing on the way. It can only be made with [`Exhausted::claim`].
///
/// This is a convention, not a proof by types: the numbers come from the search
/// itself. Where it can, a search lets them decide, so that a loop that ends too
/// early, or a table that forgets, gives "unknown". But a pruning is not
/// counted as a drop, and a wrong one would go unnoticed here. Two things
/// guard against that: each pruning has a proof beside it and a test that
/// compares the search with one without it, and each solver is compared on
/// small decks with brute force by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Exhausted {}

impl Exhausted {
    /// The one place where "impossible" comes from. `open` is how many states
    /// are still to be searched, `dropped` how many were given up without a
    /// proof that they do not matter (by a table that forgets, or by a choice of
    /// moves that is not complete). Searches that cannot drop a state pass 0.
    pub const fn claim(open: u64, dropped: u64) -> Result<Self, Stop> {
        if open == 0 && dropped == 0 {
            Ok(Self {})
        } else {
            Err(Stop::Incomplete)
        }
    }
}

impl<S> From<Result<Exhausted, Stop>> for Outcome<S> {
    fn from(claim: Result<Exhausted, Stop>) -> Self {
        match claim {
            Ok(exhausted) => Self::Impossible(exhausted),
            Err(stop) => Self::Unknown(stop),
        }
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Stop {
    /// The limit of states.
    States,
    /// The limit of time.
    Time,
    /// The limit of memory.
    Memory,
    /// The limit of disk space, or a disk that cannot be used.
    Disk,
    /// Somebody asked it to stop.
    Cancelled,
    /// The search itself does not look at everything.
    Incomplete,
    /// It depends on cards that nobody has seen yet.
    UnknownCards,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::States => "the limit of states was reached",
            Self::Time => "the time limit was reached",
            Self::Memory => "the memory limit was reached",
            Self::Disk => "the limit of disk space was reached, or the disk cannot be used",
            Self::Cancelled => "it was interrupted",
            Self::Incomplete => "the search was not exhaustive",
            Self::UnknownCards => "it depends on cards that nobody has seen yet",
        })
    }
}

/// What is proved about a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Proof {
    /// No solution has fewer (in the count that it names).
    Shortest,
    /// No game reaches more, and none reaches as much in fewer.
    Best,
    /// No game reaches more; a shorter one may reach as much.
    Most,
}

impl Proof {
    /// `shortest`, `best` or `most`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Shortest => "shortest",
            Self::Best => "best",
            Self::Most => "most",
        }
    }
}

/// A way to a goal, and what is proved about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// Every move, in order; nothing is implied.
    pub moves: Vec<M>,
    /// What is proved: nothing, shortest, or best.
    pub proof: Option<Proof>,
}

/// What a solver says about a position and a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer<M> {
    /// The answer to the question.
    pub outcome: Outcome<Solution<M>>,
    /// What else is worth knowing: the best that can be reached when the
    /// target is out of reach, the best game that clears the board when the
    /// best of all does not, the best found so far when a limit came first.
    pub alternatives: Vec<Solution<M>>,
}

impl<M> Answer<M> {
    /// An answer without alternatives.
    pub const fn only(outcome: Outcome<Solution<M>>) -> Self {
        Self {
            outcome,
            alternatives: Vec::new(),
        }
    }

    /// The answer of a search whose solutions are all proved to be shortest.
    pub fn shortest(found: Result<Outcome<Vec<M>>, Stop>) -> Self {
        let outcome = found.unwrap_or_else(Outcome::Unknown);
        Self::only(outcome.map(|moves| Solution {
            moves,
            proof: Some(Proof::Shortest),
        }))
    }
}

/// How the length of a solution is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Count {
    /// Single cards, home moves too; the only count of most games.
    #[default]
    Steps,
    /// A run that is moved at once is one; home moves count.
    Moves,
    /// A run is one; cards that can go home go at once and free.
    Clicks,
}

impl Count {
    /// `steps`, `moves` or `clicks`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Steps => "steps",
            Self::Moves => "moves",
            Self::Clicks => "clicks",
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a search took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// States searched.
    pub states: u64,
    /// Memory of its tables at the most, in bytes.
    pub bytes: u64,
    /// Time on the clock, with the replay.
    pub time: Duration,
    /// The part of it in which the rules replayed the solutions.
    pub replay: Duration,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_empty_frontier_with_nothing_dropped_is_a_proof() {
        assert!(Exhausted::claim(0, 0).is_ok());
        assert_eq!(Exhausted::claim(1, 0), Err(Stop::Incomplete));
        assert_eq!(Exhausted::claim(0, 1), Err(Stop::Incomplete));
    }
}
