//! The adapter that turns a [`Kind`] into a [`Game`] and its positions into
//! [`Table`]s. Every answer of a solver passes through here and is replayed by
//! the reference rules.

use std::io::BufRead;
use std::sync::Arc;
use std::time::Duration;

use patience_core::{
    Answer, ChanceOptions, Count, Goal, IN_A_PAGE, Outcome, Solution, Statistics, Stop, Target,
};
use patience_rules::{Illegal, Rules, Tally, perft, verify};
use patience_search::Budget;

use crate::stopwatch::Stopwatch;
use crate::{
    About, Action, Autoplay, Certificate, Chances, Error, Game, Gesture, Gestures, Improved, Kind,
    Layout, Line, Move, MoveOf, NotOffered, Picture, Report, Request, Reveal, Settings, Sight,
    StateOf, Table,
};

/// The adapter from a [`Kind`] to a [`Game`].
#[derive(Clone, Copy, Debug)]
pub struct Adapter<K>(pub K);

/// A game under settings.
struct Rulebook<K: Kind> {
    kind: K,
    rules: K::Rules,
    settings: Settings,
}

impl<K: Kind> Adapter<K> {
    fn rulebook(&self, settings: &Settings) -> Result<Arc<Rulebook<K>>, Error> {
        let about = self.0.about();
        let chosen = settings.check(about.name, about.settings)?;
        Ok(Arc::new(Rulebook {
            kind: self.0,
            rules: self.0.rules(&chosen),
            settings: chosen.settings(),
        }))
    }
}

impl<K: Kind> Game for Adapter<K> {
    fn about(&self) -> &'static About {
        self.0.about()
    }

    fn deal(&self, number: u64, settings: &Settings) -> Result<Box<dyn Table>, Error> {
        let about = self.0.about();
        if !about.numbers.contains(&number) {
            return Err(Error::NoSuchDeal {
                game: about.name,
                number,
                first: *about.numbers.start(),
                last: *about.numbers.end(),
            });
        }
        let book = self.rulebook(settings)?;
        let state = self.0.deal(&book.rules, number);
        Ok(Box::new(Position { book, state }))
    }

    fn read(&self, text: &str, settings: &Settings) -> Result<Box<dyn Table>, Error> {
        let book = self.rulebook(settings)?;
        // Editors on Windows begin a text with a byte order mark.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let state = book.rules.read_state(text)?;
        Ok(Box::new(Position { book, state }))
    }

    fn transcribe(&self, sight: &Sight<'_>) -> Result<String, Error> {
        if IN_A_PAGE {
            return Err(self.0.lacks(NotOffered::Sight));
        }
        let text = self.0.transcribe(sight);
        text.ok_or_else(|| self.0.lacks(NotOffered::Sight))
    }

    fn check_certificate(&self, reader: &mut dyn BufRead) -> Result<Certificate, Error> {
        if IN_A_PAGE {
            return Err(self.0.lacks(NotOffered::Certificates));
        }
        let (settings, state, checked) = self.0.check_certificate(reader)?;
        let book = self.rulebook(&settings)?;
        let table = Box::new(Position { book, state });
        Ok(Certificate::new(table, checked))
    }
}

/// A position of a game, behind [`Table`].
struct Position<K: Kind> {
    book: Arc<Rulebook<K>>,
    state: StateOf<K>,
}

impl<K: Kind> Position<K> {
    /// Refuses what the game does not offer, before any search.
    fn check(&self, request: &Request) -> Result<(), Error> {
        let about = self.book.kind.about();
        let refuse = |missing| Err(self.book.kind.lacks(missing));
        let tally = self.book.rules.tally(&self.state);
        match request.target.goal {
            Goal::Score { .. } if tally.score.is_none() => {
                return refuse(NotOffered::Score);
            }
            Goal::Cards { .. } if tally.gone.is_none() => {
                return refuse(NotOffered::CardGoals);
            }
            _ => {}
        }
        if let Some(count) = request.count
            && !about.counts.contains(&count)
        {
            return refuse(NotOffered::Count {
                asked: count,
                counts: about.counts,
            });
        }
        if request.cheats != Default::default() && !about.has_cheats {
            return refuse(NotOffered::Cheats);
        }
        Ok(())
    }

    fn count(&self, request: &Request) -> Count {
        request.count.unwrap_or(self.book.kind.about().counts[0])
    }

    /// Replays a solution and writes it down. `target` is what it claims to
    /// reach; none for an alternative, which claims nothing but to be legal.
    fn line(
        &self,
        request: &Request,
        solution: &Solution<MoveOf<K>>,
        target: Option<&Target>,
    ) -> Result<Line, Error> {
        let count = self.count(request);
        let wrong = |refusal: verify::Refusal| Error::WrongAnswer {
            game: self.book.kind.about().name,
            reason: refusal.to_string(),
        };
        let rules = &self.book.rules;
        let written = if request.writes_moves {
            solution.moves.len()
        } else {
            0
        };
        let (mut moves, mut length) = (Vec::with_capacity(written), 0);
        let note = |state: &StateOf<K>, move_: &MoveOf<K>| {
            length += rules.cost(state, move_, count);
            if request.writes_moves {
                moves.push(Move::written(rules.write_move(state, move_)));
            }
        };
        let end = verify::replay_watched(rules, &self.state, &solution.moves, note);
        let tally = rules.tally(&end.map_err(wrong)?);
        if let Some(target) = target {
            verify::check(&tally, target).map_err(wrong)?;
        }
        Ok(Line {
            moves,
            length,
            count,
            proof: solution.proof,
            tally,
            cheats: self.book.kind.cheats(&solution.moves),
        })
    }

    /// The moves in the game's notation, each seen from where it is made.
    fn write(&self, moves: &[MoveOf<K>]) -> Vec<Move> {
        let mut state = self.state.clone();
        let mut written = Vec::with_capacity(moves.len());
        for move_ in moves {
            written.push(Move::written(self.book.rules.write_move(&state, move_)));
            if self.book.rules.apply(&mut state, move_).is_err() {
                break;
            }
        }
        written
    }

    fn next(&self, state: StateOf<K>) -> Box<dyn Table> {
        Box::new(Self {
            book: self.book.clone(),
            state,
        })
    }

    /// The table on which a card was turned up.
    fn turned_up(&self, state: Option<StateOf<K>>, card: &str) -> Result<Box<dyn Table>, Error> {
        let state = state.ok_or_else(|| {
            Illegal::because(format!("{card} cannot be the card that is turned up"))
        })?;
        Ok(self.next(state))
    }

    /// Reads a move, which need not be legal.
    fn read(&self, move_: &str) -> Result<MoveOf<K>, Illegal> {
        self.book.rules.read_move(&self.state, move_.trim())
    }

    /// Reads a move, which must be legal.
    fn read_legal(&self, move_: &str) -> Result<MoveOf<K>, Illegal> {
        let read = self.read(move_)?;
        self.book.rules.play(&self.state, &read)?;
        Ok(read)
    }

    /// An answer, replayed.
    fn report(
        &self,
        request: &Request,
        answer: Answer<MoveOf<K>>,
        budget: &Budget,
        watch: &Stopwatch,
    ) -> Result<Report, Error> {
        let line = |solution, target| self.line(request, solution, target);
        let replay = Stopwatch::start();
        let outcome = match &answer.outcome {
            Outcome::Solved(solution) => Outcome::Solved(line(solution, Some(&request.target))?),
            Outcome::Impossible(exhausted) => Outcome::Impossible(*exhausted),
            Outcome::Unknown(stop) => Outcome::Unknown(*stop),
        };
        let alternatives = answer.alternatives.iter();
        let alternatives = alternatives
            .map(|solution| line(solution, None))
            .collect::<Result<_, _>>()?;
        let replay = replay.elapsed();
        let is_proved = !matches!(&outcome, Outcome::Solved(line) if line.proof.is_none());
        let definitive = match &outcome {
            _ if self.unknown_cards() == 0 => None,
            Outcome::Solved(line) => Some(line.proof.is_some()),
            Outcome::Impossible(_) => Some(true),
            Outcome::Unknown(_) => Some(false),
        };
        Ok(Report {
            outcome,
            alternatives,
            lower_bound: budget.lower_bound().filter(|_| !is_proved),
            definitive,
            statistics: Statistics {
                replay,
                ..statistics(budget, watch)
            },
        })
    }
}

fn statistics(budget: &Budget, watch: &Stopwatch) -> Statistics {
    Statistics {
        states: budget.states(),
        bytes: budget.peak_bytes(),
        time: watch.elapsed(),
        replay: Duration::ZERO,
    }
}

impl<K: Kind> Table for Position<K> {
    fn about(&self) -> &'static About {
        self.book.kind.about()
    }

    fn settings(&self) -> &Settings {
        &self.book.settings
    }

    fn boxed_clone(&self) -> Box<dyn Table> {
        self.next(self.state.clone())
    }

    fn text(&self) -> String {
        self.book.rules.write_state(&self.state)
    }

    fn picture(&self) -> Picture {
        self.book.kind.picture(&self.book.rules, &self.state)
    }

    fn layout(&self) -> Layout {
        self.book.kind.lay_out(&self.book.rules, &self.state)
    }

    fn gestures(&self) -> Gestures {
        let layout = self.layout();
        let moves = self.book.rules.legal_moves(&self.state);
        let gesture = |move_: &MoveOf<K>| {
            let reach = self.book.kind.reach(&layout, &self.state, move_)?;
            Some(Gesture {
                move_: Move::written(self.book.rules.write_move(&self.state, move_)),
                action: self.book.kind.action(move_),
                from: reach.from,
                cards: reach.cards,
                to: reach.to,
                either_way: reach.either_way,
            })
        };
        Gestures::new(&layout, moves.iter().filter_map(gesture).collect())
    }

    fn action(&self, move_: &str) -> Result<Action, Illegal> {
        Ok(self.book.kind.action(&self.read(move_)?))
    }

    fn phrase(&self, move_: &str) -> Result<String, Illegal> {
        let read = self.read_legal(move_)?;
        Ok(self.book.kind.phrase(&self.book.rules, &self.state, &read))
    }

    fn describe(&self, move_: &str) -> Result<String, Illegal> {
        let read = self.read_legal(move_)?;
        Ok(self
            .book
            .kind
            .describe(&self.book.rules, &self.state, &read))
    }

    fn explain(&self, moves: &[Move]) -> String {
        let replay = verify::replay_text(&self.book.rules, &self.state, moves);
        replay.map_or_else(
            |_| String::new(),
            |replay| {
                self.book
                    .kind
                    .explain(&self.book.rules, &self.state, &replay.moves)
            },
        )
    }

    fn single_cards(&self, move_: &str) -> Result<Vec<Move>, Illegal> {
        let read = self.read_legal(move_)?;
        let singles = self
            .book
            .kind
            .single_cards(&self.book.rules, &self.state, &read);
        Ok(self.write(&singles))
    }

    fn concealed(&self) -> Option<Box<dyn Table>> {
        let state = self.book.kind.concealed(&self.state)?;
        Some(self.next(state))
    }

    fn turn_up(&self, pile: usize, card: &str) -> Result<Box<dyn Table>, Error> {
        let book = &self.book;
        let state = book.kind.turn_up(&book.rules, &self.state, pile, card);
        self.turned_up(state, card)
    }

    fn remember(&self, now: &dyn Table, pile: usize, card: &str) -> Result<Box<dyn Table>, Error> {
        let book = &self.book;
        let now = book.rules.read_state(&now.text())?;
        let state = book
            .kind
            .remember(&book.rules, &self.state, &now, pile, card);
        self.turned_up(state, card)
    }

    fn tally(&self) -> Tally {
        self.book.rules.tally(&self.state)
    }

    fn is_won(&self) -> bool {
        self.book.rules.is_won(&self.state)
    }

    fn legal_moves(&self) -> Vec<Move> {
        let moves = self.book.rules.legal_moves(&self.state);
        moves
            .iter()
            .map(|move_| Move::written(self.book.rules.write_move(&self.state, move_)))
            .collect()
    }

    fn play(&self, move_: &str) -> Result<(Box<dyn Table>, Move), Illegal> {
        let read = self.read(move_)?;
        let after = self.book.rules.play(&self.state, &read)?;
        let written = self.book.rules.write_move(&self.state, &read);
        Ok((self.next(after), Move::written(written)))
    }

    fn restart(&self) -> Option<Move> {
        let move_ = self.book.kind.restart(&self.state)?;
        self.book.rules.play(&self.state, &move_).ok()?;
        Some(Move::written(
            self.book.rules.write_move(&self.state, &move_),
        ))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(&self.book.rules, &self.state, depth)
    }

    fn moves_in(&self, text: &str) -> Vec<Move> {
        let moves = verify::moves_in(text, self.book.rules.moves_are_words());
        moves.into_iter().map(Move::from).collect()
    }

    fn verify(&self, target: &Target, moves: &[Move]) -> Result<Line, Error> {
        let replay = verify::replay_text(&self.book.rules, &self.state, moves)?;
        verify::check(&replay.tally, target)?;
        let count = self.book.kind.about().counts[0];
        Ok(Line {
            length: replay.length.in_count(count),
            count,
            proof: None,
            tally: replay.tally,
            cheats: self.book.kind.cheats(&replay.moves),
            moves: self.write(&replay.moves),
        })
    }

    fn solve_anytime(
        &self,
        request: &Request,
        budget: &mut Budget,
        improved: &mut Improved<'_>,
    ) -> Result<Report, Error> {
        self.check(request)?;
        let watch = Stopwatch::start();
        let mut found = |solution: &Solution<MoveOf<K>>| {
            // An improvement that does not replay is caught at the end, when
            // the solver answers with it.
            if let Ok(line) = self.line(request, solution, Some(&request.target)) {
                improved(&line);
            }
        };
        let answer =
            self.book
                .kind
                .solve(&self.book.rules, &self.state, request, budget, &mut found);
        self.report(request, answer, budget, &watch)
    }

    fn certify(&self, budget: &mut Budget, certificate: &mut Vec<u8>) -> Result<Report, Error> {
        if IN_A_PAGE {
            return Err(self.book.kind.lacks(NotOffered::Certificates));
        }
        let watch = Stopwatch::start();
        let answer = self
            .book
            .kind
            .certify(&self.book.rules, &self.state, budget, certificate)?;
        self.report(&Request::default(), answer, budget, &watch)
    }

    fn unknown_cards(&self) -> usize {
        self.book.kind.unknown_cards(&self.state)
    }

    fn reveal(&self, budget: &mut Budget) -> Result<Reveal, Error> {
        let found = self
            .book
            .kind
            .reveal(&self.book.rules, &self.state, budget)?;
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

    fn advise(&self, seed: u64) -> Result<Vec<Move>, Error> {
        let (rules, state) = (&self.book.rules, &self.state);
        Ok(self.write(&self.book.kind.advise(rules, state, seed)?))
    }

    fn chances(
        &self,
        options: &ChanceOptions,
        budget: &mut Budget,
    ) -> Result<Result<Chances, Stop>, Error> {
        let watch = Stopwatch::start();
        let found = self
            .book
            .kind
            .chances(&self.book.rules, &self.state, options, budget)?;
        let statistics = statistics(budget, &watch);
        Ok(found.map(|found| Chances {
            board: found.board,
            moves: found
                .moves
                .iter()
                .map(|(move_, chance)| {
                    let written = self.book.rules.write_move(&self.state, move_);
                    (Move::written(written), *chance)
                })
                .collect(),
            equal_to_best: found.equal_to_best,
            unknown: found.unknown,
            samples: found.samples,
            stopped: found.stopped,
            statistics,
        }))
    }

    fn autoplay(&self, setting: Autoplay) -> Option<Move> {
        let move_ = self
            .book
            .kind
            .autoplay(&self.book.rules, &self.state, setting)?;
        Some(Move::written(
            self.book.rules.write_move(&self.state, &move_),
        ))
    }
}
