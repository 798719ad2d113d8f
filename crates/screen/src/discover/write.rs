//! The profile as a file that people can read and change.

use std::fmt::Write as _;

use patience::layout::Role;
use patience::{Settings, Value};

use super::table::{Found, Group};
use super::{Answers, Program};

/// The part of a card that its outline does not touch.
const INSIDE: f32 = 0.025;

/// Rows that overlap may be drawn so many times further apart in a higher window.
const MOST_STRETCH: f32 = 1.6;

/// What a back shows in the middle, in card widths and heights.
const BACK: [f32; 4] = [0.1, 0.05, 0.9, 0.4];

/// What the upper part of a back shows. In columns its place matters, and a fine pattern
/// is the same everywhere: its border is not.
const BACK_IN_COLUMN: [f32; 4] = [0.04, 0.01, 0.96, 0.4];

/// The next card may begin so much before the end of what is seen of a back, in card
/// heights.
const BESIDE_STRIP: f32 = 0.06;

/// A compressed column has steps of at least this share of the usual one; a back shows at
/// least so much, in card heights.
const LEAST_STEP_SHARE: f32 = 0.3;
const LEAST_STRIP: f32 = 0.06;

/// In long columns, at least this share of the rank is seen. Programs differ: some cover
/// half of it. (What is read of less than all of it is a guess.)
const LEAST_RANK_SHARE: f32 = 0.5;

/// Everything that a profile says.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) game: String,
    pub(super) settings: Settings,
    pub(super) program: Program,
    pub(super) found: Found,
    /// The box of the rank, in card widths and heights.
    pub(super) rank: [f32; 4],
    /// .. and that of the suit's sign, if it is used.
    pub(super) sign: Option<[f32; 4]>,
    /// The sign may be so far beside its place, in card widths.
    pub(super) sign_reach: f32,
    /// Cards that are played on the waste lie so far apart, in card widths.
    pub(super) fan: Option<f32>,
    /// The box of the mark on a cheated card, in card widths and heights.
    pub(super) cheated: Option<[f32; 4]>,
    /// The paper of cards that lie face down and show what they are.
    pub(super) down_paper: Option<[u8; 3]>,
    pub(super) answers: Answers,
}

/// The text of a profile.
pub(super) fn profile(draft: &Draft) -> String {
    let Draft {
        game,
        settings,
        program,
        found,
        answers,
        ..
    } = draft;
    let (width, height) = found.card;
    let origin = found.groups[found.main].at;
    // Where rows are drawn apart, everything is.
    let unit = height * found.stretch.map_or(1.0, |stretch| stretch.max(1.0));
    let mut text = String::new();
    let mut line = |words: std::fmt::Arguments<'_>| {
        let _ = writeln!(text, "{words}");
    };
    line(format_args!(
        "# Made by `patience calibrate --new {game}`. Change what is wrong, and check it with"
    ));
    line(format_args!("# `patience profiles`."));
    for unsure in &found.unsure {
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
    if let Some((bar, _)) = found.bar {
        line(format_args!("inset = [0, {bar}]"));
    }
    if found.stretch.is_some() {
        line(format_args!("stretch = {MOST_STRETCH}\nedge = \"bottom\""));
    }
    for (index, group) in found.groups.iter().enumerate() {
        line(format_args!("\n[[pile]]"));
        let (name, first) = name(group, answers);
        line(format_args!("name = {}", quoted(&name)));
        if let Some(first) = first {
            line(format_args!("first = {}", quoted(&first)));
        }
        line(format_args!("count = {}", group.names.len()));
        line(format_args!("role = {}", quoted(role(group))));
        line(format_args!(
            "at = [{:.4}, {:.4}]",
            (group.at.0 - origin.0) / width,
            (group.at.1 - origin.1) / unit
        ));
        if group.names.len() > 1 {
            line(format_args!("next = [{:.4}, 0.0]", group.apart / width));
        }
        if group.role == Role::Column {
            // Until a card was seen on another one, faces are as far apart as backs.
            let step = found.face_step.unwrap_or(found.step);
            line(format_args!("step = [0.0, {:.4}]", step / height));
        }
        if let Some((heaps, apart)) = found.heaps.filter(|_| group.role == Role::Stock) {
            line(format_args!("step = [{:.4}, 0.0]", apart / width));
            line(format_args!("fan = {heaps}"));
        }
        if group.has_backs() {
            line(format_args!(
                "back-step = [0.0, {:.4}]",
                found.step / height
            ));
        }
        if let Some(fan) = draft.fan.filter(|_| group.role == Role::Waste) {
            line(format_args!("step = [{fan:.4}, 0.0]"));
        }
        if group.role == Role::Waste && found.fan > 0.0 {
            line(format_args!("step = [{:.4}, 0.0]", found.fan / width));
            line(format_args!("fan = {}", found.at_once));
            if found.top_only {
                line(format_args!("top-only = true"));
            }
        }
        if index == found.main {
            line(format_args!("anchor = true"));
        }
    }
    let [left, top, right, bottom] = draft.rank;
    let visible = found
        .spots()
        .iter()
        .map(|it| it.visible)
        .fold(0.45 * height, f32::min)
        / height;
    line(format_args!(
        "\n[look]\nrank = [{left:.4}, {top:.4}, {right:.4}, {bottom:.4}]"
    ));
    match draft.sign {
        Some([left, top, right, bottom]) => line(format_args!(
            "suit = [{left:.4}, {top:.4}, {right:.4}, {bottom:.4}]"
        )),
        None => line(format_args!(
            "card = [{INSIDE}, {INSIDE}, {:.4}, {:.4}]",
            1.0 - INSIDE,
            visible - 0.01
        )),
    }
    if found.groups.iter().any(|it| it.role == Role::Column) {
        let pressed = top + LEAST_RANK_SHARE * (bottom - top);
        line(format_args!("pressed = {pressed:.4}\nguess-pressed = true"));
    }
    let is_down = |group: &&Group| group.cards.iter().flatten().any(|up| !up);
    let backs = found
        .groups
        .iter()
        .filter(is_down)
        .map(|it| match it.has_backs() {
            // It must be seen in a compressed column, too.
            true => (LEAST_STEP_SHARE * found.step / height).max(LEAST_STRIP) + BESIDE_STRIP,
            false => it.visible / height,
        });
    if let Some(visible) = backs.reduce(f32::min) {
        let in_columns = found.groups.iter().any(Group::has_backs);
        let [left, top, right, bottom] = if in_columns { BACK_IN_COLUMN } else { BACK };
        let bottom = bottom.min(visible - BESIDE_STRIP);
        line(format_args!("back = [{left}, {top}, {right}, {bottom:.4}]"));
    }
    if let Some([red, green, blue]) = draft.down_paper {
        line(format_args!("down-paper = [{red}, {green}, {blue}]"));
    }
    if let Some([left, top, right, bottom]) = draft.cheated {
        line(format_args!(
            "cheated = [{left:.4}, {top:.4}, {right:.4}, {bottom:.4}]"
        ));
    }
    if draft.sign_reach > 0.0 {
        line(format_args!("suit-reach = {:.4}", draft.sign_reach));
    }
    if found.stretch.is_some() {
        line(format_args!("slack = 0.06"));
    }
    line(format_args!(
        "\n[moves]\nplay = {}",
        quoted(answers.gesture)
    ));
    line(format_args!("\n[controls]"));
    let controls = [
        ("undo", &answers.undo),
        ("restart", &answers.restart),
        ("new-game", &answers.new_game),
    ];
    for (name, press) in controls {
        if let Some(at) = press.at {
            let (x, y) = (at.0 as f32 - origin.0, at.1 as f32 - origin.1);
            line(format_args!(
                "{name} = {{ at = [{:.4}, {:.4}] }}",
                x / width,
                y / unit
            ));
        } else if press.is_known() {
            let keys: Vec<_> = press.keys.iter().map(|key| quoted(key)).collect();
            line(format_args!("{name} = {{ keys = [{}] }}", keys.join(", ")));
        }
    }
    line(format_args!("\n[signs]"));
    let won: Vec<_> = won_when_empty(draft).iter().map(|it| quoted(it)).collect();
    line(format_args!("won-when-empty = [{}]", won.join(", ")));
    line(format_args!("dismiss = \"Escape\""));
    if let Some(pattern) = &program.deal_in_title {
        line(format_args!("deal-in-title = {}", quoted(pattern)));
    }
    text
}

/// The piles that are empty when the game is won: those with cards in a fresh deal
/// and free places; stock and waste as well where cards go home.
fn won_when_empty(draft: &Draft) -> Vec<String> {
    let groups = &draft.found.groups;
    let has_homes = groups.iter().any(|group| group.role == Role::Home);
    let mut names = Vec::new();
    for group in groups {
        let counts = match group.role {
            Role::Slot | Role::Column | Role::Cell => true,
            Role::Stock | Role::Waste => has_homes,
            Role::Home | Role::Button => false,
        };
        let (name, _) = name(group, &draft.answers);
        if counts && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A group's name with `{}` for what differs between its piles, and that of the
/// first one, if it is not 1.
fn name(group: &Group, answers: &Answers) -> (String, Option<String>) {
    let first = group.names.first().map_or("", String::as_str);
    let is_numbered = |(_, last): &(&str, &str)| {
        let letters = last.trim_matches(|letter: char| letter.is_ascii_digit());
        letters.is_empty() || group.names.len() > 1
    };
    match group.role {
        Role::Home if answers.homes.is_empty() => ("home {}".to_owned(), None),
        Role::Home => (format!("home of {}", answers.homes.join(" ")), None),
        _ => match first.rsplit_once(' ').filter(is_numbered) {
            Some((start, own)) => {
                let own = (own != "1").then(|| own.to_owned());
                (format!("{start} {{}}"), own)
            }
            None => (first.to_owned(), None),
        },
    }
}

fn role(group: &Group) -> &'static str {
    match group.role {
        Role::Slot => "slot",
        Role::Column => "column",
        Role::Cell => "cell",
        Role::Home => "home",
        // A stock whose top card shows its face is read like a waste.
        Role::Stock if group.cards[0].last() == Some(&true) => "waste",
        Role::Stock => "stock",
        Role::Waste => "waste",
        Role::Button => "button",
    }
}

/// A string of TOML.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}
