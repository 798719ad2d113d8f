//! Marks and lights of verdicts. Their words are those of every surface:
//! [`patience::words`].

use patience::oracle::Verdict;

pub use patience::words::{counted, goal, lost, outlook, short};

use crate::theme::Light;

/// The mark of a verdict on a card.
pub fn mark(verdict: &Verdict) -> &'static str {
    const BARS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    match verdict {
        Verdict::Wins(_) => "✓",
        Verdict::Loses => "✗",
        Verdict::Unknown => "?",
        Verdict::Chance(chance) => {
            let level = (chance.share() * BARS.len() as f64) as usize;
            BARS[level.min(BARS.len() - 1)]
        }
    }
}

/// The light of a verdict.
pub const fn light(verdict: &Verdict) -> Light {
    match verdict {
        Verdict::Wins(_) => Light::Good,
        Verdict::Loses => Light::Bad,
        Verdict::Unknown | Verdict::Chance(_) => Light::Open,
    }
}
