//! A program that nobody has described yet: finds its cards in one picture of a
//! fresh deal, asks what only the player knows, and writes a profile.
//!
//! ```text
//! Frame           -> shades     what is light, and where that changes
//! shades + layout -> table      the game's own layout, fitted to what is seen
//!                               (`across`, `down`, `outlines`)
//! table           -> kinds      cards whose corners show the same rank (`strip`, `glyph`)
//! kinds           -> suits      cards that show the same sign (`blobs`)
//! kinds + answers -> names      every kind is named once (`naming`, `ask`, `sheet`)
//! names           -> a profile and a deck, read back from the same picture (`write`)
//! ```
//! A deal is fresh, so the game's own layout says how many cards lie where; a deck
//! is complete, so it is known how many cards are of a rank and of a suit. That is
//! what makes "ink that repeats" exact: a rank's ink is on as many cards as there
//! are suits, a suit's sign never on two cards of one rank.

mod across;
mod ask;
mod blobs;
mod down;
mod glyph;
mod kinds;
mod naming;
mod outlines;
mod shades;
mod sheet;
mod strip;
mod suits;
mod table;
mod trial;
mod write;

use patience::layout::Role;
use patience::{Game, Settings};

use crate::annotate::{Note, annotated};
use crate::calibrate::{self, KnownPile};
use crate::vision::{Deck, Face, Reading};
use crate::{Error, Frame, Profile, Rectangle};

pub use ask::{Asks, Question, Topic};
pub use trial::{Trial, try_move};

use ask::{Interview, Unusable};
use naming::Seen;
use table::Found;

/// Two empty homes differ by at most this much, in mean, if no suit is drawn there.
const SAME_HOME: f32 = 4.0;

/// What is known of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The name of its profile and of its cards.
    pub name: String,
    /// One sentence.
    pub about: String,
    /// A regular expression that matches the window's title.
    pub title: String,
    /// A regular expression with one group that captures the deal number in the
    /// title.
    pub deal_in_title: Option<String>,
    /// Deal numbers that may be those of the deal that is shown.
    pub deals: Vec<u64>,
}

impl Program {
    /// A program that is known by the title of its window. Numbers in the title may
    /// be those of deals.
    pub fn titled(name: &str, title: &str) -> Self {
        let mut pattern = String::from("^");
        let mut deals = Vec::new();
        let mut rest = title;
        while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let (before, from) = rest.split_at(start);
            let end = from.find(|letter: char| !letter.is_ascii_digit());
            let (digits, after) = from.split_at(end.unwrap_or(from.len()));
            pattern.push_str(&regex_lite::escape(before));
            pattern.push_str(r"\d+");
            // A number that is too large is that of no deal, and neither is 0.
            deals.push(digits.parse().unwrap_or(0));
            rest = after;
        }
        pattern.push_str(&regex_lite::escape(rest));
        pattern.push('$');
        Self {
            name: name.to_owned(),
            about: format!("The window `{title}`"),
            title: pattern,
            deal_in_title: None,
            deals,
        }
    }

    /// The same pattern, in which the number at this place is captured.
    fn capturing(&self, index: usize) -> Option<String> {
        let mut parts: Vec<&str> = self.title.split(r"\d+").collect();
        let after = parts.split_off((index + 1).min(parts.len()));
        if after.is_empty() {
            return None;
        }
        let join = |parts: &[&str]| parts.join(r"\d+");
        Some(format!(r"{}(\d+){}", join(&parts), join(&after)))
    }
}

/// What the player answered, apart from names of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answers {
    /// The suits of the homes from left to right; none if any suit goes anywhere.
    pub(crate) homes: Vec<String>,
    pub(crate) undo: Vec<String>,
    pub(crate) new_game: Vec<String>,
    pub(crate) gesture: &'static str,
    pub(crate) unsure: Vec<String>,
}

/// A profile that was made, and what was learned.
#[derive(Clone, Debug)]
pub struct NewProfile {
    /// The text of the profile.
    pub text: String,
    /// The same, read.
    pub profile: Profile,
    /// What was learned of the cards.
    pub deck: Deck,
    /// The table, read back with them.
    pub reading: Reading,
    /// What every pile shows.
    pub known: Vec<KnownPile>,
    /// What is not certain, in words.
    pub unsure: Vec<String>,
    /// The picture with a box around every card and its name.
    pub picture: Frame,
    /// How many questions were asked.
    pub questions: u32,
}

/// Why no profile was made.
#[derive(Debug)]
pub struct Failure {
    /// The reason.
    pub error: Error,
    /// What was looked at, and what it was taken for.
    pub picture: Frame,
}

/// Makes a profile from a picture of a fresh deal.
pub fn learn(
    frame: &Frame,
    game: &dyn Game,
    settings: &Settings,
    program: &Program,
    asks: &mut dyn Asks,
) -> Result<NewProfile, Box<Failure>> {
    let mut notes = Vec::new();
    let made = make(frame, game, settings, program, asks, &mut notes);
    made.map_err(|error| {
        Box::new(Failure {
            error,
            picture: annotated(frame, &notes),
        })
    })
}

fn make(
    frame: &Frame,
    game: &dyn Game,
    settings: &Settings,
    program: &Program,
    asks: &mut dyn Asks,
    notes: &mut Vec<Note>,
) -> Result<NewProfile, Error> {
    let mut interview = Interview::new(asks);
    let about = game.about();
    let names = about.cards;
    let layout = game.deal(1, settings)?.layout();
    let found = table::find(frame, &layout)?;
    *notes = places(&found);
    let cards = found.spots().len();
    if cards != names.len() * names.copies.max(1) {
        return Err(Error::NotRead(format!(
            "only games that show their whole deck can be learned from one picture; {} shows {} of \
             {} cards",
            about.title,
            cards,
            names.len() * names.copies.max(1)
        )));
    }
    let each = cards / names.ranks.len();
    let seen = naming::look(frame, &found, each)?;
    let mut unsure = Vec::new();
    let mut program = program.clone();
    let by_number = named_by_number(game, settings, &seen, &mut program);
    let mut named = match by_number {
        Some(named) => named,
        None => seen.names(frame, &found, names, &mut interview, &mut unsure)?,
    };
    *notes = seen.notes(&found, &named);
    notes.extend(places(&found).into_iter().filter(|it| it.name.is_empty()));
    correct(frame, &seen, &found, &mut named, notes, &mut interview)?;
    let answers = Answers {
        homes: homes(frame, &found, names.suits, &mut interview)?,
        undo: keys(Topic::Undo, "take back a move", "ctrl+z", &mut interview)?,
        new_game: keys(Topic::NewGame, "deal a new game", "ctrl+n", &mut interview)?,
        gesture: "drag",
        unsure,
    };
    let text = write::profile(about.name, settings, &program, &found, seen.rank, &answers);
    let profile = Profile::parse(&text, &program.name)?;
    let known = known(&seen, &named);
    let deck = calibrate::learn(frame, &profile, &known, None)?;
    let reading = calibrate::check(frame, &profile, &known, &deck)?;
    let mut all_unsure = found.unsure;
    all_unsure.extend(answers.unsure);
    if reading.doubtful() > 0 {
        all_unsure.push(format!(
            "{} cards, which are doubtful even in this picture; a larger window helps",
            reading.doubtful()
        ));
    }
    Ok(NewProfile {
        text,
        profile,
        deck,
        reading,
        known,
        unsure: all_unsure,
        picture: annotated(frame, notes),
        questions: interview.questions,
    })
}

/// The names of all cards, if a number in the title is that of the deal.
fn named_by_number(
    game: &dyn Game,
    settings: &Settings,
    seen: &Seen,
    program: &mut Program,
) -> Option<Vec<String>> {
    for (index, number) in program.deals.clone().into_iter().enumerate() {
        let Ok(table) = game.deal(number, settings) else {
            continue;
        };
        let piles = calibrate::known(&*table);
        let cards: Vec<Vec<String>> = piles
            .into_iter()
            .map(|pile| {
                let up = |face: Face| match face {
                    Face::Up(card) => Some(card),
                    Face::Down => None,
                };
                pile.cards.into_iter().filter_map(up).collect()
            })
            .collect();
        if seen.explained_by(&cards, game.about().cards) {
            program.deal_in_title = program.capturing(index);
            return Some(cards.concat());
        }
    }
    None
}

/// The places of all piles and cards, without names.
fn places(found: &Found) -> Vec<Note> {
    let card = found.card();
    let at = |corner: (f32, f32)| Note {
        place: Rectangle {
            x: corner.0.round() as i32,
            y: corner.1.round() as i32,
            width: card.0 as u32,
            height: card.1 as u32,
        },
        name: String::new(),
        is_sure: true,
    };
    let piles = found.groups.iter().flat_map(|group| {
        let piles = (0..group.names.len()).map(|pile| pile as f32);
        piles.map(|pile| at((group.at.0 + pile * group.apart, group.at.1)))
    });
    piles.collect()
}

/// Shows everything as it was taken, and takes corrections.
fn correct(
    frame: &Frame,
    seen: &Seen,
    found: &Found,
    named: &mut [String],
    notes: &mut Vec<Note>,
    interview: &mut Interview<'_>,
) -> Result<(), Error> {
    let empty: Vec<_> = places(found);
    loop {
        let question = Question {
            topic: Topic::Right,
            words:
                "Is every card taken for what it is? Press Return, or name what is wrong: 8h=8d \
                    if a card was taken for 8h and is 8d"
                    .to_owned(),
            picture: Some(annotated(frame, notes)),
            cards: seen
                .spots
                .iter()
                .map(|spot| (spot.pile.clone(), spot.index))
                .collect(),
            otherwise: Some(String::new()),
        };
        let taken: Vec<String> = named.to_vec();
        let swaps = interview.ask(&question, |text| corrections(text, &taken))?;
        for (wrong, right) in &swaps {
            named.swap(*wrong, *right);
        }
        *notes = seen.notes(found, named);
        notes.extend(empty.iter().map(|note| Note {
            place: note.place,
            name: String::new(),
            is_sure: true,
        }));
        let twice = notes.iter().find(|note| !note.is_sure);
        match (swaps.is_empty(), twice) {
            (true, None) => return Ok(()),
            (true, Some(note)) => {
                return Err(Error::NotRead(format!(
                    "the card {} is there twice, and another one is missing",
                    note.name
                )));
            }
            _ => {}
        }
    }
}

/// Pairs of cards to be exchanged.
fn corrections(text: &str, named: &[String]) -> Result<Vec<(usize, usize)>, Unusable> {
    let find = |name: &str| {
        let is_it = |it: &String| it.eq_ignore_ascii_case(name);
        let found = named.iter().position(is_it);
        found.ok_or_else(|| Unusable(format!("no card was taken for `{name}`")))
    };
    let mut swaps = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let (wrong, right) = word
            .split_once('=')
            .ok_or_else(|| Unusable(format!("`{word}` is no correction; write it like 8h=8d")))?;
        swaps.push((find(wrong)?, find(right)?));
    }
    Ok(swaps)
}

/// The suits that the homes are for; none if they look alike.
fn homes(
    frame: &Frame,
    found: &Found,
    suits: &[&str],
    interview: &mut Interview<'_>,
) -> Result<Vec<String>, Error> {
    let Some(group) = found.groups.iter().find(|it| it.role == Role::Home) else {
        return Ok(Vec::new());
    };
    let card = found.card();
    let parts: Vec<_> = (0..group.names.len())
        .map(|pile| Rectangle {
            x: (group.at.0 + pile as f32 * group.apart) as i32,
            y: group.at.1 as i32,
            width: card.0 as u32,
            height: card.1 as u32,
        })
        .collect();
    let pictures: Vec<_> = parts.iter().map(|part| frame.part(*part)).collect();
    let differ = |one: &Frame, other: &Frame| {
        let pairs = one.rgb.iter().zip(&other.rgb);
        let sum: f32 = pairs.map(|(a, b)| f32::from(a.abs_diff(*b))).sum();
        sum / one.rgb.len().max(1) as f32
    };
    let are_alike = pictures
        .windows(2)
        .all(|pair| differ(&pair[0], &pair[1]) <= SAME_HOME);
    if are_alike || suits.len() != group.names.len() {
        return Ok(Vec::new());
    }
    let question = Question {
        topic: Topic::Homes,
        words: format!(
            "Is each of these homes for one suit? Name the suits from left to right ({}), or press \
             Return if any suit goes to any home",
            suits.join(" ")
        ),
        picture: Some(sheet::sheet(frame, &parts)),
        cards: group.names.iter().map(|name| (name.clone(), 0)).collect(),
        otherwise: Some(String::new()),
    };
    let letters = interview.ask(&question, |text| {
        let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
        let is_suit = |word: &String| suits.contains(&word.as_str());
        match words.is_empty() || (words.len() == suits.len() && words.iter().all(is_suit)) {
            true => Ok(words),
            false => Err(Unusable(format!(
                "name {} suits: {}",
                suits.len(),
                suits.join(" ")
            ))),
        }
    })?;
    // The game's own layout has the words for them.
    let word = |letter: &String| {
        let mut own = group
            .names
            .iter()
            .filter_map(|name| name.rsplit(' ').next());
        own.find(|word| word.starts_with(letter.as_str()))
            .map_or_else(|| letter.clone(), str::to_owned)
    };
    Ok(letters.iter().map(word).collect())
}

/// The keys for something; none if there are none.
fn keys(
    topic: Topic,
    what: &str,
    usual: &str,
    interview: &mut Interview<'_>,
) -> Result<Vec<String>, Error> {
    let question = Question {
        topic,
        words: format!(
            "Which keys {what} (such as {usual}; several one after the other with spaces)? Return \
             is {usual}, `none` is none"
        ),
        picture: None,
        cards: Vec::new(),
        otherwise: Some(usual.to_owned()),
    };
    interview.ask(&question, |text| {
        let words = text.split_whitespace().map(str::to_owned);
        Ok(words.filter(|word| word != "none").collect())
    })
}

/// What every pile shows.
fn known(seen: &Seen, named: &[String]) -> Vec<KnownPile> {
    let mut piles: Vec<KnownPile> = Vec::new();
    for (spot, name) in seen.spots.iter().zip(named) {
        let face = Face::Up(name.clone());
        match piles.last_mut().filter(|pile| pile.pile == spot.pile) {
            Some(pile) => pile.cards.push(face),
            None => piles.push(KnownPile {
                pile: spot.pile.clone(),
                cards: vec![face],
            }),
        }
    }
    piles
}
