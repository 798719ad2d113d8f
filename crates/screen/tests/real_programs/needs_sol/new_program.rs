//! AisleRiot as if no profile knew it: described from its window and the answers of
//! a player, then read and played.

use std::time::Duration;

use patience::Mode;
use patience_screen::discover::{self, NewProfile, Program};
use patience_screen::player::Ended;
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::profile::MouseGesture;

use super::{Aisleriot, SIZE};
use crate::art::{self, Art};
use crate::desk::Desk;
use crate::scripted::Script;

/// A window of 1.5 times the usual size. In one of two thirds, the judge of these tests
/// cannot tell some Aces apart.
const LARGE: (u32, u32) = (SIZE.0 * 3 / 2, SIZE.1 * 3 / 2);

/// Describes the program in its window. The player is played by the program's own
/// pictures of its cards.
fn describe(program: &mut Aisleriot<'_>, title: &str) -> (NewProfile, ProfileReader) {
    let frame = program.at_rest();
    let art = Art::new(&frame, &program.profile, program.deck);
    let mut script = Script::naming(|shown| art.name(&shown.picture));
    // Restart stands second in the menu.
    script.restart = "alt+g Down Return";
    // The name that the program itself counts its wins under.
    let described = Program::titled(&program.profile.name, title);
    let game = program.profile.game().expect("a game");
    let learned = discover::explore(
        &mut program.hands,
        program.window,
        game,
        &Default::default(),
        &described,
        &mut script,
    );
    let new = script.described(learned);
    assert_eq!(new.unsure, [""; 0]);
    program.profile = new.profile.clone();
    let reader = ProfileReader::new(program.profile.clone(), new.deck.clone());
    (new, reader)
}

/// Reads five deals, then plays until so many are won, each to the end that the
/// program itself reports.
fn read_and_win(mut program: Aisleriot<'_>, reader: &ProfileReader, mode: Mode, wins: u32) {
    for _ in 0..5 {
        program.deal_next(reader);
        program.assert_read(reader);
    }
    let mut won = 0;
    // A few deals of some games cannot be won.
    for deal in 1..=3 * wins {
        program.deal_next(reader);
        match program.play(reader, mode) {
            Ended::Won { .. } => won += 1,
            Ended::Lost => continue,
            other => panic!("deal {deal}: {other:?}"),
        }
        assert!(
            program.has_dialog(Duration::from_secs(10)),
            "the program does not say that deal {deal} is won"
        );
        if won == wins {
            break;
        }
    }
    assert_eq!(program.own_count_of_wins(), wins);
}

/// Describes a game in a window of a size, reads five deals and wins two.
fn describe_and_win(variation: &str, title: &str, deck: &'static str, size: (u32, u32)) {
    let mut desk = Desk::new();
    let mut program = Aisleriot::start_with(&mut desk, variation, deck);
    program.desk.resize(program.window, size.0, size.1);
    let (new, reader) = describe(&mut program, title);
    let (play, mode) = match variation {
        "triple-peaks" => (MouseGesture::Click, Mode::default()),
        _ => (MouseGesture::Drag, Mode::Fast),
    };
    assert_eq!(new.profile.moves.play, play);
    read_and_win(program, &reader, mode, 2);
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn a_freecell_that_no_profile_knows_is_described_read_and_won() {
        describe_and_win("freecell", "Freecell", art::USUAL, SIZE);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn a_freecell_in_a_window_half_as_large_again_is_described_read_and_won() {
        describe_and_win("freecell", "Freecell", art::USUAL, LARGE);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn another_deck_of_cards_is_described_read_and_won() {
        describe_and_win("freecell", "Freecell", "bonded", SIZE);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn triple_peaks_that_no_profile_knows_are_described_read_and_won() {
        describe_and_win("triple-peaks", "Triple Peaks", art::USUAL, SIZE);
    }
}
