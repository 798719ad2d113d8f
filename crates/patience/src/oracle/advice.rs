//! The move to make next, and what it leads to.

use patience_game::{Move, Table};
use serde::Serialize;

use super::{Oracle, Verdict, View};

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
        if view.table.unknown_cards() > 0 {
            return self.advice_by_chance(view);
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

    /// What to do while cards are unknown. Drawing leaves the chance as it is, so a
    /// player who always takes the best chance may draw for ever. The game's own
    /// player, where there is one, goes for the next card that turns up.
    fn advice_by_chance(&self, view: &View) -> Advice {
        let plan = view.plan.as_deref().unwrap_or_default();
        let best = view.chances.as_ref().and_then(|found| found.moves.first());
        let Some(move_) = plan.first().or(best.map(|(move_, _)| move_)) else {
            return Advice::none(match &view.chances {
                Some(_) => "there is no move left",
                None => "nothing is known yet",
            });
        };
        let mut reasons = Vec::new();
        if let Some(end) = end_of(&*view.table, plan) {
            reasons.push(format!("leads to {end} in {} moves", plan.len()));
        }
        if let Verdict::Chance(chance) = self.look().of(move_) {
            reasons.push(format!(
                "can be won in {:.0}% of the ways the covered cards may lie",
                100.0 * chance.share()
            ));
        }
        Advice {
            move_: Some(move_.clone()),
            reason: reasons.join("; "),
        }
    }
}

/// The last move of a plan of several, in a few words.
fn end_of(table: &dyn Table, plan: &[Move]) -> Option<String> {
    let [way @ .., last] = plan else {
        return None;
    };
    let mut now = (!way.is_empty()).then(|| table.boxed_clone())?;
    for move_ in way {
        now = now.play(move_).ok()?.0;
    }
    now.phrase(last).ok()
}
