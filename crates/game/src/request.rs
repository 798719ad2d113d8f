//! What is asked of a solver.

use patience_core::{Count, Target};
use serde::{Deserialize, Serialize};

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// What a person wants to play: the shortest where that is affordable,
    /// else a short solution.
    #[default]
    Short,
    /// The first solution, at once.
    Fast,
    /// The shortest, proved.
    Shortest,
}

/// Whether a solution may cheat, in games that have cheats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Cheats {
    /// As few as possible, then as few moves as possible.
    #[default]
    Fewest,
    /// None.
    Never,
    /// As many as it takes for the fewest moves.
    Any,
}

/// A question to a solver.
///
/// ```
/// use patience_core::{Count, Target};
/// use patience_game::{Mode, Request};
/// let request = Request::default().with_mode(Mode::Shortest).with_count(Count::Moves);
/// assert_eq!(request.target, Target::BOARD);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
#[non_exhaustive]
pub struct Request {
    /// What to reach.
    #[serde(flatten)]
    pub target: Target,
    /// How hard to look.
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub mode: Mode,
    /// How length is counted; the game's own count if none.
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub count: Option<Count>,
    /// Whether it may cheat.
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub cheats: Cheats,
    /// Multiplies the effort of searches that are not exhaustive.
    #[cfg_attr(feature = "typescript", ts(as = "Option<_>", optional))]
    pub effort: u32,
    /// Whether the moves of a solution are written down. It is no part of the
    /// question: a solution is replayed and measured in any case.
    #[serde(skip)]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub writes_moves: bool,
}

impl Default for Request {
    /// Clear the board, in the game's usual way.
    fn default() -> Self {
        Self {
            target: Target::BOARD,
            mode: Mode::Short,
            count: None,
            cheats: Cheats::Fewest,
            effort: 1,
            writes_moves: true,
        }
    }
}

impl Request {
    /// This target, in the game's usual way.
    pub fn for_target(target: Target) -> Self {
        Self {
            target,
            ..Self::default()
        }
    }

    /// The same question with another target.
    #[must_use]
    pub const fn with_target(self, target: Target) -> Self {
        Self { target, ..self }
    }

    /// The same question with another mode.
    #[must_use]
    pub const fn with_mode(self, mode: Mode) -> Self {
        Self { mode, ..self }
    }

    /// The same question with another count.
    #[must_use]
    pub const fn with_count(self, count: Count) -> Self {
        Self {
            count: Some(count),
            ..self
        }
    }

    /// The same question with other cheats.
    #[must_use]
    pub const fn with_cheats(self, cheats: Cheats) -> Self {
        Self { cheats, ..self }
    }

    /// The same question with another effort.
    #[must_use]
    pub const fn with_effort(self, effort: u32) -> Self {
        Self { effort, ..self }
    }

    /// The same question, for somebody who wants to know how long a solution is
    /// and not how it goes: its [`Line`](crate::Line) has no moves. For easy deals
    /// writing them is an eighth of the work.
    #[must_use]
    pub const fn without_moves(self) -> Self {
        Self {
            writes_moves: false,
            ..self
        }
    }
}
