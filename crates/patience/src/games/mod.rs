//! The one list of games.

mod cluj;
mod freecell;
mod pyramid;
mod tripeaks;

use crate::kind::Adapter;
use crate::{Error, Game};

/// Every game there is, in the order of lists and menus.
static GAMES: &[&dyn Game] = &[
    &Adapter(pyramid::PyramidGame),
    &Adapter(tripeaks::TriPeaksGame),
    &Adapter(freecell::FREECELL),
    &Adapter(freecell::RELAXED_FREECELL),
    &Adapter(freecell::FORECELL),
    &Adapter(freecell::BAKERS_GAME),
    &Adapter(freecell::KINGS_ONLY_BAKERS_GAME),
    &Adapter(freecell::EIGHT_OFF),
    &Adapter(freecell::SEAHAVEN),
    &Adapter(freecell::RELAXED_SEAHAVEN),
    &Adapter(freecell::BAKERS_DOZEN),
    &Adapter(freecell::STREETS_AND_ALLEYS),
    &Adapter(freecell::BELEAGUERED_CASTLE),
    &Adapter(freecell::CITADEL),
    &Adapter(freecell::SIMPLE_SIMON),
    &Adapter(cluj::ClujGame),
];

/// Every game there is.
pub fn list_of_games() -> &'static [&'static dyn Game] {
    GAMES
}

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
    GAMES.iter().find(matches).copied().ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|game| game.about().name).collect();
        Error::NoSuchGame {
            name: name.chars().take(40).collect(),
            games: names.join(", "),
        }
    })
}
