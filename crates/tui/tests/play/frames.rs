//! What is seen, at three sizes.

use patience::{Session, SplitMix64, Target, find_game, games};
use patience_tui::app::{Play, Wanted};
use patience_tui::shelf::OracleMode;
use ratatui::crossterm::event::KeyCode;

use crate::support::Player;

const SIZES: [(u16, u16); 3] = [(80, 24), (100, 35), (140, 50)];

/// The frames at three sizes, one below the other.
fn frames(player: &mut Player) -> String {
    let mut text = String::new();
    for (width, height) in SIZES {
        player.resize(width, height);
        text.push_str(&format!("{width} x {height}\n{}\n", player.frame()));
    }
    text
}

#[test]
fn every_game_is_drawn_at_three_sizes() {
    for game in games() {
        let name = game.about().name;
        let mut player = Player::at(name, 7);
        insta::assert_snapshot!(format!("game-{name}"), frames(&mut player));
    }
}

#[test]
fn the_menu_is_drawn_at_three_sizes() {
    let mut player = Player::new();
    insta::assert_snapshot!("menu", frames(&mut player));
}

#[test]
fn the_help_is_drawn_at_three_sizes() {
    let mut player = Player::at("freecell", 7);
    player.keys("?");
    insta::assert_snapshot!("help", frames(&mut player));
}

#[test]
fn the_oracle_marks_every_move_at_three_sizes() {
    for (name, deal) in [("freecell", 164), ("pyramid", 3), ("cluj", 1)] {
        let mut player = Player::new();
        player.app.shelf.preferences.oracle = OracleMode::Moves;
        player.deal(name, deal, Target::BOARD);
        insta::assert_snapshot!(format!("oracle-{name}"), frames(&mut player));
    }
}

#[test]
fn covered_cards_lie_face_down_and_the_oracle_tells_chances() {
    let mut player = Player::new();
    player.app.shelf.preferences.oracle = OracleMode::Moves;
    player.cover("tripeaks");
    player.deal("tripeaks", 1, Target::BOARD);
    insta::assert_snapshot!("face-down", frames(&mut player));
}

/// A King and all that goes onto it, on six face-down cards and on none.
const LONGEST_COLUMNS: &str = "
1: | Kh Qs Jh Ts 9h 8s 7h 6s 5h 4s 3h 2s Ah
2: | Kc
7: 2d 3d 4d 5d 6d 7d | Ks Qh Js Th 9s 8h 7s 6h 5s 4h 3s 2h As
Stock: 8d 9d Td
Waste: Kd Qd Jd Ad
Home: Qc";

#[test]
fn the_longest_columns_and_a_fan_are_drawn_at_three_sizes() {
    let game = find_game("klondike").unwrap();
    let session = Session::read("klondike", LONGEST_COLUMNS, &Default::default()).unwrap();
    let play = Play::new(session, Target::BOARD, true);
    let mut player = Player::new();
    player.app.shelf.preferences.oracle = OracleMode::Off;
    player
        .app
        .shelf
        .saves
        .insert(game.about().name.to_owned(), play.save());
    player.app.start(Wanted {
        game,
        target: Target::BOARD,
        settings: Default::default(),
    });
    insta::assert_snapshot!("longest-columns", frames(&mut player));
    player.keys("c");
    insta::assert_snapshot!("longest-columns-open", frames(&mut player));
}

#[test]
fn a_card_in_the_hand_shows_where_it_can_go() {
    let mut player = Player::at("freecell", 164);
    player.key(KeyCode::Right);
    player.key(KeyCode::Enter);
    assert!(player.play().hand.is_some());
    insta::assert_snapshot!("hand", frames(&mut player));
}

#[test]
fn statistics_and_a_won_game_are_drawn() {
    let mut player = Player::at("pyramid", 3);
    for move_ in crate::support::solution("pyramid", 3) {
        player.type_move(&move_);
    }
    insta::assert_snapshot!("won", player.frame());
    player.keys("t");
    insta::assert_snapshot!("statistics", player.frame());
}

#[test]
fn too_small_a_terminal_says_so_and_what_it_needs() {
    let mut player = Player::at("bakers-dozen", 7);
    for (width, height) in [(60, 24), (76, 24), (80, 9)] {
        player.resize(width, height);
        let frame = player.frame().replace('\n', " ");
        assert!(frame.contains("too small"), "{frame}");
    }
    player.resize(60, 24);
    assert!(
        player
            .frame()
            .contains("The terminal is too small: 60 x 24")
    );
    player.keys("m");
    player.resize(40, 10);
    assert!(player.frame().contains("too small"));
}

/// Whatever the size, nothing panics and nothing is drawn outside.
#[test]
fn every_size_can_be_drawn() {
    for name in [
        "freecell",
        "pyramid",
        "tripeaks",
        "cluj",
        "bakers-dozen",
        "spider",
    ] {
        let mut player = Player::at(name, 7);
        for width in (0..160).step_by(13) {
            for height in (0..60).step_by(5) {
                player.resize(width, height);
                player.frame();
                player.keys("?");
                player.frame();
                player.key(KeyCode::Esc);
            }
        }
    }
}

/// A column that is longer than the screen hides its base, and says how much.
#[test]
fn a_long_column_hides_its_base_and_says_how_many_cards() {
    let mut player = Player::at("simple-simon", 7);
    player.resize(80, 16);
    let longest = |player: &Player| {
        let piles = &player.play().layout.piles;
        piles.iter().map(|pile| pile.cards.len()).max().unwrap()
    };
    // Sooner or later cards pile up.
    let mut random = SplitMix64::new(1);
    for _ in 0..300 {
        if longest(&player) > 9 {
            break;
        }
        let moves = player.play().session.legal_moves();
        player.type_move(&moves[random.below(moves.len())]);
    }
    assert!(longest(&player) > 9);
    let frame = player.frame();
    assert!(frame.contains("┆+"), "{frame}");
}
