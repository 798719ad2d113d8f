//! What should be turned up next?
//!
//! The shortest line that turns up a card that nobody has seen: from here, or, if
//! nothing more can be turned up from here, from the start of the game. What
//! follows depends on that card, so the line ends with it, and the player asks
//! again. Each line leaves fewer cards unknown, so this comes to an end.

use crate::rules::{CARDS, Move, Slot, State};
use patience_core::Stop;
use patience_search::Budget;

use crate::solver::packed::{Packed, Unknown};
use crate::solver::shapes::{SHAPES, Shapes};
use crate::solver::sweep::Sweep;

/// Where the card lies that a line turns up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnedUp {
    /// At this place of the tableau, or at one of them.
    Tableau(usize),
    /// In the stock: the first card there that nobody has seen.
    Stock,
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reveal {
    /// This line turns up a card that nobody has seen. It may begin with
    /// [`Move::StartOver`], if there is no other way. No line is shorter.
    Line {
        /// The moves.
        moves: Vec<Move>,
        /// What the last of them turns up.
        turned_up: TurnedUp,
    },
    /// Every card is known.
    AllKnown,
    /// Nothing more can be turned up, neither from here nor from the start.
    NoMore,
    /// Nothing more can be turned up from here, and the position does not say
    /// how the game began.
    NoMoreFromHere,
}

/// The shortest line to a card that nobody has seen.
pub fn reveal(state: &State, budget: &mut Budget) -> Result<Reveal, Stop> {
    if state.unknown() == 0 {
        return Ok(Reveal::AllKnown);
    }
    // 1. From here.
    if let Some((moves, turned_up)) = line_from(state, budget)? {
        return Ok(Reveal::Line { moves, turned_up });
    }
    // 2. From the start.
    let Some(start) = state.start() else {
        return Ok(Reveal::NoMoreFromHere);
    };
    let line = line_from(&start, budget)?;
    Ok(line.map_or(Reveal::NoMore, |(mut moves, turned_up)| {
        moves.insert(0, Move::StartOver);
        Reveal::Line { moves, turned_up }
    }))
}

fn line_from(state: &State, budget: &mut Budget) -> Result<Option<(Vec<Move>, TurnedUp)>, Stop> {
    let Some(packed) = Packed::new(state, Unknown::Dead) else {
        return Ok(None);
    };
    let shapes = Shapes::get();
    let hidden = (0..CARDS)
        .filter(|&slot| state.tableau[slot] == Slot::Here(None))
        .fold(0u32, |mask, slot| mask | 1 << slot);
    let mut sweep = Sweep::new();
    sweep.run(&packed, budget)?;
    let ends = (packed.shape..SHAPES as u16)
        .filter(|&shape| shapes.uncovered[usize::from(shape)] & hidden != 0);
    let by_play = sweep.nearest(&packed, ends);
    // To turn up a card of the stock, draw all that lie above it first.
    let hidden = state.stock.iter().position(Option::is_none);
    let draws = hidden.map(|above| above as u32 + 1);
    Ok(match (by_play, draws) {
        (Some(ends), draws) if draws.is_none_or(|draws| ends.steps <= draws) => {
            let moves = sweep.moves(&packed, &ends);
            let slot = turned_up_by(state, &moves);
            Some((moves, slot))
        }
        (_, Some(draws)) => Some((vec![Move::Draw; draws as usize], TurnedUp::Stock)),
        _ => None,
    })
}

/// The place that the last of these moves uncovers.
fn turned_up_by(state: &State, moves: &[Move]) -> TurnedUp {
    let mut end = state.clone();
    for move_ in moves {
        if let Move::Play(card) = move_
            && let Some(slot) = end.slot_of(*card)
        {
            end.tableau[slot] = Slot::Gone(Some(*card));
        }
    }
    let hidden = |slot: &usize| end.tableau[*slot] == Slot::Here(None) && end.is_uncovered(*slot);
    (0..CARDS)
        .find(hidden)
        .map_or(TurnedUp::Stock, TurnedUp::Tableau)
}
