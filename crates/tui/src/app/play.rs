//! A game on the table: the session, what the hand holds, what the oracle
//! knows, and what the player waits for.

use std::time::Duration;

use patience::counter::PlayedStep;
use patience::layout::{Layout, Role, Spot};
use patience::records::{Ended, Help};
use patience::{
    Action, Date, Gesture, Gestures, Goal, Grade, Move, Played, Request, Session, Table, Target,
};

use super::event::Insight;
use super::watch::Watch;
use crate::shelf::{SavedGame, VERSION};

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// It goes on.
    Open,
    /// The goal is reached.
    Won,
    /// There is no move left.
    Stuck,
}

/// What the player waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// A hint.
    Hint,
    /// A line to watch, since this time.
    Watch(Duration),
    /// A line that finishes the game, since this time.
    Finish(Duration),
    /// Where it was lost.
    WhereLost,
    /// A review of the game.
    Review,
}

/// Cards that are taken up, and where they can be put.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hand {
    /// The card taken up.
    pub from: Spot,
    /// What can be done with it, and where.
    pub choices: Vec<(Spot, Gesture)>,
    /// The choice that the cursor is on.
    pub at: usize,
}

/// A game on the table.
#[derive(Debug)]
pub struct Play {
    /// The session.
    pub session: Session,
    /// What is to be reached.
    pub target: Target,
    /// The table as it is seen.
    pub layout: Layout,
    /// The gestures that the table offers.
    pub gestures: Gestures,
    /// The card that the keyboard is on.
    pub cursor: Option<Spot>,
    /// What the hand holds.
    pub hand: Option<Hand>,
    /// What the oracle knows about this table.
    pub insight: Insight,
    /// The move that a hint has named.
    pub hint: Option<Gesture>,
    /// What the player waits for.
    pub wish: Option<Wish>,
    /// A solution that is being shown instead.
    pub watch: Option<Watch>,
    /// The place where the game was lost, if it was asked.
    pub lost_at: Option<usize>,
    /// Covered cards lie face down.
    pub is_face_down: bool,
    /// The statistics have this game.
    pub is_counted: bool,
    /// The most help that it has had.
    pub help: Help,
    /// The day whose daily deal it is.
    pub daily: Option<Date>,
    /// The grade of its deal, if that is known.
    pub grade: Option<Grade>,
    /// The deal is known to be winnable.
    pub is_winnable: bool,
    /// It has been won once: what comes now does not count.
    pub is_over: bool,
}

impl Play {
    /// A session on the table.
    pub fn new(session: Session, target: Target, is_face_down: bool) -> Self {
        let layout = session.table().layout();
        let gestures = session.table().gestures();
        let mut play = Self {
            session,
            target,
            layout,
            gestures,
            cursor: None,
            hand: None,
            insight: Insight::default(),
            hint: None,
            wish: None,
            watch: None,
            lost_at: None,
            is_face_down,
            is_counted: false,
            help: Help::None,
            daily: None,
            grade: None,
            is_winnable: false,
            is_over: false,
        };
        play.refresh();
        play
    }

    /// A game that was kept.
    pub fn load(saved: &SavedGame, is_face_down: bool) -> Result<Self, String> {
        let session = Session::load(&saved.session).map_err(|error| error.to_string())?;
        let goal: Goal = saved.goal.parse().map_err(|error| format!("{error}"))?;
        let target = Target::new(goal, saved.so_far).map_err(|error| error.to_string())?;
        let mut play = Self::new(session, target, is_face_down);
        play.is_counted = saved.is_counted;
        play.help = saved.help;
        if saved.is_helped {
            play.help.note(Help::Solution);
        }
        play.daily = saved.daily;
        play.grade = saved.grade;
        Ok(play)
    }

    /// The game to be kept.
    pub fn save(&self) -> SavedGame {
        SavedGame {
            version: VERSION,
            goal: self.target.goal.to_string(),
            so_far: self.target.so_far,
            is_counted: self.is_counted,
            is_helped: false,
            help: self.help,
            daily: self.daily,
            grade: self.grade,
            session: self.session.save(),
        }
    }

    /// The name of the game.
    pub fn game(&self) -> &'static str {
        self.session.table().about().name
    }

    /// The table as the player sees it: with covered cards face down, if that
    /// was chosen.
    pub fn seen(&self) -> Box<dyn Table> {
        let table = match &self.watch {
            Some(watch) => watch.table(),
            None => self.session.table(),
        };
        let concealed = if self.is_face_down && self.watch.is_none() {
            table.concealed()
        } else {
            None
        };
        concealed.unwrap_or_else(|| table.boxed_clone())
    }

    /// The question to the oracle.
    pub fn request(&self) -> Request {
        Request::for_target(self.target)
    }

    /// After the table has changed.
    pub fn refresh(&mut self) {
        let seen = self.seen();
        self.layout = seen.layout();
        self.gestures = seen.gestures();
        self.hand = None;
        self.hint = None;
        self.wish = None;
        self.lost_at = None;
        self.insight = Insight::default();
    }

    /// How the game stands.
    pub fn standing(&self) -> Standing {
        let table = self.session.table();
        let tally = table.tally();
        let reached = match self.target.goal {
            Goal::Score { target: None } => tally.cleared,
            _ => tally.reaches(&self.target).is_ok(),
        };
        if reached {
            Standing::Won
        } else if table.legal_moves().is_empty() {
            Standing::Stuck
        } else {
            Standing::Open
        }
    }

    /// The cards that can be taken up or pressed, in the order of the table.
    pub fn sources(&self) -> Vec<Spot> {
        let mut spots: Vec<Spot> = Vec::new();
        for gesture in &self.gestures {
            let other = match gesture.to {
                Some(to) if gesture.either_way => Some(self.layout.top(to)),
                _ => None,
            };
            for spot in [Some(gesture.from), other].into_iter().flatten() {
                if !spots.contains(&spot) {
                    spots.push(spot);
                }
            }
        }
        spots.sort_by_key(|spot| (spot.pile, spot.card));
        spots
    }

    /// What can be done with a card, and where; homes and cards come before
    /// cells and empty columns.
    pub fn choices(&self, from: Spot) -> Vec<(Spot, Gesture)> {
        let mut choices: Vec<_> = self
            .gestures
            .of_card(from)
            .map(|gesture| {
                let there = match gesture.to {
                    _ if gesture.from != from => gesture.from,
                    Some(to) => self.layout.top(to),
                    None => from,
                };
                (there, gesture.clone())
            })
            .collect();
        choices.sort_by_key(|(there, _)| {
            let pile = &self.layout.piles[there.pile];
            match pile.role {
                Role::Home => 0,
                Role::Cell => 3,
                _ if pile.cards.is_empty() => 2,
                _ => 1,
            }
        });
        choices
    }

    /// The gesture that the keyboard is about to make, if it is one only.
    pub fn pending(&self) -> Option<&Gesture> {
        if let Some(hand) = &self.hand {
            return hand.choices.get(hand.at).map(|(_, gesture)| gesture);
        }
        let mut gestures = self.gestures.of_card(self.cursor?);
        let first = gestures.next();
        first.filter(|_| gestures.next().is_none())
    }

    /// The moves made, as the counter counts them.
    pub fn moves_made(&self) -> usize {
        self.session.moves_made()
    }

    /// The cheats made, in games that have them.
    pub fn cheats_made(&self) -> Option<usize> {
        let is_cheat = |(step, move_): (usize, &&Move)| {
            let gestures = self.session.position(step).gestures();
            gestures
                .of_move(move_)
                .is_some_and(|gesture| gesture.action == Action::Cheat)
        };
        let history = self.session.history();
        let about = self.session.table().about();
        about.has_cheats.then(|| {
            let cheats = history.iter().enumerate().filter(|one| is_cheat(*one));
            cheats.count()
        })
    }

    /// Makes moves that come from a solution. The autoplay makes its own.
    pub fn take_over(&mut self, steps: &[PlayedStep]) {
        for step in steps.iter().filter(|step| !step.is_auto) {
            if let Played::Refused(_) = self.session.play(&step.move_) {
                break;
            }
        }
    }

    /// The game as the records want to hear of its end.
    pub fn ended(&self, won: bool) -> Ended {
        Ended {
            won,
            moves: self.moves_made() as u32,
            score: self.session.table().tally().score,
            help: self.help,
        }
    }

    /// Cards lie face down, so that nobody can know a solution.
    pub fn has_unknown_cards(&self) -> bool {
        self.is_face_down && self.session.table().concealed().is_some()
    }

    /// A move of the table as it is seen, in a few words with the signs of the
    /// suits.
    pub fn says(&self, move_: &str) -> String {
        let phrase = self.seen().phrase(move_);
        let phrase = phrase.as_deref().unwrap_or(move_);
        let to = self.gestures.of_move(move_).and_then(|gesture| gesture.to);
        let pile = to.map(|to| &self.layout.piles[to]);
        // One free cell is as good as another.
        let phrase = match pile {
            Some(pile) if pile.role == Role::Cell => phrase.replace(&pile.name, "a cell"),
            _ => phrase.to_owned(),
        };
        patience::words::with_suits(&phrase)
    }
}
