//! From the keys along a path back to its moves.

use patience_rules::freecell::Move;

use super::candidates::{Generator, Play, Shape};
use super::key::KeyCoder;
use super::{Autoplay, Board, Spot, Step, convert};

/// Every move from the start through these positions, and then home with all
/// that is left. Keys do not know columns; a board that is played on does, so
/// at each position the move is looked for that leads to the next key: home
/// moves first, for a card may also come home by way of a column, from where
/// it then goes by itself, and only the home move is free.
///
/// # Panics
/// If a key is no child of the one before: that would be a defect of the
/// search.
pub(crate) fn replay(start: &Board, play: Play, coder: &KeyCoder, keys: &[u128]) -> Vec<Move> {
    let mut board = *start;
    let mut moves = Vec::new();
    send_home(&mut board, play.autoplay, &mut moves);
    for &wanted in keys {
        let generator = Generator {
            coder,
            play,
            board: &board,
            key: coder.key(&board),
            shape: Shape::default(),
        };
        let mut found = None;
        generator.all(|candidate| {
            if candidate.key == wanted {
                found = found.or(Some(candidate.step));
            }
        });
        let Some(step) = found else {
            panic!("no move leads to the next position of a path");
        };
        board.play(step);
        moves.push(convert::unpack(step));
        send_home(&mut board, play.autoplay, &mut moves);
    }
    send_home(&mut board, Autoplay::All, &mut moves);
    assert!(
        board.cards_home() == 52,
        "a path ends with all cards at home"
    );
    moves
}

fn send_home(board: &mut Board, autoplay: Autoplay, moves: &mut Vec<Move>) {
    board.autoplay(autoplay, |from, _, _| {
        moves.push(convert::unpack(Step {
            from,
            to: Spot::Home,
            cards: 1,
        }));
    });
}
