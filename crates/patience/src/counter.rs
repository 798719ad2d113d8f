//! What the counter of a session counts: the player's own moves. A run is one
//! move, and a card that goes home by itself is none.
//!
//! Solvers have other counts, and each is right for its question: FreeCell's
//! `clicks` take every card that goes home for nothing. At the table only one
//! number is of use, the one that the counter will show at the end. So every
//! length that a player sees beside a counter is measured here, under the
//! autoplay that is set.

use patience_core::{Count, Outcome, Proof};
use patience_game::{Autoplay, Line, Move, Report, Table};
use patience_rules::Illegal;

/// A move of a line as it is played at the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedStep {
    /// The move.
    pub move_: Move,
    /// The autoplay makes it: it does not count.
    pub is_auto: bool,
}

/// A line as a player plays it who has an autoplay: the cards that go home by
/// themselves go at once, and the player leaves those moves out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Followed {
    /// Every step, in the order in which a session makes them.
    pub steps: Vec<PlayedStep>,
    /// The player's own moves among them.
    pub moves: u32,
}

impl Followed {
    /// Every move of it.
    pub fn line(&self) -> Vec<Move> {
        self.steps.iter().map(|step| step.move_.clone()).collect()
    }

    fn push(&mut self, move_: Move, is_auto: bool) {
        self.moves += u32::from(!is_auto);
        self.steps.push(PlayedStep { move_, is_auto });
    }
}

/// Plays a line under an autoplay, as [`Session::play`](crate::Session::play)
/// would. None if the autoplay takes a card home that the line needs on the
/// table: that can happen only where it takes more than the safe ones.
///
/// ```
/// use patience::{Autoplay, Budget, Request, counter, find_game};
/// let table = find_game("freecell")?.deal(164, &Default::default())?;
/// let report = table.solve(&Request::default(), &mut Budget::unlimited())?;
/// let line = report.outcome.solution().expect("a deal that can be won");
/// let safe = counter::follow(&*table, &line.moves, Autoplay::Safe)?.expect("it can be followed");
/// let off = counter::follow(&*table, &line.moves, Autoplay::Off)?.expect("it can be followed");
/// assert!(safe.moves < off.moves);
/// assert_eq!(off.moves as usize, line.moves.len());
/// # Ok::<(), patience::Error>(())
/// ```
pub fn follow(
    table: &dyn Table,
    line: &[Move],
    autoplay: Autoplay,
) -> Result<Option<Followed>, Illegal> {
    let mut followed = Followed::default();
    // The table as the line has it, and as the autoplay makes it. They are the
    // same while nothing has gone home that the line sends home later.
    let mut planned = table.boxed_clone();
    let mut played = table.boxed_clone();
    let mut ahead: Vec<String> = Vec::new();
    let mut moves = line.iter();
    while let Some(move_) = moves.next() {
        let phrase = planned.phrase(move_)?;
        let before = planned;
        planned = before.play(move_)?.0;
        if let Some(place) = ahead.iter().position(|one| *one == phrase) {
            ahead.swap_remove(place);
            continue;
        }
        let Some(own) = same_move(&*played, move_, &phrase) else {
            return Ok(None);
        };
        let (after, written) = played.play(&own)?;
        played = after;
        followed.push(written, false);
        while let Some(home) = played.autoplay(autoplay) {
            let says = played.phrase(&home)?;
            let (after, written) = played.play(&home)?;
            played = after;
            followed.push(written, true);
            // What the line does next anyway needs no note.
            match moves.as_slice().first() {
                Some(next) if ahead.is_empty() && *next == home => {
                    planned = planned.play(next)?.0;
                    moves.next();
                }
                _ => ahead.push(says),
            }
        }
        if played.is_won() {
            break;
        }
    }
    Ok(Some(followed))
}

/// The move of a table that does what these words say.
fn same_move(table: &dyn Table, move_: &Move, phrase: &str) -> Option<Move> {
    let says = |one: &str| table.phrase(one).is_ok_and(|words| words == phrase);
    if says(move_) {
        return Some(move_.clone());
    }
    table.legal_moves().into_iter().find(|one| says(one))
}

/// How many moves of a player a line takes under an autoplay.
pub fn moves(table: &dyn Table, line: &[Move], autoplay: Autoplay) -> Result<u32, Illegal> {
    if let Some(followed) = follow(table, line, autoplay)? {
        return Ok(followed.moves);
    }
    // It cannot be followed to the letter.
    let steps = to_the_letter(table, line, autoplay)?;
    Ok(steps.iter().filter(|step| !step.is_auto).count() as u32)
}

/// The moves of a line just as it has them. Cards that would go home by themselves
/// where the line sends them home are free.
pub(crate) fn to_the_letter(
    table: &dyn Table,
    line: &[Move],
    autoplay: Autoplay,
) -> Result<Vec<PlayedStep>, Illegal> {
    let mut table = table.boxed_clone();
    let mut steps = Vec::with_capacity(line.len());
    for move_ in line {
        let is_auto = table.autoplay(autoplay).is_some_and(|home| home == *move_);
        steps.push(PlayedStep {
            move_: move_.clone(),
            is_auto,
        });
        table = table.play(move_)?.0;
    }
    Ok(steps)
}

/// A line as the table shows it: its moves in the order in which they are
/// played under an autoplay, its length in moves of the counter.
///
/// A proof stays only where it holds for this count, too.
pub fn as_played(table: &dyn Table, line: &Line, autoplay: Autoplay) -> Result<Line, Illegal> {
    let followed = follow(table, &line.moves, autoplay)?;
    let mut shown = line.clone();
    shown.count = Count::Moves;
    match followed {
        Some(followed) => {
            shown.length = followed.moves;
            shown.moves = followed.line();
        }
        None => shown.length = moves(table, &line.moves, autoplay)?,
    }
    if !keeps_proof(line.count, line.length, &shown) {
        // That there are no more points is true in every count.
        shown.proof = match shown.proof {
            Some(Proof::Best | Proof::Most) => Some(Proof::Most),
            Some(Proof::Shortest) | None => None,
        };
    }
    Ok(shown)
}

/// What is proved in one count holds in moves of the counter if the numbers are
/// equal and no game has fewer of those: `clicks` never count more than the
/// player does, the other counts only where no card goes home by itself.
fn keeps_proof(count: Count, length: u32, shown: &Line) -> bool {
    length == shown.length && (count == Count::Clicks || shown.moves.len() == length as usize)
}

/// The answer of a solver with all its lines [as they are played](as_played).
pub fn report_as_played(
    table: &dyn Table,
    mut report: Report,
    autoplay: Autoplay,
) -> Result<Report, Illegal> {
    if let Outcome::Solved(line) = &mut report.outcome {
        *line = as_played(table, line, autoplay)?;
    }
    for line in &mut report.alternatives {
        *line = as_played(table, line, autoplay)?;
    }
    report.lower_bound = None;
    Ok(report)
}

/// Answers with a line that is known already, if it is the better one. The solver's
/// line has the fewest moves in the count of the solver, which need not be the fewest
/// in moves of the player; and the oracle may have searched for longer.
pub fn prefer(report: &mut Report, known: Line) {
    let is_better = match &report.outcome {
        Outcome::Solved(line) => {
            line.proof.is_none()
                && known.length < line.length
                && known.tally == line.tally
                && known.cheats <= line.cheats
        }
        Outcome::Unknown(_) => true,
        Outcome::Impossible(_) => false,
    };
    if is_better {
        report.outcome = Outcome::Solved(known);
    }
}
