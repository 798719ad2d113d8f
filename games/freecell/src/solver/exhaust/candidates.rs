//! The steps that the complete search tries, and those it makes automatically.
//!
//! Nothing that matters is left out:
//! - Empty columns are equivalent, and so are empty cells: one of each is enough.
//! - The only card of a column does not go onto an empty column: nothing
//!   would change.
//! - Where a run may go only because its cards could go one by one
//!   ([`Runs::Capacity`]), single cards reach everything that runs reach. Runs
//!   are still steps of their own where a card waits for them, because they
//!   lead to solutions in fewer positions.

use crate::rules::{Home, Runs};

use super::board::{Board, Step, Undo};
use crate::solver::cards::{BASE, CELL, HOME, cards_of};
use crate::solver::home::GoHome;
use crate::solver::packing::Packing;
use crate::solver::terms::Terms;

/// Where a search collects steps.
pub(super) type Steps = Vec<Step>;

/// Which runs are steps of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RunSteps {
    /// Those that single steps cannot replace.
    Needed,
    /// All that the rules allow, for counts in which a run is one.
    All,
}

/// Adds every step that the search tries.
pub(super) fn add_candidates<const W: usize>(
    board: &Board<W>,
    terms: &Terms,
    run_steps: RunSteps,
    steps: &mut Steps,
) {
    let mut tops = 0u64;
    let mut empty_columns = 0;
    for column in 0..terms.columns {
        match board.top(column) {
            Some(top) => tops |= 1 << top,
            None => empty_columns += 1,
        }
    }
    let empty_cells = terms.cells - board.cells.count_ones();
    let mut go = |card: u8, onto: u8| steps.push(Step { card, onto });
    // 1. Cards in cells: onto a card, onto an empty column, home.
    for card in cards_of(board.cells) {
        if board.is_next_home(card) && terms.home == Home::Cards {
            go(card, HOME);
        }
        for parent in cards_of(terms.parents[usize::from(card)] & tops) {
            go(card, parent);
        }
        if empty_columns > 0 && terms.fillers & (1 << card) != 0 {
            go(card, BASE);
        }
    }
    for column in 0..terms.columns {
        let height = usize::from(board.height[column]);
        if height == 0 {
            continue;
        }
        let cards = &board.column[column][..height];
        let top = cards[height - 1];
        // 2. The top card of a column: home, and into a cell.
        match terms.home {
            Home::Cards if board.is_next_home(top) => go(top, HOME),
            Home::WholeRuns if whole_suit(cards) => go(cards[height - 13], HOME),
            _ => {}
        }
        if empty_cells > 0 {
            go(top, CELL);
        }
        // 3. The top card, then longer and longer runs: onto a card, onto an
        //    empty column.
        let (most_onto_card, most_onto_base) = match terms.runs {
            Runs::SingleCards => (1, 1),
            Runs::AnyLength | Runs::SuitRuns => (usize::MAX, usize::MAX),
            Runs::Capacity if run_steps == RunSteps::Needed => (1, 1),
            Runs::Capacity => {
                let waiting = if terms.waiting_columns {
                    empty_columns
                } else {
                    0
                };
                let most = (empty_cells as usize + 1) << waiting;
                (most, if waiting > 0 { most / 2 } else { most })
            }
        };
        let mut index = height - 1;
        loop {
            let card = cards[index];
            let count = height - index;
            if count <= most_onto_card {
                for parent in cards_of(terms.parents[usize::from(card)] & tops) {
                    go(card, parent);
                }
            }
            if empty_columns > 0
                && index > 0
                && count <= most_onto_base
                && terms.fillers & (1 << card) != 0
            {
                go(card, BASE);
            }
            if index == 0
                || count >= most_onto_card
                || terms.holds[usize::from(card)] & (1 << cards[index - 1]) == 0
            {
                break;
            }
            index -= 1;
        }
    }
}

/// Do King to Ace of one suit lie on top?
pub(super) fn whole_suit(cards: &[u8]) -> bool {
    cards.len() >= 13
        && cards[cards.len() - 1] < 4
        && cards[cards.len() - 13..]
            .windows(2)
            .all(|pair| pair[0] == pair[1] + 4)
}

/// The next home move that is made automatically.
#[inline]
fn automatic<const W: usize>(
    board: &Board<W>,
    terms: &Terms,
    go_home: Option<GoHome>,
) -> Option<Step> {
    match (terms.home, go_home) {
        (_, None) | (Home::WholeRuns, Some(GoHome::Safe)) => None,
        (Home::Cards, Some(which)) => {
            let next = (0..4).map(|suit: usize| 4 * board.home[suit] + suit as u8);
            let wanted = |card| which == GoHome::All || terms.is_safe_at_home(&board.home, card);
            let mut free = next.filter(|&card| card < 52 && board.is_free(card));
            let card = free.find(|&card| wanted(card))?;
            Some(Step { card, onto: HOME })
        }
        (Home::WholeRuns, Some(GoHome::All)) => {
            let columns = (0..terms.columns).map(|column| {
                let height = usize::from(board.height[column]);
                &board.column[column][..height]
            });
            let mut whole = columns.filter(|cards| whole_suit(cards));
            let card = whole.next().map(|cards| cards[cards.len() - 13])?;
            Some(Step { card, onto: HOME })
        }
    }
}

/// Makes all automatic home moves, one after the other.
#[inline]
pub(super) fn settle<const W: usize>(
    board: &mut Board<W>,
    terms: &Terms,
    packing: &Packing<W>,
    go_home: Option<GoHome>,
    mut made: impl FnMut(Step, Undo),
) {
    while let Some(step) = automatic(board, terms, go_home) {
        made(step, board.make(step, terms, packing));
    }
}
