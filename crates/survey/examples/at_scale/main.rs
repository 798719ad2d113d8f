//! Runs a survey on a simulated cluster and compares it with one that was left
//! alone.
//!
//! `cargo run --release -p patience-survey --example at_scale -- [WORKERS] [SHARDS] [SEED]`

mod cluster;

use cluster::{Cluster, run};
use patience::{Cancel, Limits, Mode, Request, Settings};
use patience_survey::{Deals, Folder, Plan, Run, summarise};

/// Deals in a shard: few, since the simulation says how long a shard takes.
const SHARD: u64 = 2;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>());
    let mut next = |usual| args.next().unwrap_or(Ok(usual));
    let (workers, shards, seed) = (next(10_000)?, next(50_000)?, next(1)?);
    let deals = Deals::Range {
        first: 1,
        last: SHARD * shards,
    };
    let plan = Plan::new(
        "freecell",
        Settings::default(),
        Request::default().with_mode(Mode::Fast),
        Limits::NONE,
        deals,
        Some(SHARD),
        &Cancel::default(),
    )?;
    let place = tempfile::tempdir()?;
    let folder = Folder::begin(&place.path().join("cluster"), plan.clone())?;
    let cluster = Cluster {
        workers: workers as usize,
        seed,
        ..Cluster::default()
    };
    let story = run(&cluster, &folder)?;
    println!(
        "{workers} workers, {shards} shards of about {} s",
        cluster.shard
    );
    println!(
        "finished after {:.0} s, 99% after {:.0} s; without failures and tail {:.0} s",
        story.seconds, story.most, story.ideal
    );
    println!(
        "{} workers died, the driver {} times",
        story.deaths, story.driver_deaths
    );
    println!(
        "{} uploads, {} reported as failed, {} damaged, {} shards came again and were equal",
        story.uploads, story.failed, story.damaged, story.again
    );
    let alone = Folder::begin(&place.path().join("alone"), plan)?;
    Run::default().all(&alone, |_| ())?;
    let (found, expected) = (summarise(&folder)?, summarise(&alone)?);
    println!(
        "{} deals, digest {}; left alone: {} deals, digest {}",
        found.totals.deals(),
        &found.digest[..12],
        expected.totals.deals(),
        &expected.digest[..12]
    );
    if found.digest != expected.digest {
        return Err("the two surveys differ".into());
    }
    Ok(())
}
