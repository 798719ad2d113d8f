//! The search for a win or the proof that there is none.
//!
//! Depth first over classes of positions. When single draws are not the rule, a
//! second search runs beside it, in the *easy game*: the same position with
//! single draws and any number of passes. Every card of the stock can be
//! reached there at any time, so that what is lost in it is lost. It is a much
//! smaller search (cards of the stock are played only when something uses
//! them), and most lost deals are lost in it.
//!
//! 1. Both searches go on by turns, until the easy game is decided.
//! 2. If it is won, the first goes on alone. From time to time the easy game
//!    is asked about the positions on the way from the start to where the
//!    search is, by halving: everything below the first that is lost is left.

use patience_core::{Exhausted, Stop};
use patience_search::Budget;

use super::expand::{Expander, Moves, Prunings, Step};
use super::layout::{Layout, Packed};
use super::table::Seen;

/// Positions that a turn takes before the easy game is asked for the first time.
const FIRST_TURN: u64 = 1000;

/// Positions of a search that are looked at in two parts: the first children, and
/// the others when these have failed. Half of all deals are won before that.
const IN_PARTS: u64 = 300;

/// What a search found.
#[derive(Clone, Debug)]
pub enum Found {
    /// The steps of a win, up to where everything else goes home by itself.
    Win(Vec<Step>),
    /// There is none.
    Nothing(Exhausted),
}

/// A position that waits.
#[derive(Clone, Copy, Debug)]
struct Open {
    at: Packed,
    covered: Moves,
    depth: u16,
    /// The step that led here, if it was a single one.
    step: Option<Step>,
    /// Its first children were looked at.
    is_begun: bool,
}

/// How a part of a search ended.
enum End {
    Won,
    Lost,
    Paused,
}

/// A depth-first search.
#[derive(Debug)]
struct Dive {
    seen: Seen,
    stack: Vec<Open>,
    /// From the start to the position looked at.
    path: Vec<Open>,
    expander: Expander,
    nodes: u64,
}

impl Dive {
    fn new(prunings: Prunings) -> Self {
        Self {
            seen: Seen::default(),
            stack: Vec::new(),
            path: Vec::new(),
            expander: Expander::new(prunings),
            nodes: 0,
        }
    }

    /// Forgets everything.
    fn clear(&mut self, layout: &Layout) {
        let is_exact = !self.expander.prunings.waste && layout.draw > 1;
        self.seen.begin(layout, is_exact);
        self.nodes = 0;
    }

    /// Begins at a position. False if it was seen.
    fn begin(
        &mut self,
        layout: &Layout,
        start: &Packed,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        self.stack.clear();
        self.path.clear();
        let ranks = self.expander.settled(layout, start);
        let is_new = self.seen.add(layout, start, ranks, budget)?;
        if is_new {
            self.stack.push(Open {
                at: *start,
                covered: Moves::NONE,
                depth: 0,
                step: None,
                is_begun: false,
            });
        }
        Ok(is_new)
    }

    /// Goes on for so many positions.
    fn go(&mut self, layout: &Layout, most: u64, budget: &mut Budget) -> Result<End, Stop> {
        let pause = self.nodes.saturating_add(most);
        let is_free = layout.is_free();
        while let Some(open) = self.stack.pop() {
            self.path.truncate(usize::from(open.depth));
            if self.expander.wanted.is_none() && open.at.is_won(is_free) {
                self.path.push(open);
                return Ok(End::Won);
            }
            if self.nodes >= pause {
                self.stack.push(open);
                return Ok(End::Paused);
            }
            budget.count_state()?;
            self.nodes += 1;
            self.path.push(open);
            self.expander.hurries = self.nodes <= IN_PARTS && !open.is_begun;
            self.expander.expand(layout, &open.at, open.covered);
            if self.expander.reached.is_some() {
                return Ok(End::Won);
            }
            if self.expander.has_more {
                self.stack.push(Open {
                    is_begun: true,
                    ..open
                });
            }
            for child in self.expander.children.iter().rev() {
                if self.seen.add(layout, &child.at, child.ranks, budget)? {
                    self.stack.push(Open {
                        at: child.at,
                        covered: child.covered,
                        depth: open.depth + 1,
                        step: child.step,
                        is_begun: false,
                    });
                }
            }
        }
        Ok(End::Lost)
    }

    /// Leaves everything below the position at this depth of the path.
    fn leave(&mut self, depth: usize) {
        let below = |open: &Open| usize::from(open.depth) > depth;
        while self.stack.last().is_some_and(below) {
            self.stack.pop();
        }
        self.path.truncate(depth);
    }

    /// The steps along the path.
    fn steps(&mut self, layout: &Layout) -> Vec<Step> {
        let mut steps = Vec::new();
        let last = self.expander.reached.take();
        for pair in self.path.windows(2) {
            let [before, after] = [&pair[0], &pair[1]];
            if let Some(step) = after.step {
                steps.push(step);
                continue;
            }
            self.expander.sought = Some(after.at);
            // Most of them are among the first children.
            for hurries in [true, false] {
                self.expander.hurries = hurries;
                self.expander.expand(layout, &before.at, before.covered);
                if let Some(way) = self.expander.way.take() {
                    steps.extend(way);
                    break;
                }
            }
        }
        self.expander.sought = None;
        steps.extend(last.unwrap_or_default());
        steps
    }
}

/// The memory of a search, kept from one to the next.
#[derive(Debug)]
pub struct Search {
    dive: Dive,
    easy: Dive,
    prunings: Prunings,
    first_turn: u64,
}

impl Default for Search {
    fn default() -> Self {
        Self::new(Prunings::ALL)
    }
}

impl Search {
    /// A search that has taken no memory yet.
    pub fn new(prunings: Prunings) -> Self {
        Self {
            dive: Dive::new(prunings),
            easy: Dive::new(prunings),
            prunings,
            first_turn: FIRST_TURN,
        }
    }

    /// The same, with the easy game asked after so many positions: small games
    /// are over before the usual number.
    #[must_use]
    pub const fn asking_after(mut self, positions: u64) -> Self {
        self.first_turn = positions;
        self
    }

    /// Looks for positions with so many of these cards at home, instead of wins.
    /// Cards of the stock that go home may be the last moves then, so that they
    /// are played for their own sake.
    #[must_use]
    pub fn wanting(mut self, cards: u64, count: u32) -> Self {
        self.prunings.just_in_time = false;
        self.prunings.easier = false;
        self.dive.expander.prunings = self.prunings;
        self.dive.expander.wanted = Some((cards, count));
        self
    }

    /// Positions looked at in the game itself and in the easy one.
    pub const fn nodes(&self) -> (u64, u64) {
        (self.dive.nodes, self.easy.nodes)
    }

    /// Looks for a win.
    pub fn run(
        &mut self,
        layout: &Layout,
        start: &Packed,
        budget: &mut Budget,
    ) -> Result<Found, Stop> {
        self.dive.clear(layout);
        self.dive.begin(layout, start, budget)?;
        self.easy.nodes = 0;
        let is_won = if layout.is_free() || !self.prunings.easier {
            matches!(self.dive.go(layout, u64::MAX, budget)?, End::Won)
        } else {
            self.beside_the_easy_game(layout, start, budget)?
        };
        if is_won {
            return Ok(Found::Win(self.dive.steps(layout)));
        }
        Exhausted::claim(0, 0).map(Found::Nothing)
    }

    fn beside_the_easy_game(
        &mut self,
        layout: &Layout,
        start: &Packed,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        // 1. Most deals are decided before it is worth a thought.
        match self.dive.go(layout, self.first_turn, budget)? {
            End::Won => return Ok(true),
            End::Lost => return Ok(false),
            End::Paused => {}
        }
        // 2. Both games by turns.
        let easy = layout.easy();
        self.easy.clear(&easy);
        self.easy.begin(&easy, &start.at_start_of_pass(), budget)?;
        let mut turn = self.first_turn;
        loop {
            self.easy.seen.set_beside(self.dive.seen.bytes());
            match self.easy.go(&easy, turn, budget)? {
                End::Won => break,
                End::Lost => return Ok(false),
                End::Paused => {}
            }
            turn += turn.div_ceil(2);
            self.dive.seen.set_beside(self.easy.seen.bytes());
            match self.dive.go(layout, turn, budget)? {
                End::Won => return Ok(true),
                End::Lost => return Ok(false),
                End::Paused => {}
            }
        }
        // 3. The game itself, without what is lost in the easy one.
        let mut known = 1;
        let mut keeps_lost = false;
        let mut turn = self.first_turn;
        loop {
            self.dive.seen.set_beside(self.easy.seen.bytes());
            match self.dive.go(layout, turn, budget)? {
                End::Won => return Ok(true),
                End::Lost => return Ok(false),
                End::Paused => {}
            }
            let before = self.easy.nodes;
            self.leave_what_is_lost(&easy, &mut known, &mut keeps_lost, budget)?;
            // Half of the time for each.
            turn = self.first_turn + 2 * (self.easy.nodes - before);
        }
    }

    /// Asks the easy game about the positions on the path, and leaves everything
    /// below the first that is lost. The first `known` of them are won.
    fn leave_what_is_lost(
        &mut self,
        easy: &Layout,
        known: &mut usize,
        keeps_lost: &mut bool,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        *known = (*known).min(self.dive.path.len());
        let end = self.dive.path.len();
        let (mut first, mut lost) = (*known, end);
        let mut is_sure = true;
        self.easy.seen.set_beside(self.dive.seen.bytes());
        while first < lost {
            let middle = first.midpoint(lost);
            let at = self.dive.path[middle].at.at_start_of_pass();
            // What a search that found nothing has seen is lost, all of it, and
            // need not be looked at again. Other searches leave open ends.
            if !*keeps_lost {
                self.easy.seen.begin(easy, false);
            }
            let end = if self.easy.begin(easy, &at, budget)? {
                self.easy.go(easy, self.dive.nodes, budget)?
            } else {
                End::Lost
            };
            *keeps_lost = matches!(end, End::Lost);
            match end {
                End::Lost => lost = middle,
                End::Won | End::Paused => {
                    first = middle + 1;
                    is_sure &= matches!(end, End::Won);
                    if is_sure {
                        *known = first;
                    }
                }
            }
        }
        if lost < end {
            self.dive.leave(lost);
        }
        Ok(())
    }
}
