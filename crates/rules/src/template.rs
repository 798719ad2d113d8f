//! A template: the smallest game that shows everything a set of rules needs.
//! Copy it to add a game (CONTRIBUTING.md has the steps). It is a real game,
//! *Golf in miniature*, but it stands on no list of games.
//!
//! Sixteen cards lie in four columns of four, the last card of each on top.
//! The other cards are the stock. The top card of a column may be played onto
//! the waste when its rank is one above or below the waste's top card. `Draw`
//! turns a card of the stock onto the waste. Won when the columns are empty.

use std::fmt;

use patience_core::{Card, Faults, numbering, read_deck};

use crate::{Illegal, Rules};

/// The rules of the template game. Settings of a family of games would be
/// fields here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Template;

/// The table. Say for each pile which end is the top.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct State {
    /// Four columns; the last card is on top.
    pub columns: [Vec<Card>; 4],
    /// The waste; the last card is on top.
    pub waste: Vec<Card>,
    /// The stock; the first card is on top.
    pub stock: Vec<Card>,
}

/// What a player does. It names cards, not places, so that it can be read
/// without the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Move {
    /// Turn the stock's top card onto the waste.
    Draw,
    /// Play a card from the top of its column onto the waste.
    Play(Card),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("Draw"),
            Self::Play(card) => write!(f, "Play {card}"),
        }
    }
}

impl Template {
    /// The deal with this number in the project's own numbering.
    pub fn deal(&self, number: u64) -> State {
        Self::lay_out(&numbering::own_deck(number))
    }

    fn lay_out(deck: &[Card]) -> State {
        let column = |index: usize| deck[4 * index..4 * index + 4].to_vec();
        State {
            columns: [column(0), column(1), column(2), column(3)],
            waste: vec![deck[16]],
            stock: deck[17..].to_vec(),
        }
    }

    fn fits(state: &State, card: Card) -> bool {
        let top = state.waste.last();
        top.is_some_and(|top| top.rank().value().abs_diff(card.rank().value()) == 1)
    }
}

impl Rules for Template {
    type State = State;
    type Move = Move;

    fn legal_moves(&self, state: &State) -> Vec<Move> {
        if self.is_won(state) {
            return Vec::new();
        }
        let tops = state.columns.iter().filter_map(|column| column.last());
        let plays = tops.filter(|card| Self::fits(state, **card));
        let draw = (!state.stock.is_empty()).then_some(Move::Draw);
        plays.map(|card| Move::Play(*card)).chain(draw).collect()
    }

    // `play` checks everything by itself: it is the judge of every solution.
    fn play(&self, state: &State, move_: &Move) -> Result<State, Illegal> {
        let mut next = state.clone();
        match *move_ {
            Move::Draw => {
                if state.stock.is_empty() {
                    return Err(Illegal::because("the stock is empty"));
                }
                next.waste.push(next.stock.remove(0));
            }
            Move::Play(card) => {
                let column = next
                    .columns
                    .iter_mut()
                    .find(|column| column.last() == Some(&card));
                let Some(column) = column else {
                    return Err(Illegal::because(format!(
                        "{card} is not on top of a column"
                    )));
                };
                if !Self::fits(state, card) {
                    return Err(Illegal::because(format!("{card} does not fit the waste")));
                }
                column.pop();
                next.waste.push(card);
            }
        }
        Ok(next)
    }

    fn is_won(&self, state: &State) -> bool {
        state.columns.iter().all(Vec::is_empty)
    }

    fn write_move(&self, _: &State, move_: &Move) -> String {
        move_.to_string()
    }

    fn read_move(&self, _: &State, text: &str) -> Result<Move, Illegal> {
        match text.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["Draw"] => Ok(Move::Draw),
            ["Play", card] => match card.parse() {
                Ok(card) => Ok(Move::Play(card)),
                Err(error) => Err(Illegal::because(error.to_string())),
            },
            _ => Err(Illegal::because("not a move: Draw or Play 7h")),
        }
    }

    fn write_state(&self, state: &State) -> String {
        let cards = state
            .columns
            .iter()
            .flatten()
            .chain(&state.waste)
            .chain(&state.stock);
        let words: Vec<_> = cards.map(ToString::to_string).collect();
        words.join(" ")
    }

    // A real game reads positions from the middle of a game, too (see Pyramid).
    fn read_state(&self, text: &str) -> Result<State, Faults> {
        read_deck(text).map(|deck| Self::lay_out(&deck))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deal_reads_back_what_it_writes() {
        let deal = Template.deal(1);
        assert_eq!(Template.read_state(&Template.write_state(&deal)), Ok(deal));
    }

    #[test]
    fn every_legal_move_can_be_played_and_read_back() {
        let mut numbers = numbering::SplitMix64::new(1);
        let mut now = Template.deal(1);
        loop {
            let moves = Template.legal_moves(&now);
            if moves.is_empty() {
                break;
            }
            let next = moves[numbers.below(moves.len())];
            assert_eq!(Template.read_move(&now, &next.to_string()), Ok(next));
            now = Template.play(&now, &next).unwrap();
        }
        assert!(now.stock.is_empty() || Template.is_won(&now));
    }
}
