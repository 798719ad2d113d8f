//! A shortest solution in any count, for any game of the family.
//!
//! A plain A* search over exact positions. Its bound is simple, so that it holds
//! for every game. FreeCell itself has a far stronger search in `shortest`.
//!
//! | count | steps of the search | what goes home automatically | cost |
//! |---|---|---|---|
//! | steps | single cards (runs where a run really goes as one) | safe cards | 1 for each card |
//! | moves | runs, too | safe cards | 1 |
//! | clicks | runs, too | everything that can | 1; home is free |

use crate::rules::{Home, Runs};
use patience_core::{Count, Exhausted, Outcome, Stop};
use patience_search::{BucketQueue, Budget};

use super::board::{Board, Step, Undo};
use super::candidates::{RunSteps, add_candidates, settle};
use super::complete::path;
use super::seen::{Link, Seen};
use crate::solver::cards::{HOME, rank, suit};
use crate::solver::home::GoHome;
use crate::solver::packing::Packing;
use crate::solver::terms::Terms;

/// The result of a search for a shortest solution.
pub(super) struct Shortest {
    pub outcome: Outcome<Vec<Step>>,
    /// The best solution found before a limit stopped the search.
    pub best_so_far: Option<Vec<Step>>,
}

/// Which cards go home automatically in a count.
pub(super) const fn settling(count: Count) -> Option<GoHome> {
    match count {
        Count::Clicks => Some(GoHome::All),
        Count::Steps | Count::Moves => Some(GoHome::Safe),
    }
}

/// A position that waits, and the cost at which it was reached.
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
    let go_home = settling(count);
    let run_steps = match count {
        Count::Steps => RunSteps::Needed,
        Count::Moves | Count::Clicks => RunSteps::All,
    };
    let mut board = start.clone();
    let mut cost = 0;
    settle(&mut board, terms, packing, go_home, |step, _| {
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
    // 1. Take a position with the smallest bound.
    while let Some((promise, waiting)) = queue.pop() {
        if costs[waiting.number as usize] < waiting.cost {
            // It was reached again at a smaller cost; that entry counts.
            continue;
        }
        budget.set_lower_bound(promise);
        let key = *seen.key(waiting.number);
        board.unpack(&key, packing);
        // 2. The first win taken from the queue is a shortest one: everything
        //    that waits has at least this bound, and no bound is too high.
        if board.is_won() {
            return Ok(Outcome::Solved(path(&seen, seen.link(waiting.number))));
        }
        budget.count_state()?;
        steps.clear();
        add_candidates(&board, terms, run_steps, &mut steps);
        for &step in &steps {
            // 3. Make each step, and the automatic home moves.
            let carried = board.cards_on(step.card) + 1;
            let mut cost = waiting.cost + cost_of(step, carried, terms, count);
            undos.push(board.make(step, terms, packing));
            settle(&mut board, terms, packing, go_home, |step, undo| {
                cost += cost_of(step, 1, terms, count);
                undos.push(undo);
            });
            let link = Link {
                before: waiting.number,
                step,
            };
            // 4. A position that is new, or reached at a smaller cost, waits.
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
/// Every card that is left goes home (a whole suit at once, where that is the
/// rule). Besides, a card that lies above a lower card of its own suit has to
/// move elsewhere first. One such move can serve only cards of one unit, which is
/// a run that lies together now: a card moves before anything under it does, so
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
