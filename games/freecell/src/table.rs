//! The FreeCell table: cells at the upper left, home at the upper right, the
//! columns below.

use std::fmt::Write as _;

use patience_core::{Card, Rank, Suit};
use patience_game::layout::{Face, Pile, Role};
use patience_game::{Layout, Picture, Reach, Sight, Spot, Tone};

use crate::rules::{Move, Place, State};

/// From column to column, and from card to card in one.
const ACROSS: f32 = 1.1;
const DOWN: f32 = 0.24;
/// The upper edge of the columns.
const COLUMNS: f32 = 1.2;
/// Cards in a column that the table has always room for.
const ROOM: f32 = 12.0;

pub(crate) fn lay_out(state: &State) -> Layout {
    // Cells and home stand apart by a bit.
    let upper = (state.cells.len() + Suit::ALL.len()) as f32 * ACROSS + 0.3;
    let lower = state.columns.len() as f32 * ACROSS;
    let width = upper.max(lower) - (ACROSS - 1.0);
    let mut piles = Vec::new();
    for (index, card) in state.cells.iter().enumerate() {
        let letter = Place::Cell(index as u8).letter();
        let x = index as f32 * ACROSS;
        let mut cell = Pile::new(format!("cell {letter}"), Role::Cell, x, 0.0);
        cell.key = letter.to_string();
        piles.push(cell.with_cards(card.map(Face::of)));
    }
    for suit in Suit::ALL {
        let from_right = Suit::ALL.len() - usize::from(suit.index());
        let x = width + (ACROSS - 1.0) - from_right as f32 * ACROSS;
        piles.push(home(state, suit, x));
    }
    let left = (width + (ACROSS - 1.0) - lower) / 2.0;
    for (index, cards) in state.columns.iter().enumerate() {
        let letter = Place::Column(index as u8).letter();
        let x = left + index as f32 * ACROSS;
        let mut column = Pile::new(format!("column {}", index + 1), Role::Column, x, COLUMNS);
        column.key = letter.to_string();
        column.step = [0.0, DOWN];
        piles.push(column.with_cards(cards.iter().copied().map(Face::of)));
    }
    Layout::new(width, COLUMNS + DOWN * (ROOM - 1.0) + 1.0, piles)
}

fn home(state: &State, suit: Suit, x: f32) -> Pile {
    let name = format!("home of {}", suit.name());
    let mut pile = Pile::new(name, Role::Home, x, 0.0);
    pile.key = "h".to_owned();
    pile.empty = suit.symbol().to_string();
    let cards = (1..=state.home[usize::from(suit.index())]).filter_map(Rank::new);
    pile.with_cards(cards.map(|rank| Face::of(Card::new(rank, suit))))
}

pub(crate) fn reach(state: &State, move_: &Move) -> Option<Reach> {
    let cards = usize::from(move_.cards);
    let first_column = state.cells.len() + Suit::ALL.len();
    let (from, suit) = match move_.from {
        Place::Column(index) => {
            let column = state.columns.get(usize::from(index))?;
            let card = column.len().checked_sub(cards)?;
            let pile = first_column + usize::from(index);
            (Spot { pile, card }, column.get(card)?.suit())
        }
        Place::Cell(index) => {
            let card = (*state.cells.get(usize::from(index))?)?;
            let pile = usize::from(index);
            (Spot { pile, card: 0 }, card.suit())
        }
        Place::Home => return None,
    };
    let to = match move_.to {
        Place::Column(index) => first_column + usize::from(index),
        Place::Cell(index) => usize::from(index),
        Place::Home => state.cells.len() + usize::from(suit.index()),
    };
    Some(Reach::onto(from, cards, to))
}

/// The position that shows these piles: the inverse of [`lay_out`].
pub(crate) fn transcribe(sight: &Sight<'_>) -> String {
    let mut text = String::new();
    let home: Vec<_> = sight
        .piles_of("home")
        .filter_map(|pile| pile.top())
        .collect();
    let cells: Vec<_> = sight.piles_of("cell").map(|pile| pile.top()).collect();
    let columns: Vec<_> = sight.piles_of("column").collect();
    // A fresh deal is written without labels.
    let is_fresh = home.is_empty()
        && cells.iter().all(Option::is_none)
        && columns.iter().all(|column| !column.cards.is_empty());
    if !is_fresh {
        let ranks = ["h", "c", "d", "s"].map(|suit| {
            let card = home.iter().find(|card| card.ends_with(suit));
            let rank = card.map_or("0", |card| card.trim_end_matches(suit));
            format!("{}-{rank}", suit.to_ascii_uppercase())
        });
        let _ = writeln!(text, "Foundations: {}", ranks.join(" "));
        if !cells.is_empty() {
            let cells: Vec<_> = cells.iter().map(|cell| cell.unwrap_or("-")).collect();
            let _ = writeln!(text, "Freecells: {}", cells.join(" "));
        }
    }
    let label = if is_fresh { "" } else { ": " };
    for column in columns {
        let _ = writeln!(text, "{}", format!("{label}{}", column.words()).trim_end());
    }
    text
}

/// Cells and home on top, with the letters that moves use; then the columns, top
/// cards at the bottom, as they lie on a table.
pub(crate) fn picture(state: &State) -> Picture {
    let mut picture = Picture::new();
    let width = 4 * state.columns.len();
    // Home stands at the right, as on every FreeCell table, unless there
    // are too many cells for that.
    let gap = width.saturating_sub(4 * (state.cells.len() + 4)).max(4);
    for cell in 0..state.cells.len() {
        let letter = Place::Cell(cell as u8).letter();
        picture.add(format!("  {letter} "), Tone::Faint);
    }
    picture.space(gap + 6);
    picture.add("home", Tone::Faint);
    picture.end_line();
    for cell in &state.cells {
        draw(&mut picture, *cell);
    }
    picture.space(gap);
    for suit in Suit::ALL {
        let rank = Rank::new(state.home[usize::from(suit.index())]);
        match rank {
            Some(rank) => draw(&mut picture, Some(Card::new(rank, suit))),
            None => picture.add(format!("  {} ", suit.symbol()), Tone::Faint),
        }
    }
    picture.end_line();
    picture.end_line();
    for column in 0..state.columns.len() {
        let letter = Place::Column(column as u8).letter();
        picture.add(format!("  {letter} "), Tone::Faint);
    }
    picture.end_line();
    let rows = state.columns.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        for column in &state.columns {
            match column.get(row) {
                Some(card) => draw(&mut picture, Some(*card)),
                None => picture.space(4),
            }
        }
        picture.end_line();
    }
    picture
}

fn draw(picture: &mut Picture, card: Option<Card>) {
    picture.space(1);
    match card {
        Some(card) => picture.card(card),
        None => picture.add(" ·", Tone::Faint),
    }
    picture.space(1);
}

#[cfg(test)]
mod tests {
    use patience_rules::Rules as _;

    use super::*;
    use crate::rules::FreeCell;

    #[test]
    fn a_board_is_drawn_as_people_know_it() {
        let text = "Foundations: H-6 C-9 D-2 S-0\nFreecells: QS 3S 2S -\n: 8H 3D\n: KS QD JC\n: AS 8D TD 7D JH TS 9D\n: 7S 6D\n: 5S KD\n: KH QC JD TC 9H 8S 7H 6S 5D 4S\n: KC QH JS TH 9S\n: 4D";
        let state = FreeCell::FREECELL.read_state(text).unwrap();
        let expected = [
            "  a   b   c   d           home",
            " Qs  3s  2s   ·      9c  2d  6h   ♠",
            "",
            "  1   2   3   4   5   6   7   8",
            " 8h  Ks  As  7s  5s  Kh  Kc  4d",
            " 3d  Qd  8d  6d  Kd  Qc  Qh",
            "     Jc  Td          Jd  Js",
        ];
        let drawn = picture(&state).to_string();
        let lines: Vec<_> = drawn.lines().take(expected.len()).collect();
        assert_eq!(lines, expected);
    }
}
