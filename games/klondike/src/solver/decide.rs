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

use super::expand::{Child, Expander, Moves, Prunings, Step};
use super::layout::{Layout, Packed};
use super::table::Seen;

mod crew;

/// Positions that a turn takes before the easy game is asked for the first time.
const FIRST_TURN: u64 = 1000;

/// Positions of a search that are looked at in two parts: the first children, and
/// the others when these have failed. Half of all deals are won before that.
const IN_PARTS: u64 = 300;

/// Positions before other threads help: 50 ms.
const ALONE: u64 = 100_000;

/// Positions of the easy game before the search looks at what else there is to do.
const SLICE: u64 = 4096;

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

/// A depth-first search without its table.
#[derive(Debug)]
struct Hunt {
    stack: Vec<Open>,
    /// From the start to the position looked at.
    path: Vec<Open>,
    expander: Expander,
    nodes: u64,
}

/// A depth-first search.
#[derive(Debug)]
struct Dive {
    seen: Seen,
    hunt: Hunt,
}

impl Hunt {
    fn new(prunings: Prunings) -> Self {
        Self {
            stack: Vec::new(),
            path: Vec::new(),
            expander: Expander::new(prunings),
            nodes: 0,
        }
    }

    /// Goes on for so many positions. `add` enters a position into the table and
    /// tells whether it is new; it stops the search, too.
    #[inline]
    fn go(
        &mut self,
        layout: &Layout,
        most: u64,
        budget: &mut Budget,
        mut add: impl FnMut(&Child, &mut Budget) -> Result<bool, Stop>,
    ) -> Result<End, Stop> {
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
                if add(child, budget)? {
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

impl Dive {
    fn new(prunings: Prunings) -> Self {
        Self {
            seen: Seen::default(),
            hunt: Hunt::new(prunings),
        }
    }

    /// Forgets everything.
    fn clear(&mut self, layout: &Layout) {
        let is_exact = !self.hunt.expander.prunings.waste && layout.draw > 1;
        self.seen.begin(layout, is_exact);
        self.hunt.nodes = 0;
    }

    /// Begins at a position. False if it was seen.
    fn begin(
        &mut self,
        layout: &Layout,
        start: &Packed,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let hunt = &mut self.hunt;
        hunt.stack.clear();
        hunt.path.clear();
        let ranks = hunt.expander.settled(layout, start);
        let is_new = self.seen.add(layout, start, ranks, budget)?;
        if is_new {
            hunt.stack.push(Open {
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
        let seen = &mut self.seen;
        self.hunt.go(layout, most, budget, |child, budget| {
            seen.add(layout, &child.at, child.ranks, budget)
        })
    }
}

/// What is known of the easy game.
#[derive(Clone, Copy, Debug)]
struct Asked {
    /// The first positions of the path that are won.
    known: usize,
    /// The table has only lost positions.
    keeps_lost: bool,
}

impl Default for Asked {
    /// The start is won.
    fn default() -> Self {
        Self {
            known: 1,
            keeps_lost: false,
        }
    }
}

/// The memory of a search, kept from one to the next.
#[derive(Debug)]
pub struct Search {
    dive: Dive,
    easy: Dive,
    prunings: Prunings,
    first_turn: u64,
    alone: u64,
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
            alone: ALONE,
        }
    }

    /// The same, with other threads that help after so many positions, if there
    /// are any.
    #[must_use]
    pub const fn helped_after(mut self, positions: u64) -> Self {
        self.alone = positions;
        self
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
        self.dive.hunt.expander.prunings = self.prunings;
        self.dive.hunt.expander.wanted = Some((cards, count));
        self
    }

    /// Positions looked at in the game itself and in the easy one.
    pub const fn nodes(&self) -> (u64, u64) {
        (self.dive.hunt.nodes, self.easy.hunt.nodes)
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
        self.easy.hunt.nodes = 0;
        let is_won = if layout.is_free() || !self.prunings.easier {
            let alone = if budget.threads() > 1 {
                self.alone
            } else {
                u64::MAX
            };
            match self.dive.go(layout, alone, budget)? {
                End::Won => true,
                End::Lost => false,
                End::Paused => self.together(layout, None, budget)?,
            }
        } else {
            self.beside_the_easy_game(layout, start, budget)?
        };
        if is_won {
            return Ok(Found::Win(self.dive.hunt.steps(layout)));
        }
        Exhausted::claim(0, 0).map(Found::Nothing)
    }

    /// Is it time for other threads to help?
    const fn is_long(&self, budget: &Budget) -> bool {
        budget.threads() > 1 && self.dive.hunt.nodes + self.easy.hunt.nodes >= self.alone
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
            if self.is_long(budget) {
                return self.together(layout, Some((&easy, Some(turn))), budget);
            }
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
        let mut asked = Asked::default();
        let mut turn = self.first_turn;
        loop {
            self.dive.seen.set_beside(self.easy.seen.bytes());
            match self.dive.go(layout, turn, budget)? {
                End::Won => return Ok(true),
                End::Lost => return Ok(false),
                End::Paused => {}
            }
            if self.is_long(budget) {
                return self.together(layout, Some((&easy, None)), budget);
            }
            let before = self.easy.hunt.nodes;
            self.easy.seen.set_beside(self.dive.seen.bytes());
            let (hunt, dive) = (&mut self.dive.hunt, &mut self.easy);
            leave_what_is_lost(hunt, dive, &easy, &mut asked, budget, |_| false)?;
            // Half of the time for each.
            turn = self.first_turn + 2 * (self.easy.hunt.nodes - before);
        }
    }
}

/// Asks the easy game about the positions on the path, and leaves everything below
/// the first that is lost. Gives this one, and its depth. `between` is called from
/// time to time, and may end it.
fn leave_what_is_lost(
    hunt: &mut Hunt,
    dive: &mut Dive,
    easy: &Layout,
    asked: &mut Asked,
    budget: &mut Budget,
    mut between: impl FnMut(&mut Hunt) -> bool,
) -> Result<Option<(usize, Packed)>, Stop> {
    asked.known = asked.known.min(hunt.path.len());
    let end = hunt.path.len();
    let (mut first, mut lost) = (asked.known, end);
    let mut is_sure = true;
    while first < lost {
        let middle = first.midpoint(lost);
        let at = hunt.path[middle].at.at_start_of_pass();
        // What a search that found nothing has seen is lost, all of it, and
        // need not be looked at again. Other searches leave open ends.
        if !asked.keeps_lost {
            dive.seen.begin(easy, false);
        }
        let mut end = if dive.begin(easy, &at, budget)? {
            End::Paused
        } else {
            End::Lost
        };
        let mut left = hunt.nodes;
        while matches!(end, End::Paused) && left > 0 {
            let slice = left.min(SLICE);
            left -= slice;
            end = dive.go(easy, slice, budget)?;
            if between(hunt) {
                return Ok(None);
            }
        }
        asked.keeps_lost = matches!(end, End::Lost);
        match end {
            End::Lost => lost = middle,
            End::Won | End::Paused => {
                first = middle + 1;
                is_sure &= matches!(end, End::Won);
                if is_sure {
                    asked.known = first;
                }
            }
        }
    }
    let found = (lost < end).then(|| (lost, hunt.path[lost].at));
    if found.is_some() {
        hunt.leave(lost);
    }
    Ok(found)
}
