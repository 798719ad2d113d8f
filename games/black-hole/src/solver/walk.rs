//! How often each step between two ranks is left: when a position is lost.
//!
//! A solution is a walk round the circle of 13 ranks: it starts at the rank in
//! the hole, goes to a neighbour with every card, and visits each rank as often as
//! there are cards of it. Say that c(r) cards of rank r are left, that the hole
//! shows rank t, that the last card of all has rank e, and that the walk goes y(r)
//! times between r and r + 1, in either direction. It arrives at r once for each
//! card of r, and leaves again, but for the last card of all; and it leaves t once
//! more at the start. So
//!
//! ```text
//! y(r - 1) + y(r) = 2 c(r) + [r = t] - [r = e]        for all 13 ranks r
//! ```
//! The circle is odd, so these equations have one solution:
//!
//! ```text
//! y(r) = 1/2 sum over k = 0 .. 12 of (-1)^k (2 c(r - k) + [r - k = t] - [r - k = e])
//! ```
//! That is: **whoever knows the last rank knows how often each step is made**,
//! however the cards lie. Let z(r) be the same sum without e, plus 1/2:
//!
//! ```text
//! y(r) = z(r) - 1   if (r - e) mod 13 is even
//! y(r) = z(r)       if it is odd
//! ```
//! A play from rank p to its neighbour lowers z of the step between them by one
//! and changes no other: it uses the step up.
//!
//! A position is lost unless some last rank e passes all of these:
//!
//! 1. Some column has a base of rank e: the last card of all is a base.
//! 2. No y(r) is below zero.
//! 3. From t, steps with y(r) > 0 lead to all ranks of which cards are left: the
//!    walk makes no others.

use super::packed::{Lanes, Packed, RANKS, above, below, lane, one};

/// The lowest bit of every lane.
const ONES: Lanes = 0x1_1111_1111_1111;

/// By the last rank: a one for each step whose z counts one more than it is made.
const ONE_MORE: [Lanes; RANKS as usize] = {
    let mut table = [0; RANKS as usize];
    let mut last = 0;
    while last < RANKS {
        let mut k = 0;
        while k < RANKS {
            table[last as usize] |= one((last + k) % RANKS);
            k += 2;
        }
        last += 1;
    }
    table
};

/// What the steps still allow: z, as the head of this file defines it. Lane r is
/// the step between r and r + 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Walk {
    steps: Lanes,
}

impl Walk {
    /// For a position with so many cards of each rank left. None if some z is
    /// below zero: then the position is lost.
    pub fn new(left: Lanes, top: u8) -> Option<Self> {
        let mut steps = 0;
        for rank in 0..RANKS {
            // The sum of the head, from rank downwards.
            let (mut at, mut sum) = (rank, 1);
            for k in 0..RANKS {
                let degree = 2 * lane(left, at) as i32 + i32::from(at == top);
                sum += if k % 2 == 0 { degree } else { -degree };
                at = below(at);
            }
            if sum < 0 {
                return None;
            }
            // Twice z; below 2 * 16, since with none below zero two neighbours
            // come to no more than 2 c + 1 + 2.
            steps |= (sum as Lanes / 2) << (4 * rank);
        }
        Some(Self { steps })
    }

    /// For the table's own position.
    pub fn of(packed: &Packed) -> Option<Self> {
        Self::new(packed.left, packed.hole)
    }

    /// After a card of the second rank is played onto one of the first; none if
    /// that step is used up.
    #[inline]
    pub const fn after(self, top: u8, rank: u8) -> Option<Self> {
        let step = if rank == above(top) { top } else { rank };
        if lane(self.steps, step) == 0 {
            return None;
        }
        Some(Self {
            steps: self.steps - one(step),
        })
    }

    /// Is the position lost, whatever the last rank? `left` are the cards left of
    /// each rank, `bases` the columns left, by the rank of their base.
    #[inline]
    pub fn is_lost(self, top: u8, left: Lanes, bases: Lanes) -> bool {
        let high = self.steps >> 1 | self.steps >> 2 | self.steps >> 3;
        let none = !(self.steps | high) & ONES;
        let single = self.steps & !high & ONES;
        let mut ends = nonzero(bases);
        let wanted = nonzero(left);
        while ends != 0 {
            let last = ends.trailing_zeros() as usize / 4;
            ends &= ends - 1;
            let one_more = ONE_MORE[last];
            if none & one_more != 0 {
                continue;
            }
            if leads_to(top, ONES & !(none | single & one_more), wanted) {
                return false;
            }
        }
        wanted != 0
    }
}

/// A one for each lane that is not zero.
#[inline]
const fn nonzero(lanes: Lanes) -> Lanes {
    (lanes | lanes >> 1 | lanes >> 2 | lanes >> 3) & ONES
}

/// Do open steps lead from a rank to all wanted ones?
#[inline]
const fn leads_to(top: u8, open: Lanes, wanted: Lanes) -> bool {
    // A circle with one gap still holds together.
    if open.count_ones() + 1 >= RANKS as u32 {
        return true;
    }
    const AROUND: u32 = 4 * (RANKS as u32 - 1);
    let mut reached = one(top);
    loop {
        let up = reached & open;
        let down = (reached >> 4 | reached << AROUND) & open;
        let more = (reached | up << 4 | up >> AROUND | down) & ONES;
        if more == reached {
            return wanted & !reached == 0;
        }
        reached = more;
    }
}
