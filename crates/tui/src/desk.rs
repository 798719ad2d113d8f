//! What the state asks of the world: the oracle's thread, the search for a
//! deal, and the disk.

use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use patience::difficulty::{Daily, graded_deal};
use patience::oracle::Companion;
use patience::{Autoplay, Cancel, Error, Game, Request, Settings, random_deal};

use crate::app::{Dealt, Effect, Event, Insight, Search};
use crate::store::{Store, save_file};

/// A search for a deal.
struct Finding {
    cancel: Cancel,
    found: Receiver<Result<Dealt, String>>,
}

/// The oracle, and what it was started for.
struct Beside {
    request: Request,
    autoplay: Autoplay,
    companion: Companion,
}

/// Does what the state asks for.
pub struct Desk {
    store: Store,
    beside: Option<Beside>,
    finding: Option<Finding>,
    /// What the app was last given of the oracle.
    given: Insight,
}

impl Desk {
    /// A desk with a shelf.
    pub fn new(store: Store) -> Self {
        Self {
            store,
            beside: None,
            finding: None,
            given: Insight::default(),
        }
    }

    /// Does what is asked; what went wrong is an event.
    pub fn carry_out(&mut self, effect: Effect) -> Option<Event> {
        let kept = match effect {
            Effect::Consult {
                table,
                request,
                autoplay,
            } => {
                self.companion(request, autoplay).look_at(&*table);
                return None;
            }
            Effect::AskWhereLost {
                session,
                request,
                autoplay,
            } => {
                self.companion(request, autoplay).ask_where_lost(&session);
                return None;
            }
            Effect::AskReview {
                session,
                request,
                autoplay,
            } => {
                self.companion(request, autoplay).ask_review(&session);
                return None;
            }
            Effect::Dismiss => {
                self.beside = None;
                return None;
            }
            Effect::FindDeal {
                game,
                settings,
                search,
            } => {
                self.find_deal(game, settings, search);
                return None;
            }
            Effect::StopFinding => {
                self.stop_finding();
                return None;
            }
            Effect::PutAside(game) => {
                self.store.put_aside(&save_file(game), "");
                return None;
            }
            Effect::Quit { .. } => return None,
            Effect::Keep(game, saved) => self.store.write_save(game, &saved),
            Effect::KeepBefore(game, saved) => self.store.write_before(game, &saved),
            Effect::Forget(game) => self.store.remove_save(game),
            Effect::KeepPreferences(settings) => self.store.write_preferences(&settings),
            Effect::KeepStatistics(statistics) => self.store.write_statistics(&statistics),
        };
        kept.err().map(|error| Event::NotKept(error.to_string()))
    }

    /// The oracle for this question; what it has learned about another one is
    /// of no use.
    fn companion(&mut self, request: Request, autoplay: Autoplay) -> &mut Companion {
        self.given = Insight::default();
        let fits = |beside: &Beside| beside.request == request && beside.autoplay == autoplay;
        if !self.beside.as_ref().is_some_and(fits) {
            self.beside = None;
        }
        let beside = self.beside.get_or_insert_with(|| Beside {
            request,
            autoplay,
            companion: Companion::start(request, autoplay),
        });
        &mut beside.companion
    }

    fn find_deal(&mut self, game: &'static dyn Game, settings: Settings, search: Search) {
        self.stop_finding();
        let cancel = Cancel::default();
        let (sender, found) = channel();
        let theirs = cancel.clone();
        thread::spawn(move || {
            let answer = match find(game, &settings, search, &theirs) {
                Ok(Some(dealt)) => Ok(dealt),
                Ok(None) => return,
                Err(error) => Err(error.to_string()),
            };
            // Nobody listens any more when the search was given up.
            let _ = sender.send(answer);
        });
        self.finding = Some(Finding { cancel, found });
    }

    fn stop_finding(&mut self) {
        if let Some(finding) = self.finding.take() {
            finding.cancel.cancel();
        }
    }

    /// What has come in since the last time.
    pub fn poll(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        if let Some(finding) = &self.finding {
            match finding.found.try_recv() {
                Ok(found) => {
                    self.finding = None;
                    events.push(Event::Dealt(found));
                }
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => {
                    self.finding = None;
                    events.push(Event::Dealt(Err("the search for a deal failed".to_owned())));
                }
            }
        }
        if let Some(Beside { companion, .. }) = &self.beside {
            let insight = Insight {
                look: companion.look(),
                line: companion.line(),
                advice: companion.advice(),
                is_thinking: companion.is_thinking(),
                lost: companion.lost(),
                review: companion.review(),
                trouble: companion.trouble(),
            };
            if insight != self.given {
                self.given = insight.clone();
                events.push(Event::Insight(Box::new(insight)));
            }
        }
        events
    }
}

/// Finds a deal; none if it was cancelled.
pub fn find(
    game: &dyn Game,
    settings: &Settings,
    search: Search,
    cancel: &Cancel,
) -> Result<Option<Dealt>, Error> {
    let found = match search {
        Search::Winnable(seed) => {
            let found = random_deal(game, settings, true, seed, cancel)?;
            return Ok(found.map(|deal| Dealt {
                number: deal.number,
                grade: None,
            }));
        }
        Search::Graded(grade, seed) => graded_deal(game, settings, grade, seed, cancel)?,
        Search::Daily(day) => Daily::of(day).find(cancel)?,
    };
    Ok(found.map(|deal| Dealt {
        number: deal.number,
        grade: deal.difficulty.grade,
    }))
}
