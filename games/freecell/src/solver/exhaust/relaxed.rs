//! The relaxed game: cards that are not where they were dealt lie wherever they fit.
//!
//! A position of the search has a *stage*: how many cards of each column still lie as
//! they did at the start, without those that are built, and what is at home. All other
//! cards on the table are *loose*. A stage has thousands of positions, in which the
//! loose cards lie differently. The relaxed game has only the stages: it takes for
//! granted that the loose cards can be brought from any arrangement into any other.
//! Whoever wins the game wins the relaxed game, too, with the same steps. So a stage
//! from which the relaxed game cannot be won is *hopeless*, and so are all its positions.
//!
//! # What the relaxed game allows
//! In every position each loose card lies on a card that it fits on, which is loose or
//! the top card of a dealt column (its *foot*), and which holds no other; or in a cell;
//! or, if it may, on an empty column, of which there are as many as columns without dealt
//! cards. Cards of a rank (and of a colour or a suit, where that matters) are
//! interchangeable for this, and so all of them have a place if and only if the sum of
//! those that are too many for the cards one rank higher is not larger than the
//! number of cells and empty columns. This is what [`Relaxed::have_room`] counts.
//!
//! A step changes the stage if it takes a foot away or sends a card home.
//! - A foot goes away. Right after the step it is a loose card that holds nothing, and
//!   the card that was under it holds nothing either. All loose cards have a place then.
//!   (Where runs of any length move, the foot may hold cards.)
//! - The next card of a suit goes home, a foot or a loose card. Right before the step
//!   it holds nothing, and all loose cards have a place.
//!
//! The relaxed game allows such a step if and only if there is an arrangement of this
//! kind. A step of the game that keeps the stage is none here. So every way to a win is
//! also one in the relaxed game.
//!
//! # What it gives
//! Of the deals 501 to 600 of Streets and Alleys 46 are impossible. 42 of them are hopeless
//! at the start, among them deal 523: the relaxed game has 2,738 stages, and 300 million
//! positions were not enough to decide it.

use patience_core::Limits;
use patience_search::{Budget, StateTable};

use super::board::Board;
use crate::rules::{Builds, Home, Runs};
use crate::solver::cards::{Card, bit, cards_of, up_to};
use crate::solver::packing::Packing;
use crate::solver::terms::Terms;

/// More stages than these are not searched: in Baker's Dozen, where there are millions, a
/// search for a solution does not become shorter by more of them.
const MOST_STAGES: usize = 1 << 18;
/// Bytes of the limit for each stage that may be remembered: they take a fifth of it at most.
const ROOM: usize = 128;

/// How many cards of each column lie as dealt, and how many of each suit are at home.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stage {
    dealt: [u8; 13],
    home: [u8; 4],
}

/// The relaxed game of a start.
#[derive(Clone, Debug)]
pub(super) struct Relaxed<'a> {
    terms: &'a Terms,
    /// The cards on the table at the start.
    present: u64,
    /// The columns at the start.
    columns: Vec<Column>,
    /// The column of each card at the start, and its index there.
    places: [(u8, u8); 52],
    /// Stages that were searched: can they be won?
    known: StateTable<u64, bool>,
    /// More stages than these are not searched.
    most: usize,
}

/// A column at the start.
#[derive(Clone, Debug)]
struct Column {
    cards: Vec<Card>,
    /// The set of its lowest cards, by their number.
    lowest: Vec<u64>,
    /// If so many cards lie as dealt, the upper ones of them may be built: how many
    /// are without those.
    unbuilt: Vec<u8>,
}

impl Column {
    fn new(cards: Vec<Card>, terms: &Terms) -> Self {
        let mut lowest = vec![0];
        let mut unbuilt = vec![0u8];
        for (index, &card) in cards.iter().enumerate() {
            lowest.push(lowest[index] | bit(card));
            let is_built = match index {
                // It can go away and come back.
                0 => terms.fillers & bit(card) != 0,
                _ => terms.parents[usize::from(card)] & bit(cards[index - 1]) != 0,
            };
            unbuilt.push(if is_built {
                unbuilt[index]
            } else {
                index as u8 + 1
            });
        }
        Self {
            cards,
            lowest,
            unbuilt,
        }
    }

    /// The set of its cards.
    fn all(&self) -> u64 {
        self.lowest.last().copied().unwrap_or_default()
    }
}

/// What changes with every stage. (Where not every card goes onto an empty column, the base
/// of a column may also leave it for good. Such a stage is looked up after the next
/// change.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Standing {
    left: u32,
    unbuilt: u32,
}

impl Standing {
    #[inline]
    pub const fn of<const W: usize>(board: &Board<W>) -> Self {
        Self {
            left: board.left,
            unbuilt: board.unbuilt,
        }
    }
}

/// What is where in a stage.
struct Sets {
    loose: u64,
    /// The top cards of what lies as dealt.
    feet: u64,
    empty_columns: u32,
}

impl<'a> Relaxed<'a> {
    /// The relaxed game of the positions that can follow from this start.
    pub fn new<const W: usize>(terms: &'a Terms, start: &Board<W>, limits: &Limits) -> Self {
        // Where only whole suits go home, nothing is known to be hopeless.
        let is_known = terms.home == Home::Cards && terms.runs != Runs::SuitRuns;
        let room = limits
            .bytes
            .map_or(usize::MAX, |bytes| bytes as usize / ROOM);
        let mut columns = Vec::new();
        let mut places = [(u8::MAX, 0); 52];
        for (cards, &height) in start.column.iter().zip(&start.height).take(terms.columns) {
            let cards = &cards[..usize::from(height)];
            for (index, &card) in cards.iter().enumerate() {
                places[usize::from(card)] = (columns.len() as u8, index as u8);
            }
            columns.push(Column::new(cards.to_vec(), terms));
        }
        Self {
            terms,
            present: columns
                .iter()
                .fold(start.cells, |all, column| all | column.all()),
            columns,
            places,
            known: StateTable::new(),
            most: if is_known { room.min(MOST_STAGES) } else { 0 },
        }
    }

    /// Bytes of its table.
    pub fn bytes(&self) -> u64 {
        self.known.bytes()
    }

    /// How many stages were searched.
    pub const fn stages(&self) -> u64 {
        self.known.len() as u64
    }

    /// Is it known that this position cannot be won?
    #[inline]
    pub fn is_hopeless<const W: usize>(&mut self, board: &Board<W>, packing: &Packing<W>) -> bool {
        self.most > 0 && self.can_win(self.stage(board, packing)) == Some(false)
    }

    /// The same for a position after a step, from one that was not hopeless. Most steps
    /// keep the stage, and then nothing has to be looked up.
    #[inline]
    pub fn has_become_hopeless<const W: usize>(
        &mut self,
        board: &Board<W>,
        before: Standing,
        packing: &Packing<W>,
    ) -> bool {
        Standing::of(board) != before && self.is_hopeless(board, packing)
    }

    fn stage<const W: usize>(&self, board: &Board<W>, packing: &Packing<W>) -> Stage {
        let mut dealt = [0; 13];
        for (cards, &height) in board
            .column
            .iter()
            .zip(&board.height)
            .take(self.terms.columns)
        {
            let cards = &cards[..usize::from(height)];
            // A card that lies on the one it was dealt on, and does not fit there, has
            // never moved; nor has any card under it.
            let mut pairs = cards.windows(2).rev();
            let foot = pairs.find(|pair| packing.unbuilt[usize::from(pair[1])] == pair[0]);
            let foot = match (foot, cards) {
                (Some(pair), _) => pair[1],
                // It could not have come back.
                (None, &[base, ..]) if self.terms.fillers & bit(base) == 0 => base,
                _ => continue,
            };
            let (column, index) = self.places[usize::from(foot)];
            dealt[usize::from(column)] = index + 1;
        }
        Stage {
            dealt,
            home: board.home,
        }
    }

    /// Can the relaxed game be won from this stage? Unknown if there are too many.
    fn can_win(&mut self, stage: Stage) -> Option<bool> {
        let key = self.key(&stage);
        if let Some(&known) = self.known.get(key) {
            return Some(known);
        }
        if self.known.len() >= self.most {
            return None;
        }
        let won = self.search(&stage)?;
        // A table without a limit always has room.
        let _ = self.known.entry(key, won, &mut Budget::unlimited());
        Some(won)
    }

    fn search(&mut self, stage: &Stage) -> Option<bool> {
        let sets = self.sets(stage);
        if sets.loose | sets.feet == 0 {
            return Some(true);
        }
        // 1. Cards go home.
        for home in 0..4u8 {
            let rank = stage.home[usize::from(home)];
            let card = 4 * rank + home;
            let is_there = rank < 13 && (sets.loose | sets.feet) & bit(card) != 0;
            let parents = (sets.loose | sets.feet) & !bit(card);
            if is_there && self.have_room(sets.loose, parents, sets.empty_columns) {
                let mut next = *stage;
                next.home[usize::from(home)] += 1;
                if sets.feet & bit(card) != 0 {
                    self.take_foot(&mut next, card);
                }
                if self.can_win(next)? {
                    return Some(true);
                }
            }
        }
        // 2. Feet go away.
        for card in cards_of(sets.feet) {
            let loose = sets.loose | bit(card);
            let parents = match self.terms.runs {
                Runs::AnyLength | Runs::SuitRuns => sets.loose | sets.feet,
                Runs::Capacity | Runs::SingleCards => (sets.loose | sets.feet) & !bit(card),
            };
            if self.have_room(loose, parents, sets.empty_columns) {
                let mut next = *stage;
                self.take_foot(&mut next, card);
                if self.can_win(next)? {
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// A foot does not lie as dealt any more.
    fn take_foot(&self, stage: &mut Stage, card: Card) {
        let (column, index) = self.places[usize::from(card)];
        let (column, index) = (usize::from(column), usize::from(index));
        stage.dealt[column] = self.columns[column].unbuilt[index];
    }

    fn sets(&self, stage: &Stage) -> Sets {
        let mut fixed = 0;
        let mut feet = 0;
        let mut empty_columns = self.terms.columns as u32;
        for (column, &dealt) in self.columns.iter().zip(&stage.dealt) {
            if dealt > 0 {
                fixed |= column.lowest[usize::from(dealt)];
                feet |= bit(column.cards[usize::from(dealt) - 1]);
                empty_columns -= 1;
            }
        }
        let home = (0..4).fold(0, |all, suit| all | up_to(stage.home[suit], suit));
        Sets {
            loose: self.present & !home & !fixed,
            feet,
            empty_columns,
        }
    }

    /// Can all loose cards have a place, if each of these parents may hold one card?
    #[inline]
    fn have_room(&self, loose: u64, parents: u64, empty_columns: u32) -> bool {
        let (fillers, cells) = (self.terms.fillers, self.terms.cells);
        let of_fillers = self.homeless(loose & fillers, parents);
        let of_others = self.homeless(loose & !fillers, parents);
        of_others + of_fillers.saturating_sub(empty_columns) <= cells
    }

    /// How many of these cards find none of the parents.
    #[inline]
    fn homeless(&self, cards: u64, parents: u64) -> u32 {
        const RED: u64 = 0x6666_6666_6666_6666;
        // Each parent is where the cards are that fit on it.
        let parents = parents >> 4;
        match self.terms.builds {
            Builds::SameSuit => (cards & !parents).count_ones(),
            Builds::AnySuit => too_many(cards, parents),
            Builds::OtherColour => {
                too_many(cards & RED, parents & !RED) + too_many(cards & !RED, parents & RED)
            }
        }
    }

    /// A number of its own for each stage.
    fn key(&self, stage: &Stage) -> u64 {
        let mut key = u64::from(u32::from_le_bytes(stage.home));
        // Four bits are enough for the cards of a suit.
        key = (key | key >> 4) & 0x00ff_00ff;
        key = (key | key >> 8) & 0xffff;
        for (column, &dealt) in self.columns.iter().zip(&stage.dealt) {
            key = key * column.lowest.len() as u64 + u64::from(dealt);
        }
        key
    }
}

/// The sum over all ranks of how many more cards than parents there are, where there are
/// more.
#[inline]
fn too_many(cards: u64, parents: u64) -> u32 {
    const EIGHTS: u64 = 0x8888_8888_8888_8888;
    // Each rank has four bits: more cards than parents make it larger than eight.
    let difference = (each_rank(cards) | EIGHTS) - each_rank(parents);
    let is_more = (difference & EIGHTS) >> 3;
    let more = difference & (is_more * 7);
    // All four bits of a rank, added up.
    let pairs = (more & 0x0f0f_0f0f_0f0f_0f0f) + (more >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
    (pairs.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// How many cards of each rank are in a set, in four bits each.
#[inline]
const fn each_rank(cards: u64) -> u64 {
    let pairs = cards - (cards >> 1 & 0x5555_5555_5555_5555);
    (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{FreeCell, Move, State};
    use crate::solver::cards::rank;
    use crate::solver::exhaust::board::Step;
    use crate::solver::exhaust::complete::Hunt;
    use crate::solver::exhaust::distance::Weights;
    use crate::solver::exhaust::play::Play;
    use crate::solver::exhaust::{Search, with_packing};
    use crate::solver::home::GoHome;
    use patience_core::numbering::SplitMix64;
    use patience_core::{Answer, Outcome, Stop};

    /// Limits without room for a stage: nothing is hopeless then.
    const NO_ROOM: Limits = Limits {
        bytes: Some(0),
        ..Limits::NONE
    };

    /// Plays at random, from the start and from positions on the way to a win, and
    /// searches every hopeless position that it meets without the relaxed game.
    struct Walk<'a> {
        start: &'a State,
        seed: u64,
        hopeless: &'a mut u32,
        hopeful: &'a mut u32,
    }

    impl Walk<'_> {
        /// Steps of a solution, if one is found soon.
        fn solution<const W: usize>(board: &Board<W>, play: Play<W>) -> Option<Vec<Step>> {
            let mut budget = Budget::unlimited();
            let weights = Weights::usual(play.terms);
            let mut hunt = Hunt::new(board, play, weights, &mut budget).ok()?;
            let mut nothing = Relaxed::new(play.terms, board, &NO_ROOM);
            match hunt.run(20_000, 0, &mut nothing, &mut budget) {
                Ok(Some(Outcome::Solved(steps))) => Some(steps),
                _ => None,
            }
        }
    }

    impl Search for Walk<'_> {
        fn go_home(&self) -> Option<GoHome> {
            Some(GoHome::Safe)
        }

        fn run<const W: usize>(self, terms: &Terms, packing: &Packing<W>) -> Answer<Move> {
            let play = Play::new(terms, packing);
            let start = Board::at(self.start, packing);
            let mut relaxed = Relaxed::new(terms, &start, &Limits::NONE);
            // 1. No position on the way to a win is hopeless.
            let mut begin = start.clone();
            play.begin(&mut begin, |_, _| ());
            let way = Self::solution(&start, play).unwrap_or_default();
            let mut board = begin.clone();
            let mut on_the_way = vec![begin.key];
            for &step in &way {
                assert!(!relaxed.is_hopeless(&board, packing));
                play.make(&mut board, step, |_, _| ());
                on_the_way.push(board.key);
            }
            // 2. No hopeless position can be won.
            let mut numbers = SplitMix64::new(self.seed);
            let mut steps = Vec::new();
            for _ in 0..20 {
                board.unpack(&on_the_way[numbers.below(on_the_way.len())], packing);
                for _ in 0..40 {
                    steps.clear();
                    play.add_steps(&board, &mut steps);
                    if steps.is_empty() || board.is_won() {
                        break;
                    }
                    let step = steps[numbers.below(steps.len())];
                    play.make(&mut board, step, |_, _| ());
                    if relaxed.is_hopeless(&board, packing) {
                        *self.hopeless += 1;
                        assert_eq!(Self::solution(&board, play), None, "{board:?}");
                        break;
                    }
                    *self.hopeful += 1;
                }
            }
            Answer::only(Outcome::Unknown(Stop::Incomplete))
        }
    }

    #[test]
    fn no_position_that_can_be_won_is_hopeless() {
        for rules in FreeCell::ALL {
            let (mut hopeless, mut hopeful) = (0, 0);
            for cells in 0..=rules.cells {
                // (ForeCell, Eight Off and Seahaven Towers begin with cards in cells.)
                let Ok(rules) = rules.with_cells(cells) else {
                    continue;
                };
                for deal in 1..=6 {
                    let start = rules.deal(deal);
                    let walk = Walk {
                        start: &start,
                        seed: 100 * deal + u64::from(cells),
                        hopeless: &mut hopeless,
                        hopeful: &mut hopeful,
                    };
                    with_packing(&rules, &start, walk);
                }
            }
            let is_relaxed = rules.home == Home::Cards && rules.runs != Runs::SuitRuns;
            assert_eq!(hopeless > 10, is_relaxed, "{}: {hopeless}", rules.name);
            assert!(hopeful > 100, "{}: {hopeful}", rules.name);
        }
    }

    #[test]
    fn cards_that_are_too_many_are_counted_rank_by_rank() {
        let slow = |cards: u64, parents: u64| -> u32 {
            let count = |set: u64, wanted: u8| cards_of(set).filter(|&c| rank(c) == wanted).count();
            let more = (1..=13).map(|r| count(cards, r).saturating_sub(count(parents, r)));
            more.sum::<usize>() as u32
        };
        let mut numbers = SplitMix64::new(1);
        for _ in 0..1000 {
            let mut set = || {
                (0..52)
                    .filter(|_| numbers.below(2) == 0)
                    .map(bit)
                    .sum::<u64>()
            };
            let (cards, parents) = (set(), set());
            assert_eq!(too_many(cards, parents), slow(cards, parents));
        }
        let all = (1 << 52) - 1;
        assert_eq!((too_many(all, 0), too_many(0, all)), (52, 0));
    }
}
