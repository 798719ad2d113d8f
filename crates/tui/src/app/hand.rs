//! Taking cards up and putting them down, with the keyboard and the mouse.

use patience::layout::{Role, Spot};
use patience::{Action, Gesture};
use ratatui::layout::Position;

use super::screen::geometry;
use super::thinking::THINKING;
use super::{App, Hand, Play, Screen, Wish};
use crate::walk::{self, Direction};

impl App {
    /// An arrow: to the next card that can be taken up, or to the next place
    /// where what is taken up can be put.
    pub(super) fn walk(&mut self, direction: Direction) {
        let Some((spots, here)) = self.walkable() else {
            return;
        };
        let Screen::Game(play) = &self.screen else {
            return;
        };
        let Some(geometry) = geometry(self, play) else {
            return;
        };
        let next = match here {
            Some(here) if spots.contains(&here) => {
                walk::next(&geometry, here, direction, &spots).or(Some(here))
            }
            Some(here) => walk::nearest(&geometry, here, &spots),
            None => spots.first().copied(),
        };
        self.go_to(next);
    }

    /// Tab: to the next in the order of the table, around the end.
    pub(super) fn walk_around(&mut self, forward: bool) {
        let Some((spots, here)) = self.walkable() else {
            return;
        };
        let at = here.and_then(|here| spots.iter().position(|spot| *spot == here));
        let next = match at {
            None => 0,
            Some(at) if forward => (at + 1) % spots.len(),
            Some(at) => (at + spots.len() - 1) % spots.len(),
        };
        self.go_to(spots.get(next).copied());
    }

    /// Where the keyboard may go, and where it is.
    fn walkable(&self) -> Option<(Vec<Spot>, Option<Spot>)> {
        let play = self.play()?;
        let (spots, here) = match &play.hand {
            Some(hand) => {
                let spots: Vec<_> = hand.choices.iter().map(|(there, _)| *there).collect();
                let here = spots.get(hand.at).copied();
                (spots, here)
            }
            None => (play.sources(), play.cursor),
        };
        (!spots.is_empty()).then_some((spots, here))
    }

    fn go_to(&mut self, spot: Option<Spot>) {
        let Some(play) = self.play_mut() else {
            return;
        };
        match (&mut play.hand, spot) {
            (Some(hand), Some(spot)) => {
                let found = hand.choices.iter().position(|(there, _)| *there == spot);
                hand.at = found.unwrap_or(hand.at);
            }
            (None, _) => play.cursor = spot,
            (Some(_), None) => {}
        }
    }

    /// Enter: takes up the card under the cursor, or puts down what the hand
    /// holds.
    pub(super) fn press(&mut self) {
        let Some(play) = self.play_mut() else {
            return;
        };
        // Whoever asked for a hint means the hint, not the card under the cursor: in
        // Spider that one deals ten cards.
        if play.hand.is_none() && play.wish == Some(Wish::Hint) {
            self.say(THINKING);
            return;
        }
        match (&play.hand, play.cursor) {
            (Some(hand), _) => {
                if let Some((_, gesture)) = hand.choices.get(hand.at) {
                    let gesture = gesture.clone();
                    self.make_gesture(&gesture);
                }
            }
            (None, Some(cursor)) if play.sources().contains(&cursor) => self.take_up(cursor),
            (None, _) => match play.hint.clone() {
                // A hint shows a move; Enter makes it.
                Some(gesture) => self.make_gesture(&gesture),
                None => self.walk_around(true),
            },
        }
    }

    /// Takes up a card. Where there is only one thing to do, that is done.
    pub(super) fn take_up(&mut self, spot: Spot) {
        let Some(play) = self.play_mut() else {
            return;
        };
        let choices = play.choices(spot);
        match choices.len() {
            0 => {
                let what = name_of(play, spot);
                self.say(format!("{what} cannot be moved now."));
            }
            1 => self.make_gesture(&choices[0].1),
            _ => {
                play.cursor = Some(spot);
                play.hint = None;
                play.hand = Some(Hand {
                    from: spot,
                    choices,
                    at: 0,
                });
            }
        }
    }

    fn make_gesture(&mut self, gesture: &Gesture) {
        if let Some(play) = self.play_mut() {
            // The keyboard stays near the place where it was.
            let kept = play.cursor;
            play.hand = None;
            self.make(&gesture.move_);
            self.settle_cursor(kept);
        }
    }

    /// After a move, the keyboard is on the nearest card that can be moved.
    fn settle_cursor(&mut self, was: Option<Spot>) {
        let Some(was) = was else {
            return;
        };
        let Screen::Game(play) = &self.screen else {
            return;
        };
        let spots = play.sources();
        let next = geometry(self, play).and_then(|on| walk::nearest(&on, was, &spots));
        if let Some(play) = self.play_mut() {
            play.cursor = next;
        }
    }

    fn spot_at(&self, point: Position) -> Option<Spot> {
        let Screen::Game(play) = &self.screen else {
            return None;
        };
        geometry(self, play).and_then(|on| on.spot_at(point))
    }

    /// The mouse button goes down on the table: what it comes to is known when
    /// it goes up again.
    pub(super) fn press_table(&mut self, point: Position) {
        match self.spot_at(point) {
            Some(spot) => self.pressed = Some((spot, false)),
            // Beside the cards: what is in the hand goes back.
            None => self.click_table(point),
        }
    }

    /// The mouse moves with its button down: the card comes along.
    pub(super) fn drag(&mut self, point: Position) {
        let Some((from, has_left)) = self.pressed else {
            return;
        };
        let over = self.spot_at(point);
        if !has_left && over == Some(from) {
            return;
        }
        self.pressed = Some((from, true));
        let Some(play) = self.play_mut() else {
            return;
        };
        if play.hand.as_ref().is_none_or(|hand| hand.from != from) {
            let choices = play.choices(from);
            play.hint = None;
            play.hand = (!choices.is_empty()).then_some(Hand {
                from,
                choices,
                at: usize::MAX,
            });
        }
        if let Some(hand) = &mut play.hand {
            let pile = over.map(|spot| spot.pile);
            let place = hand
                .choices
                .iter()
                .position(|(there, _)| Some(there.pile) == pile);
            hand.at = place.unwrap_or(usize::MAX);
        }
    }

    /// The mouse button goes up: the card is dropped, or it was a click.
    pub(super) fn drop_at(&mut self, point: Position) {
        let Some((from, has_left)) = self.pressed.take() else {
            return;
        };
        if !has_left {
            self.click_table(point);
            return;
        }
        let over = self.spot_at(point);
        let Some(play) = self.play_mut() else {
            return;
        };
        let Some(hand) = play.hand.take().filter(|hand| hand.from == from) else {
            return;
        };
        let is_there = |(there, _): &&(Spot, Gesture)| {
            over.is_some_and(|spot| there.pile == spot.pile && there.pile != from.pile)
        };
        if let Some((_, gesture)) = hand.choices.iter().find(is_there) {
            self.make_gesture(gesture);
        }
    }

    /// A click on the table.
    pub(super) fn click_table(&mut self, point: Position) {
        let clicked = self.spot_at(point);
        let Some(play) = self.play_mut() else {
            return;
        };
        let hand = play.hand.take();
        let Some(spot) = clicked else {
            return;
        };
        let Some(hand) = hand else {
            self.take_up(spot);
            return;
        };
        let put_there = |(there, _): &&(Spot, Gesture)| there.pile == spot.pile;
        if spot == hand.from {
            // The second click on a card sends it home, if it can go there.
            let home = hand
                .choices
                .iter()
                .find(|(there, _)| play.layout.piles[there.pile].role == Role::Home);
            if let Some((_, gesture)) = home {
                self.make_gesture(gesture);
            }
        } else if let Some((_, gesture)) = hand.choices.iter().find(put_there) {
            self.make_gesture(gesture);
        } else {
            self.take_up(spot);
        }
    }

    /// Presses the stock or the button that draws.
    pub(super) fn draw_card(&mut self) {
        let Some(play) = self.play_mut() else {
            return;
        };
        let is_draw = |gesture: &&Gesture| matches!(gesture.action, Action::Draw | Action::Recycle);
        match play.gestures.iter().find(is_draw).cloned() {
            Some(gesture) => self.make_gesture(&gesture),
            None => self.say("There is nothing to draw."),
        }
    }

    /// Puts back what the hand holds; true if it held something.
    pub(super) fn put_back(&mut self) -> bool {
        self.play_mut()
            .is_some_and(|play| play.hand.take().is_some() || play.hint.take().is_some())
    }
}

fn name_of(play: &Play, spot: Spot) -> String {
    let pile = &play.layout.piles[spot.pile];
    match pile.cards.get(spot.card) {
        Some(face) => format!("The {}", face.says),
        None => format!("The {}", pile.name),
    }
}
