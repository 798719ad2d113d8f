//! The move to make next, and what it leads to.

use super::{Oracle, Verdict};

/// A move and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Advice {
    /// The move; none when nothing can be advised.
    pub played: Option<String>,
    /// What it leads to, or why there is none, in a sentence.
    pub reason: String,
}

impl Oracle {
    /// The best move that is known, and what it leads to.
    pub fn advice(&self) -> Advice {
        let none = |reason: &str| Advice {
            played: None,
            reason: reason.to_owned(),
        };
        let Some(view) = &self.view else {
            return none("there is no table");
        };
        if view.table.is_won() {
            return none("the game is won");
        }
        if let Some(chances) = &view.chances {
            return match chances.moves.first() {
                Some((played, chance)) => Advice {
                    played: Some(played.clone()),
                    reason: format!(
                        "can be won in {:.0} % of the ways the unknown cards may lie",
                        100.0 * chance.share()
                    ),
                },
                None => none("there is no move left"),
            };
        }
        match (view.verdict, self.line()) {
            (Verdict::Loses, _) => none("the goal can not be reached from here any more"),
            (_, Some(line)) if !line.is_empty() => self.explain(&line),
            (Verdict::Wins(_), _) => none("the goal is reached already"),
            _ => none("nothing is known yet"),
        }
    }

    fn explain(&self, line: &[String]) -> Advice {
        let played = line[0].clone();
        let mut reasons = Vec::new();
        if let Some(view) = &self.view {
            let leads_to = view.table.explain(line);
            if !leads_to.is_empty() {
                reasons.push(leads_to);
            }
        }
        if self.look().only_winner() == Some(&played) {
            reasons.push("the only move that still wins".to_owned());
        }
        Advice {
            played: Some(played),
            reason: reasons.join("; "),
        }
    }
}
