//! The report of a survey: one HTML file with everything in it. No script, no
//! font and no picture comes from outside; light, dark and print by CSS.

mod chart;

use std::fmt::Write as _;

use patience::statistics::{self, Share};
use patience::words::grouped;

use crate::Error;
use crate::distribution::Distribution;
use crate::folder::Folder;
use crate::plan::{Deals, Plan};
use crate::summary::Summary;
use crate::totals::Totals;
use chart::{bars, bins, course, escape};

/// The question in words.
pub fn question(plan: &Plan) -> Result<String, Error> {
    let about = plan.game()?.about();
    let deals = match &plan.deals {
        Deals::Range { first, last } => {
            format!("deals {} to {}", grouped(*first), grouped(*last))
        }
        Deals::Sample { sample, seed } => {
            format!("{} random deals (seed {seed})", grouped(*sample))
        }
        Deals::List { list } => format!("{} chosen deals", grouped(list.len() as u64)),
    };
    let settings = match plan.settings.is_default() {
        true => String::new(),
        false => format!(" with {}", plan.settings),
    };
    let mode = match plan.request.mode {
        patience::Mode::Fast => ", first solution",
        patience::Mode::Short => "",
        patience::Mode::Shortest => ", shortest solution",
    };
    let cheats = match (about.has_cheats, plan.request.cheats) {
        (true, patience::Cheats::Never) => ", no cheats",
        (true, patience::Cheats::Any) => ", any number of cheats",
        _ => "",
    };
    let goal = plan.request.target.goal;
    Ok(format!(
        "{}{settings}, goal {goal}{mode}{cheats}: {deals}",
        about.title
    ))
}

/// The command that asks this question of one deal.
fn command(plan: &Plan, deal: u64) -> String {
    let mut command = format!("patience solve {} --deal {deal}", plan.game);
    for (key, value) in plan.settings.iter() {
        let _ = write!(command, " --set {key}={value}");
    }
    if plan.request.target.goal != patience::Goal::Board {
        let _ = write!(command, " --goal {}", plan.request.target.goal);
    }
    match plan.request.mode {
        patience::Mode::Fast => command.push_str(" --fast"),
        patience::Mode::Short => {}
        patience::Mode::Shortest => command.push_str(" --shortest"),
    }
    if let Some(count) = plan.request.count {
        let _ = write!(command, " --count {count}");
    }
    match plan.request.cheats {
        patience::Cheats::Fewest => {}
        patience::Cheats::Never => command.push_str(" --no-cheat"),
        patience::Cheats::Any => command.push_str(" --any-cheats"),
    }
    command
}

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1d2320; --paper: #fbfaf6; --faint: #6d756f;
  --line: #d9d6cb; --bar: #2f7d5b; --band: #2f7d5b2e; --lost: #b4472f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7e9e4; --paper: #161a18;
  --faint: #9aa39d; --line: #343b37; --bar: #6cc59c; --band: #6cc59c33; --lost: #e58a72; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.3rem; line-height: 1.3; margin: 0 0 1rem; }
h2 { font-size: 1.05rem; margin: 2.2rem 0 .5rem; }
.headline { font-size: 2.6rem; font-weight: 650; line-height: 1.1; }
.headline small { display: block; font-size: 1rem; font-weight: 400; color: var(--faint);
  margin-top: .4rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
td, th { text-align: left; padding: .25rem .8rem .25rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
td.number, th.number { text-align: right; }
th { font-weight: 600; }
.wide { overflow-x: auto; }
code { font: .85rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
p, figcaption { color: var(--faint); }
figure { margin: 0; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--faint); font: 11px system-ui, sans-serif; }
.axis { stroke: var(--line); stroke-width: 1; }
.bar { fill: var(--bar); } .band { fill: var(--band); }
.curve { fill: none; stroke: var(--bar); stroke-width: 1.5; }
@media (max-width: 34rem) { svg text { font-size: 19px; } .second { display: none; } }
@media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --faint: #444;
  --line: #bbb; --bar: #2f7d5b; --band: #2f7d5b2e; --lost: #b4472f; }
  body { max-width: none; padding: 0; font-size: 10pt; } .headline { font-size: 22pt; }
  h2 { break-after: avoid; margin-top: 1.2rem; } figure, tr { break-inside: avoid; }
  svg { max-height: 5.5cm; } code { font-size: 8pt; } }
";

/// Writes the report.
pub fn report(folder: &Folder, summary: &Summary) -> Result<String, Error> {
    let plan = folder.plan();
    let totals = &summary.totals;
    let deals = totals.deals();
    let title = question(plan)?;
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style></head>\n<body><main>\n<h1>{title}</h1>\n",
        title = escape(&title)
    );
    headline(&mut html, summary);
    if deals > 0 {
        counts(&mut html, summary);
        section(
            &mut html,
            "The share over the number of deals",
            &course(&summary.course),
            "The band is the 95% interval after so many deals; unknown deals count as lost at \
             its lower end and as won at its upper end.",
        );
        let count = plan.request.count.unwrap_or(plan.game()?.about().counts[0]);
        for (name, histogram) in [
            (count.word(), &totals.length),
            ("cheats", &totals.cheats),
            ("points", &totals.score),
            ("cards", &totals.cards),
        ] {
            if let Some(found) = Distribution::new(histogram, totals.undecided_deals()) {
                numbers(&mut html, name, &found);
            }
        }
        section(
            &mut html,
            "States searched for a deal",
            &bars(&states(totals), true),
            "Decided deals by the number of states, each bar twice the one before it; the \
             heights are on a logarithmic scale.",
        );
        hardest(&mut html, plan, summary);
    }
    made(&mut html, folder, summary)?;
    html.push_str("</main></body></html>\n");
    Ok(html)
}

/// The bars of the states.
fn states(totals: &Totals) -> Vec<(String, u64)> {
    let digits = totals.states.keys().copied();
    let (first, last) = (digits.clone().min().unwrap_or(0), digits.max().unwrap_or(0));
    let bar = |digits: u32| {
        let least = 1u64.checked_shl(digits.saturating_sub(1)).unwrap_or(0);
        let count = totals.states.get(&digits).copied().unwrap_or(0);
        (power(digits, least), count)
    };
    (first..=last).map(bar).collect()
}

/// The style of a picture that stands alone.
const PLOT_STYLE: &str = "
text { font: 12px sans-serif; fill: #555; }
.axis { stroke: #ccc; stroke-width: 1; }
.bar { fill: #2a6f97; } .band { fill: #a9cfe4; }
.curve { fill: none; stroke: #2a6f97; stroke-width: 1.5; }
@media (prefers-color-scheme: dark) {
  text { fill: #bbb; } .axis { stroke: #444; }
  .bar { fill: #61a5c2; } .band { fill: #1d4255; } .curve { stroke: #61a5c2; }
}
";

/// A picture of the report as an SVG file of its own: `share` over the number of
/// deals, or how often each `length`, number of `cheats`, `score`, number of
/// `cards` or of `states` was seen. None if there is no such picture.
pub fn plot(summary: &Summary, what: &str) -> Option<String> {
    let totals = &summary.totals;
    let numbers = |histogram| {
        let found = Distribution::new(histogram, totals.undecided_deals())?;
        Some(bars(&bins(&found), false))
    };
    let picture = match what {
        "share" => (totals.deals() > 0).then(|| course(&summary.course)),
        "length" => numbers(&totals.length),
        "cheats" => numbers(&totals.cheats),
        "score" => numbers(&totals.score),
        "cards" => numbers(&totals.cards),
        "states" => (totals.deals() > 0).then(|| bars(&states(totals), true)),
        _ => None,
    }?;
    let (head, rest) = picture.split_once('>')?;
    let head = head.replacen("<svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"", 1);
    Some(format!("{head}><style>{PLOT_STYLE}</style>{rest}"))
}

/// The least number with so many binary digits, for an axis.
fn power(digits: u32, least: u64) -> String {
    match digits {
        0 => "0".to_owned(),
        1..=10 => least.to_string(),
        11..=20 => format!("{}k", least >> 10),
        21..=30 => format!("{}M", least >> 20),
        _ => format!("{}G", least >> 30),
    }
}

fn section(html: &mut String, title: &str, picture: &str, caption: &str) {
    let _ = writeln!(
        html,
        "<h2>{}</h2>\n<figure>{picture}<figcaption>{}</figcaption></figure>",
        escape(title),
        escape(caption)
    );
}

fn headline(html: &mut String, summary: &Summary) {
    let totals = &summary.totals;
    let deals = totals.deals();
    if deals == 0 {
        html.push_str("<p>Nothing is finished yet.</p>\n");
        return;
    }
    let unknown = totals.undecided_deals();
    let share = statistics::share(totals.solved, unknown, deals, false);
    let how = match share {
        Share::Exact(_) => "exact",
        Share::Rare(_) => "Clopper and Pearson's exact interval, since one side is rare",
        Share::Usual(_) => "Wilson's interval",
    };
    let open = match unknown {
        0 => "All are decided.".to_owned(),
        _ => format!(
            "{} are undecided, and make the interval wider on both sides.",
            grouped(unknown)
        ),
    };
    let _ = writeln!(
        html,
        "<div class=\"headline\">{:.3}% can be won\
         <small>95% interval {} ({how}), if these deals stand for all deals. \
         {} of exactly these {} deals can be won. {open}</small></div>",
        100.0 * totals.solved as f64 / deals as f64,
        share.interval(),
        grouped(totals.solved),
        grouped(deals),
    );
    if summary.shards.0 < summary.shards.1 {
        let _ = writeln!(
            html,
            "<p>The survey is not finished: {} of {} shards are done.</p>",
            grouped(summary.shards.0),
            grouped(summary.shards.1)
        );
    }
}

fn counts(html: &mut String, summary: &Summary) {
    let totals = &summary.totals;
    let deals = totals.deals();
    html.push_str(
        "<h2>Outcomes</h2>\n<div class=\"wide\"><table><tr><th>outcome</th>\
         <th class=\"number\">deals</th><th class=\"number\">share</th>\
         <th>95% interval</th></tr>\n",
    );
    let unknown = totals.undecided_deals();
    let rows = [
        ("solved", totals.solved, unknown),
        ("impossible, proved", totals.impossible, unknown),
        ("unknown", unknown, 0),
    ];
    for (name, count, unknown) in rows {
        let interval = statistics::share(count, unknown, deals, false).interval();
        let _ = writeln!(
            html,
            "<tr><td>{name}</td><td class=\"number\">{}</td><td class=\"number\">{:.4}%</td>\
             <td>{interval}</td></tr>",
            grouped(count),
            100.0 * count as f64 / deals as f64
        );
    }
    html.push_str("</table></div>\n");
}

fn numbers(html: &mut String, name: &str, found: &Distribution<'_>) {
    let (mean, interval) = found.mean().unwrap_or((0.0, None));
    let interval = interval.map_or_else(String::new, |interval| {
        format!(
            " (95% interval {:.3} to {:.3})",
            interval.low, interval.high
        )
    });
    let band = 100.0 * statistics::dkw_band(found.count(), statistics::Confidence::P95);
    let caption = format!(
        "Mean {mean:.3}{interval}; median {}; 99% of the deals need at most {}. The share of \
         deals up to any value is known within {band:.3}% everywhere (95%).",
        found.quantile(0.5),
        found.quantile(0.99)
    );
    section(
        html,
        &format!("Solved deals by {name}"),
        &bars(&bins(found), false),
        &caption,
    );
}

fn hardest(html: &mut String, plan: &Plan, summary: &Summary) {
    let mut table = |title: &str, rows: &[(u64, String)]| {
        let _ = writeln!(
            html,
            "<h2>{title}</h2>\n<div class=\"wide\"><table><tr><th class=\"number\">deal</th>\
             <th></th><th>repeat it</th></tr>"
        );
        for (deal, note) in rows {
            let _ = writeln!(
                html,
                "<tr><td class=\"number\">{}</td><td>{note}</td><td><code>{}</code></td></tr>",
                grouped(*deal),
                escape(&command(plan, *deal))
            );
        }
        html.push_str("</table></div>\n");
    };
    let totals = &summary.totals;
    // The totals do not tell which of the others are undecided.
    let not_solved = if totals.undecided.is_empty() {
        "impossible"
    } else {
        "not solved"
    };
    let hardest = totals.hardest.iter().map(|named| {
        let outcome = if named.solved { "solved" } else { not_solved };
        let note = format!("{} states, {outcome}", grouped(named.states));
        (named.deal, note)
    });
    table("The hardest deals", &hardest.take(10).collect::<Vec<_>>());
    if !totals.undecided.is_empty() {
        let undecided = totals.undecided.iter().map(|deal| (*deal, String::new()));
        table("Undecided deals", &undecided.collect::<Vec<_>>());
    }
}

fn made(html: &mut String, folder: &Folder, summary: &Summary) -> Result<(), Error> {
    let plan = folder.plan();
    let hosts: Vec<_> = summary.hosts.iter().map(String::as_str).collect();
    let limits = &plan.limits;
    let limit = |word: &str, number: Option<u64>| {
        number.map(|number| format!("{} {word}", grouped(number)))
    };
    let limits: Vec<_> = [
        limit("states", limits.states),
        limit("milliseconds", limits.milliseconds),
        limit("MiB of memory", limits.bytes.map(|bytes| bytes >> 20)),
    ]
    .into_iter()
    .flatten()
    .collect();
    let rows = [
        ("program", format!("patience {}", plan.version)),
        ("limits of each deal", limits.join(", ")),
        (
            "time",
            format!(
                "{:.1} s of one thread, {} us a deal",
                summary.totals.micros as f64 / 1e6,
                grouped(summary.totals.micros / summary.totals.deals().max(1))
            ),
        ),
        (
            "shards",
            format!(
                "{} of {}, {} deals each",
                grouped(summary.shards.0),
                grouped(summary.shards.1),
                grouped(plan.shard_size)
            ),
        ),
        ("computed on", hosts.join(", ")),
        ("plan (SHA-256)", folder.hash().to_owned()),
        ("results (SHA-256)", summary.digest.clone()),
    ];
    html.push_str("<h2>How it was made</h2>\n<div class=\"wide\"><table>\n");
    for (name, value) in rows {
        let _ = writeln!(
            html,
            "<tr><th>{name}</th><td><code>{}</code></td></tr>",
            escape(&value)
        );
    }
    let _ = writeln!(
        html,
        "</table></div>\n<p>Every solution was replayed by rules that share no code with the \
         solver; \"impossible\" means that the search was exhausted. The same plan gives the \
         same results on every machine.</p>\n\
         <h2>How to cite it</h2>\n<p>{}. Patience {}, plan {}, results {}.</p>",
        escape(&question(plan)?),
        plan.version,
        &folder.hash()[..12],
        &summary.digest[..12],
    );
    Ok(())
}
