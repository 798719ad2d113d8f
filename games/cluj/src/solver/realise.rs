//! From the image game to true cards.
//!
//! The shortest path of the image game may need tails in places where they are
//! not. So the true moves are searched, too: depth first, within a limit of moves
//! that starts at that of the image game and grows by one. A position is cut off
//! if the image game shows that the rest takes too many moves. After the last
//! cheat the image game is exact, and its path is played.

use crate::rules::Move;
use patience_core::Stop;
use patience_core::sorting::sort_short_by_key;
use patience_search::{Budget, Entry, StateTable};

use crate::solver::candidates::{Arguments, quiet};
use crate::solver::columns::Layout;
use crate::solver::image::{Image, ImageKey};
use crate::solver::packed::{Packed, Step};
use crate::solver::to_go::{ANY, ToGo, left_after, table_of};

/// A search for true moves, with so many cheats or any number of them.
#[derive(Debug)]
pub struct Realise<'a, 'l, K> {
    layout: &'a Layout,
    to_go: ToGo<'a, 'l, K>,
    /// For each number of cheats left: tables from which so many moves were
    /// not enough.
    failed: Vec<StateTable<u128, u8>>,
    steps: Vec<Step>,
}

impl<'a, 'l, K: ImageKey> Realise<'a, 'l, K> {
    /// Before the first limit.
    pub fn new(layout: &'a Layout, to_go: ToGo<'a, 'l, K>, cheats: u32) -> Self {
        Self {
            layout,
            to_go,
            failed: (0..=table_of(cheats)).map(|_| StateTable::new()).collect(),
            steps: Vec::new(),
        }
    }

    /// The steps of a solution of at most so many moves, if there is one.
    pub fn within(
        &mut self,
        start: &Packed,
        left: u32,
        moves: u32,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Step>>, Stop> {
        self.steps.clear();
        Ok(self
            .search(start, left, moves, budget)?
            .then(|| self.steps.clone()))
    }

    fn search(
        &mut self,
        table: &Packed,
        left: u32,
        moves: u32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        // 1. The image game, which is exact when no cheat is left.
        if !self.to_go.can(&table.image(), left, moves, budget)? {
            return Ok(false);
        }
        if left == ANY && table.is_won() {
            return Ok(true);
        }
        if left == 0 {
            self.play_out(table, moves, budget)?;
            return Ok(true);
        }
        // 2. Seen before, with at least as many moves left?
        let key = table.key();
        if let Some(&failed) = self.failed[table_of(left)].get(key)
            && u32::from(failed) >= moves
        {
            return Ok(false);
        }
        budget.count_state()?;
        // 3. Every true move; those whose images are known to be good come first.
        let mut next = Vec::new();
        table.steps(self.layout, |step| {
            let after = table.after(self.layout, step);
            let left = left_after(left, step.cheat);
            let is_good = self.to_go.is_known_good(&after.image(), left, moves - 1);
            next.push((!is_good, step, after, left));
        });
        sort_short_by_key(&mut next, |(is_other, ..)| *is_other);
        for (_, step, after, left) in next {
            self.steps.push(step);
            if self.search(&after, left, moves - 1, budget)? {
                return Ok(true);
            }
            self.steps.pop();
        }
        // 4. No solution from here.
        match self.failed[table_of(left)].entry(key, moves as u8, budget)? {
            Entry::New(_) => {}
            Entry::Seen(failed) => *failed = moves as u8,
        }
        Ok(false)
    }

    /// Plays the path of the image game from here, without cheats.
    fn play_out(&mut self, table: &Packed, moves: u32, budget: &mut Budget) -> Result<(), Stop> {
        let (mut table, mut moves) = (*table, moves);
        while !table.is_won() {
            let image = Image { codes: table.codes };
            let mut options = Vec::new();
            if let Some(pool) = image.pool(self.layout) {
                quiet(self.layout, &image, &pool, 0, Arguments::ALL, |found| {
                    options.push(found);
                });
            }
            moves -= 1;
            let mut chosen = None;
            for option in options {
                let next = Image::new(option.image.codes);
                if self.to_go.can(&next, 0, moves, budget)? {
                    chosen = table.quiet_step(self.layout, option.column, option.to_empty);
                    break;
                }
            }
            let Some(step) = chosen else {
                unreachable!("the image game is exact without cheats");
            };
            self.steps.push(step);
            table = table.after(self.layout, step);
        }
        Ok(())
    }
}

/// The steps as moves of the rules.
pub fn written(layout: &Layout, start: &Packed, steps: &[Step]) -> Vec<Move> {
    let mut table = *start;
    steps
        .iter()
        .map(|&step| {
            let move_ = table.written(layout, step);
            table = table.after(layout, step);
            move_
        })
        .collect()
}
