//! A table as it was seen in another program's window: the input of the
//! inverse of [`Kind::lay_out`](crate::Kind::lay_out).
//!
//! A sight has the piles of the game's layout, by name, with the faces that can
//! be seen. A stock is seen one card at a time: a first look at the table, then
//! one look after each draw.

use patience_core::sorting::sort_short_by_key;

/// What was seen: the table, then the table after each draw.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'s> {
    looks: &'s [&'s [Seen]],
}

/// A pile as it was seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// The name that the pile has in the game's layout.
    pub name: String,
    /// Its cards, the last one on top, as the game writes them; none for a card
    /// that lies face down. Of some piles only the top card can be seen.
    pub cards: Vec<Option<String>>,
    /// It shows that its cards never move again.
    pub is_locked: bool,
    /// Its top card shows that it was put there by a cheat.
    pub is_cheated: bool,
}

impl Seen {
    /// The top card, if it shows its face.
    pub fn top(&self) -> Option<&str> {
        self.cards.last()?.as_deref()
    }

    /// The cards as words; `??` for one that lies face down.
    pub fn words(&self) -> String {
        let words = self
            .cards
            .iter()
            .map(|card| card.as_deref().unwrap_or("??"));
        words.collect::<Vec<_>>().join(" ")
    }
}

impl<'s> Sight<'s> {
    /// The table, and the table after each draw. There is at least one look.
    pub fn new(looks: &'s [&'s [Seen]]) -> Option<Self> {
        (!looks.is_empty()).then_some(Self { looks })
    }

    /// The piles of the table as it is now.
    pub fn piles(&self) -> &'s [Seen] {
        self.looks[0]
    }

    /// The pile with this name.
    pub fn pile(&self, name: &str) -> Option<&'s Seen> {
        find(self.looks[0], name)
    }

    /// The piles whose names begin so: `column`, `home`, `row 3`.
    pub fn piles_of(&self, start: &str) -> impl Iterator<Item = &'s Seen> + use<'s> {
        let start = start.to_owned();
        let piles = self.looks[0].iter();
        piles.filter(move |pile| pile.name.starts_with(&start))
    }

    /// How many draws were made.
    pub fn draws(&self) -> usize {
        self.looks.len() - 1
    }

    /// The pile with this name after each draw, from none to all.
    pub fn through(&self, name: &str) -> impl Iterator<Item = Option<&'s Seen>> + use<'s> {
        let name = name.to_owned();
        self.looks.iter().map(move |look| find(look, &name))
    }

    /// The pile with this name after the last draw.
    pub fn last(&self, name: &str) -> Option<&'s Seen> {
        find(self.looks[self.looks.len() - 1], name)
    }

    /// The piles called `column N`, a line a column: `--` for an empty one.
    pub fn columns(&self) -> String {
        let mut text = String::new();
        for column in self.piles_of("column") {
            let words = column.words();
            text.push_str(if words.is_empty() { "--" } else { &words });
            text.push('\n');
        }
        text
    }

    /// The rows of a table whose places are called `row R, card N`, a line a
    /// row: `--` where a card is gone, `??` where it lies face down.
    pub fn rows(&self, rows: usize) -> String {
        let mut text = String::new();
        for row in 1..=rows {
            let start = format!("row {row}, card ");
            let mut slots: Vec<_> = self.piles_of(&start).collect();
            sort_short_by_key(&mut slots, |pile| {
                pile.name[start.len()..].parse::<usize>().unwrap_or(0)
            });
            let words: Vec<_> = slots
                .iter()
                .map(|slot| match slot.cards.last() {
                    Some(card) => card.as_deref().unwrap_or("??"),
                    None => "--",
                })
                .collect();
            text.push_str(&words.join(" "));
            text.push('\n');
        }
        text
    }
}

fn find<'s>(piles: &'s [Seen], name: &str) -> Option<&'s Seen> {
    piles.iter().find(|pile| pile.name == name)
}
