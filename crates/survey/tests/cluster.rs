//! A cluster that fails in every way loses nothing and counts nothing twice.

#[path = "../examples/at_scale/cluster.rs"]
mod cluster;

use cluster::{Cluster, run};
use patience::{Cancel, Limits, Request, Settings};
use patience_survey::{Deals, Folder, Plan, Run, check, summarise};

#[test]
fn a_failing_cluster_finds_what_one_machine_finds() {
    let place = tempfile::tempdir().expect("a folder");
    let plan = Plan::new(
        "black-hole",
        Settings::default(),
        Request::default(),
        Limits::NONE,
        Deals::Range {
            first: 1,
            last: 600,
        },
        Some(2),
        &Cancel::default(),
    )
    .expect("a plan");
    let cluster = Cluster {
        workers: 50,
        life: [600.0, 60.0],
        damaged_uploads: 0.03,
        ..Cluster::default()
    };
    let folder = Folder::begin(&place.path().join("cluster"), plan.clone()).expect("a folder");
    let story = run(&cluster, &folder).expect("a run");
    assert!(story.deaths > 50, "{story:?}");
    assert!(story.driver_deaths > 1, "{story:?}");
    assert!(story.damaged > 5 && story.again > 5, "{story:?}");

    let alone = Folder::begin(&place.path().join("alone"), plan).expect("a folder");
    Run::default().all(&alone, |_| ()).expect("a run");
    let [found, expected] = [&folder, &alone].map(|folder| summarise(folder).expect("a summary"));
    assert_eq!(found.digest, expected.digest);
    assert_eq!(found.totals.deals(), 600);
    check(&folder, 0.0, 1, &Cancel::default(), |_| ()).expect("all shards are whole");
}
