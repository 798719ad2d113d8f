//! What the player asks of the oracle: hints, solutions to watch, where the
//! game was lost, and the rest of a game that is as good as won.

use std::time::Duration;

use patience::Move;
use patience::counter::{self, PlayedStep};
use patience::oracle::{Judgement, Lost, Verdict};
use patience::records::Help;

use super::review::{ReviewLine, review_lines};
use super::{App, Effect, Insight, Overlay, Play, Screen, Standing, Watch, Wish};
use crate::words;

/// A better solution may come within this time; then any will do.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// What is said while a wish is thought about.
pub(super) const THINKING: &str = "Thinking .. Esc stops.";

/// There is nothing left to think about.
const WON_ALREADY: &str = "The goal is reached. n deals a new game.";

impl App {
    /// The player wants something that needs thought.
    pub(super) fn wish(&mut self, wish: Wish) {
        let Some(play) = self.play_mut() else {
            return;
        };
        if play.standing() == Standing::Won {
            self.say(WON_ALREADY);
            return;
        }
        if matches!(wish, Wish::Watch(_) | Wish::Finish(_)) && play.has_unknown_cards() {
            self.say("With covered cards there is no solution to show; c turns them up.");
            return;
        }
        if wish == Wish::Hint {
            play.note_unless_over(Help::Hints);
        }
        play.wish = Some(wish);
        let is_looking = play.insight != Insight::default();
        self.is_dirty = true;
        self.say(THINKING);
        if !is_looking {
            self.consult();
        }
        self.fulfil();
    }

    /// Where was the game lost?
    pub(super) fn ask_where_lost(&mut self) {
        let Some(play) = self.play_mut() else {
            return;
        };
        if play.standing() == Standing::Won {
            self.say(WON_ALREADY);
            return;
        }
        play.wish = Some(Wish::WhereLost);
        play.note_unless_over(Help::Hints);
        play.insight.lost = None;
        play.insight.is_thinking = true;
        let effect = Effect::AskWhereLost {
            session: Box::new(play.session.clone()),
            request: play.request(),
            autoplay: play.session.autoplay(),
        };
        self.effects.push(effect);
        self.is_dirty = true;
        self.say("Looking where it was lost .. Esc stops.");
    }

    /// One's own moves, and what each did to the game.
    pub(super) fn ask_review(&mut self) {
        let Some(play) = self.play_mut() else {
            return;
        };
        if play.session.history().is_empty() && play.session.undone().is_empty() {
            self.say("There is nothing to review: no move has been made.");
            return;
        }
        play.wish = Some(Wish::Review);
        play.note_unless_over(Help::Hints);
        play.insight.review = None;
        play.insight.is_thinking = true;
        let made = play.moves_made();
        let effect = Effect::AskReview {
            session: Box::new(play.session.clone()),
            request: play.request(),
            autoplay: play.session.autoplay(),
        };
        self.effects.push(effect);
        self.is_dirty = true;
        self.overlay = Some(Overlay::Review(made.saturating_sub(1)));
    }

    /// Goes to a line of the review: before a move, or into a variation.
    pub(super) fn go_to_review_line(&mut self, at: usize) {
        let line = self
            .play()
            .and_then(|play| review_lines(play).get(at).cloned());
        self.close_review();
        match line {
            Some(ReviewLine::Turn(turn)) => {
                let jump = |play: &mut Play| {
                    play.session.jump(turn.step);
                    true
                };
                self.turn_back(jump, "");
                self.say(format!(
                    "Before move {}. r makes it again; another move begins a variation.",
                    turn.number
                ));
            }
            Some(ReviewLine::Variation(variation)) => {
                self.turn_back(|play| play.session.take_variation(variation.id), "");
                self.say("Another line. v shows it, with the one you came from.");
            }
            None => {}
        }
    }

    /// Leaves the review.
    pub(super) fn close_review(&mut self) {
        self.overlay = None;
        if let Some(play) = self.play_mut() {
            play.wish = None;
            play.insight = Insight::default();
        }
        self.consult();
    }

    /// Goes back to the place where it was lost.
    pub(super) fn go_back(&mut self) {
        match self.play().and_then(|play| play.lost_at) {
            Some(step) => {
                let jump = |play: &mut Play| {
                    play.session.jump(step);
                    true
                };
                self.turn_back(jump, "");
                self.say("Here it could still be won. r shows what was played.");
            }
            None => self.say("l tells where the game was lost."),
        }
    }

    /// The oracle knows more.
    pub(super) fn learn(&mut self, insight: Insight) {
        let Some(play) = self.play_mut() else {
            return;
        };
        let lost_before = lost_line(play);
        play.insight = insight;
        let (lost, made) = (lost_line(play), play.moves_made());
        // Who has not looked around in the review is led to the move that lost.
        if let (None, Some(lost)) = (lost_before, lost)
            && self.overlay == Some(Overlay::Review(made.saturating_sub(1)))
        {
            self.overlay = Some(Overlay::Review(lost));
            self.is_dirty = true;
        }
        let Some(play) = self.play_mut() else {
            return;
        };
        if let Some(trouble) = play.insight.trouble.clone() {
            self.alarm(trouble);
        }
        self.fulfil();
    }

    /// Does what the player waits for, if enough is known by now.
    fn fulfil(&mut self) {
        let now = self.now;
        let Screen::Game(play) = &mut self.screen else {
            return;
        };
        // Before the oracle has begun there is nothing to show.
        let Some(wish) = play.wish.filter(|_| play.insight != Insight::default()) else {
            return;
        };
        match wish {
            Wish::Hint => self.fulfil_hint(),
            Wish::WhereLost => self.fulfil_where_lost(),
            // The overlay shows it as it comes.
            Wish::Review => {}
            Wish::Watch(since) => self.fulfil_line(now.saturating_sub(since), false),
            Wish::Finish(since) => self.fulfil_line(now.saturating_sub(since), true),
        }
    }

    /// The wish is fulfilled, or given up; false if there was none.
    pub(super) fn end_wish(&mut self) -> bool {
        match self.play_mut().and_then(|play| play.wish.take()) {
            // The oracle was asked about the past: back to the present.
            Some(Wish::WhereLost | Wish::Review) => self.consult(),
            Some(_) => self.rest_oracle(),
            None => return false,
        }
        true
    }

    /// Thinking goes on only if the player wants to see what it brings.
    fn rest_oracle(&mut self) {
        if self.shelf.preferences.oracle == crate::shelf::OracleMode::Off {
            self.effects.push(Effect::Dismiss);
        }
    }

    fn fulfil_hint(&mut self) {
        let Some(play) = self.play_mut() else {
            return;
        };
        let advice = play.insight.advice.clone();
        let Some(advice) = advice else {
            return;
        };
        let is_final = !play.insight.is_thinking || play.insight.look.position == Verdict::Loses;
        match advice.move_ {
            Some(move_) => {
                let gestures = &play.gestures;
                let gesture = gestures.iter().find(|one| one.move_ == move_).cloned();
                play.hint = gesture;
                let reason = if advice.reason.is_empty() {
                    String::new()
                } else {
                    format!(": {}", advice.reason)
                };
                let says = play.says(&move_);
                let reason = patience::words::with_suits(&reason);
                self.say(format!("Hint: {says}{reason}. Enter plays it."));
                if let Some(play) = self.play_mut() {
                    play.hand = None;
                    play.cursor = None;
                }
                self.end_wish();
            }
            None if is_final => {
                self.say(format!("No move to advise: {}.", advice.reason));
                self.end_wish();
            }
            None => {}
        }
    }

    fn fulfil_where_lost(&mut self) {
        let Some(play) = self.play_mut() else {
            return;
        };
        match play.insight.lost.clone() {
            Some(lost) => {
                play.lost_at = lost.last_winnable();
                let at = lost.last_winnable().unwrap_or(0);
                let table = play.session.position(at).boxed_clone();
                let name = |move_: &str| {
                    let phrase = table.phrase(move_);
                    patience::words::with_suits(phrase.as_deref().unwrap_or(move_))
                };
                let text = words::lost(&lost, name);
                self.say(match lost {
                    Lost::At { .. } => format!("{text} b goes back there."),
                    Lost::Between { first, .. } => {
                        format!("{text} b goes back to move {first}.")
                    }
                    _ => text,
                });
                self.end_wish();
            }
            None if !play.insight.is_thinking => {
                self.say("It could not be found out.");
                self.end_wish();
            }
            None => {}
        }
    }

    fn fulfil_line(&mut self, waited: Duration, takes_over: bool) {
        let now = self.now;
        let Some(play) = self.play_mut() else {
            return;
        };
        let insight = &play.insight;
        let is_best = matches!(insight.look.position, Verdict::Wins(best) if best.proved);
        let is_time = is_best || !insight.is_thinking || waited >= PATIENCE;
        match insight.line.clone() {
            Some(line) if is_time => {
                self.begin_watch(&line, now, takes_over, Help::Solution);
            }
            None if insight.look.position == Verdict::Loses => {
                self.say("There is no solution from here. l tells where it was lost.");
                self.end_wish();
            }
            None if !insight.is_thinking => {
                self.say("No solution was found.");
                self.end_wish();
            }
            _ => {}
        }
    }

    fn begin_watch(&mut self, line: &[Move], now: Duration, takes_over: bool, help: Help) {
        let Some(play) = self.play_mut() else {
            return;
        };
        let steps = as_played(play, line);
        let watch = Watch::new(play.session.table(), &steps, now, takes_over);
        play.note_unless_over(help);
        play.wish = None;
        play.hand = None;
        play.hint = None;
        play.watch = Some(watch);
        play.layout = play.seen().layout();
        self.message = None;
        self.is_dirty = true;
        self.rest_oracle();
    }

    /// Leaves the solution; the game is as it was.
    pub(super) fn leave_watch(&mut self) {
        if let Some(play) = self.play_mut()
            && play.watch.take().is_some()
        {
            play.refresh();
            self.message = None;
            self.consult();
        }
    }

    /// Makes the moves that have been shown.
    pub(super) fn take_over(&mut self) {
        let Some(play) = self.play_mut() else {
            return;
        };
        let Some(watch) = play.watch.take() else {
            return;
        };
        let steps = &watch.steps[..watch.at];
        if steps.is_empty() {
            play.refresh();
            self.consult();
            return;
        }
        play.take_over(steps);
        self.message = None;
        self.moved();
    }

    /// Plays the rest: cards that only need to go home at once, else a
    /// solution.
    pub(super) fn finish(&mut self) {
        let now = self.now;
        let Some(play) = self.play_mut() else {
            return;
        };
        match play.session.finishing_moves() {
            // Cards that only have to go home are no help.
            Some(line) => self.begin_watch(&line, now, true, Help::None),
            None => self.wish(Wish::Finish(now)),
        }
    }
}

/// A line with the cards that go home by themselves.
fn as_played(play: &Play, line: &[Move]) -> Vec<PlayedStep> {
    let table = play.session.table();
    match counter::follow(table, line, play.session.autoplay()) {
        Ok(Some(followed)) => followed.steps,
        // It cannot be followed to the letter: every move is the player's own.
        _ => {
            let own = |move_: &Move| PlayedStep {
                move_: move_.clone(),
                is_auto: false,
            };
            line.iter().map(own).collect()
        }
    }
}

impl Play {
    /// Notes help; what comes after a win is no help.
    pub(super) fn note_unless_over(&mut self, help: Help) {
        if !self.is_over {
            self.help.note(help);
        }
    }
}

/// The line of the review with the move that lost the game.
fn lost_line(play: &Play) -> Option<usize> {
    review_lines(play).iter().position(
        |line| matches!(line, ReviewLine::Turn(turn) if turn.judgement == Judgement::Loses),
    )
}
