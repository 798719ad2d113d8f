//! The words of each command that solves, plays or lists.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use patience::Challenge;

use super::{
    FormatArgs, GameName, GoalArgs, GoalWord, LimitArgs, Notation, SearchArgs, SettingsArgs, Source,
};

#[derive(Args, Debug)]
pub struct SolveArgs {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub goal: GoalArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Threads of a long search, in games that can use them; one thread does
    /// exactly the same every time [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// When memory is full, continue with this much disk space, in games that
    /// can; the same command continues after an interruption
    #[arg(long, value_name = "SIZE", value_parser = patience::parse_bytes)]
    pub max_disk: Option<u64>,
    /// The folder for that [default: `patience-search` in the folder for
    /// temporary files]
    #[arg(long, value_name = "FOLDER", requires = "max_disk")]
    pub disk_folder: Option<PathBuf>,
    /// Draw the board after every step
    #[arg(long)]
    pub steps: bool,
    /// How the solution is written in text
    #[arg(long, value_name = "NOTATION", default_value = "numbered")]
    pub notation: Notation,
    /// If the board cannot be cleared, write the proof to this file, to be
    /// checked by `patience verify --certificate`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fast", "shortest", "goal"])]
    pub certificate: Option<PathBuf>,
    /// Print better solutions as they come (JSON: a line each)
    #[arg(long)]
    pub progress: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// What to play.
#[derive(Args, Debug)]
pub struct PlayArgs {
    /// The game (`patience games` lists them) [default: a menu]
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: Option<String>,
    /// The deal with this number [default: where you left off, else a random deal]
    #[arg(long, value_name = "N", requires = "game")]
    pub deal: Option<u64>,
    #[command(flatten)]
    pub settings: SettingsArgs,
    #[command(flatten)]
    pub goal: GoalArgs,
}

#[derive(Args, Debug)]
pub struct BatchArgs {
    /// The game (`patience games` lists them)
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    /// The file with one deal a line; `-` or nothing reads standard input
    #[arg(conflicts_with = "deals")]
    pub file: Option<PathBuf>,
    /// Solve the deals with these numbers; both ends are included
    #[arg(long, value_name = "A..B", value_parser = parse_deals)]
    pub deals: Option<DealRange>,
    #[command(flatten)]
    pub settings: SettingsArgs,
    #[command(flatten)]
    pub goal: GoalArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Deals solved at once; when none is left to begin, long searches share these
    /// threads, in games that can [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    /// The form of the results
    #[arg(long, value_name = "FORMAT", default_value = "jsonl")]
    pub format: BatchFormat,
}

/// Plan a challenge over several deals
#[derive(Args, Debug)]
pub struct ChallengeArgs {
    /// The game (`patience games` lists them)
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    /// The files with the deals, in the order in which they are played
    #[arg(value_name = "FILE", conflicts_with = "deals")]
    pub files: Vec<PathBuf>,
    /// The deals with these numbers instead of files
    #[arg(long, value_name = "A..B", value_parser = parse_deals)]
    pub deals: Option<DealRange>,
    /// The challenge: "score=2400 in 3 deals", "cards=12A in 2 deals", "clear 2
    /// boards in 3 deals"
    #[arg(long, value_name = "CHALLENGE")]
    pub challenge: Challenge,
    /// Points, cards or boards that earlier deals have brought
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub so_far: u32,
    #[command(flatten)]
    pub settings: SettingsArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The form of a batch's results.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BatchFormat {
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values without the moves
    Csv,
    /// Counts, shares and means only
    Summary,
}

/// Deal numbers from first to last, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealRange {
    pub first: u64,
    pub last: u64,
}

pub(super) fn parse_deals(text: &str) -> Result<DealRange, String> {
    let number = |part: &str| {
        let digits = part.trim().replace('_', "");
        digits
            .parse::<u64>()
            .map_err(|_| format!("`{part}` is not a deal number"))
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first)?, number(last.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    if first > last {
        return Err(format!(
            "the range ends before it starts; did you mean {last}..{first}?"
        ));
    }
    Ok(DealRange { first, last })
}

#[derive(Args, Debug)]
pub struct DealArgs {
    /// The game (`patience games` lists them)
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    /// The deal with this number
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "random",
        required_unless_present = "random"
    )]
    pub deal: Option<u64>,
    /// A random deal
    #[arg(long)]
    pub random: bool,
    /// The same random deal for the same seed
    #[arg(long, value_name = "S", requires = "random")]
    pub seed: Option<u64>,
    /// Only a deal that can be won
    #[arg(long, requires = "random")]
    pub winnable: bool,
    #[command(flatten)]
    pub settings: SettingsArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The game (`patience games` lists them)
    #[arg(required_unless_present = "certificate",
          value_parser = GameName, hide_possible_values = true)]
    pub game: Option<String>,
    /// The file with the cards, or the number of the deal; then the file with
    /// the solution (`-` reads standard input)
    #[arg(value_names = ["DEAL", "SOLUTION"], num_args = 1..=2,
          required_unless_present = "certificate")]
    pub files: Vec<PathBuf>,
    /// Check a proof that a board cannot be cleared, instead of a solution
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "files", "deal", "goal"])]
    pub certificate: Option<PathBuf>,
    /// The number of the deal, instead of a file with the cards
    #[arg(long, value_name = "N")]
    pub deal: Option<u64>,
    #[command(flatten)]
    pub settings: SettingsArgs,
    /// board, all, score, score=N or cards=NR [default: that of a JSON solution, else
    /// board]
    #[arg(long, value_name = "GOAL")]
    pub goal: Option<GoalWord>,
    /// Points or cards that earlier deals have brought towards the goal
    #[arg(long, value_name = "N", requires = "goal")]
    pub so_far: Option<u32>,
}

#[derive(Args, Debug)]
pub struct PerftArgs {
    /// The game (`patience games` lists them)
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    /// The file with the cards (left out with --deal), then the depth
    #[arg(value_names = ["FILE", "DEPTH"], num_args = 1..=2, required = true)]
    pub words: Vec<String>,
    /// The deal with this number instead of a file
    #[arg(long, value_name = "N")]
    pub deal: Option<u64>,
    #[command(flatten)]
    pub settings: SettingsArgs,
}

#[derive(Args, Debug)]
pub struct HintArgs {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub goal: GoalArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args, Debug)]
pub struct RevealArgs {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args, Debug)]
pub struct ChancesArgs {
    #[command(flatten)]
    pub source: Source,
    /// Samples to look at [default: enough for 1% to either side]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub samples: Option<u64>,
    /// The same samples for the same seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Show also what a careful player who sees no more than you does next
    #[arg(long)]
    pub player: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Threads that share the samples [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub threads: Option<u32>,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args, Debug)]
pub struct GamesArgs {
    /// Print the JSON schema of an answer
    #[arg(long)]
    pub schema: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Where the page is served. A browser keeps games and statistics by address,
/// so that it must not change from day to day.
const PORT: u16 = 8164;

/// How to serve the page
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    pub port: u16,
    /// The address to listen at; only this machine can reach the default
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub host: IpAddr,
    /// Open the page in the browser [default: in a terminal]
    #[arg(long, overrides_with = "no_open")]
    pub open: bool,
    /// Only print the address
    #[arg(long, overrides_with = "open")]
    pub no_open: bool,
}

#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Only these games [default: all]
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub games: Vec<String>,
}

#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_deals_includes_both_ends() {
        assert_eq!(
            parse_deals("1..32000"),
            Ok(DealRange {
                first: 1,
                last: 32000
            })
        );
        assert_eq!(
            parse_deals("1..=1_000"),
            Ok(DealRange {
                first: 1,
                last: 1000
            })
        );
        assert_eq!(parse_deals("7"), Ok(DealRange { first: 7, last: 7 }));
        assert!(parse_deals("9..1").is_err());
        assert!(parse_deals("a..b").is_err());
    }
}
