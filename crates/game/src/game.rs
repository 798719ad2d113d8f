//! A game and a table, whatever the game: what the facade and every surface
//! talk to.
//!
//! Both traits are object-safe. No game implements them itself: a game is a
//! [`Kind`](crate::Kind), and the [`Adapter`](crate::Adapter) turns every kind
//! into these.

use std::io::BufRead;

use patience_core::{ChanceOptions, Stop, Target};
use patience_rules::{Illegal, Tally};
use patience_search::Budget;

use crate::{
    About, Action, Autoplay, Certificate, Chances, Error, Gestures, Layout, Line, Move, Picture,
    Report, Request, Reveal, Settings, Sight,
};

/// Is called with each better solution while a search for the shortest goes on.
pub type Improved<'a> = dyn FnMut(&Line) + 'a;

/// A game that can be dealt and read.
pub trait Game: Send + Sync {
    /// What the list of games says about it.
    fn about(&self) -> &'static About;

    /// The deal with this number.
    fn deal(&self, number: u64, settings: &Settings) -> Result<Box<dyn Table>, Error>;

    /// Reads a deal or a position.
    fn read(&self, text: &str, settings: &Settings) -> Result<Box<dyn Table>, Error>;

    /// The text of the position that was seen in a window, for
    /// [`Game::read`]: the inverse of [`Table::layout`].
    fn transcribe(&self, sight: &Sight<'_>) -> Result<String, Error>;

    /// Checks a certificate of this game with the reference rules and nothing
    /// else: every position in it has all its successors in it, the start is in
    /// it, no won position is.
    fn check_certificate(&self, reader: &mut dyn BufRead) -> Result<Certificate, Error>;
}

/// A table with cards on it, under the rules of its game. It does not change:
/// playing gives another table.
pub trait Table: Send + Sync {
    /// What the list of games says about its game.
    fn about(&self) -> &'static About;

    /// Its settings, where they differ from the game's defaults.
    fn settings(&self) -> &Settings;

    /// The same table again.
    fn boxed_clone(&self) -> Box<dyn Table>;

    /// The position as text that [`Game::read`] reads back.
    fn text(&self) -> String;

    /// The table drawn.
    fn picture(&self) -> Picture;

    /// The table laid out.
    fn layout(&self) -> Layout;

    /// How a hand makes each legal move on the layout.
    fn gestures(&self) -> Gestures;

    /// What a move is: a draw, a carry, ..
    fn action(&self, move_: &str) -> Result<Action, Illegal>;

    /// A legal move in a few words: `6h to cell a`.
    fn phrase(&self, move_: &str) -> Result<String, Illegal>;

    /// A legal move in a sentence: `Move the 6 of hearts from column 2 to cell
    /// a`.
    fn describe(&self, move_: &str) -> Result<String, Illegal>;

    /// What the first of these moves leads to, as the end of a sentence that
    /// begins with the move; empty if there is nothing to say.
    fn explain(&self, moves: &[Move]) -> String;

    /// The moves of single cards that a legal move stands for, in games where
    /// several cards go at once.
    fn single_cards(&self, move_: &str) -> Result<Vec<Move>, Illegal>;

    /// The table as a player sees it who may not look under covered cards;
    /// none in games where every card lies open.
    fn concealed(&self) -> Option<Box<dyn Table>>;

    /// The table with a card that nobody had seen turned up: the top card of a
    /// pile, by its place in the layout.
    fn turn_up(&self, pile: usize, card: &str) -> Result<Box<dyn Table>, Error>;

    /// The start of a game, with a card that is turned up later: `now` is the
    /// table just before [`turn_up`](Table::turn_up) names it there.
    fn remember(&self, now: &dyn Table, pile: usize, card: &str) -> Result<Box<dyn Table>, Error>;

    /// What it has brought so far towards each goal.
    fn tally(&self) -> Tally;

    /// The board is cleared.
    fn is_won(&self) -> bool;

    /// Every legal move in the game's notation; none when the game is over.
    fn legal_moves(&self) -> Vec<Move>;

    /// The table after a move, and the move as the game writes it.
    fn play(&self, move_: &str) -> Result<(Box<dyn Table>, Move), Illegal>;

    /// The move that begins the same deal again, in games that have it and
    /// where the start is known.
    fn restart(&self) -> Option<Move>;

    /// How many sequences of legal moves of this length there are.
    fn perft(&self, depth: u32) -> u64;

    /// The moves in a solution text.
    fn moves_in(&self, text: &str) -> Vec<Move>;

    /// Replays a solution and checks that it reaches the target.
    fn verify(&self, target: &Target, moves: &[Move]) -> Result<Line, Error>;

    /// Solves it. The answer has been replayed by the reference rules.
    fn solve(&self, request: &Request, budget: &mut Budget) -> Result<Report, Error> {
        self.solve_anytime(request, budget, &mut |_| {})
    }

    /// Solves it, and reports each better solution on the way.
    fn solve_anytime(
        &self,
        request: &Request,
        budget: &mut Budget,
        improved: &mut Improved<'_>,
    ) -> Result<Report, Error>;

    /// Looks for a way to clear the board, and if there is none, writes the
    /// certificate that [`Game::check_certificate`] reads, in games that have
    /// certificates.
    fn certify(&self, budget: &mut Budget, certificate: &mut Vec<u8>) -> Result<Report, Error>;

    /// How many cards nobody has seen yet.
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

    /// What a careful player who sees no more than a person does next, up to the
    /// next card that turns up; nothing if there is nothing left to do.
    fn advise(&self, seed: u64) -> Result<Vec<Move>, Error>;

    /// The next card that goes home by itself under this setting, if any.
    fn autoplay(&self, setting: Autoplay) -> Option<Move>;
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
