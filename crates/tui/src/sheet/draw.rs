//! How a sheet looks: the cards where they lie in the other program's window,
//! the card under the cursor in words, and what is wrong with the deck.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{Card, Editor};
use crate::theme::{Emphasis, Light, Theme};

/// Lines beside the cards: the title, a gap, the card in words, two lines of
/// faults, the keys.
const OTHER_LINES: u16 = 6;
const FAULT_LINES: usize = 2;

const KEYS: [(&str, &str); 6] = [
    ("arrows", "move"),
    ("7h", "the card"),
    ("Space", "right"),
    ("Tab", "doubt"),
    ("Return", "accept"),
    ("Esc", "leave"),
];

/// Draws the sheet into the whole frame.
pub fn draw(frame: &mut Frame<'_>, editor: &Editor<'_>, theme: Theme) {
    let area = frame.area();
    let cards = &editor.sheet.cards;
    let doubts = cards.iter().filter(|card| card.doubtful).count();
    let doubt = match doubts {
        0 => Span::styled("none in doubt", theme.light(Light::Good)),
        1 => Span::styled("1 in doubt", theme.light(Light::Open)),
        several => Span::styled(format!("{several} in doubt"), theme.light(Light::Open)),
    };
    let title = Line::from(vec![
        Span::styled(editor.sheet.title.clone(), theme.bright()),
        Span::raw(format!(": {} cards, ", cards.len())),
        doubt,
    ]);
    line(frame, 0, title);
    draw_cards(frame, editor, theme);
    let below = area.height.saturating_sub(OTHER_LINES - 2);
    line(frame, below, about_card(editor, theme));
    let (shown, left_out) = shown_faults(&editor.faults);
    for (index, fault) in shown.into_iter().enumerate() {
        let more = match index + 1 == FAULT_LINES && left_out > 0 {
            true => format!(" (and {left_out} more)"),
            false => String::new(),
        };
        let text = Span::styled(format!("{fault}{more}"), theme.alarm());
        line(frame, below + 1 + index as u16, Line::from(text));
    }
    let mut keys = Vec::new();
    for (key, what) in KEYS {
        keys.push(Span::styled(key, theme.key()));
        keys.push(Span::raw(format!(" {what}  ")));
    }
    line(frame, area.height.saturating_sub(1), Line::from(keys));
}

fn shown_faults(faults: &[String]) -> (Vec<&String>, usize) {
    let shown: Vec<_> = faults.iter().take(FAULT_LINES).collect();
    let left_out = faults.len() - shown.len();
    (shown, left_out)
}

/// The card under the cursor in words; what is being typed; what went wrong.
fn about_card<'e>(editor: &Editor<'e>, theme: Theme) -> Line<'e> {
    if let Some(note) = &editor.note {
        return Line::from(Span::styled(note.clone(), theme.alarm()));
    }
    let Some(card) = editor.sheet.cards.get(editor.at) else {
        return Line::default();
    };
    let mut words = vec![Span::raw(format!("{}: ", card.name))];
    if editor.typed.is_empty() {
        words.push(Span::styled(card.text.clone(), theme.bright()));
        if card.doubtful {
            words.push(Span::styled(
                ", in doubt: type the card, or Space if it is right",
                theme.light(Light::Open),
            ));
        }
    } else {
        words.push(Span::styled(format!("{}_", editor.typed), theme.bright()));
        words.push(Span::raw(format!(" instead of {}", card.text)));
    }
    Line::from(words)
}

/// The cards and labels, as far down as there is room; the card under the
/// cursor is always seen.
fn draw_cards(frame: &mut Frame<'_>, editor: &Editor<'_>, theme: Theme) {
    let room = frame.area().height.saturating_sub(OTHER_LINES);
    let last = editor.sheet.cards.iter().map(|card| card.at.1).max();
    let cursor = editor
        .sheet
        .cards
        .get(editor.at)
        .map_or(0, |card| card.at.1);
    // Where not all fits, the cursor's line is kept in the middle.
    let hidden = (last.unwrap_or(0) + 1).saturating_sub(room);
    let above = cursor.saturating_sub(room / 2).min(hidden);
    let mut put = |at: (u16, u16), text: String, style: Style| {
        if let Some(row) = at.1.checked_sub(above).filter(|row| *row < room) {
            let width = text.chars().count() as u16;
            let place = Rect::new(at.0, row + 2, width, 1);
            let place = place.intersection(frame.area());
            frame.render_widget(Paragraph::new(Span::styled(text, style)), place);
        }
    };
    for label in &editor.sheet.labels {
        put(label.at, label.text.clone(), theme.faint());
    }
    for (index, card) in editor.sheet.cards.iter().enumerate() {
        let is_cursor = index == editor.at;
        put(
            card.at,
            text_of(card, is_cursor),
            style_of(card, is_cursor, theme),
        );
    }
}

/// Four characters; the cursor and a doubt have marks, for terminals without
/// colour.
fn text_of(card: &Card, is_cursor: bool) -> String {
    let left = if is_cursor { '▸' } else { ' ' };
    let right = if card.doubtful { '?' } else { ' ' };
    format!("{left}{:2}{right}", card.text)
}

fn style_of(card: &Card, is_cursor: bool, theme: Theme) -> Style {
    let is_red = card.text.ends_with(['h', 'd']);
    if is_cursor {
        theme.face(is_red, Emphasis::Cursor)
    } else if card.doubtful {
        theme.flag(Light::Open)
    } else if card.text == "??" {
        theme.back()
    } else {
        theme.face(is_red, Emphasis::None)
    }
}

fn line(frame: &mut Frame<'_>, row: u16, text: Line<'_>) {
    let area = frame.area();
    let place = Rect::new(1, row, area.width.saturating_sub(2), 1);
    frame.render_widget(Paragraph::new(text), place.intersection(area));
}
