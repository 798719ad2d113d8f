//! Long columns of KPatience's FreeCell: the longer they are, the less of a card is
//! seen under the next one.

use patience::{SplitMix64, Table};
use patience_screen::player::FrameReader as _;
use patience_screen::player::compare::compare;
use patience_screen::vision::Face;

use super::{Kpatience, LARGE, NATIVE, SMALL, saved};

/// All cards in some order, the first of them in one column.
fn position(seed: u64, long: usize) -> String {
    let mut cards: Vec<String> = "A23456789TJQK"
        .chars()
        .flat_map(|rank| "cdhs".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    let mut numbers = SplitMix64::new(seed);
    for index in (1..cards.len()).rev() {
        cards.swap(index, numbers.below(index + 1));
    }
    let rest = cards.split_off(long);
    // The long column is another one each time.
    let mut columns: Vec<Vec<_>> = (0..7)
        .map(|column| rest.iter().skip(column).step_by(7).cloned().collect())
        .collect();
    columns.insert(numbers.below(8), cards);
    let lines = columns.iter().map(|column| column.join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

impl Kpatience {
    /// A position of FreeCell in a window of its own.
    fn lay(&self, table: &dyn Table) -> Self {
        let file = self.desk.file("long.kpat");
        std::fs::write(&file, saved(table, "freecell")).expect("written");
        let mut long = Self::start_with("freecell", file.to_str(), "");
        long.deck.clone_from(&self.deck);
        long
    }

    /// The table is what the player expects, and no card is wrong and unmarked. How
    /// many are in doubt.
    fn assert_reads(&mut self, table: &dyn Table, what: &str) -> usize {
        let frame = self.at_rest();
        let reading = self.reader().read(&frame).expect("read");
        if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
            let file = format!("{what}.png");
            frame
                .save(&std::path::Path::new(&folder).join(file))
                .expect("kept");
        }
        let doubtful = reading.doubtful();
        for pile in table.layout().piles {
            if !pile.name.starts_with("column") {
                continue;
            }
            let read = reading.pile(&pile.name).expect("a pile");
            assert_eq!(read.cards.len(), pile.cards.len(), "{}, {what}", pile.name);
            for (read, is) in read.cards.iter().zip(&pile.cards) {
                let is_right = read.face == Face::Up(is.card.clone());
                let where_ = &pile.name;
                assert!(
                    is_right || read.doubtful || read.guessed,
                    "{where_}, {what}: {read:?} is {}",
                    is.card
                );
            }
        }
        let compared = compare(&table.layout(), &reading);
        assert_eq!(compared, Ok(Vec::new()), "{what}, {doubtful} in doubt");
        eprintln!("{what}: {doubtful} in doubt");
        doubtful
    }
}

/// The King under the Jack was taken for an Ace: the place of the usual step shows the
/// lower part of it, and the upper part of the next card.
const KING_UNDER_JACK: &str = "
Ks Qh Jc Ac 2s
5d Td Js 4h Ad 3s
Jh Kc 7s Kh 3c Kd Qc Jd Tc 9d
5s 2d As 7h 9c Ah
Qd Th Ts 9s 8h
Qs 8s 4c 9h 8c 7d 6c
3d 2c 6h 5h 4s 3h
8d 7c 6d 5c 4d 6s 2h
";

/// How many cards are in doubt.
fn are_read(positions: impl Iterator<Item = String>, sizes: &[(u32, u32)]) -> usize {
    let mut doubtful = 0;
    let mut program = Kpatience::start("freecell");
    program.calibrate(617);
    for text in positions {
        let game = program.profile.game().expect("a game");
        let table = game.read(&text, &program.profile.settings);
        let table = table.expect("a position");
        let mut long = program.lay(&*table);
        let columns = text.lines().max_by_key(|column| column.len());
        for (width, height) in sizes {
            long.desk.resize(long.window, *width, *height);
            let what = format!("{columns:?} in {width} by {height}");
            doubtful += long.assert_reads(&*table, &what);
        }
    }
    doubtful
}

#[test]
#[ignore = "needs KPatience"]
fn columns_that_freecell_presses_are_read() {
    let positions = [KING_UNDER_JACK.to_owned(), position(1, 9), position(2, 12)];
    assert_eq!(are_read(positions.into_iter(), &[NATIVE]), 0);
}

mod slow {
    use super::{LARGE, NATIVE, SMALL, are_read, position};

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn columns_of_every_length_are_read_at_every_size() {
        are_read(
            (7..=19).flat_map(|length| (1..=2).map(move |seed| position(seed, length))),
            &[NATIVE, LARGE, SMALL],
        );
    }
}
