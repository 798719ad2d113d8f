//! The packed Cluj solver.
//!
//! | file | what it holds |
//! |---|---|
//! | `columns` | a column as a small number |
//! | `packed` | the true table, packed, with every legal move |
//! | `image` | a table without the tails of its runs |
//! | `candidates` | the moves of images that matter, and why the others do not |
//! | `aside` | a lower bound: cheated cards freeze nothing |
//! | `groups` | images that differ only in where the cheated cards lie |
//! | `levels` | the fewest cheats and moves of images, level by level |
//! | `to_go` | the fewest moves from an image to the goal |
//! | `closure` | whether the image game can be won at all |
//! | `realise` | true moves, guided by images |
//! | `fast` | any solution, as soon as possible |
//! | `exhaustive` | the plain search that the others are compared with |
//! | `solve` | the four questions |

mod aside;
pub mod candidates;
mod closure;
pub mod columns;
pub mod exhaustive;
mod fast;
mod groups;
pub mod image;
mod levels;
pub mod packed;
mod realise;
mod solve;
mod to_go;

pub use candidates::Arguments;
pub use solve::{Aim, solve, solve_with};
