//! AisleRiot as if no profile knew it: described from its window and the answers of
//! a player, then read and played.

use std::time::Duration;

use patience::Mode;
use patience_screen::discover::{self, NewProfile, Program};
use patience_screen::player::Ended;
use patience_screen::player::frame_reader::ProfileReader;

use super::Aisleriot;
use crate::art::Art;
use crate::desk::Desk;
use crate::scripted::Script;

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
    let new = learned.unwrap_or_else(|failure| panic!("{}", failure.error));
    eprintln!("{:?}; unsure: {:?}", script.asked, new.unsure);
    assert!(new.questions <= 10, "{:?}", script.asked);
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

mod slow {
    use super::*;
    use patience_screen::profile::MouseGesture;

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn a_freecell_that_no_profile_knows_is_described_read_and_won() {
        let mut desk = Desk::new();
        let mut program = Aisleriot::start(&mut desk, "freecell");
        let (_, reader) = describe(&mut program, "Freecell");
        read_and_win(program, &reader, Mode::Fast, 2);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn another_deck_of_cards_is_described_read_and_won() {
        let mut desk = Desk::new();
        let mut program = Aisleriot::start_with(&mut desk, "freecell", "bonded");
        let (_, reader) = describe(&mut program, "Freecell");
        read_and_win(program, &reader, Mode::Fast, 1);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn triple_peaks_that_no_profile_knows_are_described_read_and_won() {
        let mut desk = Desk::new();
        let mut program = Aisleriot::start(&mut desk, "triple-peaks");
        let (new, reader) = describe(&mut program, "Triple Peaks");
        assert_eq!(new.profile.moves.play, MouseGesture::Click);
        read_and_win(program, &reader, Mode::default(), 2);
    }
}
