//! Draws the state. Nothing here changes it.

mod cards;
mod menu;
mod overlay;
mod panel;
mod text;

use patience::oracle::Verdict;
use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use crate::app::screen::{Areas, areas, geometry, needed};
use crate::app::{App, Overlay, Play, Screen, Standing, buttons};
use crate::shelf::OracleMode;
use crate::theme::Light;
use crate::words;

pub use overlay::most_scrolled;

/// The smallest terminal for the menu.
const MENU_SIZE: (u16, u16) = (60, 22);

/// Draws everything.
pub fn draw(frame: &mut Frame, app: &App) {
    let area = frame.area();
    match &app.screen {
        Screen::Menu(menu) => {
            if area.width < MENU_SIZE.0 || area.height < MENU_SIZE.1 {
                too_small(frame, MENU_SIZE);
                return;
            }
            menu::draw(frame, app, menu);
        }
        Screen::Game(play) => {
            if !game(frame, app, play) {
                return;
            }
        }
    }
    match &app.overlay {
        Some(Overlay::Help(_) | Overlay::Statistics(_) | Overlay::Rules(..)) => {
            overlay::draw_scrolled(frame, app);
        }
        Some(Overlay::Review(at)) => {
            if let Some(play) = app.play() {
                overlay::review(frame, app, play, *at);
            }
        }
        Some(Overlay::Prompt(prompt)) => overlay::prompt(frame, app, prompt),
        None => {}
    }
}

fn too_small(frame: &mut Frame, (width, height): (u16, u16)) {
    let area = frame.area();
    let text = format!(
        "The terminal is too small: {} x {}, and {width} x {height} is needed.",
        area.width, area.height
    );
    let text = Paragraph::new(text)
        .wrap(ratatui::widgets::Wrap { trim: true })
        .alignment(Alignment::Center);
    frame.render_widget(text, area);
}

/// Draws a game; false if there is no room for it.
fn game(frame: &mut Frame, app: &App, play: &Play) -> bool {
    let Some(on_screen) = geometry(app, play) else {
        too_small(frame, needed(play));
        return false;
    };
    let parts = areas(app, play);
    title(frame, app, play, parts.title);
    cards::draw(frame.buffer_mut(), app, play, &on_screen);
    if let Some(panel) = parts.panel {
        panel::draw(frame, app, play, panel);
    }
    message(frame, app, parts.message);
    status(frame, app, play, &parts);
    button_line(frame, app, play, parts.buttons);
    true
}

fn title(frame: &mut Frame, app: &App, play: &Play, area: Rect) {
    let tally = play.session.table().tally();
    let mut right = Vec::new();
    if let Some(score) = tally.score {
        right.push(words::counted(score as usize, "points"));
    }
    right.push(words::counted(play.moves_made(), "moves"));
    if let Some(cheats) = play.cheats_made().filter(|cheats| *cheats > 0) {
        right.push(words::counted(cheats, "cheats"));
    }
    let undone = play.session.moves_undone();
    if undone > 0 {
        right.push(format!("{undone} undone"));
    }
    let right = Line::raw(right.join(" · ") + " ").alignment(Alignment::Right);
    let room = usize::from(area.width).saturating_sub(right.width() + 2);
    frame.render_widget(right, area);
    frame.render_widget(title_of(app, play, room), area);
}

/// The name of the game, the deal, its grade and the goal: each whole, and as many
/// as there is room for.
fn title_of(app: &App, play: &Play, room: usize) -> Line<'static> {
    let name = play.session.table().about().title;
    let deal = play.session.deal_number();
    let deal = deal.map(|number| format!(" · deal {}", words::grouped(number)));
    let grade = match (play.daily, play.grade) {
        (Some(_), Some(grade)) => Some(format!(" · daily, {}", grade.word())),
        (Some(_), None) => Some(" · daily".to_owned()),
        (None, Some(grade)) => Some(format!(" · {}", grade.word())),
        (None, None) => None,
    };
    let goal = format!(" · {}", words::goal(&play.target));
    let mut title = Line::styled(format!(" {name}"), app.theme.bright());
    let parts = [
        deal.map(Span::raw),
        grade.map(Span::raw),
        Some(Span::styled(goal, app.theme.faint())),
    ];
    for part in parts.into_iter().flatten() {
        if title.width() + part.width() > room {
            break;
        }
        title.push_span(part);
    }
    title
}

fn message(frame: &mut Frame, app: &App, area: Rect) {
    let Some(message) = &app.message else {
        return;
    };
    let style = if message.is_alarm {
        app.theme.alarm()
    } else {
        app.theme.bright()
    };
    let room = usize::from(area.width.saturating_sub(2));
    let lines = text::wrapped(message.text.lines().next().unwrap_or_default(), room);
    // A long one takes lines above it; whatever lies there comes back with the
    // next key.
    let above = (lines.len() as u16)
        .saturating_sub(1)
        .min(MOST_ABOVE)
        .min(area.y);
    for (line, y) in lines.into_iter().zip(area.y - above..=area.y) {
        let area = Rect { y, ..area };
        frame.render_widget(Clear, area);
        frame.render_widget(Line::styled(format!(" {line}"), style), area);
    }
}

/// The lines that a message may take above its own.
const MOST_ABOVE: u16 = 3;

/// The text, cut to a number of columns.
fn shortened(text: &str, room: usize) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= room {
        return line.to_owned();
    }
    let kept: String = line.chars().take(room.saturating_sub(1)).collect();
    format!("{kept}…")
}

/// How the game stands: what is watched, what the keyboard is about to do, or
/// the oracle's light.
fn status(frame: &mut Frame, app: &App, play: &Play, parts: &Areas) {
    let theme = app.theme;
    let oracle = app.shelf.preferences.oracle;
    let line = if let Some(watch) = &play.watch {
        let state = if watch.is_playing { "▶" } else { "‖" };
        let last = match watch.last_move() {
            Some((table, move_)) => {
                let phrase = table.phrase(move_);
                patience::words::with_suits(phrase.as_deref().unwrap_or(move_))
            }
            None => "the start".to_owned(),
        };
        let (shown, all) = watch.moves();
        Line::from(vec![
            Span::styled(format!(" {state} "), theme.key()),
            Span::raw(format!(
                "move {shown} of {all}: {last} · speed {}",
                watch.speed()
            )),
        ])
    } else {
        let verdict = &play.insight.look.position;
        let mut spans = Vec::new();
        if oracle != OracleMode::Off {
            // Nobody has to think about a game that is won.
            let is_won = play.standing() == Standing::Won;
            let light = match is_won {
                true => Light::Good,
                false => words::light(verdict),
            };
            spans.push(Span::styled(" ● ", theme.light(light)));
            let is_thinking = play.insight.is_thinking && !is_won;
            spans.push(Span::raw(match is_won {
                true => words::REACHED.to_owned(),
                false => words::outlook(verdict, &play.target, is_thinking),
            }));
            // "thinking .." has its dots.
            if is_thinking && *verdict != Verdict::Unknown {
                spans.push(Span::styled(" ..", theme.faint()));
            }
        } else {
            spans.push(Span::raw(" "));
        }
        Line::from(spans)
    };
    let used = line.width() as u16;
    frame.render_widget(line, parts.status);
    if let Some(gesture) = play.pending().filter(|_| play.watch.is_none()) {
        let room = usize::from(parts.status.width.saturating_sub(used + 3));
        let (verdict, sign) = if oracle == OracleMode::Moves {
            let verdict = play.insight.look.of(&gesture.move_);
            (
                format!(": {}", words::short(&verdict, &play.target)),
                format!(": {}", patience::words::sign(&verdict, &play.target)),
            )
        } else {
            (String::new(), String::new())
        };
        // In words where there is room, else in fewer; the list of moves has the
        // verdict, too. The notation is for those who type it.
        let table = play.seen();
        let sentence = table.describe(&gesture.move_).ok();
        let phrase = table.phrase(&gesture.move_).ok();
        let texts = [
            (sentence, verdict.as_str()),
            (phrase.clone(), &verdict),
            (phrase.clone(), &sign),
            (phrase, ""),
            (Some(gesture.move_.to_string()), &sign),
        ];
        let texts = texts.into_iter();
        let mut texts =
            texts.filter_map(|(text, verdict)| Some(patience::words::with_suits(&text?) + verdict));
        if let Some(text) = texts.find(|text| text.chars().count() <= room) {
            let line = Line::styled(format!("{text} "), theme.faint());
            frame.render_widget(line.alignment(Alignment::Right), parts.status);
        }
    }
}

const WATCH_KEYS: [(&str, &str); 6] = [
    ("space", "play, pause"),
    ("← →", "step"),
    ("+ -", "speed"),
    ("Enter", "play from here"),
    ("Esc", "back"),
    ("?", "help"),
];

const HAND_KEYS: [(&str, &str); 4] = [
    ("← → Tab", "another place"),
    ("Enter", "put it there"),
    ("Esc", "put it back"),
    ("?", "help"),
];

const HINT_KEYS: [(&str, &str); 4] = [
    ("Enter", "play it"),
    ("Esc", "leave it"),
    ("w", "watch the whole solution"),
    ("?", "help"),
];

/// With covered cards there is no solution to watch.
const COVERED_HINT_KEYS: [(&str, &str); 3] =
    [("Enter", "play it"), ("Esc", "leave it"), ("?", "help")];

/// The keys for what is in the hand, or shown, at the moment.
fn keys_now(play: &Play) -> Option<&'static [(&'static str, &'static str)]> {
    if play.watch.is_some() {
        Some(&WATCH_KEYS)
    } else if play.hand.is_some() {
        Some(&HAND_KEYS)
    } else if play.hint.is_some() && play.has_unknown_cards() {
        Some(&COVERED_HINT_KEYS)
    } else if play.hint.is_some() {
        Some(&HINT_KEYS)
    } else {
        None
    }
}

fn button_line(frame: &mut Frame, app: &App, play: &Play, area: Rect) {
    let key = app.theme.key();
    if let Some(keys) = keys_now(play) {
        let mut spans = vec![Span::raw(" ")];
        for (name, word) in keys {
            spans.push(Span::styled(*name, key));
            spans.push(Span::raw(format!(" {word}  ")));
        }
        frame.render_widget(Line::from(spans), area);
        return;
    }
    for button in buttons(area) {
        let line = Line::from(vec![
            Span::styled(button.key, key),
            Span::styled(format!(" {}", button.word), Style::new()),
        ]);
        frame.render_widget(line, button.area);
    }
}
