//! What a game brings to the facade, and the adapter that turns it into a
//! [`Game`] and its positions into [`Table`]s. Every answer of a solver passes
//! through here and is replayed by the reference rules.

use std::sync::Arc;

use patience_core::{Answer, Count, Faults, Goal, Outcome, Solution, Statistics, Stop, Target};
use patience_rules::{Illegal, Rules, Tally, perft, verify};
use patience_search::Budget;

use crate::layout::{Gesture, Reach};
use crate::stopwatch::Stopwatch;
use crate::{
    About, Autoplay, ChanceOptions, Chances, Error, Game, Hint, Improved, Layout, Line, Mode,
    Picture, Report, Request, Reveal, Table, Variation,
};

/// A position of a game.
pub type StateOf<K> = <<K as Kind>::Rules as Rules>::State;

/// A move of a game.
pub type MoveOf<K> = <<K as Kind>::Rules as Rules>::Move;

/// A game, with its own types: its rules, its solver, its picture. A new game
/// implements this in one file and gets one line in the list of games.
pub trait Kind: Copy + Send + Sync + 'static {
    /// Its reference rules.
    type Rules: Rules<State: Send + Sync, Move: Send + Sync> + Send + Sync + 'static;

    /// What the list of games says about it.
    fn about(&self) -> &'static About;

    /// Its rules, with the settings of a variation.
    fn rules(&self, variation: &Variation) -> Result<Self::Rules, Error>;

    /// The deal with this number, which is in the range that
    /// [`About::numbers`] gives.
    fn deal(&self, rules: &Self::Rules, number: u64) -> StateOf<Self>;

    /// Solves a position. The request has been checked against [`About`].
    /// `improved` hears of each better solution while the search goes on.
    fn solve(
        &self,
        rules: &Self::Rules,
        start: &StateOf<Self>,
        request: &Request,
        budget: &mut Budget,
        improved: &mut dyn FnMut(&Solution<MoveOf<Self>>),
    ) -> Answer<MoveOf<Self>>;

    /// Solves a position, and if that is impossible, writes the proof in a form
    /// that the reference rules can check, in games that have that.
    fn certify(
        &self,
        rules: &Self::Rules,
        start: &StateOf<Self>,
        budget: &mut Budget,
        certificate: &mut Vec<u8>,
    ) -> Result<Answer<MoveOf<Self>>, Error> {
        let _ = (rules, start, budget, certificate);
        let name = self.about().name;
        Err(Error::NotOffered(format!("{name} has no certificates")))
    }

    /// Draws a position.
    fn picture(&self, rules: &Self::Rules, state: &StateOf<Self>) -> Picture;

    /// Where the cards of a position lie, without gestures.
    fn lay_out(&self, rules: &Self::Rules, state: &StateOf<Self>) -> Layout;

    /// Where the hand begins and ends this move on that layout.
    fn reach(&self, layout: &Layout, state: &StateOf<Self>, played: &MoveOf<Self>)
    -> Option<Reach>;

    /// A move in words.
    fn describe(&self, rules: &Self::Rules, state: &StateOf<Self>, played: &MoveOf<Self>)
    -> String;

    /// The position as a player sees it who may not look under covered cards;
    /// none where there are no such cards.
    fn concealed(&self, state: &StateOf<Self>) -> Option<StateOf<Self>> {
        let _ = state;
        None
    }

    /// What the first of these moves leads to, as the end of a sentence that
    /// begins with the move: "uncovers 4d", "brings up 7s".
    fn explain(&self, rules: &Self::Rules, state: &StateOf<Self>, line: &[MoveOf<Self>]) -> String;

    /// The next card that goes home by itself, in games that have that.
    fn autoplay(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        setting: Autoplay,
    ) -> Option<MoveOf<Self>> {
        let _ = (rules, state, setting);
        None
    }

    /// Cards that nobody has seen yet, in games that have such.
    fn unknown_cards(&self, state: &StateOf<Self>) -> usize {
        let _ = state;
        0
    }

    /// The shortest line to a card that nobody has seen.
    fn reveal(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        budget: &mut Budget,
    ) -> Result<Reveal<MoveOf<Self>>, Error> {
        let _ = (rules, state, budget);
        Err(no_unknown_cards(self.about()))
    }

    /// The chances of a position with unknown cards.
    fn chances(
        &self,
        rules: &Self::Rules,
        state: &StateOf<Self>,
        options: &ChanceOptions,
        budget: &mut Budget,
    ) -> Result<Result<Chances<MoveOf<Self>>, Stop>, Error> {
        let _ = (rules, state, options, budget);
        Err(no_unknown_cards(self.about()))
    }

    /// Cheats in a line of play, in games that have them.
    fn cheats(&self, line: &[MoveOf<Self>]) -> Option<u32> {
        let _ = line;
        None
    }
}

fn no_unknown_cards(about: &About) -> Error {
    Error::NotOffered(format!("there are no unknown cards in {}", about.name))
}

/// The adapter from a [`Kind`] to a [`Game`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adapter<K>(pub(crate) K);

impl<K: Kind> Adapter<K> {
    fn rules(&self, variation: &Variation) -> Result<Arc<K::Rules>, Error> {
        let about = self.0.about();
        if !variation.is_usual() && !about.has_variations {
            let reason = format!("{} has no other cells or columns", about.name);
            return Err(Error::NotOffered(reason));
        }
        self.0.rules(variation).map(Arc::new)
    }

    fn table(&self, rules: Arc<K::Rules>, state: StateOf<K>) -> Box<dyn Table> {
        Box::new(Position {
            kind: self.0,
            rules,
            state,
        })
    }
}

impl<K: Kind> Game for Adapter<K> {
    fn about(&self) -> &'static About {
        self.0.about()
    }

    fn deal(&self, number: u64, variation: &Variation) -> Result<Box<dyn Table>, Error> {
        let about = self.0.about();
        if !about.numbers.contains(&number) {
            return Err(Error::NoSuchDeal {
                game: about.name,
                number,
                first: *about.numbers.start(),
                last: *about.numbers.end(),
            });
        }
        let rules = self.rules(variation)?;
        let state = self.0.deal(&rules, number);
        Ok(self.table(rules, state))
    }

    fn read(&self, text: &str, variation: &Variation) -> Result<Box<dyn Table>, Error> {
        let rules = self.rules(variation)?;
        let state = rules
            .read_state(text)
            .map_err(|faults: Faults| Error::BadText(faults))?;
        Ok(self.table(rules, state))
    }
}

/// A position of a game, behind [`Table`].
#[derive(Clone)]
struct Position<K: Kind> {
    kind: K,
    rules: Arc<K::Rules>,
    state: StateOf<K>,
}

/// A report, and the moves of its solution as the solver gave them.
struct Answered<M> {
    report: Report,
    moves: Vec<M>,
}

impl<K: Kind> Position<K> {
    /// Refuses what the game does not offer, before any search.
    fn check(&self, request: &Request) -> Result<(), Error> {
        let about = self.kind.about();
        let refuse = |reason: String| Err(Error::NotOffered(reason));
        let tally = self.rules.tally(&self.state);
        match request.target.goal {
            Goal::Score { .. } if tally.score.is_none() => {
                return refuse(format!("{} has no score", about.name));
            }
            Goal::Cards { .. } if tally.gone.is_none() => {
                return refuse(format!("{} has no card goals", about.name));
            }
            _ => {}
        }
        if let Some(count) = request.count
            && !about.counts.contains(&count)
        {
            let words: Vec<_> = about.counts.iter().map(|count| count.word()).collect();
            return refuse(format!(
                "{} counts {}, not {count}",
                about.name,
                words.join(", ")
            ));
        }
        if request.cheats != Default::default() && !about.has_cheats {
            return refuse(format!("there are no cheats in {}", about.name));
        }
        Ok(())
    }

    fn count(&self, request: &Request) -> Count {
        request.count.unwrap_or(self.kind.about().counts[0])
    }

    /// Replays a solution and writes it down. `target` is what it claims to
    /// reach; none for an alternative, which claims nothing but to be legal.
    fn line(
        &self,
        solution: &Solution<MoveOf<K>>,
        target: Option<&Target>,
        count: Count,
    ) -> Result<Line, Error> {
        let wrong = |refusal: verify::Refusal| Error::WrongAnswer {
            game: self.kind.about().name,
            reason: refusal.to_string(),
        };
        let mut moves = Vec::with_capacity(solution.moves.len());
        let write = |state: &StateOf<K>, played: &MoveOf<K>| {
            moves.push(self.rules.write_move(state, played));
        };
        let replay = verify::replay_watched(&*self.rules, &self.state, &solution.moves, write)
            .map_err(wrong)?;
        if let Some(target) = target {
            verify::check(&replay.tally, target).map_err(wrong)?;
        }
        Ok(Line {
            moves,
            length: replay.length.in_count(count),
            count,
            proof: solution.proof,
            tally: replay.tally,
            cheats: self.kind.cheats(&solution.moves),
        })
    }

    /// The moves in the game's notation, each seen from where it is made.
    fn write(&self, moves: &[MoveOf<K>]) -> Vec<String> {
        let mut state = self.state.clone();
        let mut written = Vec::with_capacity(moves.len());
        for played in moves {
            written.push(self.rules.write_move(&state, played));
            if self.rules.apply(&mut state, played).is_err() {
                break;
            }
        }
        written
    }

    fn next(&self, state: StateOf<K>) -> Box<dyn Table> {
        Box::new(Self {
            kind: self.kind,
            rules: self.rules.clone(),
            state,
        })
    }

    /// The gesture that makes a legal move on a layout.
    fn gesture(&self, layout: &Layout, played: &MoveOf<K>) -> Option<Gesture> {
        let reach = self.kind.reach(layout, &self.state, played)?;
        Some(Gesture {
            played: self.rules.write_move(&self.state, played),
            says: self.kind.describe(&self.rules, &self.state, played),
            from: reach.from,
            cards: reach.cards,
            to: reach.to,
            either_way: reach.either_way,
        })
    }

    /// What the solver says, replayed.
    fn answer(
        &self,
        request: &Request,
        budget: &mut Budget,
        improved: &mut Improved<'_>,
    ) -> Result<Answered<MoveOf<K>>, Error> {
        self.check(request)?;
        let count = self.count(request);
        let watch = Stopwatch::start();
        let mut heard = |solution: &Solution<MoveOf<K>>| {
            // An improvement that does not replay is caught at the end, when
            // the solver answers with it.
            if let Ok(line) = self.line(solution, Some(&request.target), count) {
                improved(&line);
            }
        };
        let solver = &self.kind;
        let answer = solver.solve(&self.rules, &self.state, request, budget, &mut heard);
        self.replayed(request, answer, budget, &watch)
    }

    /// An answer, replayed.
    fn replayed(
        &self,
        request: &Request,
        answer: Answer<MoveOf<K>>,
        budget: &Budget,
        watch: &Stopwatch,
    ) -> Result<Answered<MoveOf<K>>, Error> {
        let count = self.count(request);
        let statistics = Statistics {
            states: budget.states(),
            bytes: budget.peak_bytes(),
            time: watch.elapsed(),
        };
        let mut moves = Vec::new();
        let outcome = match answer.outcome {
            Outcome::Solved(solution) => {
                let line = self.line(&solution, Some(&request.target), count)?;
                moves = solution.moves;
                Outcome::Solved(line)
            }
            Outcome::Impossible(exhausted) => Outcome::Impossible(exhausted),
            Outcome::Unknown(stop) => Outcome::Unknown(stop),
        };
        let alternatives = answer
            .alternatives
            .iter()
            .map(|solution| self.line(solution, None, count))
            .collect::<Result<_, _>>()?;
        let is_proved = !matches!(&outcome, Outcome::Solved(line) if line.proof.is_none());
        let definitive = match &outcome {
            _ if self.kind.unknown_cards(&self.state) == 0 => None,
            Outcome::Solved(line) => Some(line.proof.is_some()),
            Outcome::Impossible(_) => Some(true),
            Outcome::Unknown(_) => Some(false),
        };
        let report = Report {
            outcome,
            alternatives,
            lower_bound: budget.lower_bound().filter(|_| !is_proved),
            definitive,
            statistics,
        };
        Ok(Answered { report, moves })
    }

    /// Whether the board can be cleared, as far as a report on a goal tells.
    fn winnable(&self, request: &Request, report: &Report, budget: &mut Budget) -> Option<bool> {
        let lines = report
            .outcome
            .solution()
            .into_iter()
            .chain(&report.alternatives);
        if lines.into_iter().any(|line| line.tally.cleared) {
            return Some(true);
        }
        if request.target == Target::BOARD {
            return match report.outcome {
                Outcome::Impossible(_) => Some(false),
                _ => None,
            };
        }
        let board = Request {
            target: Target::BOARD,
            mode: Mode::Fast,
            ..*request
        };
        match self
            .answer(&board, budget, &mut |_| {})
            .ok()?
            .report
            .outcome
        {
            Outcome::Solved(_) => Some(true),
            Outcome::Impossible(_) => Some(false),
            Outcome::Unknown(_) => None,
        }
    }
}

impl<K: Kind> Table for Position<K> {
    fn about(&self) -> &'static About {
        self.kind.about()
    }

    fn boxed_clone(&self) -> Box<dyn Table> {
        self.next(self.state.clone())
    }

    fn text(&self) -> String {
        self.rules.write_state(&self.state)
    }

    fn picture(&self) -> Picture {
        self.kind.picture(&self.rules, &self.state)
    }

    fn layout(&self) -> Layout {
        let mut layout = self.kind.lay_out(&self.rules, &self.state);
        let moves = self.rules.legal_moves(&self.state);
        layout.gestures = moves
            .iter()
            .filter_map(|played| self.gesture(&layout, played))
            .collect();
        layout
    }

    fn describe(&self, played: &str) -> Result<String, Illegal> {
        let read = self.rules.read_move(&self.state, played.trim())?;
        self.rules.play(&self.state, &read)?;
        Ok(self.kind.describe(&self.rules, &self.state, &read))
    }

    fn explain(&self, moves: &[String]) -> String {
        let replay = verify::replay_text(&*self.rules, &self.state, moves);
        replay.map_or_else(
            |_| String::new(),
            |replay| self.kind.explain(&self.rules, &self.state, &replay.moves),
        )
    }

    fn concealed(&self) -> Option<Box<dyn Table>> {
        let state = self.kind.concealed(&self.state)?;
        Some(self.next(state))
    }

    fn tally(&self) -> Tally {
        self.rules.tally(&self.state)
    }

    fn is_won(&self) -> bool {
        self.rules.is_won(&self.state)
    }

    fn legal_moves(&self) -> Vec<String> {
        let moves = self.rules.legal_moves(&self.state);
        moves
            .iter()
            .map(|played| self.rules.write_move(&self.state, played))
            .collect()
    }

    fn play(&self, played: &str) -> Result<(Box<dyn Table>, String), Illegal> {
        let read = self.rules.read_move(&self.state, played.trim())?;
        let after = self.rules.play(&self.state, &read)?;
        Ok((self.next(after), self.rules.write_move(&self.state, &read)))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(&*self.rules, &self.state, depth)
    }

    fn moves_in(&self, text: &str) -> Vec<String> {
        let moves = verify::moves_in(text, self.rules.moves_are_words());
        moves.into_iter().map(str::to_owned).collect()
    }

    fn verify(&self, target: &Target, moves: &[String]) -> Result<Line, Error> {
        let replay = verify::replay_text(&*self.rules, &self.state, moves)?;
        verify::check(&replay.tally, target)?;
        let count = self.kind.about().counts[0];
        Ok(Line {
            length: replay.length.in_count(count),
            count,
            proof: None,
            tally: replay.tally,
            cheats: self.kind.cheats(&replay.moves),
            moves: self.write(&replay.moves),
        })
    }

    fn solve_anytime(
        &self,
        request: &Request,
        budget: &mut Budget,
        improved: &mut Improved<'_>,
    ) -> Result<Report, Error> {
        self.answer(request, budget, improved)
            .map(|answered| answered.report)
    }

    fn certify(&self, budget: &mut Budget, certificate: &mut Vec<u8>) -> Result<Report, Error> {
        let watch = Stopwatch::start();
        let answer = self
            .kind
            .certify(&self.rules, &self.state, budget, certificate)?;
        let request = Request::default();
        self.replayed(&request, answer, budget, &watch)
            .map(|answered| answered.report)
    }

    fn hint(&self, request: &Request, budget: &mut Budget) -> Result<Hint, Error> {
        let Answered { report, moves } = self.answer(request, budget, &mut |_| {})?;
        let winnable = self.winnable(request, &report, budget);
        let (played, reason) = match &report.outcome {
            Outcome::Solved(line) if line.moves.is_empty() => {
                (None, "the goal is reached already".to_owned())
            }
            Outcome::Solved(line) => (
                line.moves.first().cloned(),
                self.kind.explain(&self.rules, &self.state, &moves),
            ),
            Outcome::Impossible(_) => (None, "the goal can not be reached from here".to_owned()),
            Outcome::Unknown(stop) => (None, stop.to_string()),
        };
        Ok(Hint {
            played,
            reason,
            winnable,
            report,
        })
    }

    fn unknown_cards(&self) -> usize {
        self.kind.unknown_cards(&self.state)
    }

    fn reveal(&self, budget: &mut Budget) -> Result<Reveal, Error> {
        let found = self.kind.reveal(&self.rules, &self.state, budget)?;
        Ok(match found {
            Reveal::Line { moves, turned_up } => Reveal::Line {
                moves: self.write(&moves),
                turned_up,
            },
            Reveal::AllKnown => Reveal::AllKnown,
            Reveal::NoMore => Reveal::NoMore,
            Reveal::NoMoreFromHere => Reveal::NoMoreFromHere,
            Reveal::Unknown(stop) => Reveal::Unknown(stop),
        })
    }

    fn chances(
        &self,
        options: &ChanceOptions,
        budget: &mut Budget,
    ) -> Result<Result<Chances, Stop>, Error> {
        let watch = Stopwatch::start();
        let found = self
            .kind
            .chances(&self.rules, &self.state, options, budget)?;
        let statistics = Statistics {
            states: budget.states(),
            bytes: budget.peak_bytes(),
            time: watch.elapsed(),
        };
        Ok(found.map(|found| Chances {
            board: found.board,
            moves: found
                .moves
                .iter()
                .map(|(played, chance)| (self.rules.write_move(&self.state, played), *chance))
                .collect(),
            equal_to_best: found.equal_to_best,
            unknown: found.unknown,
            samples: found.samples,
            stopped: found.stopped,
            statistics,
        }))
    }

    fn autoplay(&self, setting: Autoplay) -> Option<String> {
        let played = self.kind.autoplay(&self.rules, &self.state, setting)?;
        Some(self.rules.write_move(&self.state, &played))
    }
}
