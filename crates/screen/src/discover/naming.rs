//! The names of all cards of a fresh deal: kinds are found by their ink, and the
//! player names each kind once.

use patience::CardNames;

use super::ask::{Interview, Question, Shown, Topic, Unusable};
use super::blobs::Blob;
use super::glyph::{self, GlyphBox};
use super::sheet;
use super::sign::Sign;
use super::strip::{self, Strip};
use super::suits::{self, Card};
use super::table::{Found, Spot};
use super::{blobs, kinds, sign};
use crate::annotate::Note;
use crate::calibrate::KnownPile;
use crate::vision::Face;
use crate::{Error, Frame, Rectangle};

/// A box that tells ranks apart less well than this tells nothing.
const LEAST_GAP: f32 = 0.05;

/// Cards of a rank that are less than this more alike than others may be of several.
const LEAST_MARGIN: f32 = 0.05;

/// A deal explains what was seen if so many of 100 cards are where it says.
const ENOUGH_EXPLAINED: usize = 90;

/// Of cards that are covered from the side, one in so many is like a whole one: that has
/// the same rank more often than not.
const LEAST_LIKE_THE_REST: usize = 4;

/// Ink that begins so much before the end of the ranks' box, in card widths or heights, is
/// no part of the rank.
const BESIDE_RANK: f32 = 0.02;

/// A strip shows at most this share of a card.
pub(super) const MOST_STRIP: f32 = 0.45;

/// Cards that are less alike are not taken for one rank, if it is not known how many
/// there are of each. Two groups of one rank cost the player a word; two ranks in
/// one group would be an error.
const LEAST_ALIKE: f32 = 0.9;

/// What was seen of the cards before anything was asked.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) spots: Vec<Spot>,
    strips: Vec<Strip>,
    place: GlyphBox,
    /// The box of the rank in card widths and heights.
    pub(super) rank: [f32; 4],
    /// Cards of one rank.
    groups: Vec<Vec<usize>>,
    margins: Vec<f32>,
    /// They are the whole deck.
    is_whole: bool,
}

/// How many cards of a rank are seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OfRank {
    /// So many.
    All(usize),
    /// No more than so many.
    AtMost(usize),
}

/// Looks at the cards of a fresh deal.
pub(super) fn look(
    frames: &[Frame],
    found: &Found,
    spots: Vec<Spot>,
    of_rank: OfRank,
) -> Result<Seen, Error> {
    let card = found.card;
    let visible = spots
        .iter()
        .map(|it| it.visible)
        .fold(MOST_STRIP * card.1, f32::min)
        - 1.0;
    let strips: Vec<_> = spots
        .iter()
        .map(|spot| {
            let seen = (spot.across, visible);
            Strip::of(&frames[spot.look], spot.corner, card, seen)
        })
        .collect();
    let cell = strip::cell(card.0);
    let cells = ((card.0 / cell) as usize, (card.1 / cell) as usize);
    let Some((place, _)) = glyph::find(&strips, cells, of_rank).filter(|it| it.1 > LEAST_GAP)
    else {
        return Err(Error::NotRead(
            "no part of the cards shows their ranks: no ink at an upper corner is alike on cards \
             of one rank; make the window larger, and deal a new game"
                .to_owned(),
        ));
    };
    Ok(Seen::new((spots, strips), place, card, of_rank))
}

/// A box of cells in shares of a card.
fn shares(place: GlyphBox, card: (f32, f32)) -> [f32; 4] {
    let cell = strip::cell(card.0);
    let share = |cells: usize, length: f32| cells as f32 * cell / length;
    [
        share(place.left, card.0),
        share(place.top, card.1),
        share(place.right, card.0),
        share(place.bottom, card.1),
    ]
}

impl Seen {
    /// Cards by their ranks, which are in a box.
    fn new(
        (spots, strips): (Vec<Spot>, Vec<Strip>),
        place: GlyphBox,
        card: (f32, f32),
        of_rank: OfRank,
    ) -> Self {
        let likenesses = kinds::likenesses(&strips, place);
        let kinds = match of_rank {
            OfRank::All(each) => kinds::group(&likenesses, each, -1.0),
            OfRank::AtMost(most) => kinds::group(&likenesses, most, LEAST_ALIKE),
        };
        Self {
            rank: shares(place, card),
            spots,
            strips,
            place,
            groups: kinds.groups,
            is_whole: matches!(of_rank, OfRank::All(_)),
            margins: match of_rank {
                OfRank::All(_) => kinds.margins,
                // Two groups may be of one rank: there is nothing to compare with.
                OfRank::AtMost(_) => Vec::new(),
            },
        }
    }

    /// The same without cards that others cover from the side. Their ranks stand where
    /// those of the others do, so that they have helped to find the box.
    pub(super) fn without_covered(self, found: &Found, of_rank: OfRank) -> Self {
        let cards = self.spots.into_iter().zip(self.strips);
        let whole = cards.filter(|(spot, _)| spot.across >= found.card.0);
        Self::new(whole.unzip(), self.place, found.card, of_rank)
    }

    /// The box of the rank is found again when all names are known: a box that is too
    /// large may have put the right cards together by the ink beside their ranks.
    pub(super) fn look_again(&mut self, found: &Found, names: CardNames, named: &[String]) {
        let cards = named.iter().map(|name| names.find(name));
        let ranks: Option<Vec<usize>> = cards.map(|it| it.map(|card| names.rank(card))).collect();
        let cell = strip::cell(found.card.0);
        let cells = (
            (found.card.0 / cell) as usize,
            (found.card.1 / cell) as usize,
        );
        let place = ranks.and_then(|ranks| glyph::find_by_ranks(&self.strips, cells, &ranks));
        if let Some(place) = place {
            self.place = place;
            self.rank = shares(place, found.card);
        }
    }

    /// Enough of the cards that others cover from the side look like whole ones, and most
    /// show more than their ranks: a program may draw other letters on them, and their
    /// suits may be covered.
    pub(super) fn fan_is_like_the_rest(&self, frames: &[Frame], found: &Found) -> bool {
        let is_covered = |card: &&usize| self.spots[**card].across < found.card.0;
        let has_sign = |card: &&usize| {
            let spot = &self.spots[**card];
            let blobs = self.blobs(frames, found, spot).into_iter();
            let mut places = blobs.map(|blob| blob.place_from(spot.corner, found.card));
            places.any(|[left, top, ..]| {
                left > self.rank[2] - BESIDE_RANK || top > self.rank[3] - BESIDE_RANK
            })
        };
        let (mut all, mut alike, mut signed) = (0, 0, 0);
        for group in &self.groups {
            let covered: Vec<_> = group.iter().filter(is_covered).collect();
            all += covered.len();
            signed += covered.iter().copied().filter(has_sign).count();
            if covered.len() < group.len() {
                alike += covered.len();
            }
        }
        LEAST_LIKE_THE_REST * alike >= all && 2 * signed >= all
    }

    /// The names of all cards if the deal with these piles explains what was seen.
    pub(super) fn explained_by(&self, truth: &[Vec<String>], names: CardNames) -> bool {
        if truth.concat().len() != self.spots.len() {
            return false;
        }
        let ranks: Vec<_> = truth
            .concat()
            .iter()
            .map(|card| names.find(card).map(|card| names.rank(card)))
            .collect();
        let explained: usize = self
            .groups
            .iter()
            .map(|group| {
                let of = |rank| group.iter().filter(|card| ranks[**card] == rank).count();
                group.iter().map(|card| of(ranks[*card])).max().unwrap_or(0)
            })
            .sum();
        100 * explained >= ENOUGH_EXPLAINED * self.spots.len()
    }

    /// The member of a group that is most like the others.
    fn example(&self, group: &[usize]) -> usize {
        let like = |card: usize| -> f32 {
            let own = self.strips[card].vector(self.place);
            let others = group.iter().map(|it| self.strips[*it].vector(self.place));
            others.map(|other| glyph::dot(&own, &other)).sum()
        };
        let best = group.iter().copied();
        best.max_by(|one, other| like(*one).total_cmp(&like(*other)))
            .unwrap_or(0)
    }

    fn cards(&self, frames: &[Frame], found: &Found, cards: &[usize]) -> Vec<Shown> {
        let shown = |card: &usize| self.spots[*card].shown(frames, found);
        cards.iter().map(shown).collect()
    }

    /// Every card.
    pub(super) fn all_cards(&self, frames: &[Frame], found: &Found) -> Vec<Shown> {
        let spots = self.spots.iter();
        spots.map(|spot| spot.shown(frames, found)).collect()
    }

    /// The visible parts of some cards, each with its picture.
    fn parts_of(&self, found: &Found, cards: &[usize]) -> Vec<(usize, Rectangle)> {
        let part = |card: &usize| {
            let spot = &self.spots[*card];
            (spot.look, spot.place(found))
        };
        cards.iter().map(part).collect()
    }

    /// Asks for the names of all cards. Cards that were then given one name are asked
    /// for by themselves, if the deck has it only once; and again, if an answer is the
    /// name that another card was given.
    pub(super) fn names(
        &self,
        frames: &[Frame],
        found: &Found,
        names: CardNames,
        interview: &mut Interview<'_>,
    ) -> Result<Vec<String>, Error> {
        let mut named = self.names_by_kind(frames, found, names, interview)?;
        let mut is_asked = vec![false; named.len()];
        loop {
            let count = |name: &String| named.iter().filter(|it| *it == name).count();
            let twice: Vec<usize> = (0..named.len())
                .filter(|card| !is_asked[*card] && count(&named[*card]) > names.copies.max(1))
                .collect();
            if twice.is_empty() {
                return Ok(named);
            }
            let right = self.ask_cards(frames, found, names, &twice, interview)?;
            for (card, name) in twice.into_iter().zip(right) {
                named[card] = name;
                is_asked[card] = true;
            }
        }
    }

    fn names_by_kind(
        &self,
        frames: &[Frame],
        found: &Found,
        names: CardNames,
        interview: &mut Interview<'_>,
    ) -> Result<Vec<String>, Error> {
        let ranks = self.ranks(frames, found, names, interview)?;
        if names.suits.is_empty() {
            return Ok(ranks
                .iter()
                .map(|rank| names.ranks[*rank].to_owned())
                .collect());
        }
        let cards: Vec<_> = self
            .spots
            .iter()
            .zip(&ranks)
            .map(|(spot, rank)| Card {
                rank: *rank,
                blobs: self.blobs(frames, found, spot),
            })
            .collect();
        let copies = names.copies.max(1);
        let suits = suits::find(&cards, names.suits.len(), copies, self.is_whole);
        let mut named = vec![None; cards.len()];
        let examples: Vec<_> = suits.signs.iter().map(|it| it.0).collect();
        if !examples.is_empty() {
            let question = Question {
                topic: Topic::Suits,
                words: format!(
                    "Which suits are these {} cards, from left to right ({})?",
                    examples.len(),
                    names.suits.join(" ")
                ),
                picture: Some(sheet::sheet(frames, &self.parts_of(found, &examples))),
                cards: self.cards(frames, found, &examples),
                otherwise: None,
            };
            let of_groups = interview.ask(&question, |text| {
                words(text, names.suits, &[], examples.len(), "suit")
            })?;
            for (group, suit) in suits.groups.iter().zip(of_groups) {
                for card in group {
                    named[*card] = Some(format!(
                        "{}{}",
                        names.ranks[ranks[*card]], names.suits[suit]
                    ));
                }
            }
        }
        let rest: Vec<usize> = (0..cards.len()).filter(|it| named[*it].is_none()).collect();
        if !rest.is_empty() {
            let answers = self.ask_cards(frames, found, names, &rest, interview)?;
            for (card, name) in rest.into_iter().zip(answers) {
                named[card] = Some(name);
            }
        }
        Ok(named.into_iter().flatten().collect())
    }

    /// The rank of every card.
    fn ranks(
        &self,
        frames: &[Frame],
        found: &Found,
        names: CardNames,
        interview: &mut Interview<'_>,
    ) -> Result<Vec<usize>, Error> {
        // Of cards that are hardly more alike than others, each is asked for.
        let is_sure = |index: usize| self.margins.get(index).is_none_or(|it| *it >= LEAST_MARGIN);
        let mut alike: Vec<(usize, Vec<usize>)> = Vec::new();
        for (index, group) in self.groups.iter().enumerate() {
            match is_sure(index) {
                true => alike.push((self.example(group), group.clone())),
                false => alike.extend(group.iter().map(|card| (*card, vec![*card]))),
            }
        }
        let examples: Vec<usize> = alike.iter().map(|it| it.0).collect();
        let [left, top, right, bottom] = self.rank;
        let (width, height) = found.card;
        let glyph = |card: &usize| {
            let corner = self.spots[*card].corner;
            let place = Rectangle {
                x: (corner.0 + left * width) as i32 - 2,
                y: (corner.1 + top * height) as i32 - 2,
                width: ((right - left) * width) as u32 + 4,
                height: ((bottom - top) * height) as u32 + 4,
            };
            (self.spots[*card].look, place)
        };
        let question = Question {
            topic: Topic::Ranks,
            words: format!(
                "Which ranks are these {}, from left to right and line by line ({})?",
                examples.len(),
                names.ranks.join(" ")
            ),
            picture: Some(sheet::sheet(
                frames,
                &examples.iter().map(glyph).collect::<Vec<_>>(),
            )),
            cards: self.cards(frames, found, &examples),
            otherwise: None,
        };
        let of_groups = interview.ask(&question, |text| {
            words(text, names.ranks, names.aliases, examples.len(), "rank")
        })?;
        let mut ranks = vec![0; self.spots.len()];
        for ((_, cards), rank) in alike.iter().zip(of_groups) {
            for card in cards {
                ranks[*card] = rank;
            }
        }
        Ok(ranks)
    }

    /// Asks for the names of cards whose rank was never seen: what the pile of each
    /// shows, and in which picture.
    pub(super) fn name_new(
        &self,
        frames: &[Frame],
        found: &Found,
        spots: Vec<Spot>,
        names: CardNames,
        interview: &mut Interview<'_>,
    ) -> Result<Vec<(usize, KnownPile)>, Error> {
        let height = self.strips.first().map_or(0, |strip| strip.height) as f32;
        let visible = (height + 0.5) * strip::cell(found.card.0);
        let mut known = self.strips.clone();
        let mut new = Self {
            spots: Vec::new(),
            ..self.clone()
        };
        for spot in spots {
            let seen = (spot.across, visible);
            let strip = Strip::of(&frames[spot.look], spot.corner, found.card, seen);
            known.push(strip);
            let alike = kinds::likenesses_to_last(&known, self.place);
            if alike.into_iter().fold(0.0, f32::max) > LEAST_ALIKE {
                known.pop();
            } else {
                new.spots.push(spot);
            }
        }
        if new.spots.is_empty() {
            return Ok(Vec::new());
        }
        let all: Vec<usize> = (0..new.spots.len()).collect();
        let named = new.ask_cards(frames, found, names, &all, interview)?;
        let piles = new.spots.into_iter().zip(named).map(|(spot, name)| {
            let mut cards = found.below(&spot);
            cards.push(Face::Up(name));
            let pile = spot.pile;
            (spot.look, KnownPile { pile, cards })
        });
        Ok(piles.collect())
    }

    /// Asks for the names of some cards.
    fn ask_cards(
        &self,
        frames: &[Frame],
        found: &Found,
        names: CardNames,
        cards: &[usize],
        interview: &mut Interview<'_>,
    ) -> Result<Vec<String>, Error> {
        let question = Question {
            topic: Topic::Cards,
            words: format!(
                "Which cards are these {}, from left to right and line by line (such as {})?",
                cards.len(),
                names.name(0)
            ),
            picture: Some(sheet::sheet(frames, &self.parts_of(found, cards))),
            cards: self.cards(frames, found, cards),
            otherwise: None,
        };
        interview.ask(&question, |text| card_words(text, names, cards.len()))
    }

    /// The pieces of ink on the upper part of a card.
    fn blobs(&self, frames: &[Frame], found: &Found, spot: &Spot) -> Vec<Blob> {
        let size = (spot.across, spot.visible.min(0.5 * found.card.1));
        blobs::find(&frames[spot.look], spot.corner, size, found.card.0)
    }

    /// The box of the sign that every card has at one place, in card widths and
    /// heights, if there is one.
    pub(super) fn sign(
        &self,
        frames: &[Frame],
        found: &Found,
        names: CardNames,
        named: &[String],
    ) -> Option<Sign> {
        let cards: Option<Vec<_>> = self
            .spots
            .iter()
            .zip(named)
            .map(|(spot, name)| {
                let suit = names.suit(names.find(name)?);
                let blobs = self.blobs(frames, found, spot);
                let at = |blob: Blob| {
                    let place = blob.place_from(spot.corner, found.card);
                    (place, blob)
                };
                Some((suit, blobs.into_iter().map(at).collect()))
            })
            .collect();
        sign::find(&cards?, &|place| {
            kinds::likenesses(&self.strips, self.box_of(place, found.card))
        })
    }

    /// The cells of the strips that a box in shares of a card covers.
    fn box_of(&self, [left, top, right, bottom]: [f32; 4], card: (f32, f32)) -> GlyphBox {
        let cell = strip::cell(card.0);
        let size = self
            .strips
            .first()
            .map_or((0, 0), |it| (it.width, it.height));
        let cells = |share: f32, length: f32, most: usize| {
            ((share * length / cell).round() as usize).min(most)
        };
        GlyphBox {
            left: cells(left, card.0, size.0),
            top: cells(top, card.1, size.1),
            right: cells(right, card.0, size.0),
            bottom: cells(bottom, card.1, size.1),
        }
    }

    /// What every card was taken for, at its place in a picture.
    /// One is not sure if the deck has it less often than it is there.
    pub(super) fn notes(
        &self,
        places: &[Rectangle],
        names: CardNames,
        named: &[String],
    ) -> Vec<Note> {
        let mut notes: Vec<_> = (0..self.spots.len())
            .map(|card| Note {
                place: places[card],
                name: named.get(card).cloned().unwrap_or_default(),
                is_sure: true,
            })
            .collect();
        for note in 0..notes.len() {
            let is_same = |other: &Note| other.name == notes[note].name;
            let count = notes.iter().filter(|it| is_same(it)).count();
            notes[note].is_sure = count <= names.copies.max(1);
        }
        notes
    }
}

/// Words of an answer as places in a list of names.
fn words(
    text: &str,
    names: &[&str],
    aliases: &[(&str, &str)],
    count: usize,
    what: &str,
) -> Result<Vec<usize>, Unusable> {
    let find = |word: &str| {
        let meant = aliases.iter().find(|it| it.0.eq_ignore_ascii_case(word));
        let word = meant.map_or(word, |it| it.1);
        names
            .iter()
            .position(|name| name.eq_ignore_ascii_case(word))
    };
    let split: Vec<&str> = text
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty())
        .collect();
    let mut found = Vec::new();
    for word in split {
        found.push(find(word).ok_or_else(|| {
            Unusable(format!(
                "`{word}` is no {what}; there are: {}",
                names.join(" ")
            ))
        })?);
    }
    match found.len() == count {
        true => Ok(found),
        false => Err(Unusable(format!(
            "{count} are shown, but {} were named; name each, also if two are the same",
            found.len()
        ))),
    }
}

fn card_words(text: &str, names: CardNames, count: usize) -> Result<Vec<String>, Unusable> {
    let mut found = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let card = names.find(word);
        let card = card.ok_or_else(|| {
            Unusable(format!(
                "`{word}` is no card; one is called `{}`",
                names.name(0)
            ))
        })?;
        found.push(names.name(card));
    }
    match found.len() == count {
        true => Ok(found),
        false => Err(Unusable(format!(
            "{count} are shown, but {} were named",
            found.len()
        ))),
    }
}
