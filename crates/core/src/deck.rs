//! Reading cards from text, and everything that can be wrong with a deck.

use crate::{Card, Fault, Faults, Place, Suit};

/// The cards of a deck.
pub const DECK_SIZE: usize = 52;

/// All 52 cards in the order of a deal: first card first.
pub type Deck = [Card; DECK_SIZE];

/// The deck in the order of the card numbering: AC AD AH AS 2C .. KS.
pub fn full_deck() -> Deck {
    let mut deck = [Card::new(crate::Rank::ACE, Suit::Clubs); DECK_SIZE];
    for (place, card) in deck.iter_mut().zip(Card::all()) {
        *place = card;
    }
    deck
}

/// A word of a deck text: where it stands and what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardToken<'a> {
    /// Where it starts.
    pub place: Place,
    /// Its letters.
    pub text: &'a str,
}

impl CardToken<'_> {
    /// The card it means; none if it is malformed.
    pub fn card(&self) -> Option<Card> {
        self.text.parse().ok()
    }
}

/// The words of a deck text.
///
/// A word is a run of letters, digits, suit symbols, `?` and `-`; anything
/// else separates, and a comment from `#` to the end of its line is passed over.
///
/// ```
/// use patience_core::scan_cards;
/// let words: Vec<_> = scan_cards("Th, 10♥ # no card\n|??|--").map(|token| token.text).collect();
/// assert_eq!(words, ["Th", "10♥", "??", "--"]);
/// ```
pub fn scan_cards(text: &str) -> impl Iterator<Item = CardToken<'_>> {
    text.lines().enumerate().flat_map(|(index, line)| {
        let code = line.split('#').next().unwrap_or_default();
        words(code, index + 1)
    })
}

fn words(line_text: &str, line: usize) -> impl Iterator<Item = CardToken<'_>> {
    let mut rest = line_text;
    let mut column = 1;
    std::iter::from_fn(move || {
        let start = rest.find(is_card_letter)?;
        column += rest[..start].chars().count();
        rest = &rest[start..];
        let end = rest
            .find(|letter| !is_card_letter(letter))
            .unwrap_or(rest.len());
        let (text, after) = rest.split_at(end);
        let place = Place::new(line, column);
        column += text.chars().count();
        rest = after;
        Some(CardToken { place, text })
    })
}

fn is_card_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '?' | '-') || Suit::from_char(letter).is_some()
}

/// Reads a whole deck, and reports everything that is wrong with it at once.
///
/// ```
/// use patience_core::{full_deck, read_deck};
/// let text: Vec<_> = full_deck().iter().map(ToString::to_string).collect();
/// assert_eq!(read_deck(&text.join(" ")), Ok(full_deck()));
/// let faults = read_deck("7h 1x 7h").unwrap_err().to_string();
/// assert!(faults.starts_with("1:4: `1x` is not a card\n1:7: 7h appears twice, first at line 1, column 1"));
/// ```
pub fn read_deck(text: &str) -> Result<Deck, Faults> {
    let mut faults = Faults::default();
    let mut cards = Vec::with_capacity(DECK_SIZE);
    for token in scan_cards(text) {
        match token.text.parse::<Card>() {
            Ok(card) => cards.push((token.place, card)),
            Err(error) => faults.at(token.place, error.to_string()),
        }
    }
    check_full_deck(&cards, &mut faults);
    let mut deck = full_deck();
    for (place, (_, card)) in deck.iter_mut().zip(&cards) {
        *place = *card;
    }
    faults.or(deck)
}

/// Adds what keeps these cards from being one full deck: each duplicate with
/// both places, the missing cards, the count.
pub fn check_full_deck(cards: &[(Place, Card)], faults: &mut Faults) {
    let missing = report_duplicates(cards, faults);
    // A text with malformed words has its cards missing for that reason; the
    // list of them still tells which ones they should have been.
    match missing.as_slice() {
        [] => {}
        all if all.len() == DECK_SIZE => {}
        [card] => faults.add(format!("{card} is missing")),
        several => {
            let names: Vec<_> = several.iter().map(ToString::to_string).collect();
            faults.add(format!(
                "{} cards are missing: {}",
                several.len(),
                names.join(" ")
            ));
        }
    }
    if cards.len() != DECK_SIZE {
        faults.add(match cards.len() {
            0 => format!("no cards; a deck has {DECK_SIZE}"),
            1 => format!("1 card; a deck has {DECK_SIZE}"),
            count => format!("{count} cards; a deck has {DECK_SIZE}"),
        });
    }
}

/// Reports cards that appear more than once; returns the cards that do not
/// appear at all.
fn report_duplicates(cards: &[(Place, Card)], faults: &mut Faults) -> Vec<Card> {
    let mut first: [Option<Place>; DECK_SIZE] = [None; DECK_SIZE];
    for &(place, card) in cards {
        match first[usize::from(card.index())] {
            None => first[usize::from(card.index())] = Some(place),
            Some(before) => faults.at(place, duplicate(card, before)),
        }
    }
    Card::all()
        .filter(|card| first[usize::from(card.index())].is_none())
        .collect()
}

fn duplicate(card: Card, before: Place) -> String {
    format!(
        "{card} appears twice, first at line {}, column {}",
        before.line, before.column
    )
}

impl Faults {
    /// Adds each card that appears a second time, with both places; for
    /// positions that do not hold the whole deck.
    pub fn add_duplicates(&mut self, cards: &[(Place, Card)]) {
        report_duplicates(cards, self);
    }

    /// The faults a person can read: the first `most`, then how many more.
    pub fn shown(&self, most: usize) -> (Vec<&Fault>, usize) {
        // The faults of the whole text (count, missing cards) say most in the
        // fewest words, so they are kept when the list is cut.
        let (placed, whole): (Vec<_>, Vec<_>) =
            self.iter().partition(|fault| fault.place.is_some());
        let kept = placed.len().min(most);
        let left_out = placed.len() - kept;
        (
            placed.into_iter().take(kept).chain(whole).collect(),
            left_out,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(cards: &[Card]) -> String {
        let words: Vec<_> = cards.iter().map(ToString::to_string).collect();
        words.join(" ")
    }

    #[test]
    fn a_full_deck_reads_in_any_spelling_and_layout() {
        let text = text_of(&full_deck())
            .replace('T', "10")
            .replace(' ', " ,|\t\n");
        assert_eq!(read_deck(&text), Ok(full_deck()));
        let shouted = text_of(&full_deck()).to_uppercase() + " # the end";
        assert_eq!(read_deck(&shouted), Ok(full_deck()));
    }

    #[test]
    fn everything_wrong_is_said_at_once() {
        let mut cards = full_deck();
        cards[5] = cards[4]; // 2c twice, 2d missing
        let text = text_of(&cards).replace("Kc", "Kx").replace("9s", "9s\n");
        let faults = read_deck(&text).unwrap_err();
        let lines: Vec<_> = faults.to_string().lines().map(str::to_owned).collect();
        assert_eq!(
            lines,
            [
                "1:16: 2c appears twice, first at line 1, column 13",
                "2:38: `Kx` is not a card",
                "2 cards are missing: 2d Kc",
                "51 cards; a deck has 52",
            ]
        );
    }

    #[test]
    fn an_empty_text_has_one_fault() {
        assert_eq!(
            read_deck("# nothing\n\n").unwrap_err().to_string(),
            "no cards; a deck has 52"
        );
    }

    #[test]
    fn half_a_deck_lists_what_is_missing() {
        let faults = read_deck(&text_of(&full_deck()[..26]))
            .unwrap_err()
            .to_string();
        assert!(
            faults.starts_with("26 cards are missing: 7h 7s 8c"),
            "{faults}"
        );
        assert!(faults.ends_with("26 cards; a deck has 52"), "{faults}");
    }

    #[test]
    fn columns_are_counted_in_characters() {
        let faults = read_deck("T♥ ♥").unwrap_err();
        assert_eq!(
            faults.iter().next().map(|fault| fault.place),
            Some(Some(Place::new(1, 4)))
        );
    }
}
