//! The table of perft counts in testdata, the contract of every generator of
//! legal moves for this family.

use std::path::Path;

use patience_rules::Rules as _;
use patience_rules::freecell::FreeCell;
use patience_rules::perft::perft;

use crate::{deals_wanted, replayer};

#[test]
fn the_table_of_perft_counts_holds() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/freecell.perft");
    let text = std::fs::read_to_string(&file).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    for row in rows.map(|line| line.split_whitespace().collect::<Vec<_>>()) {
        let [name, number, counts @ ..] = row.as_slice() else {
            panic!("{row:?}");
        };
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
            // The replayer tries every thinkable move and takes its time.
            if u64::from(depth) <= deals_wanted(2, 3) {
                assert_eq!(
                    game.perft(&table, depth),
                    expected,
                    "{name} {number} {depth}"
                );
            }
        }
    }
}
