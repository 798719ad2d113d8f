//! The true table, packed: a code and the last card of the run for each column.
//! Together they determine every card: the buried ones are those of the start,
//! the run goes from the head down to its last card, and a frozen run ends where
//! its code says.

use crate::rules::{COLUMNS, Move, Place, State};

use crate::solver::columns::{
    Code, EMPTY, LOCKED, Layout, TOP, base, cheated, end, freeze, is_frozen, is_movable,
    read_column, thaw,
};
use crate::solver::image::Image;

/// A position, column by column as on the true table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed {
    /// One code for each column.
    pub codes: [Code; COLUMNS],
    /// The last card of each run; 0 for columns that are empty or frozen.
    pub leaves: [u8; COLUMNS],
}

/// A move between columns: the run whose deepest card has this rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// From this column.
    pub from: u8,
    /// Onto this column.
    pub to: u8,
    /// The rank of the run's deepest card.
    pub card: u8,
    /// It does not fit there.
    pub cheat: bool,
}

impl Packed {
    /// Packs a start position.
    pub fn new(start: &State) -> Self {
        let mut table = Self {
            codes: [EMPTY; COLUMNS],
            leaves: [0; COLUMNS],
        };
        for (index, column) in start.columns.iter().enumerate() {
            (table.codes[index], table.leaves[index]) = read_column(column);
        }
        table
    }

    /// Its image, in order.
    #[inline]
    pub fn image(&self) -> Image {
        Image::new(self.codes)
    }

    /// A key that is the same for positions that differ only in the order of
    /// interchangeable columns.
    pub fn key(&self) -> u128 {
        let mut columns = [0u32; COLUMNS];
        for (column, (&code, &leaf)) in columns.iter_mut().zip(self.codes.iter().zip(&self.leaves))
        {
            *column = u32::from(code) << 4 | u32::from(leaf);
        }
        for i in 1..COLUMNS {
            if !is_movable((columns[i] >> 4) as Code) {
                continue;
            }
            let mut at = i;
            for j in (0..i).rev() {
                if !is_movable((columns[j] >> 4) as Code) {
                    continue;
                }
                if columns[j] >= columns[at] {
                    break;
                }
                columns.swap(j, at);
                at = j;
            }
        }
        columns
            .iter()
            .fold(0, |key, &column| key << 17 | u128::from(column))
    }

    fn is_locked(&self, column: usize) -> bool {
        let code = self.codes[column];
        code == LOCKED || (code == base(TOP) && self.leaves[column] == 0)
    }

    fn is_open(&self, column: usize) -> bool {
        !is_frozen(self.codes[column]) && !self.is_locked(column)
    }

    /// Every legal move.
    pub fn steps(&self, layout: &Layout, mut found: impl FnMut(Step)) {
        for from in 0..COLUMNS {
            let code = self.codes[from];
            if code == EMPTY || self.is_locked(from) {
                continue;
            }
            let frozen = is_frozen(code);
            let (low, high) = if frozen {
                (cheated(code), cheated(code))
            } else {
                (self.leaves[from], layout.fact(from, code).head)
            };
            for card in low..=high {
                for to in (0..COLUMNS).filter(|&to| to != from && self.is_open(to)) {
                    let fits = self.codes[to] == EMPTY || self.leaves[to] == card + 1;
                    if fits || (card == low && !frozen) {
                        found(Step {
                            from: from as u8,
                            to: to as u8,
                            card,
                            cheat: !fits,
                        });
                    }
                }
            }
        }
    }

    /// The table after a legal move.
    #[must_use]
    pub fn after(&self, layout: &Layout, step: Step) -> Self {
        let mut next = *self;
        let (from, to) = (usize::from(step.from), usize::from(step.to));
        let code = self.codes[from];
        // 1. The last card of what moves, and what is left under it.
        let leaf = if is_frozen(code) {
            next.codes[from] = thaw(code);
            next.leaves[from] = end(code);
            step.card
        } else {
            let fact = layout.fact(from, code);
            if step.card == fact.head {
                next.codes[from] = fact.below;
                next.leaves[from] = if fact.depth > 0 { fact.under } else { 0 };
            } else {
                next.leaves[from] = step.card + 1;
            }
            self.leaves[from]
        };
        // 2. Where it lands.
        if step.cheat {
            next.codes[to] = freeze(self.codes[to], self.leaves[to], step.card);
            next.leaves[to] = 0;
        } else {
            if self.codes[to] == EMPTY {
                next.codes[to] = base(step.card);
            }
            next.leaves[to] = leaf;
        }
        next
    }

    /// How many cards a column has.
    fn len(&self, layout: &Layout, column: usize) -> u8 {
        let code = self.codes[column];
        match code {
            EMPTY => 0,
            LOCKED => TOP + 1,
            _ => {
                let fact = layout.fact(column, code);
                let (end, more) = if is_frozen(code) {
                    (end(code), 2)
                } else {
                    (self.leaves[column], 1)
                };
                fact.depth + fact.head - end + more
            }
        }
    }

    /// A step as a move of the rules.
    pub fn written(&self, layout: &Layout, step: Step) -> Move {
        let from = usize::from(step.from);
        let run = if is_frozen(self.codes[from]) {
            1
        } else {
            step.card - self.leaves[from] + 1
        };
        Move {
            from: Place {
                column: step.from,
                row: self.len(layout, from) - run,
            },
            to: Place {
                column: step.to,
                row: self.len(layout, usize::from(step.to)),
            },
            cheat: step.cheat,
        }
    }

    /// The game is won: every column is empty or locked.
    pub fn is_won(&self) -> bool {
        (0..COLUMNS).all(|column| self.codes[column] == EMPTY || self.is_locked(column))
    }

    /// The true move of a quiet move of the image: the head's whole run (or
    /// the cheated card) onto any card that it fits, or to an empty column.
    pub fn quiet_step(&self, layout: &Layout, column: usize, to_empty: bool) -> Option<Step> {
        let code = self.codes[column];
        let card = if is_frozen(code) {
            cheated(code)
        } else {
            layout.fact(column, code).head
        };
        let to = (0..COLUMNS).find(|&to| {
            to != column
                && self.is_open(to)
                && match self.codes[to] {
                    EMPTY => to_empty,
                    _ => !to_empty && self.leaves[to] == card + 1,
                }
        })?;
        Some(Step {
            from: column as u8,
            to: to as u8,
            card,
            cheat: false,
        })
    }
}
