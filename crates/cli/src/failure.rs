//! Errors as the user sees them: one line with its place, then a hint where
//! there is a fix. Never a panic, never a backtrace.

use std::fmt;
use std::io::{self, Write as _};

use anstyle::{AnsiColor, Style};
use patience::Faults;

use crate::exit::Exit;

/// The most faults of one text that are listed.
const MOST_FAULTS: usize = 20;

/// What is wrong with a text, and the name of the file it came from.
#[derive(Debug)]
pub struct BadInput {
    /// The file's name, or `standard input`.
    pub name: String,
    /// Added to the line numbers of the faults: the text may have been a part
    /// of the file.
    pub lines_before: usize,
    /// What is wrong.
    pub faults: Faults,
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (shown, left_out) = self.faults.shown(MOST_FAULTS);
        for (index, fault) in shown.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            match fault.place {
                Some(place) => write!(
                    f,
                    "{}:{}:{}: {}",
                    self.name,
                    place.line + self.lines_before,
                    place.column,
                    fault.message
                )?,
                None => write!(f, "{}: {}", self.name, fault.message)?,
            }
        }
        if left_out > 0 {
            write!(f, "\n{}: and {left_out} more like these", self.name)?;
        }
        if let Some(hint) = self.faults.hint() {
            write!(f, "\nhint: {hint}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BadInput {}

/// The system's words without "(os error 28)".
fn without_number(message: &str) -> String {
    let Some((before, rest)) = message.split_once(" (os error") else {
        return message.to_owned();
    };
    let after = rest.split_once(')').map_or("", |(_, after)| after);
    format!("{before}{after}")
}

/// Prints an error and tells how the command ends. A reader that went away is
/// no error.
pub fn report(error: &anyhow::Error) -> Exit {
    let pipe_closed = |cause: &(dyn std::error::Error + 'static)| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(pipe_closed) {
        return Exit::Done;
    }
    let mut out = anstream::stderr().lock();
    // A bad text speaks for itself, place first; other errors get a label.
    let _ = if error.is::<BadInput>() {
        writeln!(out, "{error}")
    } else {
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        writeln!(
            out,
            "{red}error:{red:#} {}",
            without_number(&format!("{error:#}"))
        )
    };
    Exit::Error
}
