//! A table drawn as text: lines of pieces, each with a tone that a surface may
//! turn into colour. Without colour it is still readable.

use std::fmt;

use patience_core::{Card, Colour};

/// What a piece of a picture is, for colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Tone {
    /// Blanks and frames.
    Plain,
    /// A red card.
    Red,
    /// A black card.
    Black,
    /// Labels, gaps, backs of cards.
    Faint,
    /// Something to look at.
    Bright,
}

/// A piece of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its text.
    pub text: String,
    /// Its tone.
    pub tone: Tone,
}

/// A table drawn as text.
///
/// ```
/// use patience_game::{Picture, Tone};
/// let mut picture = Picture::new();
/// picture.add("Stock ", Tone::Faint);
/// picture.add("7h", Tone::Red);
/// picture.end_line();
/// assert_eq!(picture.to_string(), "Stock 7h\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    lines: Vec<Vec<Piece>>,
    open: Vec<Piece>,
}

impl Picture {
    /// An empty picture.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds text to the current line.
    pub fn add(&mut self, text: impl Into<String>, tone: Tone) {
        self.open.push(Piece {
            text: text.into(),
            tone,
        });
    }

    /// Adds blanks to the current line.
    pub fn space(&mut self, width: usize) {
        self.add(" ".repeat(width), Tone::Plain);
    }

    /// Adds a card to the current line, in the tone of its suit.
    pub fn card(&mut self, card: Card) {
        self.add(card.to_string(), tone_of(card));
    }

    /// Adds cards with a blank between them.
    pub fn cards(&mut self, cards: &[Card]) {
        for (index, card) in cards.iter().enumerate() {
            if index > 0 {
                self.space(1);
            }
            self.card(*card);
        }
    }

    /// Adds columns side by side, their bases on top; a sign where one is empty.
    pub fn columns(&mut self, columns: &[Vec<Card>]) {
        let rows = columns.iter().map(Vec::len).max().unwrap_or(0).max(1);
        for row in 0..rows {
            for column in columns {
                match column.get(row) {
                    Some(card) => self.card(*card),
                    None if row == 0 => self.add("··", Tone::Faint),
                    None => self.space(2),
                }
                self.space(2);
            }
            self.end_line();
        }
    }

    /// Ends the current line; blanks at its end are dropped.
    pub fn end_line(&mut self) {
        while let Some(last) = self.open.last_mut() {
            let kept = last.text.trim_end().len();
            last.text.truncate(kept);
            if kept > 0 {
                break;
            }
            self.open.pop();
        }
        self.lines.push(std::mem::take(&mut self.open));
    }

    /// The finished lines.
    pub fn lines(&self) -> &[Vec<Piece>] {
        &self.lines
    }
}

/// The tone of a card's suit.
pub fn tone_of(card: Card) -> Tone {
    match card.colour() {
        Colour::Red => Tone::Red,
        Colour::Black => Tone::Black,
    }
}

impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.lines {
            for piece in line {
                f.write_str(&piece.text)?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}
