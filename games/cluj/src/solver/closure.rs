//! Whether the image game can be won at all, with any number of cheats.
//!
//! The rounds with more and more cheats would never end for a position that
//! cannot be won. Here every image that can be reached is visited, with no bound and
//! no argument about the last cheat. If none of them is won, then no game of true
//! cards is, because each is followed by a game of images.

use patience_core::{Exhausted, Stop};
use patience_search::{Budget, Entry, StateTable};

use crate::solver::candidates::{Arguments, Sources, cheats, quiet};
use crate::solver::columns::Layout;
use crate::solver::image::{Image, ImageKey as _};

/// More cheats than one: no argument about the last one holds.
const MANY: u32 = u32::MAX;

/// That the position cannot be won; none if it can be, or if so many states do not
/// tell.
pub fn closure(
    layout: &Layout,
    start: &Image,
    most_states: u64,
    budget: &mut Budget,
) -> Result<Option<Exhausted>, Stop> {
    let mut seen = StateTable::<u128, ()>::new();
    let mut waiting = vec![*start];
    let mut states = 0;
    while let Some(mut image) = waiting.pop() {
        image.sort();
        let Some(pool) = image.pool(layout) else {
            continue;
        };
        if let Entry::Seen(()) = seen.entry(u128::pack(&image), (), budget)? {
            continue;
        }
        states += 1;
        if pool.misplaced == 0 || states > most_states {
            return Ok(None);
        }
        budget.count_state()?;
        quiet(layout, &image, &pool, MANY, Arguments::NONE, |found| {
            waiting.push(found.image);
        });
        cheats(
            layout,
            &image,
            &pool,
            MANY,
            Sources::ALL,
            Arguments::NONE,
            |image| {
                waiting.push(image);
            },
        );
    }
    Ok(Exhausted::claim(waiting.len() as u64, 0).ok())
}
