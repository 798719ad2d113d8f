//! A program with habits that were met elsewhere: it shows its stock late, deals when
//! the stock is pressed, draws by itself, has a clock and bars of a fixed height. It is
//! described as if no profile knew it, then played to its end.

use std::time::Duration;

use patience::{Cancel, Limits, Line, Request, find_game};
use patience_screen::discover::{self, NewProfile};
use patience_screen::hands::simulated::{Habit, Program};
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::player::{Asks, Consent, Ended, Figures, Manner, Player};
use patience_screen::profile::{MouseGesture, Window};
use patience_screen::vision::{Face, Reading};
use patience_screen::{Eyes as _, calibrate};

use crate::scripted::Script;

/// Nobody to ask: a card in doubt is a failure.
struct Certain;

impl Asks for Certain {
    fn confirm(&mut self, _: &mut [Reading]) -> Consent {
        Consent::NobodyToAsk
    }

    fn choose(&mut self, _: &[&Line]) -> usize {
        0
    }

    fn report(&mut self, _: &str) {}
}

/// The program with a deal, its cards so many pixels wide.
fn odd(number: u64, card: u32) -> Program {
    let program = Program::deal("pyramid", number).expect("a deal");
    let mut program = program.with_faces(card, [31, 24]);
    program.animation = Duration::from_millis(40);
    program.habits = vec![
        Habit::LateStock(Duration::from_millis(250)),
        Habit::DealsOnPress,
        Habit::DrawsByItself,
        Habit::Clock,
    ];
    program
}

/// Describes the program by its window and the answers of a player who sees the cards.
fn describe(program: &mut Program) -> NewProfile {
    let known = calibrate::known(program.table());
    let stock = program.middle_of("stock").expect("a stock");
    let mut script = Script::naming(|shown| {
        let pile = known.iter().find(|pile| pile.pile == shown.pile);
        let cards = &pile.expect("a pile").cards;
        let index = match shown.pile.as_str() {
            // The top card is the last one.
            "stock" => cards.len() - 1 - shown.draws,
            _ => shown.index,
        };
        match &cards[index] {
            Face::Up(card) => card.clone(),
            Face::Down => panic!("{} is face down", shown.pile),
        }
    });
    // There is no button: the stock itself draws.
    script.places = Box::new(move |name| match name {
        "Draw" => stock,
        other => panic!("{other} was not found"),
    });
    script.restart = "ctrl+r";
    let game = find_game("pyramid").expect("a game");
    let window = program.find(&Window::titled("")).expect("a window");
    let title = program.title(window).expect("a title");
    let described = discover::Program::titled("odd", &title[..7]);
    let settings = Default::default();
    let learned = discover::explore(program, window, game, &settings, &described, &mut script);
    let new = script.described(learned);
    assert_eq!(new.unsure, [""; 0]);
    assert_eq!(new.profile.moves.play, MouseGesture::Drag);
    new
}

fn play(program: &mut Program, new: &NewProfile) -> Figures {
    let reader = ProfileReader::new(new.profile.clone(), new.deck.clone());
    let manner = Manner::of(&new.profile);
    let window = program.find(&Window::titled("")).expect("a window");
    let game = find_game("pyramid").expect("a game");
    let mut player = Player::new(program, &reader, &manner, window, Cancel::default());
    let request = Request::default();
    let ended = player.play(game, &request, &Limits::default(), false, &mut Certain);
    let figures = player.figures();
    assert!(matches!(ended, Ok(Ended::Won { .. })), "{ended:?}");
    assert!(program.table().is_won());
    figures
}

/// Describes and wins these deals; each press and drag must be a legal move.
fn win(deals: &[u64], card: u32) {
    for number in deals {
        let mut program = odd(*number, card);
        let new = describe(&mut program);
        let figures = play(&mut program, &new);
        eprintln!("deal {number}, cards {card} pixels wide: {figures:?}");
        assert_eq!(program.refused(), 0, "deal {number}");
    }
}

/// The only pair of the fresh deal takes away the first card of the lowest row, by
/// which the table is found.
#[test]
fn a_move_that_takes_the_first_card_of_a_row_is_seen() {
    describe(&mut odd(8, 60));
}

mod slow {
    use super::win;

    /// Five sizes of the window, with four deals each that can be won.
    const DEALS: [(u32, [u64; 4]); 5] = [
        (60, [2, 5, 8, 9]),
        (70, [12, 14, 16, 17]),
        (78, [18, 19, 20, 21]),
        (90, [22, 26, 27, 28]),
        (117, [29, 30, 32, 33]),
    ];

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn twenty_of_twenty_deals_of_a_program_with_odd_habits_are_won() {
        std::thread::scope(|scope| {
            for (card, deals) in DEALS {
                scope.spawn(move || win(&deals, card));
            }
        });
    }
}
