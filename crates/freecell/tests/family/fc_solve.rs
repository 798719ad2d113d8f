//! The same positions given to fc-solve, where it is installed: it reads our
//! board format, and where both decide, the verdicts agree.
//!
//! A solution of ours has been replayed, so where fc-solve says "no" to a
//! solved position it is fc-solve that looks at too few moves. The other way
//! round, our "impossible" where fc-solve has a solution, is an error.

use std::io::Write as _;
use std::process::{Command, Stdio};

use patience_core::numbering::SplitMix64;
use patience_core::{Limits, Outcome};
use patience_freecell::{Mode, Question, solve};
use patience_rules::Rules as _;
use patience_rules::freecell::{EmptyColumn, FreeCell, State};
use patience_search::Budget;

use crate::{deals_wanted, replayed};

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

fn is_installed() -> bool {
    let found = Command::new("fc-solve").arg("--version").output().is_ok();
    if !found {
        eprintln!("SKIPPED: fc-solve is not installed (Debian: freecell-solver-bin)");
    }
    found
}

/// Our verdict, with the solution replayed twice.
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
fn fc_solve_agrees_on_positions_from_the_middle_of_a_game() {
    if !is_installed() {
        return;
    }
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
            let Some(played) = moves.get(numbers.below(moves.len().max(1))) else {
                break;
            };
            rules.apply(&mut now, played).unwrap();
        }
        tally.compare(&rules, &now);
    }
    eprintln!("200 positions of FreeCell: {tally:?}");
    assert_eq!(tally.they_missed_a_solution, 0);
    assert!(tally.agreed >= 150, "{tally:?}");
}

#[test]
fn fc_solve_agrees_on_every_game_of_the_family() {
    if !is_installed() {
        return;
    }
    for rules in FreeCell::ALL {
        let rules = match rules.name {
            "bakers-dozen" => rules.with_columns(MOST_COLUMNS).unwrap(),
            _ => rules,
        };
        let mut tally = Tally::default();
        for number in 1..=deals_wanted(10, 100) {
            tally.compare(&rules, &rules.deal(number));
        }
        eprintln!("{}: {tally:?}", rules.name);
        // Its Simple Simon has no complete set of moves.
        if rules.name != "simple-simon" {
            assert_eq!(tally.they_missed_a_solution, 0, "{}", rules.name);
        }
    }
}
