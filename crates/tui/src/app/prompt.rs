//! A line that the player types.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a line is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A move in the game's notation.
    Move,
    /// The number of a deal.
    Deal,
    /// A goal.
    Goal,
}

impl Purpose {
    /// What stands before the line.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Deal => "deal number",
            Self::Goal => "goal",
        }
    }
}

/// The longest line: no move, number or goal is longer.
const LONGEST: usize = 60;

/// A line that is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prompt {
    /// What it is for.
    pub purpose: Purpose,
    /// What was typed.
    pub text: String,
}

/// What a key did to a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Typed {
    /// It goes on.
    More,
    /// It is finished.
    Done(String),
    /// It is given up.
    Left,
}

impl Prompt {
    /// A line that begins with this text.
    pub fn new(purpose: Purpose, text: impl Into<String>) -> Self {
        Self {
            purpose,
            text: text.into(),
        }
    }

    /// A key for the line.
    pub fn key(&mut self, key: KeyEvent) -> Typed {
        match key.code {
            KeyCode::Esc => return Typed::Left,
            KeyCode::Enter => return Typed::Done(self.text.trim().to_owned()),
            KeyCode::Backspace if self.text.is_empty() => return Typed::Left,
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.text.clear();
            }
            KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
                self.add(letter);
            }
            _ => {}
        }
        Typed::More
    }

    /// Adds a letter, while there is room.
    pub fn add(&mut self, letter: char) {
        if !letter.is_control() && self.text.chars().count() < LONGEST {
            self.text.push(letter);
        }
    }
}
