//! The complete search: best positions first, none left out.
//!
//! Every position is entered once and waits in a queue; the one that looks
//! nearest to a win comes first. If a win is reached, the links give the path. If
//! the queue becomes empty, all reachable positions were searched, and there is
//! no win.

use patience_core::{Exhausted, Outcome, Stop};
use patience_search::{BucketQueue, Budget};

use super::board::{Board, Step, Undo};
use super::candidates::{RunSteps, add_candidates, settle};
use super::distance::distance;
use super::seen::{Link, Seen};
use crate::solver::home::GoHome;
use crate::solver::packing::Packing;
use crate::solver::terms::Terms;

/// A position that waits, and how many steps led to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Waiting {
    pub number: u32,
    pub depth: u32,
}

/// The steps of a solution (without those that [`settle`] makes automatically),
/// or the proof that there is none.
pub(super) fn search<const W: usize>(
    start: &Board<W>,
    terms: &Terms,
    packing: &Packing<W>,
    budget: &mut Budget,
) -> Outcome<Vec<Step>> {
    match search_or_stop(start, terms, packing, budget) {
        Ok(outcome) => outcome,
        Err(stop) => Outcome::Unknown(stop),
    }
}

fn search_or_stop<const W: usize>(
    start: &Board<W>,
    terms: &Terms,
    packing: &Packing<W>,
    budget: &mut Budget,
) -> Result<Outcome<Vec<Step>>, Stop> {
    let mut board = start.clone();
    settle(&mut board, terms, packing, Some(GoHome::Safe), |_, _| ());
    if board.is_won() {
        return Ok(Outcome::Solved(Vec::new()));
    }
    let mut seen = Seen::new();
    let mut queue = BucketQueue::new();
    let mut steps = Vec::new();
    let mut undos: Vec<Undo> = Vec::new();
    let (number, _) = seen.enter(&board.key, Link::START, || 0, budget)?;
    queue.push(0, Waiting { number, depth: 0 });
    // 1. Take the position that looks best.
    while let Some((_, waiting)) = queue.pop() {
        budget.count_state()?;
        let key = *seen.key(waiting.number);
        board.unpack(&key, packing);
        // 2. List what can be done there.
        steps.clear();
        add_candidates(&board, terms, RunSteps::Needed, &mut steps);
        for &step in &steps {
            // 3. Do it, and send safe cards home.
            undos.push(board.make(step, terms, packing));
            settle(&mut board, terms, packing, Some(GoHome::Safe), |_, undo| {
                undos.push(undo)
            });
            let link = Link {
                before: waiting.number,
                step,
            };
            if board.is_won() {
                return Ok(Outcome::Solved(path(&seen, link)));
            }
            // 4. A new position waits for its turn.
            // (The queue may double before the table asks for memory again.)
            let others = || 2 * queue.bytes();
            let (number, new) = seen.enter(&board.key, link, others, budget)?;
            if new {
                let depth = waiting.depth + 1;
                queue.push(distance(&board, terms, depth), Waiting { number, depth });
            }
            // 5. Take it all back.
            while let Some(undo) = undos.pop() {
                board.take_back(undo, terms, packing);
            }
            debug_assert_eq!(board.key, key);
        }
    }
    // 6. Nothing waits, and nothing was dropped: there is no solution.
    Ok(Exhausted::claim(queue.len() as u64, 0).into())
}

/// The steps from the start to the end of this link.
pub(super) fn path<const W: usize>(seen: &Seen<W>, last: Link) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut link = last;
    while link.before != Link::START.before {
        steps.push(link.step);
        link = seen.link(link.before);
    }
    steps.reverse();
    steps
}
