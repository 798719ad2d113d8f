//! The family of FreeCell, seen from outside: rules and solvers against a
//! replayer of their own and against fc-solve.

mod needs_fc_solve;
mod perft_table;
mod replayer;
mod rules_agree;
mod symmetry;

use patience_core::Target;
use patience_freecell::rules::{FreeCell, Move, State};
use patience_rules::Rules as _;
use patience_rules::verify::verify;

/// Replays a solution by the reference rules, and its text by the replayer
/// that shares no code with them.
fn replayed(rules: &FreeCell, start: &State, moves: &[Move]) {
    let board = rules.write_state(start);
    if let Err(refusal) = verify(rules, start, &Target::BOARD, moves) {
        panic!("{}: {refusal}\n{board}", rules.name);
    }
    let mut now = start.clone();
    let mut written = Vec::new();
    for move_ in moves {
        written.push(rules.write_move(&now, move_));
        rules.apply(&mut now, move_).unwrap();
    }
    let usual = replayer::GAMES.iter().find(|game| game.name == rules.name);
    let game = replayer::Game {
        columns: start.columns.len(),
        cells: start.cells.len(),
        ..*usual.unwrap()
    };
    if let Err(reason) = game.replay(&board, &written) {
        panic!("{}: {reason}\n{board}\n{}", rules.name, written.join(" "));
    }
}
