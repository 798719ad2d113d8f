//! What makes a text a deal or a position: everything that can be wrong with
//! one is found here, at once, with its place.

use patience_core::{Card, Faults, Place, Suit};

use super::{Column, Face, Spider, State, text};

const DEAL_HINT: &str = "a deal is the columns, one after the other, the lowest card first, then the stock, first dealt first; `??` is a card that nobody has seen yet";
const POSITION_HINT: &str = "a position is a line for each column (`2: 4c ?? | As`, face-down cards before the bar), then `Stock:`, and `Home: Ks Kh`, a King for each run that is gone";

/// What a label begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// No label: the cards of a deal.
    Deck,
    Column(u8),
    Stock,
    Home,
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
    home: Vec<Word<'a>>,
    score: Vec<Word<'a>>,
    has_labels: bool,
    faults: Faults,
}

/// The most columns that a text may have; Mrs Mop has 13.
const MOST_COLUMNS: u8 = 20;

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
            Part::Home => &mut self.home,
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
    rules: &'r Spider,
    faults: Faults,
    named: Vec<(Place, Card)>,
}

impl Reader<'_> {
    fn face(&mut self, word: Word<'_>) -> Face {
        if word.text == "??" {
            return None;
        }
        let card = self.card(word)?;
        self.named.push((word.place, card));
        Some(card)
    }

    /// A card of this game.
    fn card(&mut self, word: Word<'_>) -> Option<Card> {
        match word.text.parse::<Card>() {
            Ok(card) if card.rank().value() > self.rules.ranks => {
                let message = format!("{card} is not in a deck of {} ranks", self.rules.ranks);
                self.faults.at(word.place, message);
                None
            }
            Ok(card) if self.rules.runs_of(card.suit()) == 0 => {
                let suits = Suit::ALL.into_iter();
                let suits = suits.filter(|suit| self.rules.runs_of(*suit) > 0);
                let suits: Vec<_> = suits.map(Suit::name).collect();
                let message = format!("{card}: the game has only {}", suits.join(" and "));
                self.faults.at(word.place, message);
                None
            }
            Ok(card) => Some(card),
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
pub(super) fn read_deal(rules: &Spider, parts: &Parts<'_>) -> Result<State, Faults> {
    let mut reader = Reader {
        rules,
        faults: parts.faults.clone(),
        named: Vec::new(),
    };
    let faces: Vec<_> = parts.deck.iter().map(|word| reader.face(*word)).collect();
    let size = rules.deck_size();
    if faces.len() != size {
        reader.faults.add(match faces.len() {
            0 => format!("no cards; the game has {size}"),
            1 => format!("1 card; the game has {size}"),
            count => format!("{count} cards; the game has {size}"),
        });
    }
    let sizes: Vec<_> = rules.sizes.iter().map(|size| usize::from(*size)).collect();
    let state = rules.lay_out_faces(&faces, &sizes);
    finish(reader, DEAL_HINT, state)
}

/// Reads the parts of a position.
pub(super) fn read(rules: &Spider, parts: &Parts<'_>) -> Result<State, Faults> {
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
    let most = rules.sizes.len();
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
    let mut state = State {
        columns,
        stock: reader.faces(&parts.stock),
        home: read_home(&mut reader, &parts.home),
        score: 0,
    };
    if parts.home.is_empty() {
        state.home = missing_runs(rules, &state);
    }
    state.score = read_score(&mut reader, &parts.score, &state);
    finish(reader, POSITION_HINT, state)
}

fn read_column(reader: &mut Reader<'_>, line: &Line<'_>) -> Column {
    let (down, up) = line.words.split_at(line.bar.unwrap_or(0));
    let column = Column {
        down: reader.faces(down),
        up: reader.faces(up),
    };
    if let (true, Some(word)) = (column.up.is_empty(), down.last()) {
        reader
            .faults
            .at(word.place, "the last card of a column lies face up");
    }
    column
}

fn read_home(reader: &mut Reader<'_>, words: &[Word<'_>]) -> [u8; 4] {
    let mut home = [0; 4];
    for word in words.iter().filter(|word| !is_nothing(word.text)) {
        let Some(card) = reader.card(*word) else {
            continue;
        };
        if card.rank().value() != reader.rules.ranks {
            let message = format!("{card} does not stand for a run: its highest card does");
            reader.faults.at(word.place, message);
        }
        let runs = &mut home[usize::from(card.suit().index())];
        *runs += 1;
        if *runs > reader.rules.runs_of(card.suit()) {
            let message = format!("more runs of {} than there are", card.suit().name());
            reader.faults.at(word.place, message);
            *runs -= 1;
        }
    }
    home
}

/// The runs that are gone, if all cards are known: as many of a suit as of each
/// of its cards are missing.
fn missing_runs(rules: &Spider, state: &State) -> [u8; 4] {
    let mut home = [0; 4];
    if state.unknown() == 0 {
        let missing = state.candidates(rules);
        for suit in Suit::ALL {
            let of_rank = |rank: u8| {
                let is_it = |card: &&Card| card.suit() == suit && card.rank().value() == rank;
                missing.iter().filter(is_it).count() as u8
            };
            let fewest = (1..=rules.ranks).map(of_rank).min();
            home[usize::from(suit.index())] = fewest.unwrap_or(0);
        }
    }
    home
}

fn read_score(reader: &mut Reader<'_>, words: &[Word<'_>], state: &State) -> i32 {
    let usual = text::usual_score(state);
    let Some(word) = words.first() else {
        return usual;
    };
    match word.text.parse::<i32>() {
        Ok(score) if (-100_000..=100_000).contains(&score) => score,
        _ => {
            let text: String = word.text.chars().take(12).collect();
            reader
                .faults
                .at(word.place, format!("`{text}` is not a score"));
            usual
        }
    }
}

/// Checks the cards as a whole. If only one card can be the unknown ones, they
/// get its name. Complete runs leave.
fn finish(reader: Reader<'_>, hint: &str, mut state: State) -> Result<State, Faults> {
    let Reader {
        rules,
        mut faults,
        named,
    } = reader;
    let mut seen = [0; 52];
    for (place, card) in &named {
        let count = &mut seen[usize::from(card.index())];
        *count += 1;
        let gone = state.home[usize::from(card.suit().index())];
        let most = rules.runs_of(card.suit());
        if *count + gone > most {
            faults.at(
                *place,
                match gone {
                    0 => format!("{card} appears more than {most} times"),
                    _ => format!("{card} appears more often than it can, with {gone} runs gone"),
                },
            );
        }
    }
    if faults.is_empty() {
        let (unknown, left) = (state.unknown(), state.candidates(rules));
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
        state.name_a_single_unknown(rules);
        rules.settle(&mut state);
    }
    if faults.is_empty() {
        return Ok(state);
    }
    faults.with_hint(hint).or(state)
}
