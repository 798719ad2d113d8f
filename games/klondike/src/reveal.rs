//! What should be turned up next: a short line to a card that nobody has seen.
//!
//! The packed search knows all cards, so the unknown ones get made-up faces.
//! Nothing depends on these: a position in which one of them lies face up ends
//! the search, and no pruning is used. The plain rules, where the cards are
//! unknown, replay every line.

use std::collections::HashSet;

use patience_core::Stop;
use patience_game::Reveal;
use patience_rules::Rules as _;
use patience_search::Budget;

use crate::rules::{Klondike, Move, State};
use crate::solver::expand::{Child, Expander, Moves, Prunings, Step};
use crate::solver::layout::{Layout, NONE, Packed, index_of};
use crate::solver::route::Route;

/// More draws than any stock takes to come around.
const MOST_DRAWS: usize = 60;

/// A position takes about this many bytes.
const POSITION_BYTES: u64 = 200;

/// A short line to a card that nobody has seen: the fewest cards are played, as
/// the packed search counts them.
pub(crate) fn reveal(rules: &Klondike, state: &State, budget: &mut Budget) -> Reveal<Move> {
    if state.unknown() == 0 {
        return Reveal::AllKnown;
    }
    let found = match draws(rules, state) {
        Some(moves) => Ok(Some(moves)),
        None => search(rules, state, budget),
    };
    match found {
        Err(stop) => Reveal::Unknown(stop),
        Ok(None) => Reveal::NoMoreFromHere,
        Ok(Some(moves)) => match turned_up(rules, state, &moves) {
            Some(turned_up) => Reveal::Line { moves, turned_up },
            None => Reveal::Unknown(Stop::Incomplete),
        },
    }
}

/// Draws until an unknown card lies on top of the waste. What lies under it may
/// be covered up to its rank.
fn draws(rules: &Klondike, start: &State) -> Option<Vec<Move>> {
    let mut state = start.clone();
    let mut moves = Vec::new();
    while moves.len() < MOST_DRAWS {
        let played = match state.stock.is_empty() {
            true => Move::Recycle,
            false => Move::Draw,
        };
        rules.apply(&mut state, &played).ok()?;
        moves.push(played);
        if state.waste.last() == Some(&None) {
            return Some(moves);
        }
    }
    None
}

fn search(rules: &Klondike, start: &State, budget: &mut Budget) -> Result<Option<Vec<Move>>, Stop> {
    let (filled, made_up) = filled(rules, start).ok_or(Stop::Incomplete)?;
    let (layout, at) = Layout::new(rules, &filled).ok_or(Stop::Incomplete)?;
    let mut expander = Expander::new(Prunings::NONE);
    // Positions, each with the place of the one before it.
    let mut queue = vec![(at, 0)];
    let mut seen = HashSet::from([key(&at, at.ranks)]);
    let mut next = 0;
    while next < queue.len() {
        budget.count_state()?;
        budget.use_bytes(queue.len() as u64 * POSITION_BYTES)?;
        let at = queue[next].0;
        expander.expand(&layout, &at, Moves::NONE);
        let turns_up = |child: &&Child| turns_up(&layout, &at, &child.at, made_up);
        if let Some(end) = expander
            .children
            .iter()
            .find(turns_up)
            .map(|child| child.at)
        {
            let mut way = way_to(&queue, next);
            way.push(end);
            let steps = steps_along(&mut expander, &layout, &way);
            let route = Route::new(rules, &filled).ok_or(Stop::Incomplete)?;
            let moves = route.part(&steps).ok_or(Stop::Incomplete)?;
            return with_draws(rules, start, moves)
                .map(Some)
                .ok_or(Stop::Incomplete);
        }
        for child in &expander.children {
            if seen.insert(key(&child.at, child.ranks)) {
                queue.push((child.at, next));
            }
        }
        next += 1;
    }
    Ok(None)
}

/// The same position with made-up faces for the unknown cards, and the set of
/// these cards.
fn filled(rules: &Klondike, start: &State) -> Option<(State, u64)> {
    let cards = start.candidates(rules.ranks);
    let made_up = cards.iter().fold(0, |set, card| set | 1 << index_of(*card));
    let mut cards = cards.into_iter();
    let mut filled = start.clone();
    let columns = filled.columns.iter_mut();
    let columns = columns.flat_map(|column| column.down.iter_mut().chain(&mut column.up));
    for face in columns.chain(&mut filled.stock).chain(&mut filled.waste) {
        if face.is_none() {
            *face = Some(cards.next()?);
        }
    }
    Some((filled, made_up))
}

/// The line, with the draws that it takes at its end to see an unknown card.
fn with_draws(rules: &Klondike, start: &State, moves: Vec<Move>) -> Option<Vec<Move>> {
    let mut moves = moves;
    let mut end = start.clone();
    for played in &moves {
        rules.apply(&mut end, played).ok()?;
    }
    if !shows_unknown(&end) {
        moves.extend(draws(rules, &end)?);
    }
    Some(moves)
}

/// A card that nobody has seen lies on top of a column or of the waste.
fn shows_unknown(state: &State) -> bool {
    let columns = state.columns.iter().map(|column| column.up.last());
    let mut tops = columns.chain([state.waste.last()]);
    tops.any(|top| top == Some(&None))
}

/// A card has left its place, and an unknown one lay under it; or an unknown
/// one comes to the top of the waste.
fn turns_up(layout: &Layout, before: &Packed, after: &Packed, made_up: u64) -> bool {
    let (now, again) = layout.reachable(after);
    if (now | again) & made_up != 0 {
        return true;
    }
    let mut left = before.locked & !after.locked;
    while left != 0 {
        let under = layout.under[left.trailing_zeros() as usize];
        if under != NONE && made_up & (1 << under) != 0 {
            return true;
        }
        left &= left - 1;
    }
    false
}

const fn key(at: &Packed, ranks: u16) -> [u64; 2] {
    let piles = (at.stock as u64) << 16 | (at.waste as u64) << 8 | at.pass as u64;
    [(ranks as u64) << 32 | at.locks as u64, piles]
}

/// The positions from the first one to this one.
fn way_to(queue: &[(Packed, usize)], end: usize) -> Vec<Packed> {
    let before = |&index: &usize| (index != 0).then(|| queue[index].1);
    let way = std::iter::successors(Some(end), before);
    let mut way: Vec<_> = way.map(|index| queue[index].0).collect();
    way.reverse();
    way
}

/// The steps from each position to the next.
fn steps_along(expander: &mut Expander, layout: &Layout, way: &[Packed]) -> Vec<Step> {
    let mut steps = Vec::new();
    for pair in way.windows(2) {
        expander.sought = Some(pair[1]);
        expander.expand(layout, &pair[0], Moves::NONE);
        steps.extend(expander.way.take().unwrap_or_default());
    }
    steps
}

/// Where the card lies that the last move turns up, in words; none if it does
/// not, or another card is turned up before.
fn turned_up(rules: &Klondike, start: &State, moves: &[Move]) -> Option<String> {
    let mut end = start.clone();
    for (index, played) in moves.iter().enumerate() {
        rules.apply(&mut end, played).ok()?;
        if index + 1 < moves.len() && shows_unknown(&end) {
            return None;
        }
    }
    let mut tops = end.columns.iter().map(|column| column.up.last());
    Some(match tops.position(|top| top == Some(&None)) {
        Some(column) => format!("the last card of column {}", column + 1),
        None if end.waste.last() == Some(&None) => "a card of the stock".to_owned(),
        None => return None,
    })
}

#[cfg(test)]
mod tests {
    use patience_core::Limits;
    use patience_rules::verify;

    use super::*;
    use crate::rules::{Column, Face};
    use crate::table;

    /// What a player sees who has drawn through the stock.
    fn seen(rules: &Klondike, number: u64) -> State {
        let mut seen = rules.deal(number);
        for column in &mut seen.columns {
            column.down.fill(None);
        }
        seen
    }

    #[test]
    fn a_line_ends_with_an_unknown_card_and_shows_no_other() {
        for number in 1..=20 {
            for rules in [Klondike::DRAW_ONE, Klondike::DRAW_THREE] {
                let start = seen(&rules, number);
                let Reveal::Line { moves, .. } = reveal(&rules, &start, &mut Budget::unlimited())
                else {
                    continue;
                };
                let (last, before) = moves.split_last().expect("a move");
                let before = verify::replay(&rules, &start, before).expect("legal").end;
                assert!(!shows_unknown(&before), "deal {number}");
                let end = rules.play(&before, last).expect("legal");
                assert!(shows_unknown(&end), "deal {number}");
            }
        }
    }

    #[test]
    fn a_stock_that_nobody_has_seen_is_drawn() {
        let rules = Klondike::DRAW_THREE;
        let start = table::concealed(&rules.deal(1)).expect("cards are hidden");
        let mut stock_only = start;
        for column in &mut stock_only.columns {
            column.down.clear();
            column.up.clear();
        }
        match reveal(&rules, &stock_only, &mut Budget::unlimited()) {
            Reveal::Line { moves, .. } => assert_eq!(moves, [Move::Draw]),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn where_no_card_can_be_turned_up_the_search_ends() {
        // Two low Kings lie on the Aces that they wait for.
        let rules = Klondike {
            ranks: 3,
            columns: 2,
            ..Klondike::DRAW_ONE
        };
        let text = [
            "", "3c", "", "3d", "2c", "2d", "2h", "2s", "3h", "3s", "Ah", "As",
        ];
        let faces: Vec<Face> = text.iter().map(|card| card.parse().ok()).collect();
        let start = Klondike::lay_out_faces(&faces, &[2, 2]);
        let found = reveal(&rules, &start, &mut Budget::unlimited());
        assert_eq!(found, Reveal::NoMoreFromHere);
    }

    /// What a player sees who has drawn through the stock in a program where the
    /// cards of a draw cover each other's ranks.
    fn seen_on_top(rules: &Klondike, number: u64) -> State {
        let mut seen = seen(rules, number);
        let draw = usize::from(rules.draw);
        let stock = seen.stock.iter_mut().enumerate();
        let covered = stock.filter(|(place, _)| place % draw + 1 < draw);
        covered.for_each(|(_, face)| *face = None);
        seen
    }

    /// Turns up cards, and starts again where nothing more can be turned up:
    /// what was seen is remembered. The moves that it takes.
    fn turn_up_all(rules: &Klondike, number: u64) -> Option<usize> {
        let truth = rules.deal(number);
        let mut start = seen_on_top(rules, number);
        let (mut known, mut real) = (start.clone(), truth.clone());
        let mut moves = 0;
        while start.unknown() > 0 {
            let states = if known == start { 100_000 } else { 3_000 };
            let limits = Limits {
                states: Some(states),
                ..Limits::NONE
            };
            let found = reveal(rules, &known, &mut Budget::new(limits));
            let Reveal::Line { moves: line, .. } = found else {
                if known == start {
                    return None;
                }
                (known, real) = (start.clone(), truth.clone());
                continue;
            };
            for played in &line {
                rules.apply(&mut known, played).expect("legal");
                rules.apply(&mut real, played).expect("legal");
            }
            moves += line.len();
            let shown = |column: &Column| column.up.last() == Some(&None);
            let (pile, card) = match known.columns.iter().position(shown) {
                Some(column) => (table::FIRST_COLUMN + column, real.columns[column].top()),
                None => (table::WASTE, real.waste.last().copied().flatten()),
            };
            let card = card.expect("a card").to_string();
            start = table::remember(&start, &known, pile, &card).expect("remembered");
            known = table::turn_up(&known, pile, &card).expect("turned up");
        }
        assert_eq!(start, truth, "deal {number}");
        Some(moves)
    }

    #[test]
    fn all_cards_of_most_deals_are_seen_by_starting_again() {
        for (rules, least) in [(Klondike::DRAW_ONE, 16), (Klondike::DRAW_THREE, 11)] {
            let moves: Vec<_> = (1..=20).map(|number| turn_up_all(&rules, number)).collect();
            let all = moves.iter().flatten();
            assert!(all.clone().count() >= least, "only some deals: {moves:?}");
            assert!(all.max() < Some(&400), "long lines: {moves:?}");
        }
    }
}
