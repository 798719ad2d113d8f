//! Everything that thinks: deals that can be won, hints, solutions, where a
//! game was lost, and the oracle.
//!
//! A question is answered in one go. Whoever does not want to wait any longer
//! ends the worker and starts another; for the oracle, which is asked again
//! and again, a better way out is to think in units ([`MindQuestion::Think`]).

use patience::difficulty::{Daily, Grade, GradedDeal, graded_deal};
use patience::oracle::{Oracle, Reviewer};
use patience::{
    Autoplay, Budget, Cancel, Limits, Move, RandomDeal, Request, Session, Settings, Table, counter,
    find_game, random_deal,
};
use serde::Deserialize;

use crate::limits;
use crate::reply::{self, Trouble};
use crate::shapes::{Answer, DailyDeal, Hint, Outlook, Reviewed, WhereLost};

/// What the page asks a mind.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(tag = "ask"))]
#[serde(rename_all = "snake_case")]
pub(crate) enum MindQuestion {
    /// A random deal; with `winnable`, one whose board can be cleared.
    Random {
        game: String,
        winnable: bool,
        #[serde(default)]
        settings: Settings,
        seed: u64,
    },
    /// A random deal of a grade, which can be won.
    Graded {
        game: String,
        grade: Grade,
        #[serde(default)]
        settings: Settings,
        seed: u64,
    },
    /// The deal of a day.
    Daily {
        day: patience::Date,
    },
    Hint {
        position: Position,
        request: Request,
        /// The best line that the oracle knows: no worse one is advised.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        known: Option<Vec<Move>>,
    },
    Solve {
        position: Position,
        request: Request,
        /// The best line that the oracle knows: no worse one is answered.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        known: Option<Vec<Move>>,
    },
    WhereLost {
        save: String,
        request: Request,
    },
    /// Puts a table before the oracle, and reports what it knows of it.
    LookAt {
        position: Position,
        request: Request,
        /// What an earlier oracle knew of it.
        #[serde(default)]
        known: Option<Outlook>,
    },
    /// A line that an earlier oracle knew.
    Recall {
        position: Position,
        request: Request,
        line: Vec<Move>,
    },
    /// One unit of thinking about that table.
    Think,
    /// Goes through the moves of a game, and reports what it knows of them.
    Review {
        save: String,
        request: Request,
    },
    /// One unit of thinking about that game.
    ReviewOn,
    /// The best line from a table of that game that the oracle knows.
    ReviewKnown {
        position: Position,
        line: Vec<Move>,
    },
}

/// A position, wherever it comes from.
#[derive(Clone, PartialEq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Position {
    game: String,
    text: String,
    #[serde(default)]
    settings: Settings,
    /// Judge it as a player who may not look under covered cards.
    #[serde(default)]
    concealed: bool,
    #[serde(default)]
    autoplay: Autoplay,
}

impl Position {
    fn table(&self) -> Result<Box<dyn Table>, Trouble> {
        limits::position(&self.text)?;
        let table = find_game(&self.game)?.read(&self.text, &self.settings)?;
        Ok(match table.concealed() {
            Some(concealed) if self.concealed => concealed,
            _ => table,
        })
    }

    /// An oracle for the one can go on with the other.
    fn is_akin(&self, other: &Self) -> bool {
        self.game == other.game
            && self.settings == other.settings
            && self.concealed == other.concealed
            && self.autoplay == other.autoplay
    }

    fn oracle(&self, request: Request) -> Oracle {
        Oracle::new(request).with_autoplay(self.autoplay)
    }
}

/// An oracle, and the question that it answers.
struct Watch {
    oracle: Oracle,
    request: Request,
    position: Position,
    known: Option<Outlook>,
    /// The table that it looks at.
    table: Option<Box<dyn Table>>,
}

/// Something that thinks.
#[derive(Default)]
pub(crate) struct Mind {
    watch: Option<Watch>,
    reviewer: Option<Reviewer>,
}

impl std::fmt::Debug for Mind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mind").finish_non_exhaustive()
    }
}

impl Mind {
    pub(crate) fn ask(&mut self, question: &str) -> String {
        match reply::understand(question) {
            Ok(MindQuestion::Random {
                game,
                winnable,
                settings,
                seed,
            }) => reply::write(random(&game, winnable, &settings, seed)),
            Ok(MindQuestion::Graded {
                game,
                grade,
                settings,
                seed,
            }) => reply::write(graded(&game, grade, &settings, seed)),
            Ok(MindQuestion::Daily { day }) => reply::write(daily(day)),
            Ok(MindQuestion::Review { save, request }) => reply::write(self.review(&save, request)),
            Ok(MindQuestion::ReviewOn) => reply::write(self.review_on()),
            Ok(MindQuestion::ReviewKnown { position, line }) => {
                reply::write(self.review_known(&position, &line))
            }
            Ok(MindQuestion::Hint {
                position,
                request,
                known,
            }) => reply::write(hint(&position, request, known.as_deref())),
            Ok(MindQuestion::Solve {
                position,
                request,
                known,
            }) => solve(&position, &request, known.as_deref()),
            Ok(MindQuestion::WhereLost { save, request }) => {
                reply::write(where_lost(&save, request))
            }
            Ok(MindQuestion::LookAt {
                position,
                request,
                known,
            }) => reply::write(self.look_at(position, request, known)),
            Ok(MindQuestion::Recall {
                position,
                request,
                line,
            }) => reply::write(self.recall(position, request, &line)),
            Ok(MindQuestion::Think) => reply::write(self.think()),
            Err(trouble) => reply::write::<()>(Err(trouble)),
        }
    }

    fn look_at(
        &mut self,
        position: Position,
        request: Request,
        known: Option<Outlook>,
    ) -> Result<Outlook, Trouble> {
        let table = position.table()?;
        let watch = self.watch_for(position, request);
        watch.known = known.filter(|known| known.text == watch.position.text);
        watch.oracle.look_at(&*table)?;
        watch.table = Some(table);
        Ok(watch.outlook(false))
    }

    fn recall(
        &mut self,
        position: Position,
        request: Request,
        line: &[Move],
    ) -> Result<(), Trouble> {
        let table = position.table()?;
        let watch = self.watch_for(position, request);
        Ok(watch.oracle.recall(&*table, line)?)
    }

    /// The oracle keeps what it knows as long as game and goal are the same.
    fn watch_for(&mut self, position: Position, request: Request) -> &mut Watch {
        let goes_on = |watch: &Watch| watch.request == request && watch.position.is_akin(&position);
        let oracle = match self.watch.take() {
            Some(watch) if goes_on(&watch) => watch.oracle,
            _ => position.oracle(request),
        };
        self.watch.insert(Watch {
            oracle,
            request,
            position,
            known: None,
            table: None,
        })
    }

    fn review(&mut self, save: &str, request: Request) -> Result<Reviewed, Trouble> {
        limits::save(save)?;
        let session = Session::load(save)?;
        let reviewer = self.reviewer.insert(Reviewer::new(&session, request)?);
        Ok(Reviewed::new(reviewer.review()))
    }

    fn reviewer(&mut self) -> Result<&mut Reviewer, Trouble> {
        let nothing = || Trouble::new("there is no game to review");
        self.reviewer.as_mut().ok_or_else(nothing)
    }

    fn review_known(&mut self, position: &Position, line: &[Move]) -> Result<Reviewed, Trouble> {
        let table = position.table()?;
        let reviewer = self.reviewer()?;
        // With covered cards there is no line to hear of.
        if table.unknown_cards() == 0 {
            reviewer.recall(&*table, line)?;
        }
        Ok(Reviewed::new(reviewer.review()))
    }

    fn review_on(&mut self) -> Result<Reviewed, Trouble> {
        let reviewer = self.reviewer()?;
        reviewer.think(&Cancel::default(), limits::STATES_TO_FIND_A_LOSS)?;
        Ok(Reviewed::new(reviewer.review()))
    }

    fn think(&mut self) -> Result<Outlook, Trouble> {
        let nothing = || Trouble::new("there is nothing to think about");
        let watch = self.watch.as_mut().ok_or_else(nothing)?;
        let goes_on = watch.oracle.think(&Cancel::default(), u64::MAX)?;
        Ok(watch.outlook(!goes_on))
    }
}

impl Watch {
    fn outlook(&self, finished: bool) -> Outlook {
        let mut look = self.oracle.look();
        if let Some(known) = &self.known {
            known.complete(&mut look, &self.request);
        }
        let text = self.position.text.clone();
        let phrase = |move_: &str| self.table.as_ref()?.phrase(move_).ok();
        Outlook::new(
            text,
            &look,
            &self.request,
            finished,
            self.oracle.line(),
            phrase,
        )
    }
}

/// A deal of a grade.
fn graded(game: &str, grade: Grade, settings: &Settings, seed: u64) -> Result<GradedDeal, Trouble> {
    let picked = graded_deal(find_game(game)?, settings, grade, seed, &Cancel::default())?;
    picked.ok_or_else(|| Trouble::new("stopped"))
}

fn daily(day: patience::Date) -> Result<DailyDeal, Trouble> {
    let daily = Daily::of(day);
    let deal = daily.find(&Cancel::default())?;
    let deal = deal.ok_or_else(|| Trouble::new("stopped"))?;
    Ok(DailyDeal { daily, deal })
}

fn random(
    game: &str,
    winnable: bool,
    settings: &Settings,
    seed: u64,
) -> Result<RandomDeal, Trouble> {
    let game = find_game(game)?;
    let picked = random_deal(game, settings, winnable, seed, &Cancel::default())?;
    picked.ok_or_else(|| Trouble::new("stopped"))
}

fn solve(position: &Position, request: &Request, known: Option<&[Move]>) -> String {
    let solved = || {
        let table = position.table()?;
        let limits = Limits {
            bytes: Some(limits::MOST_SEARCH_BYTES),
            ..Limits::NONE
        };
        let report = table.solve(request, &mut Budget::new(limits))?;
        // The player counts his own moves, and so does what he is shown.
        let mut report = counter::report_as_played(&*table, report, position.autoplay)?;
        if let Some(line) = known {
            let line = table.verify(&request.target, line)?;
            let line = counter::as_played(&*table, &line, position.autoplay)?;
            counter::prefer(&mut report, line);
        }
        Ok((table, report))
    };
    match solved() {
        Ok((table, report)) => {
            reply::write(Answer::new(&*table, request, &report, position.autoplay))
        }
        Err(trouble) => reply::write::<()>(Err(trouble)),
    }
}

/// Thinks until every move is judged or the effort is spent, and then advises. With
/// covered cards, what is advised first stays: the chances take long.
fn hint(position: &Position, request: Request, known: Option<&[Move]>) -> Result<Hint, Trouble> {
    let table = position.table()?;
    let mut oracle = position.oracle(request);
    let is_covered = table.unknown_cards() > 0;
    if let Some(line) = known.filter(|_| !is_covered) {
        oracle.recall(&*table, line)?;
    }
    oracle.look_at(&*table)?;
    let is_enough = |oracle: &Oracle| match is_covered {
        true => oracle.advice().move_.is_some(),
        false => oracle.look().is_settled(),
    };
    while !is_enough(&oracle) && oracle.think(&Cancel::default(), limits::STATES_OF_A_HINT)? {}
    let (advice, line) = (oracle.advice(), oracle.line());
    Ok(Hint::new(&*table, advice, oracle.look().position, line))
}

fn where_lost(save: &str, request: Request) -> Result<WhereLost, Trouble> {
    limits::save(save)?;
    let session = Session::load(save)?;
    let mut oracle = Oracle::new(request).with_autoplay(session.autoplay());
    let lost = oracle.where_lost(&session, &Cancel::default(), limits::STATES_TO_FIND_A_LOSS)?;
    Ok(WhereLost::new(lost, |step| session.position(step)))
}
