//! The list of games. A line here makes a game appear everywhere: on the
//! command line, in the terminal, on the page, in the book, and in the tests
//! that every game must pass.

use patience_game::Game;

/// Every game there is, in the order of lists and menus; a family comes as one
/// entry.
pub static GAMES: &[&[&dyn Game]] = &[
    patience_pyramid::GAMES,
    patience_tripeaks::GAMES,
    patience_freecell::GAMES,
    patience_klondike::GAMES,
    patience_spider::GAMES,
    patience_cluj::GAMES,
    patience_golf::GAMES,
    patience_black_hole::GAMES,
];

/// The game that a newcomer is offered first.
pub const FIRST: &str = "freecell";
