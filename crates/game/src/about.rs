//! What the list of games says about a game.

use std::ops::RangeInclusive;

use patience_core::{CardNames, Count, IN_A_PAGE};
use serde::Serialize;

use crate::Setting;

/// What the list of games says about one.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub struct About {
    /// The name on the command line.
    pub name: &'static str,
    /// The name that people use.
    pub title: &'static str,
    /// Other names on the command line.
    pub aliases: &'static [&'static str],
    /// One sentence.
    pub summary: &'static str,
    /// The goals it has, as they are written.
    pub goals: &'static [&'static str],
    /// How length may be counted; the first one is the game's own.
    pub counts: &'static [Count],
    /// What can be set, with its values and its default.
    pub settings: &'static [Setting],
    /// The cards it is played with.
    pub cards: CardNames,
    /// Its stock, if it has one.
    #[serde(skip)]
    pub stock: Option<Stock>,
    /// Cards that lie face down are hidden from the player, unless he chooses
    /// to see them. In other games it is the other way round.
    pub face_down: bool,
    /// The deal numbers there are.
    pub numbers: RangeInclusive<u64>,
    /// It has cheats.
    pub has_cheats: bool,
    /// How many deals, from number 1, `patience bench` solves.
    #[serde(skip)]
    pub bench_deals: u64,
    /// Where `patience bench` stops at each deal; none for a game whose every
    /// deal is decided soon.
    #[serde(skip)]
    pub bench_states: Option<u64>,
    /// The rules in words: the page of the book (Markdown).
    #[serde(skip)]
    pub rules: &'static str,
    /// How hard its deals are: the name of each game of the family, and the bits
    /// above which a deal is medium, hard and brutal; `#` begins a comment.
    #[serde(skip)]
    pub grades: &'static str,
    /// The perft table: a line for each deal, `#` begins a comment.
    #[serde(skip)]
    pub perft: &'static str,
    /// How other programs show it.
    #[serde(skip)]
    pub profiles: &'static [ProfileFile],
}

/// The stock of a game: what a player learns by drawing through it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stock {
    /// Its cards in a fresh deal.
    pub cards: usize,
    /// The pile whose top card is new after a draw, by its name in the layout.
    pub drawn_to: &'static str,
    /// Its top card shows its face.
    pub is_open: bool,
    /// Every card of the waste counts, because it comes back into play, and so
    /// does how often the stock was turned over. A window shows neither.
    pub is_counted: bool,
    /// Cards at its end that a scan of a fresh deal leaves unseen: a program
    /// may call the game lost when the stock is empty, and the solver can do
    /// without them.
    pub spare: usize,
}

/// A profile of another program's window: a TOML file in the game's folder.
#[derive(Clone, Copy, Debug)]
pub struct ProfileFile {
    /// The profile's name.
    pub name: &'static str,
    /// Its text (TOML).
    pub text: &'static str,
}

impl About {
    /// A game with one count, its own deal numbers, the usual deck and no extras.
    pub const fn new(name: &'static str, title: &'static str, summary: &'static str) -> Self {
        Self {
            name,
            title,
            aliases: &[],
            summary,
            goals: &["board"],
            counts: &[Count::Steps],
            settings: &[],
            cards: CardNames::USUAL,
            stock: None,
            face_down: false,
            numbers: patience_core::numbering::OWN_NUMBERS,
            has_cheats: false,
            bench_deals: 100,
            bench_states: None,
            rules: "",
            grades: "",
            perft: "",
            profiles: &[],
        }
    }

    /// The same; in a page without what a page never asks for: counts of
    /// positions, and other programs' windows.
    pub const fn as_built(mut self) -> Self {
        if IN_A_PAGE {
            self.perft = "";
            self.profiles = &[];
        }
        self
    }
}
