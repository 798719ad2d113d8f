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
    Keys("mouse", "drag it; or click the card, then its place"),
    Keys("", "(a click is enough where there is only one place)"),
    Keys("d, space", "draw a card"),
    Keys(
        ": or a digit",
        "type a move in the notation: 3a, Draw, Remove 6h 7c",
    ),
    Gap,
    Heading("The game"),
    Keys("u  r  R", "undo, redo, back to the start"),
    Keys("n  p", "a new deal, back to the game before it"),
    Keys("g  D", "a deal by its number, the daily deal"),
    Keys(
        "W",
        "which deals: any, winnable, easy, medium, hard, brutal",
    ),
    Keys("i", "the rules of the game"),
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
    Keys(
        "v",
        "review: what each of my moves did; other lines I tried",
    ),
    Keys("l  b", "where did I lose it? and back to there"),
    Keys("w", "solve and watch; f plays the rest of the game"),
    Gap,
    Heading("The oracle's marks"),
    Keys("★  ✓", "the best move that is known, one that wins, too"),
    Keys("✗  ?", "loses (proved), not known so far"),
    Keys("▁ .. █", "the chance to win, with cards face down"),
    Text("A card shows the best that can be done with it. The list of moves has"),
    Text("what the others cost: +2 is two moves more."),
    Gap,
    Heading("While watching"),
    Keys("space", "play, pause"),
    Keys("left, right", "a step back, a step on"),
    Keys("Home, End", "to the start, to the end"),
    Keys("+  -", "faster, slower"),
    Keys("Enter", "go on playing from here"),
    Keys("Esc", "back to the game as it was"),
];
