//! `patience batch`: many deals, one result a line, in the order of the deals.

use std::io::{self, BufRead, BufReader, Write as _};
use std::path::Path;
use std::time::Instant;

use patience::{
    Budget, Cancel, Game, Limits, Outcome, Report, Request, Settings, Statistics, Stop, Table,
    Threads, find_game, wire,
};

use crate::args::{BatchArgs, BatchFormat, Common};
use crate::exit::Exit;
use crate::{input, interrupt, ordered, progress};
use patience::words::counted;

mod summary;

use summary::Summary;

/// Runs the command.
pub fn run(args: &BatchArgs, common: &Common) -> anyhow::Result<Exit> {
    let game = find_game(&args.game)?;
    let cancel = interrupt::cancel_on_ctrl_c();
    let request = args.search.request(args.goal.target()?);
    let job = Job {
        game,
        settings: (&args.settings).into(),
        request: match args.format {
            BatchFormat::Jsonl => request,
            BatchFormat::Csv | BatchFormat::Summary => request.without_moves(),
        },
        limits: args.search.limits(),
        format: args.format,
        cancel: cancel.clone(),
        threads: Threads::new(1),
        name: input::name_of(args.file.as_deref().unwrap_or(Path::new("-"))),
    };
    // The whole job is refused before any result when it asks for what is not
    // there: a bad range, or cells in a game without.
    if let Some(range) = args.deals {
        game.deal(range.first, &job.settings)?;
        game.deal(range.last, &job.settings)?;
    }
    let total = args.deals.map(|range| range.last - range.first + 1);
    let items: Box<dyn Iterator<Item = Item> + Send> = match args.deals {
        Some(range) => Box::new((range.first..=range.last).map(Item::Number)),
        None => Box::new(lines_of(args.file.as_deref().unwrap_or(Path::new("-")))?),
    };
    let threads = args.threads.map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |threads| threads as usize,
    );

    let mut emitter = Emitter::new(args.format, common, total);
    emitter.header()?;
    let may_continue = || !cancel.is_cancelled();
    ordered::map_in_order(
        items,
        threads,
        &job.threads,
        may_continue,
        |item| job.solve(item),
        |result| emitter.emit(result),
    )?;
    emitter.finish(&job, cancel.is_cancelled())
}

/// A deal to solve.
enum Item {
    Number(u64),
    Line(u64, io::Result<String>),
}

/// The lines of a file that hold a deal.
fn lines_of(path: &Path) -> anyhow::Result<impl Iterator<Item = Item> + Send + use<>> {
    let lines = BufReader::new(input::open(path)?);
    Ok(LongLines(lines)
        .enumerate()
        .map(|(index, line)| Item::Line(index as u64 + 1, line))
        .filter(|item| match item {
            Item::Line(_, Ok(line)) => {
                !line.split('#').next().unwrap_or_default().trim().is_empty()
            }
            _ => true,
        }))
}

/// Lines of a file, each at most [`LongLines::MOST`] bytes: a file of noise may
/// have a single line of any length.
struct LongLines<R>(BufReader<R>);

impl<R: io::Read> LongLines<R> {
    const MOST: u64 = 1 << 20;
}

impl<R: io::Read> Iterator for LongLines<R> {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut bytes = Vec::new();
        let read = io::Read::take(&mut self.0, Self::MOST).read_until(b'\n', &mut bytes);
        match read {
            Ok(0) => None,
            Ok(_) => {
                if bytes.last() != Some(&b'\n') && bytes.len() as u64 == Self::MOST {
                    // The rest of the line is no deal either.
                    if let Err(error) = self.0.skip_until(b'\n') {
                        return Some(Err(error));
                    }
                    return Some(Err(io::Error::other("the line is too long for a deal")));
                }
                let text = String::from_utf8(bytes);
                Some(text.map_err(|_| io::Error::other("the line is not text (UTF-8)")))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

/// What is asked of every deal.
struct Job {
    game: &'static dyn Game,
    settings: Settings,
    request: Request,
    limits: Limits,
    format: BatchFormat,
    cancel: Cancel,
    /// For each deal: one while there are others, and all for the last one.
    threads: Threads,
    name: String,
}

/// A deal's result: its line of output, and what the summary needs.
struct Done {
    output: String,
    outcome: Outcome<()>,
    length: Option<u32>,
    took: Statistics,
}

type SolveResult = Result<Done, anyhow::Error>;

impl Job {
    fn solve(&self, item: Item) -> SolveResult {
        let (source, table) = match item {
            Item::Number(number) => {
                let table = self.game.deal(number, &self.settings);
                (wire::Source::Number(number), table)
            }
            Item::Line(line, text) => {
                let text =
                    text.map_err(|error| anyhow::anyhow!("{}:{line}: {error}", self.name))?;
                let table = self.game.read(&text, &self.settings);
                (wire::Source::Line(line), table)
            }
        };
        let (wire::Source::Number(deal) | wire::Source::Line(deal)) = source;
        let lines_before = (deal as usize).saturating_sub(1);
        let table = table.map_err(|error| input::with_name(error, &self.name, lines_before))?;
        let mut budget = Budget::new(self.limits)
            .with_cancel(&self.cancel)
            .with_shared_threads(&self.threads);
        let report = table
            .solve(&self.request, &mut budget)
            .map_err(|error| anyhow::anyhow!("deal {deal}: {error}"))?;
        Ok(Done {
            output: self.line(&*table, source, &report)?,
            length: report.outcome.solution().map(|line| line.length),
            took: report.statistics,
            outcome: report.outcome.map(|_| ()),
        })
    }

    fn line(
        &self,
        table: &dyn Table,
        source: wire::Source,
        report: &Report,
    ) -> anyhow::Result<String> {
        let answer = || wire::Answer::new(table, Some(source), &self.request, report);
        Ok(match self.format {
            BatchFormat::Jsonl => serde_json::to_string(&answer())? + "\n",
            BatchFormat::Csv => csv_row(&answer()),
            BatchFormat::Summary => String::new(),
        })
    }
}

const CSV_HEADER: &str = "deal,outcome,proved,length,count,score,cards,cleared,states,seconds\n";

fn csv_row(answer: &wire::Answer) -> String {
    fn cell<T: ToString>(value: Option<T>) -> String {
        value.map_or_else(String::new, |value| value.to_string())
    }
    let solution = &answer.solution;
    let cells = [
        cell(answer.deal.deal),
        answer.outcome.to_owned(),
        cell(solution.proved),
        cell(solution.length),
        cell(solution.count),
        cell(solution.score),
        cell(solution.cards),
        cell(solution.cleared),
        answer.states.to_string(),
        answer.seconds.to_string(),
    ];
    cells.join(",") + "\n"
}

/// Bad lines that are named one by one.
const ERRORS_SHOWN: u64 = 20;

/// As many bad lines before the first good one are no file of deals.
const ERRORS_TO_GIVE_UP: u64 = 100;

/// Prints results as they come and keeps count.
struct Emitter {
    format: BatchFormat,
    quiet: bool,
    verbose: bool,
    out: io::BufWriter<io::Stdout>,
    bar: indicatif::ProgressBar,
    summary: Summary,
    errors: u64,
    /// An interrupted deal has come.
    is_cut: bool,
    last_flush: Instant,
}

impl Emitter {
    fn new(format: BatchFormat, common: &Common, total: Option<u64>) -> Self {
        Self {
            format,
            quiet: common.quiet,
            verbose: common.verbose,
            out: io::BufWriter::with_capacity(1 << 16, io::stdout()),
            bar: progress::deals_bar(total, common),
            summary: Summary::start(),
            errors: 0,
            is_cut: false,
            last_flush: Instant::now(),
        }
    }

    fn header(&mut self) -> io::Result<()> {
        if self.format == BatchFormat::Csv {
            self.out.write_all(CSV_HEADER.as_bytes())?;
        }
        Ok(())
    }

    fn emit(&mut self, result: SolveResult) -> anyhow::Result<()> {
        self.bar.inc(1);
        match result {
            Ok(Done {
                outcome: Outcome::Unknown(Stop::Cancelled),
                ..
            }) => self.is_cut = true,
            // Results stay without gaps: nothing follows a deal that was cut.
            _ if self.is_cut => {}
            Ok(done) => {
                self.summary.add(&done.outcome, done.length, &done.took);
                self.out.write_all(done.output.as_bytes())?;
                // A reader sees results soon, and quick deals are not slowed
                // down by a write for each.
                if self.last_flush.elapsed().as_millis() > 100 {
                    self.out.flush()?;
                    self.last_flush = Instant::now();
                }
            }
            Err(error) => self.note_error(&error)?,
        }
        Ok(())
    }

    /// Names the first bad lines and counts the rest; gives up where there are
    /// only bad ones.
    fn note_error(&mut self, error: &anyhow::Error) -> anyhow::Result<()> {
        self.errors += 1;
        if self.errors <= ERRORS_SHOWN {
            self.bar.suspend(|| crate::failure::report(error));
        }
        if self.errors == ERRORS_TO_GIVE_UP && self.summary.deals() == 0 {
            self.bar.finish_and_clear();
            anyhow::bail!(
                "this is not a file of deals: none of its first {ERRORS_TO_GIVE_UP} lines is one"
            );
        }
        Ok(())
    }

    fn finish(mut self, job: &Job, is_cancelled: bool) -> anyhow::Result<Exit> {
        self.bar.finish_and_clear();
        self.out.flush()?;
        let text = self
            .summary
            .text(job.game.about(), &job.request, self.verbose);
        if self.format == BatchFormat::Summary {
            self.out.write_all(text.as_bytes())?;
            self.out.flush()?;
        } else if !self.quiet {
            io::stderr().write_all(text.as_bytes())?;
        }
        if self.errors > ERRORS_SHOWN {
            let more = self.errors - ERRORS_SHOWN;
            writeln!(
                io::stderr(),
                "{} more could not be read",
                counted(more, "lines")
            )?;
        }
        if is_cancelled {
            return Ok(Exit::Interrupted);
        }
        Ok(if self.errors > 0 {
            Exit::Error
        } else {
            Exit::Done
        })
    }
}
