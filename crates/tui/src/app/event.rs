//! What the program hears, and what it asks of the world.

use std::time::Duration;

use patience::oracle::{Advice, Look, Lost, Review};
use patience::records::Records;
use patience::{Autoplay, Date, Game, Grade, Move, Request, Session, Settings, Table};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};

use crate::shelf::{Preferences, SavedGame};

/// What the oracle knows at a moment.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Insight {
    /// The table and its moves.
    pub look: Look,
    /// The best line from here.
    pub line: Option<Vec<Move>>,
    /// The best move, and why.
    pub advice: Option<Advice>,
    /// It is still at work.
    pub is_thinking: bool,
    /// Where the game was lost, if that was asked and found.
    pub lost: Option<Lost>,
    /// The review of the game, if that was asked, as far as it has come.
    pub review: Option<Review>,
    /// What went wrong, if anything did.
    pub trouble: Option<String>,
}

/// Which deal is looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Search {
    /// One that can be won, from this seed on.
    Winnable(u64),
    /// One that can be won and has this grade, from this seed on.
    Graded(Grade, u64),
    /// The daily deal of a day.
    Daily(Date),
}

/// A deal that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dealt {
    /// Its number.
    pub number: u64,
    /// Its grade, where that was looked at.
    pub grade: Option<Grade>,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A key.
    Key(KeyEvent),
    /// The mouse.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The terminal has this size now.
    Resize(u16, u16),
    /// So much time has gone by since the start.
    Tick(Duration),
    /// The oracle knows more.
    Insight(Box<Insight>),
    /// A deal was found, or why not.
    Dealt(Result<Dealt, String>),
    /// Something could not be kept on the disk.
    NotKept(String),
    /// The program is asked to end.
    Terminate,
}

/// Something to be done outside of the state.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Put this table before the oracle.
    Consult {
        /// The table, as the player sees it.
        table: Box<dyn Table>,
        /// What is to be reached.
        request: Request,
        /// Which cards go home by themselves.
        autoplay: Autoplay,
    },
    /// Ask the oracle where the game was lost.
    AskWhereLost {
        /// The game.
        session: Box<Session>,
        /// What was to be reached.
        request: Request,
        /// Which cards go home by themselves.
        autoplay: Autoplay,
    },
    /// Ask the oracle for a review of the game.
    AskReview {
        /// The game.
        session: Box<Session>,
        /// What was to be reached.
        request: Request,
        /// Which cards go home by themselves.
        autoplay: Autoplay,
    },
    /// The oracle is not needed.
    Dismiss,
    /// Find a deal that can be won.
    FindDeal {
        /// Of this game.
        game: &'static dyn Game,
        /// With these settings.
        settings: Settings,
        /// Which one.
        search: Search,
    },
    /// No deal is wanted any more.
    StopFinding,
    /// Keep an unfinished game.
    Keep(&'static str, Box<SavedGame>),
    /// Keep the game that another deal took the place of.
    KeepBefore(&'static str, Box<SavedGame>),
    /// Forget an unfinished game: it is over.
    Forget(&'static str),
    /// Put the file of an unfinished game aside: it cannot be read.
    PutAside(&'static str),
    /// Keep the settings.
    KeepPreferences(Box<Preferences>),
    /// Keep the statistics.
    KeepStatistics(Box<Records>),
    /// End the program.
    Quit {
        /// By Ctrl-C or a signal, not by the player's wish.
        is_interrupted: bool,
    },
}
