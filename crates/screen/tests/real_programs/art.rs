//! What AisleRiot's cards are, by its own pictures: the drawing that it makes
//! its cards from, drawn again by another program (`rsvg-convert`), and laid
//! over every place. It knows nothing of how Patience reads cards, so it can
//! tell whether that was right, and stand in for the user who confirms a deal.

use std::collections::HashMap;
use std::process::Command;

use patience_screen::calibrate::KnownPile;
use patience_screen::profile::{PilePlace, PileRole};
use patience_screen::vision::{Face, Geometry};
use patience_screen::{Frame, Profile, Rectangle};

/// The drawings of AisleRiot's decks: thirteen cards in a row, a row for every suit.
const FOLDER: &str = "/usr/share/aisleriot/cards";

/// The deck that AisleRiot shows unless it is told otherwise.
pub const USUAL: &str = "gnomangelo_bitmap";

const RANKS: &str = "A23456789TJQK";
const SUITS: &str = "cdhs";

/// A corner that differs by more, in mean, is none of a card..
const SAME: f32 = 16.0;

/// .. and the next best card must differ by so many times as much, in all.
const CLEARER: f32 = 1.4;

/// The cards at the size of one frame.
pub struct Art {
    /// Each from the first to the last light pixel, without its border.
    cards: Vec<(String, Frame)>,
    geometry: Geometry,
    /// By pile: cards that lie face down in a fresh deal.
    down: HashMap<String, usize>,
}

impl Art {
    /// Draws the cards as large as they are on a frame.
    pub fn new(frame: &Frame, profile: &Profile, deck: &str) -> Self {
        let geometry = Geometry::find(frame, profile).expect("the table is found");
        // A table is found by the light part of its cards. How much of the
        // picture that is tells a first drawing.
        let (width, height) = geometry.card;
        let first = bare(&sheet(deck, width, height));
        let larger = |size: f32, bare: u32| size * size / bare as f32;
        let sheet = sheet(
            deck,
            larger(width, first.width),
            larger(height, first.height),
        );
        let mut cards = Vec::new();
        let ace = bare(&sheet);
        for (row, suit) in SUITS.chars().enumerate() {
            for (column, rank) in RANKS.chars().enumerate() {
                let place = Rectangle {
                    x: ace.x + (column as u32 * sheet.width / 13) as i32,
                    y: ace.y + (row as u32 * sheet.height / 5) as i32,
                    ..ace
                };
                cards.push((format!("{rank}{suit}"), sheet.part(place)));
            }
        }
        let game = profile.game().expect("a game");
        let dealt = game.deal(1, &profile.settings).expect("a deal").layout();
        let down = dealt.piles.into_iter().map(|pile| {
            let down = pile.cards.iter().filter(|card| !card.up).count();
            (pile.name, down)
        });
        Self {
            cards,
            geometry,
            down: down.collect(),
        }
    }

    /// What a fresh table of Triple Peaks, FreeCell, Klondike or Spider shows.
    pub fn known(&self, frame: &Frame, profile: &Profile) -> Vec<KnownPile> {
        let known = profile.piles().into_iter().map(|pile| KnownPile {
            cards: self.pile(frame, &pile),
            pile: pile.name,
        });
        known.collect()
    }

    /// The card in a picture of its upper part, or of all of it. It is known that a card
    /// is shown: in a small window a corner has few pixels and may differ by more.
    pub fn name(&self, picture: &Frame) -> String {
        let visible = (picture.height as f32 / self.geometry.card.1).min(0.95);
        let card = self.most_alike(picture, (0.0, 0.0), visible, f32::INFINITY);
        card.expect("a card is shown").0
    }

    fn pile(&self, frame: &Frame, pile: &PilePlace) -> Vec<Face> {
        let corner = self.geometry.point(pile.at);
        let one = |visible: f32| self.card(frame, corner, visible);
        match pile.role {
            PileRole::Stock => vec![Face::Down],
            PileRole::Column => self.column(frame, pile),
            PileRole::Slot => match one(0.45) {
                Some((card, _)) => vec![Face::Up(card)],
                None => vec![Face::Down],
            },
            _ => one(0.95)
                .map(|(card, _)| Face::Up(card))
                .into_iter()
                .collect(),
        }
    }

    fn column(&self, frame: &Frame, pile: &PilePlace) -> Vec<Face> {
        let step = self.geometry.step(pile.step).1;
        let mut corner = self.geometry.point(pile.at);
        let mut faces = Vec::new();
        if let Some(step) = pile.back_step {
            let down = self.down.get(&pile.name).copied().unwrap_or(0);
            faces.resize(down, Face::Down);
            corner.1 += down as f32 * self.geometry.step(step).1;
        }
        // Each card lies a step below where the one before was found.
        let mut last = None;
        while let Some((card, at)) = self.card(frame, corner, step / self.geometry.card.1) {
            faces.push(Face::Up(card));
            last = Some(at);
            corner = (at.0, at.1 + step);
        }
        // Nothing covers the last one.
        let whole = last.and_then(|at| self.card(frame, at, 0.95));
        if let (Some((card, _)), Some(face)) = (whole, faces.last_mut()) {
            *face = Face::Up(card);
        }
        faces
    }

    /// The card whose picture lies there, if one does, and where exactly: so
    /// much of its height is to be seen.
    fn card(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        visible: f32,
    ) -> Option<(String, (f32, f32))> {
        self.most_alike(frame, corner, visible, SAME)
    }

    /// The same if its corner differs by at most so much.
    fn most_alike(
        &self,
        frame: &Frame,
        corner: (f32, f32),
        visible: f32,
        most: f32,
    ) -> Option<(String, (f32, f32))> {
        let by_sign = self.cards.iter().map(|(name, card)| {
            let height = visible.min(0.25) * card.height as f32;
            let sign = (card.width as i32 / 5, height as i32 - 4);
            let (apart, at) = least_apart(frame, corner, card, sign, 1);
            (apart, at, name.as_str(), card)
        });
        let mut by_sign: Vec<_> = by_sign.collect();
        by_sign.sort_by(|one, other| one.0.total_cmp(&other.0));
        // The corner with rank and sign counts as much as all that is to be
        // seen. Cards with quite another corner need no second look.
        let fits = by_sign.into_iter().take(8).map(|(sign, at, name, card)| {
            let height = visible * card.height as f32;
            let all = (card.width as i32 - 5, height as i32 - 4);
            let (whole, _) = least_apart(frame, corner, card, all, 3);
            ((sign + whole) / 2.0, at, name, sign)
        });
        let mut fits: Vec<_> = fits.collect();
        fits.sort_by(|one, other| one.0.total_cmp(&other.0));
        let ((best, at, name, sign), (next, _, other, _)) = (fits[0], fits[1]);
        if sign > most {
            return None;
        }
        assert!(
            next > CLEARER * best,
            "{name} and {other} are too alike: {best} and {next}"
        );
        Some((name.to_owned(), at))
    }
}

/// All cards, each so large, in whole pixels: so does AisleRiot draw them.
fn sheet(deck: &str, width: f32, height: f32) -> Frame {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sheet.png");
    let drawn = Command::new("rsvg-convert")
        .arg(format!("{FOLDER}/{deck}.svgz"))
        .args(["-w", &(13.0 * width.round()).to_string()])
        .args(["-h", &(5.0 * height.round()).to_string()])
        .arg("-o")
        .arg(&file)
        .status();
    assert!(drawn.expect("rsvg-convert").success());
    Frame::load(&file).expect("a picture")
}

/// The light part of the first card of the sheet, an ace: from a place where it
/// is bare as far as it is light.
fn bare(sheet: &Frame) -> Rectangle {
    let middle = (
        (sheet.width as f32 / 13.0 * 0.3) as i32,
        (sheet.height as f32 / 5.0 * 0.35) as i32,
    );
    let is_light = |x: i32, y: i32| sheet.at(x, y)[1] > 150;
    let run = |step: (i32, i32)| {
        let at = |count: i32| (middle.0 + count * step.0, middle.1 + count * step.1);
        let is_inside = |count: &i32| is_light(at(*count).0, at(*count).1);
        (1..1000).take_while(is_inside).count() as i32
    };
    let (left, right, up, down) = (run((-1, 0)), run((1, 0)), run((0, -1)), run((0, 1)));
    Rectangle {
        x: middle.0 - left,
        y: middle.1 - up,
        width: (left + 1 + right) as u32,
        height: (up + 1 + down) as u32,
    }
}

/// How much a card's picture, up to a pixel of it, differs from what lies at a
/// place: the least within four pixels, and where that is.
fn least_apart(
    frame: &Frame,
    corner: (f32, f32),
    card: &Frame,
    to: (i32, i32),
    step: usize,
) -> (f32, (f32, f32)) {
    let (x, y) = (corner.0.round() as i32, corner.1.round() as i32);
    let around = (-4..=4).flat_map(|down| (-4..=4).map(move |across| (x + across, y + down)));
    let tried = around.map(|at| (mean_apart(frame, at, card, to, step), at));
    let least = tried.min_by(|one, other| one.0.total_cmp(&other.0));
    let (least, at) = least.expect("one of them");
    (least, (at.0 as f32, at.1 as f32))
}

/// The mean difference from the card's corner up to a pixel of it.
fn mean_apart(frame: &Frame, at: (i32, i32), card: &Frame, to: (i32, i32), step: usize) -> f32 {
    let (mut sum, mut count) = (0, 0);
    for row in (4..to.1).step_by(step) {
        for column in (4..to.0).step_by(step) {
            let seen = frame.at(at.0 + column, at.1 + row);
            let drawn = card.at(column, row);
            for (seen, drawn) in seen.into_iter().zip(drawn) {
                sum += i64::from(seen.abs_diff(drawn));
            }
            count += 3;
        }
    }
    sum as f32 / count.max(1) as f32
}
