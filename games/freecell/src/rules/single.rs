//! A move of several cards as the moves of single cards that it stands for.

use super::{EmptyColumn, FreeCell, Move, Place, Runs, State};

impl FreeCell {
    /// The moves of single cards that a legal move stands for, by way of the
    /// empty cells and the empty columns. A move of one card stands for itself,
    /// and so does one that single cards cannot make: runs of any length, and
    /// whole suits that go home.
    ///
    /// ```
    /// use patience_freecell::rules::{FreeCell, Move, Place};
    /// use patience_rules::Rules as _;
    /// let rules = FreeCell::FREECELL;
    /// let state = rules.read_state("Foundations: H-T C-T D-J S-J\n: JH\n: KC QD JC\n: QC\n: KH\n: KD\n: KS\n: QH\n: QS\n")?;
    /// let two = rules.read_move(&state, "24").unwrap();
    /// assert_eq!(rules.single_cards(&state, &two), [two]);
    /// # Ok::<(), patience_core::Faults>(())
    /// ```
    pub fn single_cards(&self, state: &State, move_: &Move) -> Vec<Move> {
        let is_between_columns =
            matches!((move_.from, move_.to), (Place::Column(_), Place::Column(_)));
        if move_.cards <= 1 || !is_between_columns || self.runs != Runs::Capacity {
            return vec![*move_];
        }
        let cells = state.cells.iter().enumerate();
        let cells = cells.filter(|(_, card)| card.is_none());
        let columns = state.columns.iter().enumerate();
        let columns = columns.filter(|(_, cards)| cards.is_empty());
        let ways = Ways {
            cells: cells.map(|(index, _)| Place::Cell(index as u8)).collect(),
            columns: columns
                .map(|(index, _)| Place::Column(index as u8))
                .filter(|column| *column != move_.to && self.empty_column == EmptyColumn::Any)
                .collect(),
        };
        let mut moves = Vec::new();
        let cards = usize::from(move_.cards);
        ways.carry(&ways.columns, move_.from, move_.to, cards, &mut moves);
        moves
    }
}

/// Where single cards can wait.
struct Ways {
    cells: Vec<Place>,
    columns: Vec<Place>,
}

impl Ways {
    /// By way of the cells as many as they hold; more by way of an empty column:
    /// a part there, the rest to its place, then the part on top of it.
    fn carry(
        &self,
        columns: &[Place],
        from: Place,
        to: Place,
        cards: usize,
        moves: &mut Vec<Move>,
    ) {
        let at_once = self.cells.len() + 1;
        if let (true, Some((first, others))) = (cards > at_once, columns.split_first()) {
            let part = (at_once << others.len()).min(cards - 1);
            self.carry(others, from, *first, part, moves);
            self.carry(others, from, to, cards - part, moves);
            self.carry(others, *first, to, part, moves);
            return;
        }
        let waiting = &self.cells[..self.cells.len().min(cards - 1)];
        moves.extend(waiting.iter().map(|cell| Move::one(from, *cell)));
        moves.push(Move::one(from, to));
        moves.extend(waiting.iter().rev().map(|cell| Move::one(*cell, to)));
    }
}
