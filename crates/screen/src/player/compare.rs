//! A reading against the position that the rules expect.
//!
//! Only what can be seen is compared: whether a stock is empty, the top card of
//! a waste and of a home, and that a covered face-down card is there. A card that
//! nobody had seen and that is now face up is not a difference but news.

use std::collections::BTreeSet;

use patience::layout::{Mark, Pile, Role};
use patience::{Card, Layout, Rank};

use crate::vision::{CardReading, Face, PileReading, Reading};

/// A card that nobody had seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// The pile, by its place in the layout.
    pub pile: usize,
    /// The card.
    pub card: String,
}

/// Compares. The error is the first difference in words.
pub fn compare(layout: &Layout, reading: &Reading) -> Result<Vec<News>, String> {
    let mut news = Vec::new();
    compare_homes(layout, reading)?;
    for (index, pile) in layout.piles.iter().enumerate() {
        if matches!(pile.role, Role::Home | Role::Button) {
            continue;
        }
        let Some(seen) = reading.pile(&pile.name) else {
            return Err(format!("{} was not seen", pile.name));
        };
        let turned_up = match pile.role {
            Role::Slot => compare_top(pile, seen, is_covered(layout, index))?,
            Role::Waste => compare_top(pile, seen, false)?,
            Role::Stock => compare_stock(pile, seen)?,
            _ => compare_all(pile, seen)?,
        };
        news.extend(turned_up.map(|card| News { pile: index, card }));
    }
    Ok(news)
}

fn differ(pile: &Pile, expected: &str, seen: &str) -> String {
    format!("{}: {expected} expected, {seen} seen", pile.name)
}

/// The card that was turned up. A doubtful card is not accepted: everything
/// that follows from it could be wrong.
fn turned_up(pile: &Pile, card: &str, is_doubtful: bool) -> Result<Option<String>, String> {
    match is_doubtful {
        true => Err(format!(
            "{}: the card that was turned up may be {card}, but that is doubtful",
            pile.name
        )),
        false => Ok(Some(card.to_owned())),
    }
}

fn word(face: Option<&Face>) -> &str {
    match face {
        None => "nothing",
        Some(Face::Down) => "a card face down",
        Some(Face::Up(card)) => card,
    }
}

/// The card that was read is this one; or it is doubtful, and its suit is the
/// other one of the same colour. Cards that are expected are known: a sign that
/// is too small to tell clubs from spades does not mean that the table is another
/// one.
pub(super) fn may_be(card: &str, read: &CardReading) -> bool {
    let Face::Up(seen) = &read.face else {
        return false;
    };
    seen == card || (read.doubtful && are_twins(card, seen))
}

/// The card that was read has the rank and the colour of this one.
fn is_twin(card: &str, read: &CardReading) -> bool {
    matches!(&read.face, Face::Up(seen) if are_twins(card, seen))
}

/// Cards of one rank and one colour.
fn are_twins(one: &str, other: &str) -> bool {
    match (one.parse::<Card>(), other.parse::<Card>()) {
        (Ok(one), Ok(other)) => one.rank() == other.rank() && one.colour() == other.colour(),
        _ => false,
    }
}

/// The top of a home is a King, so the home is complete, and the card that was read
/// is its Ace: of a run that went home as a whole, some programs show the Ace.
fn is_other_end(top: &str, read: &CardReading) -> bool {
    let Ok(top) = top.parse::<Card>() else {
        return false;
    };
    top.rank() == Rank::KING && may_be(&Card::new(Rank::ACE, top.suit()).to_string(), read)
}

/// Programs differ in which home belongs to which suit. A window in which none is
/// read cannot differ.
pub(super) fn compare_homes(layout: &Layout, reading: &Reading) -> Result<(), String> {
    if reading.piles_with(Role::Home).next().is_none() {
        return Ok(());
    }
    let homes = layout.piles.iter().filter(|pile| pile.role == Role::Home);
    let expected: BTreeSet<_> = homes
        .filter_map(|pile| Some(pile.cards.last()?.card.as_str()))
        .collect();
    let mut seen = BTreeSet::new();
    for pile in reading.piles_with(Role::Home) {
        if let Some(card) = pile.cards.last() {
            let mut tops = expected.iter();
            let twin = tops.find(|top| may_be(top, card) || is_other_end(top, card));
            seen.insert(twin.copied().unwrap_or_else(|| word(Some(&card.face))));
        }
    }
    if expected == seen {
        return Ok(());
    }
    let list = |cards: &BTreeSet<&str>| match cards.is_empty() {
        true => "nothing".to_owned(),
        false => cards.iter().copied().collect::<Vec<_>>().join(" "),
    };
    let (expected, seen) = (list(&expected), list(&seen));
    Err(format!("home: {expected} expected, {seen} seen"))
}

/// Another card covers this place: one that is drawn later, lower, and overlaps.
fn is_covered(layout: &Layout, index: usize) -> bool {
    let pile = &layout.piles[index];
    layout.piles[index + 1..].iter().any(|other| {
        let (across, down) = (other.x - pile.x, other.y - pile.y);
        other.role == Role::Slot
            && !other.cards.is_empty()
            && across.abs() < 0.9
            && (0.1..0.9).contains(&down)
    })
}

/// Compares the top card. A card that is covered may be face down.
fn compare_top(
    pile: &Pile,
    seen: &PileReading,
    is_covered: bool,
) -> Result<Option<String>, String> {
    let is_doubtful = seen.cards.last().is_some_and(|card| card.doubtful);
    let seen = seen.cards.last().map(|card| &card.face);
    match (pile.cards.last(), seen) {
        (None, None) => Ok(None),
        (Some(card), Some(Face::Up(seen))) if card.card == *seen => Ok(None),
        (Some(card), Some(Face::Up(seen))) if card.card.is_empty() => {
            turned_up(pile, seen, is_doubtful)
        }
        (Some(_), Some(Face::Down)) if is_covered => Ok(None),
        (expected, seen) => {
            let expected = expected.map_or("nothing", |card| match card.card.is_empty() {
                true => "a card",
                false => &card.card,
            });
            Err(differ(pile, expected, word(seen)))
        }
    }
}

fn compare_stock(pile: &Pile, seen: &PileReading) -> Result<Option<String>, String> {
    let is_doubtful = seen.cards.last().is_some_and(|card| card.doubtful);
    let top = seen.cards.last().map(|card| &card.face);
    match (pile.cards.last(), top) {
        (Some(card), Some(Face::Up(seen))) if !card.card.is_empty() && card.card != **seen => {
            Err(differ(pile, &card.card, seen.as_str()))
        }
        (Some(card), Some(Face::Up(seen))) if card.card.is_empty() => {
            turned_up(pile, seen, is_doubtful)
        }
        (expected, seen) if expected.is_some() == seen.is_some() => Ok(None),
        (Some(_), _) => Err(differ(pile, "a card", "nothing")),
        (None, seen) => Err(differ(pile, "nothing", word(seen))),
    }
}

fn compare_all(pile: &Pile, seen: &PileReading) -> Result<Option<String>, String> {
    if seen.locked {
        let is_locked = pile.cards.iter().any(|card| card.mark == Mark::Locked);
        return match is_locked {
            true => Ok(None),
            false => Err(differ(pile, "an open column", "a locked one")),
        };
    }
    let mut news = None;
    for (index, (card, seen)) in pile.cards.iter().zip(&seen.cards).enumerate() {
        let is_last = index + 1 == pile.cards.len();
        match &seen.face {
            // Nothing lies on it, so it was turned up.
            Face::Up(name) if is_last && card.card.is_empty() => {
                news = turned_up(pile, name, seen.doubtful)?;
                continue;
            }
            Face::Down if !is_last && !card.up => continue,
            // Some programs show its face if it is known all the same; then it is compared.
            face if !is_last && !card.up && card.card.is_empty() => {
                return Err(differ(pile, "a card face down", word(Some(face))));
            }
            // It was seen before others covered it.
            Face::Up(_) if !is_last && seen.guessed => continue,
            _ => {}
        }
        let is_cheated = card.mark == Mark::Cheated;
        // A card under others was seen before they covered it. What they leave of it may
        // show no suit at all, and the reader then takes the one that is nearer.
        let is_same = may_be(&card.card, seen) || (!is_last && is_twin(&card.card, seen));
        if !is_same || seen.cheated != is_cheated {
            return Err(differ(pile, &card.card, word(Some(&seen.face))));
        }
    }
    let (expected, seen) = (pile.cards.len(), seen.cards.len());
    match expected == seen {
        true => Ok(news),
        false => Err(differ(
            pile,
            &format!("{expected} cards"),
            &seen.to_string(),
        )),
    }
}

/// The reading in which no card shows its face that lies face down and that nobody knows;
/// none if none does.
pub(super) fn without_faces_below(layout: &Layout, reading: &Reading) -> Option<Reading> {
    let mut hidden = reading.clone();
    let mut is_other = false;
    for seen in &mut hidden.piles {
        let Some(pile) = layout.pile(&seen.name).map(|pile| &layout.piles[pile]) else {
            continue;
        };
        if pile.role != Role::Column {
            continue;
        }
        let below = pile.cards.len().saturating_sub(1);
        for (card, seen) in pile.cards.iter().take(below).zip(&mut seen.cards) {
            if !card.up && card.card.is_empty() && seen.face != Face::Down {
                seen.face = Face::Down;
                is_other = true;
            }
        }
    }
    is_other.then_some(hidden)
}

/// The reading in which no card has changed its suit where it lies: two cards of one
/// rank and colour that were taken for each other are exchanged everywhere.
pub(super) fn untwinned(reading: &Reading, last: &Layout) -> Reading {
    let mut exchanged: Vec<(String, String)> = Vec::new();
    for pile in &last.piles {
        let Some(seen) = reading.pile(&pile.name) else {
            continue;
        };
        if !matches!(pile.role, Role::Column | Role::Cell) {
            continue;
        }
        for (was, card) in pile.cards.iter().zip(&seen.cards) {
            if let Face::Up(name) = &card.face
                && *name != was.card
                && are_twins(name, &was.card)
            {
                exchanged.push((name.clone(), was.card.clone()));
            }
        }
    }
    let mut reading = reading.clone();
    let cards = reading.piles.iter_mut().flat_map(|pile| &mut pile.cards);
    for card in cards {
        let Face::Up(name) = &mut card.face else {
            continue;
        };
        let other = exchanged.iter().find_map(|(one, other)| {
            let is_one = (name == one).then_some(other);
            is_one.or((name == other).then_some(one))
        });
        if let Some(other) = other {
            name.clone_from(other);
        }
    }
    reading
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(card: &str, doubtful: bool) -> CardReading {
        CardReading {
            face: Face::Up(card.to_owned()),
            margin: 0.0,
            doubtful,
            guessed: false,
            cheated: false,
            place: Default::default(),
            visible: 1.0,
        }
    }

    #[test]
    fn a_suit_in_doubt_is_the_expected_one_of_its_colour() {
        assert!(may_be("As", &read("As", false)));
        assert!(may_be("As", &read("Ac", true)));
        assert!(!may_be("As", &read("Ac", false)));
        assert!(!may_be("As", &read("Ah", true)));
        assert!(!may_be("As", &read("2s", true)));
        assert!(!may_be("9", &read("6", true)));
    }

    #[test]
    fn twins_that_were_taken_for_each_other_are_exchanged() {
        let game = patience::find_game("freecell").expect("a game");
        let table = game.deal(1, &Default::default()).expect("a deal");
        let layout = table.layout();
        // In column 5 lies 5d, and 5h, which has gone home, was taken for it.
        let pile = |name: &str, role: Role, cards: &[&str]| PileReading {
            name: name.to_owned(),
            role,
            cards: cards.iter().map(|card| read(card, false)).collect(),
            place: Default::default(),
            locked: false,
        };
        let reading = Reading {
            piles: vec![
                pile("column 5", Role::Column, &["5h", "Ad", "Js"]),
                pile("home 1", Role::Home, &["5d"]),
            ],
        };
        let mended = untwinned(&reading, &layout);
        let faces = |pile: &PileReading| -> Vec<Face> {
            pile.cards.iter().map(|card| card.face.clone()).collect()
        };
        let up = |card: &str| Face::Up(card.to_owned());
        assert_eq!(faces(&mended.piles[0]), [up("5d"), up("Ad"), up("Js")]);
        assert_eq!(faces(&mended.piles[1]), [up("5h")]);
    }

    #[test]
    fn a_complete_home_shows_its_king_or_its_ace() {
        assert!(is_other_end("Ks", &read("As", false)));
        assert!(is_other_end("Ks", &read("Ac", true)));
        assert!(!is_other_end("Ks", &read("Ac", false)));
        assert!(!is_other_end("Qs", &read("As", false)));
        assert!(!is_other_end("9", &read("6", false)));
    }

    /// A pile whose cards are all read right.
    fn as_it_lies(pile: &Pile) -> PileReading {
        let cards = pile.cards.iter().map(|face| read(&face.card, false));
        PileReading {
            name: pile.name.clone(),
            role: pile.role,
            cards: cards.collect(),
            place: Default::default(),
            locked: false,
        }
    }

    #[test]
    fn a_guess_may_be_any_card_under_others() {
        let game = patience::find_game("freecell").expect("a game");
        let table = game.deal(1, &Default::default()).expect("a deal");
        let pile = &table.layout().piles[table.layout().pile("column 1").expect("a column")];
        let mut seen = as_it_lies(pile);
        assert_eq!(compare_all(pile, &seen), Ok(None));
        seen.cards[1] = read("Xx", true);
        assert!(compare_all(pile, &seen).is_err());
        seen.cards[1].guessed = true;
        assert_eq!(compare_all(pile, &seen), Ok(None));
        let top = seen.cards.last_mut().expect("a top card");
        *top = read("Xx", true);
        top.guessed = true;
        assert!(compare_all(pile, &seen).is_err());
        seen.cards.pop();
        assert!(compare_all(pile, &seen).is_err());
    }

    #[test]
    fn under_others_a_card_may_be_read_as_its_twin() {
        let game = patience::find_game("freecell").expect("a game");
        let table = game.deal(1, &Default::default()).expect("a deal");
        let pile = &table.layout().piles[table.layout().pile("column 1").expect("a column")];
        let seen_as = |index: usize, card: &str| {
            let mut seen = as_it_lies(pile);
            seen.cards[index] = read(card, false);
            compare_all(pile, &seen)
        };
        let twin = |card: &str| match card.split_at(1) {
            (rank, "c") => format!("{rank}s"),
            (rank, "s") => format!("{rank}c"),
            (rank, "d") => format!("{rank}h"),
            (rank, _) => format!("{rank}d"),
        };
        let last = pile.cards.len() - 1;
        assert_eq!(seen_as(1, &twin(&pile.cards[1].card)), Ok(None));
        assert!(seen_as(last, &twin(&pile.cards[last].card)).is_err());
        assert!(seen_as(1, "Xx").is_err());
    }

    #[test]
    fn a_card_in_doubt_is_no_news() {
        let table = patience::games()[0].deal(1, &Default::default());
        let table = table.expect("a deal");
        let pile = &table.layout().piles[0];
        assert_eq!(turned_up(pile, "7h", false), Ok(Some("7h".to_owned())));
        assert!(turned_up(pile, "7h", true).is_err());
    }
}
