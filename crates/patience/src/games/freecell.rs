//! FreeCell and its family at the facade: one kind, thirteen games.

mod layout;

use patience_core::{Answer, Count, Solution, Suit, numbering};
use patience_freecell::{Mode as SolverMode, Question, exhaust};
use patience_rules::Rules as _;
use patience_rules::freecell::{FreeCell, Move, Place, State};
use patience_search::Budget;

use crate::layout::Reach;
use crate::{About, Autoplay, Error, Kind, Layout, Mode, Picture, Request, Tone, Variation};

/// The letters of cells and columns in the notation of moves.
const CELL_LETTERS: &str = "abcdefgi";
const COLUMN_LETTERS: &str = "123456789TJQK";

/// A game of the family.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FreeCellGame {
    usual: FreeCell,
    about: &'static About,
}

/// Every count there is; what people compare is clicks.
static COUNTS: [Count; 3] = [Count::Clicks, Count::Moves, Count::Steps];

/// A game of the family, its place in the list included.
macro_rules! family {
    ($($constant:ident, $title:literal, $summary:literal, $aliases:expr;)*) => {
        $(
            pub(crate) const $constant: FreeCellGame = {
                static ABOUT: About = {
                    let mut about = About::new(FreeCell::$constant.name, $title, $summary);
                    about.aliases = &$aliases;
                    about.counts = &COUNTS;
                    about.numbers = numbering::MICROSOFT_NUMBERS;
                    about.has_variations = true;
                    about
                };
                FreeCellGame { usual: FreeCell::$constant, about: &ABOUT }
            };
        )*
    };
}

family! {
    FREECELL, "FreeCell",
        "all 52 cards home by suit; build down in the other colour; four cells",
        ["fc", "free-cell"];
    RELAXED_FREECELL, "Relaxed FreeCell",
        "FreeCell with runs of any length", [];
    FORECELL, "ForeCell",
        "FreeCell that starts with its cells full; only Kings on empty columns", [];
    BAKERS_GAME, "Baker's Game",
        "FreeCell built by suit", ["baker's-game"];
    KINGS_ONLY_BAKERS_GAME, "Baker's Game, Kings only",
        "Baker's Game with Kings only on empty columns", ["kings-only-bakers-game"];
    EIGHT_OFF, "Eight Off",
        "eight cells, four of them full; build by suit; Kings on empty columns", ["eightoff"];
    SEAHAVEN, "Seahaven Towers",
        "ten columns, two of four cells full; build by suit; Kings on empty columns",
        ["seahaven-towers"];
    RELAXED_SEAHAVEN, "Relaxed Seahaven Towers",
        "Seahaven Towers with runs of any length", ["relaxed-seahaven-towers"];
    BAKERS_DOZEN, "Baker's Dozen",
        "thirteen columns, Kings at their base, no cells; build whatever the suits, card by card",
        ["baker's-dozen"];
    STREETS_AND_ALLEYS, "Streets and Alleys",
        "eight columns, no cells; build whatever the suits", [];
    BELEAGUERED_CASTLE, "Beleaguered Castle",
        "Streets and Alleys with the Aces at home", [];
    CITADEL, "Citadel",
        "Beleaguered Castle whose cards go home even while dealing", [];
    SIMPLE_SIMON, "Simple Simon",
        "build whatever the suits, move by suit, send whole suits home", [];
}

impl Kind for FreeCellGame {
    type Rules = FreeCell;

    fn about(&self) -> &'static About {
        self.about
    }

    fn rules(&self, variation: &Variation) -> Result<FreeCell, Error> {
        let mut rules = self.usual;
        if let Some(cells) = variation.cells {
            rules = rules.with_cells(cells).map_err(Error::NotOffered)?;
        }
        if let Some(columns) = variation.columns {
            rules = rules.with_columns(columns).map_err(Error::NotOffered)?;
        }
        Ok(rules)
    }

    fn deal(&self, rules: &FreeCell, number: u64) -> State {
        rules.deal(number)
    }

    fn solve(
        &self,
        rules: &FreeCell,
        start: &State,
        request: &Request,
        budget: &mut Budget,
        improved: &mut dyn FnMut(&Solution<Move>),
    ) -> Answer<Move> {
        let question = Question {
            mode: match request.mode {
                Mode::Fast => SolverMode::Fast,
                Mode::Short => SolverMode::Short,
                Mode::Shortest => SolverMode::Shortest,
            },
            count: request.count.unwrap_or(self.about.counts[0]),
            effort: request.effort,
        };
        patience_freecell::solve(rules, start, &question, budget, improved)
    }

    fn certify(
        &self,
        rules: &FreeCell,
        start: &State,
        budget: &mut Budget,
        certificate: &mut Vec<u8>,
    ) -> Result<Answer<Move>, Error> {
        let certified = exhaust::certify(rules, start, budget, certificate);
        match certified {
            Ok(certified) => Ok(certified.answer),
            Err(error) => Err(Error::NotOffered(error.to_string())),
        }
    }

    /// Cells and home on top, with the letters that moves use; then the
    /// columns, top cards at the bottom, as they lie on a table.
    fn picture(&self, _: &FreeCell, state: &State) -> Picture {
        let mut picture = Picture::new();
        let width = 4 * state.columns.len();
        // Home stands at the right, as on every FreeCell table, unless there
        // are too many cells for that.
        let gap = width.saturating_sub(4 * (state.cells.len() + 4)).max(4);
        for letter in CELL_LETTERS.chars().take(state.cells.len()) {
            picture.add(format!("  {letter} "), Tone::Faint);
        }
        picture.space(gap + 6);
        picture.add("home", Tone::Faint);
        picture.end_line();
        for cell in &state.cells {
            draw(&mut picture, *cell);
        }
        picture.space(gap);
        for suit in Suit::ALL {
            let rank = patience_core::Rank::new(state.home[usize::from(suit.index())]);
            match rank {
                Some(rank) => draw(&mut picture, Some(patience_core::Card::new(rank, suit))),
                None => picture.add(format!("  {} ", suit.symbol()), Tone::Faint),
            }
        }
        picture.end_line();
        picture.end_line();
        for letter in COLUMN_LETTERS.chars().take(state.columns.len()) {
            picture.add(format!("  {letter} "), Tone::Faint);
        }
        picture.end_line();
        let rows = state.columns.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..rows {
            for column in &state.columns {
                match column.get(row) {
                    Some(card) => draw(&mut picture, Some(*card)),
                    None => picture.space(4),
                }
            }
            picture.end_line();
        }
        picture
    }

    fn lay_out(&self, _: &FreeCell, state: &State) -> Layout {
        layout::lay_out(state)
    }

    fn reach(&self, _: &Layout, state: &State, played: &Move) -> Option<Reach> {
        layout::reach(state, played)
    }

    fn describe(&self, rules: &FreeCell, state: &State, played: &Move) -> String {
        rules.describe_move(state, played)
    }

    fn explain(&self, rules: &FreeCell, state: &State, line: &[Move]) -> String {
        let [first, rest @ ..] = line else {
            return String::new();
        };
        let Ok(next) = rules.play(state, first) else {
            return String::new();
        };
        let mut effects = Vec::new();
        if let Place::Column(from) = first.from {
            match next.columns[usize::from(from)].last() {
                None => effects.push(format!("empties column {}", from + 1)),
                Some(top) if next.is_next_home(*top) => {
                    effects.push(format!("uncovers {top}, which can go home"));
                }
                Some(top) => effects.push(format!("uncovers {top}")),
            }
        }
        if let (Place::Cell(_), false) = (first.from, first.to == Place::Home) {
            effects.push("frees a cell".to_owned());
        }
        if rules.is_won(&next) {
            effects.push("wins".to_owned());
        } else if let Some(then) = rest.first() {
            let then = rules.describe_move(&next, then);
            let mut letters = then.chars();
            let lower = letters.next().map(|first| first.to_ascii_lowercase());
            effects.push(format!(
                "then {}{}",
                lower.unwrap_or_default(),
                letters.as_str()
            ));
        }
        effects.join("; ")
    }

    fn autoplay(&self, rules: &FreeCell, state: &State, setting: Autoplay) -> Option<Move> {
        let moves = match setting {
            Autoplay::Safe => rules.safe_home_moves(state),
            Autoplay::All => rules.all_home_moves(state),
            Autoplay::Off => Vec::new(),
        };
        moves.first().copied()
    }
}

fn draw(picture: &mut Picture, card: Option<patience_core::Card>) {
    picture.space(1);
    match card {
        Some(card) => picture.card(card),
        None => picture.add(" ·", Tone::Faint),
    }
    picture.space(1);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find_game;

    #[test]
    fn a_board_is_drawn_as_people_know_it() {
        let text = "Foundations: H-6 C-9 D-2 S-0\nFreecells: QS 3S 2S -\n: 8H 3D\n: KS QD JC\n: AS 8D TD 7D JH TS 9D\n: 7S 6D\n: 5S KD\n: KH QC JD TC 9H 8S 7H 6S 5D 4S\n: KC QH JS TH 9S\n: 4D";
        let table = find_game("freecell")
            .unwrap()
            .read(text, &Variation::default())
            .unwrap();
        let expected = [
            "  a   b   c   d           home",
            " Qs  3s  2s   ·      9c  2d  6h   ♠",
            "",
            "  1   2   3   4   5   6   7   8",
            " 8h  Ks  As  7s  5s  Kh  Kc  4d",
            " 3d  Qd  8d  6d  Kd  Qc  Qh",
            "     Jc  Td          Jd  Js",
        ];
        let drawn = table.picture().to_string();
        let lines: Vec<_> = drawn.lines().take(expected.len()).collect();
        assert_eq!(lines, expected);
    }
}
