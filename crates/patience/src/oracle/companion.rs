//! The oracle in a thread of its own, beside a player.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use patience_search::Cancel;

use super::{Advice, Look, Lost, Oracle, Review, Reviewer};
use patience_game::{Autoplay, Error, Move, Request, Table};

use crate::Session;

/// States that each position may cost when a loss is looked for.
const STATES_TO_FIND_A_LOSS: u64 = 5_000_000;

enum Task {
    LookAt(Box<dyn Table>),
    WhereLost(Box<Session>),
    Review(Box<Session>),
}

/// What others may see of it.
#[derive(Default)]
struct Shown {
    /// Which table this is about, counted from the first one.
    turn: u64,
    look: Look,
    line: Option<Vec<Move>>,
    advice: Option<Advice>,
    is_thinking: bool,
    lost: Option<Lost>,
    review: Option<Review>,
    trouble: Option<String>,
}

/// An oracle that thinks in the background.
///
/// ```
/// use patience::{Request, find_game, oracle::{Companion, Verdict}};
/// let table = find_game("pyramid")?.deal(3, &Default::default())?;
/// let mut companion = Companion::start(Request::default(), Default::default());
/// companion.look_at(&*table);
/// while companion.is_thinking() {
///     std::thread::yield_now();
/// }
/// assert!(matches!(companion.look().position, Verdict::Wins(_)));
/// # Ok::<(), patience::Error>(())
/// ```
pub struct Companion {
    tasks: Option<Sender<(u64, Cancel, Task)>>,
    shown: Arc<Mutex<Shown>>,
    cancel: Cancel,
    turn: u64,
    thread: Option<JoinHandle<()>>,
}

impl std::fmt::Debug for Companion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Companion")
            .field("look", &self.look())
            .finish_non_exhaustive()
    }
}

impl Companion {
    /// An oracle for this goal, in a thread that ends with the companion.
    pub fn start(request: Request, autoplay: Autoplay) -> Self {
        let (tasks, inbox) = channel();
        let shown = Arc::new(Mutex::new(Shown::default()));
        let theirs = shown.clone();
        let oracle = Oracle::new(request).with_autoplay(autoplay);
        let thread = std::thread::spawn(move || attend(oracle, &inbox, &theirs));
        Self {
            tasks: Some(tasks),
            shown,
            cancel: Cancel::default(),
            turn: 0,
            thread: Some(thread),
        }
    }

    /// Stops what it thinks about and puts another table before it.
    pub fn look_at(&mut self, table: &dyn Table) {
        self.give(Task::LookAt(table.boxed_clone()));
    }

    /// Asks where the session was lost; [`Companion::lost`] has the answer
    /// once it is found.
    pub fn ask_where_lost(&mut self, session: &Session) {
        self.give(Task::WhereLost(Box::new(session.clone())));
    }

    /// Asks for a review of the session; [`Companion::review`] has what is known
    /// so far.
    pub fn ask_review(&mut self, session: &Session) {
        self.give(Task::Review(Box::new(session.clone())));
    }

    fn give(&mut self, task: Task) {
        self.cancel.cancel();
        self.cancel = Cancel::default();
        self.turn += 1;
        {
            let mut shown = lock(&self.shown);
            let keeps_the_table = matches!(task, Task::WhereLost(_) | Task::Review(_));
            let kept = if keeps_the_table {
                (shown.look.clone(), shown.line.take(), shown.advice.take())
            } else {
                Default::default()
            };
            *shown = Shown {
                turn: self.turn,
                is_thinking: true,
                look: kept.0,
                line: kept.1,
                advice: kept.2,
                ..Shown::default()
            };
        }
        if let Some(tasks) = &self.tasks {
            // Sending fails only when the thread is gone, and then `trouble` has
            // the reason.
            let _ = tasks.send((self.turn, self.cancel.clone(), task));
        }
    }

    /// What it knows now about the table before it.
    pub fn look(&self) -> Look {
        lock(&self.shown).look.clone()
    }

    /// The best line from here that it knows.
    pub fn line(&self) -> Option<Vec<Move>> {
        lock(&self.shown).line.clone()
    }

    /// The best move that it knows, and what it leads to.
    pub fn advice(&self) -> Option<Advice> {
        lock(&self.shown).advice.clone()
    }

    /// Where the session was lost, once that has been found.
    pub fn lost(&self) -> Option<Lost> {
        lock(&self.shown).lost.clone()
    }

    /// The review of the session, as far as it has come.
    pub fn review(&self) -> Option<Review> {
        lock(&self.shown).review.clone()
    }

    /// It is still at work.
    pub fn is_thinking(&self) -> bool {
        lock(&self.shown).is_thinking
    }

    /// What went wrong, if anything did: a solver whose answer did not replay.
    pub fn trouble(&self) -> Option<String> {
        lock(&self.shown).trouble.clone()
    }
}

impl Drop for Companion {
    fn drop(&mut self) {
        self.cancel.cancel();
        self.tasks = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}

/// Nothing is left half written by a panic between two fields, so a poisoned
/// lock is as good as any.
fn lock(shown: &Mutex<Shown>) -> MutexGuard<'_, Shown> {
    shown.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread: waits for tasks, and thinks while there are none.
fn attend(mut oracle: Oracle, inbox: &Receiver<(u64, Cancel, Task)>, shown: &Mutex<Shown>) {
    while let Ok((mut turn, mut cancel, mut task)) = inbox.recv() {
        // Only the last of several tasks is still wanted.
        while let Ok(newer) = inbox.try_recv() {
            (turn, cancel, task) = newer;
        }
        let done = match task {
            Task::LookAt(table) => think(&mut oracle, &*table, turn, &cancel, shown),
            Task::WhereLost(session) => find_loss(&mut oracle, &session, turn, &cancel, shown),
            Task::Review(session) => review(&oracle, &session, turn, &cancel, shown),
        };
        publish(shown, turn, |shown| {
            shown.is_thinking = false;
            shown.trouble = done.err().map(|error| error.to_string());
        });
    }
}

/// Writes something down, unless another task has come in between.
fn publish(shown: &Mutex<Shown>, turn: u64, write: impl FnOnce(&mut Shown)) {
    let mut shown = lock(shown);
    if shown.turn == turn {
        write(&mut shown);
    }
}

fn think(
    oracle: &mut Oracle,
    table: &dyn Table,
    turn: u64,
    cancel: &Cancel,
    shown: &Mutex<Shown>,
) -> Result<(), Error> {
    oracle.look_at(table)?;
    loop {
        let (look, line, advice) = (oracle.look(), oracle.line(), oracle.advice());
        publish(shown, turn, |shown| {
            shown.look = look;
            shown.line = line;
            shown.advice = Some(advice);
        });
        if cancel.is_cancelled() || !oracle.think(cancel, u64::MAX)? {
            return Ok(());
        }
    }
}

fn find_loss(
    oracle: &mut Oracle,
    session: &Session,
    turn: u64,
    cancel: &Cancel,
    shown: &Mutex<Shown>,
) -> Result<(), Error> {
    let lost = oracle.where_lost(session, cancel, STATES_TO_FIND_A_LOSS)?;
    if !cancel.is_cancelled() {
        publish(shown, turn, |shown| shown.lost = Some(lost));
    }
    Ok(())
}

fn review(
    oracle: &Oracle,
    session: &Session,
    turn: u64,
    cancel: &Cancel,
    shown: &Mutex<Shown>,
) -> Result<(), Error> {
    let mut reviewer = Reviewer::new(session, *oracle.request())?;
    if let (Some(view), Some(line)) = (&oracle.view, oracle.line()) {
        reviewer.recall(&*view.table, &line)?;
    }
    loop {
        let review = reviewer.review();
        publish(shown, turn, |shown| shown.review = Some(review));
        if cancel.is_cancelled() || !reviewer.think(cancel, u64::MAX)? {
            let review = reviewer.review();
            publish(shown, turn, |shown| shown.review = Some(review));
            return Ok(());
        }
    }
}
