//! The games, found by name.

use std::sync::LazyLock;

use patience_game::{Error, Game};
use patience_games::GAMES;

/// Every game there is, in the order of lists and menus.
pub fn games() -> &'static [&'static dyn Game] {
    static LIST: LazyLock<Vec<&dyn Game>> = LazyLock::new(|| GAMES.concat());
    &LIST
}

/// The game that a newcomer is offered first.
pub const FIRST_GAME: &str = patience_games::FIRST;

/// The game with this name or alias, in either case.
///
/// ```
/// assert_eq!(patience::find_game("Pyramid")?.about().name, "pyramid");
/// assert!(patience::find_game("go fish").is_err());
/// # Ok::<(), patience::Error>(())
/// ```
pub fn find_game(name: &str) -> Result<&'static dyn Game, Error> {
    let wanted = name.trim().to_ascii_lowercase().replace(['_', ' '], "-");
    let matches = |game: &&&dyn Game| {
        let about = game.about();
        about.name == wanted || about.aliases.contains(&wanted.as_str())
    };
    let found = games().iter().find(matches).copied();
    found.ok_or_else(|| Error::NoSuchGame {
        name: name.chars().take(40).collect(),
        games: games().iter().map(|game| game.about().name).collect(),
    })
}
