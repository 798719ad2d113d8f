//! What are the chances, and which move is best for them?
//!
//! The chance of a position is the share of all arrangements of the unknown cards
//! in which the board can be cleared (if all cards were known). The chance of a
//! move is the same, after that move. If there are no more arrangements than
//! samples, all of them are searched and the chances are exact. Otherwise
//! arrangements are drawn at random, and each chance is a share of them, with its
//! 95% interval.
//!
//! # How many samples
//! As many as were asked for. Without a number, a first part of [`FIRST`] samples
//! determines how many it takes for an interval of 1% to either side. The number
//! is planned for the least favourable chance that the first part allows, so that
//! it does not depend on its luck.
//!
//! # The same on every machine
//! Sample i has a generator of its own, seeded by the seed and i, and every move
//! is tried on the same samples. The samples are divided into lots; results are
//! sums, so the number of threads does not matter. If a limit stops the work,
//! only the lots up to the first missing one count, so that quick samples are
//! not favoured.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::rules::{Move, State};
use patience_core::numbering::SplitMix64;
use patience_core::sorting::{sort_long_by_key, sort_short_by_key};
use patience_core::{Card, Chance, ChanceOptions, IN_A_PAGE, Stop, wilson_95};
use patience_search::Budget;

use crate::solver::orders::{Hidden, Orders};
use crate::solver::packed::{Packed, Unknown, rank_set};
use crate::solver::shapes::{EMPTY, Shapes, slots};
use crate::solver::together::{LANES, Together};

/// Samples in a lot.
const LOT: u64 = 64;

/// Samples of the first part: eight lots.
pub const FIRST: u64 = 8 * LOT;

/// The samples that give an interval of 1% to either side at any chance.
pub const MOST_NEEDED: u64 = 9_604;

/// The chances of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chances {
    /// That the board can be cleared.
    pub board: Chance,
    /// The legal moves, best first, with the chance after each.
    pub moves: Vec<(Move, Chance)>,
    /// Samples, or arrangements, that were searched.
    pub samples: u64,
    /// What stopped it before all of them were searched, if anything did.
    pub stopped: Option<Stop>,
}

/// A share of the work, done.
struct Lot {
    number: u64,
    board: u64,
    moves: Vec<u64>,
    weight: u64,
    states: u64,
}

/// The arrangements to search.
enum Ways {
    All(Vec<(Vec<Card>, u64)>),
    Random { seed: u64 },
}

impl Ways {
    fn way(&self, orders: &Orders, index: u64) -> (Vec<Card>, u64) {
        match self {
            Self::All(ways) => ways[index as usize].clone(),
            Self::Random { seed } => {
                // Two rounds, so that neighbouring seeds share no samples.
                let mixed = SplitMix64::new(*seed).next().wrapping_add(index);
                let mut numbers = SplitMix64::new(SplitMix64::new(mixed).next());
                (orders.random(&mut numbers), 1)
            }
        }
    }
}

/// The chances of a position. `Err` if it was stopped before the first lot of
/// samples was done.
pub fn chances(
    start: &State,
    options: &ChanceOptions,
    budget: &mut Budget,
) -> Result<Chances, Stop> {
    let Some(packed) = Packed::new(start, Unknown::Dead) else {
        return Err(Stop::Incomplete);
    };
    let orders = Orders::new(start);
    let most = options.samples.unwrap_or(MOST_NEEDED).max(1);
    let is_exact = orders.count() <= most;
    let ways = if is_exact {
        Ways::All(orders.all().collect())
    } else {
        Ways::Random { seed: options.seed }
    };
    let work = Work {
        plays: plays(&packed),
        packed,
        orders,
        ways,
        next: AtomicU64::new(0),
    };
    // 1. Every thread takes the next lot until there are no more.
    let mut samples = match (&work.ways, options.samples) {
        (Ways::All(ways), _) => ways.len() as u64,
        (_, Some(samples)) => samples,
        (_, None) => FIRST,
    };
    let mut lots = work.share_out(samples, options.threads, budget);
    if !is_exact && options.samples.is_none() {
        let (wins, of) = lots.iter().fold((0, 0), |(wins, of), lot| {
            (wins + lot.board, of + lot.weight)
        });
        samples = needed(wins, of).max(FIRST);
        work.next.store(FIRST / LOT, Ordering::Relaxed);
        lots.extend(work.share_out(samples, options.threads, budget));
    }
    sort_long_by_key(&mut lots, |lot| lot.number);
    // 2. The lots up to the first missing one, within the limit of states.
    let wanted = samples.div_ceil(LOT);
    let mut states_left = budget.states_left();
    let mut sum = Lot {
        number: 0,
        board: 0,
        moves: vec![0; work.plays.len()],
        weight: 0,
        states: 0,
    };
    for lot in lots {
        let fits = states_left.is_none_or(|left| lot.states <= left);
        if lot.number != sum.number || !fits {
            break;
        }
        states_left = states_left.map(|left| left - lot.states);
        sum.number += 1;
        sum.board += lot.board;
        sum.weight += lot.weight;
        sum.states += lot.states;
        for (sum, wins) in sum.moves.iter_mut().zip(&lot.moves) {
            *sum += wins;
        }
    }
    let stopped = if sum.number < wanted {
        Some(budget.check().err().unwrap_or(Stop::States))
    } else {
        None
    };
    let _ = budget.add_states(sum.states);
    if let (0, Some(stop)) = (sum.number, stopped) {
        return Err(stop);
    }
    // 3. The moves, best first; equal ones in the order of the rules.
    let is_exact = is_exact && stopped.is_none();
    let chance = |wins| Chance {
        wins,
        of: sum.weight,
        undecided: 0,
        is_exact,
    };
    let moves = work.plays.iter().zip(&sum.moves);
    let mut moves: Vec<_> = moves
        .map(|(play, &wins)| (play.written, chance(wins)))
        .collect();
    sort_short_by_key(&mut moves, |(_, chance)| std::cmp::Reverse(chance.wins));
    Ok(Chances {
        board: chance(sum.board),
        moves,
        samples: (sum.number * LOT).min(samples),
        stopped,
    })
}

/// The samples that give an interval of 1% to either side, by the first part: at
/// the chance within its interval that takes the most.
fn needed(wins: u64, of: u64) -> u64 {
    let interval = wilson_95(wins, of);
    let chance = 0.5f64.clamp(*interval.start(), *interval.end());
    let needed = 4.0 * chance * (1.0 - chance) * MOST_NEEDED as f64;
    (needed.ceil() as u64).next_multiple_of(LOT)
}

/// A legal move.
struct Play {
    written: Move,
    /// The place of the card; none for a draw.
    slot: Option<u32>,
}

fn plays(packed: &Packed) -> Vec<Play> {
    if packed.shape == EMPTY {
        return Vec::new();
    }
    let uncovered = Shapes::get().uncovered[usize::from(packed.shape)];
    let mut plays: Vec<_> = slots(uncovered & packed.places_next_to(packed.waste))
        .map(|slot| Play {
            written: packed.play_of(slot),
            slot: Some(slot),
        })
        .collect();
    if !packed.stock.is_empty() {
        plays.push(Play {
            written: Move::Draw,
            slot: None,
        });
    }
    plays
}

struct Work {
    packed: Packed,
    plays: Vec<Play>,
    orders: Orders,
    ways: Ways,
    next: AtomicU64,
}

impl Work {
    fn share_out(&self, samples: u64, threads: usize, budget: &Budget) -> Vec<Lot> {
        if IN_A_PAGE || threads <= 1 {
            return self.take_lots(samples, &mut budget.clone());
        }
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| scope.spawn(|| self.take_lots(samples, &mut budget.clone())))
                .collect();
            // If a worker panics, its lots are missing and do not count.
            let lots = workers.into_iter().filter_map(|worker| worker.join().ok());
            lots.flatten().collect()
        })
    }

    fn take_lots(&self, samples: u64, budget: &mut Budget) -> Vec<Lot> {
        let mut together = Together::new();
        let mut packed = self.packed.clone();
        let mut lots = Vec::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number * LOT >= samples || budget.check().is_err() {
                return lots;
            }
            let range = number * LOT..((number + 1) * LOT).min(samples);
            match self.lot(range, &mut together, &mut packed, budget) {
                Ok(lot) => lots.push(lot),
                Err(_) => return lots,
            }
        }
    }

    fn lot(
        &self,
        samples: Range<u64>,
        together: &mut Together,
        packed: &mut Packed,
        budget: &mut Budget,
    ) -> Result<Lot, Stop> {
        let before = budget.states();
        let mut lot = Lot {
            number: samples.start / LOT,
            board: 0,
            moves: vec![0; self.plays.len()],
            weight: 0,
            states: 0,
        };
        let (mut next, last) = (samples.start, samples.end);
        while next < last {
            // 1. The cards of these samples.
            let count = ((last - next) as usize).min(LANES);
            let mut weights = [0; LANES];
            together.forget();
            for (lane, weight) in weights[..count].iter_mut().enumerate() {
                let (cards, stands_for) = self.ways.way(&self.orders, next);
                *weight = stands_for;
                self.put(&cards, packed);
                together.put(lane, packed);
                next += 1;
            }
            together.run(packed, budget)?;
            // 2. Each move: the board can be cleared if some move allows it.
            let mut won = [packed.shape == EMPTY; LANES];
            for (play, wins) in self.plays.iter().zip(&mut lot.moves) {
                let after = match play.slot {
                    Some(slot) => together.after_play(packed, slot),
                    None => together.after_draw(),
                };
                for lane in 0..count {
                    *wins += if after[lane] { weights[lane] } else { 0 };
                    won[lane] |= after[lane];
                }
            }
            for lane in 0..count {
                lot.board += if won[lane] { weights[lane] } else { 0 };
                lot.weight += weights[lane];
            }
        }
        lot.states = budget.states() - before;
        Ok(lot)
    }

    fn put(&self, cards: &[Card], packed: &mut Packed) {
        let places = self.orders.places();
        for (place, &card) in places.iter().zip(cards) {
            if let Hidden::Stock(place) = *place {
                packed.stock[place] = rank_set(card);
            }
        }
        let changes = places.iter().zip(cards);
        packed.set_ranks(changes.filter_map(|(place, &card)| match *place {
            Hidden::Tableau(slot) => Some((slot, rank_set(card))),
            Hidden::Stock(_) => None,
        }));
    }
}
