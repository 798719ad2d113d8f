//! Any solution, as soon as possible: the most promising table first, and
//! whatever fits is played at once.
//!
//! A table is first *settled*: as long as a head (or a cheated card) fits onto
//! another card, it goes there. Only then the search branches, over cheats and
//! empty columns. Settling may prevent a shorter solution, but cheats are free
//! here, so there is nearly always another. Searching every true move instead
//! took six times as long.

use crate::rules::COLUMNS;
use patience_core::Stop;
use patience_search::{BucketQueue, Budget, Entry, NodeId, ParentLinks, StateTable};

use crate::solver::columns::{EMPTY, Layout, is_frozen};
use crate::solver::packed::{Packed, Step};

/// One try: how tables are treated, what the order of the search looks at, and
/// after how many states the next try takes over.
#[derive(Clone, Copy, Debug)]
struct Try {
    manner: Manner,
    /// The weight of a card out of place.
    misplaced: u32,
    /// The weight of a cheated card that still lies there.
    frozen: u32,
    /// The weight of a branching so far.
    depth: u32,
    most_states: u32,
}

/// The tries, one after the other. After the last comes the search for the
/// fewest cheats.
const TRIES: [Try; 2] = [
    Try {
        manner: Manner::Settled,
        misplaced: 2,
        frozen: 2,
        depth: 1,
        most_states: 1_500,
    },
    Try {
        manner: Manner::EveryMove,
        misplaced: 2,
        frozen: 2,
        depth: 1,
        most_states: 50_000,
    },
];

/// How tables are treated before the search branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Manner {
    /// Whatever fits is played at once.
    Settled,
    /// Every true move is a branching.
    EveryMove,
}

/// A solution, or none if both kinds of search gave up.
pub fn search(
    layout: &Layout,
    start: &Packed,
    budget: &mut Budget,
) -> Result<Option<Vec<Step>>, Stop> {
    let env = std::env::var("TRIES").unwrap_or_default();
    let tries: Vec<Try> = env.split_whitespace().map(|t| { let v: Vec<u32> = t.split(',').map(|x| x.parse().unwrap()).collect();
        Try { manner: if v[0]==0 {Manner::Settled} else {Manner::EveryMove}, misplaced: v[1], frozen: v[2], depth: v[3], most_states: v[4] } }).collect();
    for attempt in if tries.is_empty() { &TRIES[..] } else { &tries[..] } {
        if let Some(steps) = search_in(attempt, layout, start, budget)? {
            return Ok(Some(steps));
        }
    }
    Ok(None)
}

fn search_in(
    attempt: &Try,
    layout: &Layout,
    start: &Packed,
    budget: &mut Budget,
) -> Result<Option<Vec<Step>>, Stop> {
    let manner = attempt.manner;
    let mut links = ParentLinks::new();
    let mut seen = StateTable::<u128, ()>::new();
    let mut queue = BucketQueue::new();
    let settled = settle(manner, layout, *start, |_| {});
    seen.entry(settled.key(), (), budget)?;
    queue.push(0, (settled, NodeId::ROOT, 0));
    let mut states = 0;
    while let Some((_, (table, node, depth))) = queue.pop() {
        if table.is_won() {
            return Ok(Some(all_steps(manner, layout, start, &links.path(node))));
        }
        states += 1;
        if states > attempt.most_states {
            break;
        }
        budget.count_state()?;
        let mut result = Ok(());
        table.steps(layout, |step| {
            if manner == Manner::Settled
                && !step.cheat
                && table.codes[usize::from(step.to)] != EMPTY
            {
                return;
            }
            let after = settle(manner, layout, table.after(layout, step), |_| {});
            match seen.entry(after.key(), (), budget) {
                Ok(Entry::New(())) => {
                    let node = links.add(node, step);
                    let priority = attempt.weight(layout, &after) + attempt.depth * depth;
                    queue.push(priority, (after, node, depth + 1));
                }
                Ok(Entry::Seen(())) => {}
                Err(stop) => result = Err(stop),
            }
        });
        result?;
    }
    Ok(None)
}

/// Plays every head and every cheated card that fits somewhere, and reports each
/// step.
fn settle(
    manner: Manner,
    layout: &Layout,
    mut table: Packed,
    mut told: impl FnMut(Step),
) -> Packed {
    if manner == Manner::EveryMove {
        return table;
    }
    let mut quiet = 0;
    let mut column = 0;
    // Every such step puts a card in place, so this ends.
    while quiet < COLUMNS {
        match table.quiet_step(layout, column, false) {
            Some(step) => {
                told(step);
                table = table.after(layout, step);
                quiet = 0;
            }
            None => {
                quiet += 1;
                column = (column + 1) % COLUMNS;
            }
        }
    }
    table
}

/// The branchings, with all settling steps between them.
fn all_steps(manner: Manner, layout: &Layout, start: &Packed, branchings: &[Step]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut table = settle(manner, layout, *start, |step| steps.push(step));
    for &step in branchings {
        steps.push(step);
        table = settle(manner, layout, table.after(layout, step), |step| {
            steps.push(step)
        });
    }
    steps
}

impl Try {
    fn weight(&self, layout: &Layout, table: &Packed) -> u32 {
        let mut weight = 0;
        for (column, &code) in table.codes.iter().enumerate() {
            weight += self.misplaced * u32::from(layout.fact(column, code).misplaced);
            if is_frozen(code) {
                weight += self.misplaced + self.frozen;
            }
        }
        weight
    }
}
