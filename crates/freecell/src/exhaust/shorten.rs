//! Takes the detours out of a solution.
//!
//! The complete search moves runs card by card and takes its positions in an
//! order that cares little for length. Its solutions pass through about a
//! hundred positions; wherever one legal move, be it of a run, leads from one
//! of them to a later one, all between can go. The fewest steps by such moves
//! are found in one pass over the positions.

use std::collections::HashMap;

use super::board::{Board, Step, Undo};
use super::candidates::{RunSteps, Settle, add_candidates, settle};
use super::packing::{Key, Packing};
use super::terms::Terms;

/// The best known way to a position of the solution.
#[derive(Clone, Copy)]
struct Way {
    length: usize,
    before: usize,
    step: Step,
}

/// A solution over positions of the given one, in as few steps as these allow.
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
            settle(&mut board, terms, packing, Settle::Safe, |_, undo| {
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
    // 3. Back from the end.
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
    settle(&mut board, terms, packing, Settle::Safe, |_, _| ());
    let mut positions = vec![board.key];
    for &step in steps {
        board.make(step, terms, packing);
        settle(&mut board, terms, packing, Settle::Safe, |_, _| ());
        positions.push(board.key);
    }
    positions
}
