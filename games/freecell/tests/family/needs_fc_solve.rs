//! The same positions given to fc-solve (Debian: freecell-solver-bin): it reads
//! our board format, and where both decide, the verdicts agree.
//!
//! Our solutions are replayed. So if fc-solve does not solve a position that we
//! solve, it has tried too few moves. But if fc-solve solves a position that we
//! call impossible, that is an error.

use std::io::Write as _;
use std::process::{Command, Stdio};

use patience_core::numbering::SplitMix64;
use patience_core::{Limits, Outcome};
use patience_freecell::rules::{EmptyColumn, FreeCell, State};
use patience_freecell::solver::{Mode, Question, solve};
use patience_rules::Rules as _;
use patience_search::Budget;

use crate::replayed;

/// The most columns that Debian's build of fc-solve takes. Baker's Dozen is
/// compared with ten columns, under the same rules.
const MOST_COLUMNS: u8 = 10;

/// What fc-solve says about a board; none when it gives up.
fn verdict_of_fc_solve(rules: &FreeCell, board: &str, iterations: u32) -> Option<bool> {
    let game = match rules.name {
        // Debian's build knows no game with thirteen columns, only its rules.
        "bakers-dozen" => "beleaguered_castle".to_owned(),
        name => name.replace('-', "_"),
    };
    let empty = match rules.empty_column {
        EmptyColumn::Any => "all",
        EmptyColumn::Kings => "kings",
        EmptyColumn::Nothing => "none",
    };
    // Every single-card move, so that "no" means that everything was tried;
    // where runs may be longer than single cards could go, those as well.
    let moves = match rules.name {
        "simple-simon" => "abcdefghi",
        "relaxed-freecell" | "relaxed-seahaven" => "01ABCDE23456789",
        _ => "01ABCDE",
    };
    let mut child = Command::new("fc-solve")
        .args(["-g", &game])
        .args(["--freecells-num", &rules.cells.to_string()])
        .args(["--stacks-num", &rules.columns.to_string()])
        .args(["--empty-stacks-filled-by", empty])
        .args(["-to", moves, "-sel", "-m", "-mi", &iterations.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(board.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    if text.contains("This game is solveable") {
        Some(true)
    } else if text.contains("I could not solve this game") {
        Some(false)
    } else {
        assert!(
            text.contains("Iterations count exceeded"),
            "{board}\n{text}"
        );
        None
    }
}

/// Our verdict. A solution is replayed by the rules and by the replayer.
fn verdict_of_ours(rules: &FreeCell, start: &State, states: u64) -> Option<bool> {
    let question = Question {
        mode: Mode::Fast,
        ..Question::default()
    };
    let limits = Limits {
        states: Some(states),
        ..Limits::NONE
    };
    let answer = solve(
        rules,
        start,
        &question,
        &mut Budget::new(limits),
        &mut |_| {},
    );
    match answer.outcome {
        Outcome::Solved(solution) => {
            replayed(rules, start, &solution.moves);
            Some(true)
        }
        Outcome::Impossible(_) => Some(false),
        Outcome::Unknown(_) => None,
    }
}

#[derive(Default, Debug)]
struct Tally {
    agreed: u32,
    ours_only: u32,
    theirs_only: u32,
    neither: u32,
    they_missed_a_solution: u32,
}

impl Tally {
    fn compare(&mut self, rules: &FreeCell, start: &State) {
        let board = rules.write_state(start);
        let ours = verdict_of_ours(rules, start, 300_000);
        let theirs = verdict_of_fc_solve(rules, &board, 100_000);
        match (ours, theirs) {
            (Some(false), Some(true)) => panic!("{} can be won\n{board}", rules.name),
            (Some(true), Some(false)) => self.they_missed_a_solution += 1,
            (Some(_), Some(_)) => self.agreed += 1,
            (Some(_), None) => self.ours_only += 1,
            (None, Some(_)) => self.theirs_only += 1,
            (None, None) => self.neither += 1,
        }
    }
}

#[test]
#[ignore = "needs fc-solve"]
fn fc_solve_agrees_on_positions_from_the_middle_of_a_game() {
    let rules = FreeCell::FREECELL;
    let mut tally = Tally::default();
    for number in 1..=200 {
        let mut numbers = SplitMix64::new(number);
        let mut now = rules.deal(number);
        for _ in 0..5 + numbers.below(40) {
            let mut moves = rules.all_home_moves(&now);
            if moves.is_empty() || numbers.below(3) == 0 {
                moves = rules.legal_moves(&now);
            }
            let Some(move_) = moves.get(numbers.below(moves.len().max(1))) else {
                break;
            };
            rules.apply(&mut now, move_).unwrap();
        }
        tally.compare(&rules, &now);
    }
    assert_eq!(tally.they_missed_a_solution, 0);
    assert!(tally.agreed >= 150, "{tally:?}");
}

/// Compares so many deals of every game.
fn every_game_agrees(deals: u64) {
    let mut agreed = 0;
    for rules in FreeCell::ALL {
        let rules = match rules.name {
            "bakers-dozen" => rules.with_columns(MOST_COLUMNS).unwrap(),
            _ => rules,
        };
        let mut tally = Tally::default();
        for number in 1..=deals {
            tally.compare(&rules, &rules.deal(number));
        }
        agreed += u64::from(tally.agreed);
        // Its Simple Simon has no complete set of moves.
        if rules.name != "simple-simon" {
            assert_eq!(tally.they_missed_a_solution, 0, "{}", rules.name);
        }
    }
    // Of 100 deals of each of the thirteen games both decide 1,078.
    assert!(agreed > 6 * deals, "{agreed}");
}

#[test]
#[ignore = "needs fc-solve"]
fn fc_solve_agrees_on_every_game_of_the_family() {
    every_game_agrees(10);
}

mod slow {
    #[test]
    #[ignore = "slow: ./test --all runs it; needs fc-solve"]
    fn fc_solve_agrees_on_a_hundred_deals_of_every_game() {
        super::every_game_agrees(100);
    }
}
