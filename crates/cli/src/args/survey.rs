//! The words of `patience survey`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use patience_survey::Part;

use super::{
    DealRange, FormatArgs, GameName, GoalArgs, SearchArgs, SettingsArgs, commands::parse_deals,
};

/// Ask a question about many deals; the answer is kept in a folder
#[derive(Args, Debug)]
pub struct SurveyArgs {
    #[command(subcommand)]
    pub command: SurveyCommand,
}

#[derive(Subcommand, Debug)]
pub enum SurveyCommand {
    /// Begin a survey, or go on with it: the same line resumes
    Run(RunArgs),
    /// Print what has been found so far
    Status(StatusArgs),
    /// Write the report, an HTML file with everything in it
    Report(ReportArgs),
    /// Check every file, and solve a random share of the deals again
    Check(CheckArgs),
    /// Add the shards of other folders with the same plan
    Merge(MergeArgs),
    /// Try the undecided deals again with other limits
    Retry(RetryArgs),
    /// Compare the same deals under two sets of rules
    Compare(CompareArgs),
}

#[derive(Args, Debug)]
pub struct RunArgs {
    /// The folder of the survey
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The game (`patience games` lists them) [default: that of the folder]
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: Option<String>,
    /// The deals with these numbers; both ends are included
    #[arg(long, value_name = "A..B", value_parser = parse_deals, requires = "game",
          conflicts_with = "sample")]
    pub deals: Option<DealRange>,
    /// This many different deals, drawn at random from all numbers
    #[arg(long, value_name = "N", requires = "game")]
    pub sample: Option<u64>,
    /// The same sample for the same seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Stop when the 95% interval is this wide, such as 0.1%
    #[arg(long, value_name = "WIDTH", value_parser = parse_share)]
    pub until: Option<f64>,
    #[command(flatten)]
    pub settings: SettingsArgs,
    #[command(flatten)]
    pub goal: GoalArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Deals solved at once [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// Compute part I of N, from 0 to N-1: one of several commands or machines
    #[arg(long, value_name = "I/N")]
    pub part: Option<Part>,
    /// Deals in a file [default: about ten seconds' work]
    #[arg(long, value_name = "N")]
    pub shard_size: Option<u64>,
}

#[derive(Args, Debug)]
pub struct StatusArgs {
    /// The folder of the survey
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args, Debug)]
pub struct ReportArgs {
    /// The folder of the survey
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Where to write it (`-` for standard output) [default: report.html in the folder]
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub struct CheckArgs {
    /// The folder of the survey
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The share of the deals that is solved again
    #[arg(long, value_name = "SHARE", default_value = "1%", value_parser = parse_share)]
    pub again: f64,
}

#[derive(Args, Debug)]
pub struct MergeArgs {
    /// The folder that the shards go to
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The folders that they come from
    #[arg(value_name = "FROM", required = true)]
    pub from: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub struct RetryArgs {
    /// The folder of the survey
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub search: RetryLimits,
    /// Deals solved at once [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
}

/// Where the second try stops.
#[derive(Args, Debug, Clone, Copy)]
pub struct RetryLimits {
    /// Stop after this time, such as 30s or 2m
    #[arg(long, value_name = "TIME", value_parser = patience::parse_duration)]
    pub max_time: Option<std::time::Duration>,
    /// Stop at this much memory, such as 2GiB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = patience::parse_bytes)]
    pub max_memory: u64,
    /// Stop after this many states
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
}

#[derive(Args, Debug)]
pub struct CompareArgs {
    /// The folder of one survey
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// The folder of the other
    #[arg(value_name = "B")]
    pub second: PathBuf,
    /// A's rules are stricter: a deal that is won in A and lost in B is an error
    #[arg(long)]
    pub stricter: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

fn parse_share(text: &str) -> Result<f64, String> {
    let (number, unit) = match text.strip_suffix('%') {
        Some(number) => (number, 100.0),
        None => (text, 1.0),
    };
    let share = number.trim().parse::<f64>().map(|number| number / unit);
    match share {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err(format!("`{text}` is not a share, such as 1% or 0.01")),
    }
}
