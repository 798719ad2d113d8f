//! Chances: shares of the ways in which unknown cards can lie.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::wilson_95;

/// How to estimate chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceOptions {
    /// Samples, when there are more ways than that; if none, enough for 1% to
    /// either side.
    pub samples: Option<u64>,
    /// The same samples for the same seed.
    pub seed: u64,
    /// Threads that share them. The result does not depend on it.
    pub threads: usize,
}

impl Default for ChanceOptions {
    fn default() -> Self {
        Self {
            samples: None,
            seed: 1,
            threads: 1,
        }
    }
}

/// A probability: counted out, or estimated with its 95% interval.
///
/// ```
/// use patience_core::Chance;
/// let counted = Chance { wins: 3, of: 4, undecided: 0, is_exact: true };
/// assert_eq!(counted.interval(), 0.75..=0.75);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Chance {
    /// Ways in which the unknown cards can lie that are won.
    pub wins: u64,
    /// Ways that were looked at.
    pub of: u64,
    /// At most so many of them are neither known to be won nor to be lost: a
    /// limit came first.
    #[serde(default)]
    pub undecided: u64,
    /// These are all the ways there are.
    pub is_exact: bool,
}

impl Chance {
    /// The share that is known to be won.
    pub fn share(&self) -> f64 {
        self.wins as f64 / self.of.max(1) as f64
    }

    /// The 95% interval; a single point if it is exact. What is undecided counts
    /// as lost at its lower end and as won at its upper end.
    pub fn interval(&self) -> RangeInclusive<f64> {
        if self.is_exact {
            return self.share()..=self.share();
        }
        let won_at_most = (self.wins + self.undecided).min(self.of);
        let low = *wilson_95(self.wins, self.of).start();
        low..=*wilson_95(won_at_most, self.of).end()
    }

    /// How many of the first moves may be equal to the best: their intervals
    /// overlap that of the best. The moves are in order, the best first.
    pub fn equal_to_best<M>(moves: &[(M, Self)]) -> usize {
        let Some((_, best)) = moves.first() else {
            return 0;
        };
        let low = *best.interval().start();
        let equal = |(_, chance): &&(M, Self)| *chance.interval().end() >= low;
        moves.iter().take_while(equal).count()
    }
}
