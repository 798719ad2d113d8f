//! The packed TriPeaks solver: every goal proved, unknown cards, chances.
//!
//! | file | what |
//! |---|---|
//! | `shapes` | the 22,932 shapes of the tableau, numbered |
//! | `packed` | a position packed: ranks and sets of them |
//! | `sweep` | the fewest draws to every shape, in one pass |
//! | `score`, `score_moves` | the most points at every shape, in one pass; the way there |
//! | `goals`, `solve` | what each goal wants; the answers |
//! | `orders` | the ways in which unknown cards can lie |
//! | `reveal` | the shortest line to a card that nobody has seen |
//! | `stage`, `won` | can the board be cleared, from every state at once |
//! | `together`, `chances` | the same for several orders of the cards at once; how likely is it |

pub mod chances;
pub mod goals;
pub mod orders;
pub mod packed;
pub mod reveal;
pub mod score;
pub mod score_moves;
pub mod shapes;
pub mod solve;
pub mod stage;
pub mod sweep;
pub mod together;
pub mod won;

pub use chances::{Chances, chances};
pub use reveal::{Reveal, TurnedUp, reveal};
pub use solve::{Solver, solve};
