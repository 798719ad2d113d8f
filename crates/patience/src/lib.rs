#![doc = include_str!("../README.md")]

mod certificate;
mod challenge;
pub mod counter;
mod data_folder;
mod date;
pub mod difficulty;
mod games;
pub mod oracle;
mod prospects;
mod random_deal;
pub mod records;
pub mod rulebook;
mod session;
pub mod wire;
pub mod words;

pub use certificate::check_certificate;
pub use challenge::{
    BeyondChallenge, Campaign, Challenge, ChallengeState, Counted, DealPlan, ParseChallengeError,
};
pub use data_folder::data_folder;
pub use date::{Date, ParseDateError};
pub use difficulty::Grade;
pub use games::{FIRST_GAME, find_game, games};
pub use patience_core::{
    Answer, Card, CardNames, Chance, ChanceOptions, Colour, Count, Exhausted, Fault, Faults, Goal,
    Limits, Outcome, ParseCardError, ParseGoalError, Place, Proof, Rank, Solution, Statistics,
    Stop, Suit, Target, TargetError, numbering::SplitMix64, parse_bytes, parse_duration,
    statistics, wilson_95,
};
pub use patience_game::{
    About, Action, Adapter, Autoplay, Certificate, Chances, Cheats, Checked, Choice, Chosen, Error,
    Game, Gesture, Gestures, Improved, Kind, Layout, Line, Mode, Move, MoveOf, NotOffered, Picture,
    Piece, ProfileFile, Reach, Report, Request, Reveal, Seen, Setting, SettingError, Settings,
    Sight, Spot, StateOf, Stock, Table, Tone, Value, Values, gesture, layout, sight, tone_of,
};
pub use patience_rules::{Illegal, Rules, Tally, template, verify::Refusal};
pub use patience_search::{Budget, Cancel, Disk, Progress, Threads};
pub use prospects::{Prospect, prospects};
pub use random_deal::{RandomDeal, random_deal};
pub use session::{Played, Session, Variation};
