//! Learns a program's cards from a table whose cards are known.
//!
//! Every visible card gives a picture of its rank and of its suit (or of the
//! whole card); pictures of the same thing are moved over each other until
//! they fit, and averaged, which takes the noise out.

use patience::{CardNames, Table};

use crate::profile::{Find, PileRole};
use crate::vision::{
    Deck, Face, Geometry, Grid, LEAST_COVER_HEIGHT, MOST_TRIED, Pictures, Reader, Reading,
    back_colour, bars, cells, leaves_free,
};
use crate::{Error, Frame, Profile};

/// Rounds of moving pictures over their mean.
const ALIGNMENT_ROUNDS: usize = 3;

/// How many smaller and larger steps of a column are tried..
const STRETCHES_EACH_WAY: i8 = 12;

/// .. and the share by which each differs from the next.
const STRETCH_SHARE: f32 = 0.005;

/// The right place makes ranks this much more alike than the usual one, if that is
/// wrong.
const LEAST_GAIN: f32 = 0.15;

/// Piles are moved by so many steps each way, first of whole pixels, then of less.
const OFFSETS_EACH_WAY: i8 = 3;
const OFFSET_STEPS: [f32; 2] = [1.0, 0.25];

/// What was learned before is kept if at most one in so many cards is doubtful.
const MOST_DOUBTFUL_ONE_IN: usize = 4;

/// What a pile is known to show; the last card is on top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPile {
    /// The pile's name.
    pub pile: String,
    /// Its cards.
    pub cards: Vec<Face>,
}

/// What a table shows: every pile of its layout. Covered cards are face down in
/// games that have such.
pub fn known(table: &dyn Table) -> Vec<KnownPile> {
    let concealed = table.concealed();
    shown(concealed.as_deref().unwrap_or(table))
}

fn shown(table: &dyn Table) -> Vec<KnownPile> {
    let piles = table.layout().piles.into_iter().map(|pile| KnownPile {
        pile: pile.name,
        cards: pile
            .cards
            .into_iter()
            .map(|face| {
                if face.up && !face.card.is_empty() {
                    Face::Up(face.card)
                } else {
                    Face::Down
                }
            })
            .collect(),
    });
    piles.collect()
}

/// What a table shows in a program with this profile: a program whose profile
/// has no box for a card's back shows every card.
pub fn known_in(profile: &Profile, table: &dyn Table) -> Vec<KnownPile> {
    match profile.look.back {
        Some(_) => known(table),
        None => shown(table),
    }
}

/// A card whose name is known, and where it lies.
#[derive(Clone, Copy)]
struct Sample<'f> {
    frame: &'f Frame,
    card: usize,
    corner: (f32, f32),
    /// The shares of its width and height that no other card covers.
    across: f32,
    visible: f32,
}

impl Sample<'_> {
    /// No other card covers a part of it.
    fn shows(&self, [_, _, right, bottom]: [f32; 4]) -> bool {
        self.across >= right && self.visible >= bottom - LEAST_COVER_HEIGHT
    }
}

/// Learns the cards of a profile from a frame that shows known cards. What an
/// earlier calibration learned is kept if it reads this frame with few doubtful
/// cards; else only what this frame does not show is kept.
pub fn learn(
    frame: &Frame,
    profile: &Profile,
    known: &[KnownPile],
    earlier: Option<&Deck>,
) -> Result<Deck, Error> {
    let mut deck = learn_together(&[(frame, known)], profile, false)?;
    let names = deck.names;
    let Some(earlier) = earlier else {
        return Ok(deck);
    };
    // Pictures from one source are best to tell cards apart. What was learned
    // before is kept if it reads this frame; else the cards look different now.
    let mut known_before = Deck {
        // Another game may have another number of each card.
        names,
        ..earlier.clone()
    };
    known_before.keep_from(&deck);
    let again = check(frame, profile, known, &known_before);
    let is_read = |reading: Reading| {
        let up = reading
            .cards()
            .filter(|(_, _, card)| card.face != Face::Down);
        MOST_DOUBTFUL_ONE_IN * reading.doubtful() <= up.count()
    };
    if again.is_ok_and(is_read) {
        return Ok(known_before);
    }
    deck.keep_from(earlier);
    Ok(deck)
}

/// Learns the cards of a profile from frames of one window, whose table lies at the
/// same place in all of them: what each is known to show. If `signs_move`, the sign of
/// a suit is not at the same place on all cards, as where it follows the rank.
pub(crate) fn learn_together(
    looks: &[(&Frame, &[KnownPile])],
    profile: &Profile,
    signs_move: bool,
) -> Result<Deck, Error> {
    let names = profile.game()?.about().cards;
    let Some((frame, known)) = looks.first().copied() else {
        return Err(Error::NotRead(
            "there is no picture to learn from".to_owned(),
        ));
    };
    let geometry = find(frame, profile, known, names)?;
    let mut samples = best_samples(looks, profile, &geometry, names);
    if samples.is_empty() {
        return Err(Error::NotRead(
            "there is no card with its face up to learn from".to_owned(),
        ));
    }
    let ranks = (profile.look.rank, names.ranks.len());
    let slack = profile.look.slack;
    align(
        &geometry,
        ranks,
        slack,
        &|card| names.rank(card),
        &mut samples,
    );
    let mut signs = samples.clone();
    if let Some(place) = profile.look.suit.filter(|_| signs_move) {
        let suits = (place, names.suits.len());
        signs.retain(|sample| sample.across >= place[2]);
        align(
            &geometry,
            suits,
            slack,
            &|card| names.suit(card),
            &mut signs,
        );
    }
    let averages = |samples: &[Sample<'_>],
                    place: Option<[f32; 4]>,
                    count: usize,
                    label: &dyn Fn(usize) -> usize| {
        let grids = match place {
            Some(place) => (0..count)
                .map(|wanted| {
                    // A partly covered part shows something else as well.
                    let of_it = samples
                        .iter()
                        .filter(|sample| label(sample.card) == wanted && sample.shows(place));
                    mean(of_it.map(|sample| picture(sample, &geometry, place)))
                })
                .collect(),
            None => Vec::new(),
        };
        Pictures { grids }
    };
    let look = &profile.look;
    let with_suits = |place: Option<[f32; 4]>| place.filter(|_| !names.suits.is_empty());
    Ok(Deck {
        name: profile.deck.clone(),
        names,
        card: geometry.card,
        ranks: averages(&samples, Some(look.rank), names.ranks.len(), &|card| {
            names.rank(card)
        }),
        suits: averages(&signs, with_suits(look.suit), names.suits.len(), &|card| {
            names.suit(card)
        }),
        cards: averages(&samples, with_suits(look.card), names.len(), &|card| card),
        back: learn_back(frame, profile, &geometry, known),
    })
}

/// Where the table lies. A bar at the top of the window may push that of a `fit`
/// profile down, and a table that is looked for may seem to begin at another edge: the
/// place is right with which pictures of the same rank are most alike.
fn find(
    frame: &Frame,
    profile: &Profile,
    known: &[KnownPile],
    names: CardNames,
) -> Result<Geometry, Error> {
    let found = Geometry::find_some(frame, profile, MOST_TRIED)?;
    let usual = found[0];
    let others: Vec<Geometry> = match profile.layout.find {
        Find::Whole => return Ok(usual),
        Find::Look => found[1..].to_vec(),
        Find::Fit => bars(frame, profile)
            .skip(1)
            .map(|bar| Geometry::below_bar(frame, profile, bar))
            .collect(),
    };
    let alike = |geometry: &Geometry| {
        let samples = samples(frame, profile, geometry, known, names, 1.0);
        sameness(profile, geometry, names, &samples)
    };
    let as_is = alike(&usual);
    let others = others.into_iter().map(|it| (alike(&it), it));
    let best = others.max_by(|one, other| one.0.total_cmp(&other.0));
    // Another place is believed only if it explains much more.
    Ok(match best {
        Some((better, geometry)) if better > as_is + LEAST_GAIN => geometry,
        _ => usual,
    })
}

/// The samples at the step from card to card that makes pictures of the same
/// rank most alike: the profile's own step, or a little more or less if that makes
/// them more alike. Where no rank is seen twice, the own step is right.
fn best_samples<'f>(
    looks: &[(&'f Frame, &[KnownPile])],
    profile: &Profile,
    geometry: &Geometry,
    names: CardNames,
) -> Vec<Sample<'f>> {
    // The own step comes last: of several that are best, the last one is taken.
    let far_to_near = (1..=STRETCHES_EACH_WAY).rev();
    let stretches = far_to_near
        .flat_map(|stretch| [stretch, -stretch])
        .chain([0]);
    let tried = stretches.map(|stretch| {
        let stretch = 1.0 + f32::from(stretch) * STRETCH_SHARE;
        let of = |(frame, known): &(&'f Frame, &[KnownPile])| {
            samples(frame, profile, geometry, known, names, stretch)
        };
        let samples: Vec<_> = looks.iter().flat_map(of).collect();
        let alike = sameness(profile, geometry, names, &samples);
        (alike, samples)
    });
    let best = tried.max_by(|one, other| one.0.total_cmp(&other.0));
    best.map_or_else(Vec::new, |(_, samples)| samples)
}

/// How far from their places in the profile some piles lie, in pixels: with it, their ranks
/// look most like the same ranks on other piles.
pub(crate) fn offset_of(
    piles: &[String],
    looks: &[(&Frame, &[KnownPile])],
    profile: &Profile,
) -> Result<(f32, f32), Error> {
    let names = profile.game()?.about().cards;
    let Some((frame, known)) = looks.first().copied() else {
        return Ok((0.0, 0.0));
    };
    let geometry = find(frame, profile, known, names)?;
    let all = looks.iter().flat_map(|(frame, known)| {
        known.iter().flat_map(|pile| {
            let is_own = piles.contains(&pile.pile);
            let known = std::slice::from_ref(pile);
            let found = samples(frame, profile, &geometry, known, names, 1.0);
            found.into_iter().map(move |sample| (is_own, sample))
        })
    });
    let all: Vec<(bool, Sample<'_>)> = all.collect();
    if all.iter().all(|it| it.0) || !all.iter().any(|it| it.0) {
        return Ok((0.0, 0.0));
    }
    let alike = |by: (f32, f32)| {
        let moved = all.iter().map(|(is_own, sample)| match is_own {
            true => Sample {
                corner: (sample.corner.0 + by.0, sample.corner.1 + by.1),
                ..*sample
            },
            false => *sample,
        });
        let moved: Vec<_> = moved.collect();
        sameness(profile, &geometry, names, &moved)
    };
    let mut best = (alike((0.0, 0.0)), (0.0, 0.0));
    for step in OFFSET_STEPS {
        let middle = best.1;
        for across in -OFFSETS_EACH_WAY..=OFFSETS_EACH_WAY {
            for down in -OFFSETS_EACH_WAY..=OFFSETS_EACH_WAY {
                let by = (
                    middle.0 + step * f32::from(across),
                    middle.1 + step * f32::from(down),
                );
                let tried = alike(by);
                if tried > best.0 {
                    best = (tried, by);
                }
            }
        }
    }
    Ok(best.1)
}

/// How much of the samples' ink is in the means of their ranks: 1 if all cards
/// of a rank look the same.
fn sameness(
    profile: &Profile,
    geometry: &Geometry,
    names: CardNames,
    samples: &[Sample<'_>],
) -> f32 {
    let place = profile.look.rank;
    let (mut common, mut all) = (0.0, 0.0);
    for rank in 0..names.ranks.len() {
        let of_it = samples
            .iter()
            .filter(|sample| names.rank(sample.card) == rank);
        let pictures: Vec<_> = of_it
            .map(|sample| picture(sample, geometry, place))
            .collect();
        if pictures.len() < 2 {
            continue;
        }
        all += pictures.iter().map(|grid| spread(&grid.ink())).sum::<f32>();
        let count = pictures.len() as f32;
        common += count * mean(pictures.into_iter()).map_or(0.0, |mean| spread(&mean.ink()));
    }
    common / all.max(1.0)
}

/// The variance of some values.
fn spread(values: &[f32]) -> f32 {
    let count = values.len().max(1) as f32;
    let mean = values.iter().sum::<f32>() / count;
    values
        .iter()
        .map(|value| (value - mean).powi(2))
        .sum::<f32>()
        / count
}

/// Where every visible card with a known name should lie, with the steps of the
/// columns stretched a little.
fn samples<'f>(
    frame: &'f Frame,
    profile: &Profile,
    geometry: &Geometry,
    known: &[KnownPile],
    names: CardNames,
    stretch: f32,
) -> Vec<Sample<'f>> {
    let mut samples = Vec::new();
    for pile in profile.piles() {
        let Some(known) = known.iter().find(|known| known.pile == pile.name) else {
            continue;
        };
        // A stock shows only its back, even where its cards are known.
        if pile.role == PileRole::Stock {
            continue;
        }
        let is_stacked = pile.step == [0.0, 0.0];
        // Of a fan the last cards are seen, and those that others cover if that leaves
        // their ranks free.
        let under_fan = pile.fan.map(|most| known.cards.len().saturating_sub(most));
        let beside = geometry.step(pile.step).0 / geometry.card.0;
        let is_hidden = |index: usize| match under_fan {
            Some(under) => {
                index < under || pile.top_only || !leaves_free(profile.look.rank, beside)
            }
            None => is_stacked,
        };
        for (index, face) in known.cards.iter().enumerate() {
            let is_last = index + 1 == known.cards.len();
            if !is_last && is_hidden(index) {
                continue;
            }
            let Face::Up(name) = face else { continue };
            let Some(card) = names.find(name) else {
                continue;
            };
            let across = if is_last || under_fan.is_none() {
                1.0
            } else {
                beside
            };
            let visible = match is_last || pile.step[1] <= 0.0 {
                true => 1.0,
                false => stretch * geometry.step(pile.step).1 / geometry.card.1,
            };
            // Cards face down lie below all others.
            let below = known.cards[..index].iter();
            let backs = below.filter(|face| **face == Face::Down).count();
            let back_step = geometry.step(pile.back_step.unwrap_or(pile.step));
            let step = geometry.step(pile.step);
            let faces = match under_fan {
                Some(under) => index - under,
                None => index - backs,
            };
            let (backs, faces) = (backs as f32, faces as f32);
            let corner = geometry.point(pile.at);
            let corner = match is_stacked {
                true => corner,
                false => (
                    corner.0 + stretch * (backs * back_step.0 + faces * step.0),
                    corner.1 + stretch * (backs * back_step.1 + faces * step.1),
                ),
            };
            samples.push(Sample {
                frame,
                card,
                corner,
                across,
                visible,
            });
        }
    }
    samples
}

/// Moves every sample so that a part of it lies over the mean of all samples with the
/// same label, by at most so many card widths. There are `count` labels.
fn align(
    geometry: &Geometry,
    (place, count): ([f32; 4], usize),
    slack: f32,
    label: &dyn Fn(usize) -> usize,
    samples: &mut [Sample<'_>],
) {
    let slack = slack * geometry.card.0;
    for round in 0..ALIGNMENT_ROUNDS {
        let grids = (0..count)
            .map(|wanted| {
                let of_it = samples.iter().filter(|sample| label(sample.card) == wanted);
                mean(of_it.map(|sample| picture(sample, geometry, place)))
            })
            .collect();
        let pictures = Pictures { grids };
        // Later rounds only refine.
        let reach = slack / (1 << round) as f32;
        for sample in samples.iter_mut() {
            let offset = crate::vision::nearest(
                sample.frame,
                &pictures,
                label(sample.card),
                place,
                geometry,
                sample.corner,
                reach,
            );
            sample.corner.0 += offset.0;
            sample.corner.1 += offset.1;
        }
    }
}

/// A part of a card in the frame's own pixels.
fn picture(sample: &Sample<'_>, geometry: &Geometry, place: [f32; 4]) -> Grid {
    let Sample { frame, corner, .. } = *sample;
    let (width, height) = cells(place, geometry.card, None);
    Grid::of(
        frame,
        (
            corner.0 + place[0] * geometry.card.0,
            corner.1 + place[1] * geometry.card.1,
        ),
        (
            (place[2] - place[0]) * geometry.card.0 / width as f32,
            (place[3] - place[1]) * geometry.card.1 / height as f32,
        ),
        width,
        height,
    )
}

fn mean(grids: impl Iterator<Item = Grid>) -> Option<Grid> {
    let mut count = 0.0;
    let mut sum: Option<Grid> = None;
    for grid in grids {
        count += 1.0;
        match &mut sum {
            None => sum = Some(grid),
            Some(sum) => {
                for (sum, value) in sum.rgb.iter_mut().zip(&grid.rgb) {
                    *sum += value;
                }
            }
        }
    }
    let mut sum = sum?;
    sum.rgb.iter_mut().for_each(|value| *value /= count);
    Some(sum)
}

fn learn_back(
    frame: &Frame,
    profile: &Profile,
    geometry: &Geometry,
    known: &[KnownPile],
) -> Option<Grid> {
    let place = profile.look.back?;
    let piles = profile.piles();
    let down = piles.iter().filter(|pile| {
        let known = known.iter().find(|known| known.pile == pile.name);
        let is_stock = pile.role == PileRole::Stock;
        known.is_some_and(|known| match known.cards.last() {
            Some(Face::Down) => true,
            _ if pile.back_step.is_some() => known.cards.first() == Some(&Face::Down),
            Some(Face::Up(_)) => is_stock,
            None => false,
        })
    });
    mean(down.map(|pile| back_colour(frame, geometry, geometry.point(pile.at), place)))
}

/// The places where a reading differs from what is known, in words.
pub fn differences(reading: &Reading, known: &[KnownPile]) -> Vec<String> {
    let mut differences = Vec::new();
    for pile in &reading.piles {
        let Some(known) = known.iter().find(|known| known.pile == pile.name) else {
            continue;
        };
        for (index, read) in pile.cards.iter().enumerate() {
            let from_top = pile.cards.len() - 1 - index;
            let truth = known.cards.iter().rev().nth(from_top);
            if let (Face::Up(card), Some(Face::Up(truth))) = (&read.face, truth)
                && card != truth
            {
                differences.push(format!(
                    "{}, card {}: {truth} is read as {card}",
                    pile.name,
                    index + 1
                ));
            }
        }
    }
    differences
}

/// Reads the frame again with what was learned from it: no card may be read
/// wrong.
pub fn check(
    frame: &Frame,
    profile: &Profile,
    known: &[KnownPile],
    deck: &Deck,
) -> Result<Reading, Error> {
    let reader = Reader::new(profile, deck, frame)?;
    let reading = reader.read(frame)?;
    let names = profile.game()?.about().cards;
    let expected = samples(frame, profile, reader.geometry(), known, names, 1.0).len();
    let is_up = |face: &Face| matches!(face, Face::Up(_));
    let seen = reading.cards().filter(|(_, _, card)| is_up(&card.face));
    let seen = seen.count();
    if seen != expected {
        return Err(Error::NotRead(format!(
            "the cards do not fit the picture: {seen} of {expected} are seen where they should \
             be; is it the right deal, and the right profile?"
        )));
    }
    match differences(&reading, known).first() {
        None => Ok(reading),
        Some(difference) => Err(Error::NotRead(format!(
            "the cards do not fit the picture: {difference}; is it the right deal?"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cards of one rank tell how far apart the cards of a column lie. Where there are
    /// no two, the profile tells it.
    #[test]
    fn cards_of_seven_ranks_are_learned_where_the_profile_has_them() {
        let profile = Profile::built_in("microsoft-klondike").expect("built in");
        let names = profile.game().expect("a game").about().cards;
        let tops = ["Jd", "4h", "7c", "6c", "Tc", "9s", "Kh"];
        let known = tops.iter().enumerate().map(|(column, top)| {
            let mut cards = vec![Face::Down; column];
            cards.push(Face::Up((*top).to_owned()));
            let pile = format!("column {}", column + 1);
            KnownPile { pile, cards }
        });
        let known: Vec<_> = known.collect();
        let frame = Frame::filled(1440, 900, [20, 90, 60]);
        let geometry = Geometry::find(&frame, &profile).expect("by its size");
        let corners = |samples: Vec<Sample<'_>>| -> Vec<(f32, f32)> {
            samples.iter().map(|sample| sample.corner).collect()
        };
        let best = best_samples(&[(&frame, &known)], &profile, &geometry, names);
        let own = samples(&frame, &profile, &geometry, &known, names, 1.0);
        assert_eq!(own.len(), 7);
        assert_eq!(corners(best), corners(own));
    }

    /// The waste lies a little beside its place in the profile.
    #[test]
    fn a_pile_that_was_measured_two_pixels_off_is_found() {
        let profile = Profile::built_in("microsoft-tripeaks").expect("built in");
        let blank = Frame::filled(1440, 900, [20, 90, 60]);
        let geometry = Geometry::find(&blank, &profile).expect("by its size");
        let off = (-1, 2);
        let mut table = blank;
        let mut show = |pile: &str, name: &str, off: (i32, i32)| {
            let piles = profile.piles();
            let place = piles.iter().find(|it| it.name == pile).expect("a pile");
            let corner = geometry.point(place.at);
            let (left, top) = (corner.0.round() as i32, corner.1.round() as i32);
            // A sign of its own for each rank: four squares, inked or not.
            let rank = "A23456789TJQK".find(&name[..1]).expect("a rank") + 1;
            for y in 0..23 {
                for x in 0..25 {
                    let square = usize::from(x > 12) + 2 * usize::from(y > 11);
                    let is_inside = (4..21).contains(&x) && (4..19).contains(&y);
                    let ink = if is_inside && rank >> square & 1 == 1 {
                        0
                    } else {
                        255
                    };
                    table.set(left + x + off.0, top + y + off.1, [ink; 3]);
                }
            }
            KnownPile {
                pile: pile.to_owned(),
                cards: vec![Face::Up(name.to_owned())],
            }
        };
        let row = ["5h", "9c", "Jd", "7s", "6h"].iter().enumerate();
        let row = row.map(|(at, name)| show(&format!("row 4, card {}", at + 1), name, (0, 0)));
        let mut first: Vec<KnownPile> = row.collect();
        first.push(show("waste", "9d", off));
        let by = offset_of(&["waste".to_owned()], &[(&table, &first)], &profile);
        let by = by.expect("read");
        assert!(
            (by.0 + 1.0).abs() < 0.5 && (by.1 - 2.0).abs() < 0.5,
            "{by:?}"
        );
        let none = offset_of(&["stock".to_owned()], &[(&table, &first)], &profile);
        assert_eq!(none.expect("read"), (0.0, 0.0));
    }
}
