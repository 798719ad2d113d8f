//! A simulated cluster that runs the real shard protocol.
//!
//! The clock, the machines and the object store are simulated. The shards are not:
//! a worker computes the bytes with [`Plan::compute`], and the driver takes them
//! in with [`Intake`], as the engines for more than one machine do.
//!
//! What goes wrong: workers die and come back, some are ten times slower than
//! others, uploads are slow, fail, or succeed and report a failure, bytes are
//! damaged on the way, the store lists an object late, and the driver dies and
//! starts again with nothing but the folder.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use patience::{Cancel, SplitMix64};
use patience_survey::{Error, Folder, Intake, Run};

/// Times in microseconds.
type Time = u64;

const SECOND: f64 = 1e6;

/// What the cluster is like. Times are in seconds.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// How many workers.
    pub workers: usize,
    /// The same cluster for the same seed.
    pub seed: u64,
    /// A shard on a usual worker: the median; some take ten times as long.
    pub shard: f64,
    /// The mean life of a worker, and how long until it is back.
    pub life: [f64; 2],
    /// The same for the driver.
    pub driver_life: [f64; 2],
    /// The share of workers that are ten times slower.
    pub stragglers: f64,
    /// An upload: the median.
    pub upload: f64,
    /// The share of uploads that fail; as many succeed and report a failure.
    pub failed_uploads: f64,
    /// The share of uploads that are damaged.
    pub damaged_uploads: f64,
    /// How late the store lists an object.
    pub listed_after: f64,
    /// How often the driver looks for new objects.
    pub looks_every: f64,
}

impl Default for Cluster {
    fn default() -> Self {
        Self {
            workers: 10_000,
            seed: 1,
            shard: 60.0,
            life: [7_200.0, 120.0],
            driver_life: [180.0, 30.0],
            stragglers: 0.005,
            upload: 0.3,
            failed_uploads: 0.01,
            damaged_uploads: 0.001,
            listed_after: 20.0,
            looks_every: 10.0,
        }
    }
}

/// What happened.
#[derive(Clone, Copy, Debug, Default)]
pub struct Story {
    /// Seconds until the last shard was in the folder.
    pub seconds: f64,
    /// Seconds until 99% of the shards were.
    pub most: f64,
    /// Seconds if nothing failed and all workers ended at the same moment.
    pub ideal: f64,
    /// Workers that died.
    pub deaths: u64,
    /// How often the driver died.
    pub driver_deaths: u64,
    /// Shards that were uploaded whole..
    pub uploads: u64,
    /// .. uploads that failed..
    pub failed: u64,
    /// .. objects that were damaged, found so and thrown away..
    pub damaged: u64,
    /// .. and shards that came again and were equal.
    pub again: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    /// A worker asks for a shard.
    Asks {
        worker: usize,
        life: u32,
    },
    /// It begins to upload one.
    Uploads {
        worker: usize,
        life: u32,
        shard: u64,
    },
    /// The upload ends.
    Uploaded {
        worker: usize,
        life: u32,
        shard: u64,
    },
    WorkerDies {
        worker: usize,
    },
    WorkerIsBack {
        worker: usize,
    },
    DriverLooks {
        life: u32,
    },
    DriverDies,
    DriverIsBack,
}

#[derive(Clone, Debug)]
struct Worker {
    /// How many times it has started; what an earlier life planned is void.
    life: u32,
    is_alive: bool,
    slowness: f64,
}

/// The driver's memory, which dies with it.
struct Driver {
    intake: Intake,
    /// Shards that nobody computes.
    waiting: BTreeSet<u64>,
    /// Shards that somebody computes, and since when.
    leases: BTreeMap<u64, Time>,
    /// The same, the oldest first.
    oldest: BTreeSet<(Time, u64)>,
    /// Objects that it has seen, by the time when they were written.
    seen: BTreeMap<u64, Time>,
}

impl Driver {
    /// Starts with what is in the folder and in the store.
    fn new(folder: &Folder, store: &Store) -> Result<Self, Error> {
        let intake = Intake::begin(folder, &Run::default())?;
        let waiting: BTreeSet<_> = intake.missing().into_iter().collect();
        let there = store.iter().filter(|(shard, _)| !waiting.contains(shard));
        Ok(Self {
            seen: there
                .map(|(shard, (written, _))| (*shard, *written))
                .collect(),
            waiting,
            intake,
            leases: BTreeMap::new(),
            oldest: BTreeSet::new(),
        })
    }

    /// A shard for a worker: one that nobody has, else the one that somebody has
    /// had for the longest time, if that is suspicious.
    fn give(&mut self, now: Time, patience: f64) -> Option<u64> {
        let suspicious = || {
            let (since, shard) = self.oldest.first()?;
            ((now - since) as f64 > patience * SECOND).then_some(*shard)
        };
        let shard = self.waiting.pop_first().or_else(suspicious)?;
        self.forget(shard);
        self.leases.insert(shard, now);
        self.oldest.insert((now, shard));
        Some(shard)
    }

    /// Nobody need compute this shard.
    fn forget(&mut self, shard: u64) {
        self.waiting.remove(&shard);
        if let Some(since) = self.leases.remove(&shard) {
            self.oldest.remove(&(since, shard));
        }
    }
}

/// By shard: when the object was written, and its bytes.
type Store = BTreeMap<u64, (Time, Vec<u8>)>;

/// Random numbers of the shapes that clusters have.
struct Chance(SplitMix64);

impl Chance {
    /// From 0 to 1.
    fn share(&mut self) -> f64 {
        (self.0.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn happens(&mut self, share: f64) -> bool {
        self.share() < share
    }

    /// Most near the median, some far above it.
    fn around(&mut self, median: f64, spread: f64) -> f64 {
        let normal = (0..12).map(|_| self.share()).sum::<f64>() - 6.0;
        median * (spread * normal).exp()
    }

    /// How long something lives that does not age.
    fn life(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.share()).ln()
    }
}

struct Simulation<'c> {
    cluster: &'c Cluster,
    folder: &'c Folder,
    now: Time,
    events: BinaryHeap<Reverse<(Time, u64, Event)>>,
    count: u64,
    chance: Chance,
    workers: Vec<Worker>,
    /// None while it is dead.
    driver: Option<Driver>,
    driver_life: u32,
    store: Store,
    work: f64,
    story: Story,
}

/// Runs a survey on the cluster to its end.
pub fn run(cluster: &Cluster, folder: &Folder) -> Result<Story, Error> {
    let mut chance = Chance(SplitMix64::new(cluster.seed));
    let worker = |chance: &mut Chance| Worker {
        life: 0,
        is_alive: true,
        slowness: chance.around(1.0, 0.2)
            * if chance.happens(cluster.stragglers) {
                10.0
            } else {
                1.0
            },
    };
    let workers: Vec<_> = (0..cluster.workers).map(|_| worker(&mut chance)).collect();
    let speed: f64 = workers.iter().map(|worker| 1.0 / worker.slowness).sum();
    let mut simulation = Simulation {
        cluster,
        folder,
        now: 0,
        events: BinaryHeap::new(),
        count: 0,
        chance,
        workers,
        driver: Some(Driver::new(folder, &Store::new())?),
        driver_life: 0,
        store: BTreeMap::new(),
        work: 0.0,
        story: Story::default(),
    };
    for worker in 0..cluster.workers {
        // They do not all start at the same moment.
        let start = 30.0 * simulation.chance.share();
        simulation.after(start, Event::Asks { worker, life: 0 });
        let life = simulation.chance.life(cluster.life[0]);
        simulation.after(life, Event::WorkerDies { worker });
    }
    simulation.after(cluster.looks_every, Event::DriverLooks { life: 0 });
    let life = simulation.chance.life(cluster.driver_life[0]);
    simulation.after(life, Event::DriverDies);
    while let Some(Reverse((now, _, event))) = simulation.events.pop() {
        simulation.now = now;
        if simulation.happens(event)? {
            break;
        }
    }
    simulation.story.seconds = simulation.now as f64 / SECOND;
    simulation.story.ideal = simulation.work / speed;
    Ok(simulation.story)
}

impl Simulation<'_> {
    fn after(&mut self, seconds: f64, event: Event) {
        self.count += 1;
        let time = self.now + (seconds * SECOND) as Time;
        self.events.push(Reverse((time, self.count, event)));
    }

    fn is_current(&self, worker: usize, life: u32) -> bool {
        self.workers[worker].is_alive && self.workers[worker].life == life
    }

    /// True when the survey is finished.
    fn happens(&mut self, event: Event) -> Result<bool, Error> {
        let cluster = self.cluster;
        match event {
            Event::Asks { worker, life } if self.is_current(worker, life) => {
                self.asks(worker, life);
            }
            Event::Uploads {
                worker,
                life,
                shard,
            } if self.is_current(worker, life) => {
                let slow = if self.chance.happens(0.01) {
                    100.0
                } else {
                    1.0
                };
                let time = slow * self.chance.around(cluster.upload, 1.0);
                let done = Event::Uploaded {
                    worker,
                    life,
                    shard,
                };
                self.after(time, done);
            }
            Event::Uploaded {
                worker,
                life,
                shard,
            } if self.is_current(worker, life) => self.uploaded(worker, life, shard)?,
            Event::WorkerDies { worker } => {
                self.story.deaths += 1;
                self.workers[worker].is_alive = false;
                self.after(cluster.life[1], Event::WorkerIsBack { worker });
            }
            Event::WorkerIsBack { worker } => {
                let state = &mut self.workers[worker];
                state.is_alive = true;
                state.life += 1;
                let life = state.life;
                self.after(0.0, Event::Asks { worker, life });
                let time = self.chance.life(cluster.life[0]);
                self.after(time, Event::WorkerDies { worker });
            }
            Event::DriverLooks { life } if life == self.driver_life => {
                if self.driver_looks()? {
                    return Ok(true);
                }
                self.after(cluster.looks_every, Event::DriverLooks { life });
            }
            Event::DriverDies => {
                self.story.driver_deaths += 1;
                self.driver = None;
                self.driver_life += 1;
                self.after(cluster.driver_life[1], Event::DriverIsBack);
            }
            Event::DriverIsBack => {
                self.driver = Some(Driver::new(self.folder, &self.store)?);
                let life = self.driver_life;
                self.after(0.0, Event::DriverLooks { life });
                let time = self.chance.life(cluster.driver_life[0]);
                self.after(time, Event::DriverDies);
            }
            // Somebody has died meanwhile.
            _ => {}
        }
        Ok(false)
    }

    fn asks(&mut self, worker: usize, life: u32) {
        let patience = 5.0 * self.cluster.shard;
        let now = self.now;
        let given = self
            .driver
            .as_mut()
            .map(|driver| driver.give(now, patience));
        let Some(Some(shard)) = given else {
            // The driver is dead, or has nothing to do now.
            self.after(5.0, Event::Asks { worker, life });
            return;
        };
        let time = self.chance.around(self.cluster.shard, 0.8);
        self.work += time;
        let time = time * self.workers[worker].slowness;
        let done = Event::Uploads {
            worker,
            life,
            shard,
        };
        self.after(time, done);
    }

    fn uploaded(&mut self, worker: usize, life: u32, shard: u64) -> Result<(), Error> {
        let again = Event::Uploads {
            worker,
            life,
            shard,
        };
        if self.chance.happens(self.cluster.failed_uploads) {
            self.story.failed += 1;
            self.after(1.0, again);
            return Ok(());
        }
        // Computed for real, each time.
        let bytes = self.folder.plan().compute(shard, &Cancel::default())?;
        let mut bytes = bytes.unwrap_or_default();
        if self.chance.happens(self.cluster.damaged_uploads) {
            let at = self.chance.0.below(bytes.len());
            bytes[at] ^= 1 << self.chance.0.below(8);
        }
        self.story.uploads += 1;
        self.store.insert(shard, (self.now, bytes));
        if self.chance.happens(self.cluster.failed_uploads) {
            self.story.failed += 1;
            self.after(1.0, again);
        } else {
            self.after(0.0, Event::Asks { worker, life });
        }
        Ok(())
    }

    fn driver_looks(&mut self) -> Result<bool, Error> {
        let Some(driver) = &mut self.driver else {
            return Ok(false);
        };
        let delay = (self.cluster.listed_after * SECOND) as Time;
        let is_new = |(shard, (written, _)): &(&u64, &(Time, Vec<u8>))| {
            written + delay <= self.now && driver.seen.get(shard) != Some(written)
        };
        let listed = self.store.iter().filter(is_new);
        let listed: Vec<u64> = listed.map(|(shard, _)| *shard).collect();
        let missing: BTreeSet<_> = driver.intake.missing().into_iter().collect();
        for shard in listed {
            let (written, bytes) = &self.store[&shard];
            let is_missing = missing.contains(&shard);
            match driver.intake.accept(shard, bytes) {
                Ok(()) => {
                    self.story.again += u64::from(!is_missing);
                    driver.seen.insert(shard, *written);
                    driver.forget(shard);
                }
                Err(Error::Damaged { .. }) => {
                    self.story.damaged += 1;
                    self.store.remove(&shard);
                    if is_missing {
                        driver.forget(shard);
                        driver.waiting.insert(shard);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        let missing = driver.intake.missing();
        let all = self.folder.plan().shard_count();
        if self.story.most == 0.0 && missing.len() as u64 * 100 <= all {
            self.story.most = self.now as f64 / SECOND;
        }
        Ok(missing.is_empty())
    }
}
