//! Text in lines of a width.

use patience::rulebook::{Block, Span as Piece, Style as Setting};
use patience::{Picture, Tone};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::theme::Theme;

/// Breaks a text into lines of at most so many columns, at its blanks. A word
/// that is too long is cut.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let pieces = [Piece {
        text: text.to_owned(),
        style: Setting::Plain,
    }];
    let lines = wrapped_pieces(&pieces, width);
    lines
        .into_iter()
        .map(|line| line.into_iter().map(|piece| piece.text).collect())
        .collect()
}

/// Breaks pieces of text into lines; a blank between two words that are set in
/// different ways belongs to the first.
fn wrapped_pieces(pieces: &[Piece], width: usize) -> Vec<Vec<Piece>> {
    let width = width.max(1);
    let mut lines: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut used = 0;
    for piece in pieces {
        for part in piece.text.split_inclusive(char::is_whitespace) {
            let word = part.trim_end();
            let blank = if part.len() > word.len() { " " } else { "" };
            let letters = word.chars().count();
            if used > 0 && used + letters > width {
                lines.push(Vec::new());
                used = 0;
            }
            let mut word: String = word.chars().take(width).collect();
            if word.is_empty() && used == 0 {
                continue;
            }
            word.push_str(blank);
            used += word.chars().count();
            if let Some(line) = lines.last_mut() {
                match line.last_mut() {
                    Some(last) if last.style == piece.style => last.text.push_str(&word),
                    _ => line.push(Piece {
                        text: word,
                        style: piece.style,
                    }),
                }
            }
        }
    }
    for line in &mut lines {
        if let Some(last) = line.last_mut() {
            last.text.truncate(last.text.trim_end().len());
        }
    }
    lines
}

fn set(theme: Theme, piece: Piece) -> Span<'static> {
    let style = match piece.style {
        Setting::Plain => Style::new(),
        Setting::Code => theme.key(),
        Setting::Strong => theme.bright(),
        Setting::Emphasis => Style::new().add_modifier(Modifier::ITALIC),
    };
    Span::styled(piece.text, style)
}

/// The pieces in lines, each after so many blanks; the first line after a mark.
fn indented(
    theme: Theme,
    pieces: &[Piece],
    width: usize,
    mark: &str,
    indent: usize,
) -> Vec<Line<'static>> {
    let lines = wrapped_pieces(pieces, width.saturating_sub(indent));
    let lines = lines.into_iter().enumerate().map(|(index, line)| {
        let lead = match index {
            0 => format!("{mark:<indent$}"),
            _ => " ".repeat(indent),
        };
        let spans = line.into_iter().map(|piece| set(theme, piece));
        Line::from_iter(std::iter::once(Span::raw(lead)).chain(spans))
    });
    lines.collect()
}

/// The blocks of a page in lines.
pub fn page(theme: Theme, blocks: &[Block], width: usize) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for block in blocks {
        match block {
            // The window has the game's name already.
            Block::Heading { level: 1, .. } => continue,
            Block::Heading { text, .. } => {
                lines.push(Line::styled(text.clone(), theme.bright()));
                continue;
            }
            Block::Paragraph { spans } => lines.extend(indented(theme, spans, width, "", 0)),
            Block::List { counted, items } => {
                for (index, item) in items.iter().enumerate() {
                    let mark = match counted {
                        true => format!("{}.", index + 1),
                        false => "·".to_owned(),
                    };
                    lines.extend(indented(theme, item, width, &mark, 3));
                }
            }
            Block::Lines { text } => {
                for line in text.lines() {
                    let cut: String = line.chars().take(width).collect();
                    lines.push(Line::styled(cut, theme.faint()));
                }
            }
            Block::Table { head, rows } => lines.extend(table(theme, head, rows, width)),
        }
        lines.push(Line::raw(""));
    }
    lines
}

fn length(cell: &[Piece]) -> usize {
    cell.iter().map(|piece| piece.text.chars().count()).sum()
}

/// A table in columns, if they have room; else each row as a small list.
fn table(
    theme: Theme,
    head: &[Vec<Piece>],
    rows: &[Vec<Vec<Piece>>],
    width: usize,
) -> Vec<Line<'static>> {
    let columns = head.len();
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells
                .chain(head.get(column))
                .map(|cell| length(cell))
                .max()
                .unwrap_or(0)
        })
        .collect();
    if widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1) <= width {
        let line = |row: &[Vec<Piece>], is_head: bool| {
            let mut spans = Vec::new();
            for (cell, width) in row.iter().zip(&widths) {
                spans.extend(cell.iter().map(|piece| match is_head {
                    true => Span::styled(piece.text.clone(), theme.faint()),
                    false => set(theme, piece.clone()),
                }));
                spans.push(Span::raw(" ".repeat(width + 2 - length(cell))));
            }
            Line::from(spans)
        };
        let head = line(head, true);
        return std::iter::once(head)
            .chain(rows.iter().map(|row| line(row, false)))
            .collect();
    }
    let first = widths.first().copied().unwrap_or(0).min(width / 3);
    let mut lines = Vec::new();
    for row in rows {
        let mut cells = row.iter();
        let name = cells.next().map_or(&[][..], |cell| &cell[..]);
        // What belongs to the row, with what it is where there is more than one.
        let mut rest: Vec<Piece> = Vec::new();
        for (index, cell) in cells.enumerate().filter(|(_, cell)| !cell.is_empty()) {
            let label = match columns {
                0..=2 => String::new(),
                _ => {
                    let words = head.get(index + 1).map_or(&[][..], |cell| &cell[..]);
                    let label: String = words.iter().map(|piece| &*piece.text).collect();
                    format!("{label}: ")
                }
            };
            let between = if rest.is_empty() { "" } else { "; " };
            rest.push(Piece {
                text: format!("{between}{label}"),
                style: Setting::Plain,
            });
            rest.extend(cell.iter().cloned());
        }
        let indent = first + 2;
        let mut right = indented(theme, &rest, width, "", indent).into_iter();
        let mut left = wrapped_pieces(name, first.max(1)).into_iter();
        loop {
            let (name, text) = (left.next(), right.next());
            if name.is_none() && text.is_none() {
                break;
            }
            let name = name.unwrap_or_default();
            let padding = " ".repeat(indent.saturating_sub(length(&name)));
            let mut spans: Vec<_> = name.into_iter().map(|piece| set(theme, piece)).collect();
            spans.push(Span::raw(padding));
            // Its first span is the indent.
            spans.extend(text.unwrap_or_default().spans.into_iter().skip(1));
            lines.push(Line::from(spans));
        }
    }
    lines
}

/// The picture of a table in lines.
pub fn picture(theme: Theme, picture: &Picture) -> Vec<Line<'static>> {
    let lines = picture.lines().iter().map(|line| {
        let spans = line.iter().map(|piece| {
            let style = match piece.tone {
                Tone::Red => theme.red(),
                Tone::Black | Tone::Bright => theme.bright(),
                Tone::Faint => theme.faint(),
                Tone::Plain => Style::new(),
            };
            Span::styled(piece.text.clone(), style)
        });
        Line::from_iter(spans)
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_broken_at_its_blanks_and_nothing_is_lost() {
        let text =
            "Hint: Q♠ to cell a: uncovers 4♦; the only move that still wins. Enter plays it.";
        for width in [10, 20, 33, 78, 200] {
            let lines = wrapped(text, width);
            assert!(
                lines.iter().all(|line| line.chars().count() <= width),
                "{lines:?}"
            );
            assert_eq!(lines.join(" "), text);
        }
        assert_eq!(wrapped("abcdefgh", 3), ["abc"]);
        assert_eq!(wrapped("", 3), [""]);
    }
}
