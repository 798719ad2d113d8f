//! A reading becomes the text of a position, ready for `patience solve`.
//!
//! A single look shows a whole FreeCell or Cluj table. In Pyramid and TriPeaks
//! the stock is seen one card at a time: a series of readings, one after each
//! draw, gives the rest.

use std::fmt::Write as _;

use patience::find_game;

use crate::Error;
use crate::vision::{Face, PileReading, Reading};

/// A locked column of Cluj shows only a back; what lies under it is certain.
const LOCKED: &str = "TKDV09876";

/// A stock of TriPeaks that was drawn through but for its last card: so many
/// readings.
const WHOLE_STOCK: usize = 23;

/// A card that it is better to ask about.
#[derive(Clone, PartialEq, Debug)]
pub struct Doubt {
    /// Which reading of the series, from zero.
    pub reading: usize,
    /// The pile's name.
    pub pile: String,
    /// Which card of the pile, from one.
    pub card: usize,
    /// What it seems to be.
    pub read: String,
    /// By how much.
    pub margin: f32,
}

impl Doubt {
    /// Where it lies, in words: `column 3, card 2`, `waste after 4 draws`.
    pub fn place(&self) -> String {
        let card = match self.pile.starts_with("column") {
            true => format!(", card {}", self.card),
            // Of other piles only the top card is seen.
            false => String::new(),
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
        // Later looks repeat the table; only what they add counts.
        let is_new = |pile: &PileReading| index == 0 || is_drawn(&pile.name);
        for (pile, card, read) in reading.cards() {
            if let (true, true, Face::Up(name)) = (read.doubtful, is_new(pile), &read.face) {
                doubts.push(Doubt {
                    reading: index,
                    pile: pile.name.clone(),
                    card: card + 1,
                    read: name.clone(),
                    margin: read.margin,
                });
            }
        }
    }
    doubts
}

fn is_drawn(pile: &str) -> bool {
    pile == "waste" || pile == "stock"
}

/// The pile whose top card is news after a draw: where the stock shows its face
/// it is the stock.
pub fn drawn_pile(game: &str) -> &'static str {
    match game {
        "pyramid" => "stock",
        _ => "waste",
    }
}

/// Cards of a stock were not seen, and nobody knows how many: the text of the
/// position says too little, and nothing may be claimed from it.
pub fn is_stock_cut_short(readings: &[Reading]) -> bool {
    let Some(stock) = readings.last().and_then(|last| last.pile("stock")) else {
        return false;
    };
    // The last card of a fresh TriPeaks may stay face down: then the others
    // were all drawn.
    !stock.cards.is_empty() && readings.len() < WHOLE_STOCK
}

/// The text of the position that a series of readings shows, the first one of
/// the table as it is now, each other one after one more draw.
pub fn text(game: &str, readings: &[Reading]) -> Result<String, Error> {
    let game = find_game(game).map_err(|error| Error::NotRead(error.to_string()))?;
    let Some(first) = readings.first() else {
        return Err(Error::NotRead("there is nothing to read".to_owned()));
    };
    if first.cards().next().is_none() && first.piles.iter().all(|pile| !pile.locked) {
        return Err(Error::NotRead(
            "no card is seen; is the window covered, or the profile for another deck?".to_owned(),
        ));
    }
    Ok(match game.about().name {
        "pyramid" => pyramid(first, readings),
        "tripeaks" => tripeaks(first, readings),
        "cluj" => cluj(first),
        _ => freecell(first),
    })
}

/// The card on top of a pile, if it shows its face.
fn top(pile: Option<&PileReading>) -> Option<&str> {
    match &pile?.cards.last()?.face {
        Face::Up(card) => Some(card),
        Face::Down => None,
    }
}

/// The piles whose names begin so.
fn piles<'a>(reading: &'a Reading, start: &'a str) -> impl Iterator<Item = &'a PileReading> {
    reading
        .piles
        .iter()
        .filter(move |pile| pile.name.starts_with(start))
}

fn words(pile: &PileReading) -> String {
    let words = pile.cards.iter().map(|read| match &read.face {
        Face::Up(card) => card.as_str(),
        Face::Down => "??",
    });
    words.collect::<Vec<_>>().join(" ")
}

fn freecell(reading: &Reading) -> String {
    let mut text = String::new();
    let home: Vec<&str> = piles(reading, "home")
        .filter_map(|pile| top(Some(pile)))
        .collect();
    let cells: Vec<_> = piles(reading, "cell").map(|pile| top(Some(pile))).collect();
    let columns: Vec<_> = piles(reading, "column").collect();
    let is_plain = home.is_empty()
        && cells.iter().all(Option::is_none)
        && columns.iter().all(|column| !column.cards.is_empty());
    if !is_plain {
        let ranks = ["h", "c", "d", "s"].map(|suit| {
            let card = home.iter().find(|card| card.ends_with(suit));
            let rank = card.map_or("0", |card| card.trim_end_matches(suit));
            format!("{}-{rank}", suit.to_ascii_uppercase())
        });
        let _ = writeln!(text, "Foundations: {}", ranks.join(" "));
        if !cells.is_empty() {
            let cells: Vec<_> = cells.iter().map(|cell| cell.unwrap_or("-")).collect();
            let _ = writeln!(text, "Freecells: {}", cells.join(" "));
        }
    }
    for column in columns {
        let line = format!("{}{}", if is_plain { "" } else { ": " }, words(column));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// The rows of a pyramid or of three peaks.
fn rows(reading: &Reading, count: usize) -> String {
    let mut text = String::new();
    for row in 1..=count {
        let start = format!("row {row}, card ");
        let mut slots: Vec<_> = piles(reading, &start).collect();
        slots.sort_by_key(|pile| pile.name[start.len()..].parse::<usize>().unwrap_or(0));
        let words: Vec<_> = slots
            .iter()
            .map(|slot| match slot.cards.last().map(|read| &read.face) {
                Some(Face::Up(card)) => card.as_str(),
                Some(Face::Down) => "??",
                None => "--",
            })
            .collect();
        let _ = writeln!(text, "{}", words.join(" "));
    }
    text
}

fn pyramid(first: &Reading, readings: &[Reading]) -> String {
    let mut text = format!("Pyramid:\n{}", rows(first, 7));
    let stock = readings
        .iter()
        .filter_map(|reading| top(reading.pile(drawn_pile("pyramid"))));
    let stock: Vec<_> = stock.collect();
    let waste = top(first.pile("waste")).unwrap_or_default();
    let _ = writeln!(text, "{}", format!("Waste: {waste}").trim_end());
    let _ = writeln!(text, "{}", format!("Stock: {}", stock.join(" ")).trim_end());
    text
}

fn tripeaks(first: &Reading, readings: &[Reading]) -> String {
    let mut text = format!("Tableau:\n{}", rows(first, 4));
    let waste = top(first.pile("waste")).unwrap_or("??");
    let mut stock: Vec<_> = readings[1..]
        .iter()
        .filter_map(|reading| top(reading.pile(drawn_pile("tripeaks"))))
        .collect();
    // The last card of a stock that was never turned up.
    let is_left = |reading: &Reading| {
        let stock = reading.pile("stock");
        stock.is_some_and(|stock| !stock.cards.is_empty())
    };
    if readings.last().is_some_and(is_left) && stock.len() < 23 {
        stock.push("??");
    }
    let _ = writeln!(text, "Waste: {waste}");
    let _ = writeln!(text, "{}", format!("Stock: {}", stock.join(" ")).trim_end());
    text
}

fn cluj(reading: &Reading) -> String {
    let mut text = String::new();
    for column in piles(reading, "column") {
        if column.locked {
            text.push_str(LOCKED);
        }
        for read in &column.cards {
            if let Face::Up(card) = &read.face {
                text.push_str(if card == "10" { "0" } else { card });
            }
        }
        let is_cheated = column.cards.last().is_some_and(|read| read.cheated);
        text.push(if is_cheated { '!' } else { '.' });
    }
    text.push('\n');
    text
}
