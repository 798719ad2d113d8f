//! One deal, from the first look to won or lost.

use patience::{
    Budget, Game, Limits, Line, Mode, Outcome, Report, Request, Reveal, Stop, Table, Variation,
};

use super::act::{Made, says_won};
use super::compare::{compare, is_home};
use super::look::Seen;
use super::{Player, Stopped};
use crate::hands::{Eyes, Hands};
use crate::profile::Carry;
use crate::vision::{Face, Reading};

/// New plans for one deal, before it is given up.
const MOST_PLANS: u32 = 12;
/// Cards are turned up one after the other; no game has more to turn up.
const MOST_REVEALS: u32 = 60;

/// The move that deals the same cards again.
const START_OVER: &str = "Start over";

/// How a deal ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ended {
    /// The goal is reached on the table.
    Won {
        /// Moves of the solution that was played last.
        line: Line,
    },
    /// It is proved that the goal can not be reached.
    Lost,
    /// A limit came before an answer.
    Unknown(Stop),
    /// It was only to be planned.
    Planned(Answer),
}

/// What was found without playing.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The position's text.
    pub text: String,
    /// The solver's report.
    pub report: Report,
}

/// What the user says to a table that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    /// It is right, as it is now.
    Yes,
    /// It is not to be played.
    No,
    /// Ctrl-C.
    Interrupted,
    /// There is nobody to ask: a card in doubt stops the player.
    NobodyToAsk,
}

/// What the player asks of its user.
pub trait Asks {
    /// The table as it was read, and after each draw; to be corrected in place
    /// and confirmed.
    fn confirm(&mut self, readings: &mut [Reading]) -> Consent;

    /// The user wants to choose among several solutions.
    fn wants_choice(&self) -> bool {
        false
    }

    /// Which of several solutions to play: 0 is the first, the best one.
    fn choose(&mut self, lines: &[&Line]) -> usize;

    /// What happens, in one line.
    fn tell(&mut self, what: &str);

    /// So many moves of a line are made.
    fn progress(&mut self, _made: usize, _of: usize) {}
}

/// Where the play goes on.
enum Next {
    /// The line was played to its end.
    Finished,
    /// From here with a new plan.
    From(Box<dyn Table>, Seen),
}

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// Reads the table, solves it, plays it. With `dry_run` it only solves.
    pub fn play(
        &mut self,
        game: &dyn Game,
        request: &Request,
        limits: &Limits,
        dry_run: bool,
        asks: &mut dyn Asks,
    ) -> Result<Ended, Stopped> {
        let outcome = self.play_on(game, request, limits, dry_run, asks);
        if let Err(stopped) = &outcome {
            self.log.note("stop", None, None, stopped.to_string());
        }
        outcome
    }

    fn play_on(
        &mut self,
        game: &dyn Game,
        request: &Request,
        limits: &Limits,
        dry_run: bool,
        asks: &mut dyn Asks,
    ) -> Result<Ended, Stopped> {
        let seen = self.look_at_rest()?;
        let mut scan = self.scan_from(game.about(), seen)?;
        self.corrections = Default::default();
        self.agree(&mut scan.readings, asks)?;
        let text = crate::table::text(game.about().name, &scan.readings)?;
        let mut seen = scan.now;
        let mut table = read(game, &text)?;
        let earlier = self.figures.plans;
        for _ in 0..MOST_PLANS + MOST_REVEALS {
            if self.figures.plans - earlier > MOST_PLANS {
                break;
            }
            let mut report = self.solve(&*table, request, limits)?;
            if asks.wants_choice() {
                self.find_more(&*table, request, limits, &mut report)?;
            }
            let planned = match self.plan(&*table, report, limits, dry_run, asks)? {
                Plan::Line(line) => line,
                Plan::Reveal(moves) => {
                    match self.play_line(game, table, &moves, seen, false, asks)? {
                        Next::Finished => {
                            return Err(Stopped::OtherTable("the game ended".to_owned()));
                        }
                        Next::From(now, at) => (table, seen) = (now, at),
                    }
                    continue;
                }
                Plan::Ended(ended) => return Ok(ended),
            };
            let moves = match self.manner.carry {
                Carry::Run => planned.moves.clone(),
                Carry::Single => super::single::one_by_one(&*table, &planned.moves)?,
            };
            match self.play_line(game, table, &moves, seen, true, asks)? {
                Next::Finished => return Ok(Ended::Won { line: planned }),
                Next::From(now, at) => (table, seen) = (now, at),
            }
            self.figures.plans += 1;
            asks.tell("the table is another one than planned: solving it again from there");
        }
        Err(Stopped::OtherTable(
            "it changes by itself again and again".to_owned(),
        ))
    }

    /// Solves a table. Where cards had to be turned up, the way there may have
    /// spoilt the game: then from its start, if that is known.
    fn solve(
        &self,
        table: &dyn Table,
        request: &Request,
        limits: &Limits,
    ) -> Result<Report, Stopped> {
        let budget = || Budget::new(*limits).with_cancel(&self.cancel);
        let report = table.solve(request, &mut budget())?;
        if matches!(report.outcome, Outcome::Solved(_)) {
            return Ok(report);
        }
        let Ok((start, _)) = table.play(START_OVER) else {
            return Ok(report);
        };
        let mut report = start.solve(request, &mut budget())?;
        let lines = report.alternatives.iter_mut();
        let solved = match &mut report.outcome {
            Outcome::Solved(line) => Some(line),
            _ => None,
        };
        for line in lines.chain(solved) {
            line.moves.insert(0, START_OVER.to_owned());
        }
        Ok(report)
    }

    /// Other solutions to choose from: the first that is found, and a short one.
    fn find_more(
        &self,
        table: &dyn Table,
        request: &Request,
        limits: &Limits,
        report: &mut Report,
    ) -> Result<(), Stopped> {
        for mode in [Mode::Fast, Mode::Short] {
            let Outcome::Solved(best) = &report.outcome else {
                break;
            };
            if mode == request.mode {
                continue;
            }
            let known: Vec<_> = std::iter::once(best).chain(&report.alternatives).collect();
            let other = self.solve(table, &Request { mode, ..*request }, limits)?;
            if let Outcome::Solved(line) = other.outcome
                && known.iter().all(|known| known.length != line.length)
            {
                report.alternatives.push(line);
            }
        }
        Ok(())
    }

    /// Asks the user about what was read.
    fn agree(&mut self, readings: &mut [Reading], asks: &mut dyn Asks) -> Result<(), Stopped> {
        let before = readings.to_vec();
        match asks.confirm(readings) {
            Consent::Yes => {
                self.corrections.learn(&before, readings);
                Ok(())
            }
            Consent::No => Err(Stopped::NotConfirmed),
            Consent::Interrupted => Err(Stopped::Interrupted),
            Consent::NobodyToAsk => match crate::table::doubts(&before).as_slice() {
                [] => Ok(()),
                [first, ..] => Err(Stopped::InDoubt {
                    place: first.place(),
                    read: first.read.clone(),
                }),
            },
        }
    }

    /// After a move, the only thing that is not as it should be is a card that
    /// nobody had seen and that is in doubt: asks about it. The table with what
    /// the user says; none if something else is wrong.
    fn ask_about_news(
        &mut self,
        after: &dyn Table,
        reading: &Reading,
        asks: &mut dyn Asks,
    ) -> Result<Option<Box<dyn Table>>, Stopped> {
        let layout = after.layout();
        let mut reading = self.corrections.settled(&layout, reading);
        let certain = |reading: &Reading| {
            let mut reading = reading.clone();
            let piles = reading.piles.iter_mut();
            let cards = piles.flat_map(|pile| pile.cards.iter_mut());
            cards.for_each(|card| card.doubtful = false);
            reading
        };
        if reading.doubtful() == 0 || compare(&layout, &certain(&reading)).is_err() {
            return Ok(None);
        }
        self.agree(std::slice::from_mut(&mut reading), asks)?;
        let news = compare(&layout, &certain(&reading)).map_err(Stopped::OtherTable)?;
        super::act::learn(after, &layout, &news).map(Some)
    }

    /// What to do about a report.
    fn plan(
        &mut self,
        table: &dyn Table,
        report: Report,
        limits: &Limits,
        dry_run: bool,
        asks: &mut dyn Asks,
    ) -> Result<Plan, Stopped> {
        let is_open = table.unknown_cards() > 0 && report.definitive != Some(true);
        if is_open && !dry_run && !matches!(report.outcome, Outcome::Solved(_)) {
            let mut budget = Budget::new(*limits).with_cancel(&self.cancel);
            return Ok(match table.reveal(&mut budget)? {
                Reveal::Line { moves, turned_up } => {
                    asks.tell(&format!("turning up {turned_up}"));
                    Plan::Reveal(moves)
                }
                Reveal::Unknown(stop) => Plan::Ended(Ended::Unknown(stop)),
                // What can not be turned up can not be played either; the
                // solver says so when it is certain.
                _ => Plan::Ended(unknown_or_lost(&report)),
            });
        }
        if dry_run {
            let text = table.text();
            return Ok(Plan::Ended(Ended::Planned(Answer { text, report })));
        }
        if self.cancel.is_cancelled() {
            return Err(Stopped::Interrupted);
        }
        Ok(match &report.outcome {
            Outcome::Solved(line) => {
                let better = report.alternatives.iter();
                let lines: Vec<&Line> = std::iter::once(line).chain(better).collect();
                let chosen = match lines.len() {
                    1 => 0,
                    several => asks.choose(&lines).min(several - 1),
                };
                asks.tell(&format!(
                    "solved in {} {}",
                    lines[chosen].length,
                    lines[chosen].count.word()
                ));
                let moves = lines[chosen].moves.join(super::log::PLAN_SEPARATOR);
                let text = self.log.is_kept().then(|| table.text());
                self.log.note("plan", None, text, moves);
                Plan::Line(lines[chosen].clone())
            }
            _ => Plan::Ended(unknown_or_lost(&report)),
        })
    }

    /// Plays moves one after the other. At the end of a winning line it is
    /// finished; else the table is where the line leads, or another one.
    fn play_line(
        &mut self,
        game: &dyn Game,
        start: Box<dyn Table>,
        moves: &[String],
        seen: Seen,
        is_winning: bool,
        asks: &mut dyn Asks,
    ) -> Result<Next, Stopped> {
        let mut table = start;
        let mut seen = seen;
        let mut index = 0;
        while index < moves.len() {
            asks.progress(index, moves.len());
            let is_last = is_winning && index + 1 == moves.len();
            match self.make(&*table, &moves[index], seen, is_last)? {
                Made::Done(after, at) => {
                    (table, seen) = (after, at);
                    index += 1;
                }
                Made::Elsewhere(at, difference) => {
                    self.log.note("other", None, None, &*difference);
                    if let Ok((after, _)) = table.play(&moves[index])
                        && let Some(told) = self.ask_about_news(&*after, &at.reading, asks)?
                    {
                        (table, seen) = (told, at);
                        index += 1;
                        continue;
                    }
                    match self.find_in_line(&*table, &moves[index..], &at.reading, is_winning) {
                        Some(Found::End) => return Ok(Next::Finished),
                        Some(Found::After(further, count)) => {
                            (table, seen) = (further, at);
                            index += count;
                        }
                        None => return self.take_up(game, &*table, at, &difference),
                    }
                }
            }
        }
        match is_winning {
            true => Ok(Next::Finished),
            false => Ok(Next::From(table, seen)),
        }
    }

    /// The program may have played on by itself: looks whether the table is
    /// one that the line comes to later.
    fn find_in_line(
        &self,
        table: &dyn Table,
        moves: &[String],
        reading: &Reading,
        is_winning: bool,
    ) -> Option<Found> {
        let mut further = table.boxed_clone();
        for (index, played) in moves.iter().enumerate() {
            further = further.play(played).ok()?.0;
            let compared = self.corrections.compare(&further.layout(), reading);
            if compared.is_ok_and(|news| news.is_empty()) {
                return Some(match is_winning && index + 1 == moves.len() {
                    true => Found::End,
                    false => Found::After(further, index + 1),
                });
            }
        }
        let signs = &self.manner.signs.won_when_empty;
        // Only cards that go home by themselves can have ended the game.
        let only_home = moves.iter().all(|played| played.ends_with('h'));
        let is_over = only_home || has_only_kings(reading);
        (is_winning && is_over && says_won(signs, reading)).then_some(Found::End)
    }

    /// Another table than any that was planned. Where all cards can be seen it
    /// is simply read; else it must be one move away from a known one.
    fn take_up(
        &mut self,
        game: &dyn Game,
        last: &dyn Table,
        seen: Seen,
        difference: &str,
    ) -> Result<Next, Stopped> {
        let has_hidden = last.layout().piles.iter().any(|pile| {
            matches!(
                pile.role,
                patience::layout::Role::Stock | patience::layout::Role::Waste
            )
        });
        if has_hidden {
            for played in last.legal_moves() {
                let Ok((after, _)) = last.play(&played) else {
                    continue;
                };
                let layout = after.layout();
                if let Ok(news) = self.corrections.compare(&layout, &seen.reading) {
                    let after = super::act::learn(&*after, &layout, &news)?;
                    return Ok(Next::From(after, seen));
                }
            }
            return Err(Stopped::OtherTable(difference.to_owned()));
        }
        if seen.reading.doubtful() > 0 {
            return Err(Stopped::OtherTable(format!(
                "{difference}, and {} cards of it are in doubt",
                seen.reading.doubtful()
            )));
        }
        let scan = self.scan_from(game.about(), seen)?;
        let table = read(
            game,
            &crate::table::text(game.about().name, &scan.readings)?,
        )?;
        Ok(Next::From(table, scan.now))
    }

    /// Deals the next game and waits until it lies on the table.
    pub fn deal_next(&mut self) -> Result<(), Stopped> {
        let control = self.manner.controls.new_game.clone();
        let control = control.ok_or(Stopped::NotSaid("how to deal a new game"))?;
        for dialog in self.device.dialogs(self.window)? {
            let Some(chord) = self.manner.signs.dismiss.clone() else {
                break;
            };
            self.device.focus(dialog)?;
            std::thread::sleep(std::time::Duration::from_millis(80));
            self.device.key(&chord)?;
        }
        let place = self.device.place(self.window)?;
        let frame = self.device.capture(self.window)?;
        let seen = Seen {
            frame,
            place,
            reading: Reading::default(),
        };
        self.control(&control, &seen)?;
        std::thread::sleep(self.manner.pace.still);
        Ok(())
    }
}

/// What comes next.
enum Plan {
    Line(Line),
    Reveal(Vec<String>),
    Ended(Ended),
}

/// Where a reading was found in a line.
enum Found {
    End,
    After(Box<dyn Table>, usize),
}

/// Every home shows a king: all cards are home, in whatever order they went.
fn has_only_kings(reading: &Reading) -> bool {
    let homes = reading.piles.iter().filter(|pile| is_home(&pile.name));
    let kings = homes.clone().filter(|pile| match pile.cards.last() {
        Some(card) => matches!(&card.face, Face::Up(name) if name.starts_with('K')),
        None => false,
    });
    let count = homes.count();
    count > 0 && kings.count() == count
}

fn unknown_or_lost(report: &Report) -> Ended {
    match &report.outcome {
        Outcome::Impossible(_) => Ended::Lost,
        Outcome::Unknown(stop) => Ended::Unknown(*stop),
        Outcome::Solved(_) => Ended::Unknown(Stop::Cancelled),
    }
}

fn read(game: &dyn Game, text: &str) -> Result<Box<dyn Table>, Stopped> {
    game.read(text, &Variation::default())
        .map_err(|error| Stopped::NotRead(error.to_string().replace('\n', "; ")))
}
