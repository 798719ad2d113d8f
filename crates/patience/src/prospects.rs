//! Which of the moves on the table still win?

use patience_core::{Limits, Outcome};
use patience_search::{Budget, Cancel};

use patience_game::{Error, Line, Move, Request, Table};

/// What a legal move leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The move.
    pub move_: Move,
    /// A solution that begins with it (its length and cheats count the move
    /// itself), the proof that there is none, or why neither is known.
    pub outcome: Outcome<Line>,
}

/// What each legal move of a table leads to, in the order of the moves. The
/// limits hold for each move. In games with cheats the request says how many
/// are allowed: with [`Cheats::Never`](crate::Cheats::Never) a move wins if it
/// wins without one, else a solution tells how many it takes.
///
/// ```
/// use patience::{Limits, Request, Session, prospects};
/// let session = Session::deal("cluj", 1, &Default::default())?;
/// let moves = prospects(session.table(), &Request::default(), Limits::NONE, &Default::default())?;
/// let fewest = moves.iter().filter_map(|one| one.outcome.solution()?.cheats).min();
/// assert!(fewest.is_some());
/// # Ok::<(), patience::Error>(())
/// ```
pub fn prospects(
    table: &dyn Table,
    request: &Request,
    limits: Limits,
    cancel: &Cancel,
) -> Result<Vec<Prospect>, Error> {
    let moves = table.legal_moves();
    moves
        .into_iter()
        .map(|move_| {
            let outcome = prospect(table, &move_, request, limits, cancel)?;
            Ok(Prospect { move_, outcome })
        })
        .collect()
}

fn prospect(
    table: &dyn Table,
    move_: &str,
    request: &Request,
    limits: Limits,
    cancel: &Cancel,
) -> Result<Outcome<Line>, Error> {
    let (after, written) = table.play(move_)?;
    let mut budget = Budget::new(limits).with_cancel(cancel);
    let report = after.solve(request, &mut budget)?;
    Ok(match report.outcome {
        Outcome::Solved(rest) => {
            // The whole line is replayed from here, so that length, score and
            // cheats are those of the whole.
            let moves: Vec<_> = std::iter::once(written).chain(rest.moves).collect();
            let whole = table.verify(&request.target, &moves)?;
            Outcome::Solved(whole.with_proof(rest.proof))
        }
        Outcome::Impossible(exhausted) => Outcome::Impossible(exhausted),
        Outcome::Unknown(stop) => Outcome::Unknown(stop),
    })
}
