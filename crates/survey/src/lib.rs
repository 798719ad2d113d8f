//! Surveys: a question about many deals, answered in a folder.
//!
//! A [`Plan`] is the question. The deals are cut into shards; a shard is a pure
//! function of the plan and its number, and becomes one Parquet file. So it does
//! not matter who computes it, where and when, or whether that is interrupted:
//! what is missing is computed again, and what is there twice must be equal.
//!
//! ```
//! use patience::{Cancel, Limits, Request, Settings};
//! use patience_survey::{Deals, Folder, Plan, Run, summarise};
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path();
//! let plan = Plan::new(
//!     "golf",
//!     Settings::default(),
//!     Request::default(),
//!     Limits::NONE,
//!     Deals::Range { first: 1, last: 40 },
//!     None,
//!     &Cancel::default(),
//! )?;
//! let survey = Folder::begin(path, plan)?;
//! Run::default().all(&survey, |_| ())?;
//! let found = summarise(&survey)?;
//! assert_eq!(found.totals.deals(), 40);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod check;
mod compare;
mod distribution;
mod error;
mod folder;
mod intake;
mod plan;
mod report;
mod row;
mod run;
mod shard;
mod summary;
mod totals;

pub use check::{Checked, check, merge};
pub use compare::{Comparison, compare};
pub use distribution::{Distribution, Quantile};
pub use error::Error;
pub use folder::{Folder, Journal};
pub use intake::Intake;
pub use plan::{Deals, FORMAT, Plan, PlanLimits};
pub use report::{plot, question, report};
pub use row::{Proved, Row, Verdict, Why, Word, digest};
pub use run::{Ended, ParsePartError, Part, Progress, Run, retry};
pub use shard::{Footer, read, read_footer, write};
pub use summary::{Summary, rows, summarise};
pub use totals::{Histogram, Named, Totals};

/// The version of this program, which is the version of its solvers.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
