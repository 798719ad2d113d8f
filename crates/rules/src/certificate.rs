//! A proof that a game cannot be won, in a file that anybody can check.
//!
//! The proof is a set of positions: the start is in it, no won position is, and
//! every legal move from any of them leads to one of them. [`check_list`] tests
//! exactly that, with the rules and nothing else.
//!
//! # The file
//! A head of plain lines, an empty line, then numbers. The head begins with
//! `patience certificate 1` and `game NAME`; each game has its own lines after
//! these, and the start last.
//!
//! The positions come in the order in which they are discovered: take the
//! positions in their own order, the start first, and from each the moves in the
//! order that the game defines. A position is written where it is reached for the
//! first time, as the number of moves passed over since the previous one: seven
//! bits a byte, low ones first, the highest bit set when more follow.
//!
//! So each position has exactly one place and one way to be written. A file in
//! which one is missing, altered, twice, or not reachable is refused.

use std::collections::{HashSet, VecDeque};
use std::hash::Hash;
use std::io::{self, BufRead, Read};

use crate::Rules;

/// The first line of every certificate.
pub const FIRST_LINE: &str = "patience certificate 1";

/// No head is longer than this.
const MOST_LINES: usize = 64;
const LONGEST_LINE: u64 = 4096;

/// Why a certificate proves nothing.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Refusal {
    reason: String,
}

impl Refusal {
    /// A refusal for this reason.
    pub fn because(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::because(format!("it cannot be read: {error}"))
    }
}

/// Reads the first line.
pub fn read_first_line(reader: &mut impl BufRead) -> Result<(), Refusal> {
    if line(reader)? == FIRST_LINE {
        return Ok(());
    }
    Err(Refusal::because(format!(
        "it is not a certificate: the first line is not `{FIRST_LINE}`"
    )))
}

/// Reads the start, with the empty line that ends the head.
pub fn read_start<R: Rules>(rules: &R, reader: &mut impl BufRead) -> Result<R::State, Refusal> {
    let mut text = String::new();
    for _ in 0..MOST_LINES {
        let line = line(reader)?;
        if line.is_empty() {
            return rules.read_state(&text).map_err(|faults| {
                Refusal::because(format!("the start is not a position: {faults}"))
            });
        }
        text.push_str(&line);
        text.push('\n');
    }
    Err(Refusal::because("the head does not end with an empty line"))
}

/// Reads a line of the head: a name and a word.
pub fn read_field(reader: &mut impl BufRead, name: &str) -> Result<String, Refusal> {
    read_one_of(reader, &[name]).map(|(_, value)| value)
}

/// Reads a line of the head: one of these names and a word.
pub fn read_one_of<'a>(
    reader: &mut impl BufRead,
    names: &[&'a str],
) -> Result<(&'a str, String), Refusal> {
    let line = line(reader)?;
    let value = |name| Some((name, line.strip_prefix(name)?.strip_prefix(' ')?.to_owned()));
    names.iter().copied().find_map(value).ok_or_else(|| {
        let names = names.join("` or `");
        Refusal::because(format!("expected `{names}` in the head, found `{line}`"))
    })
}

/// Reads a line of the head: a name and a number.
pub fn read_number<N: std::str::FromStr>(
    reader: &mut impl BufRead,
    name: &str,
) -> Result<N, Refusal> {
    parse_number(name, &read_field(reader, name)?)
}

/// The number in a line of the head with this name.
pub fn parse_number<N: std::str::FromStr>(name: &str, text: &str) -> Result<N, Refusal> {
    let number = text.parse();
    number.map_err(|_| Refusal::because(format!("`{name} {text}` is not a valid number")))
}

fn line(reader: &mut impl BufRead) -> Result<String, Refusal> {
    let mut line = String::new();
    Read::take(reader, LONGEST_LINE).read_line(&mut line)?;
    match line.strip_suffix('\n') {
        Some(line) => Ok(line.to_owned()),
        None => Err(Refusal::because("the head is cut off")),
    }
}

/// How a game lists its positions.
pub trait Listing {
    /// The rules.
    type Rules: Rules;
    /// A position without what makes no difference, such as the order of columns.
    type Form: Clone + Eq + Hash;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// A position of this form; always the same one.
    fn state(&self, form: &Self::Form) -> <Self::Rules as Rules>::State;

    /// Every legal move that changes the form, in the order of the list.
    fn moves(&self, state: &<Self::Rules as Rules>::State) -> Vec<<Self::Rules as Rules>::Move>;

    /// The form after a move.
    fn after(
        &mut self,
        state: &<Self::Rules as Rules>::State,
        played: &<Self::Rules as Rules>::Move,
    ) -> Result<Self::Form, Refusal>;
}

/// Checks a list of positions: `Ok` means that its start cannot be won.
pub fn check_list<L: Listing>(
    listing: &mut L,
    start: L::Form,
    positions: u64,
    numbers: impl Read,
) -> Result<(), Refusal> {
    let mut listed = Listed {
        numbers,
        left: positions
            .checked_sub(1)
            .ok_or_else(|| Refusal::because("it lists no position, not even the start"))?,
        next: None,
    };
    listed.advance()?;
    // 1. The start is the first position.
    let mut known = HashSet::from([start.clone()]);
    let mut waiting = VecDeque::from([start]);
    let mut place = 0u64;
    while let Some(form) = waiting.pop_front() {
        // 2. No position of the list may be won.
        let state = listing.state(&form);
        let refuse = |reason: &str| Refusal::because(format!("position {place}: {reason}"));
        if listing.rules().is_won(&state) {
            return Err(refuse("it is won"));
        }
        // 3. Every move from it leads to a position that is known, or to the
        //    one that is listed next.
        for played in listing.moves(&state) {
            let reached = listing
                .after(&state, &played)
                .map_err(|refusal| refuse(&refusal.to_string()))?;
            match (known.contains(&reached), listed.is_next()) {
                (true, false) => listed.pass(),
                (false, true) => {
                    known.insert(reached.clone());
                    waiting.push_back(reached);
                    listed.advance()?;
                }
                (false, false) => {
                    let text = listing.rules().write_move(&state, &played);
                    return Err(refuse(&format!(
                        "the move {text} leads to a position that is not listed there"
                    )));
                }
                (true, true) => {
                    return Err(refuse("a position is listed again"));
                }
            }
        }
        place += 1;
    }
    // 4. Nothing may be left over: neither numbers nor bytes.
    listed.end()
}

/// The numbers of the file: how many moves are passed over before the next
/// position.
struct Listed<R> {
    numbers: R,
    /// Positions still to come after the next one.
    left: u64,
    /// Moves still to pass over before the next position; none when all
    /// positions were seen.
    next: Option<u64>,
}

impl<R: Read> Listed<R> {
    fn is_next(&self) -> bool {
        self.next == Some(0)
    }

    fn pass(&mut self) {
        self.next = self.next.map(|moves| moves - 1);
    }

    fn advance(&mut self) -> Result<(), Refusal> {
        self.next = match self.left {
            0 => None,
            _ => {
                self.left -= 1;
                Some(self.number()?)
            }
        };
        Ok(())
    }

    fn number(&mut self) -> Result<u64, Refusal> {
        let mut value = 0;
        for shift in (0..56).step_by(7) {
            let mut byte = [0];
            if self.numbers.read(&mut byte)? == 0 {
                return Err(Refusal::because("the list of positions is cut off"));
            }
            value |= u64::from(byte[0] & 0x7f) << shift;
            if byte[0] < 0x80 {
                // There is only one way to write a number: without zeros at its end.
                return if byte[0] == 0 && shift > 0 {
                    Err(Refusal::because("a number has more bytes than it needs"))
                } else {
                    Ok(value)
                };
            }
        }
        Err(Refusal::because("a number is too large"))
    }

    fn end(&mut self) -> Result<(), Refusal> {
        if self.next.is_some() {
            return Err(Refusal::because(
                "it lists a position that no move leads to",
            ));
        }
        match self.numbers.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(Refusal::because("something follows the last position")),
        }
    }
}

/// Writes the numbers of a list while its positions are walked over.
#[derive(Debug, Default)]
pub struct Writer {
    numbers: Vec<u8>,
    positions: u64,
    passed: u64,
}

impl Writer {
    /// A move of the position that is walked over, and whether it leads to a new
    /// position.
    pub fn note(&mut self, is_new: bool) {
        if !is_new {
            self.passed += 1;
            return;
        }
        let mut value = std::mem::take(&mut self.passed);
        while value >= 0x80 {
            self.numbers.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.numbers.push(value as u8);
        self.positions += 1;
    }

    /// Positions so far, the start among them.
    pub const fn positions(&self) -> u64 {
        self.positions + 1
    }

    /// The numbers so far.
    pub fn numbers(&self) -> &[u8] {
        &self.numbers
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> u64 {
        self.numbers.capacity() as u64
    }
}
