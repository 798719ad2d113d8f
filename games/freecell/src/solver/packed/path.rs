//! From the keys along a path back to its moves.

use crate::rules::{Move, Place};
use crate::solver::home::GoHome;

use super::Board;
use super::candidates::{Generator, Play};
use super::key::KeyCoder;

/// Every move from the start through these positions, and then the home moves
/// of all cards that are left. A key does not know columns, but a board does. So
/// at each position the move that leads to the next key is looked for among all
/// moves. Home moves come first: a card may also get home by way of a column,
/// from which it then goes automatically, but only the home move is free.
///
/// # Panics
/// If no move leads to the next key: that would be a bug of the search.
pub(crate) fn replay(start: &Board, play: Play, coder: &KeyCoder, keys: &[u128]) -> Vec<Move> {
    let mut board = *start;
    let mut moves = Vec::new();
    send_home(&mut board, play.go_home, &mut moves);
    for &wanted in keys {
        let generator = Generator {
            coder,
            play,
            board: &board,
            key: coder.key(&board),
            look: &(),
            shape: (),
        };
        let mut found = None;
        generator.all(|candidate| {
            if candidate.key == wanted {
                found = found.or(Some(candidate.move_));
            }
        });
        let Some(move_) = found else {
            panic!("no move leads to the next position of a path");
        };
        board.play(move_);
        moves.push(move_);
        send_home(&mut board, play.go_home, &mut moves);
    }
    send_home(&mut board, GoHome::All, &mut moves);
    assert!(
        board.cards_home() == 52,
        "a path ends with all cards at home"
    );
    moves
}

fn send_home(board: &mut Board, go_home: GoHome, moves: &mut Vec<Move>) {
    board.send_home(go_home, |from, _, _| {
        moves.push(Move::one(from, Place::Home));
    });
}
