//! The picture of the terminal in the documentation, made from a frame.

use std::fmt::Write as _;
use std::path::Path;

use patience::Target;
use patience::oracle::Judgement;
use patience_tui::app::{ReviewLine, review_lines};
use patience_tui::shelf::OracleMode;
use patience_tui::theme::Theme;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};

use crate::support::Player;

const WIDE: f32 = 8.4;
const HIGH: f32 = 18.0;
const GROUND: &str = "#1b1d23";
const INK: &str = "#d8dbe2";

fn hex(colour: Color, otherwise: &'static str) -> &'static str {
    match colour {
        Color::Black => "#14161a",
        Color::Red => "#c8323c",
        Color::Green => "#5fb45a",
        Color::Yellow => "#e3b341",
        Color::Blue => "#2f6fd0",
        Color::Cyan => "#4cc3cf",
        Color::DarkGray => "#7b808c",
        Color::White => "#f7f5ee",
        _ => otherwise,
    }
}

/// Ink and ground of a cell.
fn colours(cell: &Cell) -> (&'static str, &'static str) {
    let (ink, ground) = (hex(cell.fg, INK), hex(cell.bg, GROUND));
    if cell.modifier.contains(Modifier::REVERSED) {
        (ground, ink)
    } else {
        (ink, ground)
    }
}

fn svg(buffer: &Buffer, title: &str) -> String {
    let (columns, lines) = (buffer.area.width, buffer.area.height);
    let (width, height) = (
        f32::from(columns) * WIDE + 16.0,
        f32::from(lines) * HIGH + 16.0,
    );
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"14\" shape-rendering=\"crispEdges\">\n\
         <title>patience play: {title}</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{GROUND}\"/>\n"
    );
    for y in 0..lines {
        let mut x = 0;
        while x < columns {
            let first = &buffer[(x, y)];
            let look = |cell: &Cell| (colours(cell), cell.modifier);
            let run = (x..columns)
                .take_while(|&x| look(&buffer[(x, y)]) == look(first))
                .count() as u16;
            let symbols: String = (x..x + run).map(|x| buffer[(x, y)].symbol()).collect();
            run_of(&mut text, first, x, y, run, &symbols);
            x += run;
        }
    }
    text.push_str("</svg>\n");
    text
}

/// Cells in a row that look alike.
fn run_of(text: &mut String, cell: &Cell, x: u16, y: u16, run: u16, symbols: &str) {
    let (ink, ground) = colours(cell);
    let (left, top) = (8.0 + f32::from(x) * WIDE, 8.0 + f32::from(y) * HIGH);
    let width = f32::from(run) * WIDE;
    if ground != GROUND {
        let _ = writeln!(
            text,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{HIGH}\" fill=\"{ground}\"/>"
        );
    }
    if symbols.trim().is_empty() {
        return;
    }
    let weight = if cell.modifier.contains(Modifier::BOLD) {
        " font-weight=\"bold\""
    } else {
        ""
    };
    let faint = if cell.modifier.contains(Modifier::DIM) {
        " opacity=\"0.6\""
    } else {
        ""
    };
    // Every letter has its own place: fonts differ in the width of suits.
    let places: Vec<String> = (0..run)
        .map(|index| format!("{:.1}", left + f32::from(index) * WIDE))
        .collect();
    let escaped = symbols.replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{:.1}\" fill=\"{ink}\"{weight}{faint} xml:space=\"preserve\">{escaped}</text>",
        places.join(" "),
        top + 13.5
    );
}

/// `PATIENCE_UPDATE=1` writes it again.
#[test]
fn the_picture_in_the_documentation_is_a_frame_of_the_program() {
    let mut player = Player::new();
    player.app.theme = Theme { has_colour: true };
    player.app.shelf.preferences.oracle = OracleMode::Moves;
    player.resize(98, 27);
    player.deal("freecell", 617, Target::BOARD);
    let mut made = 0;
    while made < 9 {
        let line = player.play().insight.line.clone();
        let Some(next) = line.and_then(|line| line.first().cloned()) else {
            break;
        };
        player.type_move(&next);
        made += 1;
    }
    player.key(KeyCode::Tab);
    compare(
        "terminal.svg",
        &svg(&player.buffer(), "FreeCell with the oracle on every move"),
    );
}

/// `PATIENCE_UPDATE=1` writes it again.
#[test]
fn the_picture_of_a_review_is_a_frame_of_the_program() {
    let mut player = Player::at("pyramid", 3);
    player.app.theme = Theme { has_colour: true };
    player.resize(80, 24);
    while let Some(move_) = player.play().session.legal_moves().first().cloned() {
        player.type_move(&move_);
        if player.play().moves_made() > 40 {
            break;
        }
    }
    player.keys("v");
    player.key(KeyCode::Home);
    let lines = review_lines(player.play());
    for line in lines {
        if matches!(line, ReviewLine::Turn(turn) if turn.judgement == Judgement::Loses) {
            break;
        }
        player.key(KeyCode::Down);
    }
    compare(
        "terminal-review.svg",
        &svg(&player.buffer(), "the review of a lost game"),
    );
}

fn compare(name: &str, picture: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/images");
    let file = folder.join(name);
    if std::env::var_os("PATIENCE_UPDATE").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, picture).unwrap();
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept == picture,
        "run with PATIENCE_UPDATE=1 to write {file:?}"
    );
}
