//! The oracle and the command agree: every move of a table, judged by the one,
//! and the table after it, solved by the other.

use patience::oracle::{Oracle, Verdict};
use patience::{Budget, Cancel, Cheats, Mode, Request, SplitMix64, Table, find_game};

use crate::common::patience_with_input;

/// A table from the middle of a game: part of a solution, then moves at random.
fn middle_game(game: &str, number: u64) -> Box<dyn Table> {
    let fast = Request::default().with_mode(Mode::Fast);
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
    for move_ in &line[..sound] {
        table = table.play(move_).expect("a solution replays").0;
    }
    for _ in 0..random.below(6) {
        let moves = table.legal_moves();
        if moves.is_empty() {
            break;
        }
        let move_ = &moves[random.below(moves.len())];
        table = table.play(move_).expect("a legal move").0;
    }
    table
}

/// Compares every move of some tables, and returns how many of them win and
/// how many lose.
fn compare(game: &str, request: Request, words: &[&str], tables: u64) -> (usize, usize) {
    let (mut wins, mut loses) = (0, 0);
    for number in 101..101 + tables {
        let table = middle_game(game, number);
        let mut oracle = Oracle::new(request);
        oracle.look_at(&*table).expect("a table");
        while oracle
            .think(&Cancel::default(), 200_000)
            .expect("no wrong answer")
        {}
        for (move_, verdict) in oracle.look().moves {
            let after = table.play(&move_).expect("a legal move").0.text();
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
                "{move_}: {verdict:?}\n{after}\n{}",
                run.out
            );
            wins += usize::from(code == 0);
            loses += usize::from(code == 1);
        }
    }
    (wins, loses)
}

/// Compares some tables of every game, at least so many moves that win and
/// that lose.
fn compare_all(tables: u64, least: [(&str, usize, usize); 4]) {
    for (game, wins, loses) in least {
        let (request, words) = match game {
            "cluj" => (
                Request::default().with_cheats(Cheats::Never),
                &["--no-cheat"][..],
            ),
            _ => (Request::default(), &[][..]),
        };
        let found = compare(game, request, words, tables);
        assert!(found.0 >= wins && found.1 >= loses, "{game}: {found:?}");
    }
}

#[test]
fn every_move_is_judged_as_the_command_solves_the_table_after_it() {
    let least = [
        ("pyramid", 1, 1),
        ("tripeaks", 1, 0),
        ("freecell", 1, 0),
        ("cluj", 1, 1),
    ];
    compare_all(3, least);
}

mod slow {
    use super::compare_all;

    /// The command runs three thousand times.
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn every_move_of_fifty_tables_is_judged_as_the_command_solves_the_table_after_it() {
        let least = [
            ("pyramid", 1, 1),
            ("tripeaks", 1, 1),
            ("freecell", 1, 1),
            ("cluj", 1, 1),
        ];
        compare_all(50, least);
    }
}
