//! A review of a game: one's own moves, each with what it did to the game.
//!
//! The places between the moves are judged, not the moves: a move that leads
//! from a place that wins in 20 to one that wins in 21 has cost two. The first
//! question is where the game was lost, by halving, since what is lost stays
//! lost; then shorter ways are looked for, from the end to the start. Every way
//! that is found at a place is a way for the place before it, too: the player's
//! move and then that way. So no move ever looks better than it was.

use std::cmp::Ordering;
use std::sync::Arc;

use patience_core::{Goal, Limits};
use patience_game::{Autoplay, Error, Mode, Move, Request, Table};
use patience_search::Cancel;
use serde::Serialize;

use super::memory::{Known, Way, compare, is_cheat};
use super::{Best, MOST_BYTES, Oracle, Verdict};
use crate::{Session, counter};

/// What a move did to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Judgement {
    /// Nothing better is known: the game is as good as before.
    Keeps,
    /// The goal can still be reached, but a better way is known.
    Costs(Cost),
    /// It lost the game: proved.
    Loses,
    /// The game was lost already: proved.
    Lost,
    /// Not known so far.
    Unknown,
}

/// How much worse a move made the best way that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Cost {
    /// Points fewer, where the most points are the goal.
    pub points: u32,
    /// Cheats more.
    pub cheats: u32,
    /// Moves more, as the counter counts them.
    pub moves: u32,
}

/// A move of the player, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Turn {
    /// Which of the player's moves it is, counted from 1.
    pub number: usize,
    /// The steps of the history before it: [`Session::jump`] goes there.
    pub step: usize,
    /// The move.
    #[serde(rename = "move")]
    pub move_: Move,
    /// The move in a few words.
    pub says: String,
    /// What it did to the game.
    pub judgement: Judgement,
    /// What the table after it comes to, with the cards that then went home.
    pub after: Verdict,
    /// A better move, where one is known.
    pub better: Option<Move>,
    /// The better move in a few words; empty if there is none.
    pub better_says: String,
}

/// One's own moves, and what each did to the game.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Review {
    /// What the table at the start comes to.
    pub start: Verdict,
    /// The moves, in their order, those that are undone included.
    pub turns: Vec<Turn>,
    /// Nothing more will be found.
    pub finished: bool,
}

impl Review {
    /// How many moves are left to the end, at the start and after each turn;
    /// none where the game is lost or nothing is known.
    pub fn moves_left(&self) -> Vec<Option<u32>> {
        let verdicts = std::iter::once(&self.start).chain(self.turns.iter().map(|one| &one.after));
        let left = |verdict: &Verdict| match verdict {
            Verdict::Wins(best) => Some(best.length),
            _ => None,
        };
        verdicts.map(left).collect()
    }

    /// The move that lost the game.
    pub fn losing_turn(&self) -> Option<&Turn> {
        let mut turns = self.turns.iter();
        turns.find(|turn| turn.judgement == Judgement::Loses)
    }
}

/// How hard the places are looked at, one stage after the other.
const STAGES: [(Mode, u64); 4] = [
    (Mode::Fast, 100_000),
    (Mode::Fast, 2_000_000),
    (Mode::Short, 300_000),
    (Mode::Fast, 20_000_000),
];

/// A place between two moves of the player.
struct Place {
    /// The steps of the history before it.
    step: usize,
    text: Arc<str>,
    verdict: Verdict,
    /// The way that the verdict stands on, so that it is replayed only once.
    shown: Option<Way>,
    /// The stages that it has had.
    tried: usize,
}

/// Thinks about a game that was played, in units.
///
/// ```
/// use patience::{Cancel, Request, Session, oracle::{Judgement, Reviewer}};
/// let mut session = Session::deal("pyramid", 3, &Default::default())?;
/// session.play("Draw");
/// session.play("Draw");
/// let mut reviewer = Reviewer::new(&session, Request::default())?;
/// while reviewer.think(&Cancel::default(), 100_000)? {}
/// let review = reviewer.review();
/// assert_eq!(review.turns.len(), 2);
/// assert!(review.turns.iter().all(|turn| turn.judgement != Judgement::Unknown));
/// # Ok::<(), patience::Error>(())
/// ```
pub struct Reviewer {
    oracle: Oracle,
    /// All moves made, so that every position is there.
    session: Session,
    places: Vec<Place>,
    stage: usize,
}

impl std::fmt::Debug for Reviewer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reviewer")
            .field("review", &self.review())
            .finish_non_exhaustive()
    }
}

impl Reviewer {
    /// A reviewer of the present line of a session, undone moves included.
    pub fn new(session: &Session, request: Request) -> Result<Self, Error> {
        let mut session = session.clone();
        session.jump(usize::MAX);
        let moves = session.history().len();
        let own = (0..moves).filter(|step| !session.is_autoplayed(*step));
        let places = own.chain([moves]).map(|step| Place {
            step,
            text: session.position(step).text().into(),
            verdict: Verdict::Unknown,
            shown: None,
            tried: 0,
        });
        let mut reviewer = Self {
            oracle: Oracle::new(request).with_autoplay(session.autoplay()),
            places: places.collect(),
            session,
            stage: 0,
        };
        // A game that reached its goal is a way from each of its places.
        let line: Vec<_> = reviewer.session.history().into_iter().cloned().collect();
        let start = reviewer.session.position(0).boxed_clone();
        if start.verify(&request.target, &line).is_ok() {
            reviewer.oracle.recall(&*start, &line)?;
        }
        reviewer.settle()?;
        Ok(reviewer)
    }

    /// Hears of a line from a table of the game that another oracle found: what is
    /// the best known is the same everywhere.
    pub fn recall(&mut self, table: &dyn Table, moves: &[Move]) -> Result<(), Error> {
        self.oracle.recall(table, moves)?;
        self.settle()
    }

    /// Thinks for one unit: at most one search of `most_states`. False when
    /// there is nothing left to think about.
    pub fn think(&mut self, cancel: &Cancel, most_states: u64) -> Result<bool, Error> {
        while let Some((mode, states)) = STAGES.get(self.stage).copied() {
            let next = match mode {
                Mode::Fast => self.next_undecided(),
                Mode::Short | Mode::Shortest => self.next_to_shorten(),
            };
            let Some(place) = next else {
                self.stage += 1;
                continue;
            };
            let text = self.places[place].text.clone();
            let table = self.session.position(self.places[place].step).boxed_clone();
            let request = self.oracle.request().with_mode(mode);
            let limits = Limits {
                states: Some(states.min(most_states)),
                bytes: Some(MOST_BYTES),
                ..Limits::NONE
            };
            self.oracle
                .search(&*table, &text, &request, limits, cancel)?;
            if !cancel.is_cancelled() {
                self.places[place].tried = self.stage + 1;
            }
            self.settle()?;
            return Ok(true);
        }
        Ok(false)
    }

    fn known(&self, place: usize) -> Option<&Known> {
        self.oracle.memory.known(&self.places[place].text)
    }

    /// The place whose verdict tells most: the end first, then the middle
    /// between the last that wins and the first that is lost.
    fn next_undecided(&self) -> Option<usize> {
        let end = self.places.len() - 1;
        let is_open =
            |place: &usize| self.known(*place).is_none() && self.places[*place].tried <= self.stage;
        if is_open(&end) {
            return Some(end);
        }
        let wins = |place: &usize| matches!(self.known(*place), Some(Known::Wins(_)));
        let loses = |place: &usize| matches!(self.known(*place), Some(Known::Loses));
        let first = (0..=end).rev().find(wins).map_or(0, |place| place + 1);
        let last = (0..=end).find(loses).unwrap_or(end);
        let middle = usize::midpoint(first, last);
        (0..=end)
            .filter(is_open)
            .min_by_key(|place| place.abs_diff(middle))
    }

    /// The last place that wins and that a shorter way was not looked for yet.
    fn next_to_shorten(&self) -> Option<usize> {
        (0..self.places.len()).rev().find(|place| {
            let is_open = self.places[*place].tried <= self.stage;
            is_open
                && matches!(self.known(*place), Some(Known::Wins(way))
                    if !way.proved && !way.rest().is_empty())
        })
    }

    /// Draws the conclusions from what is known, and brings the verdicts in
    /// line with them.
    fn settle(&mut self) -> Result<(), Error> {
        self.pass_on_losses();
        self.pass_on_ways()?;
        for index in 0..self.places.len() {
            let place = &self.places[index];
            let (verdict, shown) = match self.oracle.memory.known(&place.text) {
                None => (Verdict::Unknown, None),
                Some(Known::Loses) => (Verdict::Loses, None),
                Some(Known::Wins(way)) if place.shown.as_ref() == Some(way) => continue,
                Some(Known::Wins(way)) => {
                    let table = self.session.position(place.step);
                    let verdict = self.oracle.verdict_of(table, way.rest(), way.proved)?;
                    (verdict, Some(way.clone()))
                }
            };
            let place = &mut self.places[index];
            (place.verdict, place.shown) = (verdict, shown);
        }
        Ok(())
    }

    /// What is lost stays lost, whatever is played.
    fn pass_on_losses(&mut self) {
        let loses = |place: &usize| matches!(self.known(*place), Some(Known::Loses));
        let Some(first) = (0..self.places.len()).find(loses) else {
            return;
        };
        if !self.oracle.moves_are_free() {
            return;
        }
        for place in &self.places[first..] {
            self.oracle.memory.learn_loss(place.text.clone());
        }
    }

    /// The player's move, and then the best way from there, is a way, too.
    fn pass_on_ways(&mut self) -> Result<(), Error> {
        for index in (1..self.places.len()).rev() {
            let Some(Known::Wins(after)) = self.known(index) else {
                continue;
            };
            let (from, to) = (self.places[index - 1].step, self.places[index].step);
            let history = self.session.history();
            let table = self.session.position(from);
            let is_cheat = is_cheat(table, history[from]);
            let through = Best {
                length: after.worth.length + 1,
                cheats: after.worth.cheats.map(|left| left + u32::from(is_cheat)),
                ..after.worth
            };
            let is_better = match self.known(index - 1) {
                None => true,
                Some(Known::Loses) => false,
                Some(Known::Wins(way)) => {
                    compare(self.oracle.request(), through, way.worth) == Ordering::Less
                }
            };
            if is_better {
                let turn = history[from..to].iter().copied();
                let line: Vec<Move> = turn.chain(after.rest()).cloned().collect();
                let table = table.boxed_clone();
                self.oracle.recall(&*table, &line)?;
            }
        }
        Ok(())
    }

    /// What is known now.
    pub fn review(&self) -> Review {
        Review {
            start: self.places[0].verdict,
            turns: (1..self.places.len()).map(|end| self.turn(end)).collect(),
            finished: self.stage >= STAGES.len(),
        }
    }

    fn turn(&self, end: usize) -> Turn {
        let (before, after) = (&self.places[end - 1], &self.places[end]);
        let table = self.session.position(before.step);
        let move_ = self.session.history()[before.step].clone();
        let judgement = judge(table, &move_, before, after, self.oracle.request());
        let phrase = |move_: &str| table.phrase(move_).unwrap_or_else(|_| move_.to_owned());
        let better = match judgement {
            Judgement::Loses | Judgement::Costs(_) => self.best_move(table, &before.text),
            _ => None,
        };
        Turn {
            number: end,
            step: before.step,
            says: phrase(&move_),
            judgement,
            after: after.verdict,
            better_says: better.as_deref().map(phrase).unwrap_or_default(),
            better,
            move_,
        }
    }

    /// The first move of the best way, as the player makes it.
    fn best_move(&self, table: &dyn Table, text: &str) -> Option<Move> {
        let Some(Known::Wins(way)) = self.oracle.memory.known(text) else {
            return None;
        };
        let autoplay: Autoplay = self.session.autoplay();
        let followed = counter::follow(table, way.rest(), autoplay).ok()?;
        match followed {
            Some(followed) => followed.steps.first().map(|step| step.move_.clone()),
            None => way.rest().first().cloned(),
        }
    }
}

fn judge(
    table: &dyn Table,
    move_: &Move,
    before: &Place,
    after: &Place,
    request: &Request,
) -> Judgement {
    match (before.verdict, after.verdict) {
        (Verdict::Loses, _) => Judgement::Lost,
        (Verdict::Wins(_), Verdict::Loses) => Judgement::Loses,
        (Verdict::Wins(best), Verdict::Wins(left)) => {
            let is_cheat = is_cheat(table, move_);
            let most_points = matches!(request.target.goal, Goal::Score { target: None });
            match cost(best, left, is_cheat, most_points) {
                cost if cost == Cost::default() => Judgement::Keeps,
                cost => Judgement::Costs(cost),
            }
        }
        _ => Judgement::Unknown,
    }
}

/// What a move has cost; less of the first that counts is worth more of the
/// others.
fn cost(best: Best, left: Best, is_cheat: bool, most_points: bool) -> Cost {
    let points = match most_points {
        true => best
            .score
            .unwrap_or(0)
            .saturating_sub(left.score.unwrap_or(0)),
        false => 0,
    };
    let cheats = left.cheats.unwrap_or(0) + u32::from(is_cheat);
    let cheats = cheats.saturating_sub(best.cheats.unwrap_or(0));
    let moves = (left.length + 1).saturating_sub(best.length);
    match (points, cheats) {
        (0, 0) => Cost {
            moves,
            ..Cost::default()
        },
        (0, cheats) => Cost {
            cheats,
            ..Cost::default()
        },
        (points, _) => Cost {
            points,
            ..Cost::default()
        },
    }
}
