//! `patience solve`: one deal or position, one answer.

use std::fs;
use std::io::{self, IsTerminal as _, Write as _};

use anyhow::Context as _;
use patience::{Budget, Disk, Line, Outcome, Report, Request, Stop, wire};

use crate::args::{Common, Format, Notation, SolveArgs};
use crate::exit::Exit;
use crate::progress::Spinner;
use crate::report_text::{self, Detail};
use crate::{input, interrupt};
use patience::words::{self, counted, grouped};

/// Runs the command.
pub fn run(args: &SolveArgs, common: &Common) -> anyhow::Result<Exit> {
    let request = args.search.request(args.goal.target()?);
    let given = input::table(&args.source)?;
    let cancel = interrupt::cancel_on_ctrl_c();
    let threads = args.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |threads| threads as usize,
    );
    let mut budget = Budget::new(args.search.limits_of_process())
        .with_cancel(&cancel)
        .with_threads(threads);
    if let Some(most_bytes) = args.max_disk {
        let usual = || std::env::temp_dir().join("patience-search");
        budget = budget.with_disk(Disk {
            folder: args.disk_folder.clone().unwrap_or_else(usual),
            most_bytes,
        });
    }
    let (mut budget, spinner) = Spinner::watch(budget, common);
    let game = given.table.about().name;
    let mut report_better = |line: &Line| {
        if args.progress {
            let _ = improved(args.format.format, game, given.source, &request, line);
        }
    };
    let mut certificate = Vec::new();
    let report = match args.certificate {
        Some(_) => given.table.certify(&mut budget, &mut certificate),
        None => given
            .table
            .solve_anytime(&request, &mut budget, &mut report_better),
    };
    spinner.finish();
    let report = report?;
    let mut out = anstream::stdout().lock();
    match args.format.format {
        Format::Json => {
            let answer = wire::Answer::new(&*given.table, Some(given.source), &request, &report);
            writeln!(out, "{}", serde_json::to_string(&answer)?)?;
        }
        Format::Text if args.notation == Notation::Lines => {
            for move_ in report
                .outcome
                .solution()
                .into_iter()
                .flat_map(|line| &line.moves)
            {
                writeln!(out, "{move_}")?;
            }
            if !common.quiet {
                let verdict = words::answer(&request, &report);
                writeln!(anstream::stderr(), "{verdict}")?;
            }
        }
        Format::Text => {
            let detail = Detail {
                boards: args.steps,
                words: io::stdout().is_terminal(),
            };
            report_text::write(
                &mut out,
                &given.name(),
                &*given.table,
                &request,
                &report,
                detail,
            )?;
        }
    }
    out.flush()?;
    if let (Some(file), false) = (&args.certificate, certificate.is_empty()) {
        fs::write(file, &certificate).with_context(|| file.display().to_string())?;
        let size = grouped(certificate.len() as u64);
        let message = format!("certificate: {} ({size} bytes)", file.display());
        writeln!(anstream::stderr(), "{message}")?;
    }
    if common.verbose {
        print_statistics(&report)?;
    }
    Ok(exit_of(&report))
}

/// The exit code that an answer has.
pub fn exit_of(report: &Report) -> Exit {
    match report.outcome {
        Outcome::Solved(_) => Exit::Done,
        Outcome::Impossible(_) => Exit::No,
        Outcome::Unknown(Stop::Cancelled) => Exit::Interrupted,
        Outcome::Unknown(_) => Exit::Unknown,
    }
}

/// Prints a better solution while the search goes on.
fn improved(
    format: Format,
    game: &'static str,
    source: wire::Source,
    request: &Request,
    line: &Line,
) -> io::Result<()> {
    match format {
        Format::Json => {
            let solution = wire::Solution::new(line, &request.target.goal);
            let event = wire::Improved::new(game, source, request, solution);
            writeln!(anstream::stdout(), "{}", serde_json::to_string(&event)?)
        }
        Format::Text => {
            let length = counted(line.length, line.count.word());
            writeln!(anstream::stderr(), "can be won in {length}")
        }
    }
}

fn print_statistics(report: &Report) -> io::Result<()> {
    let statistics = &report.statistics;
    writeln!(
        anstream::stderr(),
        "{} in {:.3} s, {} MiB",
        counted(statistics.states, "states"),
        statistics.time.as_secs_f64(),
        grouped(statistics.bytes.div_ceil(1 << 20)),
    )
}
