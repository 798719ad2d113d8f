//! The Spider table: the deals of the stock and the runs that are gone above the
//! columns.

use std::fmt::Write as _;

use patience_core::{Card, Rank, Suit};
use patience_game::layout::{Face, Pile, Role};
use patience_game::{Layout, Picture, Reach, Seen, Sight, Spot, Tone};

use crate::rules::{Column, Face as Known, Move, Spider, State};

/// From column to column, and from card to card in one.
const ACROSS: f32 = 1.06;
const DOWN: f32 = 0.28;
/// In a long column the cards lie closer, but never closer than this.
const LEAST_DOWN: f32 = 0.17;
/// From deal to deal in the fan of the stock.
const FAN: f32 = 0.2;
/// The upper edge of the columns.
const COLUMNS: f32 = 1.15;
/// Cards in a column that the table has always room for.
const ROOM: f32 = 13.0;

const STOCK: &str = "stock";

/// Of the games of the family, those without a stock never have one.
fn has_stock(rules: &Spider) -> bool {
    let dealt: usize = rules.sizes.iter().map(|size| usize::from(*size)).sum();
    dealt < rules.deck_size()
}

/// The place of the first column: stock and homes come before it.
pub(crate) fn first_column(rules: &Spider) -> usize {
    usize::from(has_stock(rules)) + usize::from(rules.runs())
}

pub(crate) fn lay_out(rules: &Spider, state: &State) -> Layout {
    let runs = usize::from(rules.runs());
    let columns = state.columns.len().max(runs + 2);
    let mut piles = Vec::new();
    if has_stock(rules) {
        let mut stock = Pile::new(STOCK, Role::Stock, 0.0, 0.0);
        stock.step = [FAN, 0.0];
        stock.heap = state.stock.len() - deals(state);
        let cards = state.stock.iter().rev().copied().map(turned_down);
        piles.push(stock.with_cards(cards));
    }
    let mut gone = gone(state);
    for index in 0..runs {
        let x = (columns - runs + index) as f32 * ACROSS;
        let home = Pile::new(format!("home {}", index + 1), Role::Home, x, 0.0);
        let cards = gone.next().into_iter().flat_map(|suit| {
            let ranks = (1..=rules.ranks).filter_map(Rank::new);
            ranks.map(move |rank| Face::of(Card::new(rank, suit)))
        });
        piles.push(home.with_cards(cards));
    }
    for (index, column) in state.columns.iter().enumerate() {
        let name = format!("column {}", index + 1);
        let mut pile = Pile::new(name, Role::Column, index as f32 * ACROSS, COLUMNS);
        pile.key = (index + 1).to_string();
        let pressed = DOWN * (ROOM - 1.0) / (column.len() as f32 - 1.0).max(1.0);
        pile.step = [0.0, pressed.clamp(LEAST_DOWN, DOWN)];
        let down = column.down.iter().copied().map(turned_down);
        let up = column.up.iter().copied().map(turned_up);
        piles.push(pile.with_cards(down.chain(up)));
    }
    let width = (columns - 1) as f32 * ACROSS + 1.0;
    Layout::new(width, COLUMNS + DOWN * (ROOM - 1.0) + 1.0, piles)
}

/// Deals that are left.
pub(crate) fn deals(state: &State) -> usize {
    state.stock.len().div_ceil(state.columns.len().max(1))
}

/// The suits of the runs that are gone.
fn gone(state: &State) -> impl Iterator<Item = Suit> {
    let runs = Suit::ALL.into_iter().zip(state.home);
    runs.flat_map(|(suit, runs)| std::iter::repeat_n(suit, usize::from(runs)))
}

fn turned_up(known: Known) -> Face {
    known.map_or_else(Face::down, Face::of)
}

fn turned_down(known: Known) -> Face {
    known.map_or_else(Face::down, Face::turned_down)
}

/// The stock is clicked. A run that may leave is put onto the first free home.
pub(crate) fn reach(layout: &Layout, state: &State, move_: &Move) -> Option<Reach> {
    let first = layout.piles.len().checked_sub(state.columns.len())?;
    let last_cards = |from: u8, cards: usize| {
        let pile = first + usize::from(from);
        let card = layout.piles.get(pile)?.cards.len().checked_sub(cards)?;
        Some(Spot { pile, card })
    };
    Some(match *move_ {
        Move::Deal => Reach::click(layout.top(layout.pile(STOCK)?)),
        Move::Run { from, to, count } => {
            let cards = usize::from(count);
            Reach::onto(last_cards(from, cards)?, cards, first + usize::from(to))
        }
        Move::Home(from) => {
            let cards = state.columns.get(usize::from(from))?.run();
            let home = layout.pile(&format!("home {}", state.runs_home() + 1))?;
            Reach::onto(last_cards(from, cards)?, cards, home)
        }
    })
}

/// The position that shows these piles: the inverse of [`lay_out`], with `??`
/// for every card that lies face down. Each look after a deal shows cards of the
/// stock; those that no look shows are unknown.
pub(crate) fn transcribe(rules: &Spider, sight: &Sight<'_>) -> String {
    let mut text = String::new();
    let columns: Vec<_> = sight.piles_of("column").collect();
    let mut cards = 0;
    for (index, column) in columns.iter().enumerate() {
        cards += column.cards.len();
        let words = column.words();
        let words: Vec<_> = words.split_whitespace().collect();
        let down = words.iter().take_while(|word| **word == "??").count();
        // The last card lies face up, even if nobody knows it.
        let (down, up) = words.split_at(down.min(words.len().saturating_sub(1)));
        let bar = if words.is_empty() { "" } else { "|" };
        let parts = [down.join(" "), bar.to_owned(), up.join(" ")];
        let line = parts.join(" ");
        let _ = writeln!(text, "{}: {}", index + 1, line.trim());
    }
    let homes = sight.piles_of("home").filter_map(|pile| pile.top());
    let highest = Rank::new(rules.ranks).unwrap_or(Rank::KING);
    let homes: Vec<_> = homes
        .filter_map(|card| card.parse::<Card>().ok())
        .map(|card| Card::new(highest, card.suit()).to_string())
        .collect();
    cards += homes.len() * usize::from(rules.ranks);
    let mut stock = dealt(sight, &columns);
    stock.resize(rules.deck_size().saturating_sub(cards), "??");
    for (label, words) in [("Stock", stock.join(" ")), ("Home", homes.join(" "))] {
        if !words.is_empty() {
            let _ = writeln!(text, "{label}: {words}");
        }
    }
    text
}

/// The cards that deals put onto the columns, first dealt first. It ends where a
/// deal completes a run: that takes cards away.
fn dealt<'s>(sight: &Sight<'s>, columns: &[&'s Seen]) -> Vec<&'s str> {
    let mut looks: Vec<_> = columns.iter().map(|one| sight.through(&one.name)).collect();
    let mut before: Vec<_> = columns.iter().map(|one| one.cards.len()).collect();
    let mut stock = Vec::new();
    for _ in 0..=sight.draws() {
        for (look, before) in looks.iter_mut().zip(&mut before) {
            let Some(Some(column)) = look.next() else {
                return stock;
            };
            let now = column.cards.len();
            match column.top() {
                _ if now == *before => {}
                Some(card) if now == *before + 1 => stock.push(card),
                _ => return stock,
            }
            *before = now;
        }
    }
    stock
}

/// The position with an unknown card turned up: the last one of a column that
/// nobody knows. Before the game somebody may know from an earlier try what lies
/// there face down. Piles are those of [`lay_out`].
pub(crate) fn turn_up(rules: &Spider, state: &State, pile: usize, card: &str) -> Option<State> {
    let card: Card = card.parse().ok()?;
    let mut turned = state.clone();
    let index = pile.checked_sub(first_column(rules))?;
    let column = turned.columns.get_mut(index)?;
    if column.top() == Some(card) {
        return Some(turned);
    }
    let faces = column.up.iter_mut().rev();
    let mut faces = faces.chain(column.down.iter_mut().rev());
    let face = faces.find(|face| face.is_none())?;
    if !state.candidates(rules).contains(&card) {
        return None;
    }
    *face = Some(card);
    turned.name_a_single_unknown(rules);
    rules.settle(&mut turned);
    Some(turned)
}

/// The start of a game with a card that is turned up later, in the position `now`,
/// where it is the last one of a column. Face-down cards do not move, so that the
/// number of those below it tells which one it was. All others came from the stock, with
/// the row that was dealt last.
pub(crate) fn remember(
    rules: &Spider,
    start: &State,
    now: &State,
    pile: usize,
    card: &str,
) -> Option<State> {
    let card: Card = card.parse().ok()?;
    let index = pile.checked_sub(first_column(rules))?;
    let column = now.columns.get(index)?;
    // A run that leaves may turn up a card in its column and in the one where its last
    // cards lay; but a card that is turned up lies on no other that is face up.
    let is_dealt = |column: &Column| column.up.len() > 1 && column.up.last() == Some(&None);
    let is_turned = column.up.len() == 1 && !now.columns.iter().any(is_dealt);
    let mut first = start.clone();
    let down = &mut first.columns.get_mut(index)?.down;
    let face = match down.get_mut(column.down.len()) {
        Some(face) if is_turned && face.is_none_or(|known| known == card) => face,
        _ => {
            let dealt = start.stock.len().checked_sub(now.stock.len())?;
            let row = dealt.div_ceil(now.columns.len()).checked_sub(1)?;
            first.stock.get_mut(row * now.columns.len() + index)?
        }
    };
    match face {
        Some(known) => return (*known == card).then_some(first),
        None if !start.candidates(rules).contains(&card) => return None,
        None => *face = Some(card),
    }
    first.name_a_single_unknown(rules);
    Some(first)
}

/// The position with every card hidden that lies face down or in the stock. None
/// if all are known, or follow from the others because they are all alike.
pub(crate) fn concealed(state: &State) -> Option<State> {
    let mut seen = state.clone();
    let mut hidden = Vec::new();
    let down = seen.columns.iter_mut().flat_map(|column| &mut column.down);
    for face in down.chain(&mut seen.stock) {
        hidden.push(face.take());
    }
    let first = hidden.first()?;
    let is_secret = hidden.iter().any(|face| face != first);
    (is_secret && seen != *state).then_some(seen)
}

/// The columns with the numbers that moves use, then the stock. Face-down cards
/// that are known have a mark.
pub(crate) fn picture(rules: &Spider, state: &State) -> Picture {
    let mut picture = Picture::new();
    for index in 1..=state.columns.len() {
        picture.add(format!("{index:>3} "), Tone::Faint);
    }
    picture.end_line();
    let rows = state.columns.iter().map(Column::len).max().unwrap_or(0);
    for row in 0..rows {
        for column in &state.columns {
            let up = row.checked_sub(column.down.len());
            picture.add(if up.is_none() { "░" } else { " " }, Tone::Faint);
            match (column.down.get(row), up.and_then(|row| column.up.get(row))) {
                (Some(Some(card)), _) => picture.add(card.to_string(), Tone::Faint),
                (Some(None), _) => picture.add("░░", Tone::Faint),
                (None, Some(Some(card))) => picture.card(*card),
                (None, Some(None)) => picture.add("??", Tone::Bright),
                (None, None) => picture.space(2),
            }
            picture.space(1);
        }
        picture.end_line();
    }
    picture.end_line();
    if has_stock(rules) {
        picture.add(format!("Deals left {}  ", deals(state)), Tone::Faint);
    }
    let runs = format!("Runs home {} of {}", state.runs_home(), rules.runs());
    picture.add(runs, Tone::Faint);
    for suit in gone(state) {
        picture.space(1);
        picture.card(Card::new(Rank::KING, suit));
    }
    picture.end_line();
    for row in state.stock.chunks(state.columns.len().max(1)) {
        for face in row {
            picture.space(1);
            match face {
                Some(card) => picture.card(*card),
                None => picture.add("▒▒", Tone::Faint),
            }
            picture.space(1);
        }
        picture.end_line();
    }
    picture
}

#[cfg(test)]
mod tests {
    use patience_rules::Rules as _;

    use super::*;

    const RULES: Spider = Spider::SPIDER;

    /// What a program shows: of stock and homes the top card.
    fn shown(state: &State) -> Vec<Seen> {
        let seen = |pile: &Pile| Seen {
            name: pile.name.clone(),
            cards: (0..pile.cards.len())
                .filter(|card| !pile.is_under(*card))
                .map(|card| &pile.cards[card])
                .map(|face| face.up.then(|| face.card.clone()))
                .collect(),
            ..Seen::default()
        };
        lay_out(&RULES, state).piles.iter().map(seen).collect()
    }

    /// The position that is read from looks at the table, one before and one
    /// after each of these moves.
    fn read(start: &State, moves: &[Move]) -> State {
        let mut looks = vec![shown(start)];
        let mut state = start.clone();
        for played in moves {
            state = RULES.play(&state, played).expect("a legal move");
            looks.push(shown(&state));
        }
        let looks: Vec<_> = looks.iter().map(Vec::as_slice).collect();
        let text = transcribe(&RULES, &Sight::new(&looks).expect("a look"));
        let read = RULES.read_state(&text);
        read.unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
    }

    /// A position near the end: hearts and spades are left, a deal of the stock
    /// completes a run.
    fn late() -> State {
        let text = "1: | Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h\n2: Ks | 2s\n3: Qs | 3s\n\
            4: Js | 4s\n5: Ts | 5s\n6: 9s | 6s\n7: 8s | 7s\n8: | Kh Qh Jh Th 9h 8h 7h\n\
            9: | 6h 5h 4h\n10: | 3h 2h Ah\n\
            Stock: Ah As Ks Qs Js Ts 9s 8s 7s 6s 5s 4s 3s 2s As\nHome: Kc Kc Kd Kd";
        RULES.read_state(text).unwrap()
    }

    #[test]
    fn one_look_shows_the_face_up_cards() {
        let start = RULES.deal(1);
        let read = read(&start, &[]);
        assert_eq!(Some(&read), concealed(&start).as_ref());
        assert_eq!(read.unknown(), 44 + 50);
    }

    #[test]
    fn a_look_after_each_deal_shows_the_stock() {
        let start = RULES.deal(2);
        let mut expected = start.clone();
        for column in &mut expected.columns {
            column.down.fill(None);
        }
        assert_eq!(read(&start, &[Move::Deal; 5]), expected);
        expected.stock[20..].fill(None);
        assert_eq!(read(&start, &[Move::Deal; 2]), expected);
    }

    #[test]
    fn runs_that_are_gone_are_read_and_a_deal_that_takes_one_ends_the_look() {
        let start = late();
        let read = read(&start, &[Move::Deal]);
        assert_eq!(read.home, start.home);
        assert_eq!(read.stock, [None; 15]);
    }

    #[test]
    fn the_fan_of_the_stock_has_a_back_for_each_deal() {
        let mut state = RULES.deal(1);
        for left in (0..=5).rev() {
            let stock = &lay_out(&RULES, &state).piles[0];
            assert_eq!(stock.cards.len(), 10 * left);
            assert_eq!(stock.cards.len() - stock.heap, left);
            if left > 0 {
                state = RULES.play(&state, &Move::Deal).unwrap();
            }
        }
    }

    #[test]
    fn a_run_that_is_gone_is_a_home_pile() {
        let layout = lay_out(&RULES, &late());
        let homes = layout.piles.iter().filter(|pile| pile.role == Role::Home);
        let tops: Vec<_> = homes
            .map(|pile| pile.cards.last().map_or("", |face| face.card.as_str()))
            .collect();
        assert_eq!(tops, ["Kc", "Kc", "Kd", "Kd", "", "", "", ""]);
    }

    #[test]
    fn a_long_column_is_pressed_into_the_table() {
        let usual = lay_out(&RULES, &RULES.deal(1));
        let mut state = late();
        let cards = state.columns[0].up.clone();
        state.columns[0].up.extend(cards[..6].to_vec());
        let pressed = lay_out(&RULES, &state);
        assert_eq!(usual.height, pressed.height);
        let column = &pressed.piles[first_column(&RULES)];
        assert!(column.step[1] < DOWN && column.step[1] > LEAST_DOWN);
    }

    #[test]
    fn cards_that_are_turned_up_get_their_names() {
        let start = RULES.deal(1);
        let seen = concealed(&start).unwrap();
        let mut turned = RULES.play(&seen, &Move::Deal).unwrap();
        let truth = RULES.play(&start, &Move::Deal).unwrap();
        let first = first_column(&RULES);
        for (index, column) in truth.columns.iter().enumerate() {
            let card = column.top().unwrap().to_string();
            turned = turn_up(&RULES, &turned, first + index, &card).expect("a dealt card");
        }
        assert_eq!(turned, concealed(&truth).unwrap());
        assert_eq!(turn_up(&RULES, &turned, 0, "8s"), None);
        assert_eq!(turn_up(&RULES, &turned, first, "Xx"), None);
        let two = Spider::with_suits(2);
        let seen = concealed(&two.deal(1)).unwrap();
        assert_eq!(turn_up(&two, &seen, first, "8c"), None, "no clubs");
        assert!(turn_up(&two, &seen, first, "8h").is_some());
    }

    #[test]
    fn a_card_that_is_turned_up_can_complete_a_run() {
        let start = concealed(&late()).unwrap();
        let after = RULES.play(&start, &Move::Deal).unwrap();
        assert_eq!(after.runs_home(), 4);
        let turned = turn_up(&RULES, &after, first_column(&RULES), "Ah").unwrap();
        assert_eq!(turned.runs_home(), 5);
        assert!(turned.columns[0].is_empty());
    }

    #[test]
    fn cards_that_are_all_alike_are_no_secret() {
        assert_eq!(concealed(&Spider::MRS_MOP.deal(1)), None);
        let mut state = late();
        assert!(concealed(&state).is_some());
        state.stock = vec!["As".parse().ok(); 2];
        for column in &mut state.columns {
            column.down.clear();
        }
        assert_eq!(concealed(&state), None);
    }

    #[test]
    fn a_board_is_drawn_with_the_numbers_of_its_columns() {
        let state = concealed(&RULES.deal(1)).unwrap();
        let drawn = picture(&RULES, &state).to_string();
        let lines: Vec<_> = drawn.lines().collect();
        assert_eq!(lines[0], "  1   2   3   4   5   6   7   8   9  10");
        assert_eq!(
            lines[5..7],
            ["░░░ ░░░ ░░░ ░░░  4d  8s  3h  6s  2c  5c", " 3c  Jd  Qd  4s"]
        );
        assert!(drawn.contains("Deals left 5  Runs home 0 of 8"));
    }
}
