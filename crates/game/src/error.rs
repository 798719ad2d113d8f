//! What can go wrong with a game or a table.

use patience_core::{Count, Faults};
use patience_rules::{Illegal, verify::Refusal};

use crate::SettingError;

/// An error, in words that stand alone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No game has this name.
    #[error("there is no game called `{name}`; {} are {}", meant(name, games), games.join(", "))]
    NoSuchGame {
        /// The name that was given.
        name: String,
        /// The names that there are.
        games: Vec<&'static str>,
    },
    /// The deal number is out of range.
    #[error("{game} has deals {first} to {last}, not {number}")]
    NoSuchDeal {
        /// The game's name.
        game: &'static str,
        /// The number that was given.
        number: u64,
        /// The first number there is.
        first: u64,
        /// The last number there is.
        last: u64,
    },
    /// The game does not have this setting.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The text is not a deal or a position of the game.
    #[error(transparent)]
    BadText(#[from] Faults),
    /// The game does not have what was asked for.
    #[error("{game} {missing}")]
    NotOffered {
        /// The game's name.
        game: &'static str,
        /// What it does not have.
        missing: NotOffered,
    },
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The solution is not right.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The certificate proves nothing.
    #[error("{reason}")]
    NoProof {
        /// Why not.
        reason: String,
    },
    /// None of the random deals that were tried is known to be winnable.
    #[error("none of {tried} random deals is known to be winnable")]
    NoWinnableDeal {
        /// How many were tried.
        tried: u32,
    },
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

/// What a game does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotOffered {
    /// It keeps no score.
    #[error("has no score")]
    Score,
    /// It has no card goals.
    #[error("has no card goals")]
    CardGoals,
    /// It does not count like this.
    #[error("counts {}, not {asked}", words(counts))]
    Count {
        /// The count that was asked for.
        asked: Count,
        /// The counts that there are.
        counts: &'static [Count],
    },
    /// It has no cheats.
    #[error("has no cheats")]
    Cheats,
    /// It has no certificates of impossibility, or none of this position.
    #[error("has no certificate here: {0}")]
    CertificateOf(String),
    /// It has no certificates of impossibility.
    #[error("has no certificates")]
    Certificates,
    /// It has no player for cards that nobody has seen.
    #[error("has no player for cards that nobody has seen")]
    Player,
    /// Every card lies open.
    #[error("has no unknown cards")]
    UnknownCards,
    /// Its table cannot be built from what is seen in a window.
    #[error("cannot be read from a window")]
    Sight,
}

/// `the games`, and before them `did you mean freecell?`, where a name is nearly one
/// that there is. Of two that are as near, it is the first: `frecell` is not meant to
/// be `forecell`.
fn meant(name: &str, games: &[&'static str]) -> String {
    let plain = |name: &str| -> Vec<char> {
        let letters = name.chars().filter(|letter| letter.is_alphanumeric());
        letters
            .take(40)
            .map(|letter| letter.to_ascii_lowercase())
            .collect()
    };
    let name = plain(name);
    let nearest = games
        .iter()
        .map(|game| (distance(&name, &plain(game)), game))
        .min_by_key(|(wrong, _)| *wrong);
    match nearest {
        // A third of the letters may be wrong: more is a guess.
        Some((wrong, game)) if 3 * wrong <= name.len() => {
            format!("did you mean {game}? The games")
        }
        _ => "the games".to_owned(),
    }
}

/// The letters to change, add, leave out or swap to make one word of the other.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut rows = vec![(0..=other.len()).collect::<Vec<usize>>()];
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, wanted) in other.iter().enumerate() {
            let changed = rows[i][j] + usize::from(letter != wanted);
            let mut least = changed.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == other[j - 1] && one[i - 1] == *wanted {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[one.len()][other.len()]
}

fn words(counts: &[Count]) -> String {
    let words: Vec<_> = counts.iter().map(|count| count.word()).collect();
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_nearly_right_is_offered() {
        let games = [
            "pyramid",
            "freecell",
            "forecell",
            "spider",
            "spider-one-suit",
        ];
        for (name, offered) in [
            ("frecell", "did you mean freecell? The games"),
            ("FreeCel", "did you mean freecell? The games"),
            ("forecel", "did you mean forecell? The games"),
            ("pyramyd", "did you mean pyramid? The games"),
            ("spdier", "did you mean spider? The games"),
            ("bridge", "the games"),
            ("", "the games"),
        ] {
            assert_eq!(meant(name, &games), offered, "{name}");
        }
    }
}
