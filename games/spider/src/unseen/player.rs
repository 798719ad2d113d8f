//! A player that does not look under face-down cards, and takes nothing back.
//!
//! 1. It lists the lines that turn up a card or deal a row ([`super::lines`]).
//! 2. The greedy player takes the best of them by the solver's evaluation: a deal
//!    only if every card that it could turn up costs too much order.
//! 3. The player with samples plays each of the best lines on in some of the ways
//!    in which the unknown cards may lie, with the greedy player, which sees a card
//!    of a sample only when it turns up there. Half of the lines go on to more
//!    samples, until one is left. It is played if it is better than the greedy
//!    choice by more than chance.
//! 4. When no card is unknown, the solver plays.

use patience_core::sorting::{sort_short_by, sort_short_by_key};
use patience_core::{Outcome, Target};
use patience_rules::Rules as _;
use patience_search::Budget;

use super::Ways;
use super::lines::{Found, Known, Line, Lines, Reach, Truth};
use crate::rules::{Move, Spider, State};
use crate::solver::beam::{Aim, Beam};
use crate::solver::expand::Splits;
use crate::solver::route::Route;
use crate::solver::{Effort, Question, Solver};

/// How far the player looks for lines.
const COMPARED: Reach = Reach {
    width: 40,
    depth: 20,
};
/// How far the greedy player looks in samples.
const IN_SAMPLES: Reach = Reach { width: 6, depth: 8 };
/// What a card that is turned up may cost, besides what it is worth.
const WORTH_SEEING: i32 = 26;
/// Lines that are tried on samples.
const MOST_LINES: usize = 8;
/// Samples of each line in each round, at least.
const LEAST_SAMPLES: usize = 4;
/// Standard errors by which a line must be better than the greedy choice.
const DOUBT: f64 = 2.0;
/// Positions that it may take to find the win when all cards are known.
const LAST_POSITIONS: u64 = 1_000_000;
/// The same in a sample, and the width of the beam.
const SAMPLE_POSITIONS: u64 = 2_000;
const SAMPLE_WIDTH: usize = 10;
/// Lines of a sample, at most. No game is that long.
const MOST_STEPS: usize = 300;

/// The player.
///
/// ```
/// use patience_spider::rules::Spider;
/// use patience_spider::unseen::{Dealer, Player};
/// let rules = Spider::with_suits(1);
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
    beam: Beam,
    solver: Solver,
}

impl Player {
    /// A player that plays about so many samples for each decision. They follow
    /// from the seed: the same moves for the same seed.
    pub fn new(playouts: usize, seed: u64) -> Self {
        Self {
            playouts,
            seed,
            taken: 0,
            lines: Lines::default(),
            beam: Beam::default(),
            solver: Solver::new(),
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
    pub fn next_moves(&mut self, rules: &Spider, seen: &State) -> Option<Vec<Move>> {
        if rules.is_won(seen) || shows_unknown(seen) {
            return None;
        }
        if seen.unknown() == 0 {
            return self.finish(rules, seen);
        }
        // A run that may leave leaves, as in the solver.
        let mut moves = rules.legal_moves(seen).into_iter();
        if let Some(home) = moves.find(|played| matches!(played, Move::Home(_))) {
            return Some(vec![home]);
        }
        let ways = Ways::new(rules, seen)?;
        let known = Known::new(rules, seen, &ways)?;
        let found = self.lines.find(&known, COMPARED);
        let best = if self.playouts == 0 || found.lines.len() < 2 {
            greediest(&found)?
        } else {
            self.best_of(rules, &ways, &known, &found)?
        };
        let edges = &found.lines[best].edges;
        let moves = Route::new(&known.game, &known.terms, &known.node).moves(edges);
        Some(up_to_news(rules, seen, moves))
    }

    /// The line that does best in samples. The greedy choice is in all of them, and
    /// another line must be better than it by more than chance: with few samples the
    /// best of several lines is mostly the luckiest one.
    fn best_of(
        &mut self,
        rules: &Spider,
        ways: &Ways,
        known: &Known,
        found: &Found,
    ) -> Option<usize> {
        let first = greediest(found)?;
        let mut left: Vec<_> = (0..found.lines.len())
            .filter(|&index| index != first)
            .collect();
        // A deal is always one of them.
        sort_short_by_key(&mut left, |&index| {
            let line = &found.lines[index];
            (!line.is_deal, line.value)
        });
        left.truncate(MOST_LINES - 1);
        let mut gains = vec![Gain::default(); found.lines.len()];
        let rounds = left.len().next_power_of_two().trailing_zeros() as usize + 1;
        for _ in 0..rounds {
            let samples = (self.playouts / rounds / (left.len() + 1)).max(LEAST_SAMPLES);
            for _ in 0..samples {
                self.taken += 1;
                let way = ways.sample(self.seed, self.taken);
                let truth = Truth::new(rules, &way)?;
                let usual = self.play_on(known.clone(), &truth, &found.lines[first]);
                for &index in &left {
                    let points = self.play_on(known.clone(), &truth, &found.lines[index]);
                    gains[index].add(points - usual);
                }
            }
            // A stable order: equal ones stay as they are.
            sort_short_by(&mut left, |&one, &other| {
                gains[other].mean().total_cmp(&gains[one].mean())
            });
            left.truncate(left.len().div_ceil(2));
        }
        let better = left.first().filter(|&&index| gains[index].is_sure());
        Some(better.copied().unwrap_or(first))
    }

    /// How far the greedy player comes in this sample: cards that are turned up, runs
    /// that are gone, and more if all cards are seen and the rest is won. Wins alone
    /// would hardly tell lines apart, for they are rare with four suits.
    fn play_on(&mut self, mut known: Known, truth: &Truth, line: &Line) -> f64 {
        known.follow(truth, &line.edges);
        for _ in 0..MOST_STEPS {
            if known.is_open() {
                break;
            }
            let found = self.lines.find(&known, IN_SAMPLES);
            match greediest(&found) {
                Some(index) => known.follow(truth, &found.lines[index].edges),
                None => break,
            }
        }
        let down: usize = known.node.down.iter().copied().map(usize::from).sum();
        let turned = 1.0 - down as f64 / known.node.cards.len() as f64;
        let home = f64::from(known.node.home) / f64::from(known.game.runs);
        let mut points = 2.0 * turned + home;
        if known.is_open() {
            points += 0.5 + f64::from(u8::from(self.can_win(&known)));
        }
        points
    }

    /// A short look at a sample whose cards are all known.
    fn can_win(&mut self, known: &Known) -> bool {
        let aim = Aim {
            width: SAMPLE_WIDTH,
            runs: known.game.runs,
            below: u32::MAX,
            splits: Splits::Longer,
            alike: 1,
        };
        let Known { game, terms, node } = known;
        let beam = &mut self.beam;
        let found = Budget::unlimited().within(SAMPLE_POSITIONS, |part| {
            beam.run(game, terms, node, &aim, part)
        });
        matches!(found, Ok(Some(_)))
    }

    /// All cards are known: a win, if one is found.
    fn finish(&mut self, rules: &Spider, seen: &State) -> Option<Vec<Move>> {
        let question = Question::new(rules, Target::BOARD, Effort::Fast);
        let mut budget = Budget::unlimited();
        let solver = &mut self.solver;
        let answer = budget.within(LAST_POSITIONS, |part| {
            solver.solve(&question, seen, part, &mut |_| {})
        });
        match answer.outcome {
            Outcome::Solved(solution) => Some(solution.moves),
            _ => None,
        }
    }
}

/// By how much a line does better than the greedy choice, on the same samples.
#[derive(Clone, Copy, Debug, Default)]
struct Gain {
    samples: f64,
    sum: f64,
    squares: f64,
}

impl Gain {
    fn add(&mut self, gain: f64) {
        self.samples += 1.0;
        self.sum += gain;
        self.squares += gain * gain;
    }

    fn mean(&self) -> f64 {
        self.sum / self.samples.max(1.0)
    }

    /// More than [`DOUBT`] standard errors above nothing.
    fn is_sure(&self) -> bool {
        let variance = self.squares / self.samples.max(1.0) - self.mean().powi(2);
        self.mean() > DOUBT * (variance.max(0.0) / self.samples.max(1.0)).sqrt()
    }
}

/// A card that was turned up or dealt has no name yet.
pub(super) fn shows_unknown(seen: &State) -> bool {
    let mut face_up = seen.columns.iter().flat_map(|column| &column.up);
    face_up.any(Option::is_none)
}

/// The moves up to the first one that shows a card.
pub(super) fn up_to_news(rules: &Spider, seen: &State, mut moves: Vec<Move>) -> Vec<Move> {
    let mut state = seen.clone();
    let shows = |played: &Move| rules.apply(&mut state, played).is_err() || shows_unknown(&state);
    if let Some(last) = moves.iter().position(shows) {
        moves.truncate(last + 1);
    }
    moves
}

/// The line that the greedy player takes.
fn greediest(found: &Found) -> Option<usize> {
    let best = |is_deal: bool| {
        let lines = found.lines.iter().enumerate();
        let lines = lines.filter(|(_, line)| line.is_deal == is_deal);
        lines
            .min_by_key(|(_, line)| line.value)
            .map(|(index, _)| index)
    };
    match (best(false), best(true)) {
        (Some(card), Some(deal)) => {
            let costs = found.lines[card].value - found.tidy;
            Some(if costs <= WORTH_SEEING { card } else { deal })
        }
        (card, deal) => card.or(deal),
    }
}
