//! Any text is a position of a game or is refused; what is read is written
//! and read back the same, and can be drawn and played.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let games = patience::games();
    let game = games[usize::from(choice) % games.len()];
    let Ok(table) = game.read(text, &Default::default()) else {
        return;
    };
    let written = table.text();
    let again = game
        .read(&written, &Default::default())
        .expect("what was written is read");
    assert_eq!(again.text(), written);
    assert_eq!(again.legal_moves(), table.legal_moves());
    let _ = table.picture().to_string();
    for move_ in table.legal_moves() {
        let (_, name) = table.play(&move_).expect("a legal move is played");
        assert_eq!(name, move_);
    }
});
