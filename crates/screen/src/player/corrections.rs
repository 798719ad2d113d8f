//! What the user answered about doubtful cards.
//!
//! A correction never changes what is expected: it only lets a doubtful card
//! pass as the card that the rules expect there, if that is what the user called
//! it.

use patience::{Layout, Table};

use super::compare::{News, compare, may_be, without_faces_below};
use crate::vision::{CardReading, Face, Reading};

/// Doubtful cards that the user has looked at: how they were read, and what
/// they are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Corrections {
    list: Vec<Correction>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Correction {
    read: String,
    is: String,
    /// It was not doubtful.
    was_certain: bool,
}

impl Corrections {
    /// Remembers what the user changed or found right.
    pub(super) fn learn(&mut self, before: &[Reading], after: &[Reading]) {
        for (before, after) in before.iter().zip(after) {
            for ((_, _, read), (_, _, is)) in before.cards().zip(after.cards()) {
                let (Face::Up(card), Face::Up(is)) = (&read.face, &is.face) else {
                    continue;
                };
                if read.doubtful || card != is {
                    self.list.push(Correction {
                        read: card.clone(),
                        is: is.clone(),
                        was_certain: !read.doubtful,
                    });
                }
            }
        }
    }

    /// Compares a reading with a position, as [`compare`], with the user's
    /// answers.
    pub(super) fn compare(&self, layout: &Layout, reading: &Reading) -> Result<Vec<News>, String> {
        match self.list.is_empty() {
            true => compare(layout, reading),
            false => compare(layout, &self.applied(layout, reading)),
        }
    }

    /// Compares a reading with a table, as [`compare`](Self::compare). A card that
    /// the rules do not allow to be turned up is a difference: the program still
    /// shows what lay there before. When all cards but one are turned up, the last one is
    /// known, too, and some programs show its face where it lies.
    pub(super) fn compare_table(
        &self,
        table: &dyn Table,
        layout: &Layout,
        reading: &Reading,
    ) -> Result<Vec<News>, String> {
        let hidden = without_faces_below(layout, reading);
        let news = self.compare(layout, hidden.as_ref().unwrap_or(reading))?;
        let mut table = table.boxed_clone();
        for card in &news {
            let turned_up = table.turn_up(card.pile, &card.card);
            table = turned_up.map_err(|error| error.to_string())?;
        }
        match hidden {
            Some(_) => self.compare(&table.layout(), reading).map(|_| news),
            None => Ok(news),
        }
    }

    /// The reading with every card that is known, so that only news can still be
    /// doubtful.
    pub(super) fn settled(&self, layout: &Layout, reading: &Reading) -> Reading {
        self.with_known(layout, reading, &|card, read| {
            may_be(card, read) || self.has_confirmed(card, read)
        })
    }

    fn applied(&self, layout: &Layout, reading: &Reading) -> Reading {
        self.with_known(layout, reading, &|card, read| {
            self.has_confirmed(card, read)
        })
    }

    /// The user has answered that a card which is read like this is that card.
    pub(super) fn has_confirmed(&self, card: &str, read: &CardReading) -> bool {
        let Face::Up(seen) = &read.face else {
            return false;
        };
        self.list.iter().any(|known| {
            known.read == *seen && known.is == card && (read.doubtful || known.was_certain)
        })
    }

    fn with_known(
        &self,
        layout: &Layout,
        reading: &Reading,
        is_known: &dyn Fn(&str, &CardReading) -> bool,
    ) -> Reading {
        let mut applied = reading.clone();
        for pile in &mut applied.piles {
            let expected = layout.piles.iter().find(|own| own.name == pile.name);
            let Some(expected) = expected else { continue };
            // Of some piles only the top card is read: piles of different
            // lengths are compared from the top.
            let skipped = expected.cards.len().saturating_sub(pile.cards.len());
            for (read, card) in pile
                .cards
                .iter_mut()
                .zip(expected.cards.iter().skip(skipped))
            {
                if !card.card.is_empty() && is_known(&card.card, read) {
                    read.face = Face::Up(card.card.clone());
                    read.doubtful = false;
                }
            }
        }
        applied
    }
}

#[cfg(test)]
mod tests {
    use patience::layout::Role;

    use super::*;
    use crate::vision::{PileReading, Placed};

    fn reading(table: &dyn Table) -> Reading {
        let read = |card: &str| CardReading {
            face: Face::Up(card.to_owned()),
            margin: 1.0,
            doubtful: false,
            guessed: false,
            cheated: false,
            place: Placed::default(),
            visible: 1.0,
        };
        let piles = table.layout().piles.into_iter().map(|pile| PileReading {
            cards: pile.cards.iter().map(|face| read(&face.card)).collect(),
            name: pile.name,
            role: pile.role,
            place: Placed::default(),
            locked: false,
        });
        Reading {
            piles: piles.collect(),
        }
    }

    #[test]
    fn what_the_user_answered_about_a_doubtful_card_holds_and_nothing_else() {
        let games = patience::games().iter();
        let mut open = games.filter(|game| game.about().stock.is_none());
        let table = open.next().expect("a game").deal(1, &Default::default());
        let table = table.expect("a deal");
        let right = reading(&*table);
        let mut seen = right.clone();
        let columns = seen.piles.iter_mut();
        let mut columns = columns.filter(|pile| pile.role == Role::Column);
        let card = &mut columns.nth(1).expect("a column").cards[1];
        card.face = Face::Up("Xx".to_owned());
        card.doubtful = true;
        let mut corrections = Corrections::default();
        let layout = table.layout();
        assert!(corrections.compare(&layout, &seen).is_err());
        corrections.learn(std::slice::from_ref(&seen), std::slice::from_ref(&right));
        assert_eq!(corrections.compare(&layout, &seen), Ok(Vec::new()));
        let mut certain = seen.clone();
        for pile in &mut certain.piles {
            pile.cards.iter_mut().for_each(|card| card.doubtful = false);
        }
        assert!(corrections.compare(&layout, &certain).is_err());
    }

    /// The program has not drawn yet: the waste still shows what it showed before.
    #[test]
    fn a_card_that_lies_on_the_table_is_not_turned_up_again() {
        let game = patience::find_game("klondike").expect("a game");
        let text = "1: | 7s\n2: ?? | Js\n3: ?? ?? | 7h\n4: ?? ?? ?? | Ac\n\
                    5: ?? ?? ?? ?? | Ah\n6: ?? ?? ?? ?? ?? | 8c\n7: ?? ?? ?? ?? ?? ?? | Jd\n\
                    Stock: ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??\n\
                    Waste: 3c 4c Qc\nHome:\n";
        let table = game.read(text, &Default::default()).expect("a position");
        let moves = table.legal_moves().into_iter();
        let mut draws = moves.filter(|move_| table.action(move_) == Ok(patience::Action::Draw));
        let (after, _) = table.play(&draws.next().expect("a draw")).expect("legal");
        let layout = after.layout();
        let waste = layout.pile("waste").expect("a waste");
        let mut seen = reading(&*after);
        for pile in &mut seen.piles {
            for card in &mut pile.cards {
                if card.face == Face::Up(String::new()) {
                    card.face = Face::Down;
                }
            }
        }
        let corrections = Corrections::default();
        let mut show = |card: &str| {
            let top = seen.piles[waste].cards.last_mut().expect("a card");
            top.face = Face::Up(card.to_owned());
            corrections.compare_table(&*after, &layout, &seen)
        };
        assert!(show("Qc").is_err());
        let news = show("Qd").expect("news");
        assert_eq!(news.len(), 1);
        assert_eq!(news[0].card, "Qd");
    }

    /// Two cards are unknown, and a move turns one up: then the other one is known, too,
    /// and our own page shows its face although it lies face down.
    #[test]
    fn a_card_face_down_may_show_the_face_that_it_must_have() {
        let game = patience::find_game("spider").expect("a game");
        let settings = patience::Settings::default().with("suits", 1);
        let text = "1: ?? | 4s\n2: ?? | 7s 6s 5s\n3: | Ks Qs Js Ts\n4: | 3s 2s As\n\
                    5:\n6:\n7:\n8:\n9:\n10:\nStock:\nHome: Ks Ks Ks Ks Ks Ks Ks\n";
        let table = game.read(text, &settings).expect("a position");
        let (after, _) = table.play("1 2 1").expect("legal");
        let layout = after.layout();
        let [first, second] = ["column 1", "column 2"].map(|it| layout.pile(it).expect("a pile"));
        let homes = layout.piles.iter().filter(|it| it.role == Role::Home);
        assert_eq!(homes.filter(|it| !it.cards.is_empty()).count(), 7);
        let seen_as = |turned: &str, below: &str| {
            let mut seen = reading(&*after);
            let mut show = |pile: usize, card: &str| {
                seen.piles[pile].cards[0].face = match card {
                    "??" => Face::Down,
                    card => Face::Up(card.to_owned()),
                };
            };
            show(first, turned);
            show(second, below);
            Corrections::default().compare_table(&*after, &layout, &seen)
        };
        for (turned, below) in [("9s", "8s"), ("8s", "9s"), ("9s", "??")] {
            let news = seen_as(turned, below).expect("as expected");
            assert_eq!(news.len(), 1, "{news:?}");
            assert_eq!((news[0].pile, &*news[0].card), (first, turned));
        }
        assert!(seen_as("9s", "9s").is_err());
        assert!(seen_as("9s", "7s").is_err());
        assert!(seen_as("7s", "8s").is_err());
    }

    /// As long as others may lie there, a card that shows its face was turned up, and the
    /// table is another one.
    #[test]
    fn a_card_that_nobody_can_know_lies_face_down() {
        let game = patience::find_game("spider").expect("a game");
        let settings = patience::Settings::default().with("suits", 1);
        let text = "1: ?? | 4s\n2: ?? | 7s 6s 5s\n3: ?? | Ks Qs Js\n4: | 3s 2s As\n\
                    5:\n6:\n7:\n8:\n9:\n10:\nStock:\nHome: Ks Ks Ks Ks Ks Ks Ks\n";
        let table = game.read(text, &settings).expect("a position");
        let (after, _) = table.play("1 2 1").expect("legal");
        let layout = after.layout();
        let mut seen = reading(&*after);
        for (pile, card) in [("column 1", "9s"), ("column 2", "8s"), ("column 3", "Ts")] {
            let pile = layout.pile(pile).expect("a pile");
            seen.piles[pile].cards[0].face = Face::Up(card.to_owned());
        }
        let compared = Corrections::default().compare_table(&*after, &layout, &seen);
        let difference = compared.expect_err("it cannot be known");
        assert_eq!(difference, "column 2: a card face down expected, 8s seen");
    }
}
