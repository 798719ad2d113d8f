//! The relaxed game: cards of a kind are interchangeable.
//!
//! Cards that are not where they were dealt, or lie there on a card that they fit on, are
//! *loose*. The last of the others in a column is its *foot*. Two cards are of one *kind* if
//! they fit on the same cards, and the same cards fit on them. An *outline* is what lies as
//! dealt, what is at home, and how many loose cards of each kind lie in cells, on empty
//! columns, and on which feet. All others lie on loose cards.
//!
//! The relaxed game has only outlines. It allows a step if there is *some* position with this
//! outline in which it may be possible, whether or not that can be reached:
//!
//! - A loose card can leave a cell if one of its kind is there. It can leave another place if
//!   one of its kind is there, and one of its kind that is in no cell holds nothing.
//! - A foot can leave if it holds nothing.
//! - A card can go to a cell or an empty column that is free, onto a foot that it fits on and
//!   that holds nothing, and onto a loose card if one that it fits on is in no cell and holds
//!   nothing.
//! - The next card of a suit can go home if it can leave.
//!
//! Where runs of any length move, what moves may hold cards, but does not go to a cell.
//!
//! A step of the game satisfies all that, so whoever wins the game wins the relaxed game. If
//! that cannot be won, the game cannot.
//!
//! The solver has a relaxed game of its own, with packed numbers, and shares nothing with
//! this one.

use std::collections::{HashSet, VecDeque};

use patience_core::Card;
use patience_rules::certificate::Refusal;

use crate::rules::{FreeCell, Home, Runs, State};

/// What a position looks like if cards of a kind are interchangeable.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Outline {
    /// How many cards of each column lie as dealt, without the built ones at its end.
    dealt: Vec<usize>,
    home: [u8; 4],
    /// The columns whose foot holds a card.
    held: Vec<bool>,
    /// A card for the kind of each card in a cell, in order.
    cells: Vec<Card>,
    /// The same for the loose cards on empty columns.
    columns: Vec<Card>,
}

/// Where a loose card lies, or goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Cell,
    Column,
    Loose,
    /// On the foot of this column.
    Foot(usize),
}

/// How many outlines follow from this start, if none of them is won and there are no more than
/// `most`.
///
/// ```
/// use patience_freecell::rules::FreeCell;
/// use patience_freecell::rules::certificate::relaxed::count_outlines;
/// let rules = FreeCell::FREECELL;
/// assert_eq!(count_outlines(&rules, &rules.deal(146_692), 20_000).unwrap(), 14_392);
/// assert!(count_outlines(&rules, &rules.deal(1), 20_000).is_err());
/// ```
pub fn count_outlines(rules: &FreeCell, start: &State, most: u64) -> Result<u64, Refusal> {
    if rules.home == Home::WholeRuns || rules.runs == Runs::SuitRuns {
        return Err(Refusal::because("this game has no relaxed game"));
    }
    let game = Relaxed::new(rules, start);
    let first = game.first();
    let mut known = HashSet::from([first.clone()]);
    let mut waiting = VecDeque::from([first]);
    while let Some(outline) = waiting.pop_front() {
        let table = game.table(&outline);
        if table.loose.is_empty() && table.feet.is_empty() {
            return Err(Refusal::because("an outline is won"));
        }
        for next in game.steps(&outline, &table) {
            if known.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
        if known.len() as u64 > most {
            return Err(Refusal::because(format!(
                "there are more than {most} outlines"
            )));
        }
    }
    Ok(known.len() as u64)
}

struct Relaxed<'a> {
    rules: &'a FreeCell,
    start: &'a State,
    /// A card for the kind of each card: the first of them.
    kinds: Vec<Card>,
}

/// What follows from an outline.
struct Table {
    loose: Vec<Card>,
    /// Each column with a foot, and the foot.
    feet: Vec<(usize, Card)>,
}

impl<'a> Relaxed<'a> {
    fn new(rules: &'a FreeCell, start: &'a State) -> Self {
        let are_alike = |one: Card, other: Card| {
            one.rank() == other.rank()
                && Card::all().all(|third| {
                    rules.fits(third, one) == rules.fits(third, other)
                        && rules.fits(one, third) == rules.fits(other, third)
                })
        };
        let first = |card| Card::all().find(|&other| are_alike(other, card));
        let kinds = Card::all().map(|card| first(card).unwrap_or(card));
        Self {
            rules,
            start,
            kinds: kinds.collect(),
        }
    }

    fn kind(&self, card: Card) -> Card {
        self.kinds[usize::from(card.index())]
    }

    fn first(&self) -> Outline {
        let mut first = Outline {
            dealt: Vec::new(),
            home: self.start.home,
            held: Vec::new(),
            cells: Vec::new(),
            columns: Vec::new(),
        };
        for card in self.start.cells.iter().flatten() {
            insert(&mut first.cells, self.kind(*card));
        }
        for (column, cards) in self.start.columns.iter().enumerate() {
            first.dealt.push(0);
            first.held.push(false);
            self.leave_as_dealt(&mut first, column, cards.len());
        }
        first
    }

    /// Only so many cards of a column are where they were dealt; the built ones at the end of
    /// them are loose.
    fn leave_as_dealt(&self, outline: &mut Outline, column: usize, count: usize) {
        let cards = &self.start.columns[column][..count];
        let dealt = self.unbuilt(cards);
        outline.dealt[column] = dealt;
        outline.held[column] = dealt > 0 && dealt < count;
        if dealt == 0 && count > 0 {
            insert(&mut outline.columns, self.kind(cards[0]));
        }
    }

    /// How many of these cards, which lie as dealt, are not built.
    fn unbuilt(&self, cards: &[Card]) -> usize {
        match cards {
            [] => 0,
            // It can leave its column and come back.
            [base] => usize::from(!self.rules.may_fill_empty_column(*base)),
            [lower @ .., card] => match self.rules.fits(*card, lower[lower.len() - 1]) {
                true => self.unbuilt(lower),
                false => cards.len(),
            },
        }
    }

    fn table(&self, outline: &Outline) -> Table {
        let columns = self.start.columns.iter().zip(&outline.dealt);
        let above = columns.clone().flat_map(|(cards, &dealt)| &cards[dealt..]);
        let all = above.chain(self.start.cells.iter().flatten()).copied();
        let home = |card: &Card| outline.home[usize::from(card.suit().index())];
        let feet = columns.enumerate();
        Table {
            loose: all
                .filter(|card| card.rank().value() > home(card))
                .collect(),
            feet: feet
                .filter_map(|(column, (cards, &dealt))| {
                    Some((column, cards[dealt.checked_sub(1)?]))
                })
                .collect(),
        }
    }

    /// Every outline that one step leads to.
    fn steps(&self, outline: &Outline, table: &Table) -> Vec<Outline> {
        let mut steps = Vec::new();
        let runs_move = self.rules.runs == Runs::AnyLength;
        let is_next =
            |card: Card| outline.home[usize::from(card.suit().index())] + 1 == card.rank().value();
        let go_home = |mut after: Outline, card: Card| {
            after.home[usize::from(card.suit().index())] += 1;
            after
        };
        // 1. Loose cards. Of those of a kind, one is enough, but for the one that goes home.
        for (index, &card) in table.loose.iter().enumerate() {
            let kind = self.kind(card);
            let is_first = table.loose[..index]
                .iter()
                .all(|&other| self.kind(other) != kind);
            for with_run in [false, true] {
                if with_run && !runs_move {
                    continue;
                }
                for from in self.places_of(outline, table, kind, with_run) {
                    let left = self.without(outline, kind, from);
                    if !with_run && is_next(card) {
                        steps.push(go_home(left.clone(), card));
                    }
                    if is_first {
                        for to in self.places_for(outline, table, kind, with_run) {
                            if to != from {
                                steps.push(self.with(&left, kind, to));
                            }
                        }
                    }
                }
            }
        }
        // 2. Feet.
        for &(column, foot) in &table.feet {
            let holds = outline.held[column];
            if holds && !runs_move {
                continue;
            }
            let mut left = outline.clone();
            self.leave_as_dealt(&mut left, column, outline.dealt[column] - 1);
            if !holds && is_next(foot) {
                steps.push(go_home(left.clone(), foot));
            }
            let kind = self.kind(foot);
            for to in self.places_for(outline, table, kind, holds) {
                steps.push(self.with(&left, kind, to));
            }
        }
        steps
    }

    /// How many loose cards of a kind lie on loose cards.
    fn on_loose(&self, outline: &Outline, table: &Table, kind: Card) -> usize {
        let all = table
            .loose
            .iter()
            .filter(|&&card| self.kind(card) == kind)
            .count();
        let in_cells = count(&outline.cells, kind);
        let on_columns = count(&outline.columns, kind);
        let on_feet = table
            .feet
            .iter()
            .filter(|&&(column, foot)| outline.held[column] && self.rules.fits(kind, foot));
        all - in_cells - on_columns - on_feet.count()
    }

    /// How many loose cards of a kind hold nothing and are in no cell.
    fn holding_nothing(&self, outline: &Outline, table: &Table, kind: Card) -> usize {
        let all = table
            .loose
            .iter()
            .filter(|&&card| self.kind(card) == kind)
            .count();
        let kinds = Card::all().filter(|&other| self.rules.fits(other, kind));
        let held = kinds
            .filter(|&other| self.kind(other) == other)
            .map(|other| self.on_loose(outline, table, other));
        all - count(&outline.cells, kind) - held.sum::<usize>()
    }

    /// The places that a loose card of a kind can leave.
    fn places_of(
        &self,
        outline: &Outline,
        table: &Table,
        kind: Card,
        with_run: bool,
    ) -> Vec<Place> {
        let mut places = Vec::new();
        if !with_run && outline.cells.contains(&kind) {
            places.push(Place::Cell);
        }
        if !with_run && self.holding_nothing(outline, table, kind) == 0 {
            return places;
        }
        if outline.columns.contains(&kind) {
            places.push(Place::Column);
        }
        if self.on_loose(outline, table, kind) > 0 {
            places.push(Place::Loose);
        }
        let feet = table.feet.iter();
        let held =
            feet.filter(|&&(column, foot)| outline.held[column] && self.rules.fits(kind, foot));
        places.extend(held.map(|&(column, _)| Place::Foot(column)));
        places
    }

    /// The places where a card of a kind can go.
    fn places_for(
        &self,
        outline: &Outline,
        table: &Table,
        kind: Card,
        with_run: bool,
    ) -> Vec<Place> {
        let mut places = Vec::new();
        if !with_run && outline.cells.len() < usize::from(self.rules.cells) {
            places.push(Place::Cell);
        }
        let empty = outline.dealt.iter().filter(|&&dealt| dealt == 0).count();
        if outline.columns.len() < empty && self.rules.may_fill_empty_column(kind) {
            places.push(Place::Column);
        }
        let open = |&other: &Card| {
            self.rules.fits(kind, other)
                && self.holding_nothing(outline, table, self.kind(other)) > 0
        };
        if table.loose.iter().any(open) {
            places.push(Place::Loose);
        }
        let feet = table.feet.iter();
        let free =
            feet.filter(|&&(column, foot)| !outline.held[column] && self.rules.fits(kind, foot));
        places.extend(free.map(|&(column, _)| Place::Foot(column)));
        places
    }

    fn without(&self, outline: &Outline, kind: Card, place: Place) -> Outline {
        let mut after = outline.clone();
        match place {
            Place::Cell => remove(&mut after.cells, kind),
            Place::Column => remove(&mut after.columns, kind),
            Place::Loose => {}
            Place::Foot(column) => after.held[column] = false,
        }
        after
    }

    fn with(&self, outline: &Outline, kind: Card, place: Place) -> Outline {
        let mut after = outline.clone();
        match place {
            Place::Cell => insert(&mut after.cells, kind),
            Place::Column => insert(&mut after.columns, kind),
            Place::Loose => {}
            Place::Foot(column) => after.held[column] = true,
        }
        after
    }
}

fn count(cards: &[Card], kind: Card) -> usize {
    cards.iter().filter(|&&card| card == kind).count()
}

fn insert(cards: &mut Vec<Card>, kind: Card) {
    cards.push(kind);
    cards.sort_unstable();
}

fn remove(cards: &mut Vec<Card>, kind: Card) {
    if let Some(place) = cards.iter().position(|&card| card == kind) {
        cards.remove(place);
    }
}
