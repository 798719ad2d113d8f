//! Programs that draw when nobody asked for a card: after a move that leaves none on
//! the waste, or when the stock is pressed to drag its card away.

use patience::gesture::Gesture;
use patience::layout::Role;
use patience::{Action, Layout, Table};

use super::look::Observation;
use super::{Player, Stopped};
use crate::hands::{Eyes, Hands};
use crate::vision::Reading;

impl<D: Eyes + Hands + ?Sized> Player<'_, D> {
    /// The table that is seen, if it is the one after this move and a draw, or after
    /// the draw alone.
    pub(super) fn and_a_draw(
        &mut self,
        table: &dyn Table,
        move_: &str,
        reading: &Reading,
    ) -> Result<Option<Box<dyn Table>>, Stopped> {
        let after = table.play(move_).ok().map(|(after, _)| after);
        let tables = [after, Some(table.boxed_clone())];
        for table in tables.into_iter().flatten() {
            let Some(drawn) = draw(&*table) else {
                continue;
            };
            let layout = drawn.layout();
            if let Ok(news) = self.corrections.compare_table(&*drawn, &layout, reading) {
                return self.turn_up(&*drawn, &news).map(Some);
            }
        }
        Ok(None)
    }

    /// A drag from the stock may have dealt a card instead: the next one goes the
    /// other way round.
    pub(super) fn note_press(&mut self, table: &dyn Table, move_: &str, seen: &Observation) {
        let gestures = table.gestures();
        let from_stock = |gesture: &Gesture| starts_at_stock(&table.layout(), gesture);
        let Some(drawn) = gestures
            .of_move(move_)
            .filter(|it| from_stock(it))
            .and_then(|_| draw(table))
        else {
            return;
        };
        let compared = self.corrections.compare(&drawn.layout(), &seen.reading);
        if compared.is_ok() && !self.stock_deals {
            self.log
                .note("press", None, None, "a press on the stock deals");
            self.stock_deals = true;
        }
    }
}

/// A pair of cards of which the first is the stock's, and either can be put onto the
/// other.
pub(super) fn starts_at_stock(layout: &Layout, gesture: &Gesture) -> bool {
    gesture.either_way && layout.piles[gesture.from.pile].role == Role::Stock
}

/// The table after a draw.
pub(crate) fn draw(table: &dyn Table) -> Option<Box<dyn Table>> {
    let is_draw = |move_: &patience::Move| table.action(move_) == Ok(Action::Draw);
    let draw = table.legal_moves().into_iter().find(is_draw)?;
    Some(table.play(&draw).ok()?.0)
}
