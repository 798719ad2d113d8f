//! A program that nobody has described yet: finds its cards in pictures of a fresh
//! deal, asks what only the player knows, and writes a profile.
//!
//! ```text
//! Frame           -> shades     what is light, and where that changes
//! shades + layout -> table      the game's own layout, fitted to what is seen
//!                               (`across`, `down`, `rows`, `outlines`, `others`)
//! table + draws   -> looks      what a stock shows, card by card (`explore`) or row by
//!                               row (`dealt`)
//! looks           -> kinds      cards whose corners show the same rank (`strip`, `glyph`)
//! kinds           -> suits      cards that show the same sign (`blobs`, `sign`)
//! kinds + answers -> names      every kind is named once (`naming`, `ask`, `sheet`)
//! names           -> a profile and a deck, read back from the same pictures (`write`)
//! profile         -> moves      one move, made and taken back (`trial`, `cheat`); a
//!                               stock, turned over (`turned`)
//! ```
//! A deal is fresh, so the game's own layout says how many cards lie where; a deck
//! is complete, so it is known how many cards are of a rank and of a suit. That is
//! what makes "ink that repeats" exact: a rank's ink is on as many cards as there
//! are suits, a suit's sign never on two cards of one rank.

mod across;
mod ask;
mod blobs;
mod cheat;
mod dealt;
mod down;
mod explore;
mod glyph;
mod kinds;
mod looks;
mod naming;
mod others;
mod outlines;
mod program;
mod rows;
mod shades;
mod sheet;
mod sign;
mod strip;
mod suits;
mod table;
mod trial;
mod turned;
mod write;

use patience::layout::Role;
use patience::{CardNames, Game, Layout, Settings, Table};

use crate::annotate::{Note, annotated};
use crate::calibrate::{self, KnownPile};
use crate::player::by_itself::draw;
use crate::vision::{Deck, Face, Reader, Reading, leaves_free};
use crate::{Error, Frame, Profile, Rectangle};

pub use ask::{Asks, Question, Shown, Topic};
pub use explore::explore;
pub use program::Program;
pub use trial::{Trial, try_move};

use ask::{Interview, Unusable};
use naming::{OfRank, Seen};
use table::Found;
use write::Draft;

/// Two empty homes differ by at most this much, in mean, if no suit is drawn there.
const SAME_HOME: f32 = 4.0;

/// Keys to press one after the other, or a place in the window to click.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Press {
    pub(crate) keys: Vec<String>,
    pub(crate) at: Option<(i32, i32)>,
}

impl Press {
    pub(crate) fn is_known(&self) -> bool {
        self.at.is_some() || !self.keys.is_empty()
    }
}

/// What the player answered, apart from names of cards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answers {
    /// The suits of the homes from left to right; none if any suit goes anywhere.
    pub(crate) homes: Vec<String>,
    pub(crate) undo: Press,
    pub(crate) restart: Press,
    pub(crate) new_game: Press,
    pub(crate) gesture: &'static str,
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
    draft: Draft,
    seen: Seen,
    /// The table as it was dealt, then after each draw.
    readings: Vec<Reading>,
}

impl NewProfile {
    /// Writes the profile again after a change of the draft.
    fn rewritten(mut self) -> Result<Self, Error> {
        self.text = write::profile(&self.draft);
        self.profile = Profile::parse(&self.text, &self.profile.name)?;
        Ok(self)
    }

    /// What was made of the table.
    const fn found(&self) -> &Found {
        &self.draft.found
    }
}

/// Why no profile was made.
#[derive(Debug)]
pub struct Failure {
    /// The reason.
    pub error: Error,
    /// What was looked at, and what it was taken for.
    pub picture: Frame,
}

/// A table that was found in a picture.
#[derive(Clone, Debug)]
pub struct Place {
    found: Found,
    questions: u32,
}

impl Place {
    /// Where a click draws from the stock, and how many draws show all of it; none if
    /// there is no stock.
    pub fn draws(&self) -> Option<((i32, i32), usize)> {
        let stock = self.found.only(Role::Stock)?;
        let button = self.found.only(Role::Button);
        let place = self.found.place(button.unwrap_or(stock).at);
        let count = self.found.draws();
        (count > 0).then_some((middle(place), count))
    }

    /// Where the next click draws, in a picture after a draw `at` a place: a stock that
    /// is dealt onto columns may lie in heaps beside each other.
    fn stock_in(&self, frame: &Frame, at: (i32, i32)) -> (i32, i32) {
        let (width, height) = self.found.card;
        let last = (at.0 as f32 - width / 2.0, at.1 as f32 - height / 2.0);
        let heap = match self.found.dealt_columns() {
            Some(_) => dealt::heap(frame, self.found.card, last),
            None => None,
        };
        heap.map_or(at, |corner| middle(self.found.place(corner)))
    }

    /// The places of all piles, and of cards that a stock deals onto columns.
    fn piles(&self) -> Vec<Rectangle> {
        let found = &self.found;
        let mut places: Vec<_> = places(found).into_iter().map(|it| it.place).collect();
        if let Some(columns) = found.dealt_columns() {
            let rows = self.draws().map_or(0, |(_, count)| count);
            places.extend(dealt::room(found, columns, rows));
        }
        if let Some(waste) = found.only(Role::Waste).filter(|_| found.at_once > 1) {
            places.push(looks::room_for_fan(found.place(waste.at)));
        }
        places
    }
}

/// How many cards a draw puts onto the waste; 1 if there is none.
fn at_once(table: &dyn Table) -> usize {
    let on_waste = |layout: &Layout| -> usize {
        let piles = layout.piles.iter().filter(|it| it.role == Role::Waste);
        piles.map(|pile| pile.cards.len()).sum()
    };
    let drawn = draw(table).map_or(0, |it| on_waste(&it.layout()));
    drawn.saturating_sub(on_waste(&table.layout())).max(1)
}

fn middle(place: Rectangle) -> (i32, i32) {
    (
        place.x + place.width as i32 / 2,
        place.y + place.height as i32 / 2,
    )
}

/// Finds the table of a fresh deal in a picture.
pub fn find(
    frame: &Frame,
    game: &dyn Game,
    settings: &Settings,
    asks: &mut dyn Asks,
) -> Result<Place, Box<Failure>> {
    let mut layout = None;
    let mut found = || {
        let mut interview = Interview::new(asks, 0);
        let table = game.deal(1, settings)?;
        layout = Some(table.layout());
        let concealed = table.concealed().map(|table| table.layout());
        let mut found = table::find(frame, &table.layout(), concealed.as_ref(), &mut interview)?;
        found.at_once = at_once(&*table);
        Ok(Place {
            found,
            questions: interview.questions,
        })
    };
    found().map_err(|error| {
        let looked = layout.map_or_else(Vec::new, |layout| table::looked_at(frame, &layout));
        Box::new(Failure {
            error,
            picture: annotated(frame, &looked),
        })
    })
}

/// Makes a profile from a picture of a fresh deal.
pub fn learn(
    frame: &Frame,
    game: &dyn Game,
    settings: &Settings,
    program: &Program,
    asks: &mut dyn Asks,
) -> Result<NewProfile, Box<Failure>> {
    let place = find(frame, game, settings, asks)?;
    let frames = std::slice::from_ref(frame);
    learn_from(place, frames, game, settings, program, asks)
}

/// Makes a profile from pictures of a fresh deal, the first as it was dealt, then
/// one after each draw.
pub fn learn_from(
    place: Place,
    frames: &[Frame],
    game: &dyn Game,
    settings: &Settings,
    program: &Program,
    asks: &mut dyn Asks,
) -> Result<NewProfile, Box<Failure>> {
    let mut picture = annotated(&frames[0], &places(&place.found));
    let mut interview = Interview::new(asks, place.questions);
    let made = make(
        place.found,
        frames,
        game,
        settings,
        program,
        &mut interview,
        &mut picture,
    );
    made.map_err(|error| Box::new(Failure { error, picture }))
}

fn make(
    mut found: Found,
    frames: &[Frame],
    game: &dyn Game,
    settings: &Settings,
    program: &Program,
    interview: &mut Interview<'_>,
    picture: &mut Frame,
) -> Result<NewProfile, Error> {
    let about = game.about();
    let names = names_of(game, settings)?;
    match found.dealt_columns() {
        Some(_) => dealt::settle(&mut found, frames)?,
        None => {
            looks::settle_stock(&mut found, frames);
            looks::settle_fan(&mut found, frames);
        }
    }
    let spots = looks::spots(&found, frames);
    let all: usize = found
        .groups
        .iter()
        .flat_map(|it| &it.cards)
        .map(Vec::len)
        .sum();
    let each = all / names.ranks.len();
    let is_whole = spots.len() == all;
    let of_rank = match is_whole {
        true => OfRank::All(each),
        false => OfRank::AtMost(each),
    };
    let mut seen = naming::look(frames, &found, spots, of_rank)?;
    // Cards that lie side by side may cover each other's ranks or suits, or show other
    // letters.
    let leaves_free = leaves_free(seen.rank, found.fan / found.card.0);
    if found.fan > 0.0 && !(leaves_free && seen.fan_is_like_the_rest(frames, &found)) {
        found.top_only = true;
        seen = seen.without_covered(&found, of_rank);
    }
    let mut program = program.clone();
    let by_number = named_by_number(game, settings, &seen, &mut program);
    let mut named = match by_number {
        Some(named) => named,
        None => seen.names(frames, &found, names, interview)?,
    };
    correct(frames, &seen, &found, names, &mut named, picture, interview)?;
    seen.look_again(&found, names, &named);
    let hides = found
        .groups
        .iter()
        .flat_map(|it| &it.cards)
        .flatten()
        .any(|up| !up);
    let has_stock = found.only(Role::Stock).is_some();
    let answers = Answers {
        homes: homes(frames, &found, names.suits, interview)?,
        undo: press(
            Topic::Undo,
            "takes back a move",
            Some("ctrl+z"),
            frames,
            interview,
        )?,
        // Only who has turned cards up wants to see the same deal again.
        restart: match hides || has_stock {
            true => press(
                Topic::Restart,
                "deals the same cards again",
                None,
                frames,
                interview,
            )?,
            false => Press::default(),
        },
        new_game: press(
            Topic::NewGame,
            "deals a new game",
            Some("ctrl+n"),
            frames,
            interview,
        )?,
        gesture: "drag",
    };
    let sign = match is_whole || names.suits.is_empty() {
        true => None,
        false => seen.sign(frames, &found, names, &named),
    };
    let (sign, sign_reach) = sign.map_or((None, 0.0), |it| (Some(it.place), it.reach));
    let mut draft = Draft {
        game: about.name.to_owned(),
        settings: settings.clone(),
        program,
        rank: seen.rank,
        sign,
        sign_reach,
        fan: None,
        cheated: None,
        down_paper: None,
        found,
        answers,
    };
    let mut text = write::profile(&draft);
    let mut profile = Profile::parse(&text, &draft.program.name)?;
    let known = looks::known(&draft.found, &seen.spots, &named);
    let lessons = looks::lessons(&draft.found, frames, &known);
    if has_stock {
        settle(&mut draft.found, &lessons, &profile)?;
        text = write::profile(&draft);
        profile = Profile::parse(&text, &draft.program.name)?;
    }
    let deck = calibrate::learn_together(&lessons, &profile, true)?;
    for (look, known) in &known {
        calibrate::check(&frames[*look], &profile, known, &deck)?;
    }
    let reader = Reader::new(&profile, &deck, &frames[0])?;
    let readings: Result<Vec<Reading>, Error> = frames.iter().map(|it| reader.read(it)).collect();
    let readings = readings?;
    let reading = readings[0].clone();
    let known = known.into_iter().next().map_or_else(Vec::new, |it| it.1);
    let mut all_unsure = draft.found.unsure.clone();
    if about.has_cheats {
        all_unsure.push(cheat::UNSURE.to_owned());
    }
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
        picture: picture.clone(),
        questions: interview.questions,
        draft,
        seen,
        readings,
    })
}

/// Moves piles that were measured by their own edges to where their ranks lie as those of
/// the columns or rows do. A rank that is seen only there is else learned a pixel or two
/// off, and the sign of its suit is looked for as far off: on small cards that is another
/// suit.
fn settle(
    found: &mut Found,
    lessons: &[(&Frame, &[KnownPile])],
    profile: &Profile,
) -> Result<(), Error> {
    for group in &mut found.groups {
        if !matches!(group.role, Role::Slot | Role::Column) {
            let by = calibrate::offset_of(&group.names, lessons, profile)?;
            group.at = (group.at.0 + by.0, group.at.1 + by.1);
        }
    }
    Ok(())
}

/// The cards of a game, with how often each is there: some settings have fewer suits, and
/// these more often.
fn names_of(game: &dyn Game, settings: &Settings) -> Result<CardNames, Error> {
    let mut names = game.about().cards;
    let table = game.deal(*game.about().numbers.start(), settings)?;
    let layout = table.layout();
    let piles = layout.piles.iter();
    let mut cards: Vec<&str> = piles
        .flat_map(|pile| pile.cards.iter().map(|card| card.card.as_str()))
        .collect();
    cards.sort_unstable();
    let copies = cards
        .chunk_by(|one, other| one == other)
        .map(<[_]>::len)
        .max();
    names.copies = copies.unwrap_or(1);
    Ok(names)
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
    let at = |corner: (f32, f32)| Note {
        place: found.place(corner),
        name: String::new(),
        is_sure: true,
    };
    let piles = found.groups.iter().flat_map(|group| {
        let piles = 0..group.names.len();
        piles.map(|pile| at(group.corner(pile)))
    });
    piles.collect()
}

/// Shows everything as it was taken, and takes corrections.
fn correct(
    frames: &[Frame],
    seen: &Seen,
    found: &Found,
    names: CardNames,
    named: &mut [String],
    picture: &mut Frame,
    interview: &mut Interview<'_>,
) -> Result<(), Error> {
    let album = looks::album(found, frames, &seen.spots);
    loop {
        let mut notes = seen.notes(&album.places, names, named);
        notes.extend(places(found));
        *picture = annotated(&album.frame, &notes);
        let question = Question {
            topic: Topic::Right,
            words:
                "Is every card taken for what it is? Press Return, or name what is wrong: 8h=8d \
                    if a card was taken for 8h and is 8d"
                    .to_owned(),
            picture: Some(picture.clone()),
            cards: seen.all_cards(frames, found),
            otherwise: Some(String::new()),
        };
        let taken: Vec<String> = named.to_vec();
        let swaps = interview.ask(&question, |text| corrections(text, &taken))?;
        for (wrong, right) in &swaps {
            named.swap(*wrong, *right);
        }
        let twice = notes.iter().find(|note| !note.is_sure);
        match (swaps.is_empty(), twice) {
            (true, None) => return Ok(()),
            (true, Some(note)) => {
                let often = match names.copies {
                    0 | 1 => "twice",
                    _ => "too often",
                };
                return Err(Error::NotRead(format!(
                    "the card {} is there {often}, and another one is missing",
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
    frames: &[Frame],
    found: &Found,
    suits: &[&str],
    interview: &mut Interview<'_>,
) -> Result<Vec<String>, Error> {
    let Some(group) = found.groups.iter().find(|it| it.role == Role::Home) else {
        return Ok(Vec::new());
    };
    let parts: Vec<_> = (0..group.names.len())
        .map(|pile| (0, found.place(group.corner(pile))))
        .collect();
    let pictures: Vec<_> = parts.iter().map(|part| frames[0].part(part.1)).collect();
    let are_alike = pictures
        .windows(2)
        .all(|pair| table::apart(&pair[0], &pair[1]) <= SAME_HOME);
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
        picture: Some(sheet::sheet(frames, &parts)),
        cards: group
            .names
            .iter()
            .zip(pictures)
            .map(|(pile, picture)| Shown {
                pile: pile.clone(),
                index: 0,
                draws: 0,
                picture,
            })
            .collect(),
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

/// The keys for something, or where it is clicked; neither if it cannot be done.
fn press(
    topic: Topic,
    what: &str,
    usual: Option<&str>,
    frames: &[Frame],
    interview: &mut Interview<'_>,
) -> Result<Press, Error> {
    let otherwise = usual.unwrap_or("none");
    let question = Question {
        topic,
        words: format!(
            "What {what}: which keys (such as ctrl+z; several one after the other with spaces), \
             `point` for a button in the window, or `none`? Return is {otherwise}"
        ),
        picture: None,
        cards: Vec::new(),
        otherwise: Some(otherwise.to_owned()),
    };
    let keys: Vec<String> = interview.ask(&question, |text| {
        let words = text.split_whitespace().map(str::to_owned);
        Ok(words.filter(|word| word != "none").collect())
    })?;
    if keys != ["point"] {
        return Ok(Press { keys, at: None });
    }
    let at = others::point(&frames[0], &format!("what {what}"), interview)?;
    Ok(Press {
        keys: Vec::new(),
        at: Some(at),
    })
}

#[cfg(test)]
mod tests {
    use patience::find_game;

    use super::*;

    #[test]
    fn settings_say_how_often_each_card_is_there() {
        let copies = |game: &str, settings: Settings| {
            let game = find_game(game).expect("a game");
            names_of(game, &settings).expect("names").copies
        };
        assert_eq!(copies("klondike", Settings::default()), 1);
        assert_eq!(copies("spider", Settings::default()), 2);
        for (suits, often) in [(4, 2), (2, 4), (1, 8)] {
            let settings = Settings::default().with("suits", suits);
            assert_eq!(copies("spider", settings), often);
        }
        assert_eq!(copies("cluj", Settings::default()), 4);
    }

    #[test]
    fn settings_say_how_many_cards_a_draw_puts_onto_the_waste() {
        let drawn = |game: &str, settings: Settings| {
            let game = find_game(game).expect("a game");
            at_once(&*game.deal(1, &settings).expect("a deal"))
        };
        assert_eq!(drawn("klondike", Settings::default()), 3);
        assert_eq!(drawn("klondike", Settings::default().with("draw", 1)), 1);
        assert_eq!(drawn("tripeaks", Settings::default()), 1);
        // Rows go onto the columns.
        assert_eq!(drawn("spider", Settings::default()), 1);
    }
}
