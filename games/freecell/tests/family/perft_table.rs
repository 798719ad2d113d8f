//! The perft table of the family, which the rules and the replayer agree with.

use patience_freecell::rules::FreeCell;
use patience_rules::Rules as _;
use patience_rules::perft::perft;

use crate::replayer;

/// Checks the rules to the end of the table, and the replayer to this depth:
/// it tries every conceivable move, which is slow.
fn table_holds(depth_of_replayer: u32) {
    let table = include_str!("../../perft.txt");
    let rows: Vec<_> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert_eq!(rows.len(), 3 * FreeCell::ALL.len());
    for row in rows.iter().map(|line| line.split(' ').collect::<Vec<_>>()) {
        let [name, number, counts @ ..] = row.as_slice() else {
            panic!("{row:?}");
        };
        assert_eq!(counts.len(), 3, "{row:?}");
        let rules = FreeCell::named(name).unwrap();
        let game = replayer::GAMES
            .iter()
            .find(|game| game.name == *name)
            .unwrap();
        let deal = rules.deal(number.parse().unwrap());
        let table = game.read(&rules.write_state(&deal));
        for (expected, depth) in counts.iter().zip(1..) {
            let expected: u64 = expected.parse().unwrap();
            assert_eq!(
                perft(&rules, &deal, depth),
                expected,
                "{name} {number} {depth}"
            );
            if depth <= depth_of_replayer {
                assert_eq!(
                    game.perft(&table, depth),
                    expected,
                    "{name} {number} {depth}"
                );
            }
        }
    }
}

#[test]
fn perft_is_what_the_table_says() {
    table_holds(2);
}

mod slow {
    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn the_replayer_agrees_to_the_end_of_the_table() {
        super::table_holds(3);
    }
}
