//! What can go wrong with a survey.

use std::io;
use std::path::PathBuf;

/// Why something about a survey cannot be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "each message is the documentation")]
pub enum Error {
    #[error(transparent)]
    Game(#[from] patience::Error),
    #[error("{path}: {error}")]
    File { path: PathBuf, error: io::Error },
    #[error("{path} is not a survey: it has no plan.json")]
    NoSurvey { path: PathBuf },
    #[error("{path} holds another survey:\n  {differences}")]
    OtherPlan { path: PathBuf, differences: String },
    #[error(
        "{path} was begun by version {theirs}; this is version {ours}, whose answers may differ"
    )]
    OtherVersion {
        path: PathBuf,
        theirs: String,
        ours: &'static str,
    },
    #[error("{path} is damaged: {reason}")]
    Damaged { path: PathBuf, reason: String },
    #[error("{path} is not equal to the same shard in {other}: one of the two is wrong")]
    Unequal { path: PathBuf, other: PathBuf },
    #[error("a sample of {sample} deals cannot be drawn from {there}")]
    Sample { sample: u64, there: u64 },
    #[error("there are {all} shards, from 0; there is no shard {shard}")]
    NoSuchShard { shard: u64, all: u64 },
    #[error("a shard has 1 to {most} deals")]
    ShardSize { most: u64 },
    #[error("{done} of {all} shards are done: finish the survey first")]
    Unfinished { done: u64, all: u64 },
    #[error("interrupted")]
    Interrupted,
    #[error("plan.json: {0}")]
    Json(#[from] serde_json::Error),
}

impl Error {
    /// An error of a file.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }

    /// A file that is not as it was written.
    pub(crate) fn damaged(path: impl Into<PathBuf>, reason: impl ToString) -> Self {
        Self::Damaged {
            path: path.into(),
            reason: reason.to_string(),
        }
    }
}
