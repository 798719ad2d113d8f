//! What makes a text a deal or a position: everything that can be wrong with
//! one is found here, at once, with its place.

use patience_core::{Card, Faults, Place};

use super::{Column, Face, Klondike, State, fits};

const DEAL_HINT: &str = "a deal is the columns, one after the other, the lowest card first, then the stock, first drawn first; `??` is a card that nobody has seen yet";
const POSITION_HINT: &str = "a position is a line for each column (`2: 4c ?? | As`, face-down cards before the bar), then `Stock:`, `Waste:` and `Home: 3c 2d - As`";

/// What a label begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// No label: the cards of a deal.
    Deck,
    Column(u8),
    Stock,
    Waste,
    Home,
    Pass,
    Score,
}

/// A word and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub place: Place,
    pub text: &'a str,
}

/// A column as it stands in a text; cards before the bar lie face down.
#[derive(Clone, Debug, Default)]
struct Line<'a> {
    words: Vec<Word<'a>>,
    bar: Option<usize>,
    place: Option<Place>,
}

/// The words of a text by the part that they belong to.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts<'a> {
    deck: Vec<Word<'a>>,
    columns: Vec<Line<'a>>,
    stock: Vec<Word<'a>>,
    waste: Vec<Word<'a>>,
    home: Vec<Word<'a>>,
    pass: Vec<Word<'a>>,
    score: Vec<Word<'a>>,
    has_labels: bool,
    faults: Faults,
}

/// The most columns that a text may have: one digit each.
const MOST_COLUMNS: u8 = 9;

impl<'a> Parts<'a> {
    /// There are no labels.
    pub fn is_deal(&self) -> bool {
        !self.has_labels
    }

    /// A label was found.
    pub fn begin(&mut self, part: Part, place: Place) {
        self.has_labels = true;
        if let Part::Column(index) = part {
            if index >= MOST_COLUMNS {
                self.faults.at(
                    place,
                    format!("there is no column {}", u16::from(index) + 1),
                );
                return;
            }
            let index = usize::from(index);
            if self.columns.len() <= index {
                self.columns.resize_with(index + 1, Line::default);
            }
            let line = &mut self.columns[index];
            if line.place.replace(place).is_some() {
                self.faults
                    .at(place, format!("column {} appears twice", index + 1));
            }
        }
    }

    /// A word of this part.
    pub fn add(&mut self, part: Part, word: Word<'a>) {
        let words = match part {
            Part::Deck => &mut self.deck,
            Part::Column(index) => match self.columns.get_mut(usize::from(index)) {
                Some(line) => &mut line.words,
                None => return,
            },
            Part::Stock => &mut self.stock,
            Part::Waste => &mut self.waste,
            Part::Home => &mut self.home,
            Part::Pass => &mut self.pass,
            Part::Score => &mut self.score,
        };
        words.push(word);
    }

    /// The bar between face-down and face-up cards.
    pub fn bar(&mut self, part: Part, place: Place) {
        let Part::Column(index) = part else {
            self.faults.at(place, "a bar stands only in a column");
            return;
        };
        if let Some(line) = self.columns.get_mut(usize::from(index))
            && line.bar.replace(line.words.len()).is_some()
        {
            self.faults.at(place, "a column has one bar");
        }
    }
}

/// The cards of a text, with their places.
struct Reader<'r> {
    rules: &'r Klondike,
    faults: Faults,
    named: Vec<(Place, Card)>,
}

impl Reader<'_> {
    fn face(&mut self, word: Word<'_>) -> Face {
        if word.text == "??" {
            return None;
        }
        match word.text.parse::<Card>() {
            Ok(card) if card.rank().value() <= self.rules.ranks => {
                self.named.push((word.place, card));
                Some(card)
            }
            Ok(card) => {
                let message = format!("{card} is not in a deck of {} ranks", self.rules.ranks);
                self.faults.at(word.place, message);
                None
            }
            Err(error) => {
                self.faults.at(word.place, error.to_string());
                None
            }
        }
    }

    fn faces(&mut self, words: &[Word<'_>]) -> Vec<Face> {
        let cards = words.iter().filter(|word| !is_nothing(word.text));
        cards.map(|word| self.face(*word)).collect()
    }
}

/// `-` and `--` stand for nothing.
fn is_nothing(text: &str) -> bool {
    text.bytes().all(|letter| letter == b'-')
}

/// Reads the words of a deal.
pub(super) fn read_deal(rules: &Klondike, parts: &Parts<'_>) -> Result<State, Faults> {
    let mut reader = Reader {
        rules,
        faults: parts.faults.clone(),
        named: Vec::new(),
    };
    let faces: Vec<_> = parts.deck.iter().map(|word| reader.face(*word)).collect();
    let size = rules.deck_size();
    if faces.len() != size {
        reader.faults.add(match faces.len() {
            0 => format!("no cards; a deck has {size}"),
            1 => format!("1 card; a deck has {size}"),
            count => format!("{count} cards; a deck has {size}"),
        });
    }
    let sizes: Vec<_> = (1..=usize::from(rules.columns)).collect();
    let mut at = 0;
    for size in sizes.iter() {
        at += size;
        if let (Some(None), Some(word)) = (faces.get(at - 1), parts.deck.get(at - 1))
            && word.text == "??"
        {
            reader
                .faults
                .at(word.place, "no card can be unknown here: it lies face up");
        }
    }
    let state = Klondike::lay_out_faces(&faces, &sizes);
    finish(reader, DEAL_HINT, state)
}

/// Reads the parts of a position.
pub(super) fn read(rules: &Klondike, parts: &Parts<'_>) -> Result<State, Faults> {
    let mut reader = Reader {
        rules,
        faults: parts.faults.clone(),
        named: Vec::new(),
    };
    if let Some(word) = parts.deck.first() {
        reader
            .faults
            .at(word.place, "this card stands before the first label");
    }
    let most = usize::from(rules.columns);
    if parts.columns.len() > most {
        reader.faults.add(format!(
            "{} columns; the game has {most}",
            parts.columns.len()
        ));
    }
    let mut columns: Vec<_> = parts
        .columns
        .iter()
        .map(|line| read_column(&mut reader, line))
        .collect();
    columns.resize_with(most.max(columns.len()), Column::default);
    let home = read_home(&mut reader, &parts.home);
    let pass = read_pass(&mut reader, &parts.pass);
    let state = State {
        columns,
        stock: reader.faces(&parts.stock),
        waste: reader.faces(&parts.waste),
        home,
        pass: if rules.passes.is_some() { pass } else { 1 },
        has_seen_stock: pass > 1,
        score: read_score(&mut reader, &parts.score),
    };
    finish(reader, POSITION_HINT, state)
}

fn read_column(reader: &mut Reader<'_>, line: &Line<'_>) -> Column {
    let (down, up) = line.words.split_at(line.bar.unwrap_or(0));
    let column = Column {
        down: reader.faces(down),
        up: reader.faces(up),
    };
    // A card that was turned up just now may be unknown; nothing lies on it.
    if let [_, _, ..] = up {
        for word in up.iter().filter(|word| word.text == "??") {
            reader.faults.at(
                word.place,
                "no card of a run can be unknown: they lie face up",
            );
        }
    }
    if let (true, Some(word)) = (column.up.is_empty(), down.last()) {
        reader
            .faults
            .at(word.place, "the last card of a column lies face up");
    }
    for (pair, word) in column.up.windows(2).zip(up.iter().skip(1)) {
        if let [Some(below), Some(card)] = pair
            && !fits(*card, *below)
        {
            let message = format!("{card} does not go onto {below}");
            reader.faults.at(word.place, message);
        }
    }
    column
}

fn read_home(reader: &mut Reader<'_>, words: &[Word<'_>]) -> [u8; 4] {
    let mut home = [0; 4];
    for word in words.iter().filter(|word| !is_nothing(word.text)) {
        match word.text.parse::<Card>() {
            Ok(card) if card.rank().value() > reader.rules.ranks => {
                let message = format!("{card} is not in a deck of {} ranks", reader.rules.ranks);
                reader.faults.at(word.place, message);
            }
            Ok(card) => {
                let pile = &mut home[usize::from(card.suit().index())];
                if *pile != 0 {
                    let message = format!("{} appear twice", card.suit().name());
                    reader.faults.at(word.place, message);
                }
                *pile = card.rank().value();
            }
            Err(error) => reader.faults.at(word.place, error.to_string()),
        }
    }
    home
}

fn read_pass(reader: &mut Reader<'_>, words: &[Word<'_>]) -> u8 {
    let Some(word) = words.first() else {
        return 1;
    };
    match (word.text.parse::<u8>(), reader.rules.passes) {
        (Ok(pass @ 1..), Some(most)) if pass <= most => pass,
        (Ok(pass @ 1..), None) => pass,
        (_, most) => {
            let text: String = word.text.chars().take(12).collect();
            let most = most.map_or(String::new(), |most| format!(": 1 to {most}"));
            reader
                .faults
                .at(word.place, format!("`{text}` is not a pass{most}"));
            1
        }
    }
}

fn read_score(reader: &mut Reader<'_>, words: &[Word<'_>]) -> i32 {
    let Some(word) = words.first() else {
        return 0;
    };
    match word.text.parse::<i32>() {
        Ok(score) if score % 5 == 0 && (-100_000..=100_000).contains(&score) => score,
        _ => {
            let text: String = word.text.chars().take(12).collect();
            let message = format!("`{text}` is not a score: points come in fives");
            reader.faults.at(word.place, message);
            0
        }
    }
}

/// Checks the cards as a whole. A single unknown card gets its name.
fn finish(reader: Reader<'_>, hint: &str, mut state: State) -> Result<State, Faults> {
    let Reader {
        rules,
        mut faults,
        named,
    } = reader;
    faults.add_duplicates(&named);
    for (place, card) in &named {
        if card.rank().value() <= state.home[usize::from(card.suit().index())] {
            faults.at(*place, format!("{card} is home already"));
        }
    }
    if faults.is_empty() {
        let (unknown, left) = (state.unknown(), state.candidates(rules.ranks));
        if unknown != left.len() {
            let names: Vec<_> = left.iter().map(ToString::to_string).collect();
            let names = match names.as_slice() {
                [] => "no card is".to_owned(),
                [one] => format!("{one} is"),
                several => format!(
                    "{} cards are missing: {}; they are",
                    several.len(),
                    several.join(" ")
                ),
            };
            faults.add(match unknown {
                0 => format!("{names} neither on the table nor at home"),
                1 => format!("one card is unknown, but {names} not named"),
                count => format!("{count} cards are unknown, but {names} not named"),
            });
        }
        state.name_a_single_unknown(rules.ranks);
    }
    if faults.is_empty() {
        return Ok(state);
    }
    faults.with_hint(hint).or(state)
}
