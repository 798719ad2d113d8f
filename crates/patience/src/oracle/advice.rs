//! The move to make next, and what it leads to.

use patience_game::{Move, Table};
use serde::Serialize;

use super::{Oracle, Verdict};

/// A move and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Advice {
    /// The move; none when nothing can be advised.
    #[serde(rename = "move")]
    pub move_: Option<Move>,
    /// What it leads to, or why there is none, in a sentence.
    pub reason: String,
}

impl Advice {
    pub(super) fn none(reason: impl Into<String>) -> Self {
        Self {
            move_: None,
            reason: reason.into(),
        }
    }

    pub(super) fn out_of_reach() -> Self {
        Self::none("the goal cannot be reached from here")
    }

    /// The first move of a line that reaches the goal.
    pub(super) fn from_line(table: &dyn Table, line: &[Move]) -> Self {
        match line.first() {
            None => Self::none("the goal is reached already"),
            Some(first) => Self {
                move_: Some(first.clone()),
                reason: table.explain(line),
            },
        }
    }
}

impl Oracle {
    /// The best move that is known, and what it leads to.
    pub fn advice(&self) -> Advice {
        let Some(view) = &self.view else {
            return Advice::none("there is no table");
        };
        if view.table.is_won() {
            return Advice::none("the game is won");
        }
        if let Some(chances) = &view.chances {
            return match chances.moves.first() {
                Some((move_, chance)) => Advice {
                    move_: Some(move_.clone()),
                    reason: format!(
                        "can be won in {:.0}% of the ways the covered cards may lie",
                        100.0 * chance.share()
                    ),
                },
                None => Advice::none("there is no move left"),
            };
        }
        match (view.verdict, self.line()) {
            (Verdict::Loses, _) => Advice::out_of_reach(),
            (Verdict::Wins(_), None) => Advice::from_line(&*view.table, &[]),
            (_, None) => Advice::none("nothing is known yet"),
            (_, Some(line)) => self.advise(&*view.table, &line),
        }
    }

    fn advise(&self, table: &dyn Table, line: &[Move]) -> Advice {
        let mut advice = Advice::from_line(table, line);
        if advice.move_.is_some() && self.look().only_winner() == advice.move_.as_ref() {
            if !advice.reason.is_empty() {
                advice.reason.push_str("; ");
            }
            advice.reason.push_str("the only move that still wins");
        }
        advice
    }
}
