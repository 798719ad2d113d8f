//! Simulated games with cards face down, as on our own page: Klondike, whose stock shows
//! its cards on other paper when it was turned over, and Spider, whose stock is dealt onto
//! the columns. They are described as if no profile knew them.

use std::time::Duration;

use patience::{Settings, find_game};
use patience_screen::discover::{self, NewProfile};
use patience_screen::hands::simulated::{Habit, Program};
use patience_screen::player::FrameReader as _;
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::profile::Window;
use patience_screen::vision::Face;
use patience_screen::{Eyes as _, Frame};

use crate::scripted::{Script, after_draws};

/// The program with a deal.
fn program(game: &str, number: u64, settings: &Settings) -> Program {
    let program = Program::deal_with(game, number, settings).expect("a deal");
    let mut program = program.with_faces(80, [31, 24]);
    program.habits = vec![Habit::ShowsSeen];
    program.animation = Duration::from_millis(10);
    program
}

fn describe(game: &str, settings: &Settings) -> NewProfile {
    let mut program = program(game, 1, settings);
    let looks = after_draws(program.table());
    let waste = looks[1].iter().find(|pile| pile.pile == "waste");
    let at_once = waste.map_or(0, |pile| pile.cards.len());
    let mut script = Script::naming(|shown| {
        let mut piles = looks[shown.draws].iter();
        let pile = piles.find(|pile| pile.pile == shown.pile).expect("a pile");
        let card = match shown.pile.as_str() {
            "waste" => pile.cards.get(pile.cards.len() - at_once + shown.index),
            _ => pile.cards.get(shown.index),
        };
        match card {
            Some(Face::Up(card)) => card.clone(),
            other => panic!("{}: {other:?}", shown.pile),
        }
    });
    script.restart = "ctrl+r";
    script.new_game = "none";
    let game = find_game(game).expect("a game");
    let window = program.find(&Window::titled("")).expect("a window");
    let described = discover::Program::titled("new", game.about().title);
    let learned = discover::explore(
        &mut program,
        window,
        game,
        settings,
        &described,
        &mut script,
    );
    script.described(learned)
}

fn draw_one() -> Settings {
    Settings::default().with("draw", 1)
}

#[test]
fn a_stock_that_was_turned_over_lies_face_down_also_if_it_shows_its_cards() {
    let new = describe("klondike", &draw_one());
    assert_eq!(new.unsure, [""; 0]);
    assert_eq!(new.profile.look.down_paper, Some([161, 185, 210]));
}

#[test]
fn cards_that_are_drawn_together_lie_side_by_side() {
    let new = describe("klondike", &Settings::default());
    let piles = new.profile.piles();
    let waste = piles.iter().find(|pile| pile.name == "waste");
    let waste = waste.expect("a waste");
    // They cover each other's suits.
    assert_eq!((waste.fan, waste.top_only), (Some(3), true));
    assert!((waste.step[0] - 0.3).abs() < 0.02, "{:?}", waste.step);
}

#[test]
fn rows_of_a_stock_show_its_heaps_and_how_far_apart_faces_lie() {
    let new = describe("spider", &Settings::default());
    assert_eq!(new.unsure, [""; 0]);
    let piles = new.profile.piles();
    let stock = piles.iter().find(|pile| pile.name == "stock");
    let stock = stock.expect("a stock");
    assert_eq!(stock.fan, Some(5));
    assert!((stock.step[0] - 0.2).abs() < 0.02, "{:?}", stock.step);
    let column = piles.iter().find(|pile| pile.name == "column 1");
    let step = column.expect("a column").step[1];
    assert!((step - 0.28).abs() < 0.01, "{step}");
}

/// Our page marks the card that the keys go to, after a key was pressed.
#[test]
fn a_marked_card_under_one_that_lies_face_down_lies_face_down() {
    let new = describe("spider", &Settings::default());
    let mut program = program("spider", 2, &Settings::default());
    let window = program.find(&Window::titled("")).expect("a window");
    let frame = program.capture(window).expect("a picture");
    let reader = ProfileReader::new(new.profile, new.deck);
    let faces = |frame: &Frame| -> Vec<Vec<Face>> {
        let reading = reader.read(frame).expect("read");
        let piles = reading.piles.iter();
        let faces = piles.map(|pile| pile.cards.iter().map(|card| card.face.clone()).collect());
        faces.collect()
    };
    let reading = reader.read(&frame).expect("read");
    for (pile, card) in [("column 8", 0), ("column 3", 2)] {
        let card = &reading.pile(pile).expect("a pile").cards[card];
        assert_eq!(card.face, Face::Down);
        let place = card.place;
        let (left, top) = (place.x.round() as i32, place.y.round() as i32);
        let (right, bottom) = (
            left + place.width.round() as i32,
            top + card.visible.round() as i32,
        );
        let mut marked = frame.clone();
        for y in top - 2..bottom + 2 {
            for x in left - 2..right + 2 {
                let inside = (x - left)
                    .min(right - 1 - x)
                    .min(y - top)
                    .min(bottom - 1 - y);
                match inside {
                    ..0 => marked.set(x, y, [16, 41, 99]),
                    0..6 => marked.set(x, y, [255; 3]),
                    _ => {}
                }
            }
        }
        assert_eq!(faces(&marked), faces(&frame), "{pile}");
    }
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn a_spider_of_one_suit_lacks_no_other_suit() {
        let new = describe("spider", &Settings::default().with("suits", 1));
        assert_eq!(new.unsure, [""; 0]);
    }
}
