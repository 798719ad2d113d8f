//! What the keys do.

/// A line of the help.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HelpLine {
    /// A heading.
    Heading(&'static str),
    /// Keys, and what they do.
    Keys(&'static str, &'static str),
    /// A sentence.
    Text(&'static str),
    /// An empty line.
    Gap,
}

use HelpLine::{Gap, Heading, Keys, Text};

/// The help, from top to bottom.
pub const HELP: &[HelpLine] = &[
    Heading("Moving cards"),
    Keys("arrows, Tab", "walk over the cards that can move"),
    Keys(
        "Enter",
        "take the card up; then arrows, and Enter puts it down",
    ),
    Keys("Esc", "put it back; stop thinking"),
    Keys(
        "mouse",
        "click the card, then the place (once, if there is one)",
    ),
    Keys("d, space", "draw a card"),
    Keys(
        ": or a digit",
        "type a move in the notation: 3a, Draw, Remove 6h 7c",
    ),
    Gap,
    Heading("The game"),
    Keys("u  r  R", "undo, redo, back to the start"),
    Keys("n  g", "a new deal, a deal by its number"),
    Keys("W", "only deals that can be won, or any"),
    Keys("a", "which cards go home by themselves"),
    Keys(
        "c",
        "covered cards face down or open, in games that have them",
    ),
    Keys("m  t  q", "menu, statistics, quit (the game is kept)"),
    Gap,
    Heading("Help from Patience"),
    Keys("h", "a hint, and what it leads to"),
    Keys("o", "the oracle: off, a light, a mark on every move"),
    Keys("l  b", "where did I lose it? and back to there"),
    Keys("w", "solve and watch; f plays the rest of the game"),
    Gap,
    Heading("The oracle's marks"),
    Keys("✓  ✗  ?", "wins, loses (proved), not known so far"),
    Keys("▁ .. █", "the chance to win, with cards face down"),
    Text("A card shows the best that can be done with it."),
    Gap,
    Heading("While watching"),
    Keys("space", "play, pause"),
    Keys("left, right", "a step back, a step on"),
    Keys("Home, End", "to the start, to the end"),
    Keys("+  -", "faster, slower"),
    Keys("Enter", "go on playing from here"),
    Keys("Esc", "back to the game as it was"),
];
