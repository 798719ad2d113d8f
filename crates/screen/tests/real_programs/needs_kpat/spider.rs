//! KPatience's Spider with two suits: 94 cards are unseen at the start. They are
//! turned up on several ways through the deal, until all are known; then it is
//! solved and played.
//!
//! That the cards which are read are those of the number in the window's title
//! confirms the deal numbers, too.

use patience::Mode;
use patience_screen::vision::Deck;

use super::Kpatience;

/// Deals that are played.
const DEALS: [u64; 20] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
];

/// Deals that are only read: with numbers of all lengths.
const READ: [u64; 4] = [7, 1_234, 999_999, 2_000_000_000];

/// The deal by which the cards are learned.
const CALIBRATED: u64 = 617;

/// A high window: columns grow long, and the stock is at the lower edge.
const SIZE: (u32, u32) = (1120, 1240);

/// A window of FreeCell whose cards are about as large as those of Spider.
const FREECELL_SIZE: (u32, u32) = (961, 721);

/// The cards, learned from FreeCell.
fn learn() -> Option<Deck> {
    let mut freecell = Kpatience::start("freecell");
    let (width, height) = FREECELL_SIZE;
    freecell.desk.resize(freecell.window, width, height);
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

fn win(deals: &[u64]) {
    let mut program = start();
    for number in deals {
        program.win(*number, Mode::Short);
    }
    assert_eq!(program.own_count_of_wins() as usize, deals.len());
}

#[test]
#[ignore = "needs KPatience"]
fn deals_of_spider_are_those_of_their_numbers() {
    let mut program = start();
    for number in READ {
        program.deal(number);
        program.assert_read(number);
    }
}

mod slow {
    use super::{DEALS, win};

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn a_deal_of_spider_is_turned_up_and_played_to_its_own_end() {
        win(&DEALS[..1]);
    }

    // A deal takes some minutes.
    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn twenty_deals_of_spider_are_turned_up_and_played_to_their_own_end() {
        win(&DEALS);
    }
}
