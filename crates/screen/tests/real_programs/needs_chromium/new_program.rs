//! Our own page as if no profile knew it: described from its window and the answers
//! of a player, then read and played.

use patience::{Mode, Request, find_game};
use patience_screen::calibrate;
use patience_screen::discover::{self, NewProfile, Program};
use patience_screen::player::FrameReader as _;
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::vision::{Face, Geometry};

use super::{Browser, deal, title, won};
use crate::scripted::Script;

/// Describes a game by its first deal.
fn describe(browser: &mut Browser, game: &str) -> NewProfile {
    let mut page = browser.open(game, 1);
    let frame = page.at_rest();
    let table = deal(game, 1);
    let known = calibrate::known(&*table);
    if let Some(folder) = std::env::var_os("PATIENCE_TEST_LOG") {
        let file = std::path::Path::new(&folder).join(format!("{game}.png"));
        frame.save(&file).expect("kept");
    }
    // The stock's top card is the last one.
    let mut drawn = known.iter().find(|pile| pile.pile == "stock").cloned();
    if let Some(stock) = &mut drawn {
        stock.cards.reverse();
    }
    let mut script = Script::naming(|shown| {
        let pile = known.iter().find(|pile| pile.pile == shown.pile);
        let face = match (&drawn, shown.pile.as_str()) {
            // It shows its top card.
            (Some(stock), "stock") => stock.cards.get(shown.draws),
            // Each draw puts a card there.
            (Some(stock), "waste") if shown.draws > 0 => stock.cards.get(shown.draws - 1),
            _ => pile.expect("a pile").cards.get(shown.index),
        };
        match face {
            Some(Face::Up(card)) => card.clone(),
            other => panic!("{}: {other:?}", shown.pile),
        }
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
    script.new_game = "none";
    let game = find_game(game).expect("a game");
    let described = Program {
        title: title(game.about().name),
        ..Program::titled("new", game.about().title)
    };
    let learned = discover::explore(
        &mut page.browser.hands,
        page.window,
        game,
        &Default::default(),
        &described,
        &mut script,
    );
    let new = script.described(learned);
    page.close();
    new
}

/// Reads five deals, then wins these.
fn read_and_win(game: &str, deals: [u64; 2], request: &Request) {
    let mut browser = Browser::new();
    let new = describe(&mut browser, game);
    for number in 2..=6 {
        let mut page = browser.open(game, number);
        let frame = page.at_rest();
        let reader = ProfileReader::new(new.profile.clone(), new.deck.clone());
        let reading = reader.read(&frame).expect("read");
        let known = calibrate::known_in(&new.profile, &*deal(game, number));
        assert_eq!(calibrate::differences(&reading, &known), [""; 0]);
        page.close();
    }
    for number in deals {
        let mut page = browser.open(game, number);
        page.profile = Some(new.profile.clone());
        won(page.play(&new.deck, request));
        page.close();
    }
    assert_eq!(browser.statistic("\"won\":"), Some(2));
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
}
