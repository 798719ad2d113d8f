//! KPatience's Spider: 94 cards are unseen at the start. The rows of the stock are
//! dealt and taken back, the others are turned up on several ways through the deal,
//! until all are known; then it is solved and played.
//!
//! KPatience can deal with all cards face up: so the deal numbers are compared card
//! by card.

use patience::{Action, Mode, Settings, Table};
use patience_screen::player::FrameReader as _;
use patience_screen::player::compare::compare;
use patience_screen::vision::{Deck, Face};
use patience_screen::{Eyes as _, Hands as _};

use super::Kpatience;

/// Deals that are played. The first one takes the fewest moves.
const DEALS: [u64; 10] = [3, 1, 2, 4, 5, 6, 7, 8, 9, 10];

/// Deals that are only read: with numbers of all lengths.
const READ: [u64; 4] = [7, 1_234, 999_999, 2_000_000_000];

/// The deal by which the cards are learned.
const CALIBRATED: u64 = 617;

/// A high window: columns grow long, and the stock is at the lower edge.
const SIZE: (u32, u32) = (1120, 1240);

/// A window of FreeCell whose cards are as large as those of Spider.
const FREECELL_SIZE: (u32, u32) = (961, 721);

/// The cards, learned from FreeCell.
fn learn() -> Option<Deck> {
    let mut freecell = Kpatience::start("freecell");
    let (width, height) = FREECELL_SIZE;
    freecell.desk.resize(freecell.window, width, height);
    freecell.calibrate(CALIBRATED);
    freecell.deck.take()
}

/// Spider with so many suits, and all cards face up if that is wanted.
fn open(suits: u32, is_open: bool, deck: Option<Deck>) -> Kpatience {
    let option = format!(
        "SpiderSuits={suits}\nSpiderStackFaceup={}",
        u32::from(is_open)
    );
    let mut program = Kpatience::start_with("spider", None, &option);
    let wanted = Settings::default().with("suits", suits);
    program.profile = program.profile.with_settings(&wanted);
    program.desk.resize(program.window, SIZE.0, SIZE.1);
    // FreeCell has each card once.
    let names = program.profile.game().expect("a game").about().cards;
    program.deck = deck.map(|mut deck| {
        deck.names = names;
        deck
    });
    program
}

/// Spider with so many suits. The back is learned here.
fn start(suits: u32, deck: Option<Deck>) -> Kpatience {
    let mut program = open(suits, false, deck);
    program.calibrate(CALIBRATED);
    program
}

/// The next row of the stock.
fn dealt(table: &dyn Table) -> Box<dyn Table> {
    let moves = table.legal_moves().into_iter();
    let mut deals = moves.filter(|move_| table.action(move_) == Ok(Action::Draw));
    let deal = deals.next().expect("a row is left");
    table.play(&deal).expect("legal").0
}

impl Kpatience {
    /// The row that KPatience deals by a key.
    fn deal_row(&mut self) {
        self.hands.focus(self.window).expect("focus");
        let before = self.at_rest();
        self.hands.key("Return").expect("typed");
        while self.hands.capture(self.window).expect("a frame") == before {
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }

    /// All cards of the columns are those of the table, also the ones that are face
    /// down by the rules.
    fn assert_shows(&mut self, number: u64, table: &dyn Table) {
        let frame = self.at_rest();
        let reading = self.reader().read(&frame).expect("read");
        for pile in table.layout().piles {
            if !pile.name.starts_with("column") {
                continue;
            }
            let seen = reading.pile(&pile.name).expect("seen");
            let seen: Vec<_> = seen.cards.iter().map(|card| card.face.clone()).collect();
            let cards = pile.cards.iter().map(|card| Face::Up(card.card.clone()));
            let cards: Vec<_> = cards.collect();
            assert_eq!(seen, cards, "deal {number}, {}", pile.name);
        }
    }
}

/// All 104 cards of each deal are those of its number.
fn assert_numbers(suits: u32, numbers: &[u64], deck: Option<Deck>) {
    let mut program = open(suits, true, deck);
    for number in numbers {
        program.deal(*number);
        let mut table = program.truth(*number);
        program.assert_shows(*number, &*table);
        for _ in 0..5 {
            program.deal_row();
            table = dealt(&*table);
            program.assert_shows(*number, &*table);
        }
    }
}

fn win(deals: &[u64], suits: u32) {
    let mut program = start(suits, learn());
    for number in deals {
        program.win(*number, Mode::Short);
    }
    assert_eq!(program.own_count_of_wins() as usize, deals.len());
}

#[test]
#[ignore = "needs KPatience"]
fn face_down_cards_of_spider_and_rows_of_its_stock_are_read() {
    let mut program = start(4, learn());
    for number in READ {
        program.deal(number);
        program.assert_read(number);
    }
    let number = READ[READ.len() - 1];
    let mut table = program.truth(number);
    for _ in 0..5 {
        program.deal_row();
        table = dealt(&*table);
        let frame = program.at_rest();
        let reading = program.reader().read(&frame).expect("read");
        assert_eq!(compare(&table.layout(), &reading), Ok(Vec::new()));
    }
}

#[test]
#[ignore = "needs KPatience"]
fn a_deal_of_spider_is_turned_up_and_played_to_its_own_end() {
    win(&DEALS[..1], 2);
}

mod slow {
    use super::{DEALS, READ, assert_numbers, learn, win};

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn deals_of_spider_are_those_of_their_numbers() {
        let deck = learn();
        for suits in [4, 2, 1] {
            assert_numbers(suits, &READ, deck.clone());
        }
    }

    // A deal takes some minutes.
    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn five_deals_with_four_suits_are_turned_up_and_played_to_their_own_end() {
        win(&DEALS[..5], 4);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn five_deals_with_two_suits_are_turned_up_and_played_to_their_own_end() {
        win(&DEALS[..5], 2);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn ten_deals_with_one_suit_are_turned_up_and_played_to_their_own_end() {
        win(&DEALS, 1);
    }
}
