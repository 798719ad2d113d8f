//! A reading against the position that the rules expect.
//!
//! Only what can be seen is compared: of a stock whether it is empty, of a
//! waste and of home the top card, of a covered card that lies face down that
//! it is there. A card that nobody has seen yet and that now shows its face is
//! no difference but news.

use std::collections::BTreeSet;

use patience::Layout;
use patience::layout::{Mark, Pile, Role};

use crate::vision::{Face, PileReading, Read, Reading};

/// A card that nobody had seen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct News {
    /// The pile, by its place in the layout.
    pub pile: usize,
    /// The card.
    pub card: String,
}

/// Compares; a difference is told in words, the first one that is found.
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
        let told = match pile.role {
            Role::Slot => compare_slot(layout, index, seen)?,
            Role::Waste => compare_top(pile, seen)?,
            Role::Stock => compare_stock(pile, seen)?,
            _ => compare_all(pile, seen)?,
        };
        news.extend(told.map(|card| News { pile: index, card }));
    }
    Ok(news)
}

fn differ(pile: &Pile, expected: &str, seen: &str) -> String {
    format!("{}: {expected} expected, {seen} seen", pile.name)
}

/// News; a card in doubt is none, for what is built on it may be wrong.
fn told(pile: &Pile, card: &str, is_doubtful: bool) -> Result<Option<String>, String> {
    match is_doubtful {
        true => Err(format!(
            "{}: a card that nobody had seen may be {card}, but that is in doubt",
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

/// The read card is this one; or it is in doubt, and only the suit is another
/// one of the same colour. Cards that are expected are known: a sign too small
/// to tell clubs from spades is then no reason to believe in another table.
pub(super) fn may_be(card: &str, read: &Read) -> bool {
    let Face::Up(seen) = &read.face else {
        return false;
    };
    let split = |card: &str| {
        let suit = card.chars().next_back()?;
        let is_red = match suit {
            'c' | 's' => false,
            'd' | 'h' => true,
            _ => return None,
        };
        Some((card[..card.len() - 1].to_owned(), is_red))
    };
    seen == card || (read.doubtful && split(card).is_some() && split(card) == split(seen))
}

/// Which home a suit has differs from program to program.
fn compare_homes(layout: &Layout, reading: &Reading) -> Result<(), String> {
    let homes = layout.piles.iter().filter(|pile| pile.role == Role::Home);
    let expected: BTreeSet<_> = homes
        .filter_map(|pile| Some(pile.cards.last()?.card.as_str()))
        .collect();
    let mut seen = BTreeSet::new();
    for pile in reading.piles.iter().filter(|pile| is_home(&pile.name)) {
        if let Some(card) = pile.cards.last() {
            let twin = expected.iter().find(|expected| may_be(expected, card));
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

/// The pile is a home, whichever suit.
pub(super) fn is_home(name: &str) -> bool {
    name.starts_with("home")
}

fn compare_slot(
    layout: &Layout,
    index: usize,
    seen: &PileReading,
) -> Result<Option<String>, String> {
    let pile = &layout.piles[index];
    let is_doubtful = seen.cards.last().is_some_and(|card| card.doubtful);
    let seen = seen.cards.last().map(|card| &card.face);
    match (pile.cards.last(), seen) {
        (None, None) => Ok(None),
        (Some(card), Some(Face::Up(seen))) if card.card == *seen => Ok(None),
        (Some(card), Some(Face::Up(seen))) if card.card.is_empty() => told(pile, seen, is_doubtful),
        (Some(_), Some(Face::Down)) if is_covered(layout, index) => Ok(None),
        (expected, seen) => {
            let expected = expected.map_or("nothing", |card| match card.card.is_empty() {
                true => "a card",
                false => &card.card,
            });
            Err(differ(pile, expected, word(seen)))
        }
    }
}

/// Another card lies over this place: one that is drawn later, lower, and
/// overlaps.
pub(super) fn is_covered(layout: &Layout, index: usize) -> bool {
    let pile = &layout.piles[index];
    layout.piles[index + 1..].iter().any(|other| {
        let (across, down) = (other.x - pile.x, other.y - pile.y);
        other.role == Role::Slot
            && !other.cards.is_empty()
            && across.abs() < 0.9
            && (0.1..0.9).contains(&down)
    })
}

fn compare_top(pile: &Pile, seen: &PileReading) -> Result<Option<String>, String> {
    let is_doubtful = seen.cards.last().is_some_and(|card| card.doubtful);
    let seen = seen.cards.last().map(|card| &card.face);
    match (pile.cards.last(), seen) {
        (None, None) => Ok(None),
        (Some(card), Some(Face::Up(seen))) if card.card == *seen => Ok(None),
        (Some(card), Some(Face::Up(seen))) if card.card.is_empty() => told(pile, seen, is_doubtful),
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
        (Some(card), Some(Face::Up(seen))) if card.card.is_empty() => told(pile, seen, is_doubtful),
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
    for (card, seen) in pile.cards.iter().zip(&seen.cards) {
        let is_cheated = card.mark == Mark::Cheated;
        if !may_be(&card.card, seen) || seen.cheated != is_cheated {
            return Err(differ(pile, &card.card, word(Some(&seen.face))));
        }
    }
    let (expected, seen) = (pile.cards.len(), seen.cards.len());
    match expected == seen {
        true => Ok(None),
        false => Err(differ(
            pile,
            &format!("{expected} cards"),
            &seen.to_string(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(card: &str, doubtful: bool) -> Read {
        Read {
            face: Face::Up(card.to_owned()),
            margin: 0.0,
            doubtful,
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
    fn a_card_in_doubt_is_no_news() {
        let table = patience::find_game("freecell")
            .and_then(|game| game.deal(1, &Default::default()))
            .expect("a deal");
        let pile = &table.layout().piles[0];
        assert_eq!(told(pile, "7h", false), Ok(Some("7h".to_owned())));
        assert!(told(pile, "7h", true).is_err());
    }
}
