//! The relaxed game: cards that are not where they were dealt lie wherever they fit.
//!
//! A *stage* is how many cards of each column still lie as they did at the start, without
//! those at their end that are built, and what is at home. All other cards are *loose*. The
//! relaxed game has only stages. It allows a step if there is *some* arrangement of the loose
//! cards in which the step is possible, whether or not it can be reached. So whoever wins
//! the game wins the relaxed game, and if that cannot be won, the game cannot.
//!
//! In an arrangement every loose card lies on a card that it fits on, which is loose or the
//! last of a column that lies as dealt (its *foot*); or in a cell; or on an empty column, if
//! it may. Nothing else lies on a card that moves. (Where runs of any length move, a run
//! may lie on a foot that moves.)
//!
//! The solver has a relaxed game of its own, with sets of cards, and shares nothing with
//! this one.

use std::collections::{HashSet, VecDeque};

use patience_core::Card;
use patience_rules::certificate::Refusal;

use crate::rules::{FreeCell, Home, Runs, State};

/// How many cards of each column lie as at the start, and how many of each suit are at home.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Stage {
    dealt: Vec<usize>,
    home: [u8; 4],
}

/// How many stages follow from this start, if none of them is won and there are no more than
/// `most`.
///
/// ```
/// use patience_freecell::rules::FreeCell;
/// use patience_freecell::rules::certificate::relaxed::count_stages;
/// let rules = FreeCell::named("streets-and-alleys").unwrap();
/// assert_eq!(count_stages(&rules, &rules.deal(501), 1000).unwrap(), 24);
/// assert!(count_stages(&rules, &rules.deal(503), 1000).is_err());
/// ```
pub fn count_stages(rules: &FreeCell, start: &State, most: u64) -> Result<u64, Refusal> {
    if rules.home == Home::WholeRuns || rules.runs == Runs::SuitRuns {
        return Err(Refusal::because("this game has no relaxed game"));
    }
    let game = Relaxed { rules, start };
    let heights = start.columns.iter();
    let first = Stage {
        dealt: heights.map(|column| game.unbuilt(column)).collect(),
        home: start.home,
    };
    let mut known = HashSet::from([first.clone()]);
    let mut waiting = VecDeque::from([first]);
    while let Some(stage) = waiting.pop_front() {
        if game.loose(&stage).is_empty() && game.feet(&stage).next().is_none() {
            return Err(Refusal::because("a stage is won"));
        }
        for next in game.steps(&stage) {
            if known.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
        if known.len() as u64 > most {
            return Err(Refusal::because(format!(
                "there are more than {most} stages"
            )));
        }
    }
    Ok(known.len() as u64)
}

struct Relaxed<'a> {
    rules: &'a FreeCell,
    start: &'a State,
}

impl Relaxed<'_> {
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

    /// The foot of each column that has one.
    fn feet(&self, stage: &Stage) -> impl Iterator<Item = (usize, Card)> {
        let columns = self.start.columns.iter().zip(&stage.dealt).enumerate();
        columns.filter_map(|(column, (cards, &dealt))| Some((column, cards[dealt.checked_sub(1)?])))
    }

    fn loose(&self, stage: &Stage) -> Vec<Card> {
        let columns = self.start.columns.iter().zip(&stage.dealt);
        let above = columns.flat_map(|(cards, &dealt)| &cards[dealt..]);
        let all = above.chain(self.start.cells.iter().flatten()).copied();
        let home = |card: &Card| stage.home[usize::from(card.suit().index())];
        all.filter(|card| card.rank().value() > home(card))
            .collect()
    }

    /// Every stage that one step can lead to.
    fn steps(&self, stage: &Stage) -> Vec<Stage> {
        let loose = self.loose(stage);
        let feet: Vec<(usize, Card)> = self.feet(stage).collect();
        let empty_columns = stage.dealt.iter().filter(|&&dealt| dealt == 0).count();
        let holding: Vec<Card> = loose
            .iter()
            .copied()
            .chain(feet.iter().map(|&(_, foot)| foot))
            .collect();
        let all_but = |card: Card| holding.iter().copied().filter(move |&other| other != card);
        let taken = |stage: &mut Stage, column: usize| {
            let below = &self.start.columns[column][..stage.dealt[column] - 1];
            stage.dealt[column] = self.unbuilt(below);
        };
        let mut steps = Vec::new();
        for &card in &holding {
            let suit = usize::from(card.suit().index());
            let foot = feet.iter().find(|&&(_, foot)| foot == card);
            // 1. It goes home.
            if stage.home[suit] + 1 == card.rank().value()
                && self.have_room(&loose, all_but(card).collect(), empty_columns)
            {
                let mut next = stage.clone();
                next.home[suit] += 1;
                if let Some(&(column, _)) = foot {
                    taken(&mut next, column);
                }
                steps.push(next);
            }
            // 2. A foot goes elsewhere, and is loose then.
            if let Some(&(column, _)) = foot {
                let loose: Vec<Card> = loose.iter().copied().chain([card]).collect();
                let holding = match self.rules.runs {
                    Runs::AnyLength => holding.clone(),
                    _ => all_but(card).collect(),
                };
                if self.have_room(&loose, holding, empty_columns) {
                    let mut next = stage.clone();
                    taken(&mut next, column);
                    steps.push(next);
                }
            }
        }
        steps
    }

    /// Can all loose cards have a place, if each of the others holds one card at most?
    /// Cards that share a card they fit on share all of them, so it does not matter which of
    /// them each takes.
    fn have_room(&self, loose: &[Card], mut holding: Vec<Card>, empty_columns: usize) -> bool {
        let (mut fillers, mut others) = (0usize, 0usize);
        for &card in loose {
            if let Some(place) = holding.iter().position(|&on| self.rules.fits(card, on)) {
                holding.swap_remove(place);
            } else if self.rules.may_fill_empty_column(card) {
                fillers += 1;
            } else {
                others += 1;
            }
        }
        others + fillers.saturating_sub(empty_columns) <= usize::from(self.rules.cells)
    }
}
