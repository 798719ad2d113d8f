//! The Klondike table: the stock and the waste at the upper left, home at the
//! upper right, the seven columns below.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use patience_core::{Card, Rank, Suit};
use patience_game::layout::{Face, Pile, Role};
use patience_game::{Layout, Picture, Reach, Seen, Sight, Spot, Tone};

use crate::rules::{Column, Face as Known, Klondike, Move, State};

/// From column to column, and from card to card in one.
const ACROSS: f32 = 1.1;
const DOWN: f32 = 0.24;
/// From card to card in the fan of the waste.
const FAN: f32 = 0.3;
/// The upper edge of the columns.
const COLUMNS: f32 = 1.2;
/// Cards in a column that the table has always room for.
const ROOM: f32 = 13.0;

/// The places of the piles.
const STOCK: usize = 0;
const WASTE: usize = 1;
const HOME: usize = 2;
pub(crate) const FIRST_COLUMN: usize = HOME + Suit::ALL.len();

pub(crate) fn lay_out(rules: &Klondike, state: &State) -> Layout {
    let columns = state.columns.len().max(FIRST_COLUMN + 1);
    let mut stock = Pile::new("stock", Role::Stock, 0.0, 0.0);
    stock.empty = match rules.has_another_pass(state) {
        true => "↻".to_owned(),
        false => String::new(),
    };
    let cards = state.stock.iter().rev().copied().map(turned_down);
    let mut piles = vec![stock.with_cards(cards)];
    piles.push(waste(rules, state));
    for suit in Suit::ALL {
        let place = columns - Suit::ALL.len() + usize::from(suit.index());
        piles.push(home(state, suit, place as f32 * ACROSS));
    }
    for (index, column) in state.columns.iter().enumerate() {
        let name = format!("column {}", index + 1);
        let mut pile = Pile::new(name, Role::Column, index as f32 * ACROSS, COLUMNS);
        pile.key = (index + 1).to_string();
        pile.step = [0.0, DOWN];
        let down = column.down.iter().copied().map(turned_down);
        let up = column.up.iter().copied().map(turned_up);
        piles.push(pile.with_cards(down.chain(up)));
    }
    let width = (columns - 1) as f32 * ACROSS + 1.0;
    Layout::new(width, COLUMNS + DOWN * (ROOM - 1.0) + 1.0, piles)
}

/// The waste shows as many cards as a draw turns.
fn waste(rules: &Klondike, state: &State) -> Pile {
    let mut pile = Pile::new("waste", Role::Waste, ACROSS, 0.0);
    pile.key = "w".to_owned();
    if rules.draw > 1 {
        pile.step = [FAN, 0.0];
        pile.heap = state.waste.len().saturating_sub(usize::from(rules.draw));
    }
    pile.with_cards(state.waste.iter().copied().map(turned_up))
}

fn home(state: &State, suit: Suit, x: f32) -> Pile {
    let name = format!("home of {}", suit.name());
    let mut pile = Pile::new(name, Role::Home, x, 0.0);
    pile.key = "h".to_owned();
    pile.empty = suit.symbol().to_string();
    let cards = (1..=state.home[usize::from(suit.index())]).filter_map(Rank::new);
    pile.with_cards(cards.map(|rank| Face::of(Card::new(rank, suit))))
}

fn turned_up(known: Known) -> Face {
    known.map_or_else(Face::down, Face::of)
}

fn turned_down(known: Known) -> Face {
    known.map_or_else(Face::down, Face::turned_down)
}

/// The stock is clicked: to draw, and where it is empty, to turn the waste over.
pub(crate) fn reach(layout: &Layout, state: &State, move_: &Move) -> Option<Reach> {
    let column = |index: u8| FIRST_COLUMN + usize::from(index);
    let home = |card: Known| Some(HOME + usize::from(card?.suit().index()));
    Some(match *move_ {
        Move::Draw | Move::Recycle => Reach::click(layout.top(STOCK)),
        Move::WasteHome => {
            let card = state.waste.last().copied().flatten();
            Reach::onto(layout.top(WASTE), 1, home(card)?)
        }
        Move::WasteTo(to) => Reach::onto(layout.top(WASTE), 1, column(to)),
        Move::ColumnHome(from) => {
            let card = state.columns.get(usize::from(from))?.top();
            Reach::onto(layout.top(column(from)), 1, home(card)?)
        }
        Move::Column { from, to } => {
            // Only the fit of the cards matters here, and no setting changes it.
            let cards = Klondike::DRAW_THREE.run_of(state, from, to)?;
            let all = layout.piles.get(column(from))?.cards.len();
            let pile = column(from);
            let card = all.checked_sub(cards)?;
            Reach::onto(Spot { pile, card }, cards, column(to))
        }
        Move::Back { suit, to } => {
            let from = HOME + usize::from(suit.index());
            Reach::onto(layout.top(from), 1, column(to))
        }
    })
}

/// The position that shows these piles: the inverse of [`lay_out`], with `??`
/// for every card that lies face down.
///
/// Without a look after the waste was turned over, the cards under what the
/// waste shows are unknown; if there is such a look, the looks after it show
/// stock and waste from the first card on.
pub(crate) fn transcribe(sight: &Sight<'_>) -> String {
    let mut text = String::new();
    let mut cards = 0;
    for (index, column) in sight.piles_of("column").enumerate() {
        cards += column.cards.len();
        let words = column.words();
        let words: Vec<_> = words.split_whitespace().collect();
        let down = words.iter().take_while(|word| **word == "??").count();
        let (down, up) = words.split_at(down);
        let line = match (down, up) {
            ([], []) => String::new(),
            ([], up) => format!("| {}", up.join(" ")),
            (down, []) => {
                let (last, down) = down.split_last().unwrap_or((&"??", &[]));
                format!("{} | {last}", down.join(" "))
            }
            (down, up) => format!("{} | {}", down.join(" "), up.join(" ")),
        };
        let _ = writeln!(
            text,
            "{}",
            format!("{}: {}", index + 1, line.trim()).trim_end()
        );
    }
    let homes = sight.piles_of("home").filter_map(|pile| pile.top());
    let homes: Vec<_> = homes.collect();
    let ranks = homes.iter().filter_map(|card| card.parse::<Card>().ok());
    cards += ranks
        .map(|card| usize::from(card.rank().value()))
        .sum::<usize>();
    let unseen = |seen: usize| vec!["??"; DECK.saturating_sub(cards + seen)];
    let (mut waste, mut stock) = piles(sight);
    let unseen = unseen(waste.len() + stock.len());
    let is_left = |pile: &Seen| !pile.cards.is_empty();
    if sight.last("stock").is_some_and(is_left) {
        stock.extend(unseen);
    } else {
        waste.splice(0..0, unseen);
    }
    for (label, words) in [("Stock", stock), ("Waste", waste), ("Home", homes)] {
        let line = format!("{label}: {}", words.join(" "));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Cards of the deck.
const DECK: usize = 52;

/// What was seen of the waste, its top last, and of the stock, first drawn
/// first.
fn piles<'s>(sight: &Sight<'s>) -> (Vec<&'s str>, Vec<&'s str>) {
    let looks = sight.through("waste").zip(sight.through("stock"));
    let looks: Vec<_> = looks.collect();
    let shown = |look: &Option<&'s Seen>| -> Vec<&'s str> {
        let cards = look.map_or(&[][..], |pile| pile.cards.as_slice());
        cards.iter().filter_map(Option::as_deref).collect()
    };
    let is_empty = |look: &Option<&Seen>| look.is_none_or(|pile| pile.cards.is_empty());
    let first = looks.first().map_or(Vec::new(), |(waste, _)| shown(waste));
    // The waste was turned over: it is empty, and the stock is not.
    let turned = looks
        .iter()
        .skip(1)
        .rposition(|(waste, stock)| is_empty(waste) && !is_empty(stock));
    let start = turned.map_or(0, |place| place + 1);
    let mut seen = BTreeSet::new();
    let mut order = Vec::new();
    for (waste, _) in &looks[start..] {
        order.extend(shown(waste).into_iter().filter(|card| seen.insert(*card)));
    }
    let top = first.last();
    let drawn = match (turned, top) {
        (None, _) => first.len(),
        (Some(_), None) => 0,
        (Some(_), Some(top)) => match order.iter().position(|card| card == top) {
            Some(place) => place + 1,
            None => return (first, order),
        },
    };
    let stock = order.split_off(drawn);
    (order, stock)
}

/// The position with an unknown card turned up. Piles are those of [`lay_out`].
/// Of the waste it is the last card that nobody has seen: three may come at
/// once. Of a column it is the last one, too: before the game somebody may know
/// what lies there from an earlier try. If a single unknown card is left, it is known then, too.
pub(crate) fn turn_up(state: &State, pile: usize, card: &str) -> Option<State> {
    let card: Card = card.parse().ok()?;
    let mut turned = state.clone();
    let face = match pile {
        WASTE => {
            let top = turned.waste.last().copied()?;
            if top == Some(card) {
                return Some(turned);
            }
            turned.waste.iter_mut().rev().find(|face| face.is_none())?
        }
        column if column >= FIRST_COLUMN => {
            let column = turned.columns.get_mut(column - FIRST_COLUMN)?;
            if column.top() == Some(card) {
                return Some(turned);
            }
            let mut faces = column
                .up
                .iter_mut()
                .rev()
                .chain(column.down.iter_mut().rev());
            faces.find(|face| face.is_none())?
        }
        _ => return None,
    };
    let ranks = DECK as u8 / 4;
    if !state.candidates(ranks).contains(&card) {
        return None;
    }
    *face = Some(card);
    turned.name_a_single_unknown(ranks);
    Some(turned)
}

/// The position with every card hidden that lies face down and that a player
/// cannot have seen; none if all are known.
pub(crate) fn concealed(state: &State) -> Option<State> {
    let mut seen = state.clone();
    for Column { down, .. } in &mut seen.columns {
        down.fill(None);
    }
    if state.pass == 1 {
        seen.stock.fill(None);
    }
    (seen != *state && seen.unknown() > 1).then_some(seen)
}

/// Stock, waste and home on top, then the columns with the letters that moves
/// use; face-down cards that are known are faint.
pub(crate) fn picture(rules: &Klondike, state: &State) -> Picture {
    let mut picture = Picture::new();
    let width = 4 * state.columns.len();
    for suit in Suit::ALL {
        match state.home_top(suit) {
            Some(card) => {
                picture.space(1);
                picture.card(card);
                picture.space(1);
            }
            None => picture.add(format!("  {} ", suit.symbol()), Tone::Faint),
        }
    }
    let pass = match rules.passes {
        Some(passes) => format!("pass {} of {passes}", state.pass),
        None => String::new(),
    };
    picture.space(width.saturating_sub(16 + pass.len()));
    picture.add(pass, Tone::Faint);
    picture.end_line();
    picture.end_line();
    for index in 1..=state.columns.len() {
        picture.add(format!("  {index} "), Tone::Faint);
    }
    picture.end_line();
    let cards = |column: &Column| column.down.len() + column.up.len();
    let rows = state.columns.iter().map(cards).max().unwrap_or(0);
    for row in 0..rows {
        for column in &state.columns {
            picture.space(1);
            match (column.down.get(row), row.checked_sub(column.down.len())) {
                (Some(Some(card)), _) => picture.add(card.to_string(), Tone::Faint),
                (Some(None), _) => picture.add("▒▒", Tone::Faint),
                (None, Some(row)) => match column.up.get(row) {
                    Some(Some(card)) => picture.card(*card),
                    Some(None) => picture.add("??", Tone::Bright),
                    None => picture.space(2),
                },
                (None, None) => picture.space(2),
            }
            picture.space(1);
        }
        picture.end_line();
    }
    picture.end_line();
    for (label, faces) in [("Waste", &state.waste), ("Stock", &state.stock)] {
        picture.add(label, Tone::Faint);
        if faces.is_empty() {
            picture.add(" empty", Tone::Faint);
        }
        for face in faces {
            picture.space(1);
            match face {
                Some(card) => picture.card(*card),
                None => picture.add("▒▒", Tone::Faint),
            }
        }
        picture.end_line();
    }
    picture
}
