//! How much is taken from outside: links, saves and pasted texts come from
//! anywhere.

use crate::reply::Trouble;

/// A position has a few hundred letters; this leaves room for remarks.
const MOST_POSITION_BYTES: usize = 64 << 10;

/// A saved game of the greatest number of moves is shorter.
const MOST_SAVE_BYTES: usize = 1 << 20;

/// Loading replays every move and keeps the table after it.
const MOST_SAVE_LINES: usize = 20_000;

/// What is longer is not even read.
const MOST_QUESTION_BYTES: usize = 64 << 20;

/// Memory of one search that was asked for. A browser gives a page no more
/// than a few times this.
pub(crate) const MOST_SEARCH_BYTES: u64 = 512 << 20;

/// States for each position when a loss is looked for.
pub(crate) const STATES_TO_FIND_A_LOSS: u64 = 2_000_000;

/// States of one search for a hint, and in all.
pub(crate) const STATES_OF_A_HINT: u64 = 300_000;

/// Refuses a question that is too long to be one.
pub(crate) fn question(text: &str) -> Result<(), Trouble> {
    within(text, MOST_QUESTION_BYTES, "a question")
}

/// Refuses a text that is too long to be a position.
pub(crate) fn position(text: &str) -> Result<(), Trouble> {
    within(text, MOST_POSITION_BYTES, "a deal")
}

/// Refuses a text that is too long to be a saved game.
pub(crate) fn save(text: &str) -> Result<(), Trouble> {
    within(text, MOST_SAVE_BYTES, "a saved game")?;
    if text.lines().take(MOST_SAVE_LINES + 1).count() > MOST_SAVE_LINES {
        return Err(Trouble::new(format!(
            "too long: a saved game has no more than {MOST_SAVE_LINES} lines"
        )));
    }
    Ok(())
}

fn within(text: &str, most: usize, what: &str) -> Result<(), Trouble> {
    if text.len() <= most {
        return Ok(());
    }
    let (has, most) = (text.len().div_ceil(1024), most / 1024);
    Err(Trouble::new(format!(
        "too long: {has} KiB of text; {what} has never more than {most} KiB"
    )))
}
