//! What the bound remembers about a relaxed position, and its table of cycles of
//! suits.

/// What is known about a relaxed position. It is identified exactly, by the
/// cards that are lifted and by those of the others that are not where they lay
/// at the start. So what was found from one position of a game holds for all
/// others of that game.
///
/// ```text
/// name    bits 0..109 the displaced cards, as in a key; 109..117 the cost;
///         117 set if it is only known that the cost is more than that
/// lifted  the cards that are lifted or at home
/// ```
/// 32 bytes, so that no entry crosses a cache line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) name: u128,
    pub(super) lifted: u64,
    /// The units of all cheapest plans, by their lowest cards.
    pub(super) units: u64,
}

pub(super) const NOTHING: Known = Known {
    name: u128::MAX,
    lifted: 0,
    units: 0,
};

pub(super) const COST_BIT: u32 = 109;
pub(super) const OPEN_BIT: u32 = 117;
pub(super) const DISPLACED: u128 = (1 << COST_BIT) - 1;

impl Known {
    pub(super) const fn new(
        displaced: u128,
        lifted: u64,
        units: u64,
        cost: u32,
        is_open: bool,
    ) -> Self {
        let about = (cost as u128) << COST_BIT | (is_open as u128) << OPEN_BIT;
        Self {
            name: displaced | about,
            lifted,
            units,
        }
    }

    pub(super) const fn cost(&self) -> u32 {
        (self.name >> COST_BIT) as u32 & 255
    }

    pub(super) const fn is_open(&self) -> bool {
        self.name >> OPEN_BIT & 1 == 1
    }
}

/// For each map from four suits to four suits (two bits each): the suits on
/// its cycles, and how many cycles there are.
pub(super) const CYCLES: [(u8, u8); 256] = {
    let mut all = [(0, 0); 256];
    let mut map = 0;
    while map < 256 {
        let mut suits = 0u8;
        let mut count = 0;
        let mut suit = 0;
        while suit < 4 {
            // A suit is on a cycle if it comes back within four steps; each
            // cycle is counted at its lowest suit.
            let mut at = suit;
            let mut steps = 0;
            let mut lowest = suit;
            loop {
                at = (map >> (2 * at)) & 3;
                steps += 1;
                if at < lowest {
                    lowest = at;
                }
                if at == suit {
                    suits |= 1 << suit;
                    if lowest == suit {
                        count += 1;
                    }
                    break;
                }
                if steps == 4 {
                    break;
                }
            }
            suit += 1;
        }
        all[map] = (suits, count);
        map += 1;
    }
    all
};
