//! A player that does not look under face-down cards, and takes nothing back.
//!
//! 1. It lists the lines that turn up a card or deal a row ([`super::lines`]).
//! 2. The greedy player takes the best of them by an evaluation: a deal only if
//!    every card that it could turn up costs too much order.
//! 3. The careful player tries every card that may turn up, each as often as it is
//!    among the unseen ones, and tidies up after it. So it takes the line that is best
//!    on average, and not the one that looks best before the card is seen.
//! 4. When no card is unknown, the solver plays.

use patience_core::{Outcome, Target};
use patience_rules::Rules as _;
use patience_search::Budget;

use super::Ways;
use super::lines::{Found, Known, Line, Lines, Reach};
use crate::rules::{Move, Spider, State};
use crate::solver::packed::code;
use crate::solver::route::Route;
use crate::solver::{Effort, Question, Solver};

/// How far the player looks for lines.
const COMPARED: Reach = Reach {
    width: 40,
    depth: 20,
};
/// How far the careful player looks after a card that it tries.
const AFTERWARDS: Reach = Reach {
    width: 20,
    depth: 12,
};
/// What a card that is turned up may cost, besides what it is worth.
const WORTH_SEEING: f64 = 26.0;
/// Positions that it may take to find the win when all cards are known.
const LAST_POSITIONS: u64 = 1_000_000;

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
    is_careful: bool,
    lines: Lines,
    solver: Solver,
}

impl Player {
    /// A player that thinks about every card that may turn up.
    pub fn careful() -> Self {
        Self {
            is_careful: true,
            lines: Lines::default(),
            solver: Solver::new(),
        }
    }

    /// A player that takes what looks best and tries nothing.
    pub fn greedy() -> Self {
        Self {
            is_careful: false,
            ..Self::careful()
        }
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
        let best = choose(&found, |line| match self.is_careful {
            true => self.expected(&ways, &known, line),
            false => f64::from(line.value),
        })?;
        let edges = &found.lines[best].edges;
        let moves = Route::new(&known.game, &known.terms, &known.node).moves(edges);
        Some(up_to_news(rules, seen, moves))
    }

    /// What a line that turns up a card is worth on average: of each card that may be
    /// there, the best that can be done next without another one, or with the next one
    /// as it looks before it is seen.
    fn expected(&mut self, ways: &Ways, known: &Known, line: &Line) -> f64 {
        let mut after = known.clone();
        let Some(column) = after.follow(&line.edges) else {
            return f64::from(line.value);
        };
        let (mut sum, mut cards) = (0.0, 0.0);
        for (card, times) in ways.kinds() {
            let mut shown = after.clone();
            shown.name(column, code(card));
            let next = self.lines.find(&shown, AFTERWARDS);
            let lines = next.lines.iter().filter(|line| !line.is_deal);
            let best = lines.map(|line| line.value).fold(next.tidy, i32::min);
            sum += times as f64 * f64::from(best);
            cards += times as f64;
        }
        sum / cards
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

/// The best line that turns up a card, or the best deal if every such line costs too
/// much. Less is better; deals are compared only with each other.
fn choose(found: &Found, mut value: impl FnMut(&Line) -> f64) -> Option<usize> {
    let deals = found.lines.iter().enumerate();
    let deals = deals.filter(|(_, line)| line.is_deal);
    let deal = deals.min_by_key(|(_, line)| line.value);
    let mut card: Option<(f64, usize)> = None;
    for (index, line) in found.lines.iter().enumerate() {
        if !line.is_deal {
            let value = value(line);
            if card.is_none_or(|(least, _)| value < least) {
                card = Some((value, index));
            }
        }
    }
    let costs_much = |value: f64| value - f64::from(found.tidy) > WORTH_SEEING;
    match (card, deal) {
        (Some((value, _)), Some((deal, _))) if costs_much(value) => Some(deal),
        (Some((_, card)), _) => Some(card),
        (None, deal) => deal.map(|(deal, _)| deal),
    }
}
