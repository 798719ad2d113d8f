//! Any text is a solution or is refused, in every game.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patience::{Request, Settings};

fuzz_target!(|input: (u8, u8, &str)| {
    let (choice, number, text) = input;
    let games = patience::games();
    let game = games[usize::from(choice) % games.len()];
    let deal = u64::from(number) + 1;
    let table = game
        .deal(deal, &Settings::default())
        .expect("a numbered deal");
    let moves = table.moves_in(text);
    let _ = table.verify(&Request::default().target, &moves);
});
