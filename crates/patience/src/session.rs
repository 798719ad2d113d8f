//! A game in progress: play, undo, redo, autoplay, save and load.
//!
//! # The saved text
//! ```text
//! patience session 1
//! game: pyramid
//! deal: 164                 or: start:, with the position indented below it
//! cells: 3                  a setting, where it is not the default
//! autoplay: safe
//! moves:
//!   Draw
//!   Remove 6h 7c
//! undone:                   moves that redo would make again, next one first
//! ```
//! Loading replays every move, so a damaged text is refused with its line.

use std::fmt;

use patience_game::{Autoplay, Error, Move, Settings, Table};
use patience_rules::Illegal;

use crate::find_game;

/// What came of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// It was made, and then these cards went home by themselves.
    Made {
        /// The moves of the autoplay.
        autoplayed: Vec<Move>,
    },
    /// It was made, and the game is won.
    Won {
        /// The moves of the autoplay.
        autoplayed: Vec<Move>,
    },
    /// It was not made; nothing has changed.
    Refused(Illegal),
}

/// A step of the history: the move, and the table after it.
#[derive(Clone, Debug)]
struct Step {
    move_: Move,
    /// It was made by the autoplay, and is undone together with the move
    /// before it.
    is_auto: bool,
    after: Box<dyn Table>,
}

/// Where a session started: a numbered deal, or a position.
#[derive(Clone, Debug)]
enum Origin {
    Deal(u64),
    Position,
}

/// A game in progress.
///
/// ```
/// use patience::{Played, Session};
/// let mut session = Session::deal("pyramid", 1, &Default::default())?;
/// let first = session.legal_moves()[0].clone();
/// assert!(matches!(session.play(&first), Played::Made { .. }));
/// assert!(matches!(session.play("Remove 2c 3c"), Played::Refused(_)));
/// assert!(session.undo());
/// assert!(session.redo());
/// let again = Session::load(&session.save())?;
/// assert_eq!(again.history(), session.history());
/// # Ok::<(), patience::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    origin: Origin,
    start: Box<dyn Table>,
    steps: Vec<Step>,
    /// How many of the steps are made; the rest can be made again.
    made: usize,
    autoplay: Autoplay,
}

impl Session {
    /// A session that starts with a numbered deal.
    pub fn deal(game: &str, number: u64, settings: &Settings) -> Result<Self, Error> {
        let table = find_game(game)?.deal(number, settings)?;
        Ok(Self::start(table, Origin::Deal(number)))
    }

    /// A session that starts with a position in the game's text form.
    pub fn read(game: &str, text: &str, settings: &Settings) -> Result<Self, Error> {
        let table = find_game(game)?.read(text, settings)?;
        Ok(Self::start(table, Origin::Position))
    }

    fn start(start: Box<dyn Table>, origin: Origin) -> Self {
        Self {
            origin,
            start,
            steps: Vec::new(),
            made: 0,
            autoplay: Autoplay::Safe,
        }
    }

    /// The table as it is now.
    pub fn table(&self) -> &dyn Table {
        self.position(self.made)
    }

    /// The number of the deal, if it has one.
    pub fn deal_number(&self) -> Option<u64> {
        match self.origin {
            Origin::Deal(number) => Some(number),
            Origin::Position => None,
        }
    }

    /// Every legal move; none when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.table().legal_moves()
    }

    /// Which cards go home by themselves.
    pub const fn autoplay(&self) -> Autoplay {
        self.autoplay
    }

    /// Chooses which cards go home by themselves after the moves to come.
    pub fn set_autoplay(&mut self, setting: Autoplay) {
        self.autoplay = setting;
    }

    /// Makes a move, then those of the autoplay. What could be redone is gone.
    pub fn play(&mut self, move_: &str) -> Played {
        let (after, written) = match self.table().play(move_) {
            Ok(made) => made,
            Err(reason) => return Played::Refused(reason),
        };
        self.steps.truncate(self.made);
        self.push(written, false, after);
        let autoplayed = self.run_autoplay();
        if self.is_won() {
            Played::Won { autoplayed }
        } else {
            Played::Made { autoplayed }
        }
    }

    fn push(&mut self, move_: Move, is_auto: bool, after: Box<dyn Table>) {
        self.steps.push(Step {
            move_,
            is_auto,
            after,
        });
        self.made = self.steps.len();
    }

    fn run_autoplay(&mut self) -> Vec<Move> {
        let mut autoplayed = Vec::new();
        while let Some(move_) = self.table().autoplay(self.autoplay) {
            // The rules name the move, so they do not refuse it.
            let Ok((after, written)) = self.table().play(&move_) else {
                break;
            };
            autoplayed.push(written.clone());
            self.push(written, true, after);
        }
        autoplayed
    }

    /// The board is cleared.
    pub fn is_won(&self) -> bool {
        self.table().is_won()
    }

    /// Takes back the last move of the player with what the autoplay made of
    /// it; false if there is none.
    pub fn undo(&mut self) -> bool {
        while self.made > 0 {
            self.made -= 1;
            if !self.steps[self.made].is_auto {
                return true;
            }
        }
        false
    }

    /// Makes the last undone move again, with its autoplay; false if there is
    /// none.
    pub fn redo(&mut self) -> bool {
        if self.made == self.steps.len() {
            return false;
        }
        self.made += 1;
        while self.steps.get(self.made).is_some_and(|step| step.is_auto) {
            self.made += 1;
        }
        true
    }

    /// Back to the start; everything can be redone.
    pub fn restart(&mut self) {
        self.made = 0;
    }

    /// The table after this many of the moves made, those of the autoplay
    /// included; the table as it is now if there are fewer.
    pub fn position(&self, moves: usize) -> &dyn Table {
        match moves.min(self.made) {
            0 => &*self.start,
            made => &*self.steps[made - 1].after,
        }
    }

    /// Goes to the table after this many moves, back or forth as far as moves
    /// can be undone and redone. A place between a move and its autoplay is
    /// taken for the one before the move.
    pub fn jump(&mut self, moves: usize) {
        let moves = moves.min(self.steps.len());
        self.made = if moves == self.steps.len() {
            moves
        } else {
            self.turn_of(moves)
        };
    }

    /// The place of the player's own move that the move at this place belongs
    /// to: itself, or the one that the autoplay followed.
    pub(crate) fn turn_of(&self, step: usize) -> usize {
        let own = |step: &usize| self.steps.get(*step).is_some_and(|step| !step.is_auto);
        (0..=step).rev().find(own).unwrap_or(0)
    }

    /// The autoplay made the move at this place of the history, undone moves
    /// included.
    pub fn is_autoplayed(&self, step: usize) -> bool {
        self.steps.get(step).is_some_and(|step| step.is_auto)
    }

    /// Its settings, where they differ from the game's defaults.
    pub fn settings(&self) -> &Settings {
        self.start.settings()
    }

    /// The moves that can be redone.
    pub fn undone(&self) -> Vec<&Move> {
        self.steps[self.made..]
            .iter()
            .map(|step| &step.move_)
            .collect()
    }

    /// The moves made so far, those of the autoplay included.
    pub fn history(&self) -> Vec<&Move> {
        self.steps[..self.made]
            .iter()
            .map(|step| &step.move_)
            .collect()
    }

    /// The session as text that [`Session::load`] reads back.
    pub fn save(&self) -> String {
        self.to_string()
    }

    /// Reads a saved session, and replays its moves.
    pub fn load(text: &str) -> Result<Self, Error> {
        load(text)
    }
}

impl fmt::Display for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}")?;
        writeln!(f, "game: {}", self.start.about().name)?;
        for (key, value) in self.settings().iter() {
            writeln!(f, "{key}: {value}")?;
        }
        match self.origin {
            Origin::Deal(number) => writeln!(f, "deal: {number}")?,
            Origin::Position => {
                writeln!(f, "start:")?;
                for line in self.start.text().lines() {
                    writeln!(f, "{INDENT}{line}")?;
                }
            }
        }
        writeln!(f, "autoplay: {}", self.autoplay.word())?;
        let (made, undone) = self.steps.split_at(self.made);
        for (label, steps) in [("moves", made), ("undone", undone)] {
            writeln!(f, "{label}:")?;
            for step in steps {
                let mark = if step.is_auto { AUTO } else { "" };
                writeln!(f, "{INDENT}{}{mark}", step.move_)?;
            }
        }
        Ok(())
    }
}

const HEADER: &str = "patience session 1";
const INDENT: &str = "  ";
/// Follows a move that the autoplay made.
const AUTO: &str = " (auto)";

fn load(text: &str) -> Result<Session, Error> {
    let fault = |line: usize, message: &str| {
        let mut faults = patience_core::Faults::default();
        faults.at(patience_core::Place::new(line, 1), message);
        Error::BadText(faults)
    };
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line));
    if lines.next().map(|(_, line)| line.trim_end()) != Some(HEADER) {
        return Err(fault(
            1,
            "not a saved session: the first line must be `patience session 1`",
        ));
    }
    let mut saved = Saved::default();
    let mut block = Block::None;
    for (number, line) in lines {
        if let Some(inner) = line.strip_prefix(INDENT) {
            match block {
                Block::Start => saved.start.push(inner),
                Block::Moves => saved.moves.push((number, inner)),
                Block::Undone => saved.undone.push((number, inner)),
                Block::None => return Err(fault(number, "a line that belongs to nothing")),
            }
            continue;
        }
        block = Block::None;
        if line.trim().is_empty() {
            continue;
        }
        let Some((label, value)) = line.split_once(':') else {
            return Err(fault(number, "neither a label nor an indented line"));
        };
        let value = value.trim();
        let bad = || fault(number, &format!("bad value for `{label}`"));
        match label {
            "game" => saved.game = value,
            "deal" => saved.deal = Some(value.parse().map_err(|_| bad())?),
            "autoplay" => saved.autoplay = value.parse().map_err(|_| bad())?,
            "start" => block = Block::Start,
            "moves" => block = Block::Moves,
            "undone" => block = Block::Undone,
            key if saved.has_setting(key) => saved.settings.set(key, value),
            _ => return Err(fault(number, "a label that a session does not have")),
        }
    }
    let mut session = match saved.deal {
        Some(number) => Session::deal(saved.game, number, &saved.settings)?,
        None => Session::read(saved.game, &saved.start.join("\n"), &saved.settings)?,
    };
    session.autoplay = saved.autoplay;
    for (number, move_) in saved.moves.iter().chain(&saved.undone) {
        let (text, is_auto) = match move_.strip_suffix(AUTO) {
            Some(text) => (text, true),
            None => (*move_, false),
        };
        let made = session.table().play(text);
        let (after, written) = made.map_err(|reason| fault(*number, &reason.to_string()))?;
        session.push(written, is_auto, after);
    }
    session.made = saved.moves.len();
    Ok(session)
}

#[derive(Default)]
struct Saved<'a> {
    game: &'a str,
    deal: Option<u64>,
    settings: Settings,
    autoplay: Autoplay,
    start: Vec<&'a str>,
    moves: Vec<(usize, &'a str)>,
    undone: Vec<(usize, &'a str)>,
}

impl Saved<'_> {
    /// The game, which comes first, has a setting with this key.
    fn has_setting(&self, key: &str) -> bool {
        let game = find_game(self.game);
        game.is_ok_and(|game| game.about().settings.iter().any(|one| one.key == key))
    }
}

enum Block {
    None,
    Start,
    Moves,
    Undone,
}
