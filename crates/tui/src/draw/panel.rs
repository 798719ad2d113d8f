//! The list of moves with the oracle's verdict on each.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::shortened;
use crate::app::{App, Play};
use crate::words;

/// Draws the list.
pub fn draw(frame: &mut Frame, app: &App, play: &Play, area: Rect) {
    let moves = play.insight.look.ranked(&play.request());
    let mut lines = vec![Line::styled("Moves", app.theme.bright())];
    let room = usize::from(area.height.saturating_sub(2));
    let shown = if moves.len() > room {
        room.saturating_sub(1)
    } else {
        room
    };
    let pending = play.pending().map(|gesture| gesture.move_.as_str());
    for (move_, verdict) in moves.iter().copied().take(shown) {
        let flag = app.theme.light(words::light(verdict));
        let style = if pending == Some(move_.as_str()) {
            app.theme.chosen()
        } else {
            ratatui::style::Style::new()
        };
        let name = shortened(move_, 13);
        lines.push(Line::from(vec![
            Span::styled(words::mark(verdict), flag),
            Span::styled(format!(" {name:<13} "), style),
            Span::styled(words::short(verdict, &play.target), flag),
        ]));
    }
    if moves.len() > shown {
        let more = format!("and {} more", moves.len() - shown);
        lines.push(Line::styled(more, app.theme.faint()));
    }
    for (index, line) in lines.into_iter().enumerate() {
        let y = area.y + 1 + index as u16;
        if y < area.bottom() {
            let width = area.width.saturating_sub(1);
            frame.render_widget(line, Rect::new(area.x, y, width, 1));
        }
    }
}
