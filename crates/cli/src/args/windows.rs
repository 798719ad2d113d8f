//! The words of each command that looks at other programs' windows.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use patience::{Challenge, Settings};

use super::{FormatArgs, GameName, GoalArgs, SearchArgs};

/// Which window.
#[derive(Args, Debug, Clone)]
pub struct WindowArgs {
    /// The window with these words in its title [default: the window that the
    /// profile describes]
    #[arg(long, value_name = "TITLE")]
    pub window: Option<String>,
}

/// Which profile.
#[derive(Args, Debug, Clone)]
pub struct ProfileArgs {
    /// How the program shows the game (`patience profiles` lists them)
    /// [default: the profile whose window is open]
    #[arg(long, value_name = "PROFILE")]
    pub profile: Option<String>,
    /// A setting of the program's game, such as draw=3 (`patience games` lists
    /// them) [default: the settings of the profile]
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<Settings>,
}

/// Pictures instead of a window.
#[derive(Args, Debug, Clone)]
pub struct ImageArgs {
    /// A picture of the window (PNG or JPEG) instead of the window itself;
    /// several, in order, show the table and then the stock drawn card by card
    #[arg(long, value_name = "FILE", conflicts_with = "window")]
    pub image: Vec<PathBuf>,
}

/// When to ask about cards.
#[derive(Args, Debug, Clone, Copy)]
pub struct ConfirmArgs {
    /// When to ask whether the table was read correctly, on a terminal
    #[arg(long, value_name = "WHEN", default_value = "doubt")]
    pub confirm: Confirm,
}

/// When to ask about cards.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Confirm {
    /// Every time
    Always,
    /// If a card is doubtful
    Doubt,
    /// Never: doubtful cards are listed, and never played
    Never,
}

#[derive(Args, Debug)]
pub struct ScanArgs {
    /// The game (`patience games` lists them)
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    #[command(flatten)]
    pub window: WindowArgs,
    #[command(flatten)]
    pub image: ImageArgs,
    #[command(flatten)]
    pub profile: ProfileArgs,
    /// Only look: do not draw through the stock to see its cards
    #[arg(long)]
    pub no_draw: bool,
    /// Save every frame and every decision in this folder; of pictures, what was
    /// read
    #[arg(long, value_name = "DIR")]
    pub log: Option<PathBuf>,
    #[command(flatten)]
    pub confirm: ConfirmArgs,
    #[command(flatten)]
    pub format: FormatArgs,
}

#[derive(Args, Debug)]
pub struct CalibrateArgs {
    /// The profile (`patience profiles` lists them)
    #[arg(required_unless_present = "new")]
    pub profile: Option<String>,
    /// Describe a program that no profile knows: make a profile for this game from
    /// its window, freshly dealt [default: the window under the mouse]
    #[arg(long, value_name = "GAME", value_parser = GameName, hide_possible_values = true,
          conflicts_with_all = ["profile", "cards", "point"])]
    pub new: Option<String>,
    /// The name of the new profile [default: from the title of the window]
    #[arg(long, value_name = "NAME", requires = "new")]
    pub name: Option<String>,
    /// Save the pictures of the questions and of what was found in this folder
    /// [default: the folder `new` in the data folder]
    #[arg(long, value_name = "DIR", requires = "new")]
    pub log: Option<PathBuf>,
    #[command(flatten)]
    pub window: WindowArgs,
    #[command(flatten)]
    pub image: ImageArgs,
    /// The number of the deal that is shown
    #[arg(long, value_name = "N", conflicts_with = "cards")]
    pub deal: Option<u64>,
    /// A file with the cards that are shown, as `solve` reads them (`-` reads
    /// standard input)
    #[arg(long, value_name = "FILE")]
    pub cards: Option<PathBuf>,
    /// Learn a button, a panel or a sign that you point at, by the name that the
    /// profile uses; with =FILE, from your own picture of it
    #[arg(long, value_name = "NAME[=FILE]", conflicts_with_all = ["deal", "cards"])]
    pub point: Vec<String>,
}

#[derive(Args, Debug)]
pub struct ProfilesArgs {
    /// Explain this profile (a name, or a file that ends in .toml) [default: list
    /// and check all]
    pub name: Option<String>,
    /// Print the profile's file, to start one of your own from
    #[arg(long, requires = "name")]
    pub text: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// Read another program's table, solve it and play it
#[derive(Args, Debug)]
pub struct AutoplayArgs {
    /// The game (`patience games` lists them)
    #[arg(value_parser = GameName, hide_possible_values = true)]
    pub game: String,
    #[command(flatten)]
    pub goal: GoalArgs,
    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub profile: ProfileArgs,
    #[command(flatten)]
    pub window: WindowArgs,
    /// Play a challenge over several deals: "score=2400 in 3 deals", "cards=12A in
    /// 2 deals", "clear 2 boards in 3 deals"
    #[arg(long, value_name = "CHALLENGE",
          conflicts_with_all = ["goal", "repeat", "dry_run", "replay"])]
    pub challenge: Option<Challenge>,
    /// Play this many deals, one after the other
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..))]
    pub repeat: u32,
    /// How fast: slow and steady are for watching
    #[arg(long, value_name = "SPEED", default_value = "full")]
    pub speed: Speed,
    #[command(flatten)]
    pub confirm: ConfirmArgs,
    /// Start a game over that has begun, if some of its cards are seen only then
    /// [default: ask on a terminal, else stop]
    #[arg(long, conflicts_with = "dry_run")]
    pub start_over: bool,
    /// Read and solve only; touch nothing that cannot be taken back
    #[arg(long)]
    pub dry_run: bool,
    /// Save every frame and every decision in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "replay")]
    pub log: Option<PathBuf>,
    /// Repeat the decisions of a log, and report what is now decided differently
    #[arg(long, value_name = "DIR", conflicts_with = "window")]
    pub replay: Option<PathBuf>,
}

/// How fast.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Speed {
    /// A second before every move
    Slow,
    /// A quarter of a second before every move
    Steady,
    /// As fast as the program allows
    Full,
}
