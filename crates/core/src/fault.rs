//! What is wrong with a text: every fault at once, each with its place.

use std::fmt;

use serde::Serialize;

/// A place in a text, counted from one, in characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

impl Place {
    /// The place at this line and column, both counted from one.
    pub const fn new(line: usize, column: usize) -> Self {
        Self { line, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// One thing that is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fault {
    /// Where, if it has a place.
    pub place: Option<Place>,
    /// What is wrong, in words that stand alone.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// Everything that is wrong with a text, in the order of places; never empty
/// when it is returned as an error.
///
/// ```
/// use patience_core::{Faults, Place};
/// let mut faults = Faults::default();
/// faults.at(Place::new(3, 14), "7h appears twice, first at line 1");
/// faults.add("51 cards, not 52");
/// assert_eq!(faults.to_string(), "3:14: 7h appears twice, first at line 1\n51 cards, not 52");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, thiserror::Error)]
pub struct Faults {
    list: Vec<Fault>,
    hint: Option<String>,
}

impl Faults {
    /// A single fault without a place.
    pub fn one(message: impl Into<String>) -> Self {
        let mut faults = Self::default();
        faults.add(message);
        faults
    }

    /// Adds a fault at a place.
    pub fn at(&mut self, place: Place, message: impl Into<String>) {
        self.list.push(Fault {
            place: Some(place),
            message: message.into(),
        });
    }

    /// Adds a fault of the whole text.
    pub fn add(&mut self, message: impl Into<String>) {
        self.list.push(Fault {
            place: None,
            message: message.into(),
        });
    }

    /// Adds how it can be fixed, once for all faults.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// How it can be fixed, where that is known.
    pub fn hint(&self) -> Option<&str> {
        self.hint.as_deref()
    }

    /// Nothing is wrong (so far).
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The faults.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Fault> {
        self.list.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// `Ok(value)` if nothing is wrong, else these faults, by place.
    pub fn or<T>(mut self, value: T) -> Result<T, Self> {
        if self.list.is_empty() {
            return Ok(value);
        }
        self.sort();
        Err(self)
    }

    /// Apart from `or`, so that the code of the sort is there once, not once for
    /// each type of value.
    fn sort(&mut self) {
        // Faults of the whole text come last; the sort is stable.
        self.list
            .sort_by_key(|fault| fault.place.unwrap_or(Place::new(usize::MAX, usize::MAX)));
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, fault) in self.list.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            fmt::Display::fmt(fault, f)?;
        }
        Ok(())
    }
}
