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
//! variation: 1              moves of another line, which leaves this one after
//!   Draw                    its first move; 0 is the start
//!   Draw
//! ```
//! Moves are counted through the whole text, so that a variation can leave
//! another variation. Loading replays every move, so a damaged text is refused
//! with its line.

use std::fmt;

use patience_game::{Autoplay, Error, Move, Settings, Table};
use patience_rules::Illegal;
use serde::Serialize;

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
    /// The step before it; none for a step from the start.
    parent: Option<usize>,
}

/// Another line that the player has tried: it leaves the present one with a
/// move of its own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Variation {
    /// What [`Session::take_variation`] takes.
    pub id: usize,
    /// The steps of the present line before it: [`Session::jump`] goes there.
    pub step: usize,
    /// Its first move.
    #[serde(rename = "move")]
    pub move_: Move,
    /// How many moves of the player it has.
    pub moves: usize,
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
    /// Every step that was ever made, each after the one that it follows.
    steps: Vec<Step>,
    /// The present line: what is made, and what redo makes again.
    line: Vec<usize>,
    /// How many steps of the line are made.
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
            line: Vec::new(),
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

    /// Makes a move, then those of the autoplay. What could be redone is kept as
    /// a [variation](Session::variations); a move that was made here before goes
    /// on with the line that it belongs to.
    pub fn play(&mut self, move_: &str) -> Played {
        let (after, written) = match self.table().play(move_) {
            Ok(made) => made,
            Err(reason) => return Played::Refused(reason),
        };
        let mut turn = vec![(written, after)];
        while let Some((_, table)) = turn.last()
            && let Some(home) = table.autoplay(self.autoplay)
            // The rules name the move, so they do not refuse it.
            && let Ok((after, written)) = table.play(&home)
        {
            turn.push((written, after));
        }
        let autoplayed = turn[1..].iter().map(|(move_, _)| move_.clone()).collect();
        self.make(turn);
        if self.is_won() {
            Played::Won { autoplayed }
        } else {
            Played::Made { autoplayed }
        }
    }

    /// Makes a move of the player with what the autoplay made of it.
    fn make(&mut self, turn: Vec<(Move, Box<dyn Table>)>) {
        let parent = self.last_made();
        let made = self.made + turn.len();
        match self.known_turn(parent, &turn) {
            // It goes on as the present line does.
            Some(last) if self.line.get(made - 1) == Some(&last) => {}
            Some(last) => self.line = self.line_through(last),
            None => {
                self.line.truncate(self.made);
                for (index, (move_, after)) in turn.into_iter().enumerate() {
                    self.push(move_, index > 0, after);
                }
            }
        }
        self.made = made;
    }

    /// The last step of this turn, if it was made here before.
    fn known_turn(&self, parent: Option<usize>, turn: &[(Move, Box<dyn Table>)]) -> Option<usize> {
        let mut firsts = self
            .children(parent)
            .filter(|step| !self.steps[*step].is_auto);
        firsts.find_map(|first| {
            let mut last = first;
            for (index, (move_, _)) in turn.iter().enumerate() {
                if index > 0 {
                    last = self
                        .children(Some(last))
                        .find(|step| self.steps[*step].is_auto)?;
                }
                if self.steps[last].move_ != *move_ {
                    return None;
                }
            }
            let goes_on = self
                .children(Some(last))
                .any(|step| self.steps[step].is_auto);
            (!goes_on).then_some(last)
        })
    }

    fn children(&self, parent: Option<usize>) -> impl Iterator<Item = usize> {
        let steps = self.steps.iter().enumerate();
        steps
            .filter(move |(_, step)| step.parent == parent)
            .map(|(index, _)| index)
    }

    fn last_made(&self) -> Option<usize> {
        self.made.checked_sub(1).map(|last| self.line[last])
    }

    /// From the start to a step, and on by the newest moves from there.
    fn line_through(&self, step: usize) -> Vec<usize> {
        let mut line: Vec<_> =
            std::iter::successors(Some(step), |step| self.steps[*step].parent).collect();
        line.reverse();
        let newest = |step: &usize| self.children(Some(*step)).last();
        line.extend(std::iter::successors(newest(&step), newest));
        line
    }

    /// Adds a step to the end of the line.
    fn push(&mut self, move_: Move, is_auto: bool, after: Box<dyn Table>) {
        self.steps.push(Step {
            move_,
            is_auto,
            after,
            parent: self.line.last().copied(),
        });
        self.line.push(self.steps.len() - 1);
    }

    /// The other lines that leave the present one, those before what is made and
    /// those after; the ones that leave it first come first.
    pub fn variations(&self) -> Vec<Variation> {
        let places = 0..=self.line.len();
        places
            .flat_map(|step| {
                let parent = step.checked_sub(1).map(|last| self.line[last]);
                let present = self.line.get(step).copied();
                let others = self
                    .children(parent)
                    .filter(move |one| Some(*one) != present);
                others.map(move |id| (step, id))
            })
            .filter(|(_, id)| !self.steps[*id].is_auto)
            .map(|(step, id)| Variation {
                id,
                step,
                move_: self.steps[id].move_.clone(),
                moves: self.own_moves(&self.line_through(id)[step..]),
            })
            .collect()
    }

    /// Goes to a variation, after its first move; the present line becomes a
    /// variation of it. False if there is none with this number.
    pub fn take_variation(&mut self, id: usize) -> bool {
        if self.steps.get(id).is_none_or(|step| step.is_auto) {
            return false;
        }
        self.line = self.line_through(id);
        let first = self.line.iter().position(|step| *step == id);
        self.made = first.map_or(0, |first| first + 1);
        self.make_autoplayed();
        true
    }

    /// The board is cleared.
    pub fn is_won(&self) -> bool {
        self.table().is_won()
    }

    /// The moves that send every card home from here, one after the other, if
    /// that wins: nothing can go wrong any more. None if it does not, or the
    /// game is won.
    pub fn finishing_moves(&self) -> Option<Vec<Move>> {
        let mut moves = Vec::new();
        let mut table = self.table().boxed_clone();
        while let Some(home) = table.autoplay(Autoplay::All) {
            let (after, written) = table.play(&home).ok()?;
            moves.push(written);
            table = after;
        }
        (table.is_won() && !moves.is_empty()).then_some(moves)
    }

    /// Takes back the last move of the player with what the autoplay made of
    /// it; false if there is none.
    pub fn undo(&mut self) -> bool {
        while self.made > 0 {
            self.made -= 1;
            if !self.is_autoplayed(self.made) {
                return true;
            }
        }
        false
    }

    /// Makes the last undone move again, with its autoplay; false if there is
    /// none.
    pub fn redo(&mut self) -> bool {
        if self.made == self.line.len() {
            return false;
        }
        self.made += 1;
        self.make_autoplayed();
        true
    }

    /// Makes the steps again that the autoplay made.
    fn make_autoplayed(&mut self) {
        while self.is_autoplayed(self.made) {
            self.made += 1;
        }
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
            made => &*self.steps[self.line[made - 1]].after,
        }
    }

    /// Goes to the table after this many moves, back or forth as far as moves
    /// can be undone and redone. A place between a move and its autoplay is
    /// taken for the one before the move.
    pub fn jump(&mut self, moves: usize) {
        let moves = moves.min(self.line.len());
        self.made = if moves == self.line.len() {
            moves
        } else {
            self.turn_of(moves)
        };
    }

    /// The place of the player's own move that the move at this place belongs
    /// to: itself, or the one that the autoplay followed.
    pub(crate) fn turn_of(&self, step: usize) -> usize {
        let own = |step: &usize| self.step(*step).is_some_and(|step| !step.is_auto);
        (0..=step).rev().find(own).unwrap_or(0)
    }

    /// The autoplay made the move at this place of the history, undone moves
    /// included.
    pub fn is_autoplayed(&self, step: usize) -> bool {
        self.step(step).is_some_and(|step| step.is_auto)
    }

    /// A step of the present line.
    fn step(&self, place: usize) -> Option<&Step> {
        self.line.get(place).map(|step| &self.steps[*step])
    }

    fn moves_of<'a>(&'a self, line: &'a [usize]) -> impl Iterator<Item = &'a Move> {
        line.iter().map(|step| &self.steps[*step].move_)
    }

    /// Its settings, where they differ from the game's defaults.
    pub fn settings(&self) -> &Settings {
        self.start.settings()
    }

    /// The moves that can be redone.
    pub fn undone(&self) -> Vec<&Move> {
        self.moves_of(&self.line[self.made..]).collect()
    }

    /// The moves made so far, those of the autoplay included.
    pub fn history(&self) -> Vec<&Move> {
        self.moves_of(&self.line[..self.made]).collect()
    }

    /// What the counter shows: the player's own moves so far. Cards that went
    /// home by themselves do not count.
    pub fn moves_made(&self) -> usize {
        self.own_moves(&self.line[..self.made])
    }

    /// The player's own moves that can be redone.
    pub fn moves_undone(&self) -> usize {
        self.own_moves(&self.line[self.made..])
    }

    /// The player's own moves before this place of the history.
    pub fn moves_before(&self, step: usize) -> usize {
        self.own_moves(&self.line[..step.min(self.line.len())])
    }

    fn own_moves(&self, line: &[usize]) -> usize {
        line.iter()
            .filter(|step| !self.steps[**step].is_auto)
            .count()
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
        let (made, undone) = self.line.split_at(self.made);
        for (label, steps) in [("moves", made), ("undone", undone)] {
            writeln!(f, "{label}:")?;
            for step in steps {
                self.write_step(f, *step)?;
            }
        }
        self.write_variations(f)
    }
}

impl Session {
    fn write_step(&self, f: &mut fmt::Formatter<'_>, step: usize) -> fmt::Result {
        let step = &self.steps[step];
        let mark = if step.is_auto { AUTO } else { "" };
        writeln!(f, "{INDENT}{}{mark}", step.move_)
    }

    /// The steps that are not on the present line. A step comes after the one
    /// that it follows, so that this one has its number already.
    fn write_variations(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut numbers = vec![0; self.steps.len()];
        for (index, step) in self.line.iter().enumerate() {
            numbers[*step] = index + 1;
        }
        let (mut written, mut last) = (self.line.len(), None);
        for index in 0..self.steps.len() {
            if numbers[index] > 0 {
                continue;
            }
            let parent = self.steps[index].parent;
            if last.is_none() || parent != last {
                writeln!(
                    f,
                    "variation: {}",
                    parent.map_or(0, |parent| numbers[parent])
                )?;
            }
            written += 1;
            numbers[index] = written;
            last = Some(index);
            self.write_step(f, index)?;
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
                Block::Variation(after) => saved.variations.push((after, number, inner)),
                Block::None => return Err(fault(number, "a line that belongs to nothing")),
            }
            if let Block::Variation(after) = &mut block {
                *after = None;
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
            "variation" => block = Block::Variation(Some(value.parse().map_err(|_| bad())?)),
            key if saved.has_setting(key) => saved.settings.set(key, value),
            _ => return Err(fault(number, "a label that a session does not have")),
        }
    }
    let mut session = match saved.deal {
        Some(number) => Session::deal(saved.game, number, &saved.settings)?,
        None => Session::read(saved.game, &saved.start.join("\n"), &saved.settings)?,
    };
    session.autoplay = saved.autoplay;
    let lines = saved.moves.iter().chain(&saved.undone);
    let lines = lines.map(|(number, move_)| (None, number, move_));
    let variations = saved.variations.iter();
    let variations = variations.map(|(after, number, move_)| (*after, number, move_));
    for (after, number, move_) in lines.chain(variations) {
        let fault = |message: &str| fault(*number, message);
        if let Some(after) = after {
            // The present line is the one to the step that it follows, until
            // everything is read.
            let last = match after {
                0 => None,
                after if after <= session.steps.len() => Some(after - 1),
                _ => return Err(fault("a variation of a move that comes later")),
            };
            session.line = last.into_iter().collect();
        }
        let (text, is_auto) = match move_.strip_suffix(AUTO) {
            Some(text) => (text, true),
            None => (*move_, false),
        };
        let table = match session.line.last() {
            Some(last) => &*session.steps[*last].after,
            None => &*session.start,
        };
        let made = table.play(text);
        let (after, written) = made.map_err(|reason| fault(&reason.to_string()))?;
        session.push(written, is_auto, after);
    }
    session.line = (0..saved.moves.len() + saved.undone.len()).collect();
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
    /// Each with the number of the move that it follows, if it is the first of
    /// its variation.
    variations: Vec<(Option<usize>, usize, &'a str)>,
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
    Variation(Option<usize>),
}
