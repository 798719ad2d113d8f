//! The relaxed game: cards of a kind are interchangeable.
//!
//! A position of the search has a *stage*: how many cards of each column still lie as
//! they did at the start, without those that are built, and what is at home. All other
//! cards on the table are *loose*. The last card of a column that lies as dealt is its
//! *foot*.
//!
//! Two cards are of one *kind* if the same cards fit on them, and they fit on the same
//! cards: in FreeCell the two of a rank and colour. The *outline* of a position is its
//! stage, and how many loose cards of each kind lie in cells, on empty columns, and on which
//! feet. All others lie on loose cards. So an outline forgets which card of a kind lies
//! where, and what lies on it. Millions of positions share an outline.
//!
//! # What the relaxed game allows
//! The relaxed game has only outlines. It allows a step if there is *some* position with this
//! outline, reached or not, in which the step is possible:
//!
//! - A loose card of a kind can leave a cell if one of its kind is there; it can leave another
//!   place if one of its kind is there, and one of its kind that is not in a cell holds
//!   nothing. (The two may have to trade what lies on them.)
//! - A foot can leave if it holds nothing. Built cards under it are loose then.
//! - A card can go to a cell or onto an empty column if one is free, onto a foot that it fits
//!   on if that holds nothing, and onto a loose card if one of the kind that it fits on is
//!   not in a cell and holds nothing.
//! - The next card of a suit can go home if it can leave.
//!
//! Where runs of any length move, what moves may hold cards, but does not go to a cell.
//!
//! # Why whoever wins the game wins the relaxed game
//! Take a step of one card, or of a run where runs of any length move, from a position to the
//! next. (Where runs move only as far as single cards could carry them, they are moved by
//! such steps.) The card, its place and the place it goes to satisfy the conditions above, as
//! witnesses of "one of its kind". The relaxed step has the outline of the next position,
//! because numbers of cards of a kind are all that an outline has; or both positions have
//! the same outline, if the card goes from one loose card to another. So by induction there is
//! a way in the relaxed game from the outline of a position to the outlines of all positions
//! that can be reached, and to the win if that is one of them. Where the relaxed game cannot
//! be won, the position is *hopeless*.
//!
//! # The search
//! A step within a stage can always be taken back, and no step leads back to an earlier stage.
//! So the outlines of a stage form *areas* in which each leads to each other. An area is won
//! if one step out of it leads to an area that is won; it is lost if all of it was searched,
//! and no step out of it does. (For "lost" it does not matter that steps can be taken back.)

mod outline;
#[cfg(test)]
mod tests;

use patience_core::{IN_A_PAGE, Limits, Stop};
use patience_search::{Budget, Entry, StateTable};

use super::board::Board;
use super::play::Play;
use crate::rules::{Home, Runs};
use crate::solver::packing::Packing;
use outline::{Outline, Outlines};

/// What is known of an area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Area {
    Won,
    Lost,
    /// Not all of it was searched.
    Open,
}

/// More outlines than these are not remembered.
const MOST_OUTLINES: usize = 1 << 21;
/// Bytes of the limit for each outline that may be remembered: they take a fifth of it at most.
const ROOM: usize = 640;
/// What searching an outline costs, in credit.
const COST: u64 = 8;
/// The credit of each question, and that of an answer that a position is hopeless. So where
/// hardly any position is, little time is lost.
const QUESTION: u64 = 1;
const HOPELESS: u64 = 8;
/// No search of the relaxed game begins with credit for fewer outlines than this, or than this
/// share of all outlines that were searched. A search that ends too soon is lost, but for the areas that
/// it came through with. So it must have a chance.
const LEAST_OUTLINES: u64 = 512;
const LEAST_SHARE: u64 = 8;
/// Its first search begins after so many questions, and may search as many outlines.
const FIRST_QUESTIONS: u64 = 1 << 13;

/// The relaxed game of a start.
///
/// It costs a few microseconds for each outline, and there may be millions. So it earns credit
/// by questions and more by answers that save work, and answers that it does not know while it
/// has not saved enough. In positions that are easily won it costs next to nothing then.
#[derive(Clone, Debug)]
pub(super) struct Relaxed<'a> {
    outlines: Option<Outlines<'a>>,
    /// The area of each outline that was reached.
    known: StateTable<Outline, u32>,
    areas: Vec<Area>,
    /// More outlines than these are not remembered.
    most: usize,
    /// How many outlines were searched.
    searched: u64,
    /// The credit for more of them.
    credit: u64,
    /// So many questions come before the first search.
    wait: u64,
}

/// What changes with every stage. (Where not every card goes onto an empty column, the base
/// of a column may also leave it for good. Such a stage is looked up after the next
/// change.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    left: u32,
    unbuilt: u32,
}

impl Standing {
    #[inline]
    pub const fn of<const W: usize>(board: &Board<W>) -> Self {
        Self {
            left: board.left,
            unbuilt: board.unbuilt,
        }
    }
}

impl<'a> Relaxed<'a> {
    /// The relaxed game of the positions that can follow from this start.
    pub fn new<const W: usize>(play: Play<'a, W>, start: &Board<W>, limits: &Limits) -> Self {
        let terms = play.terms;
        // Where only whole suits go home, nothing is known to be hopeless. (And the page has no
        // room for a relaxed game.)
        let is_known = !IN_A_PAGE && terms.home == Home::Cards && terms.runs != Runs::SuitRuns;
        let room = limits
            .bytes
            .map_or(usize::MAX, |bytes| bytes as usize / ROOM);
        Self {
            outlines: (is_known && play.skips_hopeless)
                .then(|| Outlines::new(terms, start))
                .flatten(),
            known: StateTable::new(),
            areas: Vec::new(),
            most: room.min(MOST_OUTLINES),
            searched: 0,
            credit: 0,
            wait: FIRST_QUESTIONS,
        }
    }

    /// Its first search begins when it was asked about so many positions.
    pub const fn beginning_after(mut self, positions: u64) -> Self {
        self.wait = positions;
        self
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> u64 {
        self.known.bytes() + (size_of::<Area>() * self.areas.capacity()) as u64
    }

    /// How many outlines were searched.
    pub const fn searched(&self) -> u64 {
        self.searched
    }

    /// So many more outlines may be searched.
    pub const fn allow(&mut self, more: u64) {
        self.wait = 0;
        self.earn(COST.saturating_mul(more));
    }

    const fn earn(&mut self, credit: u64) {
        self.credit = self.credit.saturating_add(credit);
    }

    /// Is it known that this position cannot be won?
    #[inline]
    pub fn is_hopeless<const W: usize>(
        &mut self,
        board: &Board<W>,
        packing: &Packing<W>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if IN_A_PAGE {
            return Ok(false);
        }
        if self.wait > 0 {
            self.wait -= 1;
            self.earn(COST);
            return Ok(false);
        }
        self.earn(QUESTION);
        let Some(outlines) = &self.outlines else {
            return Ok(false);
        };
        let outline = outlines.of(board, packing);
        let can_win = match self.known(outline) {
            None if self.may_search() => self.can_win(outline, budget)?,
            known => known,
        };
        let is_hopeless = can_win == Some(false);
        if is_hopeless {
            self.earn(HOPELESS);
        }
        Ok(is_hopeless)
    }

    const fn may_search(&self) -> bool {
        let outlines = self.credit / COST;
        outlines >= LEAST_OUTLINES
            && outlines >= self.searched / LEAST_SHARE
            && self.known.len() < self.most
    }

    /// The same for a position after a step, from one that was not hopeless. Most steps
    /// keep the stage, and then nothing has to be looked up.
    #[inline]
    pub fn has_become_hopeless<const W: usize>(
        &mut self,
        board: &Board<W>,
        before: Standing,
        packing: &Packing<W>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        Ok(Standing::of(board) != before && self.is_hopeless(board, packing, budget)?)
    }

    /// Can the relaxed game be won from this outline, if that was found out before?
    #[inline]
    fn known(&self, outline: Outline) -> Option<bool> {
        match self.areas[*self.known.get(outline)? as usize] {
            Area::Won => Some(true),
            Area::Lost => Some(false),
            Area::Open => None,
        }
    }

    /// Can the relaxed game be won from this outline? Unknown if that takes too long.
    fn can_win(&mut self, outline: Outline, budget: &mut Budget) -> Result<Option<bool>, Stop> {
        let known = self.known(outline);
        if known.is_some() {
            return Ok(known);
        }
        let area = self.areas.len();
        self.areas.push(Area::Open);
        let is_won = self.search(outline, area as u32, budget)?;
        self.areas[area] = match is_won {
            Some(true) => Area::Won,
            Some(false) => Area::Lost,
            None => Area::Open,
        };
        Ok(is_won)
    }

    /// Searches an area from this outline on, and the areas that steps out of it lead to.
    fn search(
        &mut self,
        first: Outline,
        area: u32,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Stop> {
        let mut waiting = Vec::new();
        let (mut same, mut others) = (Vec::new(), Vec::new());
        self.enter(first, area, &mut waiting);
        while let Some(outline) = waiting.pop() {
            if self.known.len() >= self.most || self.credit < COST {
                return Ok(None);
            }
            budget.count_state()?;
            self.searched += 1;
            self.credit -= COST;
            let Some(outlines) = &self.outlines else {
                return Ok(None);
            };
            if outlines.step(outline, &mut same, &mut others) {
                return Ok(Some(true));
            }
            for next in others.drain(..) {
                match self.can_win(next, budget)? {
                    Some(false) => {}
                    won_or_unknown => return Ok(won_or_unknown),
                }
            }
            for next in same.drain(..) {
                if self.enter(next, area, &mut waiting) {
                    return Ok(Some(true));
                }
            }
        }
        Ok(Some(false))
    }

    /// Enters an outline into an area, if it is in none. Is it known to be won?
    fn enter(&mut self, outline: Outline, area: u32, waiting: &mut Vec<Outline>) -> bool {
        // A table without a limit always has room.
        match self.known.entry(outline, area, &mut Budget::unlimited()) {
            Ok(Entry::New(_)) => waiting.push(outline),
            Ok(Entry::Seen(seen)) if *seen != area => match self.areas[*seen as usize] {
                Area::Won => return true,
                Area::Lost => {}
                // That search ended too soon.
                Area::Open => {
                    *seen = area;
                    waiting.push(outline);
                }
            },
            Ok(Entry::Seen(_)) | Err(_) => {}
        }
        false
    }
}
