//! The game in progress: play, undo, look. Every answer comes at once.

use patience::{Autoplay, Played, Session, Table, find_game, list_of_games};
use serde::Deserialize;

use crate::limits;
use crate::reply::{self, Trouble, Variation};
use crate::shapes::{About, Check, Step, View, illegal};

/// What the page asks.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Question {
    Games,
    Start {
        game: String,
        start: Start,
        settings: Settings,
    },
    Settings {
        settings: Settings,
    },
    Play {
        played: String,
    },
    Undo,
    Redo,
    Restart,
    Jump {
        made: usize,
    },
    Finish,
    Check {
        game: String,
        text: String,
        #[serde(default)]
        variation: Variation,
    },
}

/// Which session to start: one of the three is there.
#[derive(Deserialize)]
struct Start {
    deal: Option<serde_json::Number>,
    text: Option<String>,
    save: Option<String>,
    #[serde(default)]
    variation: Variation,
}

#[derive(Clone, Copy, Deserialize)]
struct Settings {
    autoplay: Setting,
    concealed: bool,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Setting {
    Safe,
    All,
    Off,
}

impl From<Setting> for Autoplay {
    fn from(setting: Setting) -> Self {
        match setting {
            Setting::Safe => Self::Safe,
            Setting::All => Self::All,
            Setting::Off => Self::Off,
        }
    }
}

/// A table with a game in progress.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    session: Option<Session>,
    /// The history in words. A move is put into words only once.
    steps: Vec<Step>,
    concealed: bool,
}

impl Desk {
    pub(crate) fn ask(&mut self, question: &str) -> String {
        match reply::understand(question) {
            Ok(Question::Games) => reply::write(games()),
            Ok(Question::Check {
                game,
                text,
                variation,
            }) => reply::write(check(&game, &text, variation)),
            Ok(question) => reply::write(self.act(question).and_then(|()| self.view())),
            Err(trouble) => reply::write::<()>(Err(trouble)),
        }
    }

    /// Does what changes the session.
    fn act(&mut self, question: Question) -> Result<(), Trouble> {
        match question {
            Question::Start {
                game,
                start,
                settings,
            } => {
                self.session = Some(session(&game, start)?);
                self.steps.clear();
                self.set(settings)?;
            }
            Question::Settings { settings } => self.set(settings)?,
            Question::Play { played } => match self.session()?.play(&played) {
                Played::Refused(reason) => return Err(illegal(reason)),
                Played::Made { .. } | Played::Won { .. } => {}
            },
            // Nothing to undo or redo is no trouble: the table stays.
            Question::Undo => _ = self.session()?.undo(),
            Question::Redo => _ = self.session()?.redo(),
            Question::Restart => self.session()?.restart(),
            Question::Jump { made } => self.session()?.jump(made),
            Question::Finish => finish(self.session()?),
            Question::Games | Question::Check { .. } => {}
        }
        self.put_into_words();
        Ok(())
    }

    fn session(&mut self) -> Result<&mut Session, Trouble> {
        let nothing = || Trouble::new("there is no game on the table");
        self.session.as_mut().ok_or_else(nothing)
    }

    fn set(&mut self, settings: Settings) -> Result<(), Trouble> {
        self.concealed = settings.concealed;
        self.session()?.set_autoplay(settings.autoplay.into());
        Ok(())
    }

    /// Brings the history in words in line with the session.
    fn put_into_words(&mut self) {
        let Some(session) = &self.session else {
            return;
        };
        let moves: Vec<_> = session
            .history()
            .into_iter()
            .chain(session.undone())
            .collect();
        let same = self.steps.iter().zip(&moves);
        let known = same
            .take_while(|(step, played)| step.played == **played)
            .count();
        self.steps.truncate(known);
        if known == moves.len() {
            return;
        }
        // Only a saved game brings moves that are undone and not yet in words.
        let mut whole;
        let session = if session.undone().is_empty() {
            session
        } else {
            whole = session.clone();
            whole.jump(moves.len());
            &whole
        };
        for (made, played) in moves.iter().enumerate().skip(known) {
            self.steps.push(Step {
                played: (*played).to_owned(),
                says: session.position(made).describe(played).unwrap_or_default(),
                auto: session.is_autoplayed(made),
            });
        }
    }

    fn view(&mut self) -> Result<View<'_>, Trouble> {
        let concealed = self.concealed;
        let session = self.session()?;
        let table = session.table();
        let about = table.about();
        let seen = table.concealed().filter(|_| concealed);
        let tally = table.tally();
        let made = session.history().len();
        let layout = seen.as_deref().unwrap_or(table).layout();
        let cheats = about.has_cheats.then(|| cheats(&session.history()));
        Ok(View {
            game: about.name,
            number: session.deal_number(),
            variation: session.variation().into(),
            text: table.text(),
            over: layout.gestures.is_empty(),
            layout,
            made,
            won: table.is_won(),
            can_finish: can_finish(table),
            score: tally.score,
            gone: tally.gone,
            cheats,
            autoplay: session.autoplay().word(),
            concealed,
            save: session.save(),
            steps: &self.steps,
        })
    }
}

fn games() -> Result<Vec<About>, Trouble> {
    let games = list_of_games().iter();
    games.map(|game| About::new(*game)).collect()
}

fn check(game: &str, text: &str, variation: Variation) -> Result<Check, Trouble> {
    let game = find_game(game)?;
    let none = |faults, hint| Check {
        faults,
        hint,
        layout: None,
    };
    if let Err(trouble) = limits::position(text) {
        return Ok(none(trouble.into_faults(), None));
    }
    match game.read(text, &variation.into()) {
        Ok(table) => Ok(Check {
            faults: Vec::new(),
            hint: None,
            layout: Some(table.layout()),
        }),
        Err(patience::Error::BadText(faults)) => {
            let hint = faults.hint().map(str::to_owned);
            Ok(none(reply::told(&faults), hint))
        }
        Err(other) => Err(other.into()),
    }
}

fn session(game: &str, start: Start) -> Result<Session, Trouble> {
    let variation = start.variation.into();
    if let Some(save) = start.save {
        limits::save(&save)?;
        return Ok(Session::load(&save)?);
    }
    if let Some(text) = start.text {
        limits::position(&text)?;
        return Ok(Session::read(game, &text, &variation)?);
    }
    let wanted = start.deal.ok_or_else(|| Trouble::new("which deal?"))?;
    let number = wanted.as_u64();
    let number = number.ok_or_else(|| Trouble::new(format!("`{wanted}` is no deal number")))?;
    Ok(Session::deal(game, number, &variation)?)
}

/// Sends every card home, again and again.
fn finish(session: &mut Session) {
    while let Some(played) = session.table().autoplay(Autoplay::All) {
        if let Played::Refused(_) = session.play(&played) {
            return;
        }
    }
}

/// Would [`finish`] win?
fn can_finish(table: &dyn Table) -> bool {
    if table.is_won() {
        return false;
    }
    let mut table = table.boxed_clone();
    while let Some(played) = table.autoplay(Autoplay::All) {
        match table.play(&played) {
            Ok((after, _)) => table = after,
            Err(_) => return false,
        }
    }
    table.is_won()
}

/// Cheats are written with a mark of their own.
fn cheats(history: &[&str]) -> usize {
    history
        .iter()
        .filter(|played| played.contains("!>"))
        .count()
}
