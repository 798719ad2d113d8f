//! Search tools with no game in them.
//!
//! | tool | what for |
//! |---|---|
//! | [`Budget`] | states, time and memory that a search may use; cancellation; progress |
//! | [`Post`], [`Shelf`] | how the threads of one search work together |
//! | [`StateTable`] | which states were seen: exact, compact, bounded |
//! | [`SharedTable`] | the same for several threads |
//! | [`ParentLinks`] | how a state was reached |
//! | [`BucketQueue`] | the next state by a small whole-number priority |
//! | [`Exchange`] | which plays from columns need not be tried |

mod bucket_queue;
mod budget;
mod crew;
mod exchange;
mod parent_links;
mod shared_table;
mod state_table;

pub use bucket_queue::BucketQueue;
pub use budget::{Budget, Cancel, Disk, Progress, Threads};
pub use crew::{Arrived, Post, Shelf};
pub use exchange::Exchange;
pub use parent_links::{NodeId, ParentLinks};
pub use shared_table::SharedTable;
pub use state_table::{Entry, StateKey, StateTable};
