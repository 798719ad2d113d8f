//! The list of moves with the oracle's verdict on each, best first.

use patience::oracle::Verdict;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::shortened;
use crate::app::{App, Play};
use crate::words;

/// What the marks mean.
const LEGEND: [&str; 2] = ["★ best  ✓ wins  ✗ loses", "+2 two moves more  ? unknown"];

/// The columns of a move.
const NAME: usize = 20;

/// Draws the list.
pub fn draw(frame: &mut Frame, app: &App, play: &Play, area: Rect) {
    let moves = folded(play);
    let mut lines = vec![Line::styled("Moves", app.theme.bright())];
    let room = usize::from(area.height.saturating_sub(3 + LEGEND.len() as u16));
    let shown = if moves.len() > room {
        room.saturating_sub(1)
    } else {
        room
    };
    let pending = play.pending().map(|gesture| play.says(&gesture.move_));
    let best = moves.first().map(|(_, verdict)| *verdict);
    for (says, verdict) in moves.iter().take(shown) {
        let flag = app.theme.light(words::light(verdict));
        let style = if pending.as_ref() == Some(says) {
            app.theme.chosen()
        } else {
            ratatui::style::Style::new()
        };
        let name = shortened(says, NAME);
        let is_best = best.is_some_and(|best| words::is_as_good(verdict, &best));
        lines.push(Line::from(vec![
            Span::styled(words::mark(verdict, is_best), flag),
            Span::styled(format!(" {name:<NAME$} "), style),
            Span::styled(worth(verdict, best, play), flag),
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
    for (index, text) in LEGEND.iter().rev().enumerate() {
        let y = area.bottom().saturating_sub(1 + index as u16);
        if y > area.y + 4 {
            let line = Line::styled(*text, app.theme.faint());
            frame.render_widget(line, Rect::new(area.x, y, area.width.saturating_sub(1), 1));
        }
    }
}

/// The moves in words, best first. Those that sound alike and come to the same,
/// such as a card into one cell or another, are one line.
fn folded(play: &Play) -> Vec<(String, Verdict)> {
    let mut lines: Vec<(String, Verdict)> = Vec::new();
    for (move_, verdict) in play.insight.look.ranked(&play.request()) {
        let line = (play.says(move_), *verdict);
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// What a move comes to: the best in full, the others by what they cost.
fn worth(verdict: &Verdict, best: Option<Verdict>, play: &Play) -> String {
    match (verdict, best) {
        (Verdict::Wins(this), Some(Verdict::Wins(best)))
            if this.length > best.length
                && this.cheats == best.cheats
                && this.score == best.score =>
        {
            format!("+{}", this.length - best.length)
        }
        (Verdict::Wins(this), _) if this.cheats.unwrap_or(0) == 0 && this.score.is_none() => {
            format!("in {}", this.length)
        }
        (Verdict::Unknown, _) => String::new(),
        _ => words::short(verdict, &play.target),
    }
}
