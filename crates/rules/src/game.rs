//! What a set of rules must say.

use std::fmt::Debug;
use std::hash::Hash;

use patience_core::{Count, Faults, Goal, Rank, Target};
use serde::Serialize;

/// The rules of a game: what may be played, when it is won, and how positions
/// and moves are written.
///
/// A `State` is the whole table: it holds its own cards, so that a position
/// from the middle of a game is as good as a deal. A `Move` means something
/// without the state ("remove the 6 of hearts and the 7 of clubs"), although a
/// short notation may need the state to be read.
pub trait Rules {
    /// What lies on the table.
    type State: Clone + Eq + Hash + Debug;
    /// What a player does.
    type Move: Clone + Eq + Hash + Debug;

    /// Every legal move, in a fixed order; none when the game is over.
    fn legal_moves(&self, state: &Self::State) -> Vec<Self::Move>;

    /// The table after a move, or why it may not be made.
    fn play(&self, state: &Self::State, move_: &Self::Move) -> Result<Self::State, Illegal>;

    /// Makes a move on the table itself; on refusal the table is as it was.
    /// Rules whose tables are costly to copy write this one and let
    /// [`Rules::play`] copy: replays of thousands of solutions use it.
    fn apply(&self, state: &mut Self::State, move_: &Self::Move) -> Result<(), Illegal> {
        *state = self.play(state, move_)?;
        Ok(())
    }

    /// The board is cleared.
    fn is_won(&self, state: &Self::State) -> bool;

    /// What counts towards the goals in this state. A game without points or
    /// card goals has only the board.
    fn tally(&self, state: &Self::State) -> Tally {
        Tally {
            cleared: self.is_won(state),
            ..Tally::default()
        }
    }

    /// What a move costs in a count, from the state where it is made (it may not
    /// be legal there: then any number will do). One, in most games.
    fn cost(&self, state: &Self::State, move_: &Self::Move, count: Count) -> u32 {
        let _ = (state, move_, count);
        1
    }

    /// A move in the game's notation.
    fn write_move(&self, state: &Self::State, move_: &Self::Move) -> String;

    /// Reads a move in the game's notation. It need not be legal.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, Illegal>;

    /// Several moves may stand in one line, with blanks between them.
    fn moves_are_words(&self) -> bool {
        false
    }

    /// The state as text that [`Rules::read_state`] reads back.
    fn write_state(&self, state: &Self::State) -> String;

    /// Reads a deal or a position from the middle of a game, or says
    /// everything that is wrong with it.
    fn read_state(&self, text: &str) -> Result<Self::State, Faults>;
}

/// A move that may not be made, or text that is no move; with the reason.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Illegal {
    reason: String,
}

impl Illegal {
    /// Refuses with this reason.
    pub fn because(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
        }
    }
}

/// What a state has brought so far towards each goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tally {
    /// The board is cleared.
    pub cleared: bool,
    /// Points, in games that have them.
    pub score: Option<u32>,
    /// Cards gone that count for a card goal, by rank (index 0 is the Ace),
    /// in games that have such goals.
    pub gone: Option<[u8; 13]>,
}

impl Tally {
    /// How many cards of the goal's rank are gone; none for other goals.
    pub fn cards(&self, goal: &Goal) -> Option<u32> {
        match goal {
            Goal::Cards { rank, .. } => Some(u32::from(self.gone?[usize::from(rank.value() - 1)])),
            _ => None,
        }
    }

    /// Is the target reached, or what is missing?
    pub fn reaches(&self, target: &Target) -> Result<(), NotReached> {
        let wanted = target.wanted().unwrap_or(0);
        match target.goal {
            Goal::Board if self.cleared => Ok(()),
            Goal::Board => Err(NotReached::Board),
            Goal::Score { .. } => match self.score {
                Some(score) if score >= wanted => Ok(()),
                Some(score) => Err(NotReached::Score { score, wanted }),
                None => Err(NotReached::NoScore),
            },
            Goal::Cards { rank, .. } => match self.cards(&target.goal) {
                Some(cards) if cards >= wanted => Ok(()),
                Some(cards) => Err(NotReached::Cards {
                    cards,
                    rank,
                    wanted,
                }),
                None => Err(NotReached::NoCards),
            },
        }
    }
}

/// Why a target is not reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each message is the documentation")]
pub enum NotReached {
    #[error("the board is not cleared")]
    Board,
    #[error("it reaches {score} points, not {wanted}")]
    Score { score: u32, wanted: u32 },
    #[error("{cards} of rank {rank} are gone, not {wanted}")]
    Cards { cards: u32, rank: Rank, wanted: u32 },
    #[error("this game has no score")]
    NoScore,
    #[error("this game has no card goals")]
    NoCards,
}
