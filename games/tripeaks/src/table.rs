//! The three peaks on a table, and below them the stock and the waste.

use patience_game::layout::{Face, Pile, Role};
use patience_game::{Layout, Picture, Reach, Sight, Tone};

use crate::rules::{CARDS, Face as Known, Move, ROWS, Slot, State, slots_of_row};

/// From card to card in the bottom row, and from row to row.
const ACROSS: f32 = 1.06;
const DOWN: f32 = 0.5;
/// Cards in the bottom row.
const WIDEST: f32 = 10.0;
/// The place of the waste among the piles: after the peaks and the stock.
const WASTE: usize = CARDS + 1;
/// Cards in a fresh stock.
const MOST_STOCK: usize = 23;
/// The row of stock and waste.
const FOOT: f32 = DOWN * (ROWS - 1) as f32 + 1.2;

pub(crate) fn lay_out(state: &State) -> Layout {
    let mut piles = Vec::new();
    for row in 0..ROWS {
        for (index, slot) in slots_of_row(row).enumerate() {
            let name = format!("row {}, card {}", row + 1, index + 1);
            let x = place_in_row(row, index) * ACROSS;
            let cards = match state.tableau[slot] {
                Slot::Gone(_) => None,
                Slot::Here(known) => Some(face(known)),
            };
            let pile = Pile::new(name, Role::Slot, x, row as f32 * DOWN);
            piles.push(pile.with_cards(cards));
        }
    }
    let stock = state.stock.iter().rev().copied().map(face);
    piles.push(Pile::new("stock", Role::Stock, 3.75 * ACROSS, FOOT).with_cards(stock));
    let waste = state.waste.iter().copied().map(face);
    piles.push(Pile::new("waste", Role::Waste, 5.25 * ACROSS, FOOT).with_cards(waste));
    Layout::new((WIDEST - 1.0) * ACROSS + 1.0, FOOT + 1.0, piles)
}

/// The place of a card in units of the bottom row: each peak stands over the
/// middle of three columns, and each row is half a card further out.
fn place_in_row(row: usize, index: usize) -> f32 {
    let (a_peak, left) = match row {
        0 => (1, 1.5),
        1 => (2, 1.0),
        2 => (3, 0.5),
        _ => return index as f32,
    };
    let (peak, within) = (index / a_peak, index % a_peak);
    left + peak as f32 * 3.0 + within as f32
}

fn face(known: Known) -> Face {
    known.map_or_else(Face::down, Face::of)
}

pub(crate) fn reach(layout: &Layout, move_: &Move) -> Option<Reach> {
    match move_ {
        Move::Draw => Some(Reach::click(layout.top(layout.pile("stock")?))),
        Move::Play(card) => {
            let from = layout.find(&card.to_string())?;
            Some(Reach::onto(from, 1, layout.pile("waste")?))
        }
        Move::StartOver => None,
    }
}

/// The position that shows these piles: the inverse of [`lay_out`]. The stock is
/// seen card by card on the waste. If some of it is left, its cards that nobody
/// has seen count as one.
pub(crate) fn transcribe(sight: &Sight<'_>) -> String {
    let waste = sight.pile("waste").and_then(|pile| pile.top());
    let drawn = sight.through("waste").skip(1);
    let mut stock: Vec<_> = drawn.filter_map(|pile| pile?.top()).collect();
    let is_left = sight
        .last("stock")
        .is_some_and(|pile| !pile.cards.is_empty());
    if is_left && stock.len() < MOST_STOCK {
        stock.push("??");
    }
    format!(
        "Tableau:\n{}Waste: {}\n{}\n",
        sight.rows(ROWS),
        waste.unwrap_or("??"),
        format!("Stock: {}", stock.join(" ")).trim_end(),
    )
}

/// The position with an unknown card turned up. Piles are those of [`lay_out`]:
/// the places of the peaks, the stock, the waste. If a single unknown card is
/// left, it is known then, too; turning it up as that card changes nothing.
pub(crate) fn turn_up(state: &State, pile: usize, card: &str) -> Option<State> {
    let card = card.parse().ok()?;
    let is_elsewhere = !state.candidates().contains(&card);
    let mut turned = state.clone();
    let face = match pile {
        slot if slot < CARDS => match &mut turned.tableau[slot] {
            Slot::Here(face) => face,
            Slot::Gone(_) => return None,
        },
        CARDS => turned.stock.first_mut()?,
        WASTE => turned.waste.last_mut()?,
        _ => return None,
    };
    match face {
        Some(known) => return (*known == card).then_some(turned),
        None if is_elsewhere => return None,
        None => *face = Some(card),
    }
    turned.name_a_single_unknown();
    Some(turned)
}

/// The peaks as text, and below them the waste and the stock.
pub(crate) fn picture(state: &State) -> Picture {
    let mut picture = Picture::new();
    for row in 0..ROWS {
        picture.space(2 * (ROWS - 1 - row));
        for slot in slots_of_row(row) {
            draw_slot(&mut picture, state, slot);
            // Leave room for the missing cards between two peaks.
            picture.space(match row {
                0 => 10,
                1 if slot % 2 == 0 => 6,
                _ => 2,
            });
        }
        picture.end_line();
    }
    pile(&mut picture, "Waste", &state.waste);
    pile(&mut picture, "Stock", &state.stock);
    let text = format!("Streak {}, score {}", state.streak, state.score);
    picture.add(text, Tone::Faint);
    picture.end_line();
    picture
}

/// A card whose face is known shows it, covered or not, because players plan
/// ahead. A card that nobody has seen shows its back.
fn draw_slot(picture: &mut Picture, state: &State, slot: usize) {
    match state.tableau[slot] {
        Slot::Gone(_) => picture.add("··", Tone::Faint),
        Slot::Here(None) => picture.add("▒▒", Tone::Faint),
        Slot::Here(Some(card)) => picture.card(card),
    }
}

fn pile(picture: &mut Picture, label: &str, faces: &[Known]) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::TriPeaks;

    /// A deal with these places of the peaks face down.
    fn with_unknown(slots: &[usize]) -> State {
        let mut state = TriPeaks.deal(1);
        for slot in slots {
            state.tableau[*slot] = Slot::Here(None);
        }
        state
    }

    fn card(slot: usize) -> String {
        let card = TriPeaks.deal(1).tableau[slot].face();
        card.expect("a known card").to_string()
    }

    #[test]
    fn the_last_unknown_card_is_known_when_the_others_are_turned_up() {
        let state = with_unknown(&[0, 1, 2]);
        let state = turn_up(&state, 0, &card(0)).expect("turned up");
        assert_eq!(state.unknown(), 2);
        let state = turn_up(&state, 1, &card(1)).expect("turned up");
        assert_eq!(state, TriPeaks.deal(1));
        // It may be turned up together with the previous one.
        assert_eq!(turn_up(&state, 2, &card(2)), Some(state));
    }

    #[test]
    fn a_card_that_lies_elsewhere_is_not_turned_up() {
        let state = with_unknown(&[0, 1]);
        assert_eq!(turn_up(&state, 0, &card(5)), None);
        assert_eq!(turn_up(&state, 5, &card(0)), None);
        assert_eq!(turn_up(&state, 0, "Xx"), None);
    }
}
