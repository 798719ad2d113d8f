//! What a sample tells about all deals: shares, distributions, means and
//! comparisons, each with its confidence interval. No I/O.
//!
//! | question | use |
//! |---|---|
//! | which share of the deals? | [`share`], which chooses between the next two |
//! | .. with many on both sides | [`conservative_wilson`] |
//! | .. with few or none on one side | [`conservative_clopper_pearson`] |
//! | .. looked at until the answer is clear | [`anytime`] |
//! | has the sample grown large enough? | [`is_narrow`] |
//! | the whole distribution | [`dkw_band`] |
//! | the median, or another quantile | [`quantile_ranks`] |
//! | the mean | [`Mean`] |
//! | two rule sets on the same deals | [`mcnemar`], [`paired_difference`] |
//!
//! Tested with up to 2^40 deals. With more, an end next to 1 runs out of the
//! digits of a floating-point number.

mod binomial;
mod distribution;
mod interval;
mod paired;
mod share;
#[cfg(test)]
mod tests;

pub use distribution::{Mean, dkw_band, quantile_ranks};
pub use interval::{Confidence, Interval, is_narrow};
pub use paired::{mcnemar, paired_difference};
pub use share::{
    RARE, Share, anytime, clopper_pearson, conservative_clopper_pearson, conservative_wilson,
    share, wilson, wilson_95,
};
