//! What is kept from one evening to the next.

use std::fs;

use patience::{Grade, Target};
use patience_tui::app::Standing;
use patience_tui::store::Store;
use ratatui::crossterm::event::KeyCode;

use crate::support::{Player, solution};

fn player_at(folder: &std::path::Path) -> Player {
    Player::with(Store::at(folder))
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let line = solution("pyramid", 3);
    let mut player = player_at(folder.path());
    player.deal("pyramid", 3, Target::BOARD);
    for move_ in &line[..7] {
        player.type_move(move_);
    }
    player.keys("uu");
    let left = player.play().session.table().text();
    player.keys("q");
    assert!(player.has_ended);

    let mut player = player_at(folder.path());
    assert!(
        player.frame().contains("Unfinished: deal 3, 5 moves"),
        "{}",
        player.frame()
    );
    player.key(KeyCode::Enter);
    assert_eq!(player.play().session.table().text(), left);
    player.keys("rr");
    assert_eq!(player.play().moves_made(), 7);
}

#[test]
fn a_game_that_goes_on_still_shows_its_grade() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = player_at(folder.path());
    player.deal("black-hole", 1, Target::BOARD);
    player.keys("Wn");
    assert_eq!(player.play().grade, Some(Grade::Easy));
    player.keys("q");

    let mut player = player_at(folder.path());
    player.key(KeyCode::Enter);
    assert_eq!(player.play().grade, Some(Grade::Easy));
    assert!(player.frame().contains("· easy"), "{}", player.frame());
}

#[test]
fn a_game_is_kept_without_being_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = player_at(folder.path());
    player.deal("freecell", 164, Target::BOARD);
    player.type_move("1a");
    player.wait(100);
    // The program is killed here.
    let mut player = player_at(folder.path());
    player.deal("freecell", 164, Target::BOARD);
    assert_eq!(player.play().moves_made(), 1);
}

#[test]
fn a_damaged_save_is_said_and_put_aside() {
    for damage in ["", "{", "{\"version\":1}", "null", "\u{0}\u{1}", "[[[[["] {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("games")).unwrap();
        let file = folder.path().join("games/freecell.json");
        fs::write(&file, damage).unwrap();
        let mut player = player_at(folder.path());
        assert!(
            player.message().contains("games/freecell.json.bad-1"),
            "{}",
            player.message()
        );
        let kept = fs::read_to_string(folder.path().join("games/freecell.json.bad-1"));
        assert_eq!(kept.unwrap(), damage);
        player.deal("freecell", 164, Target::BOARD);
        assert_eq!(player.play().moves_made(), 0);
    }
}

#[test]
fn a_save_whose_moves_are_not_legal_is_said_and_put_aside() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = player_at(folder.path());
    player.deal("freecell", 164, Target::BOARD);
    player.type_move("1a");
    player.keys("q");
    let file = folder.path().join("games/freecell.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replace("  1a", "  9z")).unwrap();
    let mut player = player_at(folder.path());
    player.deal("freecell", 164, Target::BOARD);
    assert!(
        player.message().contains("put aside"),
        "{}",
        player.message()
    );
    assert!(folder.path().join("games/freecell.json.bad-1").exists());
    assert_eq!(player.play().moves_made(), 0);
}

#[test]
fn a_win_is_written_down_once_and_the_save_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let mut player = player_at(folder.path());
    player.app.shelf.preferences.oracle = patience_tui::shelf::OracleMode::Off;
    player.deal("pyramid", 3, Target::BOARD);
    for move_ in solution("pyramid", 3) {
        player.type_move(&move_);
    }
    assert_eq!(player.play().standing(), Standing::Won);
    player.keys("ur");
    player.keys("q");
    let player = player_at(folder.path());
    let record = player.app.shelf.statistics.games["pyramid"];
    assert_eq!((record.played, record.won, record.streak), (1, 1, 1));
    assert!(record.fewest_moves.is_some() && record.best_score.is_some());
    assert!(!folder.path().join("games/pyramid.json").exists());
}

#[test]
fn a_game_given_up_ends_the_streak() {
    let mut player = Player::at("pyramid", 3);
    for move_ in solution("pyramid", 3) {
        player.type_move(&move_);
    }
    player.keys("n");
    player.keys("d");
    player.keys("n");
    let record = player.app.shelf.statistics.games["pyramid"];
    assert_eq!((record.played, record.won), (2, 1));
    assert_eq!((record.streak, record.longest_streak), (0, 1));
}

#[test]
fn a_game_with_another_goal_is_gone_on_with_unless_one_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let score = Target::new("score=50".parse().unwrap(), 0).unwrap();
    let mut player = player_at(folder.path());
    player.deal("pyramid", 3, score);
    player.keys("d");
    player.keys("q");
    let mut player = player_at(folder.path());
    player.key(KeyCode::Enter);
    assert_eq!(
        (player.play().target, player.play().moves_made()),
        (score, 1)
    );
    player.keys("m");
    player.keys("n");
    assert_eq!(
        (player.play().target, player.play().moves_made()),
        (Target::BOARD, 0)
    );
}

#[test]
fn a_score_is_a_goal_too() {
    let mut player = Player::new();
    player.deal(
        "pyramid",
        3,
        Target::new("score=50".parse().unwrap(), 0).unwrap(),
    );
    for move_ in solution("pyramid", 3) {
        if player.play().standing() == Standing::Open {
            player.type_move(&move_);
        }
    }
    assert_eq!(player.play().standing(), Standing::Won);
    assert!(player.play().session.table().tally().score >= Some(50));
}
