//! Any solution, as soon as possible: the most promising table first, in short
//! searches that differ from each other.
//!
//! The first search *settles* every table: as long as a head (or a cheated card)
//! fits onto another card, it goes there. Only then it branches, over cheats and
//! empty columns. Cheats are free here, so nearly always there is a solution that
//! settles, and the median deal takes 16 states.
//!
//! One deal in twenty needs something else. There, every move is tried. A search that
//! has not succeeded soon rarely does, so many short ones follow, each with another
//! random part in its order.

use crate::rules::COLUMNS;
use patience_core::Stop;
use patience_core::numbering::SplitMix64;
use patience_search::{BucketQueue, Budget, Entry, NodeId, ParentLinks, StateKey as _, StateTable};

use crate::solver::columns::{EMPTY, Layout, TOP, cheated, end, is_frozen, thaw};
use crate::solver::packed::{Packed, Step};

/// One kind of search: which moves it tries, and what its order looks at.
#[derive(Clone, Copy, Debug)]
struct Try {
    /// Whatever fits is played at once; otherwise every move is tried.
    settles: bool,
    /// The weight of a card out of place.
    misplaced: u32,
    /// The weight of a cheated card that still lies there.
    frozen: u32,
    /// The weight of a branching so far.
    depth: u32,
    /// The weight of a run in the way (see [`in_the_way`]).
    in_the_way: u32,
    /// Random numbers below this are added, others in each search.
    chance: u32,
}

/// The first search: it solves 95 deals of 100.
const FIRST: Try = Try {
    settles: true,
    misplaced: 2,
    frozen: 2,
    depth: 1,
    in_the_way: 0,
    chance: 1,
};

/// States of the first search.
const FIRST_STATES: u32 = 300;

/// Those that follow, in turn.
const MORE: [Try; 2] = [
    Try {
        settles: false,
        misplaced: 4,
        frozen: 0,
        depth: 1,
        in_the_way: 2,
        chance: 8,
    },
    Try {
        settles: false,
        misplaced: 4,
        frozen: 0,
        depth: 2,
        in_the_way: 0,
        chance: 8,
    },
];

/// How many rounds there are, with all of [`MORE`] in each. After the last comes the
/// search for the fewest cheats.
const ROUNDS: u64 = 24;

/// States of each search of a round. More and longer ones at the end, for what
/// short ones cannot solve.
const fn states_in_round(round: u64) -> u32 {
    match round {
        0..20 => 1_000,
        _ => 1_000 << (round - 19),
    }
}

/// How a search ended.
enum End {
    Solved(Vec<Step>),
    GaveUp,
    /// Nothing is left that it would try.
    NothingLeft,
}

/// A solution, or none if every search gave up, or if nothing is left to try.
pub fn search(
    layout: &Layout,
    start: &Packed,
    budget: &mut Budget,
) -> Result<Option<Vec<Step>>, Stop> {
    let first = std::iter::once((FIRST, FIRST_STATES));
    let more = (0..ROUNDS).flat_map(|round| MORE.map(|one| (one, states_in_round(round))));
    for (number, (one, most_states)) in (0..).zip(first.chain(more)) {
        match one.search(number, most_states, layout, start, budget)? {
            End::Solved(steps) => return Ok(Some(steps)),
            // It looked at all positions; the search that follows proves it.
            End::NothingLeft if !one.settles => return Ok(None),
            End::GaveUp | End::NothingLeft => {}
        }
    }
    Ok(None)
}

impl Try {
    fn search(
        &self,
        number: u64,
        most_states: u32,
        layout: &Layout,
        start: &Packed,
        budget: &mut Budget,
    ) -> Result<End, Stop> {
        let mut links = ParentLinks::new();
        let mut seen = StateTable::<u128, ()>::new();
        let mut queue = BucketQueue::new();
        let first = self.settled(layout, *start, |_| {});
        seen.entry(first.key(), (), budget)?;
        queue.push(0, (first, NodeId::ROOT, 0));
        let mut states = 0;
        while let Some((_, (table, node, depth))) = queue.pop() {
            if table.is_won() {
                let steps = self.all_steps(layout, start, &links.path(node));
                return Ok(End::Solved(steps));
            }
            states += 1;
            if states > most_states {
                return Ok(End::GaveUp);
            }
            budget.count_state()?;
            let mut result = Ok(());
            table.steps(layout, |step| {
                // A settled table has no run that fits; parts of runs stay.
                if self.settles && !step.cheat && table.codes[usize::from(step.to)] != EMPTY {
                    return;
                }
                let after = self.settled(layout, table.after(layout, step), |_| {});
                let key = after.key();
                match seen.entry(key, (), budget) {
                    Ok(Entry::New(())) => {
                        let node = links.add(node, step);
                        let mut random = SplitMix64::new(key.mixed() ^ number);
                        let chance = random.below(self.chance as usize) as u32;
                        let weight = self.weight(layout, &after) + self.depth * depth;
                        queue.push(weight + chance, (after, node, depth + 1));
                    }
                    Ok(Entry::Seen(())) => {}
                    Err(stop) => result = Err(stop),
                }
            });
            result?;
        }
        Ok(End::NothingLeft)
    }

    /// Plays every head and every cheated card that fits somewhere, if this search
    /// does so, and reports each step.
    fn settled(&self, layout: &Layout, mut table: Packed, mut told: impl FnMut(Step)) -> Packed {
        let mut quiet = if self.settles { 0 } else { COLUMNS };
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
    fn all_steps(&self, layout: &Layout, start: &Packed, branchings: &[Step]) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut table = self.settled(layout, *start, |step| steps.push(step));
        for &step in branchings {
            steps.push(step);
            table = self.settled(layout, table.after(layout, step), |step| steps.push(step));
        }
        steps
    }

    fn weight(&self, layout: &Layout, table: &Packed) -> u32 {
        let mut weight = 0;
        for (column, &code) in table.codes.iter().enumerate() {
            weight += self.misplaced * u32::from(layout.fact(column, code).misplaced);
            if is_frozen(code) {
                weight += self.misplaced + self.frozen;
            }
        }
        if self.in_the_way > 0 {
            weight += self.in_the_way * in_the_way(layout, table);
        }
        weight
    }
}

/// A card counts for at most so many runs in the way.
const MOST_IN_THE_WAY: u32 = 6;

/// For each head and each cheated card that must go, how many runs lie in the way of
/// the nearest card that it fits. (For the highest rank nothing is counted. The way to
/// the nearest empty column made the search slower.)
fn in_the_way(layout: &Layout, table: &Packed) -> u32 {
    // 1. The nearest card of each rank.
    let mut nearest = [MOST_IN_THE_WAY; TOP as usize + 2];
    nearest[usize::from(TOP) + 1] = 0;
    for (column, &code) in table.codes.iter().enumerate() {
        let mut above = u32::from(is_frozen(code));
        let mut lowest = match above {
            0 => table.leaves[column],
            _ => end(code),
        };
        let mut run = thaw(code);
        loop {
            let fact = layout.fact(column, run);
            if fact.head > TOP {
                break;
            }
            for rank in lowest..=fact.head {
                // All but the last card of the run have a part of it on them.
                let near = &mut nearest[usize::from(rank)];
                *near = (*near).min(above + u32::from(rank > lowest));
            }
            if fact.depth == 0 {
                break;
            }
            (above, lowest, run) = (above + 1, fact.under, fact.below);
        }
    }
    // 2. The cards that must go.
    let mut sum = 0;
    for (column, &code) in table.codes.iter().enumerate() {
        let fact = layout.fact(column, code);
        if is_frozen(code) {
            sum += nearest[usize::from(cheated(code)) + 1];
        } else if fact.head <= TOP && fact.misplaced > 0 {
            sum += nearest[usize::from(fact.head) + 1];
        }
    }
    sum
}
