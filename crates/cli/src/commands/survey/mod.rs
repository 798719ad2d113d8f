//! `patience survey`: a question about many deals, answered in a folder.

mod text;

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, bail};
use indicatif::ProgressBar;
use patience::Limits;
use patience::words::{counted, grouped};
use patience_survey::{Deals, Ended, Folder, Part, Plan, Progress, Run};

use crate::args::{
    CheckArgs, Common, CompareArgs, Format, MergeArgs, ReportArgs, RetryArgs, RunArgs, StatusArgs,
    SurveyArgs, SurveyCommand,
};
use crate::exit::Exit;
use crate::{interrupt, progress};

/// Runs the command.
pub fn run(args: &SurveyArgs, common: &Common) -> anyhow::Result<Exit> {
    match &args.command {
        SurveyCommand::Run(args) => compute(args, common),
        SurveyCommand::Status(args) => status(args),
        SurveyCommand::Report(args) => report(args),
        SurveyCommand::Check(args) => check(args, common),
        SurveyCommand::Merge(args) => merge(args),
        SurveyCommand::Retry(args) => retry(args, common),
        SurveyCommand::Compare(args) => compare(args),
    }
}

fn threads(chosen: Option<u32>) -> usize {
    chosen.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |threads| threads as usize,
    )
}

fn compute(args: &RunArgs, common: &Common) -> anyhow::Result<Exit> {
    let cancel = interrupt::cancel_on_ctrl_c();
    let folder = match &args.game {
        None => Folder::open(&args.folder)
            .with_context(|| "a new survey needs a game, and --deals or --sample")?,
        Some(game) => {
            let deals = match (args.deals, args.sample) {
                (Some(range), _) => Deals::Range {
                    first: range.first,
                    last: range.last,
                },
                (None, Some(sample)) => Deals::Sample {
                    sample,
                    seed: args.seed,
                },
                (None, None) => bail!("a survey needs --deals A..B or --sample N"),
            };
            // A folder that has begun keeps the size of its shards.
            let begun = Folder::open(&args.folder).ok();
            let size = begun.map(|folder| folder.plan().shard_size);
            let plan = Plan::new(
                game,
                (&args.settings).into(),
                args.search.request(args.goal.target()?),
                args.search.limits(),
                deals,
                args.shard_size.or(size),
                &cancel,
            )?;
            Folder::begin(&args.folder, plan)?
        }
    };
    if folder.plan().limits.milliseconds.is_some() && !common.quiet {
        eprintln!(
            "note: with --max-time, what is unknown depends on the machine; --max-states does not"
        );
    }
    let run = Run {
        threads: threads(args.threads),
        part: args.part.unwrap_or(Part::ALL),
        until: args.until,
        cancel,
    };
    go(&folder, &run, common)?.end(&folder, common)
}

/// Computes a survey with a bar.
fn go(folder: &Folder, run: &Run, common: &Common) -> anyhow::Result<Gone> {
    let started = Instant::now();
    let bar = progress::survey_bar(common);
    let mut first = None;
    let mut last = Progress::default();
    let ended = run.all(folder, |now| {
        let before = *first.get_or_insert(now.done);
        last = *now;
        show(&bar, now, before, started);
    });
    bar.finish_and_clear();
    Ok(Gone {
        ended: ended?,
        done: last.done - first.unwrap_or(last.done).min(last.done),
    })
}

fn show(bar: &ProgressBar, now: &Progress, before: u64, started: Instant) {
    bar.set_length(now.all);
    bar.set_position(now.done);
    let seconds = started.elapsed().as_secs_f64();
    let rate = (now.done - before.min(now.done)) as f64 / seconds.max(1e-3);
    let left = (now.all - now.done.min(now.all)) as f64 / rate.max(1e-9);
    let share = match now.counted {
        0 => String::new(),
        deals => format!(
            "; {} can be won",
            text::share(now.solved, now.unknown, deals)
        ),
    };
    let left = match rate > 0.0 && left < 1e9 {
        true => format!(
            ", {} left",
            indicatif::HumanDuration(std::time::Duration::from_secs_f64(left))
        ),
        false => String::new(),
    };
    bar.set_message(format!("{} a second{left}{share}", grouped(rate as u64)));
}

/// How a computation ended.
struct Gone {
    ended: Ended,
    done: u64,
}

impl Gone {
    fn end(&self, folder: &Folder, common: &Common) -> anyhow::Result<Exit> {
        print(&text::status(folder, &patience_survey::summarise(folder)?)?)?;
        if !common.quiet {
            let note = match self.ended {
                Ended::Complete => None,
                Ended::Narrow => Some("stopped: the interval is narrow enough"),
                Ended::Interrupted => Some("interrupted; the same line goes on"),
            };
            if let Some(note) = note {
                eprintln!("{note} ({} now)", counted(self.done, "deals"));
            }
        }
        Ok(match self.ended {
            Ended::Interrupted => Exit::Interrupted,
            Ended::Complete | Ended::Narrow => Exit::Done,
        })
    }
}

fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn status(args: &StatusArgs) -> anyhow::Result<Exit> {
    let folder = Folder::open(&args.folder)?;
    let summary = patience_survey::summarise(&folder)?;
    let text = match args.format.format {
        Format::Text => text::status(&folder, &summary)?,
        Format::Json => text::status_json(&folder, &summary)?,
    };
    print(&text)?;
    Ok(Exit::Done)
}

fn report(args: &ReportArgs) -> anyhow::Result<Exit> {
    let folder = Folder::open(&args.folder)?;
    let summary = patience_survey::summarise(&folder)?;
    let html = patience_survey::report(&folder, &summary)?;
    let path = args.output.clone();
    let path = path.unwrap_or_else(|| args.folder.join("report.html"));
    if path == Path::new("-") {
        print(&html)?;
        return Ok(Exit::Done);
    }
    fs::write(&path, html).with_context(|| format!("cannot write {}", path.display()))?;
    eprintln!("the report is in {}", path.display());
    Ok(Exit::Done)
}

fn check(args: &CheckArgs, common: &Common) -> anyhow::Result<Exit> {
    let folder = Folder::open(&args.folder)?;
    folder.plan().refuse_other_version(folder.path())?;
    let cancel = interrupt::cancel_on_ctrl_c();
    let bar = progress::deals_bar(None, common);
    let seed = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = seed.map_or(1, |time| time.as_nanos() as u64);
    let checked = patience_survey::check(&folder, args.again, seed, &cancel, |now| {
        bar.set_position(now.rows);
    });
    bar.finish_and_clear();
    if let Err(patience_survey::Error::Interrupted) = checked {
        return Ok(Exit::Interrupted);
    }
    let checked = checked?;
    print(&format!(
        "{} with {} are as they were written; {} were solved again, with the same result\n",
        counted(checked.shards, "shards"),
        counted(checked.rows, "deals"),
        grouped(checked.solved_again)
    ))?;
    Ok(Exit::Done)
}

fn merge(args: &MergeArgs) -> anyhow::Result<Exit> {
    let first = Folder::open(&args.from[0])?;
    let into = Folder::begin(&args.folder, first.plan().clone())?;
    for from in &args.from {
        let new = patience_survey::merge(&into, &Folder::open(from)?)?;
        eprintln!("{}: {} added", from.display(), counted(new, "shards"));
    }
    print(&text::status(&into, &patience_survey::summarise(&into)?)?)?;
    Ok(Exit::Done)
}

fn retry(args: &RetryArgs, common: &Common) -> anyhow::Result<Exit> {
    let folder = Folder::open(&args.folder)?;
    let limits = Limits {
        states: args.search.max_states,
        time: args.search.max_time,
        bytes: Some(args.search.max_memory),
    };
    let Some(level) = patience_survey::retry(&folder, limits)? else {
        eprintln!("every deal is decided");
        return Ok(Exit::Done);
    };
    let run = Run {
        threads: threads(args.threads),
        cancel: interrupt::cancel_on_ctrl_c(),
        ..Run::default()
    };
    go(&level, &run, common)?.end(&folder, common)
}

fn compare(args: &CompareArgs) -> anyhow::Result<Exit> {
    let first = Folder::open(&args.first)?;
    let second = Folder::open(&args.second)?;
    let found = patience_survey::compare(&first, &second)?;
    if found.both + found.neither + found.only_first + found.only_second + found.unknown == 0 {
        bail!("the two surveys have no deal in common");
    }
    let text = match args.format.format {
        Format::Text => text::comparison(&first, &second, &found),
        Format::Json => text::comparison_json(&found)?,
    };
    print(&text)?;
    if args.stricter && found.only_first > 0 {
        bail!(
            "{} won in A and lost in B, although A's rules are stricter: {}. One answer is wrong",
            match found.only_first {
                1 => "1 deal is".to_owned(),
                many => format!("{} deals are", grouped(many)),
            },
            text::list(&found.examples_first, found.only_first),
        );
    }
    Ok(Exit::Done)
}
