//! How one program shows one game, in a readable file.
//!
//! Places are in *units* of the layout; [`Find`] is how units become pixels.
//! Everything else is in units or in fractions of a card, so that the size of
//! the window does not matter.

mod check;
mod library;
mod plain;
mod sense;
mod shape;

use patience::{Settings, Value};
use serde::Deserialize;

/// What a pile is: the same in a profile as on a table.
pub use patience::layout::Role as PileRole;

pub use library::{ListedProfile, Origin, all_profiles};

/// A profile.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Profile {
    /// Its name on the command line.
    pub name: String,
    /// The game, as `patience games` calls it.
    pub game: String,
    /// The settings of the game that the program plays by, where they are not
    /// the game's defaults.
    #[serde(default)]
    pub settings: Settings,
    /// Other settings that the user can give the program, each complete. `--set`
    /// chooses among them.
    #[serde(default)]
    pub other_settings: Vec<Settings>,
    /// One sentence.
    pub about: String,
    /// The cards it shows: profiles with the same cards share what was learned.
    pub deck: String,
    /// How to recognise the window.
    pub window: Window,
    /// How units become pixels.
    pub layout: TableLayout,
    /// Where the piles lie.
    #[serde(rename = "pile")]
    pub groups: Vec<Group>,
    /// What to look at on a card.
    pub look: Look,
    /// How moves are made.
    #[serde(default)]
    pub moves: Moves,
    /// How undo, restart and the like are done.
    #[serde(default)]
    pub controls: Controls,
    /// What shows that a game is over, and how a dialog is closed.
    #[serde(default)]
    pub signs: Signs,
    /// What the program may show over its table, inside the window.
    #[serde(default, rename = "panel")]
    pub panels: Vec<Panel>,
    /// When the table is at rest.
    #[serde(default)]
    pub rest: Rest,
}

/// How to recognise the window.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// A regular expression that matches the title.
    pub title: String,
    /// The window's class, if the title is not enough.
    pub class: Option<String>,
    /// Where the window is to be before anything is read, if that matters.
    pub place: Option<WindowPlace>,
}

/// Where a window is to be, in pixels of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowPlace {
    /// The upper left corner of the window with its frame.
    pub at: Option<[i32; 2]>,
    /// Width and height of its inside.
    pub size: Option<[u32; 2]>,
}

impl Window {
    /// Any window with these words in its title.
    pub fn titled(words: &str) -> Self {
        Self {
            title: format!("(?i){}", regex_lite::escape(words)),
            class: None,
            place: None,
        }
    }
}

/// How units become pixels.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TableLayout {
    /// The way to find out.
    pub find: Find,
    /// Width and height of the window's inside in units (`fit` and `whole`).
    pub size: Option<[f32; 2]>,
    /// Width and height of a card in units.
    pub card: [f32; 2],
    /// `fit`: bars of a fixed height inside the window, at its top and its
    /// bottom, in pixels. The table is fitted to what they leave. `look`: columns do not
    /// reach into the lower one, so that what changes there is no change of the table.
    #[serde(default)]
    pub inset: [f32; 2],
    /// `look`: the card's width may differ from `card` by this share.
    #[serde(default = "two_percent")]
    pub give: f32,
    /// `look`: the card's width over its height, in pixels.
    pub shape: Option<f32>,
    /// `look`: rows may be up to this many times further apart than `card`
    /// says; the actual distance is measured.
    #[serde(default = "not_stretched")]
    pub stretch: f32,
    /// `look`: where rows are drawn apart, the cards of a pile are not.
    #[serde(default)]
    pub close_piles: bool,
    /// `look`: the edge of the anchors that borders on the background.
    #[serde(default)]
    pub edge: Edge,
}

impl TableLayout {
    /// A unit down inside a pile, if `unit` is that from row to row and `tight`
    /// the smallest.
    pub(crate) const fn unit_in_piles(&self, unit: f32, tight: f32) -> f32 {
        if self.close_piles { tight } else { unit }
    }
}

/// An edge of a row of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// The upper one: columns.
    #[default]
    Top,
    /// The lower one: rows that overlap, the lowest in front.
    Bottom,
    /// The upper edges of all piles of the profile, at their places: of a card,
    /// of a back that is not light, or of the outline of an empty pile.
    Piles,
}

/// The way from units to pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Find {
    /// The layout is scaled to the window, keeping its shape, and centred.
    Fit,
    /// The same, but scaled by whole numbers only.
    Whole,
    /// The cards are searched for.
    Look,
}

/// A group of piles that are alike.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Group {
    /// The name of its pile; for several piles, a name with `{}`.
    pub name: String,
    /// The value of `{}` in the first name; letters count, too.
    #[serde(default = "one")]
    pub first: String,
    /// The number of piles.
    #[serde(default = "single")]
    pub count: usize,
    /// What the piles are.
    pub role: PileRole,
    /// The upper left corner of the first pile's first card.
    pub at: [f32; 2],
    /// From pile to pile.
    #[serde(default)]
    pub next: [f32; 2],
    /// From card to card in a pile.
    #[serde(default)]
    pub step: [f32; 2],
    /// From a card that lies face down to the next one. Only columns that have
    /// it are searched for backs.
    pub back_step: Option<[f32; 2]>,
    /// A waste shows the last cards side by side, `step` apart, but no more than
    /// so many; a stock lies in so many heaps at most, the last of which covers the
    /// others.
    pub fan: Option<usize>,
    /// Of a waste with a `fan`, only the last card is read: on the others the program
    /// draws other letters.
    #[serde(default)]
    pub top_only: bool,
    /// `look`: these piles are used to find the table.
    #[serde(default)]
    pub anchor: bool,
}

/// What to look at on a card: boxes `[left, top, right, bottom]` in card widths
/// and card heights from its upper left corner.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Look {
    /// The rank, and nothing else.
    pub rank: [f32; 4],
    /// The suit's sign, and nothing else, where every card has it.
    pub suit: Option<[f32; 4]>,
    /// Instead of `suit`: a part of the picture that differs between cards of
    /// one rank.
    pub card: Option<[f32; 4]>,
    /// What a card's back shows where it is not covered.
    pub back: Option<[f32; 4]>,
    /// Red, green and blue of the paper of a card that lies face down, although the
    /// program shows what it is.
    pub down_paper: Option<[u8; 3]>,
    /// A part that is blank unless the card was put there by a cheat. If left
    /// out, such a card is drawn in negative.
    pub cheated: Option<[f32; 4]>,
    /// Ranks that are sometimes drawn upside down or mirrored on a card that was
    /// put there by a cheat.
    #[serde(default)]
    pub turned: Vec<String>,
    /// The smallest step from card to card in a compressed column, in card
    /// heights, where a program covers even a part of the rank.
    pub pressed: Option<f32>,
    /// Where a part of the rank is covered, the names of cards are guesses; they
    /// are known from the play.
    #[serde(default)]
    pub guess_pressed: bool,
    /// How far the suit's sign may be beside its place, in card widths: on some cards
    /// it follows the rank, and a 10 is wider.
    #[serde(default)]
    pub suit_reach: f32,
    /// How far a card may be from its place, in card widths.
    #[serde(default = "slack")]
    pub slack: f32,
    /// A card with a smaller margin is doubtful.
    #[serde(default = "margin")]
    pub margin: f32,
}

/// A way to make a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MouseGesture {
    /// One click on the card.
    Click,
    /// Two clicks on the card.
    DoubleClick,
    /// Drag the card to where it goes.
    #[default]
    Drag,
    /// Click the card, then click where it goes.
    ClickBoth,
}

/// How moves are made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Moves {
    /// A card to another pile.
    #[serde(default)]
    pub play: MouseGesture,
    /// How many cards one gesture carries.
    #[serde(default)]
    pub carry: Carry,
}

/// How many cards one gesture carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Carry {
    /// As many as the rules allow.
    #[default]
    Run,
    /// One at a time.
    Single,
}

/// Something that is not a move: keys to type, or something to click, by its
/// place or by a picture of it.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Control {
    /// Key combinations typed one after the other, such as `ctrl+z`.
    #[serde(default)]
    pub keys: Vec<String>,
    /// A place to click, in units.
    pub at: Option<[f32; 2]>,
    /// A picture of what to click, by the name of its landmark: the player shows
    /// it once. If it is known, it goes before the place.
    pub picture: Option<String>,
    /// What the picture shows, in words.
    pub about: Option<String>,
    /// Key combinations that answer a question that may follow.
    #[serde(default)]
    pub confirm: Vec<String>,
    /// The answer to a question that the program may then show inside its
    /// window.
    pub answer: Option<Box<Control>>,
}

/// Something that the program may show over its table, inside the window.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Panel {
    /// What it is called in messages.
    pub name: String,
    /// The picture that shows it, by the name of its landmark.
    pub picture: String,
    /// What the picture shows, in words.
    pub about: Option<String>,
    /// What it means.
    #[serde(default)]
    pub means: Meaning,
    /// How it is answered; if left out, by a click on the picture.
    pub answer: Option<Control>,
}

/// What a panel means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Meaning {
    /// Nothing for the game: an advert, a reward.
    #[default]
    Nothing,
    /// No move is left. Its answer takes back the last move.
    Stuck,
    /// The game has ended. It stays until the next game is dealt.
    Over,
}

/// How undo, restart and the like are done.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Controls {
    /// Takes back a move.
    pub undo: Option<Control>,
    /// Deals the same cards again.
    pub restart: Option<Control>,
    /// Deals other cards.
    pub new_game: Option<Control>,
    /// Draws from the stock, where that is not a click on the stock itself.
    pub draw: Option<Control>,
}

/// What shows that a game is over, and how a dialog is closed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Signs {
    /// The game is won when these piles are all empty (a name, or a name with
    /// `{}` as in the groups).
    #[serde(default)]
    pub won_when_empty: Vec<String>,
    /// The key combination that closes a dialog of the program.
    pub dismiss: Option<String>,
    /// The picture in the window that shows which game it is, by the name of its
    /// landmark.
    pub game_picture: Option<String>,
    /// A regular expression with one group that captures the deal number in the
    /// title.
    pub deal_in_title: Option<String>,
}

/// When the table is at rest. Times are in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Rest {
    /// The table is at rest when it has not changed for this time.
    pub still: u64,
    /// A move that shows no effect for this time was lost.
    pub lost: u64,
}

impl Default for Rest {
    fn default() -> Self {
        Self {
            still: 400,
            lost: 4000,
        }
    }
}

fn one() -> String {
    "1".to_owned()
}

fn single() -> usize {
    1
}

fn two_percent() -> f32 {
    0.02
}

fn not_stretched() -> f32 {
    1.0
}

fn slack() -> f32 {
    0.04
}

fn margin() -> f32 {
    0.3
}

/// One pile of a profile.
#[derive(Clone, PartialEq, Debug)]
pub struct PilePlace {
    /// Its name, as the table's own layout calls it.
    pub name: String,
    /// What it is.
    pub role: PileRole,
    /// The upper left corner of its first card, in units.
    pub at: [f32; 2],
    /// From card to card, in units.
    pub step: [f32; 2],
    /// From a card that lies face down to the next one, where there are such.
    pub back_step: Option<[f32; 2]>,
    /// How many cards of a waste, or heaps of a stock, lie side by side at most.
    pub fan: Option<usize>,
    /// Of these cards only the last one is read.
    pub top_only: bool,
    /// It is used to find the table.
    pub anchor: bool,
}

impl Group {
    /// The names of its piles.
    pub fn names(&self) -> Vec<String> {
        let nth = |index: usize| {
            if let Ok(first) = self.first.parse::<usize>() {
                return (first + index).to_string();
            }
            let letter = self.first.bytes().next().unwrap_or(b'a');
            char::from(letter.saturating_add(index as u8)).to_string()
        };
        if let Some(names) = self
            .name
            .strip_prefix("home of ")
            .filter(|_| self.count > 1)
        {
            let suits = names.split(' ').filter(|word| !word.is_empty());
            return suits.map(|suit| format!("home of {suit}")).collect();
        }
        (0..self.count)
            .map(|index| self.name.replace("{}", &nth(index)))
            .collect()
    }
}

impl Profile {
    /// Reads a profile; the name is for messages.
    pub fn parse(text: &str, name: &str) -> Result<Self, crate::Error> {
        check::parse(text, name)
    }

    /// The same program with other settings: the first of those in the file that
    /// do not contradict what is wanted, else the first ones, with that changed.
    #[must_use]
    pub fn with_settings(mut self, wanted: &Settings) -> Self {
        let agrees = |settings: &&Settings| {
            let is_same = |(key, value): (&str, &Value)| {
                let own = settings.get(key);
                own.is_none_or(|own| own.to_string() == value.to_string())
            };
            wanted.iter().all(is_same)
        };
        let mut all = std::iter::once(&self.settings).chain(&self.other_settings);
        if let Some(found) = all.find(agrees) {
            self.settings = found.clone();
        }
        for (key, value) in wanted.iter() {
            self.settings.set(key, value.clone());
        }
        self
    }

    /// Every pile, in the order of the file.
    pub fn piles(&self) -> Vec<PilePlace> {
        let mut piles = Vec::new();
        for group in &self.groups {
            for (index, name) in group.names().into_iter().enumerate() {
                let index = index as f32;
                piles.push(PilePlace {
                    name,
                    role: group.role,
                    at: [
                        group.at[0] + index * group.next[0],
                        group.at[1] + index * group.next[1],
                    ],
                    step: group.step,
                    back_step: group.back_step,
                    fan: group.fan,
                    top_only: group.top_only,
                    anchor: group.anchor,
                });
            }
        }
        piles
    }
}

/// The deal number in a window's title, if the profile says where it is.
pub fn deal_in_title(profile: &Profile, title: &str) -> Option<u64> {
    let pattern = profile.signs.deal_in_title.as_ref()?;
    let found = regex_lite::Regex::new(pattern).ok()?;
    found.captures(title)?.get(1)?.as_str().parse().ok()
}
