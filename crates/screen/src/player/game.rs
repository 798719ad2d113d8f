//! One deal, from the first look to won or lost.

use std::time::Instant;

use patience::{
    Action, Budget, CardNames, DealPlan, Game, Layout, Limits, Line, Mode, Move, Outcome, Report,
    Request, Reveal, Stop, Table,
};

use super::act::{MoveResult, shows_won};
use super::compare::{compare, untwinned};
use super::look::{Observation, Settled};
use super::{Player, Stopped};
use crate::hands::{Eyes, Hands};
use crate::position;
use crate::profile::{Carry, PileRole};
use crate::vision::{Face, Reading};

/// The most new plans for one deal.
const MOST_PLANS: u32 = 12;
/// The most times that a program may say that no move is left while cards are
/// turned up, and hide what was turned up.
const MOST_STUCK: u32 = 3;
/// The most cards that are turned up one after the other; no game has more.
const MOST_REVEALS: u32 = 60;

/// How a deal ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ended {
    /// The goal is reached on the table.
    Won {
        /// Moves of the solution that was played last.
        line: Line,
    },
    /// It is proved that the goal cannot be reached.
    Lost,
    /// A limit stopped the search before there was an answer.
    Unknown(Stop),
    /// It was only planned.
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

/// The user's answer about a table that was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Consent {
    /// It is right, with the corrections.
    Yes,
    /// Do not play it.
    No,
    /// Ctrl-C.
    Interrupted,
    /// Nobody can be asked: a doubtful card stops the player.
    NobodyToAsk,
}

/// What the player asks the user, and reports.
pub trait Asks {
    /// Corrects and confirms the table as it was read, and after each draw.
    fn confirm(&mut self, readings: &mut [Reading]) -> Consent;

    /// A game that has begun has to be started over, because its hidden cards are
    /// seen only then: what was played is lost. May it be?
    fn start_over(&mut self) -> Consent {
        Consent::NobodyToAsk
    }

    /// The user wants to choose among several solutions.
    fn wants_choice(&self) -> bool {
        false
    }

    /// Chooses which of several solutions to play: 0 is the first, the best one.
    fn choose(&mut self, lines: &[&Line]) -> usize;

    /// Reports what happens, in one line.
    fn report(&mut self, what: &str);

    /// Reports that `made` moves of a line of `of` moves have been made.
    fn progress(&mut self, _made: usize, _of: usize) {}
}

/// Where the play goes on.
enum Next {
    /// The line was played to its end.
    Finished,
    /// It goes on from here with a new plan.
    From(Box<dyn Table>, Observation),
    /// The same: the program has drawn by itself.
    Drawn(Box<dyn Table>, Observation),
    /// The program says that no move is left after the next one of the line, and
    /// has taken it back.
    Stuck {
        /// What is known now: the table after that move with what it turned up, or
        /// the table before it.
        known: Box<dyn Table>,
        /// A card that it turned up was seen.
        has_news: bool,
    },
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
        let seen = self.first_look(game)?;
        self.check_sign(game, &seen.frame)?;
        position::check_cards(std::slice::from_ref(&seen.reading))?;
        if !dry_run && self.loses_moves(game, &seen.reading)? {
            match asks.start_over() {
                Consent::Yes => {}
                Consent::No => return Err(Stopped::NotConfirmed),
                Consent::Interrupted => return Err(Stopped::Interrupted),
                Consent::NobodyToAsk => return Err(Stopped::Begun),
            }
        }
        let mut scan = self.scan_from(game, seen, !dry_run)?;
        self.corrections = Default::default();
        self.agree(&mut scan.readings, asks)?;
        let mut table = self.read(game, &scan.readings)?;
        self.begin(&*table, scan.is_start);
        let mut seen = scan.now;
        let earlier = self.figures.plans;
        let mut stuck = 0;
        for _ in 0..MOST_PLANS + 2 * MOST_REVEALS {
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
                        Next::From(now, at) | Next::Drawn(now, at) => (table, seen) = (now, at),
                        Next::Stuck { known, has_news } => {
                            // What was not seen may be seen from elsewhere, or the
                            // next time.
                            stuck += u32::from(!has_news);
                            if stuck > MOST_STUCK || self.start_of(&*known).is_none() {
                                return Err(Stopped::Stuck);
                            }
                            asks.report("no move is left: starting over");
                            (table, seen) = self.start_over(&*known)?;
                        }
                    }
                    continue;
                }
                Plan::StartOver => {
                    asks.report("starting over");
                    (table, seen) = self.start_over(&*table)?;
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
                // It may do so after every move, and always leads on.
                Next::Drawn(now, at) => {
                    (table, seen) = (now, at);
                    asks.report("the program has drawn by itself: solving it again from there");
                    continue;
                }
                Next::Stuck { .. } => return Err(Stopped::Stuck),
            }
            self.figures.plans += 1;
            asks.report("the table is not as planned: solving it again from there");
        }
        Err(Stopped::OtherTable(
            "it keeps changing by itself".to_owned(),
        ))
    }

    /// The position that was read.
    fn read(&self, game: &dyn Game, readings: &[Reading]) -> Result<Box<dyn Table>, Stopped> {
        let text = position::text(game, readings)?;
        game.read(&text, &self.manner.settings)
            .map_err(|error| Stopped::NotRead(error.to_string().replace('\n', "; ")))
    }

    /// Solves a table. Turning up cards may have made the game unwinnable: then
    /// it is solved from its start, if that is known.
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
        let Some(restart) = table.restart() else {
            return Ok(report);
        };
        let Ok((start, restart)) = table.play(&restart) else {
            return Ok(report);
        };
        let mut report = start.solve(request, &mut budget())?;
        let lines = report.alternatives.iter_mut();
        let solved = match &mut report.outcome {
            Outcome::Solved(line) => Some(line),
            _ => None,
        };
        for line in lines.chain(solved) {
            line.moves.insert(0, restart.clone());
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
            let other = self.solve(table, &request.with_mode(mode), limits)?;
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
            Consent::NobodyToAsk => match position::doubts(&before).as_slice() {
                [] => Ok(()),
                _ if let Some(pile) = guessed(&before) => Err(Stopped::NotRead(format!(
                    "the cards of {pile} cover each other's ranks; make the window higher"
                ))),
                [first, ..] => Err(Stopped::InDoubt {
                    place: first.place(),
                    read: first.read.clone(),
                }),
            },
        }
    }

    /// Asks about a doubtful card that a move has turned up. The table with the
    /// user's answer; none if something else is not as expected.
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
        self.turn_up(after, &news).map(Some)
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
        // The best with what is known may not be the best of all.
        let is_best = self.campaign.as_ref().is_some_and(|campaign| {
            let goal = campaign.target().goal;
            matches!(goal, patience::Goal::Score { target: None })
        });
        let is_solved = matches!(report.outcome, Outcome::Solved(_)) && !is_best;
        if is_open && !dry_run && !is_solved {
            return Ok(match self.next_reveal(table, limits)? {
                Reveal::Line { moves, turned_up } => {
                    asks.report(&format!("turning up {turned_up}"));
                    Plan::Reveal(moves)
                }
                Reveal::NoMoreFromHere if self.origin.is_some() && !self.is_at_origin(table) => {
                    Plan::StartOver
                }
                Reveal::Unknown(stop) => Plan::Ended(Ended::Unknown(stop)),
                // A card that cannot be turned up cannot be played either; the
                // solver knows whether that is certain.
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
        let of_challenge = self.plan_of_challenge(&report);
        let first = match &of_challenge {
            Some(DealPlan::Play { line, .. }) => Some(line),
            Some(_) => None,
            None => report.outcome.solution(),
        };
        Ok(match first {
            Some(line) => {
                let better = report.alternatives.iter();
                let better = better.filter(|_| of_challenge.is_none());
                let lines: Vec<&Line> = std::iter::once(line).chain(better).collect();
                let chosen = match lines.len() {
                    1 => 0,
                    several => asks.choose(&lines).min(several - 1),
                };
                asks.report(&format!(
                    "solved in {} {}",
                    lines[chosen].length,
                    lines[chosen].count.word()
                ));
                let text = self.log.is_kept().then(|| table.text());
                let moves = super::log::plan(&lines[chosen].moves);
                self.log.note("plan", None, text, moves);
                Plan::Line(lines[chosen].clone())
            }
            // The cards were turned up on a way that may not lead to the goal.
            _ if self.origin.is_some() && !self.is_at_origin(table) => Plan::StartOver,
            _ => Plan::Ended(unknown_or_lost(&report)),
        })
    }

    /// Plays moves one after the other. At the end of a winning line it is
    /// finished; else the table is where the line leads, or another one.
    fn play_line(
        &mut self,
        game: &dyn Game,
        start: Box<dyn Table>,
        moves: &[Move],
        seen: Observation,
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
                MoveResult::Done(after, at) => {
                    (table, seen) = (after, at);
                    index += 1;
                }
                MoveResult::Stuck(after) => {
                    return Ok(Next::Stuck {
                        has_news: after.is_some(),
                        known: after.unwrap_or(table),
                    });
                }
                MoveResult::Elsewhere(at, difference) => {
                    self.log.note("other", None, None, &*difference);
                    if let Ok((after, _)) = table.play(&moves[index])
                        && let Some(after) = self.ask_about_news(&*after, &at.reading, asks)?
                    {
                        (table, seen) = (after, at);
                        index += 1;
                        continue;
                    }
                    match self.find_in_line(&*table, &moves[index..], &at.reading, is_winning) {
                        Some(LinePosition::End) => return Ok(Next::Finished),
                        Some(LinePosition::After(further, count)) => {
                            (table, seen) = (further, at);
                            index += count;
                        }
                        None => {
                            let drawn = self.and_a_draw(&*table, &moves[index], &at.reading)?;
                            if let Some(drawn) = drawn {
                                return Ok(Next::Drawn(drawn, at));
                            }
                            match self.take_up(game, &*table, at, &difference) {
                                Err(Stopped::OtherTable(why)) => {
                                    match self.look_once_more(&*table, &moves[index])? {
                                        Some(MoveResult::Done(after, at)) => {
                                            (table, seen) = (after, at);
                                            index += 1;
                                        }
                                        _ => return Err(Stopped::OtherTable(why)),
                                    }
                                }
                                taken_up => return taken_up,
                            }
                        }
                    }
                }
            }
        }
        match is_winning {
            true => Ok(Next::Finished),
            false => Ok(Next::From(table, seen)),
        }
    }

    /// Before giving up: a busy program may show for a moment what cannot be. Waits
    /// for the table after a move as long as for one that shows no effect.
    fn look_once_more(
        &mut self,
        table: &dyn Table,
        move_: &Move,
    ) -> Result<Option<MoveResult>, Stopped> {
        let Ok((after, _)) = table.play(move_) else {
            return Ok(None);
        };
        let start = Instant::now();
        while start.elapsed() < self.manner.pace.lost {
            if let Settled::AsExpected(seen, news) =
                self.look_for(&*after, &table.layout(), false, None)?
            {
                self.log.note("look", None, None, "as expected after all");
                let after = self.turn_up(&*after, &news)?;
                return Ok(Some(MoveResult::Done(after, seen)));
            }
            std::thread::sleep(self.manner.pace.poll);
        }
        Ok(None)
    }

    /// The program may have played on by itself: checks whether the table is one
    /// that the line reaches later.
    fn find_in_line(
        &self,
        table: &dyn Table,
        moves: &[Move],
        reading: &Reading,
        is_winning: bool,
    ) -> Option<LinePosition> {
        let mut further = table.boxed_clone();
        let mut only_home = true;
        for (index, move_) in moves.iter().enumerate() {
            only_home &= further.action(move_) == Ok(Action::Home);
            further = further.play(move_).ok()?.0;
            let compared = self.corrections.compare(&further.layout(), reading);
            if compared.is_ok_and(|news| news.is_empty()) {
                return Some(match is_winning && index + 1 == moves.len() {
                    true => LinePosition::End,
                    false => LinePosition::After(further, index + 1),
                });
            }
        }
        let signs = &self.manner.signs.won_when_empty;
        // Only cards that go home by themselves can have ended the game.
        let names = further.about().cards;
        let is_over = only_home || shows_ranks_at_home(names, &further.layout(), reading);
        (is_winning && is_over && shows_won(signs, reading)).then_some(LinePosition::End)
    }

    /// The table is not one that was planned. If all cards can be seen, it is
    /// read; else it must be one move away from the last one.
    fn take_up(
        &mut self,
        game: &dyn Game,
        last: &dyn Table,
        seen: Observation,
        difference: &str,
    ) -> Result<Next, Stopped> {
        if game.about().stock.is_some() {
            for move_ in last.legal_moves() {
                let Ok((after, _)) = last.play(&move_) else {
                    continue;
                };
                let layout = after.layout();
                let corrections = &self.corrections;
                if let Ok(news) = corrections.compare_table(&*after, &layout, &seen.reading) {
                    let after = self.turn_up(&*after, &news)?;
                    return Ok(Next::From(after, seen));
                }
            }
            return Err(Stopped::OtherTable(difference.to_owned()));
        }
        if seen.reading.doubtful() > 0 {
            return Err(Stopped::OtherTable(format!(
                "{difference}, and {} of its cards are doubtful",
                seen.reading.doubtful()
            )));
        }
        let scan = self.scan_from(game, seen, true)?;
        let table = self.read(game, &scan.readings).or_else(|stopped| {
            // Twins may have been taken for each other; a card that has not moved is
            // what it was.
            let layout = last.layout();
            let mended = scan.readings.iter();
            let mended: Vec<_> = mended.map(|one| untwinned(one, &layout)).collect();
            self.read(game, &mended).map_err(|_| stopped)
        })?;
        Ok(Next::From(table, scan.now))
    }

    /// Deals the next game.
    pub fn deal_next(&mut self) -> Result<(), Stopped> {
        let control = self.manner.controls.new_game.clone();
        let control = control.ok_or(Stopped::NotInProfile("how to deal a new game"))?;
        for dialog in self.device.dialogs(self.window)? {
            let Some(chord) = self.manner.signs.dismiss.clone() else {
                break;
            };
            self.device.focus(dialog)?;
            std::thread::sleep(std::time::Duration::from_millis(80));
            self.device.key(&chord)?;
        }
        self.control(&control)?;
        std::thread::sleep(self.manner.pace.still);
        Ok(())
    }
}

/// What comes next.
enum Plan {
    Line(Line),
    Reveal(Vec<Move>),
    StartOver,
    Ended(Ended),
}

/// Where a table is in a line.
enum LinePosition {
    End,
    After(Box<dyn Table>, usize),
}

/// The homes show the same ranks as those of this layout, in whatever order the
/// cards went there. Suits may be doubtful.
fn shows_ranks_at_home(names: CardNames, layout: &Layout, reading: &Reading) -> bool {
    let rank = |card: &str| names.find(card).map(|card| names.rank(card));
    let homes = layout
        .piles
        .iter()
        .filter(|pile| pile.role == PileRole::Home);
    let mut expected: Vec<_> = homes.map(|pile| rank(&pile.cards.last()?.card)).collect();
    let homes = reading.piles_with(PileRole::Home);
    let mut seen: Vec<_> = homes
        .map(|pile| match &pile.cards.last()?.face {
            Face::Up(card) => rank(card),
            Face::Down => None,
        })
        .collect();
    expected.sort_unstable();
    seen.sort_unstable();
    !expected.is_empty() && expected == seen
}

/// A pile with a card whose name is a guess.
fn guessed(readings: &[Reading]) -> Option<&str> {
    let mut cards = readings.iter().flat_map(Reading::cards);
    let (pile, ..) = cards.find(|(_, _, card)| card.guessed)?;
    Some(&pile.name)
}

fn unknown_or_lost(report: &Report) -> Ended {
    match &report.outcome {
        Outcome::Impossible(_) => Ended::Lost,
        Outcome::Unknown(stop) => Ended::Unknown(*stop),
        Outcome::Solved(_) => Ended::Unknown(Stop::Cancelled),
    }
}
