//! How hard a deal is, by the solver's own measure.
//!
//! The solver finds a way to win. At some places of this way every legal move is
//! looked at: which of them does the solver win after, with a small effort? The
//! share of these moves tells how easily a player stays on a way that wins. Where
//! it wins after none of them, those that it did not prove lost are taken instead.
//! Each turn of the way counts one bit, and one more for every time that half of
//! the moves are bad:
//!
//! ```text
//! bits = (turns / places) * sum of 1 + log2(moves / good moves), over the places
//! ```
//!
//! So a deal is hard if its way is long and narrow. The scale differs from game to game, so each game has its own
//! three limits (`grades.txt` in its folder): of its deals that can be won, 35 in
//! 100 are easy, 35 medium, 22 hard and 8 brutal.
//!
//! Everything is counted in states, so a deal has the same grade everywhere.

use std::collections::BTreeMap;

use patience_core::numbering::SplitMix64;
use patience_core::{Limits, Outcome};
use patience_game::{About, Autoplay, Error, Game, Mode, Move, Request, Settings, Table};
use patience_search::{Budget, Cancel};
use serde::{Deserialize, Serialize};

use crate::{Date, counter};

/// How hard a deal is, among the deals of its game that can be won.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// 35 of 100 deals.
    Easy,
    /// The next 35.
    Medium,
    /// The next 22.
    Hard,
    /// The last 8.
    Brutal,
}

impl Grade {
    /// Every grade, the easiest first.
    pub const ALL: [Self; 4] = [Self::Easy, Self::Medium, Self::Hard, Self::Brutal];

    /// `easy`, `medium`, `hard` or `brutal`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Brutal => "brutal",
        }
    }

    /// The grade with this word.
    pub fn named(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|grade| grade.word() == word)
    }
}

/// The share of deals, in 100, that are easier than medium, hard and brutal.
pub const SHARES: [u32; 3] = [35, 70, 92];

/// Places of a way that are looked at.
const PLACES: usize = 10;
/// Of the way, so much in 100 is looked at: towards its end nearly all moves
/// win.
const PART: usize = 80;
/// States to find a way to win at all.
const STATES_FOR_A_WAY: u64 = 200_000;
/// States after each move.
const STATES_FOR_A_MOVE: u64 = 1_000;

/// How hard a deal is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Difficulty {
    /// The bits of good choices that it asks for, to two decimals.
    pub bits: f64,
    /// Its grade, in games that have a scale.
    pub grade: Option<Grade>,
    /// The moves of the way that was looked at.
    pub moves: u32,
}

/// How hard a table is; none if no way to win was found with a small effort, or
/// it was cancelled.
///
/// ```
/// use patience::{Cancel, difficulty, find_game};
/// let table = find_game("pyramid")?.deal(3, &Default::default())?;
/// let found = difficulty::difficulty(&*table, &Cancel::default())?.expect("it can be won");
/// assert!(found.bits > 0.0);
/// # Ok::<(), patience::Error>(())
/// ```
pub fn difficulty(table: &dyn Table, cancel: &Cancel) -> Result<Option<Difficulty>, Error> {
    let Outcome::Solved(line) = solve(table, STATES_FOR_A_WAY, cancel)? else {
        return Ok(None);
    };
    let Some(way) = counter::follow(table, &line, Autoplay::Safe)? else {
        return Ok(None);
    };
    // The table before each of the player's moves.
    let mut turns = Vec::new();
    let mut now = table.boxed_clone();
    for step in &way.steps {
        if !step.is_auto {
            turns.push(now.boxed_clone());
        }
        now = now.play(&step.move_)?.0;
    }
    let looked_at = turns.len() * PART / 100;
    let places = PLACES.min(looked_at);
    let mut bits = 0.0;
    for place in 0..places {
        let share = good_share(&*turns[place * looked_at / places], cancel)?;
        if cancel.is_cancelled() {
            return Ok(None);
        }
        bits += 1.0 - share.log2();
    }
    let bits = bits * turns.len() as f64 / places.max(1) as f64;
    let bits = (bits * 100.0).round() / 100.0;
    Ok(Some(Difficulty {
        bits,
        grade: grade_of(table.about(), bits),
        moves: way.moves,
    }))
}

/// The share of the moves of a table, which can be won, that are good: the solver
/// wins after them, or, where it wins after none, did not prove them lost. Moves
/// to the same table are one. Some move wins: the share is never nothing.
///
/// In Golf, TriPeaks and Pyramid a thousand states find no win early in the game.
/// To count every move as bad there measured how many moves there are, not how
/// many lose, and a player did not feel it.
fn good_share(table: &dyn Table, cancel: &Cancel) -> Result<f64, Error> {
    let mut after: BTreeMap<String, Box<dyn Table>> = BTreeMap::new();
    for move_ in table.legal_moves() {
        let mut then = table.play(&move_)?.0;
        while let Some(home) = then.autoplay(Autoplay::Safe) {
            then = then.play(&home)?.0;
        }
        after.insert(then.text(), then);
    }
    let (mut wins, mut open) = (0_u32, 0_u32);
    for table in after.values() {
        match solve(&**table, STATES_FOR_A_MOVE, cancel)? {
            Outcome::Solved(_) => wins += 1,
            Outcome::Unknown(_) => open += 1,
            Outcome::Impossible(_) => {}
        }
    }
    let good = if wins > 0 { wins } else { open.max(1) };
    Ok(f64::from(good) / after.len().max(1) as f64)
}

fn solve(table: &dyn Table, states: u64, cancel: &Cancel) -> Result<Outcome<Vec<Move>>, Error> {
    if table.is_won() {
        return Ok(Outcome::Solved(Vec::new()));
    }
    let request = Request::default().with_mode(Mode::Fast);
    let limits = Limits {
        states: Some(states),
        ..Limits::NONE
    };
    let mut budget = Budget::new(limits).with_cancel(cancel);
    Ok(match table.solve(&request, &mut budget)?.outcome {
        Outcome::Solved(line) => Outcome::Solved(line.moves),
        Outcome::Impossible(exhausted) => Outcome::Impossible(exhausted),
        Outcome::Unknown(stop) => Outcome::Unknown(stop),
    })
}

/// The bits above which a deal of this game is medium, hard and brutal.
pub fn scale(about: &About) -> Option<[f64; 3]> {
    let line = about.grades.lines().find_map(|line| {
        let mut words = line.split_whitespace();
        (words.next() == Some(about.name)).then_some(words)
    })?;
    let limits: Vec<f64> = line.map_while(hundredths).collect();
    limits.get(..3)?.try_into().ok()
}

/// Reads `6.43`. `str::parse` would bring ten kilobytes of tables into the page
/// for these numbers alone.
fn hundredths(word: &str) -> Option<f64> {
    let (whole, part) = word.split_once('.')?;
    let number: u32 = format!("{whole}{part}").parse().ok()?;
    (part.len() == 2).then(|| f64::from(number) / 100.0)
}

fn grade_of(about: &About, bits: f64) -> Option<Grade> {
    let harder = scale(about)?.iter().filter(|limit| bits > **limit).count();
    Some(Grade::ALL[harder])
}

/// A deal for a player.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct GradedDeal {
    /// Its number.
    pub number: u64,
    /// How hard it is.
    #[serde(flatten)]
    pub difficulty: Difficulty,
    /// How many deals were looked at.
    pub tried: u32,
}

/// Deals have numbers that people can read out.
const MOST_RANDOM: u64 = 1_000_000;
/// After so many deals, the nearest grade must do.
const MOST_TRIES: u32 = 300;

/// Picks a deal that can be won and has this grade, the same one for the same
/// seed. If there is none among the first 300, the one with the nearest grade.
/// None if it was cancelled.
pub fn graded_deal(
    game: &dyn Game,
    settings: &Settings,
    grade: Grade,
    seed: u64,
    cancel: &Cancel,
) -> Result<Option<GradedDeal>, Error> {
    let mut numbers = SplitMix64::new(seed);
    let last = (*game.about().numbers.end()).min(MOST_RANDOM);
    let mut nearest: Option<(usize, GradedDeal)> = None;
    for tried in 1..=MOST_TRIES {
        let number = 1 + numbers.below(last as usize) as u64;
        let table = game.deal(number, settings)?;
        let found = difficulty(&*table, cancel)?;
        if cancel.is_cancelled() {
            return Ok(None);
        }
        let Some(difficulty) = found else {
            continue;
        };
        let deal = GradedDeal {
            number,
            difficulty,
            tried,
        };
        let apart = match difficulty.grade {
            Some(found) => (found as usize).abs_diff(grade as usize),
            // A game without a scale: one deal is as good as another.
            None => 0,
        };
        if apart == 0 {
            return Ok(Some(deal));
        }
        if nearest.is_none_or(|(before, _)| apart < before) {
            nearest = Some((apart, deal));
        }
    }
    match nearest {
        Some((_, deal)) => Ok(Some(GradedDeal {
            tried: MOST_TRIES,
            ..deal
        })),
        None => Err(Error::NoWinnableDeal { tried: MOST_TRIES }),
    }
}

/// The daily deal of a day: the same for everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Daily {
    /// The day.
    pub day: Date,
    /// The name of its game.
    pub game: &'static str,
    /// The grade of its deal.
    pub grade: Grade,
}

/// From Monday to Sunday.
const WEEK: [Grade; 7] = [
    Grade::Easy,
    Grade::Easy,
    Grade::Medium,
    Grade::Medium,
    Grade::Hard,
    Grade::Hard,
    Grade::Brutal,
];

impl Daily {
    /// The daily deal of a day. The week begins easy and ends brutal; the games
    /// with a scale, the first of each family, take turns, in another order each
    /// time.
    pub fn of(day: Date) -> Self {
        let heads = patience_games::GAMES
            .iter()
            .filter_map(|family| family.first());
        let mut games: Vec<_> = heads
            .map(|game| game.about())
            .filter(|about| scale(about).is_some())
            .map(|about| about.name)
            .collect();
        let turns = games.len().max(1) as i64;
        let (round, turn) = (day.days().div_euclid(turns), day.days().rem_euclid(turns));
        SplitMix64::new(round as u64).shuffle(&mut games);
        Self {
            day,
            game: games
                .get(turn as usize)
                .copied()
                .unwrap_or(patience_games::FIRST),
            grade: WEEK[day.weekday()],
        }
    }

    /// Finds the deal; none if it was cancelled.
    ///
    /// ```no_run
    /// use patience::{Cancel, difficulty::Daily};
    /// let daily = Daily::of("2026-11-16".parse().unwrap());
    /// let deal = daily.find(&Cancel::default())?.expect("nobody cancelled it");
    /// println!("{} {}", daily.game, deal.number);
    /// # Ok::<(), patience::Error>(())
    /// ```
    pub fn find(&self, cancel: &Cancel) -> Result<Option<GradedDeal>, Error> {
        let game = crate::find_game(self.game)?;
        // Days that follow each other begin far apart.
        let seed = SplitMix64::new(self.day.days() as u64).next();
        graded_deal(game, &Settings::default(), self.grade, seed, cancel)
    }
}
