//! The list of moves with the oracle's verdict on each, best first.

use patience::Goal;
use patience::oracle::{Best, Verdict};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::shortened;
use crate::app::{App, Play};
use crate::words;

/// What the marks mean.
const LEGEND: [&str; 2] = ["★ best  ✓ wins  ✗ loses", "+2 two moves more  ? unknown"];
/// What they mean in a game with cheats.
const CHEATS: [&str; 2] = [LEGEND[0], "+2 moves more  +1! cheats"];
/// What they mean while cards are face down.
const CHANCES: [&str; 2] = ["▁ to █ the chance of winning", "? unknown"];

/// The columns of a move, where there is room: the verdicts stay where they are
/// from move to move.
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
    let legend = match best {
        Some(Verdict::Chance(_)) => CHANCES,
        _ if play.session.table().about().has_cheats => CHEATS,
        _ => LEGEND,
    };
    let worths: Vec<String> = moves
        .iter()
        .map(|(_, verdict)| worth(verdict, best, play))
        .collect();
    // A name may be cut, what a move comes to may not.
    let widest = |texts: &mut dyn Iterator<Item = &String>| {
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    };
    let room = usize::from(area.width).saturating_sub(4 + widest(&mut worths.iter()));
    let columns = room.min(widest(&mut moves.iter().map(|(says, _)| says)).max(NAME));
    for ((says, verdict), worth) in moves.iter().zip(worths).take(shown) {
        let flag = app.theme.light(words::light(verdict));
        let style = if pending.as_ref() == Some(says) {
            app.theme.chosen()
        } else {
            ratatui::style::Style::new()
        };
        let name = in_columns(says, columns);
        let is_best = best.is_some_and(|best| words::is_as_good(verdict, &best));
        lines.push(Line::from(vec![
            Span::styled(words::mark(verdict, is_best), flag),
            Span::styled(format!(" {name:<columns$} "), style),
            Span::styled(worth, flag),
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
    for (index, text) in legend.iter().rev().enumerate() {
        let y = area.bottom().saturating_sub(1 + index as u16);
        if y > area.y + 4 {
            let line = Line::styled(*text, app.theme.faint());
            frame.render_widget(line, Rect::new(area.x, y, area.width.saturating_sub(1), 1));
        }
    }
}

/// A move in so many columns. The number of a column tells moves apart: where
/// there is no room, the word before it goes first.
fn in_columns(says: &str, columns: usize) -> String {
    if says.chars().count() <= columns {
        return says.to_owned();
    }
    shortened(&says.replace("column ", ""), columns)
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

/// What a move comes to, in the signs of the page: the best by its moves, the
/// others by what they cost, `+2` moves or `+1!` cheat. Where the most points are
/// the goal, everything is in points.
fn worth(verdict: &Verdict, best: Option<Verdict>, play: &Play) -> String {
    let is_in_points = matches!(play.target.goal, Goal::Score { target: None });
    match (verdict, best) {
        (Verdict::Wins(this), Some(Verdict::Wins(best))) if !is_in_points => {
            let cheats = |one: &Best| one.cheats.unwrap_or(0);
            if cheats(this) > cheats(&best) {
                format!("+{}!", cheats(this) - cheats(&best))
            } else if this.length > best.length {
                format!("+{}", this.length - best.length)
            } else {
                format!("in {}", this.length)
            }
        }
        (Verdict::Unknown, _) => String::new(),
        _ => words::short(verdict, &play.target),
    }
}
