//! The list of games, and what is known about the one that is chosen.

use patience::difficulty::Daily;
use patience::{find_game, games};
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::message;
use crate::app::{App, FIRST_GOAL_LINE, FIRST_LINE, LIST_WIDTH, Menu};
use crate::shelf::SavedGame;
use crate::words;

const KEYS: [(&str, &str); 8] = [
    ("Enter", "play"),
    ("n", "new deal"),
    ("W", "deals"),
    ("D", "daily"),
    ("i", "rules"),
    ("t", "statistics"),
    ("?", "help"),
    ("q", "quit"),
];

/// Draws the menu.
pub fn draw(frame: &mut Frame, app: &App, menu: &Menu) {
    let area = frame.area();
    let theme = app.theme;
    let title = Line::from(vec![
        Span::styled(" Patience", theme.bright()),
        Span::styled(
            "  ↑ ↓ choose a game, ← → a goal, Enter plays",
            theme.faint(),
        ),
    ]);
    frame.render_widget(title, line(area, 0));
    let shown = menu.first_shown(area.height);
    let room = Menu::room(area.height);
    let lowest = area.height - 1;
    for (index, game) in games().iter().enumerate().skip(shown).take(room) {
        let about = game.about();
        let is_chosen = index == menu.game;
        let style = if is_chosen {
            theme.chosen()
        } else {
            ratatui::style::Style::new()
        };
        let mark = if app.shelf.saves.contains_key(about.name) {
            "·"
        } else {
            " "
        };
        let arrow = if is_chosen { "▸" } else { " " };
        let width = usize::from(LIST_WIDTH) - 6;
        let text = format!("{arrow} {:<width$}{mark} ", about.title);
        let y = FIRST_LINE + (index - shown) as u16;
        frame.render_widget(
            Line::styled(text, style),
            Rect {
                x: area.x + 1,
                y,
                width: LIST_WIDTH - 2,
                height: 1,
            },
        );
    }
    // The list goes on above and below what is shown of it.
    let below = games().len().saturating_sub(shown + room);
    let ends = [
        ("▴", shown, FIRST_LINE - 1),
        ("▾", below, FIRST_LINE + room as u16),
    ];
    for (arrow, more, y) in ends.into_iter().filter(|(_, more, _)| *more > 0) {
        let text = format!("   {arrow} {more} more");
        frame.render_widget(Line::styled(text, theme.faint()), line(area, y));
    }
    details(frame, app, menu);
    message(frame, app, line(area, lowest - 1));
    let mut spans = vec![Span::raw(" ")];
    for (key, word) in KEYS {
        spans.push(Span::styled(key, theme.key()));
        spans.push(Span::raw(format!(" {word}  ")));
    }
    frame.render_widget(Line::from(spans), line(area, lowest));
}

fn line(area: Rect, y: u16) -> Rect {
    Rect::new(area.x, area.y + y, area.width, 1)
}

fn details(frame: &mut Frame, app: &App, menu: &Menu) {
    let area = frame.area();
    let theme = app.theme;
    let about = menu.chosen().about();
    let x = area.x + LIST_WIDTH;
    let width = area.width.saturating_sub(LIST_WIDTH + 1).min(64);
    let at = |y: u16, height: u16| {
        let height = height.min(area.height.saturating_sub(y + 2));
        Rect::new(x, area.y + y, width, height)
    };
    frame.render_widget(Line::styled(about.title, theme.bright()), at(FIRST_LINE, 1));
    let summary = Paragraph::new(about.summary)
        .wrap(Wrap { trim: true })
        .alignment(Alignment::Left);
    frame.render_widget(summary, at(FIRST_LINE + 1, 2));
    frame.render_widget(
        Line::styled("Goal", theme.faint()),
        at(FIRST_GOAL_LINE - 1, 1),
    );
    for (index, goal) in menu.goals().iter().enumerate() {
        let text = format!("{goal:<10} {}", goal_words(goal));
        let (mark, style) = if index == menu.goal {
            ("▸", theme.chosen())
        } else {
            (" ", ratatui::style::Style::new())
        };
        let y = FIRST_GOAL_LINE + index as u16;
        frame.render_widget(Line::styled(format!("{mark} {text} "), style), at(y, 1));
    }
    let mut y = FIRST_GOAL_LINE + menu.goals().len() as u16 + 1;
    if !menu.declared().is_empty() {
        let heading = "Settings (s the next one, + and - change it)";
        frame.render_widget(Line::styled(heading, theme.faint()), at(y, 1));
        y = menu.first_setting_line();
        // Without a column of their own, values read as if they were words of the
        // names: "Cards back from home yes".
        let widths = menu.declared().iter().map(|one| one.title.chars().count());
        let width = widths.max().map_or(12, |longest| (longest + 1).max(12));
        for (index, setting) in menu.declared().iter().enumerate() {
            let mark = if index == menu.setting { "▸" } else { " " };
            let value = setting.write(menu.value(setting));
            let text = format!("{mark} {:<width$} {value}", setting.title);
            frame.render_widget(Line::raw(text), at(y, 1));
            y += 1;
        }
        y += 1;
    }
    let mut say = |text: String, style| {
        frame.render_widget(Line::styled(text, style), at(y, 1));
        y += 1;
    };
    if let Some(saved) = app.shelf.saves.get(about.name) {
        say(unfinished(saved), theme.bright());
    }
    let records = &app.shelf.statistics;
    let record = records.games.get(about.name);
    let record = record.copied().unwrap_or_default();
    say(
        format!(
            "{} played, {} won, longest streak {}",
            record.played, record.won, record.longest_streak
        ),
        ratatui::style::Style::new(),
    );
    let deals = app.shelf.preferences.deals.offered(about);
    say(
        format!("New deals: {} (W changes that)", deals.words()),
        ratatui::style::Style::new(),
    );
    let daily = Daily::of(app.today);
    let title = find_game(daily.game).map_or(daily.game, |game| game.about().title);
    let is_won = records.days.get(&app.today).is_some_and(|day| day.won);
    let won = if is_won { ", won" } else { "" };
    say(
        format!("Daily deal: {title}, {}{won} (D)", daily.grade.word()),
        ratatui::style::Style::new(),
    );
}

fn goal_words(goal: &str) -> &'static str {
    match goal {
        "board" => "clear the board",
        "score" => "the best score",
        "score=N" => "at least N points",
        "cards=NR" => "N cards of a rank: cards=3A",
        _ => "",
    }
}

/// The unfinished game in a line, from its text: no need to replay it.
fn unfinished(saved: &SavedGame) -> String {
    let deal = saved
        .session
        .lines()
        .find_map(|line| line.strip_prefix("deal: "));
    let number = deal.and_then(|number| number.parse().ok());
    let deal = number.map_or(String::new(), |number| {
        format!(" deal {},", words::grouped(number))
    });
    let moves = saved
        .session
        .lines()
        .skip_while(|line| *line != "moves:")
        .skip(1)
        .take_while(|line| line.starts_with(' '))
        .filter(|line| !line.ends_with("(auto)"))
        .count();
    format!(
        "Unfinished:{deal} {}, goal {}",
        words::counted(moves, "moves"),
        saved.goal
    )
}
