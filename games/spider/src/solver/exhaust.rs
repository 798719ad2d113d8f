//! A complete search: every legal move, exact keys, breadth first. It finds the
//! fewest moves, or looks at everything and finds nothing.
//!
//! A column is a number: equal columns, face-down cards included, have the same
//! one. A position is the numbers of its columns and the rows that are left.
//! After the last deal the order of the columns does not matter any more, and
//! they are sorted; before, a deal tells them apart.

use std::collections::HashMap;

use patience_core::sorting::sort_short_by;
use patience_core::{Exhausted, Stop};
use patience_rules::certificate::Writer;
use patience_search::Budget;

use super::packed::{CARDS, COLUMNS, Game, Node, STEP};
use crate::rules::Move;

/// What a complete search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// The fewest moves.
    Win(Vec<Move>),
    /// There is no way.
    Nothing(Exhausted),
}

/// A position that was reached.
#[derive(Clone, Copy, Debug)]
struct Entry {
    columns: [u32; COLUMNS],
    /// The entry before.
    before: u32,
    /// How it was reached from there, by places in that entry.
    played: Move,
    rows: u8,
    home: u8,
}

/// Every different column: the count of its face-down cards, then its cards.
#[derive(Debug, Default)]
struct Columns {
    numbers: HashMap<Box<[u8]>, u32>,
    list: Vec<Box<[u8]>>,
    bytes: u64,
}

/// What a column takes besides its cards, twice: in the list and in the map.
const COLUMN_BYTES: u64 = 96;

impl Columns {
    fn with_text<T>(node: &Node, column: usize, look: impl FnOnce(&[u8]) -> T) -> T {
        let mut text = [0; 1 + CARDS];
        let cards = node.column(column);
        text[0] = node.down[column];
        text[1..=cards.len()].copy_from_slice(cards);
        look(&text[..=cards.len()])
    }

    /// The number of a column, if it has one.
    fn known(&self, node: &Node, column: usize) -> Option<u32> {
        Self::with_text(node, column, |text| self.numbers.get(text).copied())
    }

    /// The number of a column; a new one gets the next.
    fn number(&mut self, node: &Node, column: usize) -> u32 {
        Self::with_text(node, column, |text| self.number_of(text))
    }

    fn number_of(&mut self, text: &[u8]) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.list.len() as u32;
        self.list.push(text.into());
        self.numbers.insert(text.into(), number);
        self.bytes += COLUMN_BYTES + 2 * text.len() as u64;
        number
    }
}

/// The search.
#[derive(Debug, Default)]
struct Search {
    columns: Columns,
    entries: Vec<Entry>,
    /// Places of the entries by their keys; `u32::MAX` is free.
    slots: Vec<u32>,
    /// Bytes of entries and slots, and those of the columns when they were counted
    /// last.
    bytes: u64,
    counted: u64,
    /// After the last deal the columns lie in the order of their cards, not of their
    /// numbers.
    is_by_cards: bool,
}

const FREE: u32 = u32::MAX;

/// Bytes of columns between two looks at the limit.
const COUNT_EVERY: u64 = 1 << 20;

/// Looks for the fewest moves until so many runs are gone.
pub fn search(game: &Game, start: &Node, runs: u8, budget: &mut Budget) -> Result<Found, Stop> {
    walk(game, start, runs, None, budget)
}

/// The same for all runs, and lists the positions in the order of a certificate.
pub fn list(
    game: &Game,
    start: &Node,
    list: &mut Writer,
    budget: &mut Budget,
) -> Result<Found, Stop> {
    walk(game, start, game.runs, Some(list), budget)
}

fn walk(
    game: &Game,
    start: &Node,
    runs: u8,
    mut list: Option<&mut Writer>,
    budget: &mut Budget,
) -> Result<Found, Stop> {
    if start.home >= runs {
        return Ok(Found::Win(Vec::new()));
    }
    let mut search = Search {
        is_by_cards: list.is_some(),
        ..Search::default()
    };
    search.grow(budget)?;
    let mut columns = [0; COLUMNS];
    for (column, number) in columns[..game.columns].iter_mut().enumerate() {
        *number = search.columns.number(start, column);
    }
    let first = Entry {
        columns,
        before: 0,
        played: Move::Deal,
        rows: start.rows,
        home: start.home,
    };
    search.enter(game, first, budget)?;
    let mut node = start.clone();
    let mut moves = Vec::new();
    let mut next = 0;
    while next < search.entries.len() {
        budget.count_state()?;
        search.count_columns(budget)?;
        let entry = search.entries[next];
        search.unpack(game, &entry, &mut node);
        moves.clear();
        game.legal_moves(&node, &mut moves);
        for played in &moves {
            let mut after = node.clone();
            game.play(&mut after, *played);
            let mut reached = Entry {
                before: next as u32,
                played: *played,
                rows: after.rows,
                home: after.home,
                ..entry
            };
            let changed = match *played {
                Move::Deal => 0..game.columns,
                Move::Home(from) => usize::from(from)..usize::from(from) + 1,
                Move::Run { from, to, .. } => {
                    let from = usize::from(from);
                    reached.columns[from] = search.columns.number(&after, from);
                    usize::from(to)..usize::from(to) + 1
                }
            };
            for column in changed {
                reached.columns[column] = search.columns.number(&after, column);
            }
            let is_new = search.enter(game, reached, budget)?;
            if is_new && after.home >= runs {
                return Ok(Found::Win(search.path(game, start)));
            }
            if let Some(list) = &mut list {
                list.note(is_new);
            }
        }
        next += 1;
    }
    let open = search.entries.len() - next;
    Exhausted::claim(open as u64, 0).map(Found::Nothing)
}

impl Search {
    /// Notes a position; false if it is known.
    fn enter(&mut self, game: &Game, mut entry: Entry, budget: &mut Budget) -> Result<bool, Stop> {
        let columns = &mut entry.columns[..game.columns];
        match (entry.rows, self.is_by_cards) {
            (0, true) => sort_short_by(columns, |one, other| {
                let cards = |number: &u32| &self.columns.list[*number as usize];
                cards(one).cmp(cards(other))
            }),
            (0, false) => sort_short_by(columns, Ord::cmp),
            _ => {}
        }
        if self.entries.len() * 8 >= self.slots.len() * 5 {
            self.grow(budget)?;
        }
        let slot = self.slot(&entry);
        if self.slots[slot] != FREE {
            return Ok(false);
        }
        self.slots[slot] = self.entries.len() as u32;
        self.entries.push(entry);
        Ok(true)
    }

    /// The slot of a position, or the free one where it belongs.
    fn slot(&self, entry: &Entry) -> usize {
        let mask = self.slots.len() - 1;
        let mut hash = u64::from(entry.rows);
        for column in entry.columns {
            hash = (hash ^ u64::from(column)).wrapping_mul(STEP);
            hash ^= hash >> 29;
        }
        let mut slot = (hash >> 7) as usize & mask;
        loop {
            let Some(known) = self.entries.get(self.slots[slot] as usize) else {
                return slot;
            };
            if known.columns == entry.columns && known.rows == entry.rows {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Tells the budget from time to time what the columns take.
    fn count_columns(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        if self.columns.bytes >= self.counted + COUNT_EVERY {
            self.counted = self.columns.bytes;
            budget.use_bytes(self.counted + self.bytes)?;
        }
        Ok(())
    }

    /// Twice as many slots.
    fn grow(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let slots = (2 * self.slots.len()).max(1 << 10);
        // Entries may fill 5/8 of the slots.
        let entries = slots / 8 * 5 + 1;
        self.bytes = (slots * size_of::<u32>() + entries * size_of::<Entry>()) as u64;
        self.counted = self.columns.bytes;
        budget.use_bytes(self.counted + self.bytes)?;
        self.entries.reserve_exact(entries - self.entries.len());
        self.slots = vec![FREE; slots];
        for place in 0..self.entries.len() {
            let slot = self.slot(&self.entries[place]);
            self.slots[slot] = place as u32;
        }
        Ok(())
    }

    fn unpack(&self, game: &Game, entry: &Entry, node: &mut Node) {
        let mut end = 0;
        for (column, number) in entry.columns[..game.columns].iter().enumerate() {
            let text = &self.columns.list[*number as usize];
            node.down[column] = text[0];
            node.start[column] = end as u8;
            node.cards[end..end + text.len() - 1].copy_from_slice(&text[1..]);
            end += text.len() - 1;
        }
        node.start[game.columns..].fill(end as u8);
        for column in 0..game.columns {
            node.run[column] = node.run_at(column, node.len(column));
        }
        (node.rows, node.home) = (entry.rows, entry.home);
    }

    /// The moves to the last entry. After the last deal an entry does not know
    /// where its columns lie; they are found by their numbers.
    fn path(&self, game: &Game, start: &Node) -> Vec<Move> {
        let mut places = vec![self.entries.len() - 1];
        while let Some(&last @ 1..) = places.last() {
            places.push(self.entries[last].before as usize);
        }
        let mut node = start.clone();
        let mut moves = Vec::new();
        for place in places.into_iter().rev().skip(1) {
            let entry = &self.entries[place];
            let before = &self.entries[entry.before as usize];
            let find = |place: u8, not: Option<u8>| {
                let number = before.columns[usize::from(place)];
                let mut columns = (0..game.columns as u8).filter(|column| Some(*column) != not);
                let is_it =
                    |column: &u8| self.columns.known(&node, usize::from(*column)) == Some(number);
                let is_sorted = before.rows == 0;
                let found = if is_sorted { columns.find(is_it) } else { None };
                found.unwrap_or(place)
            };
            let played = match entry.played {
                Move::Deal => Move::Deal,
                Move::Home(from) => Move::Home(find(from, None)),
                Move::Run { from, to, count } => {
                    let from = find(from, None);
                    let to = find(to, Some(from));
                    Move::Run { from, to, count }
                }
            };
            game.play(&mut node, played);
            moves.push(played);
        }
        moves
    }
}
