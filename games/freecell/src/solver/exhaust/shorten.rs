//! Removes the detours from a solution.
//!
//! The complete search moves runs card by card, and its order does not favour
//! short solutions. A solution passes through about a hundred positions. Wherever
//! one legal move, including the move of a run, leads from one of them to a later
//! one, the moves between can be removed. One pass over the positions finds the
//! fewest steps by such moves.

use std::collections::HashMap;

use super::board::{Board, Step, Undo};
use super::candidates::{RunSteps, add_candidates, settle};
use crate::solver::home::GoHome;
use crate::solver::packing::{Key, Packing};
use crate::solver::terms::Terms;

/// The best known way to a position of the solution.
#[derive(Clone, Copy)]
struct Way {
    length: usize,
    before: usize,
    step: Step,
}

/// A solution through positions of the given one, in the fewest steps.
pub(super) fn shorten<const W: usize>(
    start: &Board<W>,
    steps: &[Step],
    terms: &Terms,
    packing: &Packing<W>,
) -> Vec<Step> {
    let positions = positions(start, steps, terms, packing);
    let place: HashMap<Key<W>, usize> = positions.iter().copied().zip(0..).collect();
    // 1. The solution as it is.
    let mut ways: Vec<Way> = steps
        .iter()
        .enumerate()
        .map(|(before, &step)| Way {
            length: before + 1,
            before,
            step,
        })
        .collect();
    let mut board = start.clone();
    let mut candidates = Vec::new();
    let mut undos: Vec<Undo> = Vec::new();
    for (here, key) in positions.iter().enumerate() {
        let length = match here.checked_sub(1) {
            Some(way) => ways[way].length,
            None => 0,
        };
        // 2. From each position, in their order, every legal move that leads
        //    to a later one.
        board.unpack(key, packing);
        candidates.clear();
        add_candidates(&board, terms, RunSteps::All, &mut candidates);
        for &step in &candidates {
            undos.push(board.make(step, terms, packing));
            settle(&mut board, terms, packing, Some(GoHome::Safe), |_, undo| {
                undos.push(undo);
            });
            if let Some(&there) = place.get(&board.key)
                && there > here
                && length + 1 < ways[there - 1].length
            {
                ways[there - 1] = Way {
                    length: length + 1,
                    before: here,
                    step,
                };
            }
            while let Some(undo) = undos.pop() {
                board.take_back(undo, terms, packing);
            }
        }
    }
    // 3. Read the steps back from the end.
    let mut shorter = Vec::new();
    let mut there = positions.len() - 1;
    while let Some(way) = there.checked_sub(1).map(|way| ways[way]) {
        shorter.push(way.step);
        there = way.before;
    }
    shorter.reverse();
    shorter
}

/// Every position of a solution, the start first.
fn positions<const W: usize>(
    start: &Board<W>,
    steps: &[Step],
    terms: &Terms,
    packing: &Packing<W>,
) -> Vec<Key<W>> {
    let mut board = start.clone();
    settle(&mut board, terms, packing, Some(GoHome::Safe), |_, _| ());
    let mut positions = vec![board.key];
    for &step in steps {
        board.make(step, terms, packing);
        settle(&mut board, terms, packing, Some(GoHome::Safe), |_, _| ());
        positions.push(board.key);
    }
    positions
}
