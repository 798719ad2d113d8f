//! The oracle and the command agree: every move of a table, judged by the one,
//! and the table after it, solved by the other.

use patience::oracle::{Oracle, Verdict};
use patience::{Budget, Cancel, Cheats, Mode, Request, SplitMix64, Table, find_game};

use crate::common::patience_with_input;

/// A table from the middle of a game: part of a solution, then moves at random.
fn middle_game(game: &str, number: u64) -> Box<dyn Table> {
    let fast = Request {
        mode: Mode::Fast,
        ..Request::default()
    };
    let mut random = SplitMix64::new(number);
    let dealer = find_game(game).expect("a game");
    let mut table = dealer.deal(number, &Default::default()).expect("a deal");
    let report = table
        .solve(&fast, &mut Budget::unlimited())
        .expect("an answer");
    let line = report
        .outcome
        .solution()
        .map_or(vec![], |line| line.moves.clone());
    let sound = random.below(line.len() * 3 / 4 + 1);
    for played in &line[..sound] {
        table = table.play(played).expect("a solution replays").0;
    }
    for _ in 0..random.below(6) {
        let moves = table.legal_moves();
        if moves.is_empty() {
            break;
        }
        let played = &moves[random.below(moves.len())];
        table = table.play(played).expect("a legal move").0;
    }
    table
}

/// Compares every move of some tables, and returns how many were compared.
fn compare(game: &str, request: Request, words: &[&str]) -> usize {
    // All fifty take the command three thousand runs.
    let tables = if std::env::var_os("PATIENCE_TEST_ALL").is_some() {
        50
    } else {
        3
    };
    let mut compared = 0;
    for number in 101..101 + tables {
        let table = middle_game(game, number);
        let mut oracle = Oracle::new(request);
        oracle.look_at(&*table).expect("a table");
        while oracle
            .think(&Cancel::default(), 200_000)
            .expect("no wrong answer")
        {}
        for (played, verdict) in oracle.look().moves {
            let after = table.play(&played).expect("a legal move").0.text();
            let mut command = vec!["solve", game, "-", "--fast", "--max-states", "5000000"];
            command.extend(words);
            let run = patience_with_input(&command, after.as_bytes());
            let code = match verdict {
                Verdict::Wins(_) => 0,
                Verdict::Loses => 1,
                Verdict::Unknown | Verdict::Chance(_) => continue,
            };
            assert_eq!(
                run.code,
                Some(code),
                "{played}: {verdict:?}\n{after}\n{}",
                run.out
            );
            compared += 1;
        }
    }
    compared
}

#[test]
fn every_move_is_judged_as_the_command_solves_the_table_after_it() {
    for game in ["pyramid", "tripeaks", "freecell"] {
        assert!(compare(game, Request::default(), &[]) > 0, "{game}");
    }
    let never = Request {
        cheats: Cheats::Never,
        ..Request::default()
    };
    assert!(compare("cluj", never, &["--no-cheat"]) > 0);
}
