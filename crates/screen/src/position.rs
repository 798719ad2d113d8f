//! From readings to the text of a position, ready for `patience solve`. The
//! game's own inverse of its layout does the work; here a reading becomes what
//! that inverse takes.
//!
//! Where a game has a stock, one look does not show all its cards: a series of
//! readings, one after each draw, adds the rest.

use patience::{Game, Seen, Sight, Stock};

use crate::Error;
use crate::profile::PileRole;
use crate::vision::{Face, PileReading, Reading};

/// The name of the stock in every layout that has one.
pub(crate) const STOCK: &str = "stock";
/// The name of the waste in every layout that has one.
pub(crate) const WASTE: &str = "waste";

/// A card that the user should be asked about.
#[derive(Clone, PartialEq, Debug)]
pub struct Doubt {
    /// Which reading of the series, from zero.
    pub reading: usize,
    /// The pile's name.
    pub pile: String,
    /// What the pile is.
    pub role: PileRole,
    /// Which card of the pile, from one.
    pub card: usize,
    /// What it seems to be.
    pub read: String,
    /// How clearly, see [`CardReading::margin`](crate::vision::CardReading).
    pub margin: f32,
}

impl Doubt {
    /// Where it lies, in words: `column 3, card 2`, `waste after 4 draws`.
    pub fn place(&self) -> String {
        let card = match self.role {
            PileRole::Column => format!(", card {}", self.card),
            // Of other piles only the top card is seen.
            _ => String::new(),
        };
        match self.reading {
            0 => format!("{}{card}", self.pile),
            1 => format!("{}{card} after 1 draw", self.pile),
            draws => format!("{}{card} after {draws} draws", self.pile),
        }
    }
}

/// The doubtful cards of a series of readings.
pub fn doubts(readings: &[Reading]) -> Vec<Doubt> {
    let mut doubts = Vec::new();
    for (index, reading) in readings.iter().enumerate() {
        // Later readings repeat the table; only what a draw shows is new: in a stock or
        // a waste, or at the end of a column that has grown.
        let before = index.checked_sub(1).map(|before| &readings[before]);
        let is_new = |pile: &PileReading, card: usize| match (before, pile.role) {
            (None, _) | (_, PileRole::Stock | PileRole::Waste) => true,
            (Some(before), PileRole::Column) => {
                let before = before.pile(&pile.name);
                card >= before.map_or(0, |before| before.cards.len())
            }
            _ => false,
        };
        for (pile, card, read) in reading.cards() {
            if let (true, true, Face::Up(name)) = (read.doubtful, is_new(pile, card), &read.face) {
                doubts.push(Doubt {
                    reading: index,
                    pile: pile.name.clone(),
                    role: pile.role,
                    card: card + 1,
                    read: name.clone(),
                    margin: read.margin,
                });
            }
        }
    }
    doubts
}

/// Cards of the stock were not seen, and it is not known how many: the text of
/// the position is incomplete, and nothing may be claimed from it.
pub fn is_stock_cut_short(stock: Option<Stock>, readings: &[Reading]) -> bool {
    let (Some(stock), Some(last)) = (stock, readings.last()) else {
        return false;
    };
    let is_left = last.pile(STOCK).is_some_and(|pile| !pile.cards.is_empty());
    // The card on top of an open stock is seen before it is drawn.
    let seen = readings.len() - 1 + usize::from(stock.is_open);
    is_left && seen < stock.cards - stock.spare
}

/// The text of the position that a series of readings shows: the first is the
/// table as it is now, each further one is the table after one more draw. A game
/// that cannot be read from a window is refused.
pub fn text(game: &dyn Game, readings: &[Reading]) -> Result<String, Error> {
    let looks: Vec<Vec<Seen>> = readings.iter().map(seen).collect();
    let looks: Vec<&[Seen]> = looks.iter().map(Vec::as_slice).collect();
    let Some(sight) = Sight::new(&looks) else {
        return Err(Error::NotRead("there is nothing to read".to_owned()));
    };
    if let Some(gap) = readings.first().and_then(gap) {
        return Err(Error::NotRead(format!(
            "{gap} shows neither a face nor a back, but a card covers it"
        )));
    }
    let text = game.transcribe(&sight)?;
    let is_empty = |pile: &Seen| pile.cards.is_empty() && !pile.is_locked;
    if sight.piles().iter().all(is_empty) {
        return Err(no_card());
    }
    Ok(text)
}

/// Refuses a table on which no card is seen. Where cards cannot be recognised, they
/// may look like locked columns, and enough of those are a game that is won: only
/// somebody who has played it to its end may believe that.
pub fn check_cards(readings: &[Reading]) -> Result<(), Error> {
    let first = readings.first().into_iter();
    match first.flat_map(Reading::cards).next() {
        Some(_) => Ok(()),
        None => Err(no_card()),
    }
}

fn no_card() -> Error {
    Error::NotRead(
        "no card is seen; is the game over, the window covered, or the profile for another deck?"
            .to_owned(),
    )
}

/// A place that seems to be empty, although a card covers it: that cannot be. A
/// card there could not be read.
fn gap(reading: &Reading) -> Option<&str> {
    let slots: Vec<_> = reading.piles_with(PileRole::Slot).collect();
    let covers = |slot: &PileReading, later: &PileReading| {
        !later.cards.is_empty() && slot.place.overlaps(&later.place)
    };
    let found = slots.iter().enumerate().find(|(index, slot)| {
        let mut later = slots[index + 1..].iter();
        slot.cards.is_empty()
            && later.any(|later| later.place.y > slot.place.y + 1.0 && covers(slot, later))
    });
    found.map(|(_, slot)| slot.name.as_str())
}

/// A reading as a game takes it.
fn seen(reading: &Reading) -> Vec<Seen> {
    let piles = reading.piles.iter().map(|pile| {
        let cards = pile.cards.iter().map(|card| match &card.face {
            Face::Up(name) => Some(name.clone()),
            Face::Down => None,
        });
        Seen {
            name: pile.name.clone(),
            cards: cards.collect(),
            is_locked: pile.locked,
            is_cheated: pile.cards.last().is_some_and(|top| top.cheated),
        }
    });
    piles.collect()
}

#[cfg(test)]
mod tests {
    use std::io::BufRead;

    use patience::layout::{Mark, Role};
    use patience::{About, Action, Certificate, NotOffered, Settings, Table};

    use super::*;
    use crate::vision::{CardReading, Placed};

    /// What a window would show of a table: of most piles only the top card, and
    /// only the backs of cards that lie face down.
    fn reading(table: &dyn Table) -> Reading {
        let piles = table.layout().piles.into_iter().map(|pile| {
            let is_spread = matches!(pile.role, Role::Column | Role::Slot);
            let shown = (0..pile.cards.len()).filter(|card| is_spread || !pile.is_under(*card));
            let cards = shown.map(|card| &pile.cards[card]).map(|face| CardReading {
                face: match face.up && !face.card.is_empty() {
                    true => Face::Up(face.card.clone()),
                    false => Face::Down,
                },
                margin: 1.0,
                doubtful: false,
                guessed: false,
                cheated: face.mark == Mark::Cheated,
                place: Placed::default(),
                visible: 1.0,
            });
            PileReading {
                cards: cards.collect(),
                name: pile.name,
                role: pile.role,
                place: Placed::default(),
                locked: false,
            }
        });
        Reading {
            piles: piles.collect(),
        }
    }

    /// The table, and the table after each draw until the stock is empty.
    fn readings(table: &dyn Table) -> Vec<Reading> {
        let mut readings = vec![reading(table)];
        let mut table = table.boxed_clone();
        loop {
            let mut moves = table.legal_moves().into_iter();
            let draw = moves.find(|move_| table.action(move_) == Ok(Action::Draw));
            let Some(draw) = draw else { return readings };
            table = table.play(&draw).expect("a legal move").0;
            readings.push(reading(&*table));
        }
    }

    fn deal(game: &dyn Game, number: u64) -> Box<dyn Table> {
        game.deal(number, &Settings::default()).expect("a deal")
    }

    #[test]
    fn what_a_window_shows_of_a_deal_becomes_that_deal() {
        let readable = patience::games().iter().filter(|game| {
            let first = reading(&*deal(**game, 1));
            !matches!(text(**game, &[first]), Err(Error::Game(_)))
        });
        let mut count = 0;
        for game in readable {
            for number in 1..=3 {
                let table = deal(*game, number);
                let text = text(*game, &readings(&*table)).expect("read");
                let read = game.read(&text, &Settings::default());
                let read = read.unwrap_or_else(|error| panic!("{game:?}: {error}\n{text}"));
                if read.unknown_cards() == 0 {
                    assert_eq!(read.text(), table.text(), "{game:?} {number}");
                }
                let (read, truth) = (read.layout(), table.layout());
                for (pile, truth) in read.piles.iter().zip(&truth.piles) {
                    assert_eq!(pile.cards.len(), truth.cards.len(), "{text}");
                    for (card, truth) in pile.cards.iter().zip(&truth.cards) {
                        let is_hidden = card.card.is_empty() && !truth.up;
                        assert!(is_hidden || card.card == truth.card, "{text}");
                    }
                }
            }
            count += 1;
        }
        assert!(count > 0, "no game can be read");
    }

    #[test]
    fn of_a_row_that_is_dealt_only_its_own_cards_can_be_in_doubt() {
        let games = patience::games().iter();
        let mut dealing = games.filter(|game| {
            let stock = game.about().stock;
            stock.is_some_and(|stock| stock.drawn_to.starts_with("column"))
        });
        let table = deal(*dealing.next().expect("a game"), 1);
        let mut readings = readings(&*table);
        for reading in &mut readings[..2] {
            let columns = reading.piles.iter_mut();
            let mut columns = columns.filter(|pile| pile.role == Role::Column);
            let column = columns.nth(2).expect("a column");
            column.cards.last_mut().expect("a card").doubtful = true;
        }
        // It lies under the row now, and is in doubt once.
        let under = readings[0].pile("column 3").expect("a column").cards.len();
        let column = readings[1].piles.iter_mut();
        let mut column = column.filter(|pile| pile.name == "column 3");
        column.next().expect("a column").cards[under - 1].doubtful = true;
        let places: Vec<_> = doubts(&readings).iter().map(Doubt::place).collect();
        let first = format!("column 3, card {under}");
        let second = format!("column 3, card {} after 1 draw", under + 1);
        assert_eq!(places, [first, second]);
    }

    /// A game that cannot be read from a window.
    struct Unreadable(&'static dyn Game);

    impl Game for Unreadable {
        fn about(&self) -> &'static About {
            self.0.about()
        }

        fn deal(
            &self,
            number: u64,
            settings: &Settings,
        ) -> Result<Box<dyn Table>, patience::Error> {
            self.0.deal(number, settings)
        }

        fn read(&self, text: &str, settings: &Settings) -> Result<Box<dyn Table>, patience::Error> {
            self.0.read(text, settings)
        }

        fn transcribe(&self, _: &Sight<'_>) -> Result<String, patience::Error> {
            Err(patience::Error::NotOffered {
                game: self.0.about().name,
                missing: NotOffered::Sight,
            })
        }

        fn check_certificate(
            &self,
            reader: &mut dyn BufRead,
        ) -> Result<Certificate, patience::Error> {
            self.0.check_certificate(reader)
        }
    }

    #[test]
    fn a_game_that_cannot_be_read_from_a_window_is_refused_by_name() {
        for game in patience::games() {
            let unreadable = Unreadable(*game);
            let refused = text(&unreadable, &[reading(&*deal(*game, 1))]);
            let expected = format!("{} cannot be read from a window", game.about().name);
            assert_eq!(refused.expect_err("refused").to_string(), expected);
        }
    }

    /// Cards that are too small to be recognised are drawn on as locks are.
    #[test]
    fn a_table_without_a_card_is_not_a_game_that_is_won() {
        let cluj = patience::find_game("cluj").expect("a game");
        let mut seen = reading(&*deal(cluj, 1));
        let columns = seen.piles.iter_mut();
        for pile in columns.filter(|pile| pile.role == Role::Column) {
            pile.cards.clear();
        }
        for pile in &mut seen.piles[..4] {
            pile.locked = true;
        }
        assert!(matches!(check_cards(&[seen]), Err(Error::NotRead(_))));
        assert!(check_cards(&[reading(&*deal(cluj, 1))]).is_ok());
    }

    #[test]
    fn a_stock_is_named_as_its_layout_names_it() {
        for game in patience::games() {
            let Some(stock) = game.about().stock else {
                continue;
            };
            let layout = deal(*game, 1).layout();
            let role = |name: &str| layout.pile(name).map(|pile| layout.piles[pile].role);
            assert_eq!(role(STOCK), Some(Role::Stock), "{game:?}");
            // Without a waste, cards are dealt onto the columns.
            let to = role(WASTE).or(role(stock.drawn_to));
            assert!(matches!(to, Some(Role::Waste | Role::Column)), "{game:?}");
            assert!(role(stock.drawn_to).is_some(), "{game:?}");
            let pile = layout.pile(STOCK).expect("a stock");
            assert_eq!(layout.piles[pile].cards.len(), stock.cards, "{game:?}");
        }
    }

    #[test]
    fn a_stock_is_cut_short_until_all_but_its_spare_cards_are_seen() {
        for game in patience::games() {
            let Some(stock) = game.about().stock else {
                continue;
            };
            let readings = readings(&*deal(*game, 1));
            let all = stock.cards - stock.spare - usize::from(stock.is_open);
            // A draw may show several cards.
            let all = all.min(readings.len() - 1);
            for draws in 0..readings.len() {
                let is_cut_short = is_stock_cut_short(Some(stock), &readings[..=draws]);
                assert_eq!(is_cut_short, draws < all, "{game:?} after {draws} draws");
            }
        }
    }
}
