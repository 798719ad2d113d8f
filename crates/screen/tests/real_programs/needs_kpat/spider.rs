//! KPatience's Spider with two suits: 94 cards are unseen at the start. They are
//! turned up on several ways through the deal, until all are known; then it is
//! solved and played.
//!
//! That the cards which are read are those of the number in the window's title
//! confirms the deal numbers, too.

use patience::Mode;
use patience_screen::vision::Deck;

use super::Kpatience;

/// Deals, the one that takes the fewest moves first.
const DEALS: [u64; 20] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
];

/// Deals that are only read: with numbers of all lengths.
const READ: [u64; 4] = [7, 1_234, 999_999, 2_000_000_000];

/// The deal by which the cards are learned.
const CALIBRATED: u64 = 617;

/// A high window: columns grow long, and the stock is at the lower edge.
const SIZE: (u32, u32) = (1120, 1240);

/// The cards, learned from FreeCell.
fn learn() -> Option<Deck> {
    let mut freecell = Kpatience::start("freecell");
    freecell.calibrate(CALIBRATED);
    freecell.deck.take()
}

/// Spider as it is when installed: with two suits. The back is learned here.
fn start() -> Kpatience {
    let deck = learn();
    let mut program = Kpatience::start("spider");
    program.desk.resize(program.window, SIZE.0, SIZE.1);
    program.deck = deck;
    program.calibrate(CALIBRATED);
    program
}

fn win(deals: &[u64], read: &[u64]) {
    let mut program = start();
    for number in read {
        program.deal(*number);
        program.assert_read(*number);
    }
    for number in deals {
        program.win(*number, Mode::Short);
    }
    assert_eq!(program.own_count_of_wins() as usize, deals.len());
}

#[test]
#[ignore = "needs KPatience"]
fn deals_of_spider_are_read_and_one_is_turned_up_and_played_to_its_own_end() {
    win(&DEALS[..1], &READ);
}

mod slow {
    use super::{DEALS, win};

    // A deal takes some minutes.
    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn twenty_deals_of_spider_are_turned_up_and_played_to_their_own_end() {
        win(&DEALS, &[]);
    }
}
