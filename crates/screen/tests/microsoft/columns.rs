//! Long columns of FreeCell: the program presses them until little more than the
//! ranks is seen.

use patience::SplitMix64;
use patience_screen::Eyes as _;
use patience_screen::vision::{Face, Geometry, Reader};

use crate::{Calibrated, WINDOW, profile, window};

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
    let mut columns = vec![cards];
    columns.extend((0..7).map(|column| rest.iter().skip(column).step_by(7).cloned().collect()));
    let lines = columns.iter().map(|column| column.join(" "));
    lines.collect::<Vec<_>>().join("\n")
}

/// The number of cards is right, and no card is wrong and unmarked.
fn are_read(lengths: impl Iterator<Item = usize>, scales: &[(f32, u32)], may_be_real: bool) {
    let calibrated = Calibrated::new("freecell", may_be_real);
    let profile = profile("freecell");
    for long in lengths {
        for &(scale, bar) in scales {
            let mut window = window("freecell", 1, scale, bar, may_be_real);
            window.lay(&position(long as u64, long));
            let frame = window.capture(WINDOW).expect("a frame");
            let geometry = Geometry::find_by(&frame, &profile, &calibrated.deck).expect("found");
            let reader = Reader::with_geometry(&profile, &calibrated.deck, geometry);
            let reading = reader.read(&frame).expect("read");
            let layout = window.table.layout();
            for pile in layout
                .piles
                .iter()
                .filter(|it| it.name.starts_with("column"))
            {
                let what = format!("{} of {long} cards at {scale}", pile.name);
                let read = reading.pile(&pile.name).expect("a column");
                assert_eq!(read.cards.len(), pile.cards.len(), "{what}");
                for (read, is) in read.cards.iter().zip(&pile.cards) {
                    let is_marked = read.doubtful || read.guessed;
                    let is_right = read.face == Face::Up(is.card.clone());
                    assert!(is_right || is_marked, "{what}: {read:?} is {}", is.card);
                }
            }
        }
    }
}

#[test]
fn columns_pressed_to_nineteen_cards_are_read() {
    are_read(
        [7, 12, 15, 18, 19].into_iter(),
        &[(1.0, 0), (1.25, 40)],
        true,
    );
}

#[test]
fn pressed_columns_drawn_by_ourselves_are_read_alike() {
    are_read([14, 18].into_iter(), &[(1.0, 0)], false);
}

mod slow {
    use super::are_read;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn columns_of_every_length_are_read_at_every_scale() {
        are_read(1..=19, &[(1.0, 0), (1.25, 40), (1.5, 0), (2.0, 64)], true);
    }
}
