//! The JSON shapes of answers about unknown cards.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Deal, Source, VERSION};
use patience_core::Chance;
use patience_game::{Chances, Move, Reveal};

/// What `reveal --format json` prints.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct RevealAnswer {
    /// The version of this shape: 1.
    pub version: u32,
    /// The game's name.
    pub game: &'static str,
    /// Which deal it is.
    #[serde(flatten)]
    pub deal: Deal,
    /// `line`, `all-known`, `no-more`, `no-more-from-here` or `unknown`.
    pub outcome: &'static str,
    /// Why it is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The length of the line, in steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Its moves; the first may be to start over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Move>>,
    /// Where the card lies that it turns up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turned_up: Option<String>,
}

impl RevealAnswer {
    /// The shape of an answer.
    pub fn new(game: &'static str, source: Source, found: &Reveal) -> Self {
        let (moves, turned_up) = match found {
            Reveal::Line { moves, turned_up } => (Some(moves.clone()), Some(turned_up.clone())),
            _ => (None, None),
        };
        Self {
            version: VERSION,
            game,
            deal: source.into(),
            outcome: found.word(),
            reason: match found {
                Reveal::Unknown(stop) => Some(stop.to_string()),
                _ => None,
            },
            length: moves.as_ref().map(|moves| moves.len() as u32),
            moves,
            turned_up,
        }
    }
}

/// What `chances --format json` prints.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ChancesAnswer {
    /// The version of this shape: 1.
    pub version: u32,
    /// The game's name.
    pub game: &'static str,
    /// Which deal it is.
    #[serde(flatten)]
    pub deal: Deal,
    /// Cards that nobody has seen.
    pub unknown: usize,
    /// Every way in which they can lie was looked at.
    pub exact: bool,
    /// The samples, or the ways.
    pub samples: u64,
    /// At most so many of them are undecided: they count as lost in `chance` and
    /// `low`, and as won in `high`.
    #[serde(skip_serializing_if = "is_zero")]
    pub undecided: u64,
    /// The seed of the samples.
    pub seed: u64,
    /// What stopped it before all samples were done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// That the board can be cleared.
    #[serde(flatten)]
    pub board: ChanceShape,
    /// The legal moves, best first.
    pub moves: Vec<MoveChance>,
    /// What a careful player who sees no more than a person does next, if that
    /// was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Vec<Move>>,
    /// States searched.
    pub states: u64,
    /// Seconds on the clock.
    pub seconds: f64,
}

/// A probability and its 95% interval; both ends are the same if it is exact.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, JsonSchema)]
pub struct ChanceShape {
    /// The probability, 0 to 1.
    pub chance: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// A legal move and the chance that it leaves.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct MoveChance {
    /// The move.
    #[serde(rename = "move")]
    pub move_: Move,
    /// That the board can be cleared after it.
    #[serde(flatten)]
    pub chance: ChanceShape,
    /// It is equal to the best within the interval.
    pub equal_to_best: bool,
}

impl From<&Chance> for ChanceShape {
    fn from(chance: &Chance) -> Self {
        let interval = chance.interval();
        Self {
            chance: chance.share(),
            low: *interval.start(),
            high: *interval.end(),
        }
    }
}

impl ChancesAnswer {
    /// The shape of an answer.
    pub fn new(game: &'static str, source: Source, seed: u64, found: &Chances) -> Self {
        let moves = found.moves.iter().enumerate();
        Self {
            version: VERSION,
            game,
            deal: source.into(),
            unknown: found.unknown,
            undecided: found.board.undecided,
            exact: found.board.is_exact,
            samples: found.samples,
            seed,
            reason: found.stopped.map(|stop| stop.to_string()),
            board: (&found.board).into(),
            moves: moves
                .map(|(index, (move_, chance))| MoveChance {
                    move_: move_.clone(),
                    chance: chance.into(),
                    equal_to_best: index < found.equal_to_best,
                })
                .collect(),
            player: None,
            states: found.statistics.states,
            seconds: found.statistics.time.as_secs_f64(),
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_zero(value: &u64) -> bool {
    *value == 0
}
