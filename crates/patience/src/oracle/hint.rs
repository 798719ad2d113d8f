//! The next move, and why: a solution put into the oracle's words.

use patience_core::{Outcome, Target};
use patience_game::{Error, Mode, Move, Report, Request, Table};
use patience_search::Budget;

use super::Advice;

/// The next move of a best solution, what it leads to, and the answer behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Hint {
    /// The move and why, as the oracle advises it.
    pub advice: Advice,
    /// Whether the board can be cleared from here: yes, no, or not known.
    pub winnable: Option<bool>,
    /// The answer that the advice comes from.
    pub report: Report,
}

impl Hint {
    /// The move, if there is one to advise.
    pub fn move_(&self) -> Option<&Move> {
        self.advice.move_.as_ref()
    }
}

/// Solves a table and advises the first move of the solution.
///
/// ```
/// use patience::{Budget, Request, find_game, oracle::hint};
/// let table = find_game("pyramid")?.deal(3, &Default::default())?;
/// let hint = hint(&*table, &Request::default(), &mut Budget::unlimited())?;
/// assert_eq!(hint.move_().unwrap(), &"Remove Kd");
/// assert_eq!(hint.winnable, Some(true));
/// # Ok::<(), patience::Error>(())
/// ```
pub fn hint(table: &dyn Table, request: &Request, budget: &mut Budget) -> Result<Hint, Error> {
    let report = table.solve(request, budget)?;
    let winnable = winnable(table, request, &report, budget);
    let advice = match &report.outcome {
        Outcome::Solved(line) => Advice::from_line(table, &line.moves),
        Outcome::Impossible(_) => Advice::out_of_reach(),
        Outcome::Unknown(stop) => Advice::none(stop.to_string()),
    };
    Ok(Hint {
        advice,
        winnable,
        report,
    })
}

/// Whether the board can be cleared, as far as a report on a goal tells; where
/// it does not, by another search.
fn winnable(
    table: &dyn Table,
    request: &Request,
    report: &Report,
    budget: &mut Budget,
) -> Option<bool> {
    let solution = report.outcome.solution().into_iter();
    let mut lines = solution.chain(&report.alternatives);
    if lines.any(|line| line.tally.cleared) {
        return Some(true);
    }
    if request.target == Target::BOARD {
        return is_solved(&report.outcome).filter(|solved| !solved);
    }
    let board = request.with_target(Target::BOARD).with_mode(Mode::Fast);
    is_solved(&table.solve(&board, budget).ok()?.outcome)
}

fn is_solved<S>(outcome: &Outcome<S>) -> Option<bool> {
    match outcome {
        Outcome::Solved(_) => Some(true),
        Outcome::Impossible(_) => Some(false),
        Outcome::Unknown(_) => None,
    }
}
