//! The question of a survey: which deals, under which rules, solved how. It is
//! written first and never changed. Everything else follows from it.

use std::path::Path;
use std::time::Duration;

use patience::{Budget, Cancel, Game, Limits, Request, Settings, find_game};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::row::{Row, hex};
use crate::shard::{self, Footer};
use crate::{Error, VERSION};

/// The version of the folder's format.
pub const FORMAT: u32 = 1;

/// The largest shard.
const MOST_ROWS: u64 = 1 << 16;

/// The largest shard that is chosen without asking. Smaller ones cost more files;
/// of larger ones more is computed again when two folders disagree.
const USUAL_ROWS: u64 = 1 << 14;

/// A shard should take about this time on one thread..
const SHARD_TIME: Duration = Duration::from_secs(10);

/// .. if a state takes this time, which is true within a factor of four. The
/// clock is not asked: the same question must give the same plan everywhere.
const STATE_TIME: Duration = Duration::from_nanos(200);

/// What each deal costs besides its states.
const DEAL_TIME: Duration = Duration::from_micros(20);

/// Deals that are solved to choose the size of shards.
const PILOT: u64 = 64;

/// Shards that a survey has at least, so that threads and machines can share it.
const LEAST_SHARDS: u64 = 32;

/// The question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The version of the folder's format.
    pub format: u32,
    /// The game's name.
    pub game: String,
    /// Its settings, where they differ from its defaults.
    pub settings: Settings,
    /// What is asked of each deal.
    #[serde(flatten)]
    pub request: Request,
    /// Where each search stops.
    pub limits: PlanLimits,
    /// Which deals.
    pub deals: Deals,
    /// Deals in a shard.
    pub shard_size: u64,
    /// The digest of the game's rules: of its page and its perft table.
    pub rules: String,
    /// The version of the solvers.
    pub version: String,
}

/// Where a search stops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PlanLimits {
    /// States.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub states: Option<u64>,
    /// Milliseconds on the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<u64>,
    /// Bytes of memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<u64>,
}

impl From<Limits> for PlanLimits {
    fn from(limits: Limits) -> Self {
        Self {
            states: limits.states,
            milliseconds: limits.time.map(|time| time.as_millis() as u64),
            bytes: limits.bytes,
        }
    }
}

impl From<PlanLimits> for Limits {
    fn from(limits: PlanLimits) -> Self {
        Self {
            states: limits.states,
            time: limits.milliseconds.map(Duration::from_millis),
            bytes: limits.bytes,
        }
    }
}

/// The deals of a survey.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Deals {
    /// All from the first to the last, both included.
    Range {
        /// The first.
        first: u64,
        /// The last.
        last: u64,
    },
    /// Different deals, drawn at random from all numbers of the game.
    Sample {
        /// How many.
        sample: u64,
        /// The same deals for the same seed.
        seed: u64,
    },
    /// These: the undecided deals of a survey.
    List {
        /// Their numbers.
        list: Vec<u64>,
    },
}

impl Plan {
    /// The plan for a question, with the size of shards that suits it.
    pub fn new(
        game: &str,
        settings: Settings,
        request: Request,
        limits: Limits,
        deals: Deals,
        shard_size: Option<u64>,
        cancel: &Cancel,
    ) -> Result<Self, Error> {
        let game = find_game(game)?;
        let about = game.about();
        let mut plan = Self {
            format: FORMAT,
            game: about.name.to_owned(),
            settings,
            request,
            limits: limits.into(),
            deals,
            shard_size: shard_size.unwrap_or(1),
            rules: hex(&Sha256::digest([about.rules, about.perft].concat())),
            version: VERSION.to_owned(),
        };
        plan.check()?;
        if shard_size.is_none() {
            plan.shard_size = plan.suitable_size(cancel)?;
        }
        Ok(plan)
    }

    /// Refuses what cannot be asked, before anything is written.
    fn check(&self) -> Result<(), Error> {
        let numbers = &self.game()?.about().numbers;
        if let Deals::Sample { sample, .. } = self.deals {
            let there = numbers.end() - numbers.start() + 1;
            if sample == 0 || sample > there {
                return Err(Error::Sample { sample, there });
            }
        }
        if self.shard_size == 0 || self.shard_size > MOST_ROWS {
            return Err(Error::ShardSize { most: MOST_ROWS });
        }
        let game = self.game()?;
        for index in [0, self.deal_count().saturating_sub(1)] {
            let table = game.deal(self.deal(index), &self.settings)?;
            // A question that the game does not offer is refused at once.
            let mut budget = Budget::new(Limits {
                states: Some(1),
                ..Limits::NONE
            });
            table.solve(&self.request, &mut budget)?;
        }
        Ok(())
    }

    /// From the states of the first deals; the same on every machine.
    fn suitable_size(&self, cancel: &Cancel) -> Result<u64, Error> {
        let pilot = self.deal_count().min(PILOT);
        let game = self.game()?;
        let mut states = 0;
        for index in 0..pilot {
            // The hardest deals are not waited for.
            let mut limits = Limits::from(self.limits);
            limits.states = Some(limits.states.unwrap_or(u64::MAX).min(2_000_000));
            limits.time = None;
            let table = game.deal(self.deal(index), &self.settings)?;
            let mut budget = Budget::new(limits).with_cancel(cancel);
            let report = table.solve(&self.request.without_moves(), &mut budget)?;
            states += report.statistics.states;
            if cancel.is_cancelled() {
                return Err(Error::Interrupted);
            }
        }
        let mean = DEAL_TIME + STATE_TIME * (states / pilot.max(1)).min(1 << 30) as u32;
        let rows = (SHARD_TIME.as_nanos() / mean.as_nanos()).max(1) as u64;
        let most = (self.deal_count() / LEAST_SHARDS).clamp(1, USUAL_ROWS);
        Ok(1 << rows.min(most).ilog2())
    }

    /// The game.
    pub fn game(&self) -> Result<&'static dyn Game, Error> {
        Ok(find_game(&self.game)?)
    }

    /// How many deals.
    pub fn deal_count(&self) -> u64 {
        match &self.deals {
            Deals::Range { first, last } => last - first + 1,
            Deals::Sample { sample, .. } => *sample,
            Deals::List { list } => list.len() as u64,
        }
    }

    /// How many shards.
    pub fn shard_count(&self) -> u64 {
        self.deal_count().div_ceil(self.shard_size)
    }

    /// A deal by its place.
    fn deal(&self, index: u64) -> u64 {
        match &self.deals {
            Deals::Range { first, .. } => first + index,
            Deals::List { list } => list.get(index as usize).copied().unwrap_or(0),
            Deals::Sample { seed, .. } => {
                let numbers = find_game(&self.game).map(|game| game.about().numbers.clone());
                let numbers = numbers.unwrap_or(1..=1);
                let there = numbers.end() - numbers.start() + 1;
                numbers.start() + shuffled(index, there, *seed)
            }
        }
    }

    /// How many deals a shard has.
    pub fn size_of(&self, shard: u64) -> u64 {
        let first = shard * self.shard_size;
        self.shard_size.min(self.deal_count().saturating_sub(first))
    }

    /// The deals of a shard, in the order of their numbers.
    pub fn deals_of(&self, shard: u64) -> Vec<u64> {
        let first = shard * self.shard_size;
        let last = (first + self.shard_size).min(self.deal_count());
        let mut deals: Vec<_> = (first..last).map(|index| self.deal(index)).collect();
        deals.sort_unstable();
        deals
    }

    /// Solves a deal; none if it was interrupted. Nothing but the plan and the
    /// number decides what comes out, except for the time.
    pub fn solve(&self, game: &dyn Game, deal: u64, cancel: &Cancel) -> Result<Option<Row>, Error> {
        let table = game.deal(deal, &self.settings)?;
        let mut budget = Budget::new(self.limits.into()).with_cancel(cancel);
        let report = table.solve(&self.request.without_moves(), &mut budget)?;
        Ok(Row::new(deal, &self.request.target.goal, &report))
    }

    /// Computes a shard: the bytes of its file, for
    /// [`Intake::accept`](crate::Intake::accept); none if it was interrupted. It
    /// needs no folder, so that it can be done on any machine.
    pub fn compute(&self, shard: u64, cancel: &Cancel) -> Result<Option<Vec<u8>>, Error> {
        self.refuse_other_version(Path::new("the survey"))?;
        if shard >= self.shard_count() {
            return Err(Error::NoSuchShard {
                shard,
                all: self.shard_count(),
            });
        }
        let game = self.game()?;
        let mut rows = Vec::new();
        for deal in self.deals_of(shard) {
            match self.solve(game, deal, cancel)? {
                Some(row) => rows.push(row),
                None => return Ok(None),
            }
        }
        let mut bytes = Vec::new();
        let footer = Footer::new(&self.hash()?, shard, &rows);
        shard::write(&mut bytes, &rows, &footer)?;
        Ok(Some(bytes))
    }

    /// Refuses to compute with solvers of another version.
    pub fn refuse_other_version(&self, path: &Path) -> Result<(), Error> {
        if self.version == VERSION {
            return Ok(());
        }
        Err(Error::OtherVersion {
            path: path.into(),
            theirs: self.version.clone(),
            ours: VERSION,
        })
    }

    /// Reads the text of `plan.json`, or what is wrong with it.
    pub fn read(text: &str) -> Result<Self, Error> {
        Ok(serde_json::from_str(text)?)
    }

    /// The text of `plan.json`.
    pub fn text(&self) -> Result<String, Error> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// The digest of the text: the survey's name.
    pub fn hash(&self) -> Result<String, Error> {
        Ok(hex(&Sha256::digest(self.text()?)))
    }
}

/// A place in a shuffled order of the numbers below `there`: a Feistel network
/// over the next even number of bits, applied again until it is below.
fn shuffled(index: u64, there: u64, seed: u64) -> u64 {
    let half = (64 - there.saturating_sub(1).leading_zeros())
        .div_ceil(2)
        .max(1);
    let mask = (1u64 << half) - 1;
    let mut place = index;
    loop {
        let (mut left, mut right) = (place >> half & mask, place & mask);
        for round in 0..6u64 {
            let mut mixed = (right ^ seed.rotate_left(7 * round as u32) ^ round << 60)
                .wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            (left, right) = (right, left ^ (mixed ^ mixed >> 32) & mask);
        }
        place = left << half | right;
        if place < there {
            return place;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_shuffled_order_has_every_number_once() {
        for there in [1, 2, 3, 10, 1000, 4097] {
            let places: HashSet<_> = (0..there).map(|index| shuffled(index, there, 7)).collect();
            assert_eq!(places.len() as u64, there);
            assert!(places.iter().all(|place| *place < there));
        }
        assert_ne!(shuffled(0, 1 << 33, 1), shuffled(0, 1 << 33, 2));
    }

    #[test]
    fn shards_have_every_deal_once() {
        let deals = Deals::Sample {
            sample: 1000,
            seed: 3,
        };
        let request = Request::default();
        let plan = Plan::new(
            "golf",
            Settings::default(),
            request,
            Limits::NONE,
            deals,
            Some(64),
            &Cancel::default(),
        );
        let plan = plan.expect("a plan");
        let all: HashSet<_> = (0..plan.shard_count())
            .flat_map(|shard| plan.deals_of(shard))
            .collect();
        assert_eq!((plan.shard_count(), all.len()), (16, 1000));
    }

    #[test]
    fn a_plan_is_read_back_as_it_was_written() {
        let deals = Deals::Range { first: 1, last: 9 };
        let settings = Settings::default().with("cells", 2);
        let plan = Plan::new(
            "freecell",
            settings,
            Request::default(),
            Limits::NONE,
            deals,
            Some(2),
            &Cancel::default(),
        );
        let plan = plan.expect("a plan");
        let again: Plan = serde_json::from_str(&plan.text().expect("text")).expect("a plan");
        assert_eq!(again, plan);
    }
}
