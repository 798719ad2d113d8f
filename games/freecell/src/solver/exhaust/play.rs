//! What the complete searches play: steps between positions that stand for
//! others, too.
//!
//! # Tidy positions
//! A position is *tidy* if no card in a cell fits on the top card of a column.
//! Every other position can be tidied: such a card is put onto a card that it
//! fits on, until there is none. That can be taken back at any time, card by
//! card, because the cells that it frees stay free. So the searches look at tidy
//! positions only. What a search without this looks at is a multiple of that:
//! each card that lies built on another one may as well lie in a cell.
//!
//! A step from a tidy position takes the cards that are in the way into cells
//! first. It is a card and what it goes onto. The cards that lie on the card must
//! be *built* (each lies on one that it fits on), and so must those that lie on
//! what it goes onto; they go into cells. After the step safe cards go home, and
//! the position is tidied. Where cards are lifted from the card that moves, this
//! puts them back onto it: so a step also moves runs.
//!
//! # Why nothing is lost
//! Let d(T) be the fewest such steps with which a position T, tidy or not, can
//! be won, where nothing is tidied and no card goes home by itself.
//!
//! **Lemma 1.** If M is T after a card c was put from a cell onto a top card p
//! that it fits on, then d(M) <= d(T).
//!
//! *Proof,* by induction on d(T). T and M differ only in that c lies in a cell
//! of T and, as the top card, on p in M, which has a cell more. Take the first
//! step of a shortest way from T, of a card x to b.
//! - x is c, and goes onto p: that is M, so d(M) = d(T) - 1.
//! - x is c, and goes elsewhere: it does so from M, and both are the same then.
//!   (No card that is lifted from b lies under c: it would lie on b, built, and
//!   be of the rank of c.)
//! - x lies in the column of p, or b does (p itself or a card under it): then in
//!   M one card more is lifted, c, which is built. M had a cell more. Both are
//!   the same then.
//! - Otherwise M makes the same step, has a cell more than it needs, and the
//!   difference is as before; by induction the rest takes no more steps. ∎
//!
//! **Lemma 2.** If M is T after a card that is safe at home went there, then
//! d(M) <= d(T).
//!
//! *Proof.* The lemma of `methods/proofs.md` follows single steps of a solution
//! on a second table, where a set D of cards is at home already, and whatever lies
//! on a card of D is in D. It follows the lifts and the card of a step of ours one
//! by one. Of the cards lifted from x those that are not in D are the lower ones, so
//! they are lifted by a step, too. If x is not in D, the second table so makes one
//! step or, if x goes onto a card of D, sends x home, which is one step as well. If x
//! is in D, so are all cards on it, and the second table has to lift only cards
//! from b. It lifts none: by lemma 1, that is no worse. ∎
//!
//! So from a tidy position A that can be won, the first step of a shortest way
//! leads to some B with d(B) = d(A) - 1, and the tidy position that B becomes is at
//! most as far from a win. By induction a search over tidy positions finds a
//! win. (A step that only lifts is none: tidying takes it back. So a card that
//! lies built does not go into a cell by itself.)
//!
//! This holds where one card moves at a time, and where runs move only as far as
//! single cards could carry them. In other games a step is that of the rules.

use crate::rules::{Home, Runs};

use super::board::{Board, Step, Undo};
use super::candidates::{RunSteps, add_candidates, settle};
use crate::solver::cards::{BASE, CELL, HOME, cards_of};
use crate::solver::home::GoHome;
use crate::solver::packing::Packing;
use crate::solver::terms::Terms;

/// How the searches play a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Play<'a, const W: usize> {
    pub terms: &'a Terms,
    pub packing: &'a Packing<W>,
    is_tidy: bool,
    /// Positions that are known to be [hopeless](super::relaxed) are left out.
    pub skips_hopeless: bool,
}

impl<'a, const W: usize> Play<'a, W> {
    pub fn new(terms: &'a Terms, packing: &'a Packing<W>) -> Self {
        let single = matches!(terms.runs, Runs::Capacity | Runs::SingleCards);
        Self {
            terms,
            packing,
            is_tidy: single && terms.home == Home::Cards && terms.cells > 0,
            skips_hopeless: true,
        }
    }

    /// The same, but hopeless positions are looked at, too.
    #[cfg(test)]
    pub const fn with_hopeless(mut self) -> Self {
        self.skips_hopeless = false;
        self
    }

    /// Makes the position one that the search looks at.
    pub fn begin(&self, board: &mut Board<W>, made: impl FnMut(Step, Undo)) {
        self.settle(board, made);
    }

    /// Adds every step that the search tries.
    #[inline]
    pub fn add_steps(&self, board: &Board<W>, steps: &mut Vec<Step>) {
        if self.is_tidy {
            add_tidy_steps(board, self.terms, steps);
        } else {
            add_candidates(board, self.terms, RunSteps::Needed, steps);
        }
    }

    /// Makes a step, and what belongs to it.
    #[inline]
    pub fn make(&self, board: &mut Board<W>, step: Step, mut made: impl FnMut(Step, Undo)) {
        if self.is_tidy {
            self.lift(board, step.card, &mut made);
            if step.onto < CELL {
                self.lift(board, step.onto, &mut made);
            }
        }
        made(step, board.make(step, self.terms, self.packing));
        self.settle(board, made);
    }

    /// Takes back what was made, the last first.
    #[inline]
    pub fn take_back(&self, board: &mut Board<W>, undos: &mut Vec<Undo>) {
        while let Some(undo) = undos.pop() {
            board.take_back(undo, self.terms, self.packing);
        }
    }

    /// Single steps that win, from steps that win, without those that send safe
    /// cards home: these go home at once.
    ///
    /// While other cards are lifted, a card may be uncovered that is safe at
    /// home, and then go elsewhere. It goes home, and what would have been put onto
    /// it follows (the lemma of `methods/proofs.md`).
    pub fn single_steps(&self, start: &Board<W>, steps: &[Step]) -> Vec<Step> {
        let mut board = start.clone();
        let mut all = Vec::new();
        self.begin(&mut board, |step, _| all.push(step));
        for &step in steps {
            self.make(&mut board, step, |step, _| all.push(step));
        }
        let mut board = start.clone();
        let go_home = |board: &mut Board<W>| {
            settle(
                board,
                self.terms,
                self.packing,
                Some(GoHome::Safe),
                |_, _| (),
            );
        };
        go_home(&mut board);
        let mut kept = Vec::new();
        for mut step in all {
            if board.is_home(step.card) {
                continue;
            }
            if step.onto < CELL && board.is_home(step.onto) {
                step.onto = HOME;
            }
            kept.push(step);
            board.make(step, self.terms, self.packing);
            go_home(&mut board);
        }
        kept
    }

    /// Puts what lies on a card into cells.
    #[inline]
    fn lift(&self, board: &mut Board<W>, card: u8, made: &mut impl FnMut(Step, Undo)) {
        let Some(column) = board.column_of(card) else {
            return;
        };
        while let Some(top) = board.top(column)
            && top != card
        {
            let step = Step {
                card: top,
                onto: CELL,
            };
            made(step, board.make(step, self.terms, self.packing));
        }
    }

    /// Sends safe cards home, and tidies up.
    #[inline]
    fn settle(&self, board: &mut Board<W>, mut made: impl FnMut(Step, Undo)) {
        settle(
            board,
            self.terms,
            self.packing,
            Some(GoHome::Safe),
            &mut made,
        );
        if !self.is_tidy {
            return;
        }
        let mut tops = 0u64;
        for column in 0..self.terms.columns {
            tops |= board.top(column).map_or(0, |top| 1 << top);
        }
        'again: loop {
            for card in cards_of(board.cells) {
                let parents = self.terms.parents[usize::from(card)] & tops;
                if parents != 0 {
                    let onto = parents.trailing_zeros() as u8;
                    let step = Step { card, onto };
                    made(step, board.make(step, self.terms, self.packing));
                    tops = tops & !(1 << onto) | 1 << card;
                    continue 'again;
                }
            }
            return;
        }
    }
}

/// The steps from a tidy position.
fn add_tidy_steps<const W: usize>(board: &Board<W>, terms: &Terms, steps: &mut Vec<Step>) {
    // 1. Where the built cards of each column begin: the index of the first one
    //    with only built cards on it.
    let mut firsts = [0usize; 13];
    let mut has_empty_column = false;
    let columns = || board.column.iter().zip(board.height).take(terms.columns);
    for ((cards, height), first) in columns().zip(&mut firsts) {
        has_empty_column |= height == 0;
        let mut index = usize::from(height).saturating_sub(1);
        while index > 0 && terms.parents[usize::from(cards[index])] & (1 << cards[index - 1]) != 0 {
            index -= 1;
        }
        *first = index;
    }
    let room = (terms.cells - board.cells.count_ones()) as usize;
    // Onto a card of another column, if what lies on it can be lifted.
    let can_go_onto = |parent: u8, from: usize, room: usize| {
        board.column_of(parent).is_some_and(|column| {
            let lifted = board.cards_on(parent) as usize;
            let first_lifted = usize::from(board.height[column]) - lifted;
            column != from && lifted <= room && first_lifted > firsts[column]
        })
    };
    let mut add = |card: u8, from: usize, room: usize, to_base: bool, to_cell: bool| {
        let mut go = |onto: u8| steps.push(Step { card, onto });
        if board.is_next_home(card) {
            go(HOME);
        }
        for parent in cards_of(terms.parents[usize::from(card)]) {
            if can_go_onto(parent, from, room) {
                go(parent);
            }
        }
        if to_base && has_empty_column && terms.fillers & (1 << card) != 0 {
            go(BASE);
        }
        if to_cell {
            go(CELL);
        }
    };
    // 2. Cards in cells.
    for card in cards_of(board.cells) {
        add(card, usize::MAX, room, true, false);
    }
    // 3. Cards of a column with only built cards on them.
    for (column, ((cards, height), first)) in columns().zip(firsts).enumerate() {
        let built = (first..usize::from(height)).rev();
        for (lifted, index) in built.take(room + 1).enumerate() {
            let to_cell = index == first && lifted < room;
            add(cards[index], column, room - lifted, index > 0, to_cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::{FreeCell, Move, State};
    use crate::solver::exhaust::{Search, with_packing};
    use crate::solver::packing::Key;
    use patience_core::{Answer, Outcome, Stop};

    /// Compares the positions that can be reached by the steps of the rules, each
    /// tidied, with those that can be reached by the steps between tidy ones.
    struct Compare<'a> {
        start: &'a State,
        /// How many of each there should be.
        expected: Option<(usize, usize)>,
    }

    impl Search for Compare<'_> {
        fn go_home(&self) -> Option<GoHome> {
            Some(GoHome::Safe)
        }

        fn run<const W: usize>(self, terms: &Terms, packing: &Packing<W>) -> Answer<Move> {
            let tidy = Play::new(terms, packing);
            assert!(tidy.is_tidy);
            let plain = Play {
                is_tidy: false,
                ..tidy
            };
            let start = Board::at(self.start, packing);
            let all = reached(plain, &start);
            let reached = reached(tidy, &start);
            let mut board = start.clone();
            let tidied = |key: &Key<W>| {
                board.unpack(key, packing);
                tidy.begin(&mut board, |_, _| ());
                board.key
            };
            let tidied: BTreeSet<_> = all.iter().map(tidied).collect();
            assert!(tidied == reached, "{} and {}", tidied.len(), reached.len());
            if let Some(expected) = self.expected {
                assert_eq!((all.len(), reached.len()), expected);
            }
            Answer::only(Outcome::Unknown(Stop::Incomplete))
        }
    }

    /// Every position that can be reached.
    fn reached<const W: usize>(play: Play<W>, start: &Board<W>) -> BTreeSet<Key<W>> {
        let mut board = start.clone();
        play.begin(&mut board, |_, _| ());
        let mut reached = BTreeSet::from([board.key]);
        let mut open = vec![board.key];
        let (mut steps, mut undos) = (Vec::new(), Vec::new());
        while let Some(key) = open.pop() {
            board.unpack(&key, play.packing);
            steps.clear();
            play.add_steps(&board, &mut steps);
            for &step in &steps {
                play.make(&mut board, step, |_, undo| undos.push(undo));
                if reached.insert(board.key) {
                    open.push(board.key);
                }
                play.take_back(&mut board, &mut undos);
            }
        }
        reached
    }

    fn compare(rules: &FreeCell, deal: u64, expected: Option<(usize, usize)>) {
        let start = rules.deal(deal);
        with_packing(
            rules,
            &start,
            Compare {
                start: &start,
                expected,
            },
        );
    }

    #[test]
    fn tidy_positions_stand_for_all_that_can_be_reached() {
        let freecell = FreeCell::FREECELL;
        compare(&freecell, 11982, Some((61_643, 29_358)));
        compare(&freecell, 146_692, Some((8_603, 5_693)));
        let one = freecell.with_cells(1).unwrap();
        compare(&one, 12, Some((34_258, 20_561)));
        compare(&one, 3, Some((112, 108)));
        for (game, cells, deals) in [
            ("forecell", 4, [9, 10, 21]),
            ("bakers-game", 4, [10, 23, 49]),
            ("ko-bakers-game", 4, [1, 12, 25]),
            ("seahaven", 4, [21, 68, 75]),
            ("beleaguered-castle", 1, [23, 23, 23]),
            ("streets-and-alleys", 1, [18, 23, 23]),
        ] {
            let rules = FreeCell::named(game).unwrap().with_cells(cells).unwrap();
            for deal in deals {
                compare(&rules, deal, None);
            }
        }
    }
}
