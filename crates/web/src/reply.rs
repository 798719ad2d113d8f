//! The two kinds of replies: `{"answer": ...}` and `{"trouble": ...}`.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::limits;

/// The most faults of one text that are told.
const MOST_FAULTS: usize = 20;

/// What is wrong, in words for people.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Trouble {
    message: String,
    faults: Vec<Fault>,
}

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Fault {
    line: Option<usize>,
    column: Option<usize>,
    message: String,
}

impl Trouble {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            faults: Vec::new(),
        }
    }
}

impl From<patience::Error> for Trouble {
    fn from(error: patience::Error) -> Self {
        let message = error.to_string();
        match error {
            patience::Error::BadText(faults) => {
                let faults = told(&faults);
                let message = faults.first().map_or(message, said);
                Self { message, faults }
            }
            _ => Self::new(message),
        }
    }
}

/// The faults, and how many more there are.
pub(crate) fn told(faults: &patience::Faults) -> Vec<Fault> {
    let mut told: Vec<_> = faults
        .iter()
        .take(MOST_FAULTS)
        .map(|fault| Fault {
            line: fault.place.map(|place| place.line),
            column: fault.place.map(|place| place.column),
            message: fault.message.clone(),
        })
        .collect();
    if let more @ 1.. = faults.len() - told.len() {
        told.push(Fault {
            line: None,
            column: None,
            message: format!("and {more} more like these"),
        });
    }
    told
}

impl Trouble {
    /// The faults of a text that can not even be looked at.
    pub(crate) fn into_faults(self) -> Vec<Fault> {
        if !self.faults.is_empty() {
            return self.faults;
        }
        vec![Fault {
            line: None,
            column: None,
            message: self.message,
        }]
    }
}

fn said(fault: &Fault) -> String {
    match fault.line {
        Some(line) => format!("line {line}: {}", fault.message),
        None => fault.message.clone(),
    }
}

/// Reads a question.
pub(crate) fn understand<Q: DeserializeOwned>(text: &str) -> Result<Q, Trouble> {
    limits::question(text)?;
    serde_json::from_str(text).map_err(|error| Trouble::new(format!("not understood: {error}")))
}

/// Writes a reply.
pub(crate) fn write<T: Serialize>(result: Result<T, Trouble>) -> String {
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Reply<T> {
        Answer(T),
        Trouble(Trouble),
    }
    let reply = match result {
        Ok(answer) => Reply::Answer(answer),
        Err(trouble) => Reply::Trouble(trouble),
    };
    // Shapes of strings, numbers and lists can always be written.
    serde_json::to_string(&reply).unwrap_or_else(|error| {
        let trouble = Trouble::new(format!("the answer can not be written: {error}"));
        serde_json::json!({ "trouble": trouble }).to_string()
    })
}

/// A variation as the page writes it.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Variation {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cells: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) columns: Option<u8>,
}

impl From<Variation> for patience::Variation {
    fn from(given: Variation) -> Self {
        Self {
            cells: given.cells,
            columns: given.columns,
        }
    }
}

impl From<patience::Variation> for Variation {
    fn from(given: patience::Variation) -> Self {
        Self {
            cells: given.cells,
            columns: given.columns,
        }
    }
}
