//! The two kinds of replies: `{"answer": ...}` and `{"trouble": ...}`.

use patience::{Error, Fault, Faults, Illegal};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{limits, question};

/// The most faults of one text that are reported.
const MOST_FAULTS: usize = 20;

/// What is wrong, in words for people.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Trouble {
    message: String,
    /// Every fault, where a text is wrong.
    faults: Vec<Fault>,
}

impl Trouble {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            faults: Vec::new(),
        }
    }

    /// The faults of a text that cannot even be looked at.
    pub(crate) fn into_faults(self) -> Vec<Fault> {
        if !self.faults.is_empty() {
            return self.faults;
        }
        vec![Fault {
            place: None,
            message: self.message,
        }]
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::BadText(faults) => {
                let faults = reported(&faults);
                let message = faults.first().map_or(message, sentence);
                Self { message, faults }
            }
            _ => Self::new(message),
        }
    }
}

impl From<Illegal> for Trouble {
    fn from(reason: Illegal) -> Self {
        Self::new(reason.to_string())
    }
}

/// The faults, and how many more there are.
pub(crate) fn reported(faults: &Faults) -> Vec<Fault> {
    let mut reported: Vec<_> = faults.iter().take(MOST_FAULTS).cloned().collect();
    if let more @ 1.. = faults.len() - reported.len() {
        reported.push(Fault {
            place: None,
            message: format!("and {more} more like these"),
        });
    }
    reported
}

fn sentence(fault: &Fault) -> String {
    match fault.place {
        Some(place) => format!("line {}: {}", place.line, fault.message),
        None => fault.message.clone(),
    }
}

/// Reads a question.
pub(crate) fn understand<Q: DeserializeOwned>(text: &str) -> Result<Q, Trouble> {
    limits::question(text)?;
    question::read(text).map_err(|error| Trouble::new(format!("not understood: {error}")))
}

/// What comes back.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub(crate) enum Reply<T> {
    /// What was asked for.
    Answer(T),
    /// Why there is no answer; everything is as it was.
    Trouble(Trouble),
}

/// Writes a reply.
pub(crate) fn write<T: Serialize>(result: Result<T, Trouble>) -> String {
    let reply = match result {
        Ok(answer) => Reply::Answer(answer),
        Err(trouble) => Reply::Trouble(trouble),
    };
    // Shapes of strings, numbers and lists can always be written.
    serde_json::to_string(&reply).unwrap_or_else(|error| {
        let trouble = Trouble::new(format!("the answer cannot be written: {error}"));
        serde_json::json!({ "trouble": trouble }).to_string()
    })
}
