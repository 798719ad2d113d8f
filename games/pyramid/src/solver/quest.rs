//! What a search looks for, and what each shape is worth towards it.
//!
//! Every goal becomes one kind of quest: reach at least so much of a
//! measure (points, cards of a rank, or nothing at all), with the pyramid
//! cleared or not, in the fewest steps.

use crate::rules::{CARDS, PAIR_POINTS, ROW_BONUS};
use patience_core::Rank;

use crate::solver::draws::Draws;
use crate::solver::layout::{KING, Layout, row_places};
use crate::solver::shapes::{self, COLUMN, SHAPES, ShapeId, Uncovered};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Nothing: only the board matters.
    Nothing,
    /// Points of the whole deal.
    Points,
    /// Cards of a rank gone in the whole deal.
    Cards(Rank),
}

/// What a search must reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quest {
    /// The pyramid must be gone at the end.
    pub clear: bool,
    /// What is counted.
    pub measure: Measure,
    /// How much of it must be reached.
    pub wanted: u32,
    /// Uncovered Kings (except at the apex when something is counted) go at once
    /// and are not a choice. This is right when every King of the pyramid must
    /// go, and when the wanted points are the most that exist: each King left
    /// would lose five points.
    pub kings_at_once: bool,
    /// The game ends when the pyramid is gone.
    pub ends: bool,
}

impl Quest {
    /// Clear the board.
    pub const BOARD: Self = Self {
        clear: true,
        measure: Measure::Nothing,
        wanted: 0,
        kings_at_once: true,
        ends: true,
    };

    /// Something is counted.
    pub fn is_measured(&self) -> bool {
        self.measure != Measure::Nothing
    }

    /// The apex may have to wait: taking it ends the game, and may lose points or
    /// cards that are counted.
    pub fn apex_may_wait(&self) -> bool {
        self.ends && self.is_measured()
    }
}

/// Cards by rank in unary, four bits a rank, Aces lowest: `0111` is three. The
/// smaller of two counts is then a bitwise "and".
pub type Counts = u64;

/// The bits of one rank in [`Counts`].
#[inline]
pub const fn field(counts: Counts, rank: u8) -> u64 {
    counts >> (4 * (rank - 1)) & 15
}

/// One card of a rank more.
#[inline]
pub const fn with_one(counts: Counts, rank: u8) -> Counts {
    let grown = field(counts, rank) << 1 | 1;
    counts | grown << (4 * (rank - 1))
}

/// One card of a rank less.
#[inline]
pub const fn less_one(counts: Counts, rank: u8) -> Counts {
    let now = field(counts, rank);
    counts ^ (now ^ now >> 1) << (4 * (rank - 1))
}

/// What each shape of one position is worth.
#[derive(Clone, Debug)]
pub struct Worth {
    /// How many cards of each rank could find a partner in the shape: for rank
    /// r, the cards of rank 13 - r in it.
    pub partners: Vec<Counts>,
    /// Columns whose uncovered card has an uncovered partner, or is a King.
    pub paired: Vec<u8>,
    /// Which of the uncovered cards, in their order, have no partner in the pyramid that
    /// they could go with.
    lonely: Vec<u8>,
    /// Points for the rows that are gone; empty unless points are counted.
    bonus: Vec<u32>,
    /// The most of the measure that a game can end with when it leaves this
    /// shape; empty when nothing is counted.
    potential: Vec<u32>,
    /// What the order of the stock costs, if the pyramid must be cleared.
    draws: Option<Draws>,
    /// Removals before the start, or cards of the rank gone before it.
    already: u32,
    /// By rank: 1 if its removal counts.
    counting: [u8; 16],
    /// What was asked for..
    asked: Quest,
    /// .. and what that means, see [`Self::sharpen`].
    quest: Quest,
}

impl Worth {
    /// Looks at every shape of a position.
    pub fn new(layout: &Layout, quest: Quest) -> Self {
        let partners = partners(layout);
        let (paired, lonely) = columns(layout);
        let mut worth = Self {
            partners,
            paired,
            lonely,
            bonus: Vec::new(),
            potential: Vec::new(),
            draws: None,
            already: 0,
            counting: [0; 16],
            asked: quest,
            quest,
        };
        for rank in 1..=KING {
            let counts = match quest.measure {
                Measure::Nothing => false,
                Measure::Points => true,
                Measure::Cards(wanted) => rank == wanted.value() || rank + wanted.value() == 13,
            };
            worth.counting[usize::from(rank)] = u8::from(counts);
        }
        match quest.measure {
            Measure::Nothing => {}
            Measure::Points => worth.count_points(layout),
            Measure::Cards(rank) => worth.count_cards(layout, rank.value()),
        }
        worth.sharpen(layout);
        worth
    }

    /// If no game that leaves a card of the pyramid can reach what is wanted, by the
    /// counts alone, the pyramid must be cleared. Then a card without a partner is the
    /// end.
    fn sharpen(&mut self, layout: &Layout) {
        let wanted = self.asked.wanted;
        let must_clear = self.asked.is_measured()
            && self.potential[1..]
                .iter()
                .all(|potential| *potential < wanted);
        self.quest = Quest {
            clear: self.asked.clear || must_clear,
            ..self.asked
        };
        if self.quest.clear && self.draws.is_none() {
            self.draws = Some(Draws::new(layout, self.quest.is_measured()));
        }
        let must_go = self.must_go(layout);
        if let Some(draws) = &mut self.draws {
            draws.must_go = must_go;
        }
    }

    /// The cards of the pile that must all go: if no pair may be missing, those of a rank
    /// that has no more cards than its partner.
    fn must_go(&self, layout: &Layout) -> u32 {
        if self.quest.measure != Measure::Points
            || self.potential[0] >= self.quest.wanted + PAIR_POINTS
        {
            return 0;
        }
        let ranks = (1..KING).filter(|&rank| layout.of_rank(rank) <= layout.of_rank(13 - rank));
        ranks
            .map(|rank| layout.pile_of_rank[usize::from(rank)])
            .sum()
    }

    /// What the order of the stock costs, if the pyramid must be cleared.
    #[inline]
    pub const fn draws(&self) -> Option<&Draws> {
        if self.quest.clear {
            self.draws.as_ref()
        } else {
            None
        }
    }

    /// Points: 5 for each King and each pair gone, and the rows.
    fn count_points(&mut self, layout: &Layout) {
        let kings_left = layout.of_rank(KING);
        let left: u32 = (1..KING).map(|rank| layout.of_rank(rank)).sum();
        self.already = (4 - kings_left) + (48 - left) / 2;
        let rows = row_places();
        for shape in 0..SHAPES {
            let places = shapes::TABLE[shape].places;
            let gone = (rows.iter().zip(ROW_BONUS)).filter(|(row, _)| places & **row == 0);
            let bonus: u32 = gone.map(|(_, bonus)| bonus).sum();
            let removals: u32 = (1..=6)
                .chain([KING])
                .map(|rank| self.removable(layout, shape, rank))
                .sum();
            self.bonus.push(bonus);
            self.potential
                .push(bonus + PAIR_POINTS * (self.already + removals));
        }
    }

    fn count_cards(&mut self, layout: &Layout, rank: u8) {
        self.already = 4 - layout.of_rank(rank);
        for shape in 0..SHAPES {
            let removable = self.removable(layout, shape, rank);
            self.potential.push(self.already + removable);
        }
    }

    /// The most cards of a rank that can go in a game that leaves this shape. Each goes with one of its partners, and those that the shape
    /// holds stay.
    fn removable(&self, layout: &Layout, shape: usize, rank: u8) -> u32 {
        if rank == KING {
            let places = shapes::TABLE[shape].places;
            return layout.of_rank(KING) - (places & layout.king_slots).count_ones();
        }
        let kept = |rank: u8| field(self.partners[shape], 13 - rank).count_ones();
        let low = layout.of_rank(rank) - kept(rank);
        let high = layout.of_rank(13 - rank) - kept(13 - rank);
        low.min(high)
    }

    /// The quest that this is about.
    pub const fn quest(&self) -> &Quest {
        &self.quest
    }

    /// The same quest for another amount.
    pub fn want(&mut self, layout: &Layout, wanted: u32) {
        self.asked.wanted = wanted;
        self.sharpen(layout);
    }

    /// Which of the uncovered cards of a shape, in their order, must go and have no
    /// partner in the pyramid.
    #[inline]
    pub fn lonely(&self, shape: ShapeId) -> u8 {
        if self.quest.clear {
            self.lonely[usize::from(shape)]
        } else {
            0
        }
    }

    /// How many removals (each of which counts) are missing in this shape after
    /// `counted` of them since the start, by the count alone.
    #[inline]
    pub fn missing(&self, shape: ShapeId, counted: u8) -> u32 {
        let have = self.already + u32::from(counted);
        match self.quest.measure {
            Measure::Nothing => 0,
            Measure::Points => {
                let pairs = self
                    .quest
                    .wanted
                    .saturating_sub(self.bonus[usize::from(shape)]);
                pairs.div_ceil(PAIR_POINTS).saturating_sub(have)
            }
            Measure::Cards(_) => self.quest.wanted.saturating_sub(have),
        }
    }

    /// Can a game end with this shape, by the counts alone?
    #[inline]
    pub fn can_end_with(&self, shape: ShapeId) -> bool {
        (shape == 0 || !self.quest.clear)
            && (!self.quest.is_measured()
                || self.potential[usize::from(shape)] >= self.quest.wanted)
    }

    /// Is the quest met here?
    #[inline]
    pub fn is_met(&self, shape: ShapeId, counted: u8) -> bool {
        (shape == 0 || !self.quest.clear) && self.missing(shape, counted) == 0
    }

    /// 1 if the removal of a card of this rank (and its partner) counts, else 0.
    #[inline]
    pub const fn counts(&self, rank: u8) -> u8 {
        self.counting[rank as usize]
    }
}

/// [`Worth::paired`] and [`Worth::lonely`] of every shape.
fn columns(layout: &Layout) -> (Vec<u8>, Vec<u8>) {
    let mut paired = Vec::with_capacity(SHAPES);
    let mut lonely = Vec::with_capacity(SHAPES);
    let partners = partner_places(layout);
    for shape in shapes::TABLE.iter() {
        let rank_of = |card: &Uncovered| layout.slot_rank[usize::from(card.slot)];
        // Bit 0 is always set: the partner of a King.
        let ranks = shape
            .uncovered()
            .iter()
            .fold(1u16, |ranks, card| ranks | 1 << rank_of(card));
        let (mut with, mut without) = (0u8, 0u8);
        for (index, card) in shape.uncovered().iter().enumerate() {
            let rank = rank_of(card);
            let column = 1 << COLUMN[usize::from(card.slot)];
            if ranks >> (13 - rank) & 1 != 0 {
                with |= column;
            } else if rank != 0 && partners[usize::from(card.slot)] & shape.places == 0 {
                without |= 1 << index;
            }
        }
        paired.push(with);
        lonely.push(without);
    }
    (paired, lonely)
}

/// For each place, the places of the cards that its card can go with once it is
/// uncovered: not those that it lies over.
fn partner_places(layout: &Layout) -> [u32; 32] {
    let mut of_rank = [0u32; 16];
    for slot in 0..CARDS {
        of_rank[usize::from(layout.slot_rank[slot])] |= 1 << slot;
    }
    let mut places = layout.slot_rank.map(|rank| match rank {
        0 | KING => 0,
        rank => of_rank[usize::from(13 - rank)],
    });
    for (slot, over) in shapes::lying_over().into_iter().enumerate() {
        for (other, places) in places.iter_mut().enumerate() {
            *places &= !((over >> other & 1) << slot);
        }
    }
    places
}

fn partners(layout: &Layout) -> Vec<Counts> {
    let mut partners: Vec<Counts> = Vec::with_capacity(SHAPES);
    for shape in shapes::TABLE.iter() {
        // It does not matter which uncovered card: the shape without it has been
        // computed before.
        let counts = shape.uncovered().first().map_or(0, |card| {
            let below = partners[usize::from(card.without)];
            match layout.slot_rank[usize::from(card.slot)] {
                0 | KING => below,
                rank => with_one(below, 13 - rank),
            }
        });
        partners.push(counts);
    }
    partners
}
