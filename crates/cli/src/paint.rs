//! Pictures in colour. `anstream` takes the colour out again where it does not
//! belong.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use patience::{Picture, Tone};

/// The style of a tone: readable on light and dark terminals alike.
pub fn style(tone: Tone) -> Style {
    match tone {
        Tone::Plain | Tone::Black => Style::new(),
        Tone::Red => Style::new().fg_color(Some(AnsiColor::Red.into())),
        Tone::Faint => Style::new().dimmed(),
        Tone::Bright => Style::new().bold().fg_color(Some(AnsiColor::Cyan.into())),
    }
}

/// Draws a picture, each line indented.
pub fn picture(out: &mut dyn Write, picture: &Picture, indent: usize) -> io::Result<()> {
    for line in picture.lines() {
        if !line.is_empty() {
            write!(out, "{:indent$}", "")?;
        }
        for piece in line {
            let style = style(piece.tone);
            write!(out, "{style}{}{style:#}", piece.text)?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes a move with its red cards in red. A move of one word names places, not
/// cards: `5h` sends a card from column 5 home.
pub fn move_(out: &mut dyn Write, text: &str) -> io::Result<()> {
    if !text.contains(' ') {
        return write!(out, "{text}");
    }
    for (index, word) in text.split(' ').enumerate() {
        if index > 0 {
            write!(out, " ")?;
        }
        let is_red_card = matches!(
            word.as_bytes(),
            [b'A' | b'2'..=b'9' | b'T' | b'J' | b'Q' | b'K', b'd' | b'h']
        );
        let style = style(if is_red_card { Tone::Red } else { Tone::Plain });
        write!(out, "{style}{word}{style:#}")?;
    }
    Ok(())
}
