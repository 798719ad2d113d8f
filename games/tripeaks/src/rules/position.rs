//! From words to a deal or a position. Reports everything that is wrong with a
//! text at once, with its place.

use std::collections::HashSet;

use patience_core::{Card, CardToken, DECK_SIZE, Faults, Place, check_full_deck};

use super::text::{Parts, Word};
use super::{
    CARDS, FACE_DOWN, FIRST_POINTS, Face, STOCK, Slot, State, are_neighbours, bonus_for_peaks,
    covering,
};

const DEAL_HINT: &str = "a deal is 28 cards for the tableau, peaks first, one for the waste and 23 for the stock; `??` is a card that nobody has seen yet";
const POSITION_HINT: &str = "a position is 28 places for the tableau (`--` or `-7h` where a card is gone, `??` where none has been seen yet), then `Waste:`, `Stock:`, `Streak:` and `Score:`";

/// Reads the 52 words of a deal.
pub(super) fn read_deal(tokens: &[CardToken<'_>]) -> Result<State, Faults> {
    let mut faults = Faults::default();
    let mut cards = Vec::new();
    let mut faces = [None; DECK_SIZE];
    let mut unknown = 0;
    for (index, token) in tokens.iter().enumerate() {
        match Word::read(token, &mut faults) {
            Some(Word::Here(Some(card))) => {
                cards.push((token.place, card));
                if let Some(face) = faces.get_mut(index) {
                    *face = Some(card);
                }
            }
            Some(Word::Here(None)) => {
                unknown += 1;
                check_unknown_in_deal(index, token, &mut faults);
            }
            _ => {}
        }
    }
    if unknown == 0 {
        check_full_deck(&cards, &mut faults);
    } else {
        faults.add_duplicates(&cards);
        if tokens.len() != DECK_SIZE {
            faults.add(format!(
                "{} cards, {unknown} of them unknown; a deck has {DECK_SIZE}",
                tokens.len()
            ));
        }
    }
    finish(faults, DEAL_HINT, State::from_faces(&faces))
}

fn check_unknown_in_deal(index: usize, token: &CardToken<'_>, faults: &mut Faults) {
    let reason = match index {
        0..FACE_DOWN => return,
        FACE_DOWN..CARDS => "the bottom row lies face up",
        CARDS => "the waste lies face up",
        _ => return,
    };
    faults.at(
        token.place,
        format!("no card can be unknown here: {reason}"),
    );
}

/// The state, if nothing is wrong. A single unknown card gets its name.
fn finish(faults: Faults, hint: &str, mut state: State) -> Result<State, Faults> {
    if !faults.is_empty() {
        return faults.with_hint(hint).or(state);
    }
    state.name_a_single_unknown();
    Ok(state)
}

impl State {
    /// A single unknown card is the one that appears nowhere else.
    pub(crate) fn name_a_single_unknown(&mut self) {
        let (1, &[card]) = (self.unknown(), self.candidates().as_slice()) else {
            return;
        };
        for slot in &mut self.tableau {
            if *slot == Slot::Here(None) {
                *slot = Slot::Here(Some(card));
            }
        }
        for face in self.stock.iter_mut().chain(&mut self.waste) {
            face.get_or_insert(card);
        }
    }
}

/// Reads the parts of a position.
pub(super) fn read(parts: &Parts<'_>) -> Result<State, Faults> {
    let mut faults = Faults::default();
    let mut cards = Cards::default();
    let tableau = read_tableau(&parts.tableau, &mut cards, &mut faults);
    let stock = read_pile(&parts.stock, true, &mut cards, &mut faults);
    let waste = read_pile(&parts.waste, false, &mut cards, &mut faults);
    let mut state = State {
        tableau,
        waste,
        stock,
        streak: 0,
        score: 0,
    };
    cards.check(&mut faults);
    if faults.is_empty() {
        check_piles(&state, &mut faults);
    }
    if faults.is_empty() {
        state.streak = read_streak(&parts.streak, &state, &mut faults);
        state.score = read_score(&parts.score, &state, &mut faults);
    }
    finish(faults, POSITION_HINT, state)
}

/// The named cards of a position. A card that is gone may be named twice: at
/// the place where it lay, and in the waste.
#[derive(Default)]
struct Cards {
    here: Vec<(Place, Card)>,
    gone: Vec<(Place, Card)>,
    waste: Vec<(Place, Card)>,
}

impl Cards {
    fn check(&self, faults: &mut Faults) {
        let before = faults.len();
        faults.add_duplicates(&[self.here.as_slice(), &self.waste].concat());
        if faults.len() == before {
            faults.add_duplicates(&[self.here.as_slice(), &self.gone].concat());
        }
    }
}

fn read_tableau(tokens: &[CardToken<'_>], cards: &mut Cards, faults: &mut Faults) -> [Slot; CARDS] {
    let mut tableau = [Slot::Gone(None); CARDS];
    if tokens.len() != CARDS {
        faults.add(format!(
            "{} cards and gaps for the tableau; it has {CARDS} places",
            tokens.len()
        ));
    }
    for (slot, token) in tableau.iter_mut().zip(tokens) {
        match Word::read(token, faults) {
            Some(Word::Here(face)) => {
                cards.here.extend(face.map(|card| (token.place, card)));
                *slot = Slot::Here(face);
            }
            Some(Word::Gone(face)) => {
                cards.gone.extend(face.map(|card| (token.place, card)));
                *slot = Slot::Gone(face);
            }
            // A malformed word counts as a card.
            None => *slot = Slot::Here(None),
        }
    }
    for (slot, token) in tokens.iter().enumerate().take(CARDS) {
        let covered = covering(slot).any(|below| !tableau[below].is_gone());
        if tableau[slot].is_gone() && covered {
            faults.at(
                token.place,
                "no card can be gone here: another one still covers the place",
            );
        }
        if token.text == "??" && !covered {
            faults.at(
                token.place,
                "no card can be unknown here: nothing covers it, so it lies face up",
            );
        }
    }
    tableau
}

/// Reads the stock (which is `closed`: its cards may be unknown) or the waste.
fn read_pile(
    tokens: &[CardToken<'_>],
    closed: bool,
    cards: &mut Cards,
    faults: &mut Faults,
) -> Vec<Face> {
    let mut pile = Vec::new();
    for token in tokens {
        match Word::read(token, faults) {
            Some(Word::Here(Some(card))) => {
                let list = if closed {
                    &mut cards.here
                } else {
                    &mut cards.waste
                };
                list.push((token.place, card));
                pile.push(Some(card));
            }
            Some(Word::Here(None)) => {
                if !closed {
                    faults.at(
                        token.place,
                        "no card can be unknown here: the waste lies face up",
                    );
                }
                pile.push(None);
            }
            // `Stock: --` means that it is empty.
            Some(Word::Gone(None)) if tokens.len() == 1 && closed => {}
            Some(Word::Gone(_)) => {
                faults.at(token.place, "only cards of the tableau can be marked gone");
            }
            None => {}
        }
    }
    pile
}

fn check_piles(state: &State, faults: &mut Faults) {
    let (waste, stock) = (state.waste.len(), state.stock.len());
    if waste == 0 {
        faults.add("no card on the waste; there is always one");
    }
    if stock > STOCK {
        faults.add(format!(
            "{stock} cards in the stock; there are never more than {STOCK}"
        ));
        return;
    }
    let most = 1 + state.gone() + state.drawn();
    if waste > most {
        faults.add(format!(
            "{waste} cards on the waste; with {} cards of the tableau gone and {} drawn there are {most}",
            state.gone(),
            state.drawn()
        ));
    }
    if waste == most {
        for slot in &state.tableau {
            if let (Slot::Gone(Some(card)), false) = (slot, state.waste.contains(&slot.face())) {
                faults.add(format!("{card} is gone but does not lie on the waste"));
            }
        }
    }
    let (unknown, left) = (state.unknown(), state.candidates().len());
    if unknown > left {
        faults.add(format!(
            "{unknown} unknown cards, but only {left} cards are not named"
        ));
    }
}

/// The streak by the cards alone; none if they do not determine it.
fn streak_by_cards(state: &State) -> Option<u8> {
    if state.drawn() == 0 {
        return u8::try_from(state.gone()).ok();
    }
    state.start()?;
    let gone: HashSet<_> = state.tableau.iter().filter(|slot| slot.is_gone()).collect();
    let is_played = |face: &&Face| gone.contains(&Slot::Gone(**face));
    u8::try_from(state.waste.iter().rev().take_while(is_played).count()).ok()
}

fn read_streak(tokens: &[CardToken<'_>], state: &State, faults: &mut Faults) -> u8 {
    let by_cards = streak_by_cards(state);
    let Some(token) = tokens.first() else {
        return by_cards.unwrap_or(0);
    };
    let Ok(streak) = token.text.parse::<u8>() else {
        let text: String = token.text.chars().take(12).collect();
        faults.at(token.place, format!("`{text}` is not a streak"));
        return 0;
    };
    let gone = state.gone();
    let reason = if usize::from(streak) > gone {
        Some(format!("only {gone} cards of the tableau are gone"))
    } else if by_cards.is_some_and(|known| known != streak) {
        by_cards.map(|known| format!("{known} cards were played since the last draw"))
    } else {
        // The cards of a streak lie on the waste, each a neighbour of the last.
        let top: Vec<_> = state.waste.iter().rev().copied().flatten().collect();
        let pairs = top.windows(2).take(usize::from(streak));
        pairs
            .map(|pair| (pair[1], pair[0]))
            .find(|(below, above)| !are_neighbours(below.rank(), above.rank()))
            .map(|(below, above)| format!("{above} does not go onto {below}"))
    };
    if let Some(reason) = reason {
        faults.at(
            token.place,
            format!("a streak of {streak} is not possible: {reason}"),
        );
    }
    streak
}

fn read_score(tokens: &[CardToken<'_>], state: &State, faults: &mut Faults) -> u32 {
    let Some(token) = tokens.first() else {
        return 0;
    };
    let most = most_points(state);
    match token.text.parse::<u32>() {
        Ok(score) if score <= most && score.is_multiple_of(FIRST_POINTS) => score,
        Ok(score) if score > most => {
            faults.at(
                token.place,
                format!("a score of {score} is not possible: at most {most} points by now"),
            );
            0
        }
        _ => {
            let text: String = token.text.chars().take(12).collect();
            faults.at(
                token.place,
                format!("`{text}` is not a score: points come in hundreds"),
            );
            0
        }
    }
}

/// The most points that a game can have by now: the current streak, and all
/// other cards that are gone in one streak before it.
fn most_points(state: &State) -> u32 {
    let streak = u32::from(state.streak);
    let before = (state.gone() as u32).saturating_sub(streak);
    FIRST_POINTS * (streak * streak + before * before) + bonus_for_peaks(state.peaks_gone())
}
