//! Moving cards: by typing, with the keyboard, with the mouse.

use patience_tui::app::{Play, Standing};
use ratatui::crossterm::event::KeyCode;

use crate::support::{Player, WINNABLE, next_gesture, solution};

#[test]
fn a_whole_game_is_won_by_typed_moves() {
    for (game, deal) in WINNABLE {
        let mut player = Player::at(game, deal);
        for move_ in solution(game, deal) {
            if player.play().standing() == Standing::Open {
                player.type_move(&move_);
            }
        }
        assert_eq!(player.play().standing(), Standing::Won, "{game}");
        assert!(
            player.message().starts_with("Won in"),
            "{}",
            player.message()
        );
    }
}

/// Walks with Tab until the keyboard is on a spot.
fn walk_to(player: &mut Player, is_there: impl Fn(&Play) -> bool) {
    for _ in 0..200 {
        if is_there(player.play()) {
            return;
        }
        player.key(KeyCode::Tab);
    }
    panic!("cannot be reached: {}", player.frame());
}

#[test]
fn a_whole_game_is_won_with_the_keyboard() {
    for (game, deal) in WINNABLE {
        let mut player = Player::at(game, deal);
        let mut line = solution(game, deal).into_iter();
        while let Some(gesture) = next_gesture(player.play(), &mut line) {
            walk_to(&mut player, |play| play.cursor == Some(gesture.from));
            let made = player.play().moves_made();
            player.key(KeyCode::Enter);
            if player.play().hand.is_some() {
                walk_to(&mut player, |play| play.pending() == Some(&gesture));
                player.key(KeyCode::Enter);
            }
            assert!(player.play().moves_made() > made, "{gesture:?}");
        }
        assert_eq!(player.play().standing(), Standing::Won, "{game}");
    }
}

#[test]
fn a_whole_game_is_won_with_the_mouse() {
    for (game, deal) in WINNABLE {
        for size in [(80, 24), (140, 50)] {
            let mut player = Player::at(game, deal);
            player.resize(size.0, size.1);
            let mut line = solution(game, deal).into_iter();
            while let Some(gesture) = next_gesture(player.play(), &mut line) {
                let made = player.play().moves_made();
                player.click_on(gesture.from);
                if player.play().hand.is_some() {
                    let to = gesture.to.expect("a place to put it");
                    let top = player.play().layout.top(to);
                    player.click_on(top);
                }
                assert!(player.play().moves_made() > made, "{gesture:?}");
            }
            assert_eq!(player.play().standing(), Standing::Won, "{game}");
        }
    }
}

#[test]
fn arrows_reach_every_card_that_can_move() {
    for (game, deal) in WINNABLE {
        let mut player = Player::at(game, deal);
        let sources = player.play().sources();
        let mut seen = std::collections::HashSet::new();
        // From each card, in each direction, as far as it goes.
        let mut open = vec![sources[0]];
        while let Some(spot) = open.pop() {
            if !seen.insert(spot) {
                continue;
            }
            for arrow in [KeyCode::Left, KeyCode::Right, KeyCode::Up, KeyCode::Down] {
                walk_to(&mut player, |play| play.cursor == Some(spot));
                player.key(arrow);
                open.extend(player.play().cursor);
            }
        }
        assert_eq!(seen.len(), sources.len(), "{game}");
    }
}

#[test]
fn undo_redo_and_restart_go_back_and_forth() {
    let mut player = Player::at("pyramid", 3);
    let line = solution("pyramid", 3);
    for move_ in &line[..5] {
        player.type_move(move_);
    }
    let after_five = player.play().session.table().text();
    player.keys("uu");
    assert_eq!(player.play().moves_made(), 3);
    player.keys("rr");
    assert_eq!(player.play().session.table().text(), after_five);
    player.keys("R");
    assert_eq!(player.play().moves_made(), 0);
    player.keys("rrrrr");
    assert_eq!(player.play().session.table().text(), after_five);
    player.keys("r");
    assert_eq!(player.message(), "There is nothing to redo.");
}

#[test]
fn a_bad_move_is_refused_in_words_and_nothing_changes() {
    let mut player = Player::at("freecell", 164);
    let before = player.play().session.table().text();
    player.type_move("99");
    assert!(player.message().starts_with("99: "), "{}", player.message());
    assert_eq!(player.play().session.table().text(), before);
}

#[test]
fn a_digit_begins_a_typed_move() {
    let mut player = Player::at("freecell", 164);
    player.keys("1a");
    player.key(KeyCode::Enter);
    assert_eq!(player.play().moves_made(), 1);
}

#[test]
fn esc_puts_back_what_the_hand_holds() {
    let mut player = Player::at("freecell", 164);
    player.key(KeyCode::Tab);
    player.key(KeyCode::Enter);
    assert!(player.play().hand.is_some());
    player.key(KeyCode::Esc);
    assert!(player.play().hand.is_none());
    assert_eq!(player.play().moves_made(), 0);
}

#[test]
fn a_paste_of_ten_megabytes_is_a_short_line() {
    let mut player = Player::at("freecell", 164);
    let text = "x\u{1b}[31m".repeat(2_000_000);
    player.send(patience_tui::app::Event::Paste(text));
    player.key(KeyCode::Enter);
    assert_eq!(player.play().moves_made(), 0);
    let letters = player.message().chars().count();
    assert!((1..=200).contains(&letters), "{letters} letters");
    assert!(!player.message().contains('\u{1b}'));
}

#[test]
fn a_click_on_a_button_is_its_key() {
    let mut player = Player::at("pyramid", 3);
    player.keys("d");
    assert_eq!(player.play().moves_made(), 1);
    player.click(2, 23);
    assert_eq!(player.play().moves_made(), 0);
}

#[test]
fn the_menu_is_used_with_the_mouse_too() {
    let mut player = Player::new();
    player.click(4, 3);
    player.click(4, 3);
    assert_eq!(player.play().game(), "pyramid");
}

#[test]
fn home_and_end_are_the_first_and_the_last_game_of_the_menu() {
    let mut player = Player::new();
    player.key(KeyCode::End);
    player.key(KeyCode::Enter);
    let last = patience::games().last().expect("a game").about().name;
    assert_eq!(player.play().game(), last);
    player.keys("m");
    player.key(KeyCode::Home);
    player.key(KeyCode::Enter);
    assert_eq!(player.play().game(), patience::games()[0].about().name);
}

#[test]
fn control_c_ends_the_program_from_everywhere() {
    use patience_tui::app::Event;
    use ratatui::crossterm::event::{KeyEvent, KeyModifiers};
    for before in ["", "?", "t", ":", "g", "w"] {
        let mut player = Player::at("pyramid", 3);
        player.keys(before);
        let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        player.send(Event::Key(key));
        assert!(player.has_ended, "after {before}");
    }
}

#[test]
fn the_menu_sets_what_the_game_declares() {
    let mut player = Player::new();
    // FreeCell is chosen when nothing was played before.
    player.key(KeyCode::Char('-'));
    player.key(KeyCode::Char('s'));
    player.key(KeyCode::Char('+'));
    let frame = player.frame();
    assert!(frame.contains("Free cells   3"), "{frame}");
    assert!(frame.contains("Columns      9"), "{frame}");
    player.key(KeyCode::Enter);
    let settings = player.play().session.settings().to_string();
    assert_eq!(settings, "cells=3,columns=9");
}
