//! What can go wrong at the facade.

use patience_core::Faults;
use patience_rules::verify::Refusal;

/// An error of the facade, in words for the user.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No game has this name.
    #[error("there is no game called `{name}`; the games are {games}")]
    NoSuchGame {
        /// What was asked for.
        name: String,
        /// What there is.
        games: String,
    },
    /// The deal number is out of range.
    #[error("{game} has deals {first} to {last}, not {number}")]
    NoSuchDeal {
        /// The game's name.
        game: &'static str,
        /// What was asked for.
        number: u64,
        /// The first number there is.
        first: u64,
        /// The last number there is.
        last: u64,
    },
    /// The text is no deal and no position of the game.
    #[error("{0}")]
    BadText(#[from] Faults),
    /// The game does not have what was asked for.
    #[error("{0}")]
    NotOffered(String),
    /// A solution that is not one.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// A certificate that proves nothing, and why.
    #[error("{0}")]
    NoProof(String),
    /// A solver's answer did not pass the reference rules. This is a bug in
    /// Patience: the answer is withheld.
    #[error(
        "the {game} solver gave a wrong answer, which is withheld: {reason}; please report this deal"
    )]
    WrongAnswer {
        /// The game's name.
        game: &'static str,
        /// What the reference rules say.
        reason: String,
    },
}
