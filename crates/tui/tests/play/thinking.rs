//! What the player gets from the oracle.

use patience::oracle::Verdict;
use patience::{Budget, Mode, Request, Target};
use patience_tui::app::{Event, Standing};
use patience_tui::shelf::OracleMode;
use ratatui::crossterm::event::KeyCode;

use crate::support::{Player, WINNABLE, solution};

fn with_oracle(game: &str, deal: u64) -> Player {
    let mut player = Player::new();
    player.app.shelf.preferences.oracle = OracleMode::Moves;
    player.deal(game, deal, Target::BOARD);
    player
}

#[test]
fn a_hint_names_a_move_that_wins_and_enter_plays_it() {
    for (game, deal) in WINNABLE {
        let mut player = Player::at(game, deal);
        player.keys("h");
        assert!(
            player.message().starts_with("Hint: "),
            "{}",
            player.message()
        );
        let hint = player.play().hint.clone().expect("a gesture");
        player.key(KeyCode::Enter);
        assert_eq!(*player.play().session.history()[0], hint.move_, "{game}");
        let request = Request::default().with_mode(Mode::Fast);
        let after = player.play().session.table();
        let report = after.solve(&request, &mut Budget::unlimited()).unwrap();
        assert!(report.outcome.solution().is_some(), "{game}");
    }
}

#[test]
fn enter_plays_nothing_while_a_hint_is_thought_about() {
    let mut player = Player::at("spider", 1);
    player.key(KeyCode::Tab);
    let before = player.play().session.table().text();
    // Nobody answers.
    for key in [KeyCode::Char('h'), KeyCode::Enter, KeyCode::Enter] {
        player.app.update(Event::Key(key.into()));
    }
    assert_eq!(player.play().session.table().text(), before);
    assert!(
        player.message().starts_with("Thinking"),
        "{}",
        player.message()
    );
    assert!(player.play().hand.is_none());
}

#[test]
fn the_light_goes_through_its_three_settings() {
    let mut player = Player::at("pyramid", 3);
    assert!(!player.frame().contains('●'));
    player.keys("o");
    assert!(
        player.frame().contains("● can be won in"),
        "{}",
        player.frame()
    );
    player.keys("o");
    assert!(player.frame().contains('✓'));
    player.keys("o");
    assert!(!player.frame().contains('●'));
}

#[test]
fn a_solution_is_watched_forwards_and_back() {
    for (game, deal) in WINNABLE {
        let mut player = Player::at(game, deal);
        let before = player.play().session.table().text();
        player.keys("w");
        player.wait(2_000);
        let at = |player: &Player| player.play().watch.as_ref().map(|watch| watch.at);
        assert!(at(&player) > Some(0), "{game}: it plays by itself");
        player.keys(" ");
        let paused = at(&player).unwrap();
        player.wait(5_000);
        assert_eq!(at(&player), Some(paused));
        player.key(KeyCode::Right);
        player.key(KeyCode::Right);
        player.key(KeyCode::Left);
        assert_eq!(at(&player), Some(paused + 1));
        player.key(KeyCode::End);
        assert!(player.play().watch.as_ref().unwrap().table().is_won());
        player.key(KeyCode::Esc);
        assert_eq!(player.play().session.table().text(), before, "{game}");
    }
}

#[test]
fn playing_on_from_a_solution_counts_as_help() {
    let mut player = Player::at("freecell", 164);
    player.keys("w");
    player.wait(2_000);
    player.key(KeyCode::End);
    player.key(KeyCode::Enter);
    assert_eq!(player.play().standing(), Standing::Won);
    assert!(
        player.message().contains("it is no win"),
        "{}",
        player.message()
    );
    let record = player.app.shelf.statistics.games["freecell"];
    assert_eq!((record.played, record.won), (1, 0));
}

#[test]
fn the_rest_of_a_game_is_played_by_itself() {
    for (game, deal) in WINNABLE {
        let mut player = Player::at(game, deal);
        player.keys("f");
        for _ in 0..2_000 {
            player.wait(200);
        }
        assert_eq!(player.play().standing(), Standing::Won, "{game}");
    }
}

#[test]
fn where_it_was_lost_is_found_and_gone_back_to() {
    let mut player = with_oracle("pyramid", 3);
    // Into a loss, by a move that is proved to lose.
    for _ in 0..60 {
        let look = player.play().insight.look.clone();
        let losing = look.moves.iter().find(|(_, one)| *one == Verdict::Loses);
        let any = look.moves.first().cloned();
        let Some((move_, _)) = losing.cloned().or(any) else {
            break;
        };
        player.type_move(&move_);
        if player.play().insight.look.position == Verdict::Loses {
            break;
        }
    }
    assert_eq!(player.play().insight.look.position, Verdict::Loses);
    assert!(player.frame().contains("cannot be won any more"));
    let lost_after = player.play().moves_made();
    player.keys("l");
    assert!(
        player.message().starts_with("Lost with move"),
        "{}",
        player.message()
    );
    player.keys("b");
    assert!(player.play().moves_made() < lost_after);
    let verdict = player.play().insight.look.position;
    assert!(matches!(verdict, Verdict::Wins(_)), "{verdict:?}");
}

#[test]
fn a_game_that_can_be_won_is_not_said_to_be_lost() {
    let mut player = Player::at("freecell", 164);
    player.type_move(&solution("freecell", 164)[0]);
    player.keys("l");
    assert_eq!(player.message(), "It is not lost: it can still be won.");
}

#[test]
fn a_game_that_is_won_is_not_said_to_be_open() {
    let mut player = Player::at("pyramid", 3);
    for move_ in solution("pyramid", 3) {
        player.type_move(&move_);
    }
    for key in ["l", "h", "w"] {
        player.keys(key);
        assert_eq!(player.message(), "The goal is reached. n deals a new game.");
    }
}

#[test]
fn winnable_deals_can_be_won() {
    // That is so unless the player chooses otherwise.
    let mut player = Player::at("tripeaks", 1);
    for _ in 0..3 {
        player.keys("n");
        assert!(
            player.message().contains("can be won"),
            "{}",
            player.message()
        );
        let deal = player.play().session.deal_number().unwrap();
        assert!(!solution("tripeaks", deal).is_empty());
    }
}

#[test]
fn with_covered_cards_chances_are_told_and_no_solution() {
    // They are covered unless the player chooses otherwise.
    let mut player = with_oracle("tripeaks", 1);
    let verdict = player.play().insight.look.position;
    assert!(matches!(verdict, Verdict::Chance(_)), "{verdict:?}");
    assert!(
        player.frame().contains("% of the ways"),
        "{}",
        player.frame()
    );
    player.keys("w");
    assert!(player.play().watch.is_none());
    player.keys("c");
    assert!(matches!(
        player.play().insight.look.position,
        Verdict::Wins(_) | Verdict::Loses
    ));
}
