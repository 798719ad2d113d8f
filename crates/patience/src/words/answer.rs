//! The answer of a solver in a sentence.

use patience_core::{Count, Goal, Outcome, Proof, Target};
use patience_game::{Cheats, Line, Report, Request};

use super::{counted, grouped};

/// The answer in a sentence.
pub fn answer(request: &Request, report: &Report) -> String {
    match &report.outcome {
        Outcome::Solved(line) if line.moves.is_empty() => already(&request.target),
        Outcome::Solved(line) => solved(request, line),
        Outcome::Impossible(_) => impossible(request),
        Outcome::Unknown(stop) => format!("Unknown: {stop}."),
    }
}

fn already(target: &Target) -> String {
    match target.goal {
        Goal::Board => "Already won: nothing to do.".to_owned(),
        Goal::Score { target: None } => "Nothing to gain: no move earns a point.".to_owned(),
        _ => "Already reached: nothing to do.".to_owned(),
    }
}

fn solved(request: &Request, line: &Line) -> String {
    let cheats = line.cheats.map_or_else(String::new, |cheats| match cheats {
        0 => " without cheating".to_owned(),
        cheats => format!(" with {}", counted(cheats, "cheats")),
    });
    let length = counted(line.length, line.count.word());
    let proof = match line.proof {
        Some(Proof::Shortest) => ", the fewest possible",
        Some(Proof::Best) => ", the best possible",
        Some(Proof::Most) => ", the most possible",
        None => "",
    };
    match request.target.goal {
        Goal::Board => format!("Solved in {length}{cheats}{proof}{}.", listed(line)),
        Goal::Score { target: None } => format!("{} {}.", sentence(request, line), clears(line)),
        Goal::Score { .. } | Goal::Cards { .. } => {
            format!(
                "Reached: {} in {length}{proof}. {}.",
                achieved(request, line),
                clears(line)
            )
        }
    }
}

/// What the list below has more or fewer of than the length counts.
fn listed(line: &Line) -> String {
    let moves = counted(line.moves.len(), "moves");
    match line.count {
        _ if line.length as usize == line.moves.len() => String::new(),
        Count::Clicks => {
            format!("; the {moves} below include the cards that go home by themselves")
        }
        Count::Steps if (line.length as usize) < line.moves.len() => {
            format!("; some of the {moves} below do not count")
        }
        Count::Steps => format!("; some of the {moves} below carry several cards"),
        // One unit on a screen: the list counts in this way, too.
        Count::Moves => String::new(),
    }
}

/// "1,290 points in 63 steps, the highest score there is."
fn sentence(request: &Request, line: &Line) -> String {
    let length = counted(line.length, line.count.word());
    let proof = match line.proof {
        Some(Proof::Most) => ", the most there is",
        Some(_) => ", the most there is, in the fewest steps",
        None => "",
    };
    format!("{} in {length}{proof}.", achieved(request, line))
}

fn achieved(request: &Request, line: &Line) -> String {
    let goal = request.target.goal;
    match (goal, line.tally.cards(&goal), line.tally.score) {
        (Goal::Cards { rank, .. }, Some(cards), _) => format!("{cards} of rank {rank} gone"),
        (_, _, Some(score)) => counted(score, "points"),
        _ => "the board cleared".to_owned(),
    }
}

fn clears(line: &Line) -> &'static str {
    if line.tally.cleared {
        "It clears the board"
    } else {
        "It does not clear the board"
    }
}

fn impossible(request: &Request) -> String {
    let wanted = u64::from(request.target.wanted().unwrap_or_default());
    match request.target.goal {
        Goal::Board if request.cheats == Cheats::Never => {
            "Impossible without cheating: no way clears the board. Proved: every way was searched."
                .to_owned()
        }
        Goal::Board => {
            "Impossible: no way clears the board. Proved: every way was searched.".to_owned()
        }
        Goal::Score { .. } => format!(
            "Out of reach: no game of this deal earns {} points. Proved: every way was searched.",
            grouped(wanted)
        ),
        Goal::Cards { rank, .. } => format!(
            "Out of reach: no game of this deal removes {wanted} of rank {rank}. Proved: every way was searched."
        ),
    }
}

/// An alternative of an answer, in a sentence.
pub fn alternative(request: &Request, report: &Report, line: &Line) -> String {
    let is_only = report.alternatives.len() == 1 && report.outcome.solution().is_none();
    let label = match &report.outcome {
        Outcome::Unknown(_) => "The best found so far",
        _ if line.tally.cleared && !is_only => "The best that clears the board",
        _ => "The best there is",
    };
    let length = counted(line.length, line.count.word());
    format!(
        "{label}: {} in {length}. {}.",
        achieved(request, line),
        clears(line)
    )
}
