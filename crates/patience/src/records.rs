//! What has been played: one rule and one shape for every place where a game is
//! kept.
//!
//! | what happened | help | a win counts |
//! |---|---|---|
//! | nothing was asked | `none` | as a win, in the streak and in the records |
//! | the light showed whether the game can be won | `light` | the same |
//! | a hint; verdicts on moves; where it was lost; a review of the game so far | `hints` | as a win with help: neither streak nor records |
//! | a solution was shown, or Patience made moves | `solution` | not at all, and the streak ends |
//!
//! Help is noted when it happens and stays with the game, whoever makes the
//! moves afterwards and however many are undone. A game counts as played with
//! its first move, and as lost until it is won.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Date;

/// The version of the shape.
pub const VERSION: u32 = 2;

/// The most help that a game has had.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Help {
    /// None.
    #[default]
    None,
    /// Whether it can still be won.
    Light,
    /// Which moves win, or which one lost.
    Hints,
    /// A solution was shown, or Patience made moves.
    Solution,
}

impl Help {
    /// Notes more help; what was noted before stays.
    pub fn note(&mut self, help: Self) {
        *self = (*self).max(help);
    }
}

/// What has been played of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct GameRecord {
    /// Games that were begun.
    pub played: u32,
    /// Games that were won without help.
    pub won: u32,
    /// Games that were won with hints.
    pub helped: u32,
    /// Won in a row without help, up to now.
    pub streak: u32,
    /// Most won in a row.
    pub longest_streak: u32,
    /// The fewest moves of a win, as the counter counts them.
    pub fewest_moves: Option<u32>,
    /// The most points.
    pub best_score: Option<u32>,
}

/// The end of a game that was begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ended {
    /// The goal was reached.
    pub won: bool,
    /// Moves, as the counter counts them.
    pub moves: u32,
    /// Points, in games that have them.
    #[serde(default)]
    pub score: Option<u32>,
    /// The most help that it had.
    pub help: Help,
}

/// How the end of a game was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// As a win.
    Won,
    /// As a win with help.
    Helped,
    /// As a game that Patience solved.
    Shown,
    /// As a loss.
    Lost,
}

/// The daily deal of a day.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DayRecord {
    /// It was won, with hints or without.
    pub won: bool,
    /// It was won on its own day: only then it counts for the streak.
    pub in_time: bool,
    /// The fewest moves of a win.
    #[serde(default)]
    pub moves: Option<u32>,
}

/// The records of all games, and of the daily deals.
///
/// ```
/// use patience::records::{Counted, Ended, Help, Records};
/// let mut records = Records::default();
/// records.begin("pyramid");
/// let won = Ended { won: true, moves: 60, score: None, help: Help::Solution };
/// assert_eq!(records.end("pyramid", &won), Counted::Shown);
/// assert_eq!(records.games["pyramid"].won, 0);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(default)]
pub struct Records {
    /// The version of the shape.
    pub version: u32,
    /// By the name of the game.
    pub games: BTreeMap<String, GameRecord>,
    /// The daily deals that were begun, by their day.
    pub days: BTreeMap<Date, DayRecord>,
}

impl Records {
    fn game(&mut self, game: &str) -> &mut GameRecord {
        self.version = VERSION;
        self.games.entry(game.to_owned()).or_default()
    }

    /// The first move of a game was made.
    pub fn begin(&mut self, game: &str) {
        self.game(game).played += 1;
    }

    /// A game that was begun is over: won, or given up for another one.
    pub fn end(&mut self, game: &str, ended: &Ended) -> Counted {
        let record = self.game(game);
        match (ended.won, ended.help) {
            (true, Help::None | Help::Light) => {
                record.won += 1;
                record.streak += 1;
                record.longest_streak = record.longest_streak.max(record.streak);
                let fewest = record.fewest_moves.unwrap_or(u32::MAX);
                record.fewest_moves = Some(fewest.min(ended.moves));
                self.score(game, ended);
                Counted::Won
            }
            (true, Help::Hints) => {
                record.helped += 1;
                Counted::Helped
            }
            (true, Help::Solution) => {
                record.streak = 0;
                Counted::Shown
            }
            (false, _) => {
                record.streak = 0;
                self.score(game, ended);
                Counted::Lost
            }
        }
    }

    /// The points of a game that is stuck or over are a record, too; but not of
    /// one with help.
    pub fn score(&mut self, game: &str, ended: &Ended) {
        if let Some(points) = ended.score
            && ended.help <= Help::Light
        {
            let record = self.game(game);
            record.best_score = Some(record.best_score.unwrap_or(0).max(points));
        }
    }

    /// The daily deal of a day was begun, today.
    pub fn begin_daily(&mut self, day: Date) {
        self.version = VERSION;
        self.days.entry(day).or_insert(DayRecord {
            won: false,
            in_time: false,
            moves: None,
        });
    }

    /// The daily deal of a day is over, today.
    pub fn end_daily(&mut self, day: Date, today: Date, ended: &Ended) {
        self.begin_daily(day);
        if !ended.won || ended.help == Help::Solution {
            return;
        }
        if let Some(record) = self.days.get_mut(&day) {
            record.won = true;
            record.in_time |= day == today;
            let fewest = record.moves.unwrap_or(u32::MAX);
            record.moves = Some(fewest.min(ended.moves));
        }
    }

    /// The days in a row, up to today or yesterday, whose daily deal was won on
    /// its day.
    pub fn daily_streak(&self, today: Date) -> u32 {
        let counts = |day: Date| self.days.get(&day).is_some_and(|one| one.in_time);
        // Today is not over: a deal that is still to be played ends nothing.
        let last = if counts(today) {
            today
        } else {
            today.previous()
        };
        let days = std::iter::successors(Some(last), |day| Some(day.previous()));
        days.take_while(|day| counts(*day)).count() as u32
    }

    /// The most days in a row whose daily deal was won on its day.
    pub fn longest_daily_streak(&self) -> u32 {
        let (mut longest, mut streak, mut last) = (0, 0, None::<Date>);
        for (day, _) in self.days.iter().filter(|(_, record)| record.in_time) {
            let goes_on = last.is_some_and(|last| last.next() == *day);
            streak = if goes_on { streak + 1 } else { 1 };
            longest = longest.max(streak);
            last = Some(*day);
        }
        longest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn won(moves: u32, help: Help) -> Ended {
        Ended {
            won: true,
            moves,
            score: Some(moves),
            help,
        }
    }

    #[test]
    fn only_a_win_without_help_is_a_record() {
        let mut records = Records::default();
        for ended in [
            won(50, Help::None),
            won(60, Help::Light),
            won(20, Help::Hints),
            won(10, Help::Solution),
        ] {
            records.begin("golf");
            records.end("golf", &ended);
        }
        let record = records.games["golf"];
        assert_eq!((record.played, record.won, record.helped), (4, 2, 1));
        assert_eq!(record.fewest_moves, Some(50));
        assert_eq!(record.best_score, Some(60));
        assert_eq!((record.streak, record.longest_streak), (0, 2));
    }

    #[test]
    fn help_is_never_forgotten() {
        let mut help = Help::None;
        help.note(Help::Solution);
        help.note(Help::Hints);
        assert_eq!(help, Help::Solution);
    }

    #[test]
    fn the_old_file_of_the_terminal_is_read() {
        let old = r#"{"version":1,"games":{"golf":{"played":3,"won":2,"streak":1,
            "longest_streak":2,"fewest_moves":35,"best_score":null}}}"#;
        let records: Records = serde_json::from_str(old).unwrap();
        assert_eq!(records.games["golf"].won, 2);
        let again = serde_json::to_string(&records).unwrap();
        assert_eq!(serde_json::from_str::<Records>(&again).unwrap(), records);
    }

    #[test]
    fn days_in_a_row_are_a_streak_until_a_day_is_missed() {
        let today: Date = "2026-03-01".parse().unwrap();
        let mut records = Records::default();
        for ago in [1, 2, 3, 5] {
            let day = today.plus(-ago);
            records.end_daily(day, day, &won(9, Help::Light));
        }
        assert_eq!(records.daily_streak(today), 3);
        // An old deal fills the calendar, but mends no streak.
        let missed = today.plus(-4);
        records.end_daily(missed, today, &won(9, Help::None));
        assert!(records.days[&missed].won);
        assert_eq!(records.daily_streak(today), 3);
        records.end_daily(today, today, &won(9, Help::Solution));
        assert_eq!(records.daily_streak(today), 3);
        records.end_daily(today, today, &won(9, Help::Hints));
        assert_eq!(records.daily_streak(today), 4);
        assert_eq!(records.longest_daily_streak(), 4);
    }
}
