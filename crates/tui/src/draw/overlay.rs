//! What lies over the screen: help, statistics, rules, the review, a line to be
//! typed.

use patience::difficulty::Daily;
use patience::oracle::{Judgement, Review, Verdict};
use patience::rulebook::rules_of;
use patience::{find_game, games};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear};

use super::{shortened, text};
use crate::app::{
    App, HELP, HelpLine, Overlay, Play, Prompt, Purpose, ReviewLine, Screen, review_lines,
};
use crate::theme::{Light, Theme};
use crate::words;

/// The columns of a window, its frame included.
const WIDTH: u16 = 76;

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

/// A text that can be scrolled, its title, and from which line on it is shown.
fn scrolled(app: &App) -> Option<(String, Vec<Line<'static>>, usize)> {
    let width = usize::from(app.size.0.min(WIDTH).saturating_sub(4));
    match &app.overlay {
        Some(Overlay::Help(first)) => Some(("Help".to_owned(), help(app.theme), *first)),
        Some(Overlay::Statistics(first)) => {
            Some(("Statistics".to_owned(), statistics(app), *first))
        }
        Some(Overlay::Rules(game, first)) => {
            let game = find_game(game).ok()?;
            let title = format!("Rules of {}", game.about().title);
            Some((title, rules(app.theme, game, width), *first))
        }
        Some(Overlay::Prompt(_) | Overlay::Review(_)) | None => None,
    }
}

/// The last line from which on the text of the overlay may be shown.
pub fn most_scrolled(app: &App) -> usize {
    let room = usize::from(app.size.1.saturating_sub(2));
    scrolled(app).map_or(0, |(_, lines, _)| lines.len().saturating_sub(room))
}

/// Draws a text that can be scrolled.
pub fn draw_scrolled(frame: &mut Frame, app: &App) {
    let Some((title, lines, first)) = scrolled(app) else {
        return;
    };
    let room = usize::from(app.size.1.saturating_sub(2));
    let title = match lines.len() > room {
        true => format!("{title}: ↑ ↓ scroll, another key closes"),
        false => format!("{title}: any key closes"),
    };
    let inner = window(frame, &title, WIDTH, lines.len() as u16 + 2);
    let first = first.min(lines.len().saturating_sub(usize::from(inner.height)));
    let shown = lines.into_iter().skip(first);
    for (line, y) in shown.zip(inner.top()..inner.bottom()) {
        let area = Rect::new(inner.x + 1, y, inner.width.saturating_sub(2), 1);
        frame.render_widget(line, area);
    }
}

/// What the keys do.
fn help(theme: Theme) -> Vec<Line<'static>> {
    let lines = HELP.iter().map(|line| match line {
        HelpLine::Heading(text) => Line::styled(*text, theme.bright()),
        HelpLine::Keys(keys, text) => Line::from(vec![
            Span::styled(format!("  {keys:<14}"), theme.key()),
            Span::raw(*text),
        ]),
        HelpLine::Text(text) => Line::styled(format!("  {text}"), theme.faint()),
        HelpLine::Gap => Line::raw(""),
    });
    lines.collect()
}

/// The rules of a game, with a picture of its table.
fn rules(theme: Theme, game: &dyn patience::Game, width: usize) -> Vec<Line<'static>> {
    let about = game.about();
    let mut lines = Vec::new();
    if let Ok(table) = game.deal((*about.numbers.start()).max(1), &Default::default()) {
        let seen = table.concealed().filter(|_| about.face_down);
        lines.extend(text::picture(theme, &seen.unwrap_or(table).picture()));
        lines.push(Line::raw(""));
    }
    if let Ok(page) = rules_of(game) {
        lines.extend(text::page(theme, &page.blocks, width));
    }
    lines
}

/// What has been played.
fn statistics(app: &App) -> Vec<Line<'static>> {
    let theme = app.theme;
    let records = &app.shelf.statistics;
    let head = format!(
        "{:<23}{:>7}{:>6}{:>7}{:>5}{:>9}{:>7}{:>7}",
        "", "played", "won", "hints", "%", "streak", "moves", "best"
    );
    let mut lines = vec![Line::styled(head, theme.faint())];
    for about in games().iter().map(|game| game.about()) {
        let Some(record) = records.games.get(about.name) else {
            continue;
        };
        let share = 100.0 * f64::from(record.won) / f64::from(record.played.max(1));
        let or_dash = |value: Option<u32>| value.map_or("-".to_owned(), |value| value.to_string());
        let streak = format!("{} of {}", record.streak, record.longest_streak);
        lines.push(Line::raw(format!(
            "{:<23}{:>7}{:>6}{:>7}{share:>5.0}{streak:>9}{:>7}{:>7}",
            shortened(about.title, 22),
            record.played,
            record.won,
            record.helped,
            or_dash(record.fewest_moves),
            or_dash(record.best_score),
        )));
    }
    if records.games.is_empty() {
        lines.push(Line::raw("Nothing has been played so far."));
    }
    lines.push(Line::raw(""));
    for note in [
        "won: without help; hints: won with hints, or with verdicts on moves.",
        "streak: now and longest; moves: the fewest of a win; best: points.",
    ] {
        lines.push(Line::styled(note, theme.faint()));
    }
    lines.push(Line::raw(""));
    lines.extend(calendar(app));
    lines
}

/// The daily deals of this month, and the days in a row.
fn calendar(app: &App) -> Vec<Line<'static>> {
    let (theme, today) = (app.theme, app.today);
    let records = &app.shelf.statistics;
    let daily = Daily::of(today);
    let title = find_game(daily.game).map_or(daily.game, |game| game.about().title);
    let mut lines = vec![
        Line::styled("Daily deals", theme.bright()),
        Line::raw(format!(
            "Today, {today}: {title}, {}. Won {} in a row, {} at most.",
            daily.grade.word(),
            words::counted(records.daily_streak(today), "days"),
            records.longest_daily_streak(),
        )),
        Line::styled(" Mo   Tu   We   Th   Fr   Sa   Su", theme.faint()),
    ];
    let first = today.first_of_month();
    let mut week = vec![Span::raw("     ".repeat(first.weekday()))];
    for day in first.days_of_month() {
        let (mark, style) = match records.days.get(&day) {
            Some(record) if record.won => ("✓", theme.light(Light::Good)),
            Some(_) => ("·", theme.light(Light::Open)),
            None => (" ", theme.faint()),
        };
        let number = match day == today {
            true => theme.chosen(),
            false => Style::new(),
        };
        week.push(Span::styled(format!("{:>3}", day.day()), number));
        week.push(Span::styled(format!("{mark} "), style));
        if day.weekday() == 6 {
            lines.push(Line::from(std::mem::take(&mut week)));
        }
    }
    lines.push(Line::from(week));
    lines.push(Line::styled("✓ won, · begun", theme.faint()));
    lines
}

/// The bars of the picture of a game, from nothing to the most.
const BARS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// One's own moves, and what each did to the game.
pub fn review(frame: &mut Frame, app: &App, play: &Play, at: usize) {
    let theme = app.theme;
    let height = frame.area().height;
    let inner = window(frame, "Review: Enter goes there, Esc closes", WIDTH, height);
    let row = |y: u16| Rect::new(inner.x + 1, inner.y + y, inner.width.saturating_sub(2), 1);
    let Some(review) = &play.insight.review else {
        frame.render_widget(Line::raw("Thinking .."), row(0));
        return;
    };
    let lines = review_lines(play);
    let at = at.min(lines.len().saturating_sub(1));
    let chosen = match lines.get(at) {
        Some(ReviewLine::Turn(turn)) => turn.number,
        _ => 0,
    };
    let room = usize::from(inner.width.saturating_sub(2));
    frame.render_widget(Line::raw(summary(play, review)), row(0));
    frame.render_widget(graph(theme, review, chosen, room), row(1));
    if play.has_unknown_cards() {
        let note = "The review looks under the covered cards; hints and the light do not.";
        frame.render_widget(Line::styled(note, theme.faint()), row(2));
    }
    let first_row = 3;
    let visible = usize::from(inner.height.saturating_sub(first_row + 2)).max(1);
    let first = (at + 1).saturating_sub(visible.div_ceil(2));
    let first = first.min(lines.len().saturating_sub(visible));
    for (index, line) in lines.iter().enumerate().skip(first).take(visible) {
        let y = first_row + (index - first) as u16;
        frame.render_widget(review_line(theme, line, index == at), row(y));
    }
    let better = match lines.get(at) {
        Some(ReviewLine::Turn(turn)) if !turn.better_says.is_empty() => {
            format!(
                "Better: {}.",
                patience::words::with_suits(&turn.better_says)
            )
        }
        Some(ReviewLine::Variation(_)) => "Another line that you tried.".to_owned(),
        _ => String::new(),
    };
    let foot = inner.height.saturating_sub(1);
    if foot > first_row {
        frame.render_widget(Line::styled(better, theme.bright()), row(foot));
    }
}

/// The player's moves against the best that is known.
fn summary(play: &Play, review: &Review) -> String {
    let made = review.turns.len();
    let yours = words::counted(made, "moves");
    let thinking = if review.finished { "" } else { " .." };
    let lost = review
        .turns
        .iter()
        .find(|turn| turn.judgement == Judgement::Loses);
    let best = match review.start {
        Verdict::Wins(best) if play.is_over => {
            // The player's own way is known, too.
            let own = match best.cheats {
                None => made as u32,
                Some(_) => u32::MAX,
            };
            format!(
                "The best way that is known: {}",
                words::counted(best.length.min(own), "moves")
            )
        }
        Verdict::Wins(best) => {
            let length = words::counted(best.length, "moves");
            match lost {
                Some(lost) => format!(
                    "Lost with move {}; it could be won in {length}",
                    lost.number
                ),
                None => format!("From the start it can be won in {length}"),
            }
        }
        Verdict::Loses => "It could not be won from the start".to_owned(),
        Verdict::Unknown | Verdict::Chance(_) => "Thinking".to_owned(),
    };
    format!("You: {yours}. {best}.{thinking}")
}

/// Moves to the end over the game; what is lost is `✗`.
fn graph(theme: Theme, review: &Review, chosen: usize, room: usize) -> Line<'static> {
    let left = review.moves_left();
    let most = left.iter().flatten().max().copied().unwrap_or(1).max(1);
    let columns = left.len().min(room.max(1));
    let mut spans = Vec::new();
    for column in 0..columns {
        let (from, to) = (
            column * left.len() / columns,
            (column + 1) * left.len() / columns,
        );
        let mut verdicts =
            std::iter::once(review.start).chain(review.turns.iter().map(|one| one.after));
        let verdict = verdicts.nth(from).unwrap_or_default();
        let (mark, style) = match (left[from], verdict) {
            (Some(moves), _) => {
                let bar = moves as usize * (BARS.len() - 1) / most as usize;
                (BARS[bar], theme.light(Light::Good))
            }
            (None, Verdict::Loses) => ("✗", theme.light(Light::Bad)),
            (None, _) => ("?", theme.light(Light::Open)),
        };
        // The place before the chosen move.
        let is_chosen = chosen > 0 && (from..to).contains(&(chosen - 1));
        spans.push(match is_chosen {
            true => Span::styled(mark, theme.chosen()),
            false => Span::styled(mark, style),
        });
    }
    Line::from(spans)
}

fn review_line(theme: Theme, line: &ReviewLine, is_chosen: bool) -> Line<'static> {
    let base = match is_chosen {
        true => theme.chosen(),
        false => Style::new(),
    };
    match line {
        ReviewLine::Turn(turn) => {
            let light = match turn.judgement {
                Judgement::Keeps => Light::Good,
                Judgement::Costs(_) | Judgement::Unknown => Light::Open,
                Judgement::Loses | Judgement::Lost => Light::Bad,
            };
            let mark = match turn.judgement {
                Judgement::Keeps => "✓",
                Judgement::Costs(_) => "+",
                Judgement::Loses | Judgement::Lost => "✗",
                Judgement::Unknown => "?",
            };
            let says = shortened(&patience::words::with_suits(&turn.says), 36);
            let left = match turn.after {
                Verdict::Wins(best) => format!("{} to go", best.length),
                _ => String::new(),
            };
            Line::from(vec![
                Span::styled(format!("{:>4} ", turn.number), theme.faint()),
                Span::styled(format!("{says:<37}"), base),
                Span::styled(mark, theme.light(light)),
                Span::styled(
                    format!(" {:<15}", patience::words::judgement(&turn.judgement)),
                    theme.light(light),
                ),
                Span::styled(format!("{left:>10}"), theme.faint()),
            ])
        }
        ReviewLine::Variation(variation) => {
            let moves = words::counted(variation.moves, "moves");
            let text = format!("     ┆ or {}: {moves}", variation.move_);
            Line::styled(text, if is_chosen { base } else { theme.faint() })
        }
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
