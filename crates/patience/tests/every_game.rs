//! Laws that hold in every game on the list.

use patience::{
    Budget, Cheats, Error, Limits, Mode, Outcome, Played, Request, Session, Settings, SplitMix64,
    Table, games, prospects,
};

/// Random positions of a game: a playout from each of some deals.
fn positions(name: &str, deals: u64) -> Vec<Box<dyn Table>> {
    let game = patience::find_game(name).expect("a game");
    let mut positions = Vec::new();
    for number in 1..=deals {
        let mut numbers = SplitMix64::new(number);
        let mut table = game.deal(number, &Settings::default()).expect("a deal");
        for _ in 0..60 {
            positions.push(table.clone());
            let moves = table.legal_moves();
            if moves.is_empty() {
                break;
            }
            table = table
                .play(&moves[numbers.below(moves.len())])
                .expect("a legal move")
                .0;
        }
    }
    positions
}

fn each_game(check: impl Fn(&'static str)) {
    for game in games() {
        check(game.about().name);
    }
}

#[test]
fn positions_read_back_what_they_write() {
    each_game(|name| {
        let game = patience::find_game(name).expect("a game");
        for table in positions(name, 5) {
            let again = game.read(&table.text(), &Settings::default());
            let again = again.unwrap_or_else(|error| panic!("{name}: {error}\n{}", table.text()));
            assert_eq!(again.text(), table.text(), "{name}");
            assert_eq!(again.legal_moves(), table.legal_moves(), "{name}");
        }
    });
}

#[test]
fn legal_moves_can_be_played_as_they_are_written() {
    each_game(|name| {
        for table in positions(name, 3) {
            for move_ in table.legal_moves() {
                let (_, written) = table.play(&move_).expect("a legal move");
                assert_eq!(written, move_, "{name}");
            }
        }
    });
}

#[test]
fn nonsense_is_refused_and_never_panics() {
    each_game(|name| {
        let game = patience::find_game(name).expect("a game");
        let table = game.deal(1, &Settings::default()).expect("a deal");
        for text in [
            "",
            " ",
            "x",
            "Draw Draw",
            "Remove",
            "♥",
            "-1",
            "0 0 -> 9 9",
            "zz",
            "1 2 3 4 5",
            "\u{0}",
        ] {
            assert!(table.play(text).is_err(), "{name}: `{text}`");
            assert!(
                game.read(text, &Settings::default()).is_err(),
                "{name}: `{text}`"
            );
        }
    });
}

#[test]
fn solutions_verify_and_shortened_ones_do_not() {
    each_game(|name| {
        let game = patience::find_game(name).expect("a game");
        let request = Request::default().with_mode(Mode::Fast);
        let mut solved = 0;
        for number in 1..=6 {
            let table = game.deal(number, &Settings::default()).expect("a deal");
            let limits = Limits {
                states: Some(300_000),
                bytes: Some(1 << 30),
                ..Limits::NONE
            };
            let report = table
                .solve(&request, &mut Budget::new(limits))
                .expect("an answer");
            if let Outcome::Solved(line) = report.outcome {
                assert!(
                    table.verify(&request.target, &line.moves).is_ok(),
                    "{name} {number}"
                );
                let shorter = &line.moves[..line.moves.len() - 1];
                assert!(matches!(
                    table.verify(&request.target, shorter),
                    Err(Error::Refused(_))
                ));
                solved += 1;
            }
        }
        assert!(solved > 0, "{name}: none of six deals was solved");
    });
}

#[test]
fn without_its_moves_a_solution_is_as_long_and_brings_as_much() {
    each_game(|name| {
        let game = patience::find_game(name).expect("a game");
        let table = game.deal(1, &Settings::default()).expect("a deal");
        let solve = |request: &Request| {
            let limits = Limits {
                states: Some(300_000),
                ..Limits::NONE
            };
            let report = table.solve(request, &mut Budget::new(limits));
            report.expect("an answer").outcome
        };
        let request = Request::default().with_mode(Mode::Fast);
        let mut written = solve(&request);
        if let Outcome::Solved(line) = &mut written {
            line.moves.clear();
        }
        assert_eq!(solve(&request.without_moves()), written, "{name}");
    });
}

/// Nothing is left to search there; Klondike's solver once looked for something
/// shorter without end.
#[test]
fn a_won_table_is_solved_at_once_with_no_moves() {
    each_game(|name| {
        let game = patience::find_game(name).expect("a game");
        let solve = |table: &dyn Table, mode: Mode, states: u64| {
            let limits = Limits {
                states: Some(states),
                ..Limits::NONE
            };
            let request = Request::default().with_mode(mode);
            let report = table.solve(&request, &mut Budget::new(limits));
            report.expect("an answer").outcome
        };
        let won = (1..=40).find_map(|number| {
            let mut table = game.deal(number, &Settings::default()).expect("a deal");
            let Outcome::Solved(line) = solve(&*table, Mode::Fast, 100_000) else {
                return None;
            };
            for move_ in &line.moves {
                table = table.play(move_).expect("a legal move").0;
            }
            Some(table)
        });
        let won = won.unwrap_or_else(|| panic!("{name}: no deal was solved"));
        for mode in [Mode::Short, Mode::Fast, Mode::Shortest] {
            let Outcome::Solved(line) = solve(&*won, mode, 10_000) else {
                panic!("{name}, {mode:?}: it is won");
            };
            assert!(line.moves.is_empty(), "{name}, {mode:?}: {:?}", line.moves);
        }
    });
}

#[test]
fn the_best_prospect_is_the_solution_of_the_table() {
    for name in ["pyramid", "tripeaks", "cluj"] {
        let game = patience::find_game(name).expect("a game");
        let mut solved = 0;
        for number in 1..=4 {
            let table = game.deal(number, &Settings::default()).expect("a deal");
            let request = Request::default();
            let report = table
                .solve(&request, &mut Budget::unlimited())
                .expect("an answer");
            let moves = prospects(&*table, &request, Limits::NONE, &Default::default());
            let moves = moves.expect("prospects");
            assert_eq!(moves.len(), table.legal_moves().len());
            let key = |line: &patience::Line| (line.cheats, line.length);
            let best = moves
                .iter()
                .filter_map(|one| one.outcome.solution().map(key))
                .min();
            assert_eq!(best, report.outcome.solution().map(key), "{name} {number}");
            solved += u32::from(best.is_some());
        }
        assert!(solved >= 2, "{name}: {solved} of four deals were solved");
    }
}

#[test]
fn without_cheating_a_move_wins_or_loses_for_good() {
    let game = patience::find_game("cluj").expect("a game");
    let request = Request::default().with_cheats(Cheats::Never);
    let mut won = 0;
    for number in 1..=10 {
        let table = game.deal(number, &Settings::default()).expect("a deal");
        let wins = table
            .solve(&request, &mut Budget::unlimited())
            .expect("an answer");
        let moves = prospects(&*table, &request, Limits::NONE, &Default::default());
        let mut moves = moves.expect("prospects").into_iter();
        let some_move_wins = moves.any(|one| {
            one.outcome
                .solution()
                .is_some_and(|line| line.cheats == Some(0))
        });
        assert_eq!(
            some_move_wins,
            wins.outcome.solution().is_some(),
            "{number}"
        );
        won += u32::from(some_move_wins);
    }
    assert_eq!(won, 2, "deals that need no cheat");
}

#[test]
fn a_session_undoes_and_redoes_without_limit_and_survives_saving() {
    each_game(|name| {
        let mut session = Session::deal(name, 3, &Settings::default()).expect("a session");
        let start = session.table().text();
        let mut numbers = SplitMix64::new(9);
        let mut made = 0;
        for _ in 0..40 {
            let moves = session.legal_moves();
            if moves.is_empty() {
                break;
            }
            let move_ = session.play(&moves[numbers.below(moves.len())]);
            assert!(!matches!(move_, Played::Refused(_)), "{name}");
            made += 1;
        }
        assert!(made >= 5, "{name}: only {made} moves");
        let end = session.table().text();
        let loaded = Session::load(&session.save()).expect("a saved session");
        assert_eq!(loaded.table().text(), end, "{name}");
        assert_eq!(loaded.save(), session.save(), "{name}");

        for _ in 0..made {
            assert!(session.undo(), "{name}");
        }
        assert!(!session.undo());
        assert_eq!(session.table().text(), start, "{name}");
        let half_way = Session::load(&session.save()).expect("a saved session");
        assert_eq!(half_way.save(), session.save(), "{name}");
        for _ in 0..made {
            assert!(session.redo(), "{name}");
        }
        assert!(!session.redo());
        assert_eq!(session.table().text(), end, "{name}");
        session.restart();
        assert_eq!(session.table().text(), start, "{name}");
    });
}

#[test]
fn a_refused_move_changes_nothing() {
    each_game(|name| {
        let mut session = Session::deal(name, 1, &Settings::default()).expect("a session");
        let before = session.save();
        assert!(matches!(session.play("no such move"), Played::Refused(_)));
        assert_eq!(session.save(), before, "{name}");
    });
}

#[test]
fn a_damaged_session_is_refused_with_its_line() {
    let mut session = Session::deal("pyramid", 1, &Settings::default()).expect("a session");
    session.play("Draw");
    let saved = session.save();
    for (from, to, line) in [
        ("patience session 1", "patience session 9", "1:1"),
        ("game: pyramid", "gamble: pyramid", "2:1"),
        ("deal: 1", "deal: one", "3:1"),
        ("autoplay: safe", "autoplay: sometimes", "4:1"),
        ("  Draw", "  Fold", "6:1"),
        ("moves:", "moves", "5:1"),
    ] {
        let damaged = saved.replace(from, to);
        assert_ne!(damaged, saved);
        let error = Session::load(&damaged).expect_err("refused").to_string();
        assert!(error.starts_with(line), "{from} -> {to}: {error}");
    }
    assert!(Session::load("").is_err());
}

#[test]
fn names_and_aliases_are_unique() {
    let mut names: Vec<_> = games()
        .iter()
        .flat_map(|game| {
            game.about()
                .aliases
                .iter()
                .copied()
                .chain([game.about().name])
        })
        .collect();
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
