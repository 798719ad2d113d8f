//! A game and a table, whatever the game: what every surface talks to.
//!
//! Both traits are object-safe. No game implements them itself: a game is a
//! [`Kind`](crate::Kind), and one adapter turns every kind into these.

use std::ops::RangeInclusive;

use patience_core::{Count, Stop, Target};
use patience_rules::{Illegal, Tally};
use patience_search::Budget;

use crate::{
    Autoplay, ChanceOptions, Chances, Error, Hint, Layout, Line, Picture, Report, Request, Reveal,
};

/// What a list of games says about one.
#[derive(Debug)]
#[non_exhaustive]
pub struct About {
    /// The name on the command line.
    pub name: &'static str,
    /// The name people say.
    pub title: &'static str,
    /// Other names on the command line.
    pub aliases: &'static [&'static str],
    /// One sentence.
    pub summary: &'static str,
    /// The goals it has, as they are written.
    pub goals: &'static [&'static str],
    /// How length may be counted; the first one is the game's own.
    pub counts: &'static [Count],
    /// The deal numbers there are.
    pub numbers: RangeInclusive<u64>,
    /// It has cheats.
    pub has_cheats: bool,
    /// It can be dealt with other cells and columns.
    pub has_variations: bool,
    /// How many deals, from number 1, `patience bench` solves.
    pub bench_deals: u64,
}

impl About {
    /// A game with one count, its own deal numbers, and no extras.
    pub const fn new(name: &'static str, title: &'static str, summary: &'static str) -> Self {
        Self {
            name,
            title,
            aliases: &[],
            summary,
            goals: &["board"],
            counts: &[Count::Steps],
            numbers: patience_core::numbering::OWN_NUMBERS,
            has_cheats: false,
            has_variations: false,
            bench_deals: 100,
        }
    }
}

/// Settings of a family of games, where they differ from its usual ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Variation {
    /// Free cells.
    pub cells: Option<u8>,
    /// Columns.
    pub columns: Option<u8>,
}

impl Variation {
    /// Nothing differs from the game's usual settings.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Hears of each better solution while a search for the shortest goes on.
pub type Improved<'a> = dyn FnMut(&Line) + 'a;

/// A game that can be dealt and read.
pub trait Game: Send + Sync {
    /// What the list of games says about it.
    fn about(&self) -> &'static About;

    /// The deal with this number.
    fn deal(&self, number: u64, variation: &Variation) -> Result<Box<dyn Table>, Error>;

    /// Reads a deal or a position.
    fn read(&self, text: &str, variation: &Variation) -> Result<Box<dyn Table>, Error>;
}

/// A table with cards on it, under the rules of its game. It does not change:
/// playing gives another table.
pub trait Table: Send + Sync {
    /// What the list of games says about its game.
    fn about(&self) -> &'static About;

    /// The same table again.
    fn boxed_clone(&self) -> Box<dyn Table>;

    /// The position as text that [`Game::read`] reads back.
    fn text(&self) -> String;

    /// The table drawn.
    fn picture(&self) -> Picture;

    /// The table laid out for the hand, with a gesture for every legal move.
    fn layout(&self) -> Layout;

    /// A legal move in words.
    fn describe(&self, played: &str) -> Result<String, Illegal>;

    /// What the first of these moves leads to, as the end of a sentence that
    /// begins with the move; empty if there is nothing to say.
    fn explain(&self, moves: &[String]) -> String;

    /// The table as a player sees it who may not look under covered cards;
    /// none in games where every card lies open.
    fn concealed(&self) -> Option<Box<dyn Table>>;

    /// What it has brought so far towards each goal.
    fn tally(&self) -> Tally;

    /// The board is cleared.
    fn is_won(&self) -> bool;

    /// Every legal move in the game's notation; none when the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// The table after a move, and the move as the game writes it.
    fn play(&self, played: &str) -> Result<(Box<dyn Table>, String), Illegal>;

    /// How many sequences of legal moves of this length there are.
    fn perft(&self, depth: u32) -> u64;

    /// The moves in a solution text.
    fn moves_in(&self, text: &str) -> Vec<String>;

    /// Replays a solution and checks that it reaches the target.
    fn verify(&self, target: &Target, moves: &[String]) -> Result<Line, Error>;

    /// Solves it. The answer has been replayed by the reference rules.
    fn solve(&self, request: &Request, budget: &mut Budget) -> Result<Report, Error> {
        self.solve_anytime(request, budget, &mut |_| {})
    }

    /// Solves it, and tells of each better solution on the way.
    fn solve_anytime(
        &self,
        request: &Request,
        budget: &mut Budget,
        improved: &mut Improved<'_>,
    ) -> Result<Report, Error>;

    /// Looks for a way to clear the board, and if there is none, writes the
    /// certificate that [`check_certificate`](crate::check_certificate) reads,
    /// in games that have such.
    fn certify(&self, budget: &mut Budget, certificate: &mut Vec<u8>) -> Result<Report, Error>;

    /// The next move of a best solution, and why.
    fn hint(&self, request: &Request, budget: &mut Budget) -> Result<Hint, Error>;

    /// Cards that nobody has seen yet, in games that have such.
    fn unknown_cards(&self) -> usize;

    /// The shortest line to a card that nobody has seen.
    fn reveal(&self, budget: &mut Budget) -> Result<Reveal, Error>;

    /// The chance that the board can be cleared, whatever the unknown cards
    /// are, and what each legal move leaves of it.
    fn chances(
        &self,
        options: &ChanceOptions,
        budget: &mut Budget,
    ) -> Result<Result<Chances, Stop>, Error>;

    /// The next card that goes home by itself under this setting, if any.
    fn autoplay(&self, setting: Autoplay) -> Option<String>;
}

impl std::fmt::Debug for dyn Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} table\n{}", self.about().name, self.text())
    }
}

impl Clone for Box<dyn Table> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl std::fmt::Debug for dyn Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.about().name)
    }
}
