//! Pyramid at the facade.

mod layout;

use std::cell::RefCell;

use patience_core::{Answer, Card, Solution};
use patience_pyramid::Solver;
use patience_rules::Rules as _;
use patience_rules::pyramid::{Move, PASSES, Pyramid, ROWS, State, slots_of_row};
use patience_search::Budget;

use crate::layout::Reach;
use crate::{About, Error, Kind, Layout, Picture, Request, Tone, Variation};

/// Pyramid.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PyramidGame;

static ABOUT: About = {
    let mut about = About::new(
        "pyramid",
        "Pyramid",
        "remove pairs that add up to 13 until the pyramid is gone; three passes through the stock",
    );
    about.aliases = &["pyramid-solitaire"];
    about.goals = &["board", "score", "score=N", "cards=NR"];
    about
};

thread_local! {
    /// Every thread of a batch keeps its solver's memory from deal to deal.
    static SOLVER: RefCell<Solver> = RefCell::new(Solver::new());
}

impl Kind for PyramidGame {
    type Rules = Pyramid;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self, _: &Variation) -> Result<Pyramid, Error> {
        Ok(Pyramid)
    }

    fn deal(&self, rules: &Pyramid, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        _: &Pyramid,
        start: &State,
        request: &Request,
        budget: &mut Budget,
        _: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        SOLVER.with_borrow_mut(|solver| solver.solve(start, &request.target, budget))
    }

    fn picture(&self, _: &Pyramid, state: &State) -> Picture {
        let mut picture = Picture::new();
        for row in 0..ROWS {
            picture.space(2 * (ROWS - 1 - row));
            for slot in slots_of_row(row) {
                match state.pyramid[slot] {
                    Some(card) => picture.card(card),
                    None => picture.add("··", Tone::Faint),
                }
                picture.space(2);
            }
            picture.end_line();
        }
        // The waste is drawn towards the stock, so that both tops meet.
        pile(&mut picture, "Waste", &state.waste);
        pile(&mut picture, "Stock", &state.stock);
        picture.add(format!("Pass {} of {PASSES}", state.pass), Tone::Faint);
        picture.end_line();
        picture
    }

    fn lay_out(&self, _: &Pyramid, state: &State) -> Layout {
        layout::lay_out(state)
    }

    fn reach(&self, layout: &Layout, _: &State, played: &Move) -> Option<Reach> {
        layout::reach(layout, played)
    }

    fn describe(&self, _: &Pyramid, _: &State, played: &Move) -> String {
        layout::describe(played)
    }

    fn explain(&self, rules: &Pyramid, state: &State, line: &[Move]) -> String {
        let [first, rest @ ..] = line else {
            return String::new();
        };
        let Ok(next) = rules.play(state, first) else {
            return String::new();
        };
        match first {
            Move::Draw | Move::Recycle => explain_turn(&next, rest),
            Move::Remove(_) | Move::RemovePair(..) => explain_removal(state, &next, rest),
        }
    }
}

fn pile(picture: &mut Picture, label: &str, cards: &[Card]) {
    picture.add(format!("{label} "), Tone::Faint);
    match cards {
        [] => picture.add("empty", Tone::Faint),
        cards => picture.cards(cards),
    }
    picture.end_line();
}

/// A draw or a recycle is made for the sake of the next removal.
fn explain_turn(next: &State, rest: &[Move]) -> String {
    let up = match next.stock.first() {
        Some(card) => format!("brings up {card}"),
        None => "empties the stock".to_owned(),
    };
    let removal = rest
        .iter()
        .position(|played| !matches!(played, Move::Draw | Move::Recycle));
    match removal {
        Some(0) => format!("{up}, then {}", lower_first(&rest[0].to_string())),
        Some(turns) => format!(
            "{up}; {turns} more to {}",
            lower_first(&rest[turns].to_string())
        ),
        None => up,
    }
}

fn explain_removal(state: &State, next: &State, rest: &[Move]) -> String {
    let mut effects = Vec::new();
    let uncovered: Vec<_> = (0..state.pyramid.len())
        .filter(|&slot| next.is_uncovered(slot) && !state.is_uncovered(slot))
        .filter_map(|slot| next.pyramid[slot])
        .map(|card| card.to_string())
        .collect();
    if !uncovered.is_empty() {
        effects.push(format!("uncovers {}", uncovered.join(" and ")));
    }
    if next.pyramid.iter().all(Option::is_none) {
        effects.push("clears the pyramid".to_owned());
    } else if let (true, Some(then)) = (effects.is_empty(), rest.first()) {
        effects.push(format!("then {}", lower_first(&then.to_string())));
    }
    effects.join(", ")
}

fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_ascii_lowercase().to_string() + letters.as_str()
    })
}
