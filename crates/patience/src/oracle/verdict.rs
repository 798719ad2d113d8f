//! What the oracle says.

use std::cmp::Ordering;

use patience_core::sorting::sort_short_by;
use patience_core::{Chance, Count, Goal};
use patience_game::{Move, Request};
use serde::{Deserialize, Serialize};

/// What a position or a move comes to.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing is known so far.
    #[default]
    Unknown,
    /// The goal can be reached: there is a line.
    Wins(Best),
    /// The goal cannot be reached any more: proved.
    Loses,
    /// With unknown cards: the share of their orders in which it can.
    Chance(Chance),
}

impl Verdict {
    /// `wins`, `loses`, `unknown` or `chance`.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Wins(_) => "wins",
            Self::Loses => "loses",
            Self::Chance(_) => "chance",
        }
    }
}

/// The best line that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Best {
    /// Its length, the move itself included: as many moves as the
    /// [counter](crate::counter) of a session counts.
    pub length: u32,
    /// How the length is counted: always in `moves`.
    pub count: Count,
    /// Nothing better exists.
    pub proved: bool,
    /// The cheats in it, in games that have them.
    pub cheats: Option<u32>,
    /// The points at its end, in games that have them.
    pub score: Option<u32>,
}

/// The order of verdicts on the moves of one table, best first: those that win,
/// then chances, then what is not known, then those that lose. Among those that
/// win, more points come first where the most points are asked for, then fewer
/// cheats, then fewer moves. This is the one order that every list uses.
pub fn order(request: &Request, one: &Verdict, other: &Verdict) -> Ordering {
    let most_points = matches!(request.target.goal, Goal::Score { target: None });
    let class = |verdict: &Verdict| match verdict {
        Verdict::Wins(_) => 0,
        Verdict::Chance(_) => 1,
        Verdict::Unknown => 2,
        Verdict::Loses => 3,
    };
    let worth = |best: &Best| {
        let points = best.score.filter(|_| most_points).unwrap_or(0);
        (
            std::cmp::Reverse(points),
            best.cheats.unwrap_or(0),
            best.length,
        )
    };
    match (one, other) {
        (Verdict::Wins(one), Verdict::Wins(other)) => worth(one).cmp(&worth(other)),
        (Verdict::Chance(one), Verdict::Chance(other)) => other.share().total_cmp(&one.share()),
        _ => class(one).cmp(&class(other)),
    }
}

/// What is known about a table and its moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Look {
    /// The table itself.
    pub position: Verdict,
    /// Every legal move, in their order.
    pub moves: Vec<(Move, Verdict)>,
}

impl Look {
    /// The moves, best first; equally good ones in their own order.
    pub fn ranked(&self, request: &Request) -> Vec<&(Move, Verdict)> {
        let mut moves: Vec<_> = self.moves.iter().collect();
        sort_short_by(&mut moves, |one, other| order(request, &one.1, &other.1));
        moves
    }

    /// What a move comes to.
    pub fn of(&self, move_: &str) -> Verdict {
        let found = self.moves.iter().find(|(one, _)| *one == *move_);
        found.map_or(Verdict::Unknown, |(_, verdict)| *verdict)
    }

    /// Every move has a verdict.
    pub fn is_settled(&self) -> bool {
        let mut verdicts = self.moves.iter().map(|(_, verdict)| *verdict);
        verdicts.all(|verdict| verdict != Verdict::Unknown)
    }

    /// The only move that still wins, if all the others are proved to lose.
    pub fn only_winner(&self) -> Option<&Move> {
        let mut winners = self
            .moves
            .iter()
            .filter(|(_, verdict)| *verdict != Verdict::Loses);
        match (winners.next(), winners.next()) {
            (Some((move_, Verdict::Wins(_))), None) if self.moves.len() > 1 => Some(move_),
            _ => None,
        }
    }
}
