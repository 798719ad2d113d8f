//! Our own page as if no profile knew it: described from its window and the answers
//! of a player, then read and played.

use patience::{Mode, Request, Table};
use patience_screen::Eyes as _;
use patience_screen::calibrate::{self, KnownPile};
use patience_screen::discover::{self, NewProfile, Program, Shown};
use patience_screen::player::FrameReader as _;
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::store;
use patience_screen::vision::{Face, Geometry};

use super::{Browser, SIZE, chosen, deal, title, won};
use crate::scripted::{Script, after_draws};

/// Describes a game by its first deal.
fn describe(browser: &mut Browser, game: &str) -> NewProfile {
    let mut page = browser.open(game, 1);
    let frame = page.at_rest();
    if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
        let file = std::path::Path::new(&folder).join(format!("{game}.png"));
        frame.save(&file).expect("kept");
    }
    // A new deal has its number in the title.
    let mut eyes = page.browser.desk.hands();
    let window = page.window;
    let mut script = Script::naming(|shown| {
        let title = eyes.title(window).expect("a title");
        let digits: String = title.chars().filter(char::is_ascii_digit).collect();
        name(&*deal(game, digits.parse().expect("a number")), shown)
    });
    // Where the table is in the built-in profile.
    let profile = page.profile.as_ref();
    let built_in = profile.map(|profile| {
        let geometry = Geometry::find(&frame, profile).expect("found");
        (profile.piles(), geometry)
    });
    script.places = Box::new(move |name| {
        let (places, geometry) = built_in.as_ref().expect("all piles are found");
        let pile = places.iter().find(|pile| pile.name == name);
        let corner = geometry.point(pile.expect("a pile").at);
        let card = geometry.card;
        let middle = (corner.0 + card.0 / 2.0, corner.1 + card.1 / 2.0);
        (middle.0 as i32, middle.1 as i32)
    });
    script.homes = "c d h s";
    script.restart = "shift+r";
    script.new_game = "n";
    let name = game;
    let (game, settings) = chosen(name);
    let described = Program {
        title: title(name),
        ..Program::titled("new", game.about().title)
    };
    let learned = discover::explore(
        &mut page.browser.hands,
        page.window,
        game,
        &settings,
        &described,
        &mut script,
    );
    if let (Err(failure), Some(folder)) = (&learned, std::env::var_os("PATIENCE_TEST_LOG")) {
        let file = std::path::Path::new(&folder).join("failed.png");
        failure.picture.save(&file).expect("kept");
    }
    let new = script.described(learned);
    if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
        let folder = std::path::Path::new(&folder);
        std::fs::write(folder.join("new.toml"), &new.text).expect("kept");
        store::save(&new.deck, folder).expect("kept");
    }
    page.close();
    new
}

/// The card that is shown in a deal.
fn name(table: &dyn Table, shown: &Shown) -> String {
    let after = after_draws(table);
    let layout = table.layout();
    // Without a waste, each draw puts cards onto the columns.
    let has_waste = layout.pile("waste").is_some();
    let known = &after[if has_waste { 0 } else { shown.draws }];
    let cards = |known: &[KnownPile]| {
        let pile = known.iter().find(|pile| pile.pile == shown.pile);
        pile.map_or_else(Vec::new, |pile| pile.cards.clone())
    };
    // The stock's top card is the last one. It may lie face down.
    let stock = layout.pile("stock").map(|pile| &layout.piles[pile].cards);
    let drawn = |index: usize| stock.and_then(|cards| cards.iter().rev().nth(index));
    let dealt = match shown.pile.as_str() {
        // It shows its top card.
        "stock" => drawn(shown.draws),
        // Each draw puts a card there, or several side by side.
        "waste" if shown.draws > 0 => {
            let at_once = cards(&after[1]).len() - cards(&after[0]).len();
            drawn(at_once * (shown.draws - 1) + shown.index)
        }
        _ => None,
    };
    match (dealt, cards(known).get(shown.index)) {
        (Some(card), _) => card.card.clone(),
        (None, Some(Face::Up(card))) => card.clone(),
        (None, other) => panic!("{}: {other:?}", shown.pile),
    }
}

/// A window of 1.5 times the usual size, and one of two thirds.
const LARGE: (u32, u32) = (SIZE.0 * 3 / 2, SIZE.1 * 3 / 2);
const SMALL: (u32, u32) = (SIZE.0 * 2 / 3, SIZE.1 * 2 / 3);

/// Reads five deals, then wins these.
fn read_and_win(game: &str, deals: [u64; 2], request: &Request) {
    read_and_win_with(&mut Browser::new(), game, deals, request);
}

/// The same in a window of a size.
fn read_and_win_in(size: (u32, u32), game: &str, deals: [u64; 2], request: &Request) {
    let mut browser = Browser::new();
    browser.size = size;
    read_and_win_with(&mut browser, game, deals, request);
}

/// A window that is high enough for the longest columns of Spider: in a lower one the page
/// presses them until less than half of a rank is left.
const HIGH: (u32, u32) = (SIZE.0, 1690);

/// The same without automatic moves: whoever turns cards up cannot tell what they did.
fn read_and_win_quietly<const COUNT: usize>(size: (u32, u32), game: &str, deals: [u64; COUNT]) {
    let mut browser = Browser::new();
    browser.is_quiet = true;
    browser.size = size;
    let fast = Request::default().with_mode(Mode::Fast);
    read_and_win_with(&mut browser, game, deals, &fast);
}

fn read_and_win_with<const COUNT: usize>(
    browser: &mut Browser,
    game: &str,
    deals: [u64; COUNT],
    request: &Request,
) {
    let new = describe(browser, game);
    read(browser, game, &new);
    for number in deals {
        let mut page = browser.open(game, number);
        page.profile = Some(new.profile.clone());
        won(page.play(&new.deck, request));
        page.close();
    }
    assert_eq!(browser.statistic("\"won\":"), u32::try_from(COUNT).ok());
}

/// Reads five deals: no card is wrong, and none is missing.
fn read(browser: &mut Browser, game: &str, new: &NewProfile) {
    for number in 2..=6 {
        let mut page = browser.open(game, number);
        let frame = page.at_rest();
        let reader = ProfileReader::new(new.profile.clone(), new.deck.clone());
        let reading = reader.read(&frame).expect("read");
        let known = calibrate::known_in(&new.profile, &*deal(game, number));
        assert_eq!(calibrate::differences(&reading, &known), [""; 0]);
        let margins = reading.cards().map(|(_, _, card)| card.margin);
        let least = margins.fold(1.0, f32::min);
        eprintln!("{} in doubt, least margin {least:.2}", reading.doubtful());
        assert_eq!(reading.doubtful(), 0);
        for pile in &known {
            let read = reading.pile(&pile.pile).expect("a pile");
            let is_column = pile.pile.starts_with("column");
            assert!(!is_column || read.cards.len() == pile.cards.len());
        }
        page.close();
    }
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_freecell_that_no_profile_knows_is_described_read_and_won() {
        let request = Request::default().with_mode(Mode::Fast);
        read_and_win("freecell", [617, 164], &request);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_pyramid_that_no_profile_knows_is_described_read_and_won() {
        read_and_win("pyramid", [617, 3], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_tripeaks_that_no_profile_knows_is_described_read_and_won() {
        read_and_win("tripeaks", [617, 3], &Request::default());
    }

    /// A deal that needs a cheat, and one that needs none.
    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_cluj_that_no_profile_knows_is_described_read_and_won() {
        read_and_win("cluj", [5, 4], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_golf_that_no_profile_knows_is_described_read_and_won() {
        read_and_win("golf", [3, 6], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_black_hole_that_no_profile_knows_is_described_read_and_won() {
        read_and_win("black-hole", [2, 3], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_freecell_in_a_window_of_two_thirds_is_described_read_and_won() {
        let fast = Request::default().with_mode(Mode::Fast);
        read_and_win_in(SMALL, "freecell", [617, 164], &fast);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_tripeaks_in_a_window_of_two_thirds_is_described_read_and_won() {
        read_and_win_in(SMALL, "tripeaks", [617, 3], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_pyramid_in_a_window_of_two_thirds_is_described_read_and_won() {
        read_and_win_in(SMALL, "pyramid", [617, 3], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_cluj_in_a_window_of_two_thirds_is_described_read_and_won() {
        read_and_win_in(SMALL, "cluj", [5, 4], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_golf_in_a_window_of_two_thirds_is_described_read_and_won() {
        read_and_win_in(SMALL, "golf", [3, 6], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_black_hole_in_a_window_of_two_thirds_is_described_read_and_won() {
        read_and_win_in(SMALL, "black-hole", [2, 3], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_freecell_in_a_window_half_as_large_again_is_described_read_and_won() {
        let fast = Request::default().with_mode(Mode::Fast);
        read_and_win_in(LARGE, "freecell", [617, 164], &fast);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_tripeaks_in_a_window_half_as_large_again_is_described_read_and_won() {
        read_and_win_in(LARGE, "tripeaks", [617, 3], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_pyramid_in_a_window_half_as_large_again_is_described_read_and_won() {
        read_and_win_in(LARGE, "pyramid", [617, 3], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_cluj_in_a_window_half_as_large_again_is_described_read_and_won() {
        read_and_win_in(LARGE, "cluj", [5, 4], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_golf_in_a_window_half_as_large_again_is_described_read_and_won() {
        read_and_win_in(LARGE, "golf", [3, 6], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_black_hole_in_a_window_half_as_large_again_is_described_read_and_won() {
        read_and_win_in(LARGE, "black-hole", [2, 3], &Request::default());
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_klondike_that_no_profile_knows_is_described_read_and_won() {
        read_and_win_quietly(SIZE, "klondike;draw=1", [2, 3]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_klondike_in_a_window_of_two_thirds_is_described_read_and_won() {
        read_and_win_quietly(SMALL, "klondike;draw=1", [2, 3]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_klondike_in_a_window_half_as_large_again_is_described_read_and_won() {
        read_and_win_quietly(LARGE, "klondike;draw=1", [2, 3]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_klondike_with_three_cards_a_draw_is_described_read_and_won() {
        read_and_win_quietly(SIZE, "klondike", [2, 4]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_spider_of_one_suit_that_no_profile_knows_is_described_read_and_won() {
        read_and_win_quietly(SIZE, "spider;suits=1", [5, 8]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_spider_of_two_suits_that_no_profile_knows_is_described_read_and_won() {
        read_and_win_quietly(HIGH, "spider;suits=2", [5, 8]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_spider_of_four_suits_that_no_profile_knows_is_described_read_and_won() {
        read_and_win_quietly(HIGH, "spider", [3, 7]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_spider_in_a_window_of_two_thirds_is_described_read_and_won() {
        read_and_win_quietly(SMALL, "spider;suits=1", [5, 8]);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_spider_in_a_window_half_as_large_again_is_described_read_and_won() {
        read_and_win_quietly(LARGE, "spider;suits=1", [5, 8]);
    }
}
