//! Everything that thinks: deals that can be won, hints, solutions, where a
//! game was lost, and the oracle.
//!
//! A question is answered in one go. Whoever does not want to wait any longer
//! ends the worker and starts another; for the oracle, which is asked again
//! and again, a better way out is to think in units ([`Question::Think`]).

use patience::oracle::{Oracle, Verdict};
use patience::{
    Budget, Cancel, Cheats, Count, Goal, Limits, Mode, Session, Table, Target, find_game,
    random_deal,
};
use serde::{Deserialize, Serialize};

use crate::desk::Setting;
use crate::limits;
use crate::reply::{self, Trouble, Variation};
use crate::shapes::{Answer, Hint, Loss, Seen};

/// What the page asks.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Question {
    Random {
        game: String,
        winnable: bool,
        #[serde(default)]
        variation: Variation,
        seed: u64,
    },
    Hint {
        position: Position,
        request: Request,
    },
    Solve {
        position: Position,
        request: Request,
    },
    WhereLost {
        save: String,
        request: Request,
    },
    /// Puts a table before the oracle, and tells what it knows of it.
    LookAt {
        position: Position,
        request: Request,
    },
    /// A line that an oracle before this one knew.
    Recall {
        position: Position,
        request: Request,
        line: Vec<String>,
    },
    /// One unit of thinking about that table.
    Think,
}

/// A position, wherever it comes from.
#[derive(Clone, PartialEq, Deserialize)]
struct Position {
    game: String,
    text: String,
    #[serde(default)]
    variation: Variation,
    /// Judge it as a player who may not look under covered cards.
    #[serde(default)]
    concealed: bool,
    #[serde(default)]
    autoplay: Option<Setting>,
}

impl Position {
    fn table(&self) -> Result<Box<dyn Table>, Trouble> {
        limits::position(&self.text)?;
        let table = find_game(&self.game)?.read(&self.text, &self.variation.into())?;
        Ok(match table.concealed() {
            Some(concealed) if self.concealed => concealed,
            _ => table,
        })
    }
}

/// What to reach, and how.
#[derive(Clone, PartialEq, Deserialize)]
struct Request {
    goal: String,
    #[serde(default)]
    so_far: u32,
    #[serde(default)]
    mode: Option<String>,
    #[serde(default)]
    count: Option<String>,
    #[serde(default)]
    cheats: Option<String>,
    #[serde(default)]
    effort: Option<u32>,
}

impl Request {
    fn read(&self) -> Result<patience::Request, Trouble> {
        let refuse = |what: &str, word: &str| {
            let word: String = word.chars().take(40).collect();
            Trouble::new(format!("`{word}` is no {what}"))
        };
        let goal: Result<Goal, _> = self.goal.parse();
        let goal = goal.map_err(|error| Trouble::new(error.to_string()))?;
        Ok(patience::Request {
            target: Target::new(goal, self.so_far).map_err(Trouble::new)?,
            mode: match self.mode.as_deref() {
                None | Some("short") => Mode::Short,
                Some("fast") => Mode::Fast,
                Some("shortest") => Mode::Shortest,
                Some(other) => return Err(refuse("way of solving", other)),
            },
            count: match self.count.as_deref() {
                None => None,
                Some("steps") => Some(Count::Steps),
                Some("moves") => Some(Count::Moves),
                Some("clicks") => Some(Count::Clicks),
                Some(other) => return Err(refuse("way of counting", other)),
            },
            cheats: match self.cheats.as_deref() {
                None | Some("fewest") => Cheats::Fewest,
                Some("never") => Cheats::Never,
                Some("any") => Cheats::Any,
                Some(other) => return Err(refuse("rule for cheats", other)),
            },
            effort: self.effort.unwrap_or(1).clamp(1, 1000),
        })
    }
}

/// An oracle, and the question that it answers.
struct Watch {
    oracle: Oracle,
    request: Request,
    position: Position,
}

/// Something that thinks.
#[derive(Default)]
pub(crate) struct Mind {
    watch: Option<Watch>,
}

impl std::fmt::Debug for Mind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Mind").finish_non_exhaustive()
    }
}

impl Mind {
    pub(crate) fn ask(&mut self, question: &str) -> String {
        match reply::understand(question) {
            Ok(Question::Random {
                game,
                winnable,
                variation,
                seed,
            }) => reply::write(random(&game, winnable, variation, seed)),
            Ok(Question::Hint { position, request }) => reply::write(hint(&position, &request)),
            Ok(Question::Solve { position, request }) => solve(&position, &request),
            Ok(Question::WhereLost { save, request }) => reply::write(where_lost(&save, &request)),
            Ok(Question::LookAt { position, request }) => {
                reply::write(self.look_at(position, request))
            }
            Ok(Question::Recall {
                position,
                request,
                line,
            }) => reply::write(self.recall(position, request, &line)),
            Ok(Question::Think) => reply::write(self.think()),
            Err(trouble) => reply::write::<()>(Err(trouble)),
        }
    }

    fn look_at(&mut self, position: Position, request: Request) -> Result<Seen, Trouble> {
        let table = position.table()?;
        let watch = self.watch_for(position, request)?;
        watch.oracle.look_at(&*table)?;
        Ok(watch.seen(false))
    }

    fn recall(
        &mut self,
        position: Position,
        request: Request,
        line: &[String],
    ) -> Result<(), Trouble> {
        let table = position.table()?;
        let watch = self.watch_for(position, request)?;
        Ok(watch.oracle.recall(&*table, line)?)
    }

    /// The oracle keeps what it knows as long as game and goal are the same.
    fn watch_for(&mut self, position: Position, request: Request) -> Result<&mut Watch, Trouble> {
        let keeps = |watch: &Watch| {
            let same =
                |one: &Position| (one.game.clone(), one.variation, one.concealed, one.autoplay);
            watch.request == request && same(&watch.position) == same(&position)
        };
        let oracle = match self.watch.take() {
            Some(watch) if keeps(&watch) => watch.oracle,
            _ => oracle_for(&position, &request)?,
        };
        Ok(self.watch.insert(Watch {
            oracle,
            request,
            position,
        }))
    }

    fn think(&mut self) -> Result<Seen, Trouble> {
        let nothing = || Trouble::new("there is nothing to think about");
        let watch = self.watch.as_mut().ok_or_else(nothing)?;
        let goes_on = watch.oracle.think(&Cancel::default(), u64::MAX)?;
        Ok(watch.seen(!goes_on))
    }
}

impl Watch {
    fn seen(&self, finished: bool) -> Seen {
        Seen::new(self.position.text.clone(), &self.oracle, finished)
    }
}

fn autoplay_of(position: &Position) -> patience::Autoplay {
    position.autoplay.map_or_else(Default::default, Into::into)
}

fn oracle_for(position: &Position, request: &Request) -> Result<Oracle, Trouble> {
    Ok(Oracle::new(request.read()?).with_autoplay(autoplay_of(position)))
}

#[derive(Serialize)]
struct Picked {
    number: u64,
    tried: u32,
}

fn random(game: &str, winnable: bool, variation: Variation, seed: u64) -> Result<Picked, Trouble> {
    let game = find_game(game)?;
    let picked = random_deal(game, &variation.into(), winnable, seed, &Cancel::default())?;
    let picked = picked.ok_or_else(|| Trouble::new("stopped"))?;
    Ok(Picked {
        number: picked.number,
        tried: picked.tried,
    })
}

fn solve(position: &Position, request: &Request) -> String {
    let solved = || {
        let table = position.table()?;
        let request = request.read()?;
        let limits = Limits {
            bytes: Some(limits::MOST_SEARCH_BYTES),
            ..Limits::NONE
        };
        let report = table.solve(&request, &mut Budget::new(limits))?;
        Ok((table, request, report))
    };
    match solved() {
        Ok((table, request, report)) => {
            reply::write(Answer::new(&*table, &report, &request.target.goal))
        }
        Err(trouble) => reply::write::<()>(Err(trouble)),
    }
}

/// Thinks until every move is judged or the effort is spent, and then advises.
fn hint(position: &Position, request: &Request) -> Result<Hint, Trouble> {
    let table = position.table()?;
    let mut oracle = oracle_for(position, request)?;
    oracle.look_at(&*table)?;
    while !oracle.look().is_settled()
        && oracle.think(&Cancel::default(), limits::STATES_OF_A_HINT)?
    {}
    let advice = oracle.advice();
    let says = |played: &String| table.describe(played).unwrap_or_default();
    Ok(Hint {
        says: advice.played.as_ref().map(says).unwrap_or_default(),
        played: advice.played,
        why: advice.reason,
        winnable: match oracle.look().position {
            Verdict::Wins(_) => Some(true),
            Verdict::Loses => Some(false),
            Verdict::Unknown | Verdict::Chance(_) => None,
        },
    })
}

fn where_lost(save: &str, request: &Request) -> Result<Loss, Trouble> {
    limits::save(save)?;
    let session = Session::load(save)?;
    let mut oracle = Oracle::new(request.read()?).with_autoplay(session.autoplay());
    let lost = oracle.where_lost(&session, &Cancel::default(), limits::STATES_TO_FIND_A_LOSS)?;
    Ok(Loss::new(lost, |step| session.position(step)))
}
