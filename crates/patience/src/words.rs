//! Verdicts, goals and numbers in words: the one wording of every surface.
//!
//! | what | by |
//! |---|---|
//! | a verdict of the oracle | [`sign`], [`short`], [`outlook`] |
//! | an answer of a solver | [`answer`], [`alternative`] |
//! | where a game was lost | [`lost`] |
//! | what a move of a reviewed game did | [`judgement`] |
//! | numbers | [`grouped`], [`counted`] |
//!
//! A sentence begins with a small letter and has no full stop, so that it can
//! stand behind a light or inside a longer one; [`lost`],
//! [`answer`] and [`alternative`] are whole sentences.

mod answer;

use patience_core::{Goal, Target};

use crate::oracle::{Best, Judgement, Lost, Verdict};

pub use answer::{alternative, answer};

/// `1,234,567`.
///
/// ```
/// assert_eq!(patience::words::grouped(999), "999");
/// assert_eq!(patience::words::grouped(1_234_567), "1,234,567");
/// ```
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 move`, `2 moves`, `1,000 moves`: the word is given in the plural.
///
/// ```
/// use patience::words::counted;
/// assert_eq!(counted(1u32, "moves"), "1 move");
/// assert_eq!(counted(0u32, "moves"), "0 moves");
/// assert_eq!(counted(2000u64, "steps"), "2,000 steps");
/// ```
pub fn counted(number: impl Number, plural: &str) -> String {
    let number = number.whole();
    let word = match number {
        1 => plural.strip_suffix('s').unwrap_or(plural),
        _ => plural,
    };
    format!("{} {word}", grouped(number))
}

/// Cards in a text with the signs of their suits: `Qs to cell a` becomes
/// `Q♠ to cell a`, `Th` becomes `10♥`.
///
/// ```
/// use patience::words::with_suits;
/// assert_eq!(with_suits("9c 8h onto Td"), "9♣ 8♥ onto 10♦");
/// assert_eq!(with_suits("Ashes, 5 cards"), "Ashes, 5 cards");
/// ```
pub fn with_suits(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut word = String::new();
    // The blank at the end ends the last word.
    for letter in text.chars().chain([' ']) {
        if letter.is_alphanumeric() {
            word.push(letter);
            continue;
        }
        match word.parse::<patience_core::Card>() {
            Ok(card) if word.len() == 2 && word.as_bytes()[1].is_ascii_lowercase() => {
                let (rank, suit) = word.split_at(1);
                shown.push_str(if rank == "T" { "10" } else { rank });
                shown.push(match suit {
                    "c" => '♣',
                    "d" => '♦',
                    "h" => '♥',
                    _ => '♠',
                });
                debug_assert_eq!(card.to_string(), word);
            }
            _ => shown.push_str(&word),
        }
        word.clear();
        shown.push(letter);
    }
    shown.pop();
    shown
}

/// What can be counted.
pub trait Number {
    /// The number.
    fn whole(self) -> u64;
}

impl Number for u64 {
    fn whole(self) -> u64 {
        self
    }
}

impl Number for u32 {
    fn whole(self) -> u64 {
        self.into()
    }
}

impl Number for usize {
    fn whole(self) -> u64 {
        self as u64
    }
}

/// A goal: `clear the board`, `3 × A, 1 so far`.
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

/// The points that a verdict promises, where the most points are the goal.
fn points(best: &Best, target: &Target) -> Option<u32> {
    match target.goal {
        Goal::Score { target: None } => best.score,
        _ => None,
    }
}

/// A verdict on a move in a few signs, for the corner of a card: `✓12`,
/// `✓12!2` (with two cheats), `1290` (points), `✗`, `62%`, `?`.
pub fn sign(verdict: &Verdict, target: &Target) -> String {
    match verdict {
        Verdict::Wins(best) => match (points(best, target), best.cheats) {
            (Some(points), _) => points.to_string(),
            (None, None | Some(0)) => format!("✓{}", best.length),
            (None, Some(cheats)) => format!("✓{}!{cheats}", best.length),
        },
        Verdict::Loses => "✗".to_owned(),
        Verdict::Unknown => "?".to_owned(),
        Verdict::Chance(chance) => format!("{:.0}%", 100.0 * chance.share()),
    }
}

/// A verdict on a move in a word or three, for lists.
pub fn short(verdict: &Verdict, target: &Target) -> String {
    match verdict {
        Verdict::Wins(best) => match points(best, target) {
            Some(points) => format!("{points} points"),
            None => format!("wins in {}{}", best.length, cheats(best)),
        },
        Verdict::Loses => "loses".to_owned(),
        Verdict::Unknown => "not known".to_owned(),
        Verdict::Chance(chance) => format!("{:.0}%", 100.0 * chance.share()),
    }
}

fn cheats(best: &Best) -> String {
    match best.cheats {
        None | Some(0) => String::new(),
        Some(cheats) => format!(", {}", counted(cheats, "cheats")),
    }
}

/// The verdict on a table where nothing is left to do.
pub const REACHED: &str = "the goal is reached";

/// The verdict on a table in a sentence.
pub fn outlook(verdict: &Verdict, target: &Target, is_thinking: bool) -> String {
    let is_board = target.goal == Goal::Board;
    match verdict {
        Verdict::Wins(best) => {
            let length = counted(best.length, best.count.word()) + &cheats(best);
            match (points(best, target), best.proved) {
                (Some(points), true) => {
                    format!("{points} points is the most that can be reached, in {length}")
                }
                (Some(points), false) => {
                    format!("{points} points or more can be reached, in {length}")
                }
                _ if best.length == 0 => REACHED.to_owned(),
                (None, true) => format!("can be won in {length}, no fewer"),
                (None, false) => format!("can be won in {length} or fewer"),
            }
        }
        Verdict::Loses if is_board => "cannot be won any more".to_owned(),
        Verdict::Loses => "the goal cannot be reached any more".to_owned(),
        Verdict::Unknown if is_thinking => "thinking ..".to_owned(),
        Verdict::Unknown => "not known".to_owned(),
        Verdict::Chance(chance) => {
            let about = match (chance.is_exact, chance.undecided) {
                (true, _) => "",
                (_, 0) => "about ",
                _ => "at least ",
            };
            format!(
                "can be won in {about}{:.0}% of the ways the covered cards may lie",
                100.0 * chance.share()
            )
        }
    }
}

/// What a move did to the game, in a word or three.
pub fn judgement(judgement: &Judgement) -> String {
    match judgement {
        Judgement::Keeps => "still won".to_owned(),
        Judgement::Costs(cost) => match (cost.points, cost.cheats) {
            (0, 0) => format!("cost {}", counted(cost.moves, "moves")),
            (0, cheats) => format!("cost {}", counted(cheats, "cheats")),
            (points, _) => format!("cost {}", counted(points, "points")),
        },
        Judgement::Loses => "lost here".to_owned(),
        Judgement::Lost => "lost already".to_owned(),
        Judgement::Unknown => "not known".to_owned(),
    }
}

/// Where a game was lost. `name` puts a move into words; both moves are made
/// from the table where the game was lost.
pub fn lost(lost: &Lost, name: impl Fn(&str) -> String) -> String {
    match lost {
        Lost::StillWins => "It is not lost: it can still be won.".to_owned(),
        Lost::Never => "It could not be won from the start.".to_owned(),
        Lost::Unknown => "It is not known whether it is lost.".to_owned(),
        Lost::Between { first, last, .. } => {
            format!("Lost between move {first} and move {last}.")
        }
        Lost::At {
            number,
            move_,
            better,
            ..
        } => {
            let better = match better {
                Some(better) => format!("; {} would have won", name(better)),
                None => String::new(),
            };
            format!("Lost with move {number}, {}{better}.", name(move_))
        }
    }
}

#[cfg(test)]
mod tests {
    use patience_core::{Chance, Count};

    use super::*;

    fn best() -> Best {
        Best {
            length: 12,
            count: Count::Steps,
            proved: false,
            cheats: None,
            score: Some(1290),
        }
    }

    #[test]
    fn a_verdict_has_a_sign_a_few_words_and_a_sentence() {
        let board = Target::BOARD;
        let chance = Chance {
            wins: 5,
            of: 8,
            undecided: 0,
            is_exact: true,
        };
        let cheated = Best {
            cheats: Some(2),
            proved: true,
            ..best()
        };
        for (verdict, few, sentence) in [
            (
                Verdict::Wins(best()),
                "✓12",
                "can be won in 12 steps or fewer",
            ),
            (
                Verdict::Wins(cheated),
                "✓12!2",
                "can be won in 12 steps, 2 cheats, no fewer",
            ),
            (Verdict::Loses, "✗", "cannot be won any more"),
            (Verdict::Unknown, "?", "not known"),
            (
                Verdict::Chance(chance),
                "62%",
                "can be won in 62% of the ways the covered cards may lie",
            ),
        ] {
            assert_eq!(sign(&verdict, &board), few);
            assert_eq!(outlook(&verdict, &board, false), sentence);
        }
        assert_eq!(outlook(&Verdict::Unknown, &board, true), "thinking ..");
    }

    #[test]
    fn points_are_named_only_where_they_are_the_goal() {
        let most = Target {
            goal: Goal::Score { target: None },
            so_far: 0,
        };
        let verdict = Verdict::Wins(best());
        assert_eq!(sign(&verdict, &most), "1290");
        assert_eq!(short(&verdict, &most), "1290 points");
        assert_eq!(
            outlook(&verdict, &most, false),
            "1290 points or more can be reached, in 12 steps"
        );
        assert_eq!(short(&verdict, &Target::BOARD), "wins in 12");
    }

    #[test]
    fn the_moves_of_a_loss_are_named_by_the_caller() {
        let at = Lost::At {
            step: 6,
            number: 5,
            move_: "Draw".into(),
            better: Some("Remove Kd".into()),
        };
        assert_eq!(
            lost(&at, str::to_lowercase),
            "Lost with move 5, draw; remove kd would have won."
        );
        assert_eq!(at.last_winnable(), Some(6));
        let between = Lost::Between {
            won: 2,
            lost: 9,
            first: 3,
            last: 9,
        };
        assert_eq!(
            lost(&between, str::to_owned),
            "Lost between move 3 and move 9."
        );
        assert_eq!(between.last_winnable(), Some(2));
    }
}
