//! Marks and lights of verdicts. Their words are those of every surface:
//! [`patience::words`].

use patience::oracle::Verdict;

pub use patience::words::{REACHED, counted, goal, grouped, lost, outlook, short};

use crate::theme::Light;

/// A verdict is as good as the best one: nothing is lost by the move.
pub fn is_as_good(verdict: &Verdict, best: &Verdict) -> bool {
    match (verdict, best) {
        (Verdict::Wins(one), Verdict::Wins(best)) => {
            (one.length, one.cheats, one.score) == (best.length, best.cheats, best.score)
        }
        _ => false,
    }
}

/// The mark of a verdict on a card; the best move that wins has its own.
pub fn mark(verdict: &Verdict, is_best: bool) -> &'static str {
    const BARS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    match verdict {
        Verdict::Wins(_) if is_best => "★",
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
