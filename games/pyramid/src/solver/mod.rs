//! The Pyramid solver: fewest steps and best scores, proved.
//!
//! | module | what |
//! |---|---|
//! | `shapes` | the 1,430 shapes of a pyramid |
//! | `layout`, `state` | a position, packed; every legal move |
//! | `quest` | what a search looks for |
//! | `bound` | the game without the order of the stock: what is out of reach |
//! | `draws` | what the order of the stock costs at least |
//! | `node`, `candidates` | what the search tries, and what it leaves out |
//! | `dominance` | nodes that others make needless |
//! | `search` | A* over removals |
//! | `route` | from removals to moves |
//! | `solve` | from goals to quests and back to an answer |

mod bound;
mod candidates;
mod dominance;
mod draws;
mod layout;
mod node;
mod quest;
mod route;
mod search;
mod shapes;
mod solve;
mod state;

pub use solve::{Solver, solve};

/// The packed table with every legal move, for those who compare or count.
pub mod packed {
    pub use crate::solver::layout::{Layout, MOST_PILE};
    pub use crate::solver::state::{Packed, legal_moves, play, unpack};
}

#[cfg(test)]
mod tests;
