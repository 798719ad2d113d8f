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

/// One try: what the order of the search looks at, and after how many states the
/// next try takes over.
#[derive(Clone, Copy, Debug)]
struct Try {
    /// The weight of a card out of place.
    misplaced: u32,
    /// The weight of a cheated card that still lies there.
    frozen: u32,
    /// The weight of a branching so far.
    depth: u32,
    most_states: u32,
}

impl Try {
    const fn new(weights: [u32; 3], most_states: u32) -> Self {
        let [misplaced, frozen, depth] = weights;
        Self {
            misplaced,
            frozen,
            depth,
            most_states,
        }
    }
}

/// The tries, one after the other. The first fails for one deal in a thousand,
/// and what then helps differs from deal to deal. After the last comes the
/// search for the fewest cheats.
const TRIES: [Try; 3] = [
    Try::new([2, 2, 1], 1_500),
    Try::new([2, 2, 0], 4_000),
    Try::new([1, 1, 1], 4_000),
];

/// A solution, or none if every try gave up.
pub fn search(
    layout: &Layout,
    start: &Packed,
    budget: &mut Budget,
) -> Result<Option<Vec<Step>>, Stop> {
    for attempt in &TRIES {
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
    let mut links = ParentLinks::new();
    let mut seen = StateTable::<u128, ()>::new();
    let mut queue = BucketQueue::new();
    let settled = settle(layout, *start, |_| {});
    seen.entry(settled.key(), (), budget)?;
    queue.push(0, (settled, NodeId::ROOT, 0));
    let mut states = 0;
    while let Some((_, (table, node, depth))) = queue.pop() {
        if table.is_won() {
            return Ok(Some(all_steps(layout, start, &links.path(node))));
        }
        states += 1;
        if states > attempt.most_states {
            break;
        }
        budget.count_state()?;
        let mut result = Ok(());
        table.steps(layout, |step| {
            if !step.cheat && table.codes[usize::from(step.to)] != EMPTY {
                return;
            }
            let after = settle(layout, table.after(layout, step), |_| {});
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
fn settle(layout: &Layout, mut table: Packed, mut told: impl FnMut(Step)) -> Packed {
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
fn all_steps(layout: &Layout, start: &Packed, branchings: &[Step]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut table = settle(layout, *start, |step| steps.push(step));
    for &step in branchings {
        steps.push(step);
        table = settle(layout, table.after(layout, step), |step| steps.push(step));
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
