//! `patience bench` prints what is pinned in `games/*/bench.txt`: a solver's
//! search does not change unless a commit says so.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::patience;

/// A row of the table, in words: game, deals, solved, impossible, unknown,
/// states.
type Row = Vec<String>;

/// The pinned rows by game, and whether the row is marked as slow.
fn pinned() -> BTreeMap<String, (Row, bool)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut rows = BTreeMap::new();
    for game in std::fs::read_dir(folder).expect("the games") {
        let file = game.expect("a folder").path().join("bench.txt");
        let text = std::fs::read_to_string(file).unwrap_or_default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut row: Row = line.split_whitespace().map(str::to_owned).collect();
            let is_slow = row.pop_if(|word| word == "slow").is_some();
            assert_eq!(row.len(), 6, "{line}");
            let twice = rows.insert(row[0].clone(), (row, is_slow));
            assert!(twice.is_none(), "pinned twice: {line}");
        }
    }
    rows
}

fn states(row: &Row) -> u64 {
    row[5].replace(',', "").parse().expect("a number of states")
}

/// Runs `patience bench` on the slow games or on the others.
fn compare(slow: bool) {
    let mut pinned = pinned();
    pinned.retain(|_, (_, is_slow)| *is_slow == slow);
    let mut words = vec!["bench"];
    words.extend(pinned.keys().map(String::as_str));
    assert!(words.len() > 1, "there is no such game");
    let run = patience(&words);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let lines: Vec<_> = run.out.lines().collect();
    let [_, rows @ .., total] = lines.as_slice() else {
        panic!("no table: {}", run.out);
    };
    let searched: Vec<_> = rows
        .iter()
        .map(|line| {
            let mut row: Row = line.split_whitespace().map(str::to_owned).collect();
            row.pop().expect("the seconds");
            row
        })
        .collect();
    let expected: Vec<_> = pinned.into_values().map(|(row, _)| row).collect();
    assert_eq!(searched, expected, "this is now so:\n{}", run.out);
    let sum: u64 = expected.iter().map(states).sum();
    assert_eq!(*total, format!("states searched: {sum}"));
}

#[test]
fn every_game_has_its_states_pinned() {
    let pinned = pinned();
    let mut games: Vec<_> = ::patience::games()
        .iter()
        .map(|game| game.about().name)
        .collect();
    games.sort_unstable();
    assert!(pinned.keys().eq(&games), "{:?}\n{games:?}", pinned.keys());
}

#[test]
fn quick_games_search_the_pinned_states() {
    compare(false);
}

mod slow {
    use super::compare;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn slow_games_search_the_pinned_states() {
        compare(true);
    }
}
