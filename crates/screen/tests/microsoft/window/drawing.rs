//! What the window shows.

use patience::Layout;
use patience_screen::Frame;
use patience_screen::profile::PileRole;

use super::{
    CLOSE, END, END_NEXT, END_SIGN, NEW_GAME, OK, Overlay, PAPER, QUESTION, QUESTION_SIGN, SIGN,
    SIZE, STUCK_SIGN, UNDO_BOARD, UNDO_LAST, Window, is_in, pixel,
};
use crate::art::{copy, put};

impl Window {
    fn fill(&self, frame: &mut Frame, place: [f32; 4], colour: [u8; 3]) {
        let [left, top, width, height] = place.map(|it| pixel(self.scale, it));
        for y in top..top + height {
            for x in left..left + width {
                frame.set(x, y + self.bar as i32, colour);
            }
        }
    }

    fn piece(&self, frame: &mut Frame, name: &str, at: (f32, f32)) {
        let at = (
            pixel(self.scale, at.0),
            pixel(self.scale, at.1) + self.bar as i32,
        );
        put(frame, &self.art.piece(name), at, self.scale);
    }

    /// Everything but cards and panels.
    pub(super) fn empty(&self) -> Frame {
        let (width, height) = self.size();
        let mut frame = Frame::filled(width, height, [32, 34, 38]);
        for y in self.bar as i32..height as i32 {
            for x in 0..width as i32 {
                let light = (36 * (x + y) / (width + height) as i32) as u8;
                frame.set(x, y, [12 + light / 2, 86 + light, 58 + light / 2]);
            }
        }
        self.piece(&mut frame, "sign", SIGN);
        if self.has_undo {
            self.piece(&mut frame, "undo-board", (UNDO_BOARD[0], UNDO_BOARD[1]));
        }
        self.piece(&mut frame, "new-game", (NEW_GAME[0], NEW_GAME[1]));
        for pile in self.profile.piles() {
            if pile.role == PileRole::Button {
                let place = [pile.at[0], pile.at[1], 50.0, 33.0];
                self.fill(&mut frame, place, [200, 160, 40]);
            }
        }
        frame
    }

    fn card(&mut self, name: &str) -> Frame {
        let (art, scale) = (&self.art, self.scale);
        let drawn = self
            .cards
            .entry(name.to_owned())
            .or_insert_with(|| match name {
                "" => art.back(scale),
                card => art.card(card, scale),
            });
        drawn.clone()
    }

    /// The layout as the player sees it.
    fn seen(&self) -> Layout {
        let concealed = match self.profile.look.back {
            Some(_) => self.table.concealed(),
            None => None,
        };
        concealed.as_deref().unwrap_or(&*self.table).layout()
    }

    fn draw_table(&mut self) -> Frame {
        let mut frame = self.cloth.clone();
        let layout = self.seen();
        for place in self.profile.piles() {
            if place.role == PileRole::Button {
                continue;
            }
            let Some(pile) = self.pile_of(&layout, &place.name) else {
                continue;
            };
            let pile = &layout.piles[pile];
            let first = match place.role {
                PileRole::Column => 0,
                PileRole::Waste if pile.step[0] > 0.0 => pile.heap,
                _ => pile.cards.len().saturating_sub(1),
            };
            for (index, card) in pile.cards.iter().enumerate().skip(first) {
                let is_down = !card.up || place.role == PileRole::Stock;
                let name = if is_down { "" } else { card.card.as_str() };
                let picture = self.card(name);
                let corner = Self::corner(&place, pile, index);
                let at = (
                    pixel(self.scale, corner.0) - pixel(self.scale, PAPER.0),
                    pixel(self.scale, corner.1) - pixel(self.scale, PAPER.1) + self.bar as i32,
                );
                copy(&mut frame, &picture, at);
            }
        }
        // The button looks different under the pointer.
        if self.has_undo && is_in(UNDO_BOARD, self.units(self.pointer)) {
            self.piece(
                &mut frame,
                "undo-board-hover",
                (UNDO_BOARD[0], UNDO_BOARD[1]),
            );
        }
        frame
    }

    pub(super) fn draw(&mut self) -> Frame {
        let mut frame = self.draw_table();
        match self.overlay {
            None => {}
            Some(Overlay::Question) => {
                self.fill(&mut frame, QUESTION, [236, 236, 236]);
                self.piece(&mut frame, "question", QUESTION_SIGN);
                self.fill(&mut frame, OK, [40, 110, 200]);
            }
            Some(Overlay::Stuck) => {
                self.fill(&mut frame, QUESTION, [230, 226, 214]);
                self.piece(&mut frame, "no-more-moves", STUCK_SIGN);
                self.fill(&mut frame, UNDO_LAST, [40, 110, 200]);
            }
            Some(Overlay::End) => {
                self.fill(&mut frame, END, [36, 60, 110]);
                self.piece(&mut frame, "end-of-game", END_SIGN);
                self.piece(&mut frame, "new-game", (END_NEXT[0], END_NEXT[1]));
            }
            Some(Overlay::Advert) => {
                self.fill(&mut frame, [0.0, 0.0, SIZE.0, SIZE.1], [250, 240, 90]);
                self.piece(&mut frame, "advert", (CLOSE[0], CLOSE[1]));
            }
        }
        frame
    }
}
