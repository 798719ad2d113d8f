//! Any solution, at once: true tables, the most promising first.
//!
//! Cheats are allowed freely, so that there is nearly always a way ahead; a
//! table counts by its cards that are not in place.

use patience_core::Stop;
use patience_search::{BucketQueue, Budget, Entry, NodeId, ParentLinks, StateTable};

use crate::columns::Layout;
use crate::table::{Step, Table};

/// Beyond so many states the thorough search takes over.
const MOST_STATES: u32 = 20_000;

/// What a card out of place weighs against a move.
const MISPLACED: u32 = 4;
/// What a cheated card weighs that still lies there.
const FROZEN: u32 = 4;

/// A solution, or none if the search came to its end.
pub fn search(
    layout: &Layout,
    start: &Table,
    budget: &mut Budget,
) -> Result<Option<Vec<Step>>, Stop> {
    let mut links = ParentLinks::new();
    let mut seen = StateTable::<u128, ()>::new();
    let mut queue = BucketQueue::new();
    seen.entry(start.key(), (), budget)?;
    queue.push(0, (*start, NodeId::ROOT, 0));
    let mut states = 0;
    while let Some((_, (table, node, moves))) = queue.pop() {
        if table.is_won() {
            return Ok(Some(links.path(node)));
        }
        states += 1;
        if states > MOST_STATES {
            break;
        }
        budget.count_state()?;
        let mut result = Ok(());
        table.steps(layout, |step| {
            let after = table.after(layout, step);
            match seen.entry(after.key(), (), budget) {
                Ok(Entry::New(())) => {
                    let weight = weight(layout, &after) + moves + 1;
                    let node = links.add(node, step);
                    queue.push(weight, (after, node, moves + 1));
                }
                Ok(Entry::Seen(())) => {}
                Err(stop) => result = Err(stop),
            }
        });
        result?;
    }
    Ok(None)
}

fn weight(layout: &Layout, table: &Table) -> u32 {
    let mut weight = 0;
    for (column, &code) in table.codes.iter().enumerate() {
        weight += MISPLACED * u32::from(layout.fact(column, code).misplaced);
        if crate::columns::is_frozen(code) {
            weight += MISPLACED + FROZEN;
        }
    }
    weight
}
