//! A proof that a game cannot be won, in a file that anybody can check:
//! [certificates](patience_rules::certificate) of Spider and its relatives.
//!
//! # The file
//! ```text
//! patience certificate 1
//! game spider
//! suits 4
//! deal-on-empty no
//! removal at-once
//! numbers own             which two suits, or which one
//! relaxed no              or `yes`
//! positions 61643
//! 1: 4c | As Th ...       the start, as positions are written
//!                         (an empty line)
//! number number ..        one for each position after the start
//! ```
//! Moves come in the order of [`legal_moves`](patience_rules::Rules::legal_moves).
//! Two positions without a stock that differ only in the order of columns are one:
//! the columns lie in the order of their face-down cards, then of their cards from
//! the lowest one, each by suit and rank. Points are not part of a position.
//!
//! # Relaxed
//! With `relaxed yes` the positions are those of a looser game ([`Spider::relaxed`]):
//! one suit, runs leave by choice, deals onto empty columns. Every line of the game is
//! a line of the relaxed one, so what is impossible there is impossible here. The
//! checker relaxes the start itself.

use std::io::{self, BufRead, Write};

use patience_core::{Card, Suit};
use patience_rules::Rules;
use patience_rules::certificate::{
    FIRST_LINE, Listing, Refusal, check_list, read_field, read_first_line, read_number, read_start,
};

use super::{Column, Move, Numbers, Removal, Spider, State};

/// What a certificate is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The game.
    pub rules: Spider,
    /// The position that cannot be won.
    pub start: State,
    /// The positions are those of the relaxed game.
    pub is_relaxed: bool,
    /// How many positions there are, the start among them.
    pub positions: u64,
}

/// Words of the head, each with its value.
const NO_YES: [(&str, bool); 2] = [("no", false), ("yes", true)];
const REMOVAL: [(&str, Removal); 2] = [
    ("at-once", Removal::AtOnce),
    ("by-choice", Removal::ByChoice),
];
const NUMBERS: [(&str, Numbers); 3] = [
    ("own", Numbers::Own),
    ("pysol", Numbers::Pysol),
    ("kpatience", Numbers::Kpatience),
];
fn word<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    let found = words.iter().find(|(_, one)| *one == value);
    found.map_or("", |(word, _)| word)
}

fn value<T: Copy>(
    reader: &mut impl BufRead,
    name: &str,
    words: &[(&'static str, T)],
) -> Result<T, Refusal> {
    let text = read_field(reader, name)?;
    let found = words.iter().find(|(word, _)| *word == text);
    let unknown = || Refusal::because(format!("`{name} {text}` is unknown"));
    found.map(|(_, value)| *value).ok_or_else(unknown)
}

impl Head {
    /// Writes the head, with the empty line that ends it. Games with other columns or
    /// fewer ranks than those of their name have no certificate.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let rules = &self.rules;
        let text = rules.write_state(&self.start);
        let named = Spider::named(rules.name).map(|usual| Spider {
            suits: rules.suits,
            deals_on_empty: rules.deals_on_empty,
            removal: rules.removal,
            numbers: rules.numbers,
            ..usual
        });
        if named != Some(*rules) || rules.read_state(&text).as_ref() != Ok(&self.start) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "a certificate cannot describe this game and start",
            ));
        }
        writeln!(out, "{FIRST_LINE}")?;
        writeln!(out, "game {}", rules.name)?;
        writeln!(out, "suits {}", rules.suits)?;
        writeln!(out, "deal-on-empty {}", word(&NO_YES, rules.deals_on_empty))?;
        writeln!(out, "removal {}", word(&REMOVAL, rules.removal))?;
        writeln!(out, "numbers {}", word(&NUMBERS, rules.numbers))?;
        writeln!(out, "relaxed {}", word(&NO_YES, self.is_relaxed))?;
        writeln!(out, "positions {}", self.positions)?;
        writeln!(out, "{}\n", text.trim_end())
    }

    /// Reads the head, with the empty line that ends it.
    pub fn read(reader: &mut impl BufRead) -> Result<Self, Refusal> {
        read_first_line(reader)?;
        let name = read_field(reader, "game")?;
        let usual = Spider::named(&name);
        let usual = usual.ok_or_else(|| Refusal::because(format!("no game is called `{name}`")))?;
        let suits = read_number(reader, "suits")?;
        if ![1, 2, 4].contains(&suits) {
            return Err(Refusal::because(format!("`suits {suits}` is unknown")));
        }
        let rules = Spider {
            suits,
            deals_on_empty: value(reader, "deal-on-empty", &NO_YES)?,
            removal: value(reader, "removal", &REMOVAL)?,
            numbers: value(reader, "numbers", &NUMBERS)?,
            ..usual
        };
        let is_relaxed = value(reader, "relaxed", &NO_YES)?;
        let positions = read_number(reader, "positions")?;
        let start = read_start(&rules, reader)?;
        Ok(Self {
            rules,
            start,
            is_relaxed,
            positions,
        })
    }
}

impl Spider {
    /// A looser game, and a position in it: one suit, runs leave by choice, deals
    /// onto empty columns. Every line of this game is a line of that one.
    pub fn relaxed(&self, state: &State) -> (Self, State) {
        let rules = Self {
            suits: 1,
            deals_on_empty: true,
            removal: Removal::ByChoice,
            numbers: Numbers::Own,
            ..*self
        };
        let mut state = state.clone();
        for card in state.faces_mut().flatten() {
            *card = Card::new(card.rank(), Suit::Spades);
        }
        let home = state.runs_home();
        state.home = [0; 4];
        state.home[usize::from(Suit::Spades.index())] = home;
        (rules, state)
    }
}

/// Checks a certificate: `Ok` means that the start in it cannot be won.
pub fn check(mut reader: impl BufRead) -> Result<Head, Refusal> {
    let head = Head::read(&mut reader)?;
    let (rules, start) = match head.is_relaxed {
        false => (head.rules, head.start.clone()),
        true => head.rules.relaxed(&head.start),
    };
    if start.unknown() > 0 {
        return Err(Refusal::because("the start has unknown cards"));
    }
    let mut all = All { rules };
    check_list(&mut all, form(start), head.positions, reader)?;
    Ok(head)
}

/// The positions of a game.
struct All {
    rules: Spider,
}

impl Listing for All {
    type Rules = Spider;
    type Form = State;

    fn rules(&self) -> &Spider {
        &self.rules
    }

    fn state(&self, form: &State) -> State {
        form.clone()
    }

    fn moves(&self, state: &State) -> Vec<Move> {
        self.rules.legal_moves(state)
    }

    fn after(&mut self, state: &State, played: &Move) -> Result<State, Refusal> {
        let after = self.rules.play(state, played);
        let after = after.map_err(|reason| Refusal::because(reason.to_string()))?;
        Ok(form(after))
    }
}

/// A position without its points and, where the stock is empty, without the order of
/// its columns.
fn form(mut state: State) -> State {
    state.score = 0;
    if state.stock.is_empty() {
        state.columns.sort_by_cached_key(order);
    }
    state
}

/// By face-down cards, then by suit and rank of each card.
fn order(column: &Column) -> (usize, Vec<(u8, u8)>) {
    let cards = column.down.iter().chain(&column.up).flatten();
    let cards = cards.map(|card| (card.suit().index(), card.rank().value()));
    (column.down.len(), cards.collect())
}
