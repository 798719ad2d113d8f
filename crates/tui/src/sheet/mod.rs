//! A sheet of cards that were read somewhere, to be looked at and corrected in
//! place.
//!
//! It knows no game and no window: only cards with names and places, and a
//! [`Judge`] who knows which cards there are and what is wrong with a deck. The
//! state takes keys and nothing else, so that tests need no terminal;
//! [`confirm`] shows it in a real one.

mod draw;
mod terminal;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

pub use draw::draw;
pub use terminal::confirm;

/// A card on the sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Where it lies, in words: `column 3, card 2`.
    pub name: String,
    /// The card as it is written: `7h`, or `??` if it lies face down.
    pub text: String,
    /// It is better to look at it twice.
    pub doubtful: bool,
    /// Where it is shown: characters from the left, lines from the top.
    pub at: (u16, u16),
}

/// Words that are no card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// The words.
    pub text: String,
    /// Where they are shown.
    pub at: (u16, u16),
}

/// Everything that was read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sheet {
    /// What it is: `FreeCell in KPatience`.
    pub title: String,
    /// The cards.
    pub cards: Vec<Card>,
    /// Empty places and headings.
    pub labels: Vec<Label>,
}

/// Knows the cards of a game.
pub trait Judge {
    /// The card that was typed, as it is written; none if it is none.
    fn card(&self, typed: &str) -> Option<String>;

    /// A card begins like this.
    fn begins(&self, typed: &str) -> bool;

    /// What is wrong with the cards, in words.
    fn faults(&self, cards: &[Card]) -> Vec<String>;
}

/// What the user decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The sheet is right as it is now.
    Accepted,
    /// The user does not want to go on.
    Left,
    /// Ctrl-C, or a signal.
    Interrupted,
}

/// A direction of an arrow key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Left,
    Right,
    Up,
    Down,
}

/// A sheet while it is corrected.
pub struct Editor<'j> {
    sheet: Sheet,
    judge: &'j dyn Judge,
    /// The card under the cursor.
    at: usize,
    /// The beginning of a card.
    typed: String,
    /// What is wrong with the deck.
    faults: Vec<String>,
    /// Something to say about the last key.
    note: Option<String>,
    /// Return was pressed although something is wrong.
    is_warned: bool,
}

impl<'j> Editor<'j> {
    /// The cursor begins on the first card in doubt.
    pub fn new(sheet: Sheet, judge: &'j dyn Judge) -> Self {
        let faults = judge.faults(&sheet.cards);
        let at = sheet.cards.iter().position(|card| card.doubtful);
        Self {
            at: at.unwrap_or(0),
            sheet,
            judge,
            typed: String::new(),
            faults,
            note: None,
            is_warned: false,
        }
    }

    /// The sheet as it is now.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// What is wrong with the deck.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Takes in a key; tells what the user decided, if that is a decision.
    pub fn key(&mut self, key: KeyEvent) -> Option<Verdict> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        self.note = None;
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if is_control => return Some(Verdict::Interrupted),
            KeyCode::Esc if self.typed.is_empty() => return Some(Verdict::Left),
            KeyCode::Esc => self.typed.clear(),
            KeyCode::Enter => return self.accept(),
            KeyCode::Left => self.go(Way::Left),
            KeyCode::Right => self.go(Way::Right),
            KeyCode::Up => self.go(Way::Up),
            KeyCode::Down => self.go(Way::Down),
            KeyCode::Tab => self.go_to_doubt(1),
            KeyCode::BackTab => self.go_to_doubt(self.sheet.cards.len().saturating_sub(1)),
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Char(' ') if self.typed.is_empty() => self.approve(),
            KeyCode::Char(letter) if !is_control => self.take_letter(letter),
            _ => {}
        }
        None
    }

    /// The end, unless something is wrong, which is shown once.
    fn accept(&mut self) -> Option<Verdict> {
        if !self.typed.is_empty() {
            self.note = Some(format!("`{}` is only the beginning of a card", self.typed));
            return None;
        }
        if self.faults.is_empty() || self.is_warned {
            return Some(Verdict::Accepted);
        }
        self.is_warned = true;
        self.note = Some("the deck is not right; Return again takes it as it is".to_owned());
        None
    }

    /// The card under the cursor is right as it was read.
    fn approve(&mut self) {
        if let Some(card) = self.sheet.cards.get_mut(self.at) {
            card.doubtful = false;
        }
        self.go_to_doubt(1);
    }

    fn take_letter(&mut self, letter: char) {
        self.typed.push(letter);
        if let Some(text) = self.judge.card(&self.typed) {
            self.typed.clear();
            self.is_warned = false;
            if let Some(card) = self.sheet.cards.get_mut(self.at) {
                card.text = text;
                card.doubtful = false;
            }
            self.faults = self.judge.faults(&self.sheet.cards);
        } else if !self.judge.begins(&self.typed) {
            self.note = Some(format!(
                "`{}` is not a card: a rank and a suit, such as 7h or Tc",
                self.typed
            ));
            self.typed.clear();
        }
    }

    /// The next card in doubt, this many cards further on, around the end.
    fn go_to_doubt(&mut self, step: usize) {
        self.typed.clear();
        let count = self.sheet.cards.len();
        let mut at = self.at;
        for _ in 0..count {
            at = (at + step) % count;
            if self.sheet.cards[at].doubtful {
                self.at = at;
                return;
            }
        }
    }

    /// The nearest card that way; one straight ahead is nearer than one aside.
    fn go(&mut self, way: Way) {
        self.typed.clear();
        let Some(here) = self.sheet.cards.get(self.at).map(|card| card.at) else {
            return;
        };
        let distance = |at: (u16, u16)| {
            let across = i32::from(at.0) - i32::from(here.0);
            let down = i32::from(at.1) - i32::from(here.1);
            let (ahead, aside) = match way {
                Way::Left => (-across, down),
                Way::Right => (across, down),
                Way::Up => (-down, across),
                Way::Down => (down, across),
            };
            // A line is about as high as two characters are wide.
            let weight = match way {
                Way::Left | Way::Right => (1, 40),
                Way::Up | Way::Down => (4, 1),
            };
            (ahead > 0).then(|| ahead * weight.0 + aside.abs() * weight.1)
        };
        let cards = self.sheet.cards.iter().enumerate();
        let nearest = cards
            .filter_map(|(index, card)| Some((distance(card.at)?, index)))
            .min();
        if let Some((_, index)) = nearest {
            self.at = index;
        }
    }
}

impl std::fmt::Debug for Editor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Editor")
            .field("at", &self.at)
            .field("typed", &self.typed)
            .finish_non_exhaustive()
    }
}
