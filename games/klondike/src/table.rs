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
pub(crate) const WASTE: usize = 1;
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
    let left = DECK.saturating_sub(cards);
    let (mut waste, mut stock) = piles(sight, left);
    let unseen = vec!["??"; left.saturating_sub(waste.len() + stock.len())];
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
/// first; both have so many cards together. A card that is covered up to its
/// rank is `??`.
fn piles<'s>(sight: &Sight<'s>, all: usize) -> (Vec<&'s str>, Vec<&'s str>) {
    let looks = sight.through("waste").zip(sight.through("stock"));
    let looks: Vec<_> = looks.collect();
    let shown = |look: &Option<&'s Seen>| -> Vec<&'s str> {
        let cards = look.map_or(&[][..], |pile| pile.cards.as_slice());
        let words = cards.iter().map(|card| card.as_deref().unwrap_or("??"));
        words.collect()
    };
    let is_empty = |look: &Option<&Seen>| look.is_none_or(|pile| pile.cards.is_empty());
    let first = looks.first().map_or(Vec::new(), |(waste, _)| shown(waste));
    // The waste was turned over: it is empty, and the stock is not.
    let turned = looks
        .iter()
        .skip(1)
        .rposition(|(waste, stock)| is_empty(waste) && !is_empty(stock));
    let start = turned.map_or(0, |place| place + 1);
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut order = Vec::new();
    for (waste, _) in &looks[start..] {
        let cards = shown(waste);
        // New is what lies on the last card that was seen before.
        let before = cards.iter().rposition(|card| seen.contains(card));
        let new = &cards[before.map_or(0, |place| place + 1)..];
        seen.extend(new.iter().filter(|card| **card != "??"));
        // A last draw of fewer cards shows some that were drawn before.
        let again = (order.len() + new.len()).saturating_sub(all);
        let covered = new.iter().take_while(|card| **card == "??").count();
        order.extend(&new[again.min(covered)..]);
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

/// The start of a game with a card that is turned up later, in the position
/// `now`. Unknown cards cannot be played, so those of the stock keep their order:
/// the third one there is the third one at the start.
pub(crate) fn remember(start: &State, now: &State, pile: usize, card: &str) -> Option<State> {
    if pile != WASTE {
        return turn_up(start, pile, card);
    }
    let unknown = now.waste.iter().filter(|face| face.is_none()).count();
    let last = unknown.checked_sub(1)?;
    let card: Card = card.parse().ok()?;
    let ranks = DECK as u8 / 4;
    if !start.candidates(ranks).contains(&card) {
        return None;
    }
    let mut start = start.clone();
    let piles = start.waste.iter_mut().chain(&mut start.stock);
    *piles.filter(|face| face.is_none()).nth(last)? = Some(card);
    start.name_a_single_unknown(ranks);
    Some(start)
}

/// The position with every card hidden that lies face down and that a player
/// cannot have seen; none if all are known.
pub(crate) fn concealed(state: &State) -> Option<State> {
    let mut seen = state.clone();
    for Column { down, .. } in &mut seen.columns {
        down.fill(None);
    }
    if !state.has_seen_stock {
        seen.stock.fill(None);
    }
    (seen != *state && seen.unknown() > 1).then_some(seen)
}

/// Stock, waste and home on top, then the columns with the letters that moves
/// use; face-down cards that are known have a mark.
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
            let is_down = row < column.down.len();
            picture.add(if is_down { "░" } else { " " }, Tone::Faint);
            match (column.down.get(row), row.checked_sub(column.down.len())) {
                (Some(Some(card)), _) => picture.add(card.to_string(), Tone::Faint),
                (Some(None), _) => picture.add("░░", Tone::Faint),
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

#[cfg(test)]
mod tests {
    use patience_rules::Rules as _;

    use super::*;

    const RULES: Klondike = Klondike::DRAW_THREE;

    /// What a program shows of a position: of stock and home the top card, of
    /// the waste the fan.
    fn shown(rules: &Klondike, state: &State) -> Vec<Seen> {
        let layout = lay_out(rules, state);
        let seen = |pile: &Pile| Seen {
            name: pile.name.clone(),
            cards: (0..pile.cards.len())
                .filter(|card| !pile.is_under(*card))
                .map(|card| &pile.cards[card])
                .map(|face| face.up.then(|| face.card.clone()))
                .collect(),
            ..Seen::default()
        };
        layout.piles.iter().map(seen).collect()
    }

    /// The position that is read from looks at the table, one before and one
    /// after each of these moves.
    fn read(rules: &Klondike, start: &State, moves: &[Move]) -> State {
        read_by(rules, start, moves, |look| look)
    }

    /// A look at which the cards of the fan cover each other's ranks.
    fn only_tops(mut look: Vec<Seen>) -> Vec<Seen> {
        if let [covered @ .., _] = look[WASTE].cards.as_mut_slice() {
            covered.fill(None);
        }
        look
    }

    /// The same, with looks that are changed.
    fn read_by(
        rules: &Klondike,
        start: &State,
        moves: &[Move],
        changed: impl Fn(Vec<Seen>) -> Vec<Seen>,
    ) -> State {
        let mut looks = vec![changed(shown(rules, start))];
        let mut state = start.clone();
        for played in moves {
            state = rules.play(&state, played).expect("a legal move");
            looks.push(changed(shown(rules, &state)));
        }
        let looks: Vec<_> = looks.iter().map(Vec::as_slice).collect();
        let sight = Sight::new(&looks).expect("a look");
        let text = transcribe(&sight);
        let read = rules.read_state(&text);
        read.unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
    }

    /// The position without what lies face down in its columns.
    fn covered(state: &State) -> State {
        let mut covered = state.clone();
        for column in &mut covered.columns {
            column.down.fill(None);
        }
        covered.score = 0;
        covered
    }

    #[test]
    fn one_look_shows_the_face_up_cards() {
        let start = RULES.deal(1);
        let read = read(&RULES, &start, &[]);
        assert_eq!(Some(&read), concealed(&start).as_ref());
        assert_eq!(read.unknown(), 21 + 24);
    }

    #[test]
    fn a_look_after_each_draw_shows_the_stock() {
        for rules in [RULES, Klondike::DRAW_ONE] {
            let start = rules.deal(2);
            let draws = vec![Move::Draw; 24 / usize::from(rules.draw)];
            assert_eq!(read(&rules, &start, &draws), covered(&start));
        }
    }

    #[test]
    fn cards_that_cover_each_others_ranks_are_unknown() {
        let covered_but_tops = |mut state: State| {
            for column in &mut state.columns {
                column.down.fill(None);
            }
            let covered = (0..state.stock.len()).filter(|place| place % 3 < 2);
            covered.for_each(|place| state.stock[place] = None);
            state
        };
        let start = RULES.deal(2);
        let read = read_by(&RULES, &start, &[Move::Draw; 8], only_tops);
        assert_eq!(read, covered_but_tops(start));
        // 23 cards are left: the last draw turns two, and the window shows three.
        let mut start = RULES.deal(3);
        for text in ["62", "31", "3h", "31", "Draw", "Draw", "w3"] {
            let played = RULES.read_move(&start, text).unwrap();
            start = RULES.play(&start, &played).unwrap();
        }
        std::mem::take(&mut start.waste)
            .into_iter()
            .rev()
            .for_each(|card| start.stock.insert(0, card));
        start.score = 0;
        let read = read_by(&RULES, &start, &[Move::Draw; 8], only_tops);
        assert_eq!(read.stock.len(), 23);
        assert_eq!(read.stock[20], start.stock[20]);
        assert_eq!(read.stock[21..], [None, start.stock[22]]);
    }

    #[test]
    fn cards_under_the_waste_are_seen_after_it_was_turned_over() {
        let mut state = RULES.deal(3);
        for text in ["62", "31", "3h", "31", "Draw", "Draw", "w3", "Draw", "Draw"] {
            let played = RULES.read_move(&state, text).unwrap();
            state = RULES.play(&state, &played).unwrap();
        }
        assert_eq!((state.waste.len(), state.stock.len()), (11, 12));
        let rest = [Move::Draw; 4];
        let first = read(&RULES, &state, &rest);
        assert_eq!(first.stock, covered(&state).stock);
        assert_eq!(first.waste[..8], [None; 8]);
        assert_eq!(first.waste[8..], state.waste[8..]);
        let whole = [&rest[..], &[Move::Recycle], &[Move::Draw; 8]].concat();
        assert_eq!(read(&RULES, &state, &whole), covered(&state));
    }

    #[test]
    fn the_stock_is_hidden_until_it_was_gone_through() {
        let mut state = RULES.deal(1);
        assert_eq!(concealed(&state).unwrap().unknown(), 21 + 24);
        for _ in 0..8 {
            state = RULES.play(&state, &Move::Draw).unwrap();
        }
        assert_eq!(concealed(&state).unwrap().unknown(), 21);
        state = RULES.play(&state, &Move::Recycle).unwrap();
        assert_eq!(concealed(&state).unwrap().unknown(), 21);
    }

    #[test]
    fn cards_that_are_turned_up_get_their_names() {
        let start = RULES.deal(1);
        let seen = concealed(&start).unwrap();
        let drawn = RULES.play(&seen, &Move::Draw).unwrap();
        let mut turned = drawn.clone();
        // Deal 1 draws As 4h 8s first.
        for card in ["8s", "4h", "As"] {
            turned = turn_up(&turned, WASTE, card).expect("a card of the waste");
        }
        assert_eq!(turned.waste, RULES.play(&start, &Move::Draw).unwrap().waste);
        assert_eq!(turn_up(&turned, WASTE, "8s"), Some(turned.clone()));
        assert_eq!(turn_up(&drawn, WASTE, "Qs"), None, "it lies in column 1");
        assert_eq!(turn_up(&drawn, WASTE, "Xx"), None);
        assert_eq!(turn_up(&drawn, STOCK, "8s"), None);
        let moved = RULES.read_move(&seen, "26").unwrap();
        let moved = RULES.play(&seen, &moved).unwrap();
        let turned = turn_up(&moved, FIRST_COLUMN + 1, "Qd").unwrap();
        assert_eq!(turned.columns[1].top().unwrap().to_string(), "Qd");
        assert_eq!(turned.unknown(), seen.unknown() - 1);
    }

    #[test]
    fn the_waste_shows_what_a_draw_turns() {
        let mut state = RULES.deal(1);
        for shown in [0, 3, 3] {
            let pile = &lay_out(&RULES, &state).piles[WASTE];
            assert_eq!(pile.cards.len() - pile.heap, shown);
            state = RULES.play(&state, &Move::Draw).unwrap();
        }
        let pile = &lay_out(&Klondike::DRAW_ONE, &state).piles[WASTE];
        assert!(pile.is_under(7) && !pile.is_under(8));
    }

    #[test]
    fn a_board_is_drawn_with_the_letters_of_its_moves() {
        let state = RULES.deal(1);
        let drawn = picture(&RULES, &state).to_string();
        let expected = [
            "  ♣   ♦   ♥   ♠",
            "",
            "  1   2   3   4   5   6   7",
            " Qs ░Qd ░Jh ░Kh ░5s ░Ts ░7d",
            "     Td ░Ac ░Tc ░3h ░3d ░6h",
            "         9d ░2d ░4s ░2c ░7h",
        ];
        let lines: Vec<_> = drawn.lines().take(expected.len()).collect();
        assert_eq!(lines, expected);
    }
}
