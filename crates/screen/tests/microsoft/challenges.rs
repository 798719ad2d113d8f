//! Challenges over three deals.

use patience::{Campaign, CardNames, ChallengeState, Limits, Request};
use patience_screen::player::DealEnd;

use crate::window::Overlay;
use crate::{Calibrated, Nobody, game_of, manner, player, window};

/// Plays a challenge from a deal on; the deals that were finished, and how it
/// ended.
fn play(
    game: &str,
    challenge: &str,
    first: u64,
    scale: f32,
) -> (ChallengeState, Vec<DealEnd>, Vec<(u64, bool)>) {
    let calibrated = Calibrated::new(game, true);
    let mut window = window(game, first, scale, 0, true);
    let reader = calibrated.reader(game, window.truth.clone());
    let manner = manner(game);
    let challenge = challenge.parse().expect("a challenge");
    let mut campaign = Campaign::new(challenge, 0, CardNames::USUAL).expect("a beginning");
    let mut ends = Vec::new();
    let mut player = player(&mut window, &reader, &manner);
    let state = player.play_challenge(
        game_of(game),
        &mut campaign,
        &Request::default(),
        &Limits::default(),
        &mut Nobody,
        &mut |_, end| ends.push(end),
    );
    let state = state.unwrap_or_else(|stopped| panic!("{game}, {challenge}: {stopped}"));
    drop(player);
    assert_eq!(window.refused, Vec::<String>::new(), "{game}: wrong clicks");
    let brought = campaign.deals().iter().sum::<u32>();
    assert_eq!(campaign.so_far(), brought);
    (state, ends, window.finished)
}

/// A score that needs three deals, cards that need two, and two boards.
fn every_kind(game: &str, scale: f32) {
    let (score, boards) = match game {
        "pyramid" => ("score=2000 in 3 deals", "clear 1 board in 3 deals"),
        _ => ("score=60000 in 3 deals", "clear 2 boards in 3 deals"),
    };
    for challenge in [score, "cards=6A in 3 deals", boards] {
        let (state, ends, finished) = play(game, challenge, 1, scale);
        eprintln!("{game} at {scale}, {challenge}: {state:?}, {ends:?}, {finished:?}");
        assert_ne!(state, ChallengeState::Open);
        assert!(!ends.is_empty() && ends.len() <= 3);
        // Every deal but the last was left for the next one.
        assert_eq!(finished.len(), ends.len() - 1);
    }
}

#[test]
fn a_challenge_is_carried_over_from_deal_to_deal() {
    let (state, ends, finished) = play("pyramid", "cards=6A in 3 deals", 1, 1.0);
    assert_eq!(state, ChallengeState::Reached);
    // No game of the first deal removes its fourth Ace: the solver proves it.
    assert_eq!(ends, [DealEnd::Played(3), DealEnd::Played(3)]);
    assert_eq!(finished.len(), 1);
}

#[test]
fn a_challenge_that_is_lost_is_not_even_begun() {
    let (state, ends, _) = play("pyramid", "cards=13A in 3 deals", 1, 1.0);
    assert_eq!((state, ends), (ChallengeState::Lost, Vec::new()));
}

/// The table behind the panel at the end of a game has the same button.
#[test]
fn the_next_game_is_dealt_by_the_button_of_the_panel() {
    let calibrated = Calibrated::new("tripeaks", true);
    let manner = manner("tripeaks");
    for scale in [1.0, 1.25, 1.5] {
        let mut window = window("tripeaks", 1, scale, 0, true);
        window.overlay = Some(Overlay::End);
        let reader = calibrated.reader("tripeaks", window.truth.clone());
        let dealt = player(&mut window, &reader, &manner).deal_next();
        assert!(dealt.is_ok(), "{dealt:?} at {scale}");
        assert_eq!(window.refused, Vec::<String>::new(), "at {scale}");
        assert_eq!((window.number, window.overlay), (2, None), "at {scale}");
    }
}

mod slow {
    use super::every_kind;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn every_kind_of_challenge_is_played_at_every_scale() {
        for scale in [1.0, 1.25, 1.5, 2.0] {
            every_kind("pyramid", scale);
            every_kind("tripeaks", scale);
        }
    }
}
