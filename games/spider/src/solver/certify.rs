//! Writes the proof of "impossible" into a file that the rules can check.
//!
//! The walk has the order of the [`certificate`](crate::rules::certificate). It is
//! made on packed positions, and the checker makes it again on plain ones. The file is
//! accepted only if the two agree on every legal move of every position.

use std::io;

use patience_core::{Answer, Outcome, Stop, Target};
use patience_rules::certificate::Writer;
use patience_search::Budget;

use super::exhaust::{self, Found};
use super::packed::Game;
use super::solve::{Effort, Question, Solver};
use crate::rules::certificate::Head;
use crate::rules::{Move, Spider, State};

/// Solves a position. If that is impossible, writes the certificate: of the game
/// itself, or else of the relaxed game. Nothing is pruned in either: every legal move of
/// every position is tried.
pub fn certify(
    rules: &Spider,
    start: &State,
    budget: &mut Budget,
    certificate: &mut Vec<u8>,
) -> io::Result<Answer<Move>> {
    let question = Question::new(rules, Target::BOARD, Effort::Fast);
    let before = budget.states();
    let answer = Solver::new().solve(&question, start, budget, &mut |_| {});
    if !matches!(answer.outcome, Outcome::Impossible(_)) {
        return Ok(answer);
    }
    let Some((game, node)) = Game::new(rules, start) else {
        return Ok(answer);
    };
    // One of the two was exhausted with so many positions.
    let most = budget.states() - before;
    let mut stop = Stop::States;
    for is_relaxed in [false, true] {
        let (game, node) = match is_relaxed {
            false => (game.clone(), node.clone()),
            true => game.relaxed(&node),
        };
        let mut list = Writer::default();
        let found = budget.within(most, |part| exhaust::list(&game, &node, &mut list, part));
        match found {
            Ok(Found::Nothing(_)) => {
                let head = Head {
                    rules: *rules,
                    start: start.clone(),
                    is_relaxed,
                    positions: list.positions(),
                };
                head.write(certificate)?;
                certificate.extend(list.numbers());
                return Ok(answer);
            }
            Ok(Found::Win(_)) => {}
            Err(reason) => stop = reason,
        }
    }
    Ok(Answer::only(Outcome::Unknown(stop)))
}
