//! The plain search: true tables, every legal move, no bound, no argument.
//!
//! It is slow; tests compare the other searches with it. It also decides when
//! true cards cannot follow the image game, which no deal has shown yet.

use patience_core::{Exhausted, Outcome, Stop};
use patience_search::{BucketQueue, Budget, Entry, NodeId, ParentLinks, StateTable};

use crate::solver::columns::Layout;
use crate::solver::packed::{Packed, Step};

/// How many cheats a search may make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cheats {
    /// None at all.
    None,
    /// As few as possible.
    Fewest,
    /// Any number; only moves count.
    Any,
}

/// The shortest solution with the cheats that are allowed.
pub fn exhaustive(
    layout: &Layout,
    start: &Packed,
    allowed: Cheats,
    budget: &mut Budget,
) -> Outcome<Vec<Step>> {
    search(layout, start, allowed, budget).unwrap_or_else(Outcome::Unknown)
}

fn search(
    layout: &Layout,
    start: &Packed,
    allowed: Cheats,
    budget: &mut Budget,
) -> Result<Outcome<Vec<Step>>, Stop> {
    let mut links = ParentLinks::new();
    // Moves to a table and the level on which it was reached.
    let mut seen = StateTable::<u128, (u32, u32)>::new();
    let mut queue = BucketQueue::new();
    let mut next_level = vec![(0, *start, NodeId::ROOT)];
    let mut level = 0;
    while !next_level.is_empty() {
        // 1. The tables reached by cheats from the level below.
        for (moves, table, node) in std::mem::take(&mut next_level) {
            let (Entry::New(known) | Entry::Seen(known)) =
                seen.entry(table.key(), (level, moves), budget)?;
            if *known >= (level, moves) {
                *known = (level, moves);
                queue.push(moves, (table, node));
            }
        }
        // 2. All tables of this level, by the number of moves.
        while let Some((moves, (table, node))) = queue.pop() {
            if seen.get(table.key()) != Some(&(level, moves)) {
                continue;
            }
            budget.count_state()?;
            if table.is_won() {
                return Ok(Outcome::Solved(links.path(node)));
            }
            let mut steps = Vec::new();
            table.steps(layout, |step| steps.push(step));
            for step in steps {
                let after = table.after(layout, step);
                if step.cheat && allowed == Cheats::None {
                    continue;
                }
                let reached = level + u32::from(step.cheat && allowed == Cheats::Fewest);
                let key = after.key();
                let best = seen.get(key).copied().unwrap_or((u32::MAX, 0));
                if best <= (reached, moves + 1) {
                    continue;
                }
                let node = links.add(node, step);
                if reached == level {
                    match seen.entry(key, (level, moves + 1), budget)? {
                        Entry::New(_) => {}
                        Entry::Seen(known) => *known = (level, moves + 1),
                    }
                    queue.push(moves + 1, (after, node));
                } else {
                    next_level.push((moves + 1, after, node));
                }
            }
        }
        level += 1;
    }
    let open = queue.len() + next_level.len();
    Ok(Exhausted::claim(open as u64, 0).into())
}
