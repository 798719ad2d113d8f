//! The four questions that can be asked about a position, and their answers.

use crate::rules::{Move, State};
use patience_core::{Answer, Exhausted, Outcome, Proof, Solution, Stop};
use patience_search::Budget;

use crate::solver::aside::CardsAside;
use crate::solver::candidates::Arguments;
use crate::solver::closure::closure;
use crate::solver::columns::{Layout, is_frozen};
use crate::solver::exhaustive::{Cheats, exhaustive};
use crate::solver::fast;
use crate::solver::image::{ImageKey, NarrowKey};
use crate::solver::levels::{ImagePath, Levels};
use crate::solver::packed::{Packed, Step};
use crate::solver::realise::{Realise, written};
use crate::solver::to_go::{ANY, ToGo};

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
pub enum Aim {
    /// The fewest cheats, and with so many the fewest moves.
    #[default]
    FewestCheats,
    /// The fewest moves without a cheat.
    NoCheat,
    /// The fewest moves with any number of cheats.
    AnyCheats,
    /// Any solution, as soon as possible.
    Fast,
}

/// If true cards need so many more moves than the image game, the plain search
/// decides. (The most in tens of thousands of deals was three.)
const MOST_EXTRA_MOVES: u32 = 12;

/// Answers a question about a position.
///
/// ```
/// use patience_cluj::rules::Cluj;
/// use patience_cluj::solver::{Aim, solve};
/// use patience_rules::Rules;
/// use patience_search::Budget;
/// let deal = Cluj.read_state("7DK068.8K976T.K70600.DV689D.K8V79T.VT9TDV.").unwrap();
/// let answer = solve(&deal, Aim::FewestCheats, &mut Budget::unlimited());
/// assert!(answer.outcome.solution().is_some());
/// ```
pub fn solve(start: &State, aim: Aim, budget: &mut Budget) -> Answer<Move> {
    solve_with(start, aim, Arguments::ALL, budget)
}

/// The same with only some of the arguments that make the search small.
pub fn solve_with(
    start: &State,
    aim: Aim,
    arguments: Arguments,
    budget: &mut Budget,
) -> Answer<Move> {
    let layout = Layout::new(start);
    let search = Search {
        layout: &layout,
        table: Packed::new(start),
        arguments,
    };
    let outcome = match aim {
        Aim::NoCheat => search.without_cheats(budget),
        Aim::FewestCheats => search.fewest_cheats(budget),
        Aim::AnyCheats => search.any_cheats(budget),
        Aim::Fast => search.fast(budget),
    };
    let proof = match aim {
        Aim::FewestCheats => Some(Proof::Best),
        Aim::NoCheat | Aim::AnyCheats => Some(Proof::Shortest),
        Aim::Fast => None,
    };
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(stop) => Outcome::Unknown(stop),
    };
    Answer::only(outcome.map(|steps| Solution {
        moves: written(&layout, &search.table, &steps),
        proof,
    }))
}

struct Search<'a> {
    layout: &'a Layout,
    table: Packed,
    arguments: Arguments,
}

type Found = Result<Outcome<Vec<Step>>, Stop>;

impl<'a> Search<'a> {
    fn without_cheats(&self, budget: &mut Budget) -> Found {
        let mut levels = Levels::new(self.layout, self.arguments, 0);
        match levels.round(&self.table.image(), None, budget)? {
            Some(path) => Ok(Outcome::Solved(self.play(&levels, &path, budget)?)),
            None => Ok(Exhausted::claim(levels.waiting(), 0).into()),
        }
    }

    /// Plays a path of the image game without cheats.
    fn play(
        &self,
        levels: &Levels<'_>,
        path: &ImagePath,
        budget: &mut Budget,
    ) -> Result<Vec<Step>, Stop> {
        let to_go = ToGo::<u128>::new(self.layout, self.arguments, levels, 0, path, None, budget)?;
        let mut realise = Realise::new(self.layout, to_go, 0);
        let steps = realise.within(&self.table, 0, path.moves, budget)?;
        steps.ok_or(Stop::Incomplete)
    }

    /// The fewest cheats, and then the fewest moves.
    fn fewest_cheats(&self, budget: &mut Budget) -> Found {
        let frozen = self.table.codes.iter().filter(|&&code| is_frozen(code));
        let frozen = frozen.count();
        let image = self.table.image();
        let new_aside = || CardsAside::new(self.layout, self.arguments);
        // Where columns are frozen at the start, the image game is small, and often
        // smaller than the loose game, in which nothing is frozen.
        let is_loose = self.arguments.cards_aside && frozen == 0;
        let mut aside = is_loose.then(new_aside);
        let before = budget.states();
        for cheats in 0.. {
            // 1. So many are rare (one deal in 3,000). Perhaps it cannot be won at all?
            //    The effort grows with the others, so that it ends.
            let narrow = cheats as usize + frozen <= NarrowKey::MOST_FROZEN;
            if is_loose && !narrow {
                let effort = 100 + (budget.states() - before) / 4;
                if let Some(exhausted) = closure(self.layout, &image, effort, budget)? {
                    return Ok(Outcome::Impossible(exhausted));
                }
            }
            // 2. With so many cheats?
            let found = if narrow {
                self.with_cheats::<NarrowKey>(cheats, &mut aside, budget)?
            } else {
                self.with_cheats::<u128>(cheats, &mut aside, budget)?
            };
            if let Some(outcome) = found {
                return Ok(outcome);
            }
        }
        Ok(Outcome::Unknown(Stop::Incomplete))
    }

    /// The fewest moves with so many cheats, if fewer are not enough and so many
    /// are.
    fn with_cheats<K: ImageKey>(
        &self,
        cheats: u32,
        aside: &mut Option<CardsAside<'a>>,
        budget: &mut Budget,
    ) -> Result<Option<Outcome<Vec<Step>>>, Stop> {
        // 1. The image game.
        let image = self.table.image();
        let mut levels = Levels::new(self.layout, self.arguments, cheats);
        // Without cheats the loose game is the image game itself.
        let bound = aside.as_mut().filter(|_| cheats > 0);
        let Some(path) = levels.round(&image, bound, budget)? else {
            // Without the loose game, every image was visited: if none needs
            // so many cheats, then more lead nowhere.
            if aside.is_none() {
                let open = levels.waiting() + levels.next_round();
                return Ok(Exhausted::claim(open, 0).ok().map(Outcome::Impossible));
            }
            return Ok(None);
        };
        // 2. True moves, as many as the image game has, or a few more.
        let (layout, arguments) = (self.layout, self.arguments);
        let aside = aside.take().filter(|_| cheats > 0);
        let to_go = ToGo::<K>::new(layout, arguments, &levels, cheats, &path, aside, budget)?;
        let mut realise = Realise::new(layout, to_go, cheats);
        for moves in path.moves..=path.moves + MOST_EXTRA_MOVES {
            budget.set_lower_bound(moves);
            if let Some(steps) = realise.within(&self.table, cheats, moves, budget)? {
                return Ok(Some(Outcome::Solved(steps)));
            }
        }
        // 3. True cards cannot follow the image game.
        let all = exhaustive(self.layout, &self.table, Cheats::Fewest, budget);
        Ok(Some(all))
    }

    fn any_cheats(&self, budget: &mut Budget) -> Found {
        // 1. With the fewest cheats, if it can be won at all.
        let fewest = match self.fewest_cheats(budget)? {
            Outcome::Solved(steps) => steps,
            other => return Ok(other),
        };
        // 2. Anything shorter?
        let image = self.table.image();
        let least = image.pool(self.layout).map_or(0, |pool| pool.misplaced);
        let to_go = ToGo::<u128>::with_any_cheats(self.layout, self.arguments);
        let mut realise = Realise::new(self.layout, to_go, ANY);
        for moves in u32::from(least)..fewest.len() as u32 {
            budget.set_lower_bound(moves);
            if let Some(steps) = realise.within(&self.table, ANY, moves, budget)? {
                return Ok(Outcome::Solved(steps));
            }
        }
        Ok(Outcome::Solved(fewest))
    }

    fn fast(&self, budget: &mut Budget) -> Found {
        match fast::search(self.layout, &self.table, budget)? {
            Some(steps) => Ok(Outcome::Solved(steps)),
            None => self.fewest_cheats(budget),
        }
    }
}
