//! Cluj at the facade.

mod layout;

use patience_core::{Answer, Count, Solution};
use patience_rules::Rules as _;
use patience_rules::cluj::{COLUMNS, Cluj, Column, Move, State, cheats};
use patience_search::Budget;

use crate::layout::Reach;
use crate::{About, Cheats, Error, Kind, Layout, Mode, Picture, Request, Tone, Variation};

/// Cluj.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClujGame;

static ABOUT: About = {
    let mut about = About::new(
        "cluj",
        "Cluj",
        "build T K D V 10 9 8 7 6 in four of six columns; you may cheat, and would rather not",
    );
    about.aliases = &["cluj-solitaire", "molek-syntez"];
    about.counts = &[Count::Moves];
    about.has_cheats = true;
    about.bench_deals = 40;
    about
};

impl Kind for ClujGame {
    type Rules = Cluj;

    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn rules(&self, _: &Variation) -> Result<Cluj, Error> {
        Ok(Cluj)
    }

    fn deal(&self, rules: &Cluj, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        _: &Cluj,
        start: &State,
        request: &Request,
        budget: &mut Budget,
        _: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        let aim = match (request.mode, request.cheats) {
            // Without cheats the shortest way is found at once.
            (_, Cheats::Never) => patience_cluj::Aim::NoCheat,
            (Mode::Fast, _) => patience_cluj::Aim::Fast,
            (_, Cheats::Fewest) => patience_cluj::Aim::FewestCheats,
            (_, Cheats::Any) => patience_cluj::Aim::AnyCheats,
        };
        patience_cluj::solve(start, aim, budget)
    }

    /// Columns side by side, the base on top; a cheated card has its mark, and
    /// a locked column is said to be one.
    fn picture(&self, _: &Cluj, state: &State) -> Picture {
        let mut picture = Picture::new();
        let columns = &state.columns;
        for column in 0..COLUMNS {
            picture.add(format!("{column:>3} "), Tone::Faint);
        }
        picture.end_line();
        let rows = columns.iter().map(|column| column.cards.len()).max();
        for row in 0..rows.unwrap_or_default() {
            for column in columns {
                card(&mut picture, column, row);
            }
            picture.end_line();
        }
        let locked: Vec<_> = (0..COLUMNS)
            .filter(|&index| columns[index].is_locked())
            .map(|index| index.to_string())
            .collect();
        if !locked.is_empty() {
            picture.add(format!("Locked: {}", locked.join(" ")), Tone::Faint);
            picture.end_line();
        }
        if columns.iter().any(|column| column.cheated) {
            picture.add("! was cheated there", Tone::Faint);
            picture.end_line();
        }
        picture
    }

    fn lay_out(&self, _: &Cluj, state: &State) -> Layout {
        layout::lay_out(state)
    }

    fn reach(&self, _: &Layout, state: &State, played: &Move) -> Option<Reach> {
        layout::reach(state, played)
    }

    fn describe(&self, _: &Cluj, state: &State, played: &Move) -> String {
        layout::describe(state, played)
    }

    fn explain(&self, rules: &Cluj, state: &State, line: &[Move]) -> String {
        let Some(played) = line.first() else {
            return String::new();
        };
        let Ok(next) = rules.play(state, played) else {
            return String::new();
        };
        let (from, to) = (
            usize::from(played.from.column),
            usize::from(played.to.column),
        );
        let card = state.columns[from].cards[usize::from(played.from.row)];
        let mut effects = vec![match state.columns[to].cards.last() {
            Some(under) if played.cheat => format!("cheats {card} onto {under}"),
            Some(under) => format!("puts {card} onto {under}"),
            None => format!("puts {card} into the empty column"),
        }];
        match next.columns[from].cards.last() {
            Some(bared) => effects.push(format!("bares {bared}")),
            None => effects.push("empties a column".to_owned()),
        }
        if next.columns[to].is_locked() {
            effects.push("locks a column".to_owned());
        }
        effects.join(", ")
    }

    fn cheats(&self, line: &[Move]) -> Option<u32> {
        Some(cheats(line) as u32)
    }
}

fn card(picture: &mut Picture, column: &Column, row: usize) {
    let Some(card) = column.cards.get(row) else {
        return picture.space(4);
    };
    let is_cheated = column.cheated && row + 1 == column.cards.len();
    let tone = match (is_cheated, column.is_locked()) {
        (true, _) => Tone::Bright,
        (_, true) => Tone::Faint,
        _ => Tone::Black,
    };
    let mark = if is_cheated { '!' } else { ' ' };
    picture.add(format!("{:>3}{mark}", card.to_string()), tone);
}
