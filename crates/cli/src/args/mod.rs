//! The words of the command line. Others rely on them: they may grow, never
//! change.

mod commands;
mod survey;
mod windows;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use patience::{
    Cheats, Count, Goal, Limits, Mode, ParseGoalError, Request, Settings, Target, TargetError,
    games,
};

use crate::memory;

pub use commands::*;
pub use survey::*;
pub use windows::*;

/// Solves, plays and proves solitaire
#[derive(Parser, Debug)]
#[command(
    name = "patience",
    version = env!("PATIENCE_VERSION"),
    propagate_version = true,
    arg_required_else_help = true
)]
#[command(after_help = "\
Examples:
  patience solve pyramid --deal 1           the shortest way to clear a numbered deal
  patience solve pyramid cards.txt          or your own cards (`-` reads them from a pipe)
  patience solve pyramid --deal 1 --goal score
  patience hint pyramid cards.txt           the next move, and why
  patience batch pyramid --deals 1..1000 --format summary

Exit codes: 0 solved or done, 1 the answer is no, 2 an error, 3 unknown (a limit
came first), 130 interrupted.")]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    #[command(flatten)]
    pub common: Common,
}

/// Options of every command.
#[derive(Args, Debug)]
pub struct Common {
    /// When to use colour (NO_COLOR is honoured as well)
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Print only the result
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print also what the search took
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// When to use colour.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    Auto,
    Always,
    Never,
}

impl Color {
    /// Colours may be used on a terminal.
    pub fn has_colour(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }

    /// Makes the choice for everything printed from here on.
    pub fn apply(self) {
        match self {
            Self::Auto => anstream::ColorChoice::Auto,
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Solve a deal or a position: the way out, or the proof that there is none
    Solve(SolveArgs),
    /// Play a game in the terminal, with an oracle beside you
    Play(PlayArgs),
    /// Solve many deals, one result a line in the order of the deals
    Batch(BatchArgs),
    /// Ask a question about many deals, and keep the answer in a folder
    Survey(SurveyArgs),
    /// Print a deal, by number or at random
    Deal(DealArgs),
    /// Check a solution with the reference rules
    Verify(VerifyArgs),
    /// Count the sequences of legal moves of each length
    Perft(PerftArgs),
    /// The next move of a best solution, and why
    Hint(HintArgs),
    /// The shortest way to turn up a card that nobody has seen yet (`??`)
    Reveal(RevealArgs),
    /// The chance to clear the board whatever the unknown cards are, and the moves ranked by it
    Chances(ChancesArgs),
    /// Plan a challenge over several deals: so many points, cards or boards
    Challenge(ChallengeArgs),
    /// Read another program's table, solve it and play it
    Autoplay(AutoplayArgs),
    /// List the games, their names, goals and deal numbers
    Games(GamesArgs),
    /// Print the cards in another program's window, ready for `solve`
    Scan(ScanArgs),
    /// Learn another program's cards from one deal that is known
    Calibrate(CalibrateArgs),
    /// List, check and explain the profiles of other programs' windows
    Profiles(ProfilesArgs),
    /// Serve the page for the browser from inside the program
    Serve(ServeArgs),
    /// Solve a fixed set of deals and print the states searched in each game
    Bench(BenchArgs),
    /// Print what a bug report needs: version, system, display, calibrated programs
    Doctor,
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
}

impl Command {
    /// A goal that stands for settings becomes one of them.
    pub fn settle_goal(&mut self) {
        let (goal, set) = match self {
            Self::Solve(args) => (Some(args.goal.goal), &mut args.source.settings.set),
            Self::Hint(args) => (Some(args.goal.goal), &mut args.source.settings.set),
            Self::Play(args) => (Some(args.goal.goal), &mut args.settings.set),
            Self::Batch(args) => (Some(args.goal.goal), &mut args.settings.set),
            Self::Verify(args) => (args.goal, &mut args.settings.set),
            Self::Autoplay(args) => (Some(args.goal.goal), &mut args.profile.set),
            Self::Survey(SurveyArgs {
                command: SurveyCommand::Run(args),
            }) => (Some(args.goal.goal), &mut args.settings.set),
            _ => return,
        };
        set.extend(goal.and_then(GoalWord::settings));
    }
}

/// Which cards.
#[derive(Args, Debug)]
pub struct Source {
    /// The game (`patience games` lists them)
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    /// The file with the cards; `-` or nothing reads standard input
    pub file: Option<PathBuf>,
    /// Solve the deal with this number instead of a file
    #[arg(long, value_name = "N", conflicts_with = "file")]
    pub deal: Option<u64>,
    #[command(flatten)]
    pub settings: SettingsArgs,
}

/// Settings of a game.
#[derive(Args, Debug, Clone)]
pub struct SettingsArgs {
    /// A setting of the game, such as cells=2 (`patience games` lists them)
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<Settings>,
    /// The same as --set cells=N
    #[arg(long, value_name = "N")]
    pub cells: Option<u32>,
    /// The same as --set columns=N
    #[arg(long, value_name = "N")]
    pub columns: Option<u32>,
}

impl From<&SettingsArgs> for Settings {
    fn from(args: &SettingsArgs) -> Self {
        let mut settings = Self::default();
        for (key, value) in args.set.iter().flat_map(Settings::iter) {
            settings.set(key, value.clone());
        }
        for (key, number) in [("cells", args.cells), ("columns", args.columns)] {
            if let Some(number) = number {
                settings.set(key, number);
            }
        }
        settings
    }
}

/// The name of a game. Shells complete it from the list of games; a name that is
/// not on the list is refused when the game is looked up, with what there is.
#[derive(Clone, Copy, Debug)]
pub struct GameName;

impl TypedValueParser for GameName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        clap::builder::StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values = games().iter().map(|game| {
            let about = game.about();
            PossibleValue::new(about.name).help(about.title)
        });
        Some(Box::new(values))
    }
}

/// A goal, or the rules that are named like one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalWord {
    /// A goal.
    Goal(Goal),
    /// The same as `--set win=all`: the game is won when all cards are gone.
    All,
}

impl GoalWord {
    /// The goal that it stands for.
    pub const fn goal(self) -> Goal {
        match self {
            Self::Goal(goal) => goal,
            Self::All => Goal::Board,
        }
    }

    /// The settings that it stands for.
    fn settings(self) -> Option<Settings> {
        (self == Self::All).then(|| Settings::default().with("win", "all"))
    }
}

impl FromStr for GoalWord {
    type Err = ParseGoalError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim().eq_ignore_ascii_case("all") {
            true => Ok(Self::All),
            false => text.parse().map(Self::Goal),
        }
    }
}

/// What to reach.
#[derive(Args, Debug)]
pub struct GoalArgs {
    /// board, score, score=N or cards=NR (cards=3A: three Aces); all is the same as
    /// --set win=all
    #[arg(long, value_name = "GOAL", default_value = "board")]
    pub goal: GoalWord,
    /// Points or cards that earlier deals have brought towards the goal
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub so_far: u32,
}

impl GoalArgs {
    /// The target, or why it makes no sense.
    pub fn target(&self) -> anyhow::Result<Target> {
        target(self.goal.goal(), self.so_far)
    }
}

/// A target in the words of the command line.
pub fn target(goal: Goal, so_far: u32) -> anyhow::Result<Target> {
    Target::new(goal, so_far).map_err(|error| match error {
        TargetError::NoNumber { goal } => {
            anyhow::anyhow!("--so-far needs a goal with a target, not `{goal}`")
        }
        other => anyhow::anyhow!("--so-far: {other}"),
    })
}

/// How hard to look.
#[derive(Args, Debug)]
pub struct SearchArgs {
    /// The first solution, at once
    #[arg(long, conflicts_with = "shortest")]
    pub fast: bool,
    /// The shortest solution, proved
    #[arg(long)]
    pub shortest: bool,
    /// How length is counted, in games that have several counts
    #[arg(long, value_name = "COUNT")]
    pub count: Option<CountArg>,
    /// No cheating, in games that have cheats
    #[arg(long, conflicts_with = "any_cheats")]
    pub no_cheat: bool,
    /// Cheat freely for the fewest moves, in games that have cheats
    #[arg(long)]
    pub any_cheats: bool,
    /// Multiply the effort of searches that are not exhaustive
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub effort: u32,
    /// Stop after this time, such as 30s or 2m
    #[arg(long, value_name = "TIME", value_parser = patience::parse_duration)]
    pub max_time: Option<Duration>,
    /// Stop at this much memory, such as 2GiB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", value_parser = patience::parse_bytes)]
    pub max_memory: u64,
    /// Stop after this many states
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
}

impl SearchArgs {
    /// Where the search must stop.
    pub fn limits(&self) -> Limits {
        Limits {
            states: self.max_states,
            time: self.max_time,
            bytes: Some(self.max_memory),
        }
    }

    /// The same for a process with one search: its tables may use what the
    /// process does not have already.
    pub fn limits_of_process(&self) -> Limits {
        Limits {
            bytes: Some(self.max_memory.saturating_sub(memory::in_use())),
            ..self.limits()
        }
    }

    /// The question for a target.
    pub fn request(&self, target: Target) -> Request {
        let mode = match (self.fast, self.shortest) {
            (true, _) => Mode::Fast,
            (_, true) => Mode::Shortest,
            _ => Mode::Short,
        };
        let cheats = match (self.no_cheat, self.any_cheats) {
            (true, _) => Cheats::Never,
            (_, true) => Cheats::Any,
            _ => Cheats::Fewest,
        };
        let mut request = Request::for_target(target)
            .with_mode(mode)
            .with_cheats(cheats)
            .with_effort(self.effort);
        request.count = self.count.map(Count::from);
        request
    }
}

/// How length is counted.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountArg {
    /// Single cards, home moves too
    Steps,
    /// A run moved at once is one; home moves count
    Moves,
    /// A run is one; cards go home by themselves
    Clicks,
}

impl From<CountArg> for Count {
    fn from(count: CountArg) -> Self {
        match count {
            CountArg::Steps => Self::Steps,
            CountArg::Moves => Self::Moves,
            CountArg::Clicks => Self::Clicks,
        }
    }
}

/// The form of what is printed.
#[derive(Args, Debug, Clone, Copy)]
pub struct FormatArgs {
    /// The form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

/// Text for people, JSON for programs.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Json,
}

/// How a solution is written in text.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// The verdict, the table, then numbered moves; on a terminal each with its
    /// words behind it
    Numbered,
    /// Only the moves, one a line; the verdict goes to the error stream
    Lines,
}

/// Where to stop.
#[derive(Args, Debug, Clone, Copy)]
pub struct LimitArgs {
    /// Stop after this time, such as 30s or 2m
    #[arg(long, value_name = "TIME", value_parser = patience::parse_duration)]
    pub max_time: Option<Duration>,
    /// Stop after this many states
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
}

impl LimitArgs {
    /// The limits.
    pub const fn limits(&self) -> Limits {
        Limits {
            states: self.max_states,
            time: self.max_time,
            bytes: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_words_of_the_command_line_are_consistent() {
        Cli::command().debug_assert();
    }
}
