//! What each goal requires, as shapes and numbers of draws that end a game.

use crate::rules::{CARDS, PEAKS, State, bonus_for_peaks};
use patience_core::{Goal, Rank, Target};

use crate::solver::packed::Packed;
use crate::solver::score::{LANES, ScoreSweep};
use crate::solver::shapes::{EMPTY, SHAPES, Shapes};
use crate::solver::sweep::{Ends, NEVER, Sweep};

/// How good an answer is: more first, then fewer steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quality {
    /// One for a board cleared, points, or cards; no more than was wanted.
    pub amount: u32,
    /// Steps to it.
    pub steps: u32,
}

impl Quality {
    /// Is the other one no better?
    pub fn is_as_good_as(&self, other: &Self) -> bool {
        (self.amount, other.steps) >= (other.amount, self.steps)
    }
}

/// Ends, and how good they are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The ends, all reached in the same number of steps.
    pub ends: Ends,
    /// What they reach: points, cards, or one for the board.
    pub amount: u32,
}

/// The cards of a rank, by shape.
pub struct CardCount {
    /// Places that hold a card of the rank.
    places: u32,
    /// Cards of the rank that were gone before.
    before: u32,
}

impl CardCount {
    /// The cards of this rank in a position.
    pub fn new(state: &State, rank: Rank) -> Self {
        let (mut places, mut before) = (0, 0);
        for slot in 0..CARDS {
            if state.tableau[slot]
                .face()
                .is_some_and(|card| card.rank() == rank)
            {
                if state.tableau[slot].is_gone() {
                    before += 1;
                } else {
                    places |= 1 << slot;
                }
            }
        }
        Self { places, before }
    }

    /// The same, with every unknown card counted too.
    pub fn with_unknown(mut self, state: &State) -> Self {
        for slot in 0..CARDS {
            if state.tableau[slot] == crate::rules::Slot::Here(None) {
                self.places |= 1 << slot;
            }
        }
        self
    }

    /// How many are gone at this shape.
    pub fn gone(&self, shape: u16) -> u32 {
        let mask = Shapes::get().masks[usize::from(shape)];
        self.before + (self.places & !mask).count_ones()
    }
}

/// The board in the fewest steps, after a sweep; none if it cannot be cleared.
pub fn board(sweep: &Sweep, packed: &Packed) -> Option<Aim> {
    let ends = sweep.nearest(packed, [EMPTY])?;
    Some(Aim { ends, amount: 1 })
}

/// The fewest steps to so many cards of a rank, or to the most that can go.
pub fn cards(sweep: &Sweep, packed: &Packed, count: &CardCount, wanted: u32) -> Option<Aim> {
    let reached = || (packed.shape..SHAPES as u16).filter(|&shape| sweep.draws_to(shape) != NEVER);
    let most = reached().map(|shape| count.gone(shape)).max()?;
    let amount = most.min(wanted);
    let ends = sweep.nearest(
        packed,
        reached().filter(|&shape| count.gone(shape) >= amount),
    )?;
    Some(Aim { ends, amount })
}

/// Points of a shape that has this value in [`ScoreSweep`].
pub fn points(packed: &Packed, shape: u16, value: i16) -> u32 {
    let bonus = |shape: u16| {
        let mask = Shapes::get().masks[usize::from(shape)];
        bonus_for_peaks(PEAKS - (mask & 7).count_ones() as usize)
    };
    let streak = u32::from(packed.streak);
    packed.score + 100 * value as u32 + bonus(shape) - 100 * streak * streak - bonus(packed.shape)
}

/// The most points among these shapes, in the fewest steps.
pub fn best_score(
    sweep: &ScoreSweep,
    packed: &Packed,
    shapes: impl Iterator<Item = u16>,
) -> Option<Aim> {
    let mut found: Option<Aim> = None;
    for shape in shapes {
        let Some(value) = sweep.best(shape, LANES - 1) else {
            continue;
        };
        let amount = points(packed, shape, value);
        if found.as_ref().is_none_or(|found| found.amount <= amount)
            && let Some(drawn) = (0..LANES).find(|&d| sweep.best(shape, d) == Some(value))
        {
            note(&mut found, packed, shape, drawn, amount);
        }
    }
    found
}

/// The fewest steps to so many points, if they can be reached.
pub fn score_of(sweep: &ScoreSweep, packed: &Packed, wanted: u32) -> Option<Aim> {
    let mut found: Option<Aim> = None;
    for shape in packed.shape..SHAPES as u16 {
        let enough = |drawn: &usize| {
            let value = sweep.best(shape, *drawn);
            value.is_some_and(|value| points(packed, shape, value) >= wanted)
        };
        if let Some(drawn) = (0..LANES).find(enough) {
            note(&mut found, packed, shape, drawn, wanted);
        }
    }
    found
}

/// Keeps the ends with the most, and of those the ones in the fewest steps.
fn note(found: &mut Option<Aim>, packed: &Packed, shape: u16, drawn: usize, amount: u32) {
    let gone = |shape: u16| u32::from(Shapes::get().gone[usize::from(shape)]);
    let steps = drawn as u32 + gone(shape) - gone(packed.shape);
    let end = (shape, drawn as u8);
    match found {
        Some(best) if (best.amount, steps) > (amount, best.ends.steps) => {}
        Some(best) if (best.amount, best.ends.steps) == (amount, steps) => {
            best.ends.shapes.push(end);
        }
        _ => {
            let shapes = vec![end];
            *found = Some(Aim {
                ends: Ends { steps, shapes },
                amount,
            });
        }
    }
}

/// What the target still requires of this deal; the maximum, if it has no number.
pub fn wanted(target: &Target) -> u32 {
    match target.goal {
        Goal::Board => 1,
        _ => target.wanted().unwrap_or(u32::MAX),
    }
}
