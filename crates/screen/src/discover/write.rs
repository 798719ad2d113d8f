//! The profile as a file that people can read and change.

use std::fmt::Write as _;

use patience::layout::Role;
use patience::{Settings, Value};

use super::table::{Found, Group};
use super::{Answers, Program};

/// The part of a card that its outline does not touch.
const INSIDE: f32 = 0.025;

/// The text of a profile.
pub(super) fn profile(
    game: &str,
    settings: &Settings,
    program: &Program,
    found: &Found,
    rank: [f32; 4],
    answers: &Answers,
) -> String {
    let (width, height) = found.card();
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "{words}");
    };
    line(format_args!(
        "# Made by `patience calibrate --new {game}`. Change what is wrong, and check it with"
    ));
    line(format_args!("# `patience profiles`."));
    for unsure in found.unsure.iter().chain(&answers.unsure) {
        line(format_args!("# Unsure: {unsure}."));
    }
    line(format_args!("name = {}", quoted(&program.name)));
    line(format_args!("game = {}", quoted(game)));
    if settings.iter().next().is_some() {
        let pairs: Vec<_> = settings
            .iter()
            .map(|(key, value)| match value {
                Value::Number(number) => format!("{key} = {number}"),
                Value::Word(word) => format!("{key} = {}", quoted(word)),
            })
            .collect();
        line(format_args!("settings = {{ {} }}", pairs.join(", ")));
    }
    line(format_args!("about = {}", quoted(&program.about)));
    line(format_args!("deck = {}", quoted(&program.name)));
    line(format_args!(
        "\n[window]\ntitle = {}",
        quoted(&program.title)
    ));
    line(format_args!(
        "\n# Units: across, the width of a card; down, its height.\n[layout]\nfind = \"look\""
    ));
    line(format_args!(
        "card = [1.0, 1.0]\nshape = {:.4}",
        width / height
    ));
    line(format_args!("give = 0.03"));
    for group in &found.groups {
        line(format_args!("\n[[pile]]"));
        let name = name(group, answers);
        line(format_args!("name = {}", quoted(&name)));
        if group.role == Role::Cell {
            line(format_args!("first = \"a\""));
        }
        line(format_args!("count = {}", group.names.len()));
        line(format_args!("role = {}", quoted(role(group.role))));
        line(format_args!(
            "at = [{:.4}, {:.4}]",
            (group.at.0 - found.row.first) / width,
            (group.at.1 - found.columns.top) / height
        ));
        line(format_args!("next = [{:.4}, 0.0]", group.apart / width));
        if group.role == Role::Column {
            line(format_args!(
                "step = [0.0, {:.4}]",
                found.columns.step / height
            ));
            line(format_args!("anchor = true"));
        }
    }
    let [left, top, right, bottom] = rank;
    let visible = found.columns.step / height;
    line(format_args!(
        "\n[look]\nrank = [{left:.4}, {top:.4}, {right:.4}, {bottom:.4}]"
    ));
    line(format_args!(
        "card = [{INSIDE}, {INSIDE}, {:.4}, {:.4}]",
        1.0 - INSIDE,
        visible - 0.01
    ));
    line(format_args!(
        "\n[moves]\nplay = {}",
        quoted(answers.gesture)
    ));
    line(format_args!("\n[controls]"));
    for (name, keys) in [("undo", &answers.undo), ("new-game", &answers.new_game)] {
        if !keys.is_empty() {
            let keys: Vec<_> = keys.iter().map(|key| quoted(key)).collect();
            line(format_args!("{name} = {{ keys = [{}] }}", keys.join(", ")));
        }
    }
    line(format_args!("\n[signs]"));
    line(format_args!(
        "won-when-empty = [\"column {{}}\", \"cell {{}}\"]"
    ));
    line(format_args!("dismiss = \"Escape\""));
    if let Some(pattern) = &program.deal_in_title {
        line(format_args!("deal-in-title = {}", quoted(pattern)));
    }
    text
}

/// A group's name with `{}` for what differs between its piles.
fn name(group: &Group, answers: &Answers) -> String {
    let first = group.names.first().map_or("", String::as_str);
    match group.role {
        Role::Home if answers.homes.is_empty() => "home {}".to_owned(),
        Role::Home => format!("home of {}", answers.homes.join(" ")),
        _ if group.names.len() > 1 => match first.rsplit_once(' ') {
            Some((start, _)) => format!("{start} {{}}"),
            None => first.to_owned(),
        },
        _ => first.to_owned(),
    }
}

const fn role(role: Role) -> &'static str {
    match role {
        Role::Slot => "slot",
        Role::Column => "column",
        Role::Cell => "cell",
        Role::Home => "home",
        Role::Stock => "stock",
        Role::Waste => "waste",
        Role::Button => "button",
    }
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
