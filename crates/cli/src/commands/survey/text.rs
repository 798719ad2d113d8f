//! What `patience survey` prints.

use std::fmt::Write as _;

use patience::statistics::{self, Confidence};
use patience::words::grouped;
use patience_survey::{Comparison, Distribution, Folder, Summary};
use serde_json::json;

/// A share in percent with its 95% interval.
pub fn share(solved: u64, unknown: u64, deals: u64) -> String {
    let interval = statistics::share(solved, unknown, deals, false).interval();
    format!("{}%, 95% interval {interval}", percent(solved, deals))
}

fn percent(count: u64, of: u64) -> String {
    let least = match of {
        0..1_000 => 1,
        1_000..100_000 => 2,
        _ => 3,
    };
    let share = 100.0 * count as f64 / of.max(1) as f64;
    // Only all is 100%, and only none is 0%.
    let is_whole = |text: &str| text.trim_matches(['0', '.']).is_empty() || text.starts_with("100");
    let texts = (least..9).map(|digits| format!("{share:.digits$}"));
    let exact = count == 0 || count == of;
    let mut texts = texts.skip_while(|text| !exact && is_whole(text));
    texts.next().unwrap_or_else(|| share.to_string())
}

/// What has been found so far.
pub fn status(folder: &Folder, summary: &Summary) -> anyhow::Result<String> {
    let plan = folder.plan();
    let totals = &summary.totals;
    let deals = totals.deals();
    let mut text = String::new();
    let _ = writeln!(text, "{}", patience_survey::question(plan)?);
    let mut row = |name: &str, value: String, note: &str| {
        let gap = if note.is_empty() { "" } else { "  " };
        let _ = writeln!(text, "  {name:<12}{value:>14}{gap}{note}");
    };
    let (done, all) = summary.shards;
    let note = match done == all {
        true => "all shards are done".to_owned(),
        false => format!("{} of {} shards are done", grouped(done), grouped(all)),
    };
    row("deals", grouped(deals), &note);
    if deals == 0 {
        return Ok(text);
    }
    let unknown = totals.undecided_deals();
    row(
        "solved",
        grouped(totals.solved),
        &share(totals.solved, unknown, deals),
    );
    row(
        "impossible",
        grouped(totals.impossible),
        &format!("{}%", percent(totals.impossible, deals)),
    );
    if unknown > 0 {
        let reasons: Vec<_> = totals
            .unknown
            .iter()
            .map(|(why, count)| format!("{} by {why}", grouped(*count)))
            .collect();
        row(
            "unknown",
            grouped(unknown),
            &format!("{}%: {}", percent(unknown, deals), reasons.join(", ")),
        );
    }
    for (level, tried) in summary.retried.iter().enumerate() {
        row(
            &format!("retry {}", level + 1),
            grouped(*tried),
            "deals tried again",
        );
    }
    for (name, distribution) in numbers(folder, summary)? {
        let (mean, interval) = distribution.mean().unwrap_or((0.0, None));
        let interval = interval.map_or_else(String::new, |interval| {
            format!(" ({:.2} to {:.2})", interval.low, interval.high)
        });
        let (least, most) = distribution.range();
        row(
            name,
            format!("{mean:.2}"),
            &format!(
                "mean{interval}, median {}, 99% within {}, {least} to {most}",
                distribution.quantile(0.5),
                distribution.quantile(0.99),
            ),
        );
    }
    row("states", grouped(totals.all_states), "");
    row(
        "time",
        seconds(totals.micros),
        &format!(
            "of one thread, {} us a deal",
            grouped(totals.micros / deals)
        ),
    );
    row("digest", summary.digest[..12].to_owned(), "of all results");
    Ok(text)
}

fn seconds(micros: u64) -> String {
    format!("{:.1} s", micros as f64 / 1e6)
}

/// The numbers that were found for solved deals, by name.
fn numbers<'s>(
    folder: &Folder,
    summary: &'s Summary,
) -> anyhow::Result<Vec<(&'static str, Distribution<'s>)>> {
    let plan = folder.plan();
    let count = plan.request.count.unwrap_or(plan.game()?.about().counts[0]);
    let totals = &summary.totals;
    let unknown = totals.undecided_deals();
    let all = [
        (count.word(), &totals.length),
        ("cheats", &totals.cheats),
        ("score", &totals.score),
        ("cards", &totals.cards),
    ];
    let all = all
        .into_iter()
        .filter_map(|(name, histogram)| Some((name, Distribution::new(histogram, unknown)?)));
    Ok(all.collect())
}

/// The same for programs.
pub fn status_json(folder: &Folder, summary: &Summary) -> anyhow::Result<String> {
    let totals = &summary.totals;
    let deals = totals.deals();
    let unknown = totals.undecided_deals();
    let interval = statistics::share(totals.solved, unknown, deals, false).interval();
    let numbers: serde_json::Map<_, _> = numbers(folder, summary)?
        .into_iter()
        .map(|(name, distribution)| {
            let mean = distribution.mean();
            let (least, most) = distribution.range();
            let value = json!({
                "mean": mean.map(|(mean, _)| mean),
                "median": distribution.quantile(0.5).value,
                "p99": distribution.quantile(0.99).value,
                "least": least,
                "most": most,
                "histogram": distribution.iter().collect::<Vec<_>>(),
            });
            (name.to_owned(), value)
        })
        .collect();
    let value = json!({
        "version": 1,
        "plan": folder.plan(),
        "hash": folder.hash(),
        "shards": { "done": summary.shards.0, "all": summary.shards.1 },
        "deals": deals,
        "solved": totals.solved,
        "impossible": totals.impossible,
        "unknown": unknown,
        "share": totals.solved as f64 / deals.max(1) as f64,
        "interval": [interval.low, interval.high],
        "numbers": numbers,
        "states": totals.all_states,
        "seconds": totals.micros as f64 / 1e6,
        "hardest": totals.hardest,
        "undecided": totals.undecided,
        "retried": summary.retried,
        "digest": summary.digest,
    });
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}

/// The first of some deals.
pub fn list(deals: &[u64], all: u64) -> String {
    let shown: Vec<_> = deals.iter().map(ToString::to_string).collect();
    let more = all - shown.len() as u64;
    match more {
        0 => shown.join(", "),
        _ => format!("{} and {} more", shown.join(", "), grouped(more)),
    }
}

/// How the same deals end in two surveys.
pub fn comparison(first: &Folder, second: &Folder, found: &Comparison) -> String {
    let mut text = String::new();
    let name = |folder: &Folder| folder.path().display().to_string();
    let _ = writeln!(text, "A: {}\nB: {}", name(first), name(second));
    let mut row = |name: &str, count: u64, note: String| {
        let gap = if note.is_empty() { "" } else { "  " };
        let _ = writeln!(text, "  {name:<24}{:>12}{gap}{note}", grouped(count));
    };
    row("won in both", found.both, String::new());
    let examples = |deals: &[u64], all| match all {
        0 => String::new(),
        _ => list(deals, all),
    };
    row(
        "won in A, lost in B",
        found.only_first,
        examples(&found.examples_first, found.only_first),
    );
    row(
        "lost in A, won in B",
        found.only_second,
        examples(&found.examples_second, found.only_second),
    );
    row("lost in both", found.neither, String::new());
    if found.unknown > 0 {
        row("unknown in A or B", found.unknown, String::new());
    }
    if found.unpaired > 0 {
        row("only in one survey", found.unpaired, String::new());
    }
    let pairs = found.both + found.only_first + found.only_second + found.neither;
    if pairs > 0 {
        let (b, c) = (found.only_first, found.only_second);
        let interval = statistics::paired_difference(b, c, pairs, Confidence::P95);
        let difference = 100.0 * (b as f64 - c as f64) / pairs as f64;
        let _ = writeln!(
            text,
            "A wins {difference:+.3}% of the decided deals more than B \
             (95% interval {:+.3}% to {:+.3}%); exact McNemar p = {:.2e}",
            100.0 * interval.low,
            100.0 * interval.high,
            statistics::mcnemar(b, c)
        );
    }
    text
}

/// The same for programs.
pub fn comparison_json(found: &Comparison) -> anyhow::Result<String> {
    let (b, c) = (found.only_first, found.only_second);
    let pairs = found.both + b + c + found.neither;
    let interval = statistics::paired_difference(b, c, pairs, Confidence::P95);
    let value = json!({
        "version": 1,
        "both": found.both,
        "only_first": b,
        "only_second": c,
        "neither": found.neither,
        "unknown": found.unknown,
        "unpaired": found.unpaired,
        "interval": [interval.low, interval.high],
        "mcnemar": statistics::mcnemar(b, c),
        "examples_first": found.examples_first,
        "examples_second": found.examples_second,
    });
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}
