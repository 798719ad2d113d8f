//! From packed steps to moves of the rules.
//!
//! A step names a card; a move names columns. So the steps are played on a table
//! that knows where each card lies. It is as plain as that of the rules, but takes
//! no memory from the heap: most searches are shorter than a replay with it.

use super::expand::Step;
use super::layout::{MOST_COLUMNS, MOST_STOCK, NONE, index_of, suit_at};
use crate::rules::{Klondike, Move, State};

/// The suits in the order of the packed cards.
const SUITS: [patience_core::Suit; 4] = [
    patience_core::Suit::Hearts,
    patience_core::Suit::Diamonds,
    patience_core::Suit::Clubs,
    patience_core::Suit::Spades,
];

/// The column of cards that lie in none.
const NOWHERE: u8 = 15;

/// A table on which steps are played.
#[derive(Clone, Debug)]
pub struct Route {
    /// By column: its cards, the lowest first.
    cards: [[u8; 64]; MOST_COLUMNS],
    len: [u8; MOST_COLUMNS],
    columns: u8,
    /// By card: the column where it lies face up or down.
    column: [u8; 64],
    /// Waste and stock, in the order of drawing; the first `waste` of them lie in
    /// the waste.
    pile: [u8; MOST_STOCK],
    piled: usize,
    waste: usize,
    home: [u8; 4],
    ranks: u8,
    draw: usize,
    moves: Vec<Move>,
}

/// Can one card lie on the other?
#[inline]
const fn fits(card: u8, below: u8) -> bool {
    card < 60 && (card + 4) & !1 == below & !1
}

impl Route {
    /// Starts here; none if a card is unknown or there is no room.
    pub fn new(rules: &Klondike, start: &State) -> Option<Self> {
        let mut route = Self {
            cards: [[NONE; 64]; MOST_COLUMNS],
            len: [0; MOST_COLUMNS],
            columns: start.columns.len() as u8,
            column: [NOWHERE; 64],
            pile: [NONE; MOST_STOCK],
            piled: 0,
            waste: start.waste.len(),
            home: SUITS.map(|suit| start.home[usize::from(suit.index())]),
            ranks: rules.ranks,
            draw: usize::from(rules.draw),
            moves: Vec::with_capacity(256),
        };
        for (index, column) in start.columns.iter().enumerate() {
            for card in column.down.iter().chain(&column.up) {
                let card = index_of((*card)?);
                route.column[usize::from(card)] = index as u8;
                *route
                    .cards
                    .get_mut(index)?
                    .get_mut(usize::from(route.len[index]))? = card;
                route.len[index] += 1;
            }
        }
        for card in start.waste.iter().chain(&start.stock) {
            *route.pile.get_mut(route.piled)? = index_of((*card)?);
            route.piled += 1;
        }
        Some(route)
    }

    /// The moves of these steps, and then everything goes home. None if a step
    /// cannot be made, which would be a mistake of the search.
    pub fn whole(mut self, steps: &[Step]) -> Option<Vec<Move>> {
        for (index, step) in steps.iter().enumerate() {
            self.step(*step, &steps[index + 1..])?;
        }
        self.finish()?;
        Some(self.moves)
    }

    /// The moves of these steps.
    pub fn part(mut self, steps: &[Step]) -> Option<Vec<Move>> {
        for (index, step) in steps.iter().enumerate() {
            self.step(*step, &steps[index + 1..])?;
        }
        Some(self.moves)
    }

    /// Makes one step; `after` are those that follow.
    fn step(&mut self, step: Step, after: &[Step]) -> Option<()> {
        match step {
            Step::Unlock(card) => {
                let to = self.best_place_for(card, after)?;
                self.shift(card, to)
            }
            Step::Home(card) => self.column_home(card),
            Step::Play(card) => {
                self.draw_to(card)?;
                let to = self.best_place_for(card, after)?;
                self.take();
                self.lay(card, to);
                self.moves.push(Move::WasteTo(to));
                Some(())
            }
            Step::StockHome(card) => self.waste_home(card),
            Step::Back(card) => {
                let to = self.best_place_for(card, after)?;
                let suit = suit_at(card);
                self.home[usize::from(suit)] -= 1;
                self.lay(card, to);
                let suit = SUITS[usize::from(suit)];
                self.moves.push(Move::Back { suit, to });
                Some(())
            }
        }
    }

    fn lay(&mut self, card: u8, to: u8) {
        let index = usize::from(to);
        self.cards[index][usize::from(self.len[index])] = card;
        self.len[index] += 1;
        self.column[usize::from(card)] = to;
    }

    /// The last card of a column.
    fn top(&self, column: u8) -> u8 {
        let index = usize::from(column);
        match self.len[index] {
            0 => NONE,
            len => self.cards[index][usize::from(len) - 1],
        }
    }

    /// A card goes to another column with everything that lies on it.
    fn shift(&mut self, card: u8, to: u8) -> Option<()> {
        let from = self.column[usize::from(card)];
        let index = usize::from(from);
        let cards = self.cards.get(index)?;
        let all = usize::from(self.len[index]);
        let first = cards[..all].iter().position(|&other| other == card)?;
        let run = *cards;
        self.len[index] = first as u8;
        for &moved in &run[first..all] {
            self.lay(moved, to);
        }
        self.moves.push(Move::Column { from, to });
        Some(())
    }

    /// A column that this card may go to.
    fn place_for(&self, card: u8) -> Option<u8> {
        let is_king = card / 4 + 1 == self.ranks;
        (0..self.columns).find(|&column| match self.top(column) {
            NONE => is_king,
            top => fits(card, top),
        })
    }

    /// The same when two columns will do: the one whose card goes home later,
    /// or what lies on the first to go would have to be moved.
    fn best_place_for(&self, card: u8, after: &[Step]) -> Option<u8> {
        let first = self.place_for(card)?;
        let top = self.top(first);
        if top == NONE {
            return Some(first);
        }
        let other = self.column[usize::from(top ^ 1)];
        if other == NOWHERE || self.top(other) != top ^ 1 {
            return Some(first);
        }
        // Which of the two goes home first, and does this card lie here then, or
        // the other one of its pair?
        let (mut is_here, mut twin_is_here) = (true, false);
        for step in after {
            match *step {
                Step::Home(gone) if gone == card => is_here = false,
                Step::Home(gone) if gone == card ^ 1 => twin_is_here = false,
                Step::Unlock(laid) | Step::Play(laid) | Step::Back(laid) if laid == card ^ 1 => {
                    twin_is_here = true;
                }
                Step::Home(gone) if gone == top || gone == top ^ 1 => {
                    let wants_top = (gone == top) == twin_is_here;
                    if is_here == twin_is_here {
                        return Some(first);
                    }
                    return Some(if wants_top { first } else { other });
                }
                _ => {}
            }
            if !is_here && !twin_is_here {
                break;
            }
        }
        Some(first)
    }

    /// A card of a column goes home. What lies on it goes to the other card of
    /// its pair first.
    fn column_home(&mut self, card: u8) -> Option<()> {
        let from = self.column[usize::from(card)];
        let index = usize::from(from);
        let cards = self.cards.get(index)?;
        let all = usize::from(self.len[index]);
        let place = cards[..all].iter().position(|&other| other == card)?;
        if place + 1 < all {
            let cover = cards[place + 1];
            let to = self.place_for(cover)?;
            self.shift(cover, to)?;
        }
        self.len[index] -= 1;
        self.go_home(card);
        self.moves.push(Move::ColumnHome(from));
        Some(())
    }

    fn waste_home(&mut self, card: u8) -> Option<()> {
        self.draw_to(card)?;
        self.take();
        self.go_home(card);
        self.moves.push(Move::WasteHome);
        Some(())
    }

    fn go_home(&mut self, card: u8) {
        self.home[usize::from(suit_at(card))] += 1;
        self.column[usize::from(card)] = NOWHERE;
    }

    /// The top of the waste leaves.
    fn take(&mut self) {
        self.pile
            .copy_within(self.waste..self.piled, self.waste - 1);
        self.waste -= 1;
        self.piled -= 1;
    }

    /// Draws until this card is on top of the waste.
    fn draw_to(&mut self, card: u8) -> Option<()> {
        let mut recycled = false;
        while self.waste == 0 || self.pile[self.waste - 1] != card {
            if self.waste < self.piled {
                self.waste = self.piled.min(self.waste + self.draw);
                self.moves.push(Move::Draw);
            } else if !recycled && self.piled > 0 {
                recycled = true;
                self.waste = 0;
                self.moves.push(Move::Recycle);
            } else {
                return None;
            }
        }
        Some(())
    }

    /// Sends everything home, the lowest cards first, those of columns before
    /// those of the stock.
    fn finish(&mut self) -> Option<()> {
        for rank in 0..self.ranks {
            for from_stock in [false, true] {
                for suit in 0..4 {
                    let card = 4 * rank + (suit ^ (2 * (rank & 1)));
                    let is_there = (self.column[usize::from(card)] == NOWHERE) == from_stock;
                    if self.home[usize::from(suit)] != rank || !is_there {
                        continue;
                    }
                    if from_stock {
                        self.waste_home(card)?;
                    } else {
                        self.column_home(card)?;
                    }
                }
            }
        }
        Some(())
    }
}
