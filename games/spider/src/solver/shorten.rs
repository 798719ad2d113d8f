//! Makes a solution shorter: the rest of it is searched again, from a point on
//! it, with a wider beam that looks only for fewer moves.
//!
//! From the last deal on there is a single beam, which can be wide for little
//! time. So the points are those after each deal, the last one first, and the
//! start.

use patience_core::Stop;
use patience_search::Budget;

use super::beam::{Aim, Beam};
use super::expand::Splits;
use super::route::Route;
use super::solve::Start;
use crate::rules::Move;

/// Positions that each search may look at, about, by the number of suits.
const fn states(suits: u8) -> u64 {
    match suits {
        1 => 700,
        2 => 2_500,
        _ => 15_000,
    }
}

/// Narrower beams find nothing shorter.
const NARROW: u64 = 20;

/// Positions that are alike, at most: a beam of many kinds finds shorter ways.
const ALIKE: usize = 2;

/// Makes the moves fewer, as far as the effort goes.
pub(super) fn run(
    beam: &mut Beam,
    start: &Start<'_>,
    factor: u32,
    moves: &mut Vec<Move>,
    budget: &mut Budget,
    improved: &mut dyn FnMut(&[Move]),
) {
    let states = states(start.suits) * u64::from(factor.max(1));
    // A shorter solution is another one, from which there may be more to find.
    let rounds = if factor > 1 { 3 } else { 1 };
    for _ in 0..rounds {
        let deals = moves.iter().enumerate().rev();
        let deals = deals.filter(|(_, played)| **played == Move::Deal);
        let points: Vec<_> = deals.map(|(at, _)| at + 1).chain([0]).collect();
        let all = moves.len();
        for point in points {
            let before = moves.len();
            if rest(beam, start, point, states, moves, budget).is_err() {
                return;
            }
            if moves.len() < before {
                improved(moves);
            }
        }
        if moves.len() == all {
            break;
        }
    }
}

/// Searches the rest again from a point.
fn rest(
    beam: &mut Beam,
    start: &Start<'_>,
    point: usize,
    states: u64,
    moves: &mut Vec<Move>,
    budget: &mut Budget,
) -> Result<(), Stop> {
    let mut node = start.node.clone();
    for played in &moves[..point] {
        start.game.play(&mut node, *played);
    }
    node.key = start.game.key(&node);
    let left = moves.len() - point;
    let beams = u64::from(node.rows) + 1;
    let width = states / (beams * left as u64).max(1);
    if width < NARROW {
        return Ok(());
    }
    let aim = Aim {
        width: width as usize,
        runs: start.runs,
        below: left as u32,
        splits: Splits::Longer,
        alike: ALIKE,
    };
    let terms = &start.terms;
    if let Some(edges) = beam.run(start.game, terms, &node, &aim, budget)? {
        let rest = Route::new(start.game, terms, &node).moves(&edges);
        if rest.len() < left {
            moves.truncate(point);
            moves.extend(rest);
        }
    }
    Ok(())
}
