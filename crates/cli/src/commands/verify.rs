//! `patience verify`: checks a solution with the reference rules.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write as _};
use std::path::Path;

use anyhow::{Context as _, bail};
use patience::{Checked, Error, Goal, Line, Move, Table, check_certificate, find_game};

use crate::args::{self, GoalWord, VerifyArgs};
use crate::exit::Exit;
use crate::input;
use patience::words::counted;

/// Runs the command.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Exit> {
    if let Some(file) = &args.certificate {
        return verify_certificate(file);
    }
    let (table, solution) = given(args)?;
    let text = input::read_text(solution)?;
    let claim = Claim::read(&text, &*table).with_context(|| input::name_of(solution))?;
    let given = args.goal.map(GoalWord::goal);
    let goal = given.or(claim.goal).unwrap_or(Goal::Board);
    let so_far = args.so_far.or(claim.so_far.filter(|_| args.goal.is_none()));
    let target = args::target(goal, so_far.unwrap_or(0))?;
    let mut out = anstream::stdout().lock();
    let exit = match table.verify(&target, &claim.moves) {
        Ok(line) => {
            writeln!(out, "Right: {}.", what_it_does(&line))?;
            Exit::Done
        }
        Err(Error::Refused(refusal)) => {
            writeln!(out, "Wrong: {refusal}.")?;
            Exit::No
        }
        Err(other) => return Err(other.into()),
    };
    out.flush()?;
    Ok(exit)
}

/// Checks a proof of impossibility, and shows what it is about.
fn verify_certificate(file: &Path) -> anyhow::Result<Exit> {
    let reader: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(
            File::open(file).with_context(|| input::name_of(file))?,
        ))
    };
    let mut out = anstream::stdout().lock();
    let exit = match check_certificate(reader) {
        Ok(proof) => {
            writeln!(
                out,
                "Right: this {} cannot be won; {}.\n\n{}",
                proof.table.about().title,
                checked(proof.checked),
                proof.table.text().trim_end()
            )?;
            Exit::Done
        }
        Err(Error::NoProof { reason }) => {
            writeln!(out, "Wrong: the certificate proves nothing: {reason}.")?;
            Exit::No
        }
        Err(other) => return Err(other.into()),
    };
    out.flush()?;
    Ok(exit)
}

/// What was checked, in words.
fn checked(checked: Checked) -> String {
    match checked {
        Checked::Positions(count) => {
            let positions = counted(count, "positions");
            format!("{positions} and every move from them were checked")
        }
        Checked::Outlines(count) => {
            let outlines = counted(count, "outlines");
            format!("even the relaxed game cannot, whose {outlines} were checked")
        }
    }
}

/// The table and the file of the solution.
fn given(args: &VerifyArgs) -> anyhow::Result<(Box<dyn Table>, &Path)> {
    // The command line asks for a game unless there is a certificate.
    let name = args.game.as_deref().unwrap_or_default();
    let game = find_game(name)?;
    let settings = (&args.settings).into();
    match (args.files.as_slice(), args.deal) {
        ([solution], Some(number)) => Ok((game.deal(number, &settings)?, solution)),
        ([deal, solution], None) => {
            let number = deal.to_str().and_then(|text| text.parse().ok());
            let table = match number {
                Some(number) if !deal.exists() => game.deal(number, &settings)?,
                _ => input::read_table(game, deal, &settings)?.table,
            };
            Ok((table, solution))
        }
        ([_], None) => bail!("give the cards and the solution: verify {name} DEAL SOLUTION"),
        _ => bail!("give either a file with the cards or --deal N, not both"),
    }
}

/// What a solution text says: its moves, and its goal if it is JSON.
struct Claim {
    moves: Vec<Move>,
    goal: Option<Goal>,
    so_far: Option<u32>,
}

impl Claim {
    fn read(text: &str, table: &dyn Table) -> anyhow::Result<Self> {
        if !text.trim_start().starts_with('{') {
            return Ok(Self {
                moves: table.moves_in(text),
                goal: None,
                so_far: None,
            });
        }
        let answer: serde_json::Value = serde_json::from_str(text).context("bad JSON")?;
        let Some(moves) = answer["moves"].as_array() else {
            bail!("this answer has no moves to verify");
        };
        let moves = moves.iter().map(|move_| move_.as_str().map(Move::from));
        Ok(Self {
            moves: moves
                .collect::<Option<_>>()
                .context("`moves` must be a list of texts")?,
            goal: answer["goal"].as_str().and_then(|goal| goal.parse().ok()),
            so_far: answer["so_far"]
                .as_u64()
                .and_then(|so_far| so_far.try_into().ok()),
        })
    }
}

fn what_it_does(line: &Line) -> String {
    let mut parts = vec![counted(line.length, line.count.word())];
    if let Some(cheats) = line.cheats {
        parts.push(counted(cheats, "cheats"));
    }
    if let Some(score) = line.tally.score {
        parts.push(counted(score, "points"));
    }
    let clears = if line.tally.cleared {
        "the board is cleared"
    } else {
        "the board is not cleared"
    };
    parts.push(clears.to_owned());
    parts.join(", ")
}
