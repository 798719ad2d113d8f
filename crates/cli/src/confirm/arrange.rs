//! Where the cards of a reading are shown in the terminal: as they lie in the
//! window, so that the two are easy to compare.

use patience::Stock;
use patience_screen::profile::PileRole;
use patience_screen::vision::{Face, PileReading, Reading};
use patience_tui::sheet::{Card, Label};

/// A card that lies face down.
pub const FACE_DOWN: &str = "??";
/// A pile without cards, and one that shows only a back.
const EMPTY: &str = " --";
const BACK: &str = " ##";

/// Characters from one pile to the next, where they lie side by side.
const PITCH: f32 = 6.0;
/// The last character where a card may begin.
const WIDEST: f32 = 74.0;
/// Drawn cards in one line.
const IN_LINE: usize = 12;
const LEFT: u16 = 2;

/// Which card of a series of readings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardPlace {
    /// Which reading of the series.
    pub reading: usize,
    /// Which pile of it.
    pub pile: usize,
    /// Which card of that.
    pub card: usize,
}

/// A series of readings, arranged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Arranged {
    /// The cards.
    pub cards: Vec<Card>,
    /// Where each card comes from.
    pub places: Vec<CardPlace>,
    /// Empty piles and headings.
    pub labels: Vec<Label>,
}

impl Arranged {
    fn put(&mut self, readings: &[Reading], place: CardPlace, name: String, at: (u16, u16)) {
        let read = &readings[place.reading].piles[place.pile].cards[place.card];
        self.cards.push(Card {
            name,
            text: match &read.face {
                Face::Up(card) => card.clone(),
                Face::Down => FACE_DOWN.to_owned(),
            },
            doubtful: read.doubtful,
            at,
        });
        self.places.push(place);
    }

    fn label(&mut self, text: &str, at: (u16, u16)) {
        self.labels.push(Label {
            text: text.to_owned(),
            at,
        });
    }
}

/// Arranges a table, and the cards that draws have brought.
pub fn arrange(readings: &[Reading], stock: Option<Stock>) -> Arranged {
    let mut arranged = Arranged::default();
    let Some(table) = readings.first() else {
        return arranged;
    };
    let mut piles: Vec<usize> = (0..table.piles.len())
        .filter(|&pile| table.piles[pile].role != PileRole::Button)
        .collect();
    let place = |pile: usize| table.piles[pile].place;
    piles.sort_by(|&one, &other| {
        let key = |pile: usize| (place(pile).y, place(pile).x);
        let ((y, x), (other_y, other_x)) = (key(one), key(other));
        y.total_cmp(&other_y).then(x.total_cmp(&other_x))
    });
    let column = columns(table, &piles);
    let mut line = 0;
    let mut rest = piles.as_slice();
    while let Some(&first) = rest.first() {
        let (top, height) = (place(first).y, place(first).height);
        let count = rest.partition_point(|&pile| place(pile).y - top < 0.2 * height);
        let (band, below) = rest.split_at(count);
        let mut lines = 1;
        for &pile in band {
            let at = (column(pile), line);
            put_pile(&mut arranged, readings, pile, at);
            lines = lines.max(depth(&table.piles[pile]));
        }
        // Rows that overlap in the window have no line between them.
        let gap = below.first().map_or(0.0, |&next| place(next).y - top);
        line += lines as u16 + u16::from(gap > 0.9 * height);
        rest = below;
    }
    if let Some(stock) = stock {
        put_drawn(&mut arranged, readings, stock.drawn_to, line + 1);
    }
    arranged
}

/// From a pile to the character where its cards begin.
fn columns<'r>(table: &'r Reading, piles: &[usize]) -> impl Fn(usize) -> u16 + use<'r> {
    let left = |pile: usize| table.piles[pile].place.x;
    let first = piles
        .iter()
        .map(|&pile| left(pile))
        .fold(f32::MAX, f32::min);
    let last = piles.iter().map(|&pile| left(pile)).fold(first, f32::max);
    let mut gap = f32::MAX;
    for pair in piles.windows(2) {
        let (one, other) = (table.piles[pair[0]].place, table.piles[pair[1]].place);
        let is_beside = (one.y - other.y).abs() < 0.2 * one.height;
        let across = (one.x - other.x).abs();
        if is_beside && across > 0.3 * one.width {
            gap = gap.min(across);
        }
    }
    let scale = (PITCH / gap).min(WIDEST / (last - first).max(1.0));
    move |pile| LEFT + ((left(pile) - first) * scale).round() as u16
}

/// Lines that a pile takes: its cards go down, or only the top one is seen.
fn depth(pile: &PileReading) -> usize {
    match pile.cards.as_slice() {
        [first, second, ..] if second.place.y > first.place.y + 1.0 => pile.cards.len(),
        _ => 1,
    }
}

fn put_pile(arranged: &mut Arranged, readings: &[Reading], pile: usize, at: (u16, u16)) {
    let read = &readings[0].piles[pile];
    let place = |card: usize| CardPlace {
        reading: 0,
        pile,
        card,
    };
    let is_face_down_stock = read.role == PileRole::Stock
        && matches!(read.cards.last(), Some(card) if card.face == Face::Down);
    if read.locked || is_face_down_stock {
        arranged.label(BACK, at);
        return;
    }
    let Some(top) = read.cards.len().checked_sub(1) else {
        arranged.label(EMPTY, at);
        return;
    };
    if depth(read) == 1 {
        arranged.put(readings, place(top), read.name.clone(), at);
        return;
    }
    for card in 0..read.cards.len() {
        let name = format!("{}, card {}", read.name, card + 1);
        arranged.put(readings, place(card), name, (at.0, at.1 + card as u16));
    }
}

/// The cards that the draws have brought, one after the other.
fn put_drawn(arranged: &mut Arranged, readings: &[Reading], drawn_pile: &str, line: u16) {
    let mut drawn = Vec::new();
    for (index, reading) in readings.iter().enumerate().skip(1) {
        let shows = |pile: &PileReading| {
            let top = pile.cards.last();
            matches!(top.map(|card| &card.face), Some(Face::Up(_)))
        };
        let mut piles = reading.piles.iter();
        let news = piles.position(|pile| pile.name == drawn_pile && shows(pile));
        if let Some(pile) = news {
            drawn.push(CardPlace {
                reading: index,
                pile,
                card: reading.piles[pile].cards.len() - 1,
            });
        }
    }
    if drawn.is_empty() {
        return;
    }
    arranged.label("drawn, one after the other:", (LEFT, line));
    for (index, place) in drawn.into_iter().enumerate() {
        let at = (
            LEFT + (index % IN_LINE) as u16 * PITCH as u16,
            line + 1 + (index / IN_LINE) as u16,
        );
        let name = format!("card {} of the stock", index + 1);
        arranged.put(readings, place, name, at);
    }
}
