//! The fewest moves to go: the image game from any image on.
//!
//! A depth-first search with a limit of moves and a memory: for every image
//! and number of cheats left it keeps a number of moves that is too few and
//! one that is enough. It starts with what the levels know: an image that took g
//! moves to reach is `least - g` from the goal, where `least` is the length of the
//! shortest path, if it lies on one, and farther if it does not; and from one that was
//! reached with fewer cheats the goal cannot be reached with the cheats that are left.
//!
//! When any number of cheats is allowed, there is one table, `left` stays at
//! [`ANY`], and cheats cost only their move.

use patience_core::Stop;
use patience_search::{Budget, Entry, StateTable};

use crate::solver::aside::{CardsAside, NEVER};
use crate::solver::candidates::{Arguments, Sources, cheats, quiet};
use crate::solver::columns::Layout;
use crate::solver::image::{Image, ImageKey, Pool};
use crate::solver::levels::{ImagePath, Levels};

/// Cheats left when any number is allowed: never the last one.
pub const ANY: u32 = u32::MAX;

/// What is known about the moves to go.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    at_least: u8,
    enough: u8,
}

/// The memory of one start position.
#[derive(Debug)]
pub struct ToGo<'a, 'l, K> {
    layout: &'a Layout,
    arguments: Arguments,
    /// What the levels know, with the most cheats and the fewest moves there.
    levels: Option<(&'l Levels<'a>, u32, u32)>,
    aside: Option<CardsAside<'a>>,
    /// One table for each number of cheats left; only one for any number.
    known: Vec<StateTable<K, Known>>,
    /// Successors that wait, shared by all depths of the search.
    waiting: Vec<(Image, bool)>,
}

impl<'a, 'l, K: ImageKey> ToGo<'a, 'l, K> {
    /// Any number of cheats, and nothing known.
    pub fn with_any_cheats(layout: &'a Layout, arguments: Arguments) -> Self {
        Self {
            layout,
            arguments,
            levels: None,
            aside: None,
            known: vec![StateTable::new()],
            waiting: Vec::new(),
        }
    }

    /// Starts with what the levels know, whose last round found `path`.
    pub fn new(
        layout: &'a Layout,
        arguments: Arguments,
        levels: &'l Levels<'a>,
        most_cheats: u32,
        path: &ImagePath,
        aside: Option<CardsAside<'a>>,
        budget: &mut Budget,
    ) -> Result<Self, Stop> {
        let mut to_go = Self {
            layout,
            arguments,
            levels: Some((levels, most_cheats, path.moves)),
            aside,
            known: (0..=most_cheats).map(|_| StateTable::new()).collect(),
            waiting: Vec::new(),
        };
        for (made, (image, cheats)) in path.images.iter().enumerate() {
            let moves = path.moves as u8 - made as u8;
            let known = Known {
                at_least: moves,
                enough: moves,
            };
            let table = &mut to_go.known[(most_cheats - cheats) as usize];
            table.entry(K::pack(image), known, budget)?;
        }
        Ok(to_go)
    }

    /// Is it known already that so many moves are enough?
    pub fn is_known_good(&self, image: &Image, left: u32, moves: u32) -> bool {
        let key = K::pack(image);
        let known = self.known[table_of(left)].get(key);
        known.is_some_and(|known| u32::from(known.enough) <= moves)
            || self.levels.is_some_and(|(levels, most, least)| {
                let to_go = levels.to_go(image, most - left, least);
                to_go.is_some_and(|(rest, is_enough)| is_enough && u32::from(rest) <= moves)
            })
    }

    /// Can the goal of the image game be reached in so many moves, with this
    /// many cheats left? The image is in order.
    pub fn can(
        &mut self,
        image: &Image,
        left: u32,
        moves: u32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        // 1. The simple bound.
        let Some(pool) = image.pool(self.layout) else {
            return Ok(false);
        };
        let bound = u32::from(pool.misplaced) + if left == ANY { 0 } else { left };
        if bound > moves {
            return Ok(false);
        }
        if bound == 0 {
            return Ok(true);
        }
        // A cheat puts no card in place: with no spare move there is none.
        let may_cheat = left > 0 && (left < ANY || bound < moves);
        // 2. What is known.
        let key = K::pack(image);
        let known = match self.known[table_of(left)].get(key) {
            Some(known) => *known,
            None => {
                let known = self.first_look(image, left, &pool, budget)?;
                // Most images end here. To remember that would take more memory,
                // and more time, than to see it again.
                if u32::from(known.at_least) > moves || u32::from(known.enough) <= moves {
                    return Ok(u32::from(known.enough) <= moves);
                }
                let table = &mut self.known[table_of(left)];
                match table.entry(key, known, budget)? {
                    Entry::New(_) | Entry::Seen(_) => known,
                }
            }
        };
        if u32::from(known.enough) <= moves {
            return Ok(true);
        }
        if u32::from(known.at_least) > moves {
            return Ok(false);
        }
        // 3. Its successors.
        budget.count_state()?;
        let first = self.waiting.len();
        let waiting = &mut self.waiting;
        quiet(self.layout, image, &pool, left, self.arguments, |found| {
            waiting.push((found.image, false));
        });
        if may_cheat {
            cheats(
                self.layout,
                image,
                &pool,
                left,
                Sources::ALL,
                self.arguments,
                |image| {
                    waiting.push((image, true));
                },
            );
        }
        let mut can = false;
        let mut next = first;
        while !can && next < self.waiting.len() {
            let (mut image, is_cheat) = self.waiting[next];
            image.sort();
            can = self.can(&image, left_after(left, is_cheat), moves - 1, budget)?;
            next += 1;
        }
        self.waiting.truncate(first);
        // 4. Remember.
        let table = &mut self.known[table_of(left)];
        let (Entry::New(known) | Entry::Seen(known)) = table.entry(key, known, budget)?;
        if can {
            known.enough = moves as u8;
        } else {
            known.at_least = moves as u8 + 1;
        }
        Ok(can)
    }

    /// What is known about an image that was not looked at before.
    fn first_look(
        &mut self,
        image: &Image,
        left: u32,
        pool: &Pool,
        budget: &mut Budget,
    ) -> Result<Known, Stop> {
        let mut at_least = pool.misplaced;
        if let Some((levels, most, least)) = self.levels {
            let cheats = most - left;
            at_least += left as u8;
            // An image on this level is not on a lower one, so most images are
            // found with one lookup.
            if let Some((moves, is_enough)) = levels.to_go(image, cheats, least) {
                return Ok(Known {
                    at_least: at_least.max(moves),
                    enough: if is_enough { moves } else { NEVER },
                });
            } else if levels.needs_fewer(image, cheats) {
                at_least = NEVER;
            } else if let Some(aside) = &mut self.aside {
                let to_go = aside.distance(image, pool.misplaced, left, budget)?;
                at_least = at_least.max(to_go);
            }
        }
        Ok(Known {
            at_least,
            enough: NEVER,
        })
    }
}

/// The cheats left after a move.
pub const fn left_after(left: u32, is_cheat: bool) -> u32 {
    if left == ANY {
        ANY
    } else {
        left - is_cheat as u32
    }
}

/// The table for so many cheats left.
pub const fn table_of(left: u32) -> usize {
    if left == ANY { 0 } else { left as usize }
}
