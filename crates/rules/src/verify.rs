//! "Is this solution right?", answered here and nowhere else.

use std::fmt;

use patience_core::{Count, Target};

use crate::{Illegal, Rules, Tally};

/// What a replayed solution comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay<R: Rules + ?Sized> {
    /// The table after the last move.
    pub end: R::State,
    /// The moves, as they were read.
    pub moves: Vec<R::Move>,
    /// What the end has brought towards the goals.
    pub tally: Tally,
    /// How long it is, in each count.
    pub length: Lengths,
}

/// The length of a sequence of moves in each count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lengths {
    steps: u32,
    moves: u32,
    clicks: u32,
}

impl Lengths {
    /// The length in this count.
    pub const fn in_count(&self, count: Count) -> u32 {
        match count {
            Count::Steps => self.steps,
            Count::Moves => self.moves,
            Count::Clicks => self.clicks,
        }
    }

    fn add<R: Rules>(&mut self, rules: &R, state: &R::State, move_: &R::Move) {
        self.steps += rules.cost(state, move_, Count::Steps);
        self.moves += rules.cost(state, move_, Count::Moves);
        self.clicks += rules.cost(state, move_, Count::Clicks);
    }
}

/// Why a solution is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Refusal {
    /// The step, counted from one; zero for the solution as a whole.
    pub step: usize,
    /// The move as it was written.
    pub move_: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.step {
            0 => f.write_str(&self.reason),
            step => write!(f, "step {step}, `{}`: {}", self.move_, self.reason),
        }
    }
}

/// Replays moves from a state; each must be legal where it is made.
pub fn replay<R: Rules>(
    rules: &R,
    start: &R::State,
    moves: &[R::Move],
) -> Result<Replay<R>, Refusal> {
    let mut length = Lengths::default();
    let add = |state: &R::State, move_: &R::Move| length.add(rules, state, move_);
    let end = replay_watched(rules, start, moves, add)?;
    Ok(Replay {
        tally: rules.tally(&end),
        end,
        moves: moves.to_vec(),
        length,
    })
}

/// The table after the last move; `watch` sees each move with the table that it
/// is made on.
pub fn replay_watched<R: Rules>(
    rules: &R,
    start: &R::State,
    moves: &[R::Move],
    mut watch: impl FnMut(&R::State, &R::Move),
) -> Result<R::State, Refusal> {
    let mut state = start.clone();
    for (index, move_) in moves.iter().enumerate() {
        watch(&state, move_);
        rules.apply(&mut state, move_).map_err(|reason| Refusal {
            step: index + 1,
            move_: rules.write_move(&state, move_),
            reason: reason.to_string(),
        })?;
    }
    Ok(state)
}

/// Replays moves in the game's notation.
pub fn replay_text<R: Rules>(
    rules: &R,
    start: &R::State,
    moves: &[impl AsRef<str>],
) -> Result<Replay<R>, Refusal> {
    let mut state = start.clone();
    let mut length = Lengths::default();
    let mut read = Vec::with_capacity(moves.len());
    for (index, text) in moves.iter().map(AsRef::as_ref).enumerate() {
        let refuse = |reason: Illegal| Refusal {
            step: index + 1,
            move_: text.chars().take(60).collect(),
            reason: reason.to_string(),
        };
        let move_ = rules.read_move(&state, text).map_err(refuse)?;
        length.add(rules, &state, &move_);
        rules.apply(&mut state, &move_).map_err(refuse)?;
        read.push(move_);
    }
    Ok(Replay {
        tally: rules.tally(&state),
        end: state,
        moves: read,
        length,
    })
}

/// Replays a solution and checks that it reaches the target.
///
/// ```
/// use patience_core::Target;
/// use patience_rules::{template::Template, verify::verify};
/// let refusal = verify(&Template, &Template.deal(1), &Target::BOARD, &[]).unwrap_err();
/// assert_eq!(refusal.to_string(), "the board is not cleared");
/// ```
pub fn verify<R: Rules>(
    rules: &R,
    start: &R::State,
    target: &Target,
    moves: &[R::Move],
) -> Result<Replay<R>, Refusal> {
    let replay = replay(rules, start, moves)?;
    check(&replay.tally, target)?;
    Ok(replay)
}

/// Does this tally reach the target?
pub fn check(tally: &Tally, target: &Target) -> Result<(), Refusal> {
    tally.reaches(target).map_err(|reason| Refusal {
        step: 0,
        move_: String::new(),
        reason: reason.to_string(),
    })
}

/// The moves in a solution text: one a line, or several with commas or
/// semicolons between them; in games whose moves are single words, blanks
/// will do. Comments start with `#`. When lines are numbered (`12. Draw`), as in
/// what `patience solve` prints, only these count and the rest is passed over; a
/// number that does not count up begins another solution and ends this one.
///
/// ```
/// use patience_rules::verify::moves_in;
/// assert_eq!(moves_in("Draw, Draw\nRemove Kd # a king", false), ["Draw", "Draw", "Remove Kd"]);
/// assert_eq!(moves_in("Solved!\n 1. Draw\n 2. Remove Kd\n", false), ["Draw", "Remove Kd"]);
/// assert_eq!(moves_in("1. Draw\nAlso:\n1. Recycle", false), ["Draw"]);
/// assert_eq!(moves_in("26 76 a6", true), ["26", "76", "a6"]);
/// ```
pub fn moves_in(text: &str, moves_are_words: bool) -> Vec<&str> {
    let lines: Vec<_> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default())
        .collect();
    let mut last = 0;
    let numbered: Vec<_> = lines
        .iter()
        .filter_map(|line| after_number(line))
        .take_while(|(number, _)| *number > std::mem::replace(&mut last, *number))
        .map(|(_, rest)| rest)
        .collect();
    let lines = if numbered.is_empty() { lines } else { numbered };
    lines
        .into_iter()
        .flat_map(|line| line.split([',', ';']))
        .flat_map(|part| {
            // A long word makes it a sentence ("Move the 7 of hearts from
            // column 2 .."), which some games read beside their short words.
            let words: Vec<_> = part.split_whitespace().collect();
            if moves_are_words && words.iter().all(|word| word.len() <= 4) {
                words
            } else {
                vec![part.trim()]
            }
        })
        .filter(|part| !part.is_empty())
        .collect()
}

/// The number and what follows, of a line that starts with `12.` or `12)`.
fn after_number(line: &str) -> Option<(u64, &str)> {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = line[..line.len() - rest.len()].parse().ok()?;
    Some((number, rest.strip_prefix(['.', ')'])?))
}
