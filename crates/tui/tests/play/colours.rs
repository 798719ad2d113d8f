//! The colours can be read on every ground.

use patience::{Target, games};
use patience_tui::shelf::OracleMode;
use patience_tui::theme::Theme;
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;

use crate::support::Player;

/// Every screen worth a look, with colours or without.
fn screens(has_colour: bool, mut look: impl FnMut(&Player)) {
    let mut player = Player::new();
    player.app.theme = Theme { has_colour };
    look(&player);
    for game in games() {
        let mut player = Player::new();
        player.app.theme = Theme { has_colour };
        // The family shares its marks: one of it is enough.
        let name = game.about().name;
        let is_one_of_many = !crate::support::WINNABLE.iter().any(|(one, _)| *one == name);
        player.app.shelf.preferences.oracle = if is_one_of_many {
            OracleMode::Off
        } else {
            OracleMode::Moves
        };
        player.cover(name);
        player.deal(name, 5, Target::BOARD);
        look(&player);
        player.key(KeyCode::Tab);
        look(&player);
        player.key(KeyCode::Enter);
        look(&player);
        if !is_one_of_many {
            player.keys("h");
            look(&player);
        }
        player.keys("?");
        look(&player);
    }
}

#[test]
fn without_colour_there_is_none() {
    screens(false, |player| {
        for cell in player.buffer().content() {
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset));
        }
    });
}

#[test]
fn only_the_sixteen_colours_of_the_terminal_are_used() {
    screens(true, |player| {
        for cell in player.buffer().content() {
            for colour in [cell.fg, cell.bg] {
                assert!(!matches!(colour, Color::Rgb(..) | Color::Indexed(_)));
            }
        }
    });
}

#[test]
fn a_ground_never_comes_without_its_ink_and_they_differ() {
    screens(true, |player| {
        for cell in player.buffer().content() {
            if cell.bg != Color::Reset {
                assert_ne!(cell.fg, Color::Reset, "{cell:?}");
                assert_ne!(cell.fg, cell.bg, "{cell:?}");
            }
            // On the unknown ground of the terminal, neither of its ends.
            if cell.bg == Color::Reset {
                assert!(!matches!(cell.fg, Color::White | Color::Black), "{cell:?}");
            }
        }
    });
}
