//! A table as a picture for a notebook.

use std::fmt::Write as _;

use patience::Layout;
use patience::layout::{Face, Mark, Role};

/// The size of a card.
const WIDE: f32 = 50.0;
const HIGH: f32 = 70.0;
/// Between two cards, and around the table.
const GAP: f32 = 6.0;

/// Light and dark by the reader's own choice; cards stay white, as cards are.
const STYLE: &str = "text{font:600 15px sans-serif;text-anchor:middle}\
.table{fill:#2e6b4f}.card{fill:#fff;stroke:#888}.back{fill:#3b5b92;stroke:#fff}\
.place{fill:none;stroke:#8fb8a3;stroke-dasharray:4 3}.hint{fill:#bcd6c8;font-weight:400}\
.red{fill:#b3232c}.black{fill:#16181c}.unseen{fill:#c6d2ea}.locked{stroke:#c8912b;stroke-width:2}\
@media(prefers-color-scheme:dark){.table{fill:#1d3f31}}";

/// Draws a table.
pub fn draw(layout: &Layout) -> String {
    let width = layout.width * (WIDE + GAP) + GAP;
    let height = layout.height * (HIGH + GAP) + GAP;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" role=\"img\"><style>{STYLE}</style>\
         <rect class=\"table\" width=\"{width}\" height=\"{height}\" rx=\"8\"/>"
    );
    for pile in &layout.piles {
        let (x, y) = (GAP + pile.x * (WIDE + GAP), GAP + pile.y * (HIGH + GAP));
        if pile.cards.is_empty() && pile.role != Role::Slot {
            let _ = write!(
                svg,
                "<g><title>{}</title>{}{}</g>",
                escape(&pile.name),
                rectangle("place", x, y),
                label("hint", x, y + HIGH / 2.0 - 15.0, &pile.empty)
            );
        }
        for (index, face) in pile.cards.iter().enumerate() {
            if !pile.is_under(index) {
                let [right, down] = pile.offset(index);
                card(
                    &mut svg,
                    face,
                    x + right * (WIDE + GAP),
                    y + down * (HIGH + GAP),
                );
            }
        }
    }
    svg.push_str("</svg>");
    svg
}

fn rectangle(class: &str, x: f32, y: f32) -> String {
    format!(
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{WIDE}\" height=\"{HIGH}\" \
         rx=\"5\"/>"
    )
}

/// A word below the upper edge of a card.
fn label(class: &str, x: f32, y: f32, text: &str) -> String {
    format!(
        "<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        x + WIDE / 2.0,
        y + 19.0,
        escape(text)
    )
}

fn card(svg: &mut String, face: &Face, x: f32, y: f32) {
    let mark = if face.mark == Mark::None {
        ""
    } else {
        " locked"
    };
    let (side, ink) = match (face.up, face.card.ends_with(['h', 'd'])) {
        (false, _) => ("back", "unseen"),
        (true, true) => ("card", "red"),
        (true, false) => ("card", "black"),
    };
    let _ = write!(
        svg,
        "<g><title>{}</title>{}{}</g>",
        escape(&face.says),
        rectangle(&format!("{side}{mark}"), x, y),
        label(ink, x, y, &name(&face.card))
    );
}

/// `7♥` for `7h`; names of other decks stay as they are.
fn name(card: &str) -> String {
    let suits = [('c', '♣'), ('d', '♦'), ('h', '♥'), ('s', '♠')];
    let mut letters = card.chars();
    let suit = letters.next_back();
    let symbol = suits.iter().find(|(letter, _)| Some(*letter) == suit);
    match symbol {
        Some((_, symbol)) if card.len() > 1 => format!("{}{symbol}", letters.as_str()),
        _ => card.to_owned(),
    }
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
