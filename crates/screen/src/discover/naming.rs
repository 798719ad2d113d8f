//! The names of all cards of a fresh deal: kinds are found by their ink, and the
//! player names each kind once.

use patience::CardNames;

use super::ask::{Interview, Question, Topic, Unusable};
use super::glyph::{self, GlyphBox};
use super::sheet;
use super::strip::{self, Strip};
use super::suits::{self, Card};
use super::table::{Found, Spot};
use super::{blobs, kinds};
use crate::annotate::Note;
use crate::{Error, Frame, Rectangle};

/// A box that tells ranks apart less well than this tells nothing.
const LEAST_GAP: f32 = 0.05;

/// Ranks whose cards are hardly more alike than others are mentioned.
const LEAST_MARGIN: f32 = 0.05;

/// A deal explains what was seen if so many of 100 cards are where it says.
const ENOUGH_EXPLAINED: usize = 90;

/// What was seen of the cards before anything was asked.
pub(super) struct Seen {
    pub(super) spots: Vec<Spot>,
    strips: Vec<Strip>,
    place: GlyphBox,
    /// The box of the rank in card widths and heights.
    pub(super) rank: [f32; 4],
    /// Cards of one rank.
    groups: Vec<Vec<usize>>,
    margins: Vec<f32>,
}

/// Looks at the cards of a fresh deal of which every rank is there `each` times.
pub(super) fn look(frame: &Frame, found: &Found, each: usize) -> Result<Seen, Error> {
    let card = found.card();
    let visible = found.columns.step - 1.0;
    let spots = found.spots();
    let strips: Vec<_> = spots
        .iter()
        .map(|spot| Strip::of(frame, spot.corner, card, visible))
        .collect();
    let cell = strip::cell(card.0);
    let cells = ((card.0 / cell) as usize, (card.1 / cell) as usize);
    let Some((place, _)) = glyph::find(&strips, cells, each).filter(|it| it.1 > LEAST_GAP) else {
        return Err(Error::NotRead(
            "no part of the cards shows their ranks: no ink at an upper corner is alike on cards \
             of one rank; make the window larger, and deal a new game"
                .to_owned(),
        ));
    };
    let kinds = kinds::group(&kinds::likenesses(&strips, place), each);
    let share = |cells: usize, length: f32| cells as f32 * cell / length;
    Ok(Seen {
        rank: [
            share(place.left, card.0),
            share(place.top, card.1),
            share(place.right, card.0),
            share(place.bottom, card.1),
        ],
        spots,
        strips,
        place,
        groups: kinds.groups,
        margins: kinds.margins,
    })
}

impl Seen {
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

    fn cards(&self, cards: &[usize]) -> Vec<(String, usize)> {
        let spot = |card: &usize| (self.spots[*card].pile.clone(), self.spots[*card].index);
        cards.iter().map(spot).collect()
    }

    /// The visible strips of some cards.
    fn strips_of(&self, found: &Found, cards: &[usize]) -> Vec<Rectangle> {
        let place = |card: &usize| self.place_of(found, *card);
        cards.iter().map(place).collect()
    }

    fn place_of(&self, found: &Found, card: usize) -> Rectangle {
        let corner = self.spots[card].corner;
        Rectangle {
            x: corner.0.round() as i32,
            y: corner.1.round() as i32,
            width: found.row.card as u32,
            height: found.columns.step as u32,
        }
    }

    /// Asks for the names of all cards; what is doubtful goes into `unsure`.
    pub(super) fn names(
        &self,
        frame: &Frame,
        found: &Found,
        names: CardNames,
        interview: &mut Interview<'_>,
        unsure: &mut Vec<String>,
    ) -> Result<Vec<String>, Error> {
        let ranks = self.ranks(frame, found, names, interview, unsure)?;
        if names.suits.is_empty() {
            return Ok(ranks
                .iter()
                .map(|rank| names.ranks[*rank].to_owned())
                .collect());
        }
        let size = (found.row.card, found.columns.step);
        let cards: Vec<_> = self
            .spots
            .iter()
            .zip(&ranks)
            .map(|(spot, rank)| Card {
                rank: *rank,
                blobs: blobs::find(frame, spot.corner, size, found.row.card),
            })
            .collect();
        let suits = suits::find(&cards, names.suits.len());
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
                picture: Some(sheet::sheet(frame, &self.strips_of(found, &examples))),
                cards: self.cards(&examples),
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
            let question = Question {
                topic: Topic::Cards,
                words: format!(
                    "Which cards are these {}, from left to right and line by line (such as {})?",
                    rest.len(),
                    names.name(0)
                ),
                picture: Some(sheet::sheet(frame, &self.strips_of(found, &rest))),
                cards: self.cards(&rest),
                otherwise: None,
            };
            let answers = interview.ask(&question, |text| card_words(text, names, rest.len()))?;
            for (card, name) in rest.into_iter().zip(answers) {
                named[card] = Some(name);
            }
        }
        Ok(named.into_iter().flatten().collect())
    }

    /// The rank of every card.
    fn ranks(
        &self,
        frame: &Frame,
        found: &Found,
        names: CardNames,
        interview: &mut Interview<'_>,
        unsure: &mut Vec<String>,
    ) -> Result<Vec<usize>, Error> {
        let examples: Vec<_> = self.groups.iter().map(|it| self.example(it)).collect();
        let [left, top, right, bottom] = self.rank;
        let (width, height) = found.card();
        let glyph = |card: &usize| {
            let corner = self.spots[*card].corner;
            Rectangle {
                x: (corner.0 + left * width) as i32 - 2,
                y: (corner.1 + top * height) as i32 - 2,
                width: ((right - left) * width) as u32 + 4,
                height: ((bottom - top) * height) as u32 + 4,
            }
        };
        let question = Question {
            topic: Topic::Ranks,
            words: format!(
                "Which ranks are these {}, from left to right and line by line ({})?",
                examples.len(),
                names.ranks.join(" ")
            ),
            picture: Some(sheet::sheet(
                frame,
                &examples.iter().map(glyph).collect::<Vec<_>>(),
            )),
            cards: self.cards(&examples),
            otherwise: None,
        };
        let of_groups = interview.ask(&question, |text| {
            words(text, names.ranks, names.aliases, examples.len(), "rank")
        })?;
        let mut ranks = vec![0; self.spots.len()];
        for ((group, rank), margin) in self.groups.iter().zip(of_groups).zip(&self.margins) {
            for card in group {
                ranks[*card] = rank;
            }
            if *margin < LEAST_MARGIN {
                unsure.push(format!(
                    "the {} cards that were taken for {}: they are hardly more alike than others",
                    group.len(),
                    names.ranks[rank]
                ));
            }
        }
        Ok(ranks)
    }

    /// What every card was taken for.
    pub(super) fn notes(&self, found: &Found, named: &[String]) -> Vec<Note> {
        let mut notes: Vec<_> = (0..self.spots.len())
            .map(|card| Note {
                place: self.place_of(found, card),
                name: named.get(card).cloned().unwrap_or_default(),
                is_sure: true,
            })
            .collect();
        for note in 0..notes.len() {
            let is_same = |other: &Note| other.name == notes[note].name;
            notes[note].is_sure = notes.iter().filter(|it| is_same(it)).count() == 1;
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
