//! What makes the table pleasant: nothing is lost by a key, help is honest, the
//! rules and the review are at hand.

use patience::layout::Role;
use patience::records::Help;
use patience::{Action, Date, Grade, Target, games};
use patience_tui::app::{
    HELP, HelpLine, Overlay, ReviewLine, Screen, Standing, review_lines, screen,
};
use patience_tui::geometry::Strip;
use patience_tui::shelf::{Deals, OracleMode};
use ratatui::crossterm::event::KeyCode;

use crate::support::{Player, WINNABLE, lost_game, next_gesture, solution};

#[test]
fn esc_in_the_menu_goes_back_to_the_game() {
    let mut player = Player::at("freecell", 164);
    player.type_move("1a");
    player.keys("m");
    assert!(player.app.play().is_none());
    player.key(KeyCode::Esc);
    assert!(!player.has_ended);
    assert_eq!(player.play().moves_made(), 1);
    // Without a game behind it, it does not end the program either.
    let mut player = Player::new();
    player.key(KeyCode::Esc);
    assert!(!player.has_ended);
    assert_eq!(player.message(), "q quits.");
}

#[test]
fn a_new_deal_keeps_the_game_before() {
    let folder = tempfile::tempdir().unwrap();
    let store = patience_tui::store::Store::at(folder.path());
    let mut player = Player::with(store.clone());
    player.deal("freecell", 164, Target::BOARD);
    player.type_move("1a");
    player.keys("n");
    assert_eq!(player.play().moves_made(), 0);
    assert!(
        player.message().contains("p goes back"),
        "{}",
        player.message()
    );
    player.keys("q");
    // Also another evening.
    let mut player = Player::with(store);
    player.key(KeyCode::Enter);
    player.keys("p");
    assert_eq!(player.play().session.deal_number(), Some(164));
    assert_eq!(player.play().moves_made(), 1);
}

#[test]
fn a_long_hint_is_whole_at_80_columns() {
    for (game, deal) in WINNABLE {
        let mut player = Player::at(game, deal);
        player.keys("h");
        let frame = player.frame();
        assert!(player.message().starts_with("Hint: "), "{game}");
        assert!(!frame.contains('…'), "{frame}");
        let shown = frame.split_whitespace().collect::<Vec<_>>().join(" ");
        let words = player
            .message()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        assert!(shown.contains(&words), "{game}: {words}\n{frame}");
    }
}

#[test]
fn the_list_of_moves_cuts_no_verdict_at_80_columns() {
    for (game, deal) in WINNABLE {
        let mut player = Player::at(game, deal);
        player.keys("oo");
        let frame = player.frame();
        let list = frame.lines().skip_while(|line| !line.ends_with("Moves"));
        let moves = list.skip(1).map_while(|line| {
            let list: String = line.chars().skip(49).collect();
            list.trim()
                .starts_with(['★', '✓', '✗', '?', '▁', '█'])
                .then_some(list)
        });
        for line in moves {
            let worth = line.split_whitespace().last().unwrap_or_default();
            let is_whole = worth == "loses"
                || worth == "?"
                || worth
                    .trim_start_matches('+')
                    .trim_end_matches(['!', '%'])
                    .parse::<u32>()
                    .is_ok();
            assert!(is_whole, "{game}: {line}\n{frame}");
        }
    }
}

/// The number of a column was what got cut, so that different moves looked alike.
#[test]
fn the_list_of_moves_cuts_no_column_at_80_columns() {
    let mut player = Player::at("cluj", 1);
    player.keys("oo");
    let frame = player.frame();
    let list = frame.lines().skip_while(|line| !line.ends_with("Moves"));
    let moves: Vec<String> = list
        .skip(1)
        .map(|line| line.chars().skip(49).collect::<String>())
        .take_while(|line| line.trim().starts_with(['★', '✓', '✗', '?']))
        .collect();
    assert!(moves.len() > 10, "{frame}");
    assert!(moves.iter().all(|line| !line.contains('…')), "{frame}");
}

#[test]
fn the_title_cuts_nothing_at_80_columns() {
    let mut player = Player::new();
    player.app.today = "2026-11-17".parse().unwrap();
    player.keys("D");
    let frame = player.frame();
    let title = frame.lines().next().unwrap();
    assert!(
        title.contains(" · daily, easy · clear the board "),
        "{title}"
    );
    // A long goal goes as a whole.
    player.resize(60, 24);
    let target = Target::new("score=1290".parse().unwrap(), 0).unwrap();
    player.deal("pyramid", 123_456_789, target);
    player.keys("d");
    let title = player.frame().lines().next().unwrap().to_owned();
    let goal = patience::words::goal(&target);
    let is_whole = title.contains(&goal) || !title.contains(&goal[..4]);
    assert!(is_whole && title.ends_with("1 move"), "{title}");
}

#[test]
fn a_review_says_that_it_looks_under_covered_cards() {
    let note = "looks under the covered cards";
    for (is_covered, says_so) in [(true, true), (false, false)] {
        let mut player = Player::new();
        player.app.shelf.preferences.oracle = OracleMode::Off;
        match is_covered {
            true => player.cover("tripeaks"),
            false => player.uncover("tripeaks"),
        }
        player.deal("tripeaks", 1, Target::BOARD);
        player.keys("dv");
        assert_eq!(player.frame().contains(note), says_so, "{}", player.frame());
    }
}

#[test]
fn a_larger_terminal_has_larger_cards() {
    for game in games() {
        let mut player = Player::at(game.about().name, 7);
        let mut size = |width, height| {
            player.resize(width, height);
            let geometry = screen::geometry(&player.app, player.play()).unwrap();
            (geometry.scale.width, geometry.scale.height)
        };
        let (small, large) = (size(80, 24), size(160, 60));
        let is_larger = large.0 > small.0 && large.1 > small.1;
        assert!(is_larger, "{}: {small:?}, {large:?}", game.about().name);
    }
}

/// The upper row of Black Hole was cut off by the lower one, above empty lines.
#[test]
fn no_column_covers_another_one() {
    for game in games() {
        let mut player = Player::at(game.about().name, 7);
        for (width, height) in [(80, 24), (120, 40)] {
            player.resize(width, height);
            let layout = &player.play().layout;
            let geometry = screen::geometry(&player.app, player.play()).unwrap();
            let is_column = |strip: &&Strip| layout.piles[strip.pile].role == Role::Column;
            for strip in geometry.strips.iter().filter(is_column) {
                for other in &geometry.strips {
                    let is_apart =
                        strip.pile == other.pile || strip.area.intersection(other.area).is_empty();
                    let (game, one) = (game.about().name, &layout.piles[strip.pile].name);
                    assert!(
                        is_apart,
                        "{game} at {width} x {height}: {one}\n{}",
                        player.frame()
                    );
                }
            }
        }
    }
}

#[test]
fn the_help_is_whole_at_80_columns() {
    let mut player = Player::at("freecell", 164);
    player.keys("?");
    let mut seen = player.frame();
    for _ in 0..HELP.len() {
        player.key(KeyCode::Down);
        seen.push_str(&player.frame());
    }
    for line in HELP {
        if let HelpLine::Keys(_, text) | HelpLine::Text(text) | HelpLine::Heading(text) = line {
            assert!(seen.contains(text), "cut: {text}");
        }
    }
}

#[test]
fn the_menu_says_how_many_games_lie_above_and_below() {
    let mut player = Player::new();
    player.key(KeyCode::Home);
    let frame = player.frame();
    assert!(frame.contains("▾ ") && !frame.contains("▴ "), "{frame}");
    player.key(KeyCode::End);
    let frame = player.frame();
    assert!(frame.contains("▴ ") && !frame.contains("▾ "), "{frame}");
    player.resize(120, 40);
    let frame = player.frame();
    assert!(!frame.contains(" more"), "{frame}");
}

/// "Cards back from home yes" is no sentence.
#[test]
fn the_values_of_settings_stand_in_a_column() {
    let mut player = Player::new();
    while !player.frame().contains("Cards back from home") {
        player.key(KeyCode::Down);
    }
    let frame = player.frame();
    let place = |name: &str, value: &str| {
        let line = frame.lines().find(|line| line.contains(name)).unwrap();
        assert!(line.contains(&format!("  {value}")), "{line}");
        line.chars().count() - value.chars().count()
    };
    let places = [
        place("Cards a draw", "3"),
        place("Passes (0: any)", "0"),
        place("Cards back from home", "yes"),
        place("Deal numbers", "own"),
    ];
    assert!(places.iter().all(|one| *one == places[0]), "{frame}");
}

#[test]
fn what_the_hand_is_about_to_do_is_said_in_words() {
    let mut player = Player::at("cluj", 1);
    player.keys("oo");
    player.key(KeyCode::Tab);
    player.key(KeyCode::Enter);
    for _ in 0..6 {
        let pending = player
            .play()
            .pending()
            .expect("a card is in the hand")
            .clone();
        let frame = player.frame();
        assert!(!frame.contains(&*pending.move_), "{frame}");
        player.key(KeyCode::Right);
    }
}

#[test]
fn cheats_are_counted_beside_the_moves() {
    let mut player = Player::at("cluj", 1);
    assert!(!player.frame().contains("cheat"), "{}", player.frame());
    let cheat = player
        .play()
        .gestures
        .iter()
        .find(|one| one.action == Action::Cheat)
        .map(|one| one.move_.clone())
        .expect("a cheat");
    player.type_move(&cheat);
    assert!(
        player.frame().contains("1 move · 1 cheat"),
        "{}",
        player.frame()
    );
    player.keys("u");
    assert!(!player.frame().contains("1 cheat"), "{}", player.frame());
}

#[test]
fn a_hint_offers_no_solution_while_cards_are_covered() {
    let mut player = Player::new();
    player.cover("tripeaks");
    player.deal("tripeaks", 1, Target::BOARD);
    player.keys("h");
    assert!(
        player.frame().contains("Enter play it"),
        "{}",
        player.frame()
    );
    assert!(!player.frame().contains("w watch"), "{}", player.frame());
}

#[test]
fn moves_are_said_in_words_with_the_signs_of_suits() {
    let mut player = Player::at("freecell", 164);
    player.keys("h");
    let message = player.message().to_owned();
    assert!(message.contains(['♣', '♦', '♥', '♠']), "{message}");
    player.key(KeyCode::Esc);
    player.keys("oo");
    player.resize(120, 40);
    let frame = player.frame();
    assert!(frame.contains("to a cell"), "{frame}");
    assert_eq!(frame.matches("6♥ to a cell").count(), 1, "{frame}");
}

#[test]
fn what_is_promised_is_what_the_counter_shows_at_the_end() {
    let mut player = Player::new();
    player.app.shelf.preferences.oracle = OracleMode::Light;
    player.deal("freecell", 164, Target::BOARD);
    let frame = player.frame();
    let promise = frame.split("can be won in ").nth(1).expect("a promise");
    let promise: usize = promise.split(' ').next().unwrap().parse().unwrap();
    player.keys("w");
    player.wait(2_000);
    let shown = player.play().watch.as_ref().unwrap().moves().1;
    assert_eq!(shown, promise);
    player.key(KeyCode::End);
    player.key(KeyCode::Enter);
    assert_eq!(player.play().standing(), Standing::Won);
    assert_eq!(player.play().moves_made(), promise);
    assert!(player.message().contains(&format!("{promise} moves")));
}

#[test]
fn help_is_noted_when_it_happens() {
    let mut player = Player::at("pyramid", 3);
    assert_eq!(player.play().help, Help::None);
    player.keys("h");
    assert_eq!(player.play().help, Help::Hints);
    player.key(KeyCode::Esc);
    player.keys("w");
    player.key(KeyCode::Esc);
    assert_eq!(player.play().help, Help::Solution);
    // Clicked through by hand, it is no win and no record.
    for move_ in solution("pyramid", 3) {
        player.type_move(&move_);
    }
    assert_eq!(player.play().standing(), Standing::Won);
    let record = player.app.shelf.statistics.games["pyramid"];
    assert_eq!((record.played, record.won, record.helped), (1, 0, 0));
    assert_eq!((record.fewest_moves, record.best_score), (None, None));
}

#[test]
fn a_win_with_hints_is_a_win_with_help() {
    let mut player = Player::at("pyramid", 3);
    player.keys("h");
    for move_ in solution("pyramid", 3) {
        player.type_move(&move_);
    }
    let record = player.app.shelf.statistics.games["pyramid"];
    assert_eq!(
        (record.won, record.helped, record.fewest_moves),
        (0, 1, None)
    );
}

#[test]
fn a_lost_game_is_reviewed_move_by_move() {
    let (mut player, lost) = lost_game();
    let made = player.play().moves_made();
    let frame = player.frame();
    for words in [
        "lost here",
        "lost already",
        "Better: ",
        "still won",
        "▇",
        "✗",
    ] {
        assert!(frame.contains(words), "{words}\n{frame}");
    }
    insta::assert_snapshot!("review", frame);
    player.key(KeyCode::Enter);
    assert!(player.app.overlay.is_none());
    assert_eq!(player.play().moves_made(), lost);
    // Another move keeps the line that was played.
    let other = player.play().session.undone()[0].clone();
    let moves = player.play().session.legal_moves();
    let another = moves.into_iter().find(|one| *one != other).unwrap();
    player.type_move(&another);
    player.keys("v");
    let lines = review_lines(player.play());
    let variation = lines
        .iter()
        .position(|line| matches!(line, ReviewLine::Variation(_)));
    assert!(player.frame().contains("┆ or"), "{}", player.frame());
    player.key(KeyCode::Home);
    for _ in 0..variation.expect("the old line") {
        player.key(KeyCode::Down);
    }
    player.key(KeyCode::Enter);
    while player.play().session.moves_undone() > 0 {
        player.keys("r");
    }
    assert_eq!(player.play().moves_made(), made);
}

/// As long as nobody has looked around in it.
#[test]
fn a_review_opens_at_the_move_that_lost_the_game() {
    let (mut player, lost) = lost_game();
    player.key(KeyCode::Esc);
    player.keys("v");
    assert_eq!(player.app.overlay, Some(Overlay::Review(lost)));
    let frame = player.frame();
    assert!(frame.contains("Better: "), "{frame}");
    let said = format!("Lost with move {}; it could be won in", lost + 1);
    assert!(frame.contains(&said), "{said}\n{frame}");
}

#[test]
fn a_won_game_is_not_thought_about_and_its_points_are_written_alike() {
    let mut player = Player::new();
    player.app.shelf.preferences.oracle = OracleMode::Light;
    player.deal("pyramid", 3, Target::BOARD);
    for move_ in solution("pyramid", 3) {
        player.type_move(&move_);
    }
    // Whatever the oracle is still at.
    let Screen::Game(play) = &mut player.app.screen else {
        panic!("a game");
    };
    play.insight = patience_tui::app::Insight {
        is_thinking: true,
        ..Default::default()
    };
    let frame = player.frame();
    assert!(frame.contains("the goal is reached"), "{frame}");
    assert!(!frame.contains("thinking"), "{frame}");
    assert_eq!(frame.matches("1,290 points").count(), 2, "{frame}");
}

#[test]
fn the_light_thinks_with_two_dots() {
    let mut player = Player::new();
    player.app.shelf.preferences.oracle = OracleMode::Light;
    player.deal("pyramid", 3, Target::BOARD);
    let Screen::Game(play) = &mut player.app.screen else {
        panic!("a game");
    };
    play.insight = patience_tui::app::Insight {
        is_thinking: true,
        ..Default::default()
    };
    let frame = player.frame();
    assert!(
        frame.contains("thinking ..") && !frame.contains(".. .."),
        "{frame}"
    );
}

#[test]
fn the_rules_of_every_game_can_be_read_to_the_end() {
    for game in games() {
        let name = game.about().name;
        let mut player = Player::at(name, 7);
        player.keys("i");
        assert!(player.frame().contains("Rules of"), "{name}");
        player.key(KeyCode::End);
        let last = player.frame();
        player.key(KeyCode::Down);
        assert_eq!(player.frame(), last, "{name}");
        player.key(KeyCode::Up);
        assert!(
            matches!(player.app.overlay, Some(Overlay::Rules(..))),
            "{name}"
        );
        player.key(KeyCode::Esc);
        assert!(player.app.overlay.is_none(), "{name}");
    }
    let mut player = Player::at("golf", 7);
    player.keys("i");
    insta::assert_snapshot!("rules", player.frame());
}

#[test]
fn a_whole_game_is_won_by_dragging() {
    for (game, deal) in [("freecell", 164), ("pyramid", 3)] {
        let mut player = Player::at(game, deal);
        let mut line = solution(game, deal).into_iter();
        while let Some(gesture) = next_gesture(player.play(), &mut line) {
            let made = player.play().moves_made();
            match gesture.to {
                Some(to) => {
                    let top = player.play().layout.top(to);
                    player.drag(gesture.from, top);
                }
                None => player.click_on(gesture.from),
            }
            assert!(
                player.play().moves_made() > made,
                "{gesture:?}\n{}",
                player.frame()
            );
        }
        assert_eq!(player.play().standing(), Standing::Won, "{game}");
    }
}

#[test]
fn a_card_dropped_beside_its_places_goes_back() {
    let mut player = Player::at("freecell", 164);
    let from = player.play().sources()[0];
    let home = player.play().layout.piles.len() - 1;
    let top = player.play().layout.top(home);
    player.drag(from, top);
    assert!(player.play().hand.is_none());
}

#[test]
fn deals_are_chosen_by_difficulty() {
    let mut player = Player::at("black-hole", 1);
    assert_eq!(player.app.shelf.preferences.deals, Deals::Winnable);
    player.keys("W");
    assert_eq!(
        player.app.shelf.preferences.deals,
        Deals::Graded(Grade::Easy)
    );
    player.keys("n");
    assert_eq!(player.play().grade, Some(Grade::Easy));
    assert!(player.frame().contains("· easy"), "{}", player.frame());
    player.keys("WWWW");
    assert_eq!(player.app.shelf.preferences.deals, Deals::Any);
    let kept = serde_json::to_string(&player.app.shelf.preferences).unwrap();
    let again: patience_tui::shelf::Preferences = serde_json::from_str(&kept).unwrap();
    assert_eq!(again, player.app.shelf.preferences);
}

#[test]
fn the_daily_deal_is_won_and_in_the_calendar() {
    let mut player = Player::new();
    player.app.today = "2026-11-16".parse::<Date>().unwrap();
    player.app.shelf.preferences.oracle = OracleMode::Off;
    player.uncover("tripeaks");
    player.uncover("klondike");
    player.keys("D");
    let today = player.app.today;
    assert_eq!(player.play().daily, Some(today));
    let (game, deal) = (player.play().game(), player.play().session.deal_number());
    for move_ in solution(game, deal.unwrap()) {
        if player.play().standing() == Standing::Open {
            player.type_move(&move_);
        }
    }
    assert_eq!(player.play().standing(), Standing::Won, "{game}");
    assert_eq!(player.app.shelf.statistics.daily_streak(today), 1);
    player.keys("t");
    let frame = player.frame();
    assert!(
        frame.contains("16✓") && frame.contains("Won 1 day in a row"),
        "{frame}"
    );
}
