//! What is asked of a solver.

use patience_core::{Count, Target};

/// How hard to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Request {
    /// What to reach.
    pub target: Target,
    /// How hard to look.
    pub mode: Mode,
    /// How length is counted; the game's own count if not said.
    pub count: Option<Count>,
    /// Whether it may cheat.
    pub cheats: Cheats,
    /// Multiplies the effort of searches that are not exhaustive.
    pub effort: u32,
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
        }
    }
}

impl Request {
    /// The same question with another target.
    pub fn for_target(target: Target) -> Self {
        Self {
            target,
            ..Self::default()
        }
    }
}
