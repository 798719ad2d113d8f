//! The game in progress: play, undo, look. Every answer comes at once.

use patience::records::Records;
use patience::{
    Action, Error, Move, Played, Session, Settings, Variation, find_game, games, rulebook,
};
use serde::Deserialize;

use crate::limits;
use crate::reply::{self, Trouble};
use crate::shapes::{Branch, Check, Entry, Preferences, RecordEvent, Recorded, Step, View};

/// What the page asks the desk.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(tag = "ask"))]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeskQuestion {
    /// The list of games.
    Games,
    /// Starts a session; it takes the place of the previous one.
    Start {
        game: String,
        start: Start,
        preferences: Preferences,
    },
    /// Other preferences for the same session.
    Preferences {
        preferences: Preferences,
    },
    Play {
        #[serde(rename = "move")]
        move_: Move,
    },
    Undo,
    Redo,
    Restart,
    /// Goes to where `made` is this many steps.
    Jump {
        made: usize,
    },
    /// Sends every card home, again and again.
    Finish,
    /// Goes to another line that was tried, after its first move.
    Variation {
        id: usize,
    },
    /// The rules of a game.
    Rules {
        game: String,
    },
    /// What happened goes into the records; without an event they are looked
    /// at.
    Record {
        records: Records,
        event: Option<RecordEvent>,
        /// The day on the player's calendar.
        today: patience::Date,
    },
    /// Looks at a text without touching the session.
    Check {
        game: String,
        text: String,
        #[serde(default)]
        settings: Settings,
    },
}

/// Which session to start.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(untagged))]
#[serde(try_from = "StartParts")]
pub(crate) enum Start {
    Save {
        save: String,
    },
    Text {
        text: String,
        settings: Settings,
    },
    Deal {
        #[cfg_attr(test, ts(type = "number"))]
        deal: serde_json::Number,
        settings: Settings,
    },
}

/// A start before it is known which: `question` says why it is not `untagged`.
#[derive(Deserialize)]
struct StartParts {
    save: Option<String>,
    text: Option<String>,
    deal: Option<serde_json::Number>,
    #[serde(default)]
    settings: Settings,
}

impl TryFrom<StartParts> for Start {
    type Error = &'static str;

    fn try_from(parts: StartParts) -> Result<Self, Self::Error> {
        let settings = parts.settings;
        match (parts.save, parts.text, parts.deal) {
            (Some(save), ..) => Ok(Self::Save { save }),
            (None, Some(text), _) => Ok(Self::Text { text, settings }),
            (None, None, Some(deal)) => Ok(Self::Deal { deal, settings }),
            (None, None, None) => Err("a game starts from a save, a text or a deal"),
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
            Ok(DeskQuestion::Games) => reply::write(entries()),
            Ok(DeskQuestion::Check {
                game,
                text,
                settings,
            }) => reply::write(check(&game, &text, &settings)),
            Ok(DeskQuestion::Rules { game }) => reply::write(rules(&game)),
            Ok(DeskQuestion::Record {
                records,
                event,
                today,
            }) => reply::write(Ok(Recorded::new(records, event, today))),
            Ok(question) => reply::write(self.act(question).and_then(|()| self.view())),
            Err(trouble) => reply::write::<()>(Err(trouble)),
        }
    }

    /// Does what changes the session.
    fn act(&mut self, question: DeskQuestion) -> Result<(), Trouble> {
        match question {
            DeskQuestion::Start {
                game,
                start,
                preferences,
            } => {
                self.session = Some(session(&game, start)?);
                self.steps.clear();
                self.prefer(preferences)?;
            }
            DeskQuestion::Preferences { preferences } => self.prefer(preferences)?,
            DeskQuestion::Play { move_ } => match self.session()?.play(&move_) {
                Played::Refused(reason) => return Err(reason.into()),
                Played::Made { .. } | Played::Won { .. } => {}
            },
            // Nothing to undo or redo is no trouble: the table stays.
            DeskQuestion::Undo => _ = self.session()?.undo(),
            DeskQuestion::Redo => _ = self.session()?.redo(),
            DeskQuestion::Restart => self.session()?.restart(),
            DeskQuestion::Jump { made } => self.session()?.jump(made),
            DeskQuestion::Finish => finish(self.session()?),
            DeskQuestion::Variation { id } => {
                if !self.session()?.take_variation(id) {
                    return Err(Trouble::new("there is no such line"));
                }
            }
            DeskQuestion::Games
            | DeskQuestion::Check { .. }
            | DeskQuestion::Rules { .. }
            | DeskQuestion::Record { .. } => {}
        }
        self.put_into_words()
    }

    fn session(&mut self) -> Result<&mut Session, Trouble> {
        let nothing = || Trouble::new("there is no game on the table");
        self.session.as_mut().ok_or_else(nothing)
    }

    fn prefer(&mut self, preferences: Preferences) -> Result<(), Trouble> {
        self.concealed = preferences.concealed;
        self.session()?.set_autoplay(preferences.autoplay);
        Ok(())
    }

    /// Brings the history in words in line with the session.
    fn put_into_words(&mut self) -> Result<(), Trouble> {
        let Some(session) = &self.session else {
            return Ok(());
        };
        let moves: Vec<_> = session
            .history()
            .into_iter()
            .chain(session.undone())
            .collect();
        let same = self.steps.iter().zip(&moves);
        let known = same
            .take_while(|(step, move_)| step.move_ == ***move_)
            .count();
        self.steps.truncate(known);
        if known == moves.len() {
            return Ok(());
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
        for (made, move_) in moves.into_iter().enumerate().skip(known) {
            let table = session.position(made);
            self.steps.push(Step {
                action: table.action(move_)?,
                says: table.describe(move_)?,
                move_: move_.clone(),
                auto: session.is_autoplayed(made),
            });
        }
        Ok(())
    }

    fn view(&mut self) -> Result<View<'_>, Trouble> {
        let nothing = || Trouble::new("there is no game on the table");
        let session = self.session.as_ref().ok_or_else(nothing)?;
        let table = session.table();
        let about = table.about();
        let concealed = table.concealed().filter(|_| self.concealed);
        let seen = concealed.as_deref().unwrap_or(table);
        let gestures: Vec<_> = seen.gestures().iter().cloned().collect();
        let made = session.history().len();
        let cheats = self.steps[..made]
            .iter()
            .filter(|step| step.action == Action::Cheat);
        let variations = branches(session);
        Ok(View {
            variations,
            moves: session.moves_made(),
            game: about.name,
            number: session.deal_number(),
            settings: session.settings(),
            text: table.text(),
            layout: seen.layout(),
            over: gestures.is_empty(),
            gestures,
            made,
            won: table.is_won(),
            can_finish: session.finishing_moves().is_some(),
            tally: table.tally(),
            cheats: about.has_cheats.then(|| cheats.count()),
            preferences: Preferences {
                autoplay: session.autoplay(),
                concealed: self.concealed,
            },
            save: session.save(),
            steps: &self.steps,
        })
    }
}

fn entries() -> Result<Vec<Entry>, Trouble> {
    games().iter().map(|game| Entry::new(*game)).collect()
}

fn check(game: &str, text: &str, settings: &Settings) -> Result<Check, Trouble> {
    let game = find_game(game)?;
    let bad = |faults, hint| Check {
        faults,
        hint,
        layout: None,
    };
    if let Err(trouble) = limits::position(text) {
        return Ok(bad(trouble.into_faults(), None));
    }
    match game.read(text, settings) {
        Ok(table) => Ok(Check {
            faults: Vec::new(),
            hint: None,
            layout: Some(table.layout()),
        }),
        Err(Error::BadText(faults)) => {
            let hint = faults.hint().map(str::to_owned);
            Ok(bad(reply::reported(&faults), hint))
        }
        Err(other) => Err(other.into()),
    }
}

fn session(game: &str, start: Start) -> Result<Session, Trouble> {
    match start {
        Start::Save { save } => {
            limits::save(&save)?;
            Ok(Session::load(&save)?)
        }
        Start::Text { text, settings } => {
            limits::position(&text)?;
            Ok(Session::read(game, &text, &settings)?)
        }
        Start::Deal { deal, settings } => {
            let refuse = || Trouble::new(format!("`{deal}` is not a deal number"));
            let number = deal.as_u64().ok_or_else(refuse)?;
            Ok(Session::deal(game, number, &settings)?)
        }
    }
}

/// Sends every card home, if that wins.
fn finish(session: &mut Session) {
    for move_ in session.finishing_moves().unwrap_or_default() {
        // The autoplay may have made it by then.
        if let Played::Refused(_) = session.play(&move_) {
            continue;
        }
    }
}

/// The other lines of a session in words. They may leave the present one at
/// moves that are undone.
fn branches(session: &Session) -> Vec<Branch> {
    let variations = session.variations();
    if variations.is_empty() {
        return Vec::new();
    }
    let mut whole = session.clone();
    whole.jump(usize::MAX);
    let branch = |variation: Variation| {
        let step = variation.step;
        Branch::new(variation, whole.position(step))
    };
    variations.into_iter().map(branch).collect()
}

fn rules(game: &str) -> Result<rulebook::RulePage, Trouble> {
    Ok(rulebook::rules_of(find_game(game)?)?)
}
