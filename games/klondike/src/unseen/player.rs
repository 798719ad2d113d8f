//! A player that does not look under face-down cards.
//!
//! 1. It draws through the stock once. With any number of passes that changes
//!    nothing, and every card of the stock is known from then on. Where passes
//!    are limited it plays on the way what it can.
//! 2. It lists the lines that turn up a card ([`super::lines`]).
//! 3. For each of them it plays samples to their end: ways in which the unknown
//!    cards may lie, each played on by the greedy player, which sees a card of
//!    a sample only when it turns up there. (To ask the solver about the samples
//!    instead is worse: it plays each of them as if it knew the cards.) Samples
//!    that nobody could win from here are the same for all lines and left out.
//! 4. Half of the lines go on to more samples, until one is left.
//! 5. When no card is unknown, the solver plays.

use patience_core::sorting::sort_short_by;
use patience_rules::Rules;
use patience_search::Budget;

use super::Ways;
use super::lines::{Line, Lines, Reach, greediest};
use crate::rules::{Face, Klondike, Move, State};
use crate::solver::decide::{Found, Search};
use crate::solver::layout::{Layout, Packed};
use crate::solver::route::Route;

/// How far the greedy player looks for lines.
const GREEDY: Reach = Reach {
    positions: 20_000,
    more: 0,
};
/// How far the player looks for lines to compare.
const COMPARED: Reach = Reach {
    positions: 20_000,
    more: 2,
};
/// How far the greedy player looks in samples.
const IN_SAMPLES: Reach = Reach {
    positions: 500,
    more: 0,
};
/// Positions that it may take to see that a sample can be won.
const SAMPLE_POSITIONS: u64 = 600;
/// Samples in a row that cannot be won before the player goes on without.
const LOST_IN_A_ROW: u32 = 20;
/// Samples of each line in each round, at least.
const LEAST_SAMPLES: usize = 4;
/// Positions that it may take to find the win when all cards are known.
const LAST_POSITIONS: u64 = 1_000_000;

/// The player.
///
/// ```
/// use patience_klondike::rules::Klondike;
/// use patience_klondike::unseen::{Dealer, Player};
/// let rules = Klondike::DRAW_THREE;
/// let mut dealer = Dealer::new(&rules, &rules.deal(2));
/// let mut player = Player::greedy();
/// while let Some(moves) = player.next_moves(&rules, &dealer.seen()) {
///     for played in &moves {
///         dealer.play(played).unwrap();
///     }
/// }
/// assert!(dealer.is_won());
/// ```
#[derive(Debug)]
pub struct Player {
    playouts: usize,
    seed: u64,
    /// Samples taken so far.
    taken: u64,
    lines: Lines,
    search: Search,
}

/// A way in which the unknown cards may lie.
#[derive(Debug)]
struct Sample {
    layout: Layout,
    at: Packed,
}

impl Player {
    /// A player that plays about so many samples for each decision. They follow
    /// from the seed: the same moves for the same seed.
    pub fn new(playouts: usize, seed: u64) -> Self {
        Self {
            playouts,
            seed,
            taken: 0,
            lines: Lines::new(),
            search: Search::default(),
        }
    }

    /// A player that takes what looks best and tries nothing.
    pub fn greedy() -> Self {
        Self::new(0, 0)
    }

    /// The next moves, up to the next card that turns up, or to the end of the
    /// game. None if there is nothing left to do, or all cards are known and
    /// no win was found. Unknown cards are those of `seen`; the player learns
    /// nothing else.
    pub fn next_moves(&mut self, rules: &Klondike, seen: &State) -> Option<Vec<Move>> {
        let is_unknown = |faces: &[Face]| faces.iter().any(Option::is_none);
        let mut face_up = seen.columns.iter().map(|column| &column.up);
        if seen.home == [rules.ranks; 4] || face_up.any(|up| is_unknown(up)) {
            return None;
        }
        if is_unknown(&seen.stock) {
            return self.look_through(rules, seen);
        }
        if seen.unknown() == 0 {
            return self.finish(rules, seen);
        }
        let ways = Ways::new(rules, seen)?;
        // The lines are the same in every way.
        let any = ways.way(0);
        let (layout, at) = Layout::new(rules, &any)?;
        let reach = if self.playouts == 0 { GREEDY } else { COMPARED };
        let lines = self.lines.find(&layout, &at, reach);
        let best = if lines.len() < 2 || self.playouts == 0 {
            greediest(&layout, &at, &lines)?
        } else {
            let worths: Vec<_> = lines.iter().map(|line| line.worth(&layout, &at)).collect();
            self.best_of(rules, &ways, &lines, &worths)
        };
        let steps = self.lines.steps(&layout, &at, reach, &lines[best]);
        Route::new(rules, &any)?.part(&steps)
    }

    /// Draws until the stock is known. Where passes are limited, what can be played
    /// on the way is played.
    fn look_through(&mut self, rules: &Klondike, seen: &State) -> Option<Vec<Move>> {
        if rules.passes.is_none() {
            return Some(vec![Move::Draw]);
        }
        let any = Ways::new(rules, seen)?.way(0);
        let (layout, at) = Layout::new(rules, &any)?;
        let lines = self.lines.find(&layout, &at, GREEDY);
        if let Some(index) = greediest(&layout, &at, &lines)
            && lines[index].played == 0
        {
            let steps = self.lines.steps(&layout, &at, GREEDY, &lines[index]);
            return Route::new(rules, &any)?.part(&steps);
        }
        let from_waste = |played: &Move| matches!(played, Move::WasteHome | Move::WasteTo(_));
        let mut moves = rules.legal_moves(seen).into_iter();
        Some(vec![moves.find(from_waste).unwrap_or(Move::Draw)])
    }

    /// The line that wins most samples; of equal ones the greedy choice.
    fn best_of(&mut self, rules: &Klondike, ways: &Ways, lines: &[Line], worths: &[f64]) -> usize {
        let mut wins = vec![0u32; lines.len()];
        let mut left: Vec<_> = (0..lines.len()).collect();
        let rounds = lines.len().next_power_of_two().trailing_zeros() as usize;
        for _ in 0..rounds {
            let samples = (self.playouts / rounds / left.len()).max(LEAST_SAMPLES);
            for _ in 0..samples {
                let Some(sample) = self.sample(rules, ways) else {
                    break;
                };
                for &index in &left {
                    let at = lines[index].after(&sample.layout, &sample.at);
                    wins[index] += u32::from(self.play_on(&sample.layout, at));
                }
            }
            sort_short_by(&mut left, |&one, &other| {
                let by_worth = || worths[other].total_cmp(&worths[one]);
                wins[other].cmp(&wins[one]).then_with(by_worth)
            });
            left.truncate(left.len().div_ceil(2));
        }
        left[0]
    }

    /// The next sample that can be won; none if there are hardly any.
    fn sample(&mut self, rules: &Klondike, ways: &Ways) -> Option<Sample> {
        for _ in 0..LOST_IN_A_ROW {
            self.taken += 1;
            let state = ways.sample(self.seed, self.taken);
            let (layout, at) = Layout::new(rules, &state)?;
            if self.can_win(&layout, &at) {
                return Some(Sample { layout, at });
            }
        }
        None
    }

    /// Does the greedy player win this sample?
    fn play_on(&mut self, layout: &Layout, mut at: Packed) -> bool {
        // One face-down card is no secret.
        while at.down.count_ones() > 1 {
            let lines = self.lines.find(layout, &at, IN_SAMPLES);
            match greediest(layout, &at, &lines) {
                None => return false,
                Some(index) => at = lines[index].after(layout, &at),
            }
        }
        self.can_win(layout, &at)
    }

    /// A short look at a sample.
    fn can_win(&mut self, layout: &Layout, at: &Packed) -> bool {
        let mut budget = Budget::unlimited();
        let found = budget.within(SAMPLE_POSITIONS, |part| self.search.run(layout, at, part));
        matches!(found, Ok(Found::Win(_)))
    }

    /// All cards are known: a win, if one is found.
    fn finish(&mut self, rules: &Klondike, seen: &State) -> Option<Vec<Move>> {
        let (layout, at) = Layout::new(rules, seen)?;
        let mut budget = Budget::unlimited();
        let found = budget.within(LAST_POSITIONS, |part| self.search.run(&layout, &at, part));
        match found {
            Ok(Found::Win(steps)) => Route::new(rules, seen)?.whole(&steps),
            _ => None,
        }
    }
}
