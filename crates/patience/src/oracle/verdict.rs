//! What the oracle says.

use crate::Chance;

/// What a position or a move comes to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Verdict {
    /// Nothing is known so far.
    #[default]
    Unknown,
    /// The goal can be reached: there is a line.
    Wins(Best),
    /// The goal can not be reached any more: proved.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Best {
    /// Its length, the move itself included.
    pub length: u32,
    /// How the length is counted: `steps`, `moves` or `clicks`.
    pub count: &'static str,
    /// Nothing better exists.
    pub proved: bool,
    /// The cheats in it, in games that have them.
    pub cheats: Option<u32>,
    /// The points at its end, in games that have them.
    pub score: Option<u32>,
}

/// What is known about a table and its moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Look {
    /// The table itself.
    pub position: Verdict,
    /// Every legal move, in their order.
    pub moves: Vec<(String, Verdict)>,
}

impl Look {
    /// What a move comes to.
    pub fn of(&self, played: &str) -> Verdict {
        let found = self.moves.iter().find(|(one, _)| one == played);
        found.map_or(Verdict::Unknown, |(_, verdict)| *verdict)
    }

    /// Every move has a verdict.
    pub fn is_settled(&self) -> bool {
        let mut verdicts = self.moves.iter().map(|(_, verdict)| *verdict);
        verdicts.all(|verdict| verdict != Verdict::Unknown)
    }

    /// The only move that still wins, if all the others are proved to lose.
    pub fn only_winner(&self) -> Option<&str> {
        let mut winners = self
            .moves
            .iter()
            .filter(|(_, verdict)| *verdict != Verdict::Loses);
        match (winners.next(), winners.next()) {
            (Some((played, Verdict::Wins(_))), None) if self.moves.len() > 1 => Some(played),
            _ => None,
        }
    }
}
