//! The Spider table: the stock and the runs that are gone above the columns.

use patience_core::{Card, Rank, Suit};
use patience_game::layout::{Face, Pile, Role};
use patience_game::{Layout, Picture, Reach, Spot, Tone};

use crate::rules::{Face as Known, Move, Spider, State};

/// From column to column, and from card to card in one.
const ACROSS: f32 = 1.1;
const DOWN: f32 = 0.2;
/// The upper edge of the columns.
const COLUMNS: f32 = 1.2;
/// Cards in a column that the table has always room for.
const ROOM: f32 = 16.0;

/// The places of the piles.
const STOCK: usize = 0;
const HOME: usize = 1;
const FIRST_COLUMN: usize = 2;

pub(crate) fn lay_out(rules: &Spider, state: &State) -> Layout {
    let columns = state.columns.len();
    let width = (columns - 1) as f32 * ACROSS + 1.0;
    let stock = Pile::new("stock", Role::Stock, 0.0, 0.0);
    let cards = state.stock.iter().rev().copied().map(turned_down);
    let home = Pile::new("home", Role::Home, width - 1.0, 0.0);
    let mut piles = vec![stock.with_cards(cards), home.with_cards(gone(rules, state))];
    for (index, column) in state.columns.iter().enumerate() {
        let name = format!("column {}", index + 1);
        let mut pile = Pile::new(name, Role::Column, index as f32 * ACROSS, COLUMNS);
        pile.key = (index + 1).to_string();
        pile.step = [0.0, DOWN];
        let down = column.down.iter().copied().map(turned_down);
        let up = column.up.iter().copied().map(turned_up);
        piles.push(pile.with_cards(down.chain(up)));
    }
    Layout::new(width, COLUMNS + DOWN * (ROOM - 1.0) + 1.0, piles)
}

/// The highest card of each run that is gone.
fn gone(rules: &Spider, state: &State) -> impl Iterator<Item = Face> {
    let highest = Rank::new(rules.ranks).unwrap_or(Rank::KING);
    Suit::ALL.into_iter().flat_map(move |suit| {
        let runs = usize::from(state.home[usize::from(suit.index())]);
        std::iter::repeat_n(Face::of(Card::new(highest, suit)), runs)
    })
}

fn turned_up(known: Known) -> Face {
    known.map_or_else(Face::down, Face::of)
}

fn turned_down(known: Known) -> Face {
    known.map_or_else(Face::down, Face::turned_down)
}

pub(crate) fn reach(layout: &Layout, move_: &Move) -> Option<Reach> {
    let column = |index: u8| FIRST_COLUMN + usize::from(index);
    Some(match *move_ {
        Move::Deal => Reach::click(layout.top(STOCK)),
        Move::Run { from, to, count } => {
            let pile = column(from);
            let cards = usize::from(count);
            let card = layout.piles.get(pile)?.cards.len().checked_sub(cards)?;
            Reach::onto(Spot { pile, card }, cards, column(to))
        }
        Move::Home(from) => {
            let spot = layout.top(column(from));
            Reach::onto(spot, 1, HOME)
        }
    })
}

pub(crate) fn picture(rules: &Spider, state: &State) -> Picture {
    let mut picture = Picture::new();
    let rows = state.columns.iter().map(|column| column.len()).max();
    for row in 0..rows.unwrap_or(0).max(1) {
        for column in &state.columns {
            let down = column.down.len();
            match column.up.get(row.wrapping_sub(down)) {
                _ if row < down => picture.add("▒▒", Tone::Faint),
                Some(Some(card)) => picture.card(*card),
                Some(None) => picture.add("??", Tone::Faint),
                None if row == 0 => picture.add("··", Tone::Faint),
                None => picture.space(2),
            }
            picture.space(2);
        }
        picture.end_line();
    }
    let deals = state.stock.len().div_ceil(state.columns.len().max(1));
    picture.add(
        format!(
            "Deals left {deals}  Home {} of {}",
            state.runs_home(),
            rules.runs()
        ),
        Tone::Faint,
    );
    picture.end_line();
    picture
}
