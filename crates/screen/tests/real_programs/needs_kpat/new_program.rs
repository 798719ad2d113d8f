//! FreeCell as if no profile knew KPatience: described from one picture and the
//! answers of a player, then read and played.

use patience_screen::discover::{self, NewProfile, Program, try_move};
use patience_screen::profile::MouseGesture;
use patience_screen::{Frame, calibrate};

use super::{Kpatience, LARGE, NATIVE, SMALL};
use crate::scripted::Script;

/// Describes the program by the deal that it shows.
fn describe(program: &mut Kpatience, frame: &Frame, number: u64) -> NewProfile {
    let known = calibrate::known(&*program.truth(number));
    let game = program.profile.game().expect("a game");
    let mut script = Script::new(known);
    // Nothing in the title gives the cards away.
    let described = Program::titled("new", "Freecell");
    let learned = discover::learn(frame, game, &Default::default(), &described, &mut script);
    let new = script.described(learned);
    program.profile = new.profile.clone();
    program.deck = Some(new.deck.clone());
    new
}

/// Describes the program with a deck of its cards, in a window of this size, and reads
/// five other deals.
fn described_and_read(option: &str, size: (u32, u32)) -> (Kpatience, NewProfile) {
    let mut program = Kpatience::start_with("freecell", None, option);
    program.desk.resize(program.window, size.0, size.1);
    program.deal(1);
    let frame = program.at_rest();
    let new = describe(&mut program, &frame, 1);
    for number in 2..=6 {
        program.deal(number);
        program.assert_read(number);
    }
    (program, new)
}

/// Does the same, then learns how cards are moved, and wins deals until KPatience counts
/// them as won.
fn win(option: &str, size: (u32, u32), deals: &[u64]) {
    let (mut program, new) = described_and_read(option, size);
    program.deal(1);
    let game = program.profile.game().expect("a game");
    let tried = try_move(&mut program.hands, program.window, game, &new).expect("tried");
    assert_eq!(tried.play, Some(MouseGesture::Drag));
    assert!(tried.is_taken_back);
    for number in deals {
        program.deal(*number);
        program.play(patience::Mode::Fast);
    }
    assert_eq!(program.own_count_of_wins() as usize, deals.len());
}

#[test]
#[ignore = "needs KPatience"]
fn a_freecell_that_no_profile_knows_is_described_read_and_won() {
    win("", NATIVE, &[164]);
}

mod slow {
    use super::{LARGE, NATIVE, SMALL, win};

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn two_deals_are_won_without_a_profile() {
        win("", NATIVE, &[617, 1]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn two_deals_are_won_in_a_window_of_two_thirds() {
        win("", SMALL, &[617, 1]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn two_deals_are_won_in_a_window_half_as_large_again() {
        win("", LARGE, &[617, 1]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn two_deals_are_won_with_the_deck_dondorf() {
        win("Cardname=svg-dondorf", NATIVE, &[617, 1]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn two_deals_are_won_with_the_deck_nicu_white() {
        win("Cardname=svg-nicu-white", NATIVE, &[617, 1]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn two_deals_are_won_with_the_deck_paris() {
        win("Cardname=svg-gm-paris", NATIVE, &[617, 1]);
    }
}
