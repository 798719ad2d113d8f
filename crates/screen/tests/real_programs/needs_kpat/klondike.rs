//! KPatience's Klondike: 21 cards lie face down. They are turned up card by card,
//! on several ways through the deal, until all are known; then it is solved and
//! played.

use patience::{Mode, Settings};
use patience_screen::player::compare::compare;
use patience_screen::player::{FrameReader as _, Manner, Player};
use patience_screen::position;
use patience_screen::vision::Deck;

use super::{Kpatience, saved};

/// Deals that can be won and whose cards can be turned up within 100,000 positions
/// a card. The first one takes the fewest moves.
const DEALS: [u64; 20] = [
    22, 1, 4, 5, 6, 7, 10, 15, 18, 19, 20, 23, 24, 25, 27, 28, 29, 30, 31, 34,
];

/// The same with three cards a draw.
const DEALS_BY_THREE: [u64; 5] = [22, 30, 76, 28, 18];

/// The deal by which the cards are learned.
const CALIBRATED: u64 = 617;

/// A window whose cards are as large as those of FreeCell in the usual one, and
/// where the longest column shows every rank.
const SIZE: (u32, u32) = (944, 900);

/// Cards that a deal does not show after the stock was drawn through: 21 lie face
/// down; of three cards a draw, two cover each other's ranks.
const fn unseen(draw: u64) -> usize {
    match draw {
        1 => 21,
        _ => 21 + 16,
    }
}

/// A flat window, in which KPatience presses long columns together.
const FLAT: (u32, u32) = (1200, 680);

/// The longest column there is: the strips of its cards show half of their ranks.
const LONG_COLUMN: &str = "
1: | 3d
2: 2c | 4d
3: 3c 4c | 5d
4: 5c 6c 7c | 6d
5: 8c 9c Tc Jc | 7d
6: Qc Kc Ad 2d 8d | 9d
7: Td Jd Qd Kd Ac Ah | Ks Qh Js Th 9s 8h 7s 6h 5s 4h 3s 2h As
Stock: Qs Jh Ts 9h 8s 7h 6s 5h 4s 3h 2s Kh
";

/// The cards, learned from FreeCell.
fn learn() -> Option<Deck> {
    let mut freecell = Kpatience::start("freecell");
    freecell.calibrate(CALIBRATED);
    freecell.deck.take()
}

/// Klondike with so many cards a draw. The back is learned here.
fn start(draw: u64, deck: Option<Deck>) -> Kpatience {
    let option = format!("KlondikeEasy={}", draw == 1);
    let mut program = Kpatience::start_with("klondike", None, &option);
    let wanted = Settings::default().with("draw", draw as u32);
    program.profile = program.profile.with_settings(&wanted);
    program.desk.resize(program.window, SIZE.0, SIZE.1);
    program.deck = deck;
    program.calibrate(CALIBRATED);
    program
}

impl Kpatience {
    /// Draws through the stock: all cards of the table but those face down.
    fn assert_scanned(&mut self, number: u64, draw: u64) {
        let reader = self.reader();
        let manner = Manner::of(&self.profile);
        let game = self.profile.game().expect("a game");
        let window = self.window;
        let hands = &mut self.hands;
        let mut player = Player::new(hands, &reader, &manner, window, Default::default());
        if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
            let log = patience_screen::player::Log::in_folder(folder.as_ref());
            player = player.with_log(log.expect("a log"));
        }
        let readings = player.scan(game, true).expect("drawn through");
        let text = position::text(game, &readings).expect("a position");
        let table = game.read(&text, &self.profile.settings).expect("a table");
        let unknown = table.unknown_cards();
        assert_eq!(unknown, unseen(draw), "deal {number}: {text}");
        let truth = self.truth(number);
        let layout = table.layout();
        for (pile, real) in layout.piles.iter().zip(&truth.layout().piles) {
            for (card, real) in pile.cards.iter().zip(&real.cards) {
                assert!(card.card.is_empty() || card.card == real.card, "{text}");
            }
        }
        let frame = self.at_rest();
        let reading = self.reader().read(&frame).expect("read");
        assert_eq!(compare(&truth.layout(), &reading), Ok(Vec::new()));
    }
}

fn win(deals: &[u64], draw: u64, deck: Option<Deck>) {
    let mut program = start(draw, deck);
    program.assert_scanned(CALIBRATED, draw);
    for number in deals {
        program.win(*number, Mode::Short);
    }
    assert_eq!(program.own_count_of_wins() as usize, deals.len());
}

#[test]
#[ignore = "needs KPatience"]
fn a_deal_is_turned_up_and_played_to_its_own_end_and_one_by_three_is_read() {
    let deck = learn();
    win(&DEALS[..1], 1, deck.clone());
    // To turn up the cards of such a deal takes minutes: the stock is drawn through
    // again for nearly each of them.
    start(3, deck).assert_scanned(CALIBRATED, 3);
}

#[test]
#[ignore = "needs KPatience"]
fn the_longest_column_is_read_in_a_flat_window() {
    let mut program = start(1, learn());
    let deck = program.deck.take();
    let other_suits = |letter: char| match letter {
        's' => 'c',
        'c' => 's',
        'h' => 'd',
        'd' => 'h',
        other => other,
    };
    // Every rank in every suit.
    let (columns, stock) = LONG_COLUMN.split_once("Stock").expect("two parts");
    let other = |text: &str| -> String { text.chars().map(other_suits).collect() };
    let other = [other(columns), other(stock)].join("Stock");
    for text in [LONG_COLUMN, &other] {
        let game = program.profile.game().expect("a game");
        let table = game.read(text, &program.profile.settings);
        let table = table.expect("a position");
        let file = program.desk.file("long.kpat");
        std::fs::write(&file, saved(&*table, "klondike")).expect("written");
        let mut long = Kpatience::start_with("klondike", file.to_str(), "");
        long.deck.clone_from(&deck);
        for (width, height) in [FLAT, SIZE] {
            long.desk.resize(long.window, width, height);
            let frame = long.at_rest();
            let reading = long.reader().read(&frame).expect("read");
            assert_eq!(compare(&table.layout(), &reading), Ok(Vec::new()));
        }
    }
}

mod slow {
    use super::{DEALS, DEALS_BY_THREE, learn, win};

    // A deal takes about a hundred seconds.
    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn twenty_deals_are_turned_up_and_played_to_their_own_end() {
        win(&DEALS, 1, learn());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs KPatience"]
    fn five_deals_by_three_are_turned_up_and_played_to_their_own_end() {
        win(&DEALS_BY_THREE, 3, learn());
    }
}
