//! `patience challenge`: a challenge over several deals, without a window.

use std::io::{self, Write as _};

use anyhow::bail;
use patience::words::{counted, grouped};
use patience::{
    Budget, Campaign, Cancel, ChallengeState, DealPlan, Line, Move, Report, Request, Settings,
    find_game,
};
use serde::Serialize;

use crate::args::{ChallengeArgs, Common, Format};
use crate::exit::Exit;
use crate::input::{self, Given};
use crate::interrupt;
use crate::progress::Spinner;

/// The whole challenge, for programs.
#[derive(Serialize)]
struct ChallengeReport {
    game: &'static str,
    challenge: patience::Challenge,
    deals: Vec<DealReport>,
    so_far: u32,
    state: ChallengeState,
}

/// One deal of it.
#[derive(Serialize)]
struct DealReport {
    deal: String,
    plan: &'static str,
    brings: u32,
    so_far: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<LineReport>,
    /// The most points among games that clear the board, if that is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    clearing: Option<LineReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<String>,
}

#[derive(Serialize)]
struct LineReport {
    length: u32,
    score: Option<u32>,
    cleared: bool,
    moves: Vec<Move>,
}

impl From<&Line> for LineReport {
    fn from(line: &Line) -> Self {
        Self {
            length: line.length,
            score: line.tally.score,
            cleared: line.tally.cleared,
            moves: line.moves.clone(),
        }
    }
}

/// Runs the command.
pub fn run(args: &ChallengeArgs, common: &Common) -> anyhow::Result<Exit> {
    let game = find_game(&args.game)?;
    let mut campaign = Campaign::new(args.challenge, args.so_far, game.about().cards)?;
    check_goal(game.about(), &campaign)?;
    let settings = Settings::from(&args.settings);
    let request = args.search.request(campaign.target());
    let cancel = interrupt::cancel_on_ctrl_c();
    let is_text = args.format.format == Format::Text;
    let mut report = ChallengeReport {
        game: game.about().name,
        challenge: args.challenge,
        deals: Vec::new(),
        so_far: 0,
        state: ChallengeState::Open,
    };
    let mut deals = Deals::new(args)?;
    let mut out = anstream::stdout().lock();
    if is_text {
        writeln!(out, "{}: {}", game.about().title, args.challenge)?;
    }
    while campaign.state() == ChallengeState::Open {
        let Some(deal) = deals.next(game, &settings)? else {
            break;
        };
        let (name, given) = deal;
        let answer = solve(args, &given, &campaign.request(&request), &cancel, common)?;
        if cancel.is_cancelled() {
            return Ok(Exit::Interrupted);
        }
        let plan = campaign.plan(&answer);
        let deal = deal_report(name, &mut campaign, &plan, &answer);
        if is_text {
            write_deal(&mut out, &deal, &campaign)?;
        }
        report.deals.push(deal);
    }
    report.so_far = campaign.so_far();
    report.state = campaign.state();
    match is_text {
        true => write_end(&mut out, &campaign)?,
        false => writeln!(out, "{}", serde_json::to_string(&report)?)?,
    }
    out.flush()?;
    Ok(exit_of(campaign.state()))
}

/// The exit code of a challenge.
pub const fn exit_of(state: ChallengeState) -> Exit {
    match state {
        ChallengeState::Reached => Exit::Done,
        ChallengeState::Lost => Exit::No,
        ChallengeState::Open => Exit::Unknown,
    }
}

/// A game without points has no challenge for points.
pub fn check_goal(about: &patience::About, campaign: &Campaign) -> anyhow::Result<()> {
    let goal = campaign.target().goal.to_string();
    let kind = goal.split('=').next().unwrap_or_default();
    let has_it = |own: &&str| own.split('=').next() == Some(kind);
    match about.goals.iter().any(has_it) {
        true => Ok(()),
        false => bail!("{} has no goal `{kind}`", about.name),
    }
}

/// Where the deals come from.
enum Deals<'a> {
    Numbers(std::ops::RangeInclusive<u64>),
    Files(std::slice::Iter<'a, std::path::PathBuf>),
}

impl<'a> Deals<'a> {
    fn new(args: &'a ChallengeArgs) -> anyhow::Result<Self> {
        match (args.deals, args.files.as_slice()) {
            (Some(range), _) => Ok(Self::Numbers(range.first..=range.last)),
            (None, []) => bail!("which deals? Give FILES, or --deals A..B"),
            (None, files) => Ok(Self::Files(files.iter())),
        }
    }

    fn next(
        &mut self,
        game: &'static dyn patience::Game,
        settings: &Settings,
    ) -> anyhow::Result<Option<(String, Given)>> {
        Ok(match self {
            Self::Numbers(numbers) => match numbers.next() {
                None => None,
                Some(number) => {
                    let given = Given {
                        table: game.deal(number, settings)?,
                        source: patience::wire::Source::Number(number),
                    };
                    Some((format!("deal {number}"), given))
                }
            },
            Self::Files(files) => match files.next() {
                None => None,
                Some(path) => {
                    let given = input::read_table(game, path, settings)?;
                    Some((input::name_of(path), given))
                }
            },
        })
    }
}

fn solve(
    args: &ChallengeArgs,
    given: &Given,
    request: &Request,
    cancel: &Cancel,
    common: &Common,
) -> anyhow::Result<Report> {
    let budget = Budget::new(args.search.limits()).with_cancel(cancel);
    let (mut budget, spinner) = Spinner::watch(budget, common);
    let report = given.table.solve(request, &mut budget);
    spinner.finish();
    Ok(report?)
}

fn deal_report(
    deal: String,
    campaign: &mut Campaign,
    plan: &DealPlan,
    answer: &Report,
) -> DealReport {
    let (word, brings, line, stop) = match plan {
        DealPlan::Play { line, brings } => ("play", *brings, Some(line), None),
        DealPlan::Skip => ("skip", 0, None, None),
        DealPlan::Unknown(stop) => ("unknown", 0, None, Some(stop.to_string())),
    };
    campaign.record(brings);
    let leaves_board = line.is_some_and(|line| !line.tally.cleared);
    let clearing = answer.alternatives.iter().find(|line| line.tally.cleared);
    DealReport {
        deal,
        plan: word,
        brings,
        so_far: campaign.so_far(),
        line: line.map(LineReport::from),
        clearing: clearing.filter(|_| leaves_board).map(LineReport::from),
        stop,
    }
}

fn write_deal(out: &mut dyn io::Write, deal: &DealReport, campaign: &Campaign) -> io::Result<()> {
    let number = campaign.deals().len();
    write!(out, "{number}. {}: ", deal.deal)?;
    match (&deal.line, &deal.stop) {
        (Some(line), _) => {
            let board = if line.cleared {
                ", the board cleared"
            } else {
                ""
            };
            writeln!(
                out,
                "{} in {}{board}; {} so far",
                campaign.amount(deal.brings),
                counted(line.moves.len() as u64, "moves"),
                grouped(campaign.so_far().into()),
            )?;
            let moves: Vec<_> = line.moves.iter().map(Move::as_str).collect();
            writeln!(out, "   {}", moves.join(" "))?;
        }
        (None, Some(stop)) => writeln!(out, "unknown ({stop}); left")?,
        (None, None) => writeln!(out, "cannot help; left")?,
    }
    if let Some(clearing) = &deal.clearing {
        writeln!(
            out,
            "   To clear the board as well: {} in {}",
            counted(clearing.score.unwrap_or(0), "points"),
            counted(clearing.moves.len() as u64, "moves"),
        )?;
        let moves: Vec<_> = clearing.moves.iter().map(Move::as_str).collect();
        writeln!(out, "   {}", moves.join(" "))?;
    }
    Ok(())
}

/// How the challenge ended.
pub fn write_end(out: &mut dyn io::Write, campaign: &Campaign) -> io::Result<()> {
    let deals = counted(campaign.deals().len() as u64, "deals");
    let so_far = campaign.amount(campaign.so_far());
    let missing = grouped(campaign.left().into());
    let left = counted(campaign.deals_left(), "deals");
    match campaign.state() {
        ChallengeState::Reached => writeln!(out, "Reached in {deals}: {so_far}."),
        ChallengeState::Lost if campaign.deals_left() > 0 => writeln!(
            out,
            "Lost after {deals}: {so_far}, {missing} missing; {left} cannot bring so much, \
             whatever the cards."
        ),
        ChallengeState::Lost => {
            writeln!(out, "Lost after {deals}: {so_far}, {missing} missing.")
        }
        ChallengeState::Open => writeln!(
            out,
            "Open after {deals}: {so_far}, {missing} missing in {left}."
        ),
    }
}
