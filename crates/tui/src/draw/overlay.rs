//! What lies over the screen: help, statistics, a line to be typed.

use patience::games;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear};

use crate::app::{App, HELP, HelpLine, Prompt, Purpose, Screen};

/// A framed window in the middle, and the room inside.
fn window(frame: &mut Frame, title: &str, width: u16, height: u16) -> Rect {
    let screen = frame.area();
    let (width, height) = (width.min(screen.width), height.min(screen.height));
    let area = Rect::new(
        (screen.width - width) / 2,
        (screen.height - height) / 2,
        width,
        height,
    );
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .title(format!(" {title} "));
    let inner = block.inner(area);
    frame.render_widget(Clear, area);
    frame.render_widget(block, area);
    inner
}

/// What the keys do.
pub fn help(frame: &mut Frame, app: &App, first: usize) {
    let height = HELP.len() as u16 + 2;
    let inner = window(frame, "Help: any key closes, ↑ ↓ scroll", 76, height);
    let most = HELP.len().saturating_sub(usize::from(inner.height));
    let lines = HELP.iter().skip(first.min(most));
    for (line, y) in lines.zip(inner.top()..inner.bottom()) {
        let line = match line {
            HelpLine::Heading(text) => Line::styled(format!(" {text}"), app.theme.bright()),
            HelpLine::Keys(keys, text) => Line::from(vec![
                Span::styled(format!("   {keys:<14}"), app.theme.key()),
                Span::raw(*text),
            ]),
            HelpLine::Text(text) => Line::styled(format!("   {text}"), app.theme.faint()),
            HelpLine::Gap => Line::raw(""),
        };
        frame.render_widget(line, Rect::new(inner.x, y, inner.width, 1));
    }
}

/// What has been played.
pub fn statistics(frame: &mut Frame, app: &App) {
    let games: Vec<_> = games()
        .iter()
        .map(|game| game.about())
        .filter(|about| app.shelf.statistics.games.contains_key(about.name))
        .collect();
    let height = games.len().max(1) as u16 + 4;
    let inner = window(frame, "Statistics", 76, height);
    let row = |index: u16| Rect::new(inner.x, inner.y + index, inner.width, 1);
    let head = format!(
        " {:<22}{:>8}{:>6}{:>6}{:>9}{:>8}{:>9}",
        "", "played", "won", "%", "streak", "fewest", "best"
    );
    frame.render_widget(Line::styled(head, app.theme.faint()), row(0));
    if games.is_empty() {
        frame.render_widget(Line::raw(" Nothing has been played so far."), row(1));
    }
    for (index, about) in games.iter().enumerate() {
        let record = app.shelf.statistics.games[about.name];
        let share = 100.0 * f64::from(record.won) / f64::from(record.played.max(1));
        let or_dash = |value: Option<u32>| value.map_or("-".to_owned(), |value| value.to_string());
        let streak = format!("{} of {}", record.streak, record.longest_streak);
        let text = format!(
            " {:<22}{:>8}{:>6}{share:>6.0}{streak:>9}{:>8}{:>9}",
            about.title,
            record.played,
            record.won,
            or_dash(record.fewest_moves),
            or_dash(record.best_score),
        );
        let y = index as u16 + 1;
        if y < inner.height {
            frame.render_widget(Line::raw(text), row(y));
        }
    }
    let note = " streak: now and longest; fewest: moves of a win; best: points";
    if inner.height > 2 {
        frame.render_widget(Line::styled(note, app.theme.faint()), row(inner.height - 1));
    }
}

/// A line to be typed, in the place of the message.
pub fn prompt(frame: &mut Frame, app: &App, prompt: &Prompt) {
    let screen = frame.area();
    let up = match app.screen {
        Screen::Menu(_) => 2,
        Screen::Game(_) => 3,
    };
    let area = Rect::new(0, screen.height.saturating_sub(up), screen.width, 1);
    let label = format!(" {}: ", prompt.purpose.label());
    let hint = match prompt.purpose {
        Purpose::Move => "Enter plays it, Esc leaves",
        Purpose::Deal => "Enter deals it, Esc leaves",
        Purpose::Goal => "such as score=1290 or cards=3A",
    };
    frame.render_widget(Clear, area);
    let line = Line::from(vec![
        Span::styled(label.clone(), app.theme.key()),
        Span::raw(prompt.text.clone()),
        Span::raw("  "),
        Span::styled(hint, app.theme.faint()),
    ]);
    frame.render_widget(line, area);
    let x = (label.chars().count() + prompt.text.chars().count()) as u16;
    frame.set_cursor_position(Position::new(x.min(screen.width.saturating_sub(1)), area.y));
}
