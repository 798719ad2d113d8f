//! What the program says about verdicts, goals and numbers.

use patience::oracle::{Best, Lost, Verdict};
use patience::{Goal, Target};

use crate::theme::Light;

/// `1 move`, `2 moves`: the word is given in the plural.
pub fn counted(number: usize, plural: &str) -> String {
    let word = match number {
        1 => plural.strip_suffix('s').unwrap_or(plural),
        _ => plural,
    };
    format!("{number} {word}")
}

/// A goal as a player says it.
pub fn goal(target: &Target) -> String {
    let so_far = match target.so_far {
        0 => String::new(),
        points => format!(", {points} so far"),
    };
    let words = match target.goal {
        Goal::Board => "clear the board".to_owned(),
        Goal::Score { target: None } => "the best score".to_owned(),
        Goal::Score {
            target: Some(points),
        } => format!("{points} points"),
        Goal::Cards { count, rank } => format!("{count} × {rank}"),
    };
    words + &so_far
}

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

/// For the order of a list: the best comes first.
pub fn rank(verdict: &Verdict) -> (u8, u32, u32) {
    match verdict {
        Verdict::Wins(best) => {
            let score = u32::MAX - best.score.unwrap_or(0);
            (0, best.cheats.unwrap_or(score), best.length)
        }
        Verdict::Chance(chance) => (1, (1e6 * (1.0 - chance.share())) as u32, 0),
        Verdict::Unknown => (2, 0, 0),
        Verdict::Loses => (3, 0, 0),
    }
}

/// A verdict in a word or three, for lists.
pub fn short(verdict: &Verdict, target: &Target) -> String {
    match verdict {
        Verdict::Wins(best) => match (target.goal, best.score) {
            (Goal::Score { target: None }, Some(score)) => format!("{score} points"),
            _ => format!("wins in {}{}", best.length, cheats(best)),
        },
        Verdict::Loses => "loses".to_owned(),
        Verdict::Unknown => "not known".to_owned(),
        Verdict::Chance(chance) => format!("{:.0} %", 100.0 * chance.share()),
    }
}

fn cheats(best: &Best) -> String {
    match best.cheats {
        None | Some(0) => String::new(),
        Some(cheats) => format!(", {}", counted(cheats as usize, "cheats")),
    }
}

/// How the game stands, in a sentence.
pub fn outlook(verdict: &Verdict, target: &Target, is_thinking: bool) -> String {
    let is_board = target.goal == Goal::Board;
    match verdict {
        Verdict::Wins(best) => {
            let length = counted(best.length as usize, best.count) + &cheats(best);
            match (target.goal, best.score, best.proved) {
                (Goal::Score { target: None }, Some(score), true) => {
                    format!("{score} points is the most that can be reached, in {length}")
                }
                (Goal::Score { target: None }, Some(score), false) => {
                    format!("{score} points or more can be reached, in {length}")
                }
                _ if best.length == 0 => "the goal is reached".to_owned(),
                (_, _, true) => format!("can be won in {length}, no fewer"),
                (_, _, false) => format!("can be won in {length} or fewer"),
            }
        }
        Verdict::Loses if is_board => "can not be won any more".to_owned(),
        Verdict::Loses => "the goal can not be reached any more".to_owned(),
        Verdict::Unknown if is_thinking => "thinking ..".to_owned(),
        Verdict::Unknown => "not known".to_owned(),
        Verdict::Chance(chance) => {
            let about = if chance.is_exact { "" } else { "about " };
            format!(
                "can be won in {about}{:.0} % of the ways the covered cards may lie",
                100.0 * chance.share()
            )
        }
    }
}

/// Where a game was lost, and whether there is a place to go back to.
pub fn lost(lost: &Lost) -> (String, Option<usize>) {
    match lost {
        Lost::StillWins => ("It is not lost: it can still be won.".to_owned(), None),
        Lost::Never => ("It could not be won from the start.".to_owned(), None),
        Lost::Unknown => ("It is not known whether it is lost.".to_owned(), None),
        Lost::Between { won, lost } => (
            format!(
                "Lost between move {} and move {lost}. b goes back to move {}.",
                won + 1,
                won + 1
            ),
            Some(*won),
        ),
        Lost::At {
            step,
            played,
            better,
        } => {
            let better = match better {
                Some(better) => format!("; {better} would have won"),
                None => String::new(),
            };
            (
                format!(
                    "Lost with move {}, {played}{better}. b goes back there.",
                    step + 1
                ),
                Some(*step),
            )
        }
    }
}
