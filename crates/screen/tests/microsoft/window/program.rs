//! What the window does when it is clicked.

use std::time::Instant;

use patience::layout::{Role, Spot};
use patience::{Action, Settings, Table, find_game};
use patience_screen::profile::{self, PilePlace, PileRole};

use super::{CLOSE, END_NEXT, NEW_GAME, OK, Overlay, PAPER, UNDO_BOARD, UNDO_LAST, Window, is_in};

impl Window {
    pub(super) fn changed(&mut self) {
        if let Some(old) = self.shown.take() {
            self.moved = Some((Instant::now(), old));
        }
    }

    fn show(&mut self, after: Box<dyn Table>) {
        let before = std::mem::replace(&mut self.table, after);
        self.before.push(before);
        self.after_move();
    }

    fn after_move(&mut self) {
        self.selected = None;
        self.changed();
        let at = Instant::now() + self.panel_delay;
        if self.table.is_won() {
            self.pending = Some((at, Overlay::End));
        } else if self.table.legal_moves().is_empty() {
            self.pending = Some((at, Overlay::Stuck));
        }
    }

    fn undo_board(&mut self) {
        self.table = self.start.boxed_clone();
        self.before.clear();
        self.homes = [None; 4];
        self.selected = None;
        self.changed();
    }

    fn undo_move(&mut self) {
        if let Some(before) = self.before.pop() {
            self.table = before;
            self.changed();
        }
    }

    fn new_game(&mut self) {
        self.finished.push((self.number, self.table.is_won()));
        self.number += 1;
        let game = find_game(self.table.about().name).expect("a game");
        let settings: &Settings = &self.profile.settings;
        self.start = game.deal(self.number, settings).expect("a deal");
        self.undo_board();
    }

    pub(super) fn refuse(&mut self, why: &str) {
        self.refused.push(format!("press {}: {why}", self.presses));
    }

    /// The pile of the window and the card at a place.
    fn spot_at(&self, at: (f32, f32)) -> Option<(PilePlace, Option<Spot>)> {
        let layout = self.table.layout();
        for place in self.profile.piles().into_iter().rev() {
            let pile = self.pile_of(&layout, &place.name);
            let shown = pile.map(|pile| &layout.piles[pile]);
            let count = shown.map_or(0, |pile| pile.cards.len());
            let is_on = |corner: (f32, f32)| {
                let paper = [corner.0 - PAPER.0, corner.1 - PAPER.1, 120.0, 168.0];
                is_in(paper, at)
            };
            for card in (0..count).rev() {
                let (pile, shown) = pile.zip(shown).expect("a pile with cards");
                if is_on(Self::corner(&place, shown, card)) {
                    return Some((place, Some(Spot { pile, card })));
                }
            }
            let is_target = !matches!(place.role, PileRole::Slot | PileRole::Button);
            if count == 0 && is_target && is_on((place.at[0], place.at[1])) {
                return Some((place, None));
            }
        }
        None
    }

    fn play(&mut self, move_: Option<patience::Move>) -> bool {
        let played = move_.and_then(|move_| self.table.play(&move_).ok());
        match played {
            Some((after, _)) => {
                self.show(after);
                true
            }
            None => false,
        }
    }

    fn draw_or_recycle(&mut self) -> bool {
        let moves = self.table.legal_moves().into_iter();
        let mut draws = moves.filter(|move_| {
            let action = self.table.action(move_);
            matches!(action, Ok(Action::Draw | Action::Recycle))
        });
        let draw = draws.next();
        self.play(draw)
    }

    pub(super) fn click(&mut self, at: (f32, f32)) {
        match self.overlay {
            Some(Overlay::Question) => {
                if is_in(OK, at) || is_in(Self::ok(), at) {
                    self.overlay = None;
                    self.undo_board();
                } else {
                    self.refuse("beside the OK");
                }
                return;
            }
            Some(Overlay::Stuck) => {
                if is_in(UNDO_LAST, at) {
                    self.overlay = None;
                    self.undo_move();
                } else {
                    self.refuse("beside the answer");
                }
                return;
            }
            Some(Overlay::End) => {
                if is_in(END_NEXT, at) {
                    self.overlay = None;
                    self.new_game();
                } else {
                    self.refuse("beside the next game");
                }
                return;
            }
            Some(Overlay::Advert) => {
                if is_in(CLOSE, at) {
                    self.overlay = None;
                    self.changed();
                } else {
                    self.refuse("on the advert");
                }
                return;
            }
            None => {}
        }
        if self.has_undo && is_in(UNDO_BOARD, at) {
            self.pending = None;
            self.undone += 1;
            if self.undone % 2 == 1 {
                self.overlay = Some(Overlay::Question);
                self.changed();
            } else {
                self.undo_board();
            }
            return;
        }
        if is_in(NEW_GAME, at) {
            self.pending = None;
            return self.new_game();
        }
        let piles = self.profile.piles().into_iter();
        let mut buttons = piles.filter(|pile| pile.role == PileRole::Button);
        if buttons.any(|pile| is_in([pile.at[0], pile.at[1], 50.0, 33.0], at)) {
            if !self.draw_or_recycle() {
                self.refuse("nothing to draw");
            }
            return;
        }
        let spot = match self.spot_at(at) {
            // Where it is empty, the waste is turned over.
            Some((place, _)) if place.role == PileRole::Stock => {
                if !self.draw_or_recycle() {
                    self.refuse("nothing to draw");
                }
                return;
            }
            Some((_, Some(spot))) => spot,
            _ => return self.refuse("a click beside the cards"),
        };
        let gestures = self.table.gestures();
        let alone = gestures
            .of_card(spot)
            .find(|it| it.to.is_none() || self.profile.moves.play == profile::MouseGesture::Click);
        if let Some(gesture) = alone {
            let move_ = gesture.move_.clone();
            self.play(Some(move_));
            return;
        }
        let pair = self.selected.and_then(|first| {
            let there = gestures.between(first, Some(spot.pile));
            there.or_else(|| gestures.between(spot, Some(first.pile)))
        });
        match (pair.map(|it| it.move_.clone()), self.selected) {
            (Some(move_), _) => {
                self.play(Some(move_));
            }
            // A second click on a card lets go of it.
            (None, Some(first)) if first == spot => self.selected = None,
            (None, Some(_)) => {
                self.selected = None;
                self.refuse("no pair");
            }
            (None, None) => self.selected = Some(spot),
        }
    }

    pub(super) fn drag(&mut self, from: (f32, f32), to: (f32, f32)) {
        if self.overlay.is_some() {
            return self.refuse("a drag under a panel");
        }
        let Some((_, Some(spot))) = self.spot_at(from) else {
            return self.refuse("a drag of nothing");
        };
        let Some((target, _)) = self.spot_at(to) else {
            return self.refuse("a drag to nowhere");
        };
        let layout = self.table.layout();
        let gestures = self.table.gestures();
        let home = target
            .name
            .strip_prefix("home ")
            .and_then(|it| it.parse::<usize>().ok());
        let pile = match home {
            Some(_) => {
                let homes = gestures.of_card(spot);
                let to = homes.filter_map(|it| it.to);
                let mut to = to.filter(|to| layout.piles[*to].role == Role::Home);
                to.next()
            }
            None => layout.pile(&target.name),
        };
        if let (Some(home), Some(pile)) = (home, pile) {
            let own = self.homes[home - 1];
            let is_free = own.is_none_or(|own| own == pile || layout.piles[own].cards.is_empty());
            if !is_free {
                return self.refuse("another suit's home");
            }
            self.homes
                .iter_mut()
                .filter(|it| **it == Some(pile))
                .for_each(|it| *it = None);
            self.homes[home - 1] = Some(pile);
        }
        let gesture = pile.and_then(|pile| gestures.between(spot, Some(pile)));
        let move_ = gesture.map(|it| it.move_.clone());
        if !self.play(move_) {
            self.refuse(&format!("no move from {spot:?} to {}", target.name));
        }
    }
}
