//! The moves of a best score, read back from the tables of [`ScoreSweep`].
//!
//! A game with the best score has the best score at every shape from which it
//! draws: with more points there after as few draws, it would end with more, too.
//! So `best` alone determines which draws lie on a best path:
//!
//! ```text
//! leads[shape] bit d    drawing card d + 1 from this shape, with best[shape][d]
//!                       on the table, leads to an end
//! ```
//! It is found backwards, draw by draw; between two draws, by going back over the
//! cards that one streak can have played. Then the moves are read off forwards,
//! and a streak continues as long as some best path allows it: the answer plays
//! before it draws.

use std::collections::{HashMap, HashSet};

use crate::rules::Move;
use patience_core::sorting::sort_long_by_key;

use crate::solver::packed::{Packed, RankSet, neighbours};
use crate::solver::score::ScoreSweep;
use crate::solver::shapes::{SHAPES, Shapes, slots};
use crate::solver::sweep::Ends;

/// Words of a set of shapes.
const WORDS: usize = SHAPES.div_ceil(64);

/// The moves to one of the ends, with the most points; plays come before draws.
pub fn moves(sweep: &ScoreSweep, packed: &Packed, ends: &Ends) -> Vec<Move> {
    let leads = leads(sweep, packed, ends);
    let way = Way {
        sweep,
        packed,
        ends,
        leads: &leads,
    };
    way.walk()
}

type Leads = HashMap<u16, u32>;

fn leads(sweep: &ScoreSweep, packed: &Packed, ends: &Ends) -> Leads {
    let mut leads = Leads::new();
    let last = ends.shapes.iter().map(|&(_, drawn)| drawn).max();
    for drawn in (1..=last.unwrap_or(0)).rev() {
        // 1. The shapes at which this draw's streak may stop, in order, so that
        //    every machine does the same work.
        let mut stops: Vec<u16> = leads
            .iter()
            .filter(|(_, draws)| *draws >> drawn & 1 == 1)
            .map(|(&shape, _)| shape)
            .collect();
        let here = ends.shapes.iter().filter(|end| end.1 == drawn);
        stops.extend(here.map(|&(shape, _)| shape));
        sort_long_by_key(&mut stops, |shape| *shape);
        stops.dedup();
        // 2. The shapes from which the card was drawn.
        for stop in stops {
            for from in drawn_from(sweep, packed, stop, drawn) {
                *leads.entry(from).or_default() |= 1 << (drawn - 1);
            }
        }
    }
    leads
}

/// The shapes from which this card can have been drawn, when the streak that
/// follows stops at `stop` with the most there is.
fn drawn_from(sweep: &ScoreSweep, packed: &Packed, stop: u16, drawn: u8) -> Vec<u16> {
    let shapes = Shapes::get();
    let drawn = usize::from(drawn);
    let top = packed.stock[drawn - 1];
    let gone = |shape: u16| i32::from(shapes.gone[usize::from(shape)]);
    let Some(wanted) = sweep.best(stop, drawn).map(i32::from) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    // The ranks on the waste from which the streak leads to `stop`; at `stop`
    // itself any rank will do.
    let mut ranks: HashMap<u16, RankSet> = HashMap::from([(stop, RankSet::MAX)]);
    let mut waiting = [0u64; WORDS];
    waiting[usize::from(stop) / 64] |= 1 << (stop % 64);
    for word in (0..=usize::from(stop) / 64).rev() {
        while waiting[word] != 0 {
            let bit = 63 - waiting[word].leading_zeros();
            waiting[word] &= !(1 << bit);
            let shape = (word * 64) as u16 + bit as u16;
            let set = ranks.get(&shape).copied().unwrap_or(0);
            let length = gone(stop) - gone(shape);
            let before = sweep.best(shape, drawn - 1).map(i32::from);
            let fits = before.is_some_and(|before| before + length * length == wanted);
            if fits && (length == 0 || set & top != 0) {
                found.push(shape);
            }
            for (parent, slot) in shapes.parents(usize::from(shape)) {
                let rank = packed.ranks[usize::from(slot)];
                let longer = length + 1;
                let reached = sweep.best(parent, drawn).is_some();
                if rank & set != 0 && reached && longer * longer <= wanted {
                    *ranks.entry(parent).or_default() |= neighbours(rank);
                    waiting[usize::from(parent) / 64] |= 1 << (parent % 64);
                }
            }
        }
    }
    found
}

struct Way<'a> {
    sweep: &'a ScoreSweep,
    packed: &'a Packed,
    ends: &'a Ends,
    leads: &'a Leads,
}

/// Where a game stands: value and streak as in [`ScoreSweep`].
#[derive(Clone, Copy)]
struct Stand {
    shape: u16,
    waste: RankSet,
    drawn: u8,
    value: i32,
    streak: i32,
}

impl Way<'_> {
    fn walk(&self) -> Vec<Move> {
        let streak = i32::from(self.packed.streak);
        let mut now = Stand {
            shape: self.packed.shape,
            waste: self.packed.waste,
            drawn: 0,
            value: streak * streak,
            streak,
        };
        let mut moves = Vec::new();
        loop {
            let mut streak = Vec::new();
            if let Some(end) = self.go_on(now, &mut streak, &mut HashSet::new()) {
                now = end;
            }
            moves.extend(streak.iter().map(|&slot| self.packed.play_of(slot)));
            if self.is_end(now) {
                return moves;
            }
            let Some(&top) = self.packed.stock.get(usize::from(now.drawn)) else {
                return moves;
            };
            moves.push(Move::Draw);
            now.waste = top;
            now.drawn += 1;
            now.streak = 0;
        }
    }

    /// Plays on to where a best way ends or draws, as far as possible; `failed`
    /// holds the states from which there is no such way.
    fn go_on(
        &self,
        now: Stand,
        streak: &mut Vec<u32>,
        failed: &mut HashSet<(u16, RankSet)>,
    ) -> Option<Stand> {
        if failed.contains(&(now.shape, now.waste)) {
            return None;
        }
        let shapes = Shapes::get();
        let uncovered = shapes.uncovered[usize::from(now.shape)];
        for slot in slots(uncovered & self.packed.places_next_to(now.waste)) {
            let next = Stand {
                shape: shapes.without(now.shape, slot),
                waste: self.packed.ranks[slot as usize],
                value: now.value + 2 * now.streak + 1,
                streak: now.streak + 1,
                ..now
            };
            streak.push(slot);
            if let Some(end) = self.go_on(next, streak, failed) {
                return Some(end);
            }
            streak.pop();
        }
        let leads = self.leads.get(&now.shape).copied().unwrap_or(0);
        if self.is_end(now) || (leads >> now.drawn & 1 == 1 && self.is_best(now)) {
            return Some(now);
        }
        failed.insert((now.shape, now.waste));
        None
    }

    fn is_best(&self, now: Stand) -> bool {
        let best = self.sweep.best(now.shape, usize::from(now.drawn));
        best.map(i32::from) == Some(now.value)
    }

    fn is_end(&self, now: Stand) -> bool {
        self.ends.shapes.contains(&(now.shape, now.drawn)) && self.is_best(now)
    }
}
