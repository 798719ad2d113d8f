//! The oracle: which of the moves on the table still win?
//!
//! It looks at a table and thinks in units, most promising first: the table
//! itself, then each move; quickly at first, then again with more effort where
//! that was not enough, then for shorter ways. Between two units anybody may
//! look at what it knows, or put another table before it.
//!
//! | verdict | what stands behind it |
//! |---|---|
//! | wins | a line of play, replayed by the reference rules |
//! | loses | an exhausted search: of the position itself, of one that it came from, or of every move from it |
//! | unknown | neither so far |
//! | chance | unknown cards: the share of their orders that can be won |
//!
//! What it learns it keeps, also about the positions on the way of a winning
//! line, so that a player who follows it finds the next verdict already there.
//!
//! It has no threads and no clock, so that it runs in a browser as it does in
//! a terminal; [`Companion`] is a thread around it.

mod advice;
mod companion;
mod hint;
mod loss;
mod memory;
mod review;
mod verdict;

use std::sync::Arc;

use patience_core::{Goal, Limits, Outcome, Proof};
use patience_search::{Budget, Cancel};

use patience_core::ChanceOptions;
use patience_game::{Autoplay, Chances, Cheats, Error, Mode, Move, Request, Table};

pub use advice::Advice;
pub use companion::Companion;
pub use hint::{Hint, hint};
pub use loss::Lost;
pub use review::{Cost, Judgement, Review, Reviewer, Turn};
pub use verdict::{Best, Look, Verdict, order};

use memory::{Known, Memory, Way};

use crate::counter;

/// How hard the oracle looks, one stage after the other.
struct Stage {
    mode: Mode,
    /// States for one table.
    states: u64,
}

/// A first look settles most moves in milliseconds; the second settles nearly
/// all; the third looks for shorter ways; the rest is for hard positions.
const STAGES: [Stage; 6] = [
    Stage::new(Mode::Fast, 4_000),
    Stage::new(Mode::Fast, 100_000),
    Stage::new(Mode::Short, 300_000),
    Stage::new(Mode::Fast, 2_000_000),
    Stage::new(Mode::Short, 4_000_000),
    Stage::new(Mode::Fast, 40_000_000),
];

impl Stage {
    const fn new(mode: Mode, states: u64) -> Self {
        Self { mode, states }
    }
}

/// Where a unit may cost at most `most_states`: has an earlier stage already
/// done all that this one may do?
fn is_repetition(stage: usize, most_states: u64) -> bool {
    let Some(this) = STAGES.get(stage) else {
        return false;
    };
    STAGES[..stage]
        .iter()
        .any(|earlier| earlier.mode == this.mode && earlier.states >= most_states)
}

/// Samples for chances, one stage after the other; the last are enough for
/// one per cent to either side.
const SAMPLES: [Option<u64>; 3] = [Some(200), Some(2_000), None];

/// The samples of the game's own player follow from it. It is always the same, so
/// that the player goes on tomorrow with what it wants today.
const SEED: u64 = 0;

/// Memory for one search. A browser gives a page no more than a few times this.
const MOST_BYTES: u64 = if cfg!(target_arch = "wasm32") {
    96 << 20
} else {
    1 << 30
};

/// A legal move and the table after it.
struct Choice {
    move_: Move,
    /// What the autoplay makes of it.
    autoplayed: Vec<Move>,
    after: Box<dyn Table>,
    text: Arc<str>,
    verdict: Verdict,
    /// The way that the verdict stands on, so that it is replayed only once.
    shown: Option<Way>,
}

/// The table that the oracle looks at.
struct View {
    table: Box<dyn Table>,
    text: Arc<str>,
    choices: Vec<Choice>,
    /// The table's own verdict.
    verdict: Verdict,
    stage: usize,
    /// Within the stage: 0 is the table itself, then the choices.
    next: usize,
    chances: Option<Chances>,
    /// While cards are unknown: what the game's own player would do, up to the
    /// next card that turns up. Empty in games that have no such player; none if it
    /// has not been asked yet.
    plan: Option<Vec<Move>>,
}

/// Says of every legal move whether it still wins.
///
/// ```
/// use patience::{Cancel, Request, find_game, oracle::{Oracle, Verdict}};
/// let table = find_game("pyramid")?.deal(3, &Default::default())?;
/// let mut oracle = Oracle::new(Request::default());
/// oracle.look_at(&*table)?;
/// while oracle.think(&Cancel::default(), u64::MAX)? {}
/// let look = oracle.look();
/// assert!(matches!(look.position, Verdict::Wins(_)));
/// assert_eq!(look.moves.len(), table.legal_moves().len());
/// # Ok::<(), patience::Error>(())
/// ```
pub struct Oracle {
    request: Request,
    autoplay: Autoplay,
    memory: Memory,
    view: Option<View>,
}

impl std::fmt::Debug for Oracle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Oracle")
            .field("request", &self.request)
            .field("look", &self.look())
            .finish_non_exhaustive()
    }
}

impl Oracle {
    /// An oracle for this goal. Mode and effort of the request are its own
    /// affair.
    pub fn new(request: Request) -> Self {
        Self {
            request,
            autoplay: Autoplay::Off,
            memory: Memory::default(),
            view: None,
        }
    }

    /// Judges each move together with the cards that then go home by
    /// themselves.
    #[must_use]
    pub fn with_autoplay(mut self, setting: Autoplay) -> Self {
        self.autoplay = setting;
        self
    }

    /// The goal it judges by.
    pub const fn request(&self) -> &Request {
        &self.request
    }

    /// Puts a table before it. What is known already is there at once.
    pub fn look_at(&mut self, table: &dyn Table) -> Result<(), Error> {
        let text: Arc<str> = table.text().into();
        if self.view.as_ref().is_some_and(|view| view.text == text) {
            return Ok(());
        }
        let mut choices = Vec::new();
        for move_ in table.legal_moves() {
            choices.push(self.choice(table, move_)?);
        }
        self.view = Some(View {
            table: table.boxed_clone(),
            text,
            choices,
            verdict: Verdict::Unknown,
            stage: 0,
            next: 0,
            chances: None,
            plan: None,
        });
        self.settle()
    }

    fn choice(&self, table: &dyn Table, move_: Move) -> Result<Choice, Error> {
        let (mut after, move_) = table.play(&move_)?;
        let mut autoplayed = Vec::new();
        while let Some(next) = after.autoplay(self.autoplay) {
            let (then, written) = after.play(&next)?;
            autoplayed.push(written);
            after = then;
        }
        let text = after.text().into();
        Ok(Choice {
            move_,
            autoplayed,
            after,
            text,
            verdict: Verdict::Unknown,
            shown: None,
        })
    }

    /// Hears of a line from a table that another oracle found: it is replayed
    /// and then as good as an own one.
    pub fn recall(&mut self, table: &dyn Table, moves: &[Move]) -> Result<(), Error> {
        let line = table.verify(&self.request.target, moves)?;
        self.memory
            .learn_line(table, &line, &self.request, self.autoplay)
    }

    /// Thinks for one unit: at most one search of `most_states`. False when
    /// there is nothing left to think about.
    pub fn think(&mut self, cancel: &Cancel, most_states: u64) -> Result<bool, Error> {
        let Some(view) = &self.view else {
            return Ok(false);
        };
        if view.table.is_won() || view.choices.is_empty() {
            return Ok(false);
        }
        if view.table.unknown_cards() > 0 {
            return self.think_of_chances(cancel);
        }
        while let Some((stage, item)) = self.next_item(most_states) {
            if self.needs(stage, item) {
                self.work(stage, item, cancel, most_states)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The next table to think about: stage and place, the table itself first.
    fn next_item(&mut self, most_states: u64) -> Option<(usize, usize)> {
        let view = self.view.as_mut()?;
        if view.next > view.choices.len() {
            view.next = 0;
            view.stage += 1;
        }
        while is_repetition(view.stage, most_states) {
            view.stage += 1;
        }
        let (stage, item) = (view.stage, view.next);
        view.next += 1;
        (stage < STAGES.len()).then_some((stage, item))
    }

    /// Would this stage tell more about this table than is known?
    fn needs(&self, stage: usize, item: usize) -> bool {
        let Some((view, text)) = self.item(item) else {
            return false;
        };
        let is_refining = STAGES[stage].mode != Mode::Fast;
        if item > 0 && view.verdict == Verdict::Loses && self.moves_are_free() {
            return false;
        }
        match self.memory.known(text) {
            Some(Known::Loses) => false,
            Some(Known::Wins(way)) => {
                // The table's own best way is the best of its moves'.
                is_refining && item > 0 && !way.proved && !self.memory.has_tried(text, stage)
            }
            None => !is_refining && !self.memory.has_tried(text, stage),
        }
    }

    fn item(&self, item: usize) -> Option<(&View, &Arc<str>)> {
        let view = self.view.as_ref()?;
        let text = match item {
            0 => &view.text,
            item => &view.choices[item - 1].text,
        };
        Some((view, text))
    }

    /// Searches one table.
    fn work(
        &mut self,
        stage: usize,
        item: usize,
        cancel: &Cancel,
        most_states: u64,
    ) -> Result<(), Error> {
        let Some((view, text)) = self.item(item) else {
            return Ok(());
        };
        let text = text.clone();
        let table = match item {
            0 => view.table.boxed_clone(),
            item => view.choices[item - 1].after.boxed_clone(),
        };
        let request = self.request.with_mode(STAGES[stage].mode);
        let limits = Limits {
            states: Some(STAGES[stage].states.min(most_states)),
            bytes: Some(MOST_BYTES),
            ..Limits::NONE
        };
        self.search(&*table, &text, &request, limits, cancel)?;
        if !cancel.is_cancelled() {
            self.memory.tried(text, stage);
        }
        self.settle()
    }

    /// Searches a table and remembers what came of it.
    fn search(
        &mut self,
        table: &dyn Table,
        text: &Arc<str>,
        request: &Request,
        limits: Limits,
        cancel: &Cancel,
    ) -> Result<(), Error> {
        let mut budget = Budget::new(limits).with_cancel(cancel);
        match table.solve(request, &mut budget)?.outcome {
            Outcome::Solved(line) => {
                self.memory
                    .learn_line(table, &line, &self.request, self.autoplay)
            }
            Outcome::Impossible(_) => {
                self.memory.learn_loss(text.clone());
                Ok(())
            }
            Outcome::Unknown(_) => Ok(()),
        }
    }

    fn think_of_chances(&mut self, cancel: &Cancel) -> Result<bool, Error> {
        let Some(view) = &mut self.view else {
            return Ok(false);
        };
        if self.request.target.goal != Goal::Board || view.stage >= SAMPLES.len() {
            return Ok(false);
        }
        // Before the chances: in Spider they take a minute, and a player who asks
        // for a hint should not wait for them.
        if view.plan.is_none() {
            let plan = match view.table.advise(SEED) {
                Err(Error::NotOffered { .. }) => Vec::new(),
                moves => moves?,
            };
            let is_found = !plan.is_empty();
            view.plan = Some(plan);
            if is_found {
                return Ok(true);
            }
        }
        let options = ChanceOptions {
            samples: SAMPLES[view.stage],
            ..ChanceOptions::default()
        };
        let mut budget = Budget::unlimited().with_cancel(cancel);
        // A stage that was stopped half way tells less than the one before.
        let found = match view.table.chances(&options, &mut budget) {
            // The game has no chances: nothing is known of this table.
            Err(Error::NotOffered { .. }) => return Ok(false),
            found => found?.ok(),
        };
        let Some(found) = found.filter(|found| found.stopped.is_none()) else {
            return Ok(!cancel.is_cancelled());
        };
        view.stage += 1;
        if found.board.is_exact {
            view.stage = SAMPLES.len();
        }
        view.verdict = Verdict::Chance(found.board);
        for choice in &mut view.choices {
            let chance = found.moves.iter().find(|(one, _)| *one == choice.move_);
            if let Some((_, chance)) = chance {
                choice.verdict = Verdict::Chance(*chance);
            }
        }
        view.chances = Some(found);
        Ok(true)
    }

    /// Brings the verdicts of the view in line with what is remembered.
    fn settle(&mut self) -> Result<(), Error> {
        let moves_are_free = self.moves_are_free();
        let Some(view) = &mut self.view else {
            return Ok(());
        };
        if view.table.unknown_cards() > 0 {
            return Ok(());
        }
        let lost = matches!(self.memory.known(&view.text), Some(Known::Loses));
        for choice in &mut view.choices {
            let known = self.memory.known(&choice.text);
            if lost && moves_are_free && known.is_none() {
                self.memory.learn_loss(choice.text.clone());
            }
            let known = self.memory.known(&choice.text);
            update(&*view.table, choice, known, &self.request, self.autoplay)?;
        }
        let all_lose = view.choices.iter().all(|one| one.verdict == Verdict::Loses);
        if all_lose && moves_are_free && !view.choices.is_empty() {
            self.memory.learn_loss(view.text.clone());
        }
        let table = &*view.table;
        let own = match self.memory.known(&view.text) {
            Some(Known::Loses) => Verdict::Loses,
            Some(Known::Wins(way)) => {
                verdict_of_line(table, way.rest(), way.proved, &self.request, self.autoplay)?
            }
            // The game is over: what it has brought is all there is.
            None if view.choices.is_empty() => {
                let over = verdict_of_line(table, &[], true, &self.request, self.autoplay);
                over.unwrap_or(Verdict::Loses)
            }
            None => Verdict::Unknown,
        };
        let verdicts = view.choices.iter().map(|one| one.verdict);
        let verdicts = verdicts.filter(|one| allows(&self.request, one));
        // What is proved of the best move is that nothing better follows it. Nothing
        // better follows the table if that is known of every move.
        let is_decided = verdicts.clone().all(|one| match one {
            Verdict::Wins(best) => best.proved,
            Verdict::Loses => true,
            Verdict::Chance(_) | Verdict::Unknown => false,
        });
        let is_proved = is_decided || matches!(own, Verdict::Wins(best) if best.proved);
        view.verdict = verdicts.fold(own, |one, other| better(&self.request, one, other));
        if let Verdict::Wins(best) = &mut view.verdict {
            best.proved &= is_proved;
        }
        Ok(())
    }

    /// A table that is lost has only moves that lose, and a table whose moves
    /// all lose is lost. That does not hold when every card goes home by
    /// itself, since then a move may lose that need not; nor when cheats do
    /// not count as a way to win, since the moves on the table may cheat.
    fn moves_are_free(&self) -> bool {
        self.autoplay != Autoplay::All && self.request.cheats != Cheats::Never
    }

    fn verdict_of(&self, table: &dyn Table, line: &[Move], proved: bool) -> Result<Verdict, Error> {
        verdict_of_line(table, line, proved, &self.request, self.autoplay)
    }

    /// What it knows now.
    pub fn look(&self) -> Look {
        let Some(view) = &self.view else {
            return Look::default();
        };
        Look {
            position: view.verdict,
            moves: view
                .choices
                .iter()
                .map(|one| (one.move_.clone(), one.verdict))
                .collect(),
        }
    }

    /// The best line from here that it knows: every move of it.
    pub fn line(&self) -> Option<Vec<Move>> {
        let view = self.view.as_ref()?;
        let own = match self.memory.known(&view.text) {
            Some(Known::Wins(way)) => {
                let verdict = self.verdict_of(&*view.table, way.rest(), way.proved).ok()?;
                Some((verdict, way.rest().to_vec()))
            }
            _ => None,
        };
        let through_moves = view.choices.iter().filter_map(|choice| {
            let Some(Known::Wins(way)) = self.memory.known(&choice.text) else {
                return None;
            };
            Some((choice.verdict, whole_line(choice, way)))
        });
        let through_moves = through_moves.filter(|(verdict, _)| allows(&self.request, verdict));
        let lines = own.into_iter().chain(through_moves);
        let best = lines.reduce(|one, other| {
            if better(&self.request, one.0, other.0) == one.0 {
                one
            } else {
                other
            }
        });
        best.map(|(_, line)| line)
    }
}

/// A move, what the autoplay makes of it, and the way from there.
fn whole_line(choice: &Choice, way: &Way) -> Vec<Move> {
    let first = std::iter::once(&choice.move_);
    let line = first.chain(&choice.autoplayed).chain(way.rest());
    line.cloned().collect()
}

/// Brings the verdict of a move in line with what is known of the table after
/// it.
fn update(
    table: &dyn Table,
    choice: &mut Choice,
    known: Option<&Known>,
    request: &Request,
    autoplay: Autoplay,
) -> Result<(), Error> {
    match known {
        None => {}
        Some(Known::Loses) => choice.verdict = Verdict::Loses,
        Some(Known::Wins(way)) if choice.shown.as_ref() == Some(way) => {}
        Some(Known::Wins(way)) => {
            let line = whole_line(choice, way);
            choice.verdict = verdict_of_line(table, &line, way.proved, request, autoplay)?;
            choice.shown = Some(way.clone());
        }
    }
    Ok(())
}

/// The verdict that a line supports, replayed from the table. Its length is in
/// moves of the player, as the counter counts them.
fn verdict_of_line(
    table: &dyn Table,
    line: &[Move],
    proved: bool,
    request: &Request,
    autoplay: Autoplay,
) -> Result<Verdict, Error> {
    let line = table.verify(&request.target, line)?;
    let most_points = matches!(request.target.goal, Goal::Score { target: None });
    let proof = match most_points {
        true => Proof::Best,
        false => Proof::Shortest,
    };
    let proof = proved.then_some(proof);
    let shown = counter::as_played(table, &line.with_proof(proof), autoplay)?;
    // A length that is proved in another count than the game's own says nothing
    // about this one.
    let own_count = table.about().counts[0];
    let is_own = most_points || request.count.is_none_or(|count| count == own_count);
    Ok(Verdict::Wins(Best {
        length: shown.length,
        count: shown.count,
        proved: is_own && shown.proof.is_some(),
        cheats: shown.cheats,
        score: shown.tally.score,
    }))
}

/// A line that cheats does not count for a player who never cheats.
fn allows(request: &Request, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Wins(best) if request.cheats == Cheats::Never => {
            best.cheats.is_none_or(|cheats| cheats == 0)
        }
        _ => true,
    }
}

/// The better of two verdicts; the first if they are equally good.
fn better(request: &Request, one: Verdict, other: Verdict) -> Verdict {
    match order(request, &other, &one) {
        std::cmp::Ordering::Less if matches!(other, Verdict::Wins(_)) => other,
        _ => one,
    }
}
