//! A shortest solution in any count, for any game of the family.
//!
//! A plain A* search over exact positions. Its bound is simple, so that it is
//! right for every game: standard FreeCell has a far stronger search in
//! `shortest`, and this is the one for the others.
//!
//! | count | steps of the search | what goes home unasked | costs |
//! |---|---|---|---|
//! | steps | single cards (runs where a run really goes as one) | what loses nothing | 1 a card |
//! | moves | runs, too | what loses nothing | 1 |
//! | clicks | runs, too | everything that can | 1; home is free |

use patience_core::{Count, Exhausted, Outcome, Stop};
use patience_rules::freecell::{Home, Runs};
use patience_search::{BucketQueue, Budget};

use super::board::{Board, Step, Undo};
use super::candidates::{RunSteps, Settle, add_candidates, settle};
use super::complete::path;
use super::packing::Packing;
use super::seen::{Link, Seen};
use super::terms::{HOME, Terms, rank, suit};

/// What a search for the shortest solution ends with.
pub(super) struct Shortest {
    pub outcome: Outcome<Vec<Step>>,
    /// The best solution found before a limit stopped the search.
    pub best_so_far: Option<Vec<Step>>,
}

/// Which home moves are made unasked in a count.
pub(super) const fn settling(count: Count) -> Settle {
    match count {
        Count::Clicks => Settle::All,
        Count::Steps | Count::Moves => Settle::Safe,
    }
}

/// A position that waits, as it was when it was reached at this cost.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    number: u32,
    cost: u32,
}

/// A shortest solution, or the proof that there is none.
pub(super) fn search<const W: usize>(
    start: &Board<W>,
    terms: &Terms,
    packing: &Packing<W>,
    count: Count,
    budget: &mut Budget,
) -> Shortest {
    let mut best = None;
    let outcome = search_or_stop(start, terms, packing, count, budget, &mut best);
    Shortest {
        outcome: outcome.unwrap_or_else(Outcome::Unknown),
        best_so_far: best.map(|(_, steps)| steps),
    }
}

fn search_or_stop<const W: usize>(
    start: &Board<W>,
    terms: &Terms,
    packing: &Packing<W>,
    count: Count,
    budget: &mut Budget,
    best: &mut Option<(u32, Vec<Step>)>,
) -> Result<Outcome<Vec<Step>>, Stop> {
    let settled = settling(count);
    let run_steps = match count {
        Count::Steps => RunSteps::Needed,
        Count::Moves | Count::Clicks => RunSteps::All,
    };
    let mut board = start.clone();
    let mut cost = 0;
    settle(&mut board, terms, packing, settled, |step, _| {
        cost += cost_of(step, 1, terms, count);
    });
    let mut seen = Seen::new();
    let mut costs: Vec<u32> = Vec::new();
    let mut queue = BucketQueue::new();
    let mut steps = Vec::new();
    let mut undos: Vec<Undo> = Vec::new();
    let (number, _) = seen.enter(&board.key, Link::START, || 0, budget)?;
    costs.push(cost);
    queue.push(
        cost + lower_bound(&board, terms, count),
        Waiting { number, cost },
    );
    // 1. Take a position that promises the least.
    while let Some((promise, waiting)) = queue.pop() {
        if costs[waiting.number as usize] < waiting.cost {
            // It was reached for less since; that entry speaks for it.
            continue;
        }
        budget.set_lower_bound(promise);
        let key = *seen.key(waiting.number);
        board.unpack(&key, packing);
        // 2. The first win to be taken is a shortest: everything that waits
        //    promises no less, and no promise is too high.
        if board.is_won() {
            return Ok(Outcome::Solved(path(&seen, seen.link(waiting.number))));
        }
        budget.count_state()?;
        steps.clear();
        add_candidates(&board, terms, run_steps, &mut steps);
        for &step in &steps {
            // 3. Make each step, and what follows unasked.
            let carried = board.cards_on(step.card) + 1;
            let mut cost = waiting.cost + cost_of(step, carried, terms, count);
            undos.push(board.make(step, terms, packing));
            settle(&mut board, terms, packing, settled, |step, undo| {
                cost += cost_of(step, 1, terms, count);
                undos.push(undo);
            });
            let link = Link {
                before: waiting.number,
                step,
            };
            // 4. A position that is new, or reached for less, waits (again).
            let others = || queue.bytes() + 4 * costs.capacity() as u64;
            let (number, new) = seen.enter(&board.key, link, others, budget)?;
            let better = if new {
                costs.push(cost);
                true
            } else {
                cost < costs[number as usize]
            };
            if better {
                costs[number as usize] = cost;
                seen.relink(number, link);
                let promise = cost + lower_bound(&board, terms, count);
                queue.push(promise, Waiting { number, cost });
                if board.is_won() && best.as_ref().is_none_or(|(most, _)| cost < *most) {
                    *best = Some((cost, path(&seen, link)));
                }
            }
            while let Some(undo) = undos.pop() {
                board.take_back(undo, terms, packing);
            }
        }
    }
    Ok(Exhausted::claim(queue.len() as u64, 0).into())
}

fn cost_of(step: Step, cards: u32, terms: &Terms, count: Count) -> u32 {
    match count {
        Count::Clicks if step.onto == HOME => 0,
        Count::Clicks | Count::Moves => 1,
        Count::Steps if step.onto == HOME && terms.home == Home::WholeRuns => 13,
        Count::Steps => cards,
    }
}

/// No solution costs less than this.
///
/// Every card left goes home (a whole suit at once, where that is the rule).
/// Besides, a card that lies above a lower card of its own suit has to move
/// elsewhere first. One such move can serve only cards of one unit, which is a
/// run that lies together now: until a card has moved, nothing under it has, so
/// two cards that move together for the first time lay together from the start.
/// In steps each card is a unit of its own.
fn lower_bound<const W: usize>(board: &Board<W>, terms: &Terms, count: Count) -> u32 {
    let single_cards = count == Count::Steps || terms.runs == Runs::SingleCards;
    let mut units = 0;
    for column in 0..terms.columns {
        let cards = &board.column[column][..usize::from(board.height[column])];
        let mut lowest = [u8::MAX; 4];
        let mut counted = false;
        let mut before = None;
        for &card in cards {
            let same_unit = !single_cards
                && before
                    .is_some_and(|under: u8| terms.holds[usize::from(card)] & (1 << under) != 0);
            counted &= same_unit;
            if lowest[suit(card)] < rank(card) && !counted {
                units += 1;
                counted = true;
            }
            lowest[suit(card)] = lowest[suit(card)].min(rank(card));
            before = Some(card);
        }
    }
    let home = match (count, terms.home) {
        (Count::Clicks, _) => 0,
        (Count::Moves, Home::WholeRuns) => board.left / 13,
        (Count::Steps, _) | (Count::Moves, Home::Cards) => board.left,
    };
    units + home
}
