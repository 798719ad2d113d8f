//! A search with a disk against the search in memory.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::PathBuf;

use patience_core::Limits;
use patience_search::{Budget, Disk};

use super::super::tests::{Manner, cells, verdict_by};
use crate::rules::FreeCell;

/// A folder of this test alone.
fn disk(name: &str) -> Disk {
    let own = format!("patience-stages-{}-{name}", std::process::id());
    Disk {
        folder: std::env::temp_dir().join(own),
        most_bytes: 1 << 30,
    }
}

fn with_bytes(bytes: u64) -> Budget {
    Budget::new(Limits {
        bytes: Some(bytes),
        ..Limits::NONE
    })
}

/// The one folder of a search.
fn only_folder(disk: &Disk) -> PathBuf {
    let mut folders = fs::read_dir(&disk.folder).unwrap();
    let folder = folders.next().unwrap().unwrap().path();
    assert!(folders.next().is_none());
    folder
}

/// The verdict of the search in memory, with so little memory and a disk.
/// The bytes that the search in memory takes.
fn agree(disk: &Disk, rules: &FreeCell, deal: u64, most: u64) -> u64 {
    let start = rules.deal(deal);
    let mut alone = Budget::unlimited();
    let expected = verdict_by(&Manner::InMemory, rules, &start, &mut alone);
    let mut budget = with_bytes(most);
    let manner = Manner::OnDisk(disk.clone());
    let found = verdict_by(&manner, rules, &start, &mut budget);
    assert_eq!(found, expected, "{} {deal}", rules.name);
    if expected == "impossible" {
        // Every position that there is.
        assert!(budget.states() >= alone.states());
    }
    assert!(budget.peak_bytes() <= most);
    alone.peak_bytes()
}

#[test]
fn little_memory_and_a_disk_prove_what_memory_proves() {
    let disk = disk("verdict");
    for deal in [1, 3, 4, 6] {
        agree(&disk, &cells(0), deal, 6 << 20);
        agree(&disk, &cells(1), deal, 6 << 20);
    }
    // A quarter of what the search in memory takes.
    let in_memory = agree(&disk, &cells(1), 90, 9 << 20);
    assert!(in_memory > 36 << 20, "{in_memory}");
    fs::remove_dir(&disk.folder).unwrap();
}

#[test]
fn threads_that_share_the_parts_prove_the_same() {
    let disk = disk("threads");
    let (rules, manner) = (cells(1), Manner::OnDisk(disk.clone()));
    for (deal, expected) in [(90, "impossible"), (3, "impossible"), (12, "impossible")] {
        for threads in [2, 3, 8] {
            let start = rules.deal(deal);
            let mut budget = with_bytes(24 << 20).with_threads(threads);
            let found = verdict_by(&manner, &rules, &start, &mut budget);
            assert_eq!(found, expected, "deal {deal}, {threads} threads");
            assert!(budget.peak_bytes() <= 24 << 20);
        }
    }
    fs::remove_dir(&disk.folder).unwrap();
}

#[test]
fn a_search_that_was_stopped_goes_on_where_it_was() {
    let disk = disk("again");
    let (rules, manner) = (cells(1), Manner::OnDisk(disk.clone()));
    let start = rules.deal(90);
    let mut whole = with_bytes(64 << 20);
    let found = verdict_by(&manner, &rules, &start, &mut whole);
    assert_eq!(found, "impossible");
    let mut runs = 0;
    let mut states = 0;
    loop {
        let mut budget = Budget::new(Limits {
            states: Some(whole.states() / 2 + 100_000),
            bytes: Some(64 << 20),
            ..Limits::NONE
        });
        let found = verdict_by(&manner, &rules, &start, &mut budget);
        runs += 1;
        states += budget.states();
        if found == "impossible" {
            break;
        }
        assert_eq!(found, "unknown");
        // As if it had been killed while it wrote.
        let folder = only_folder(&disk);
        let last = fs::read_dir(&folder).unwrap();
        let names = last.map(|entry| entry.unwrap().file_name());
        let seeds = names.filter(|name| name.to_string_lossy().starts_with("seeds"));
        let largest = folder.join(seeds.max().unwrap());
        let mut file = OpenOptions::new().append(true).open(largest).unwrap();
        // A seed that is no position, and half of one.
        file.write_all(&[0; 60]).unwrap();
        assert!(runs < 10, "it begins again and again");
    }
    // Little was done twice.
    assert!(runs > 1, "{runs}");
    assert!(states < whole.states() * 3 / 2, "{states}");
    fs::remove_dir(&disk.folder).unwrap();
}

#[test]
fn files_that_lost_something_are_not_used() {
    let disk = disk("lost");
    let (rules, manner) = (cells(1), Manner::OnDisk(disk.clone()));
    let start = rules.deal(90);
    let mut budget = Budget::new(Limits {
        states: Some(300_000),
        ..Limits::NONE
    });
    assert_eq!(verdict_by(&manner, &rules, &start, &mut budget), "unknown");
    let folder = only_folder(&disk);
    for entry in fs::read_dir(&folder).unwrap() {
        let entry = entry.unwrap();
        if entry.file_name().to_string_lossy().starts_with("seeds") {
            File::create(entry.path()).unwrap();
        }
    }
    // It begins again.
    let mut budget = Budget::unlimited();
    let found = verdict_by(&manner, &rules, &start, &mut budget);
    assert_eq!(found, "impossible");
    assert!(budget.states() >= 523_202);
    fs::remove_dir(&disk.folder).unwrap();
}

#[test]
fn a_full_disk_and_a_stage_that_is_too_large_are_unknown() {
    let mut disk = disk("full");
    disk.most_bytes = 1 << 20;
    let rules = cells(1);
    let start = rules.deal(90);
    let search = |disk: &Disk, budget: &mut Budget| {
        let manner = Manner::OnDisk(disk.clone());
        verdict_by(&manner, &rules, &start, budget)
    };
    assert_eq!(search(&disk, &mut Budget::unlimited()), "unknown");
    disk.most_bytes = 1 << 30;
    assert_eq!(search(&disk, &mut with_bytes(1 << 20)), "unknown");
    fs::remove_dir_all(&disk.folder).unwrap();
    // The folder is a file.
    fs::write(&disk.folder, "").unwrap();
    assert_eq!(search(&disk, &mut Budget::unlimited()), "unknown");
    fs::remove_file(&disk.folder).unwrap();
}

#[test]
fn hopeless_positions_are_left_out_with_a_disk_too() {
    let disk = disk("hopeless");
    let rules = cells(1);
    for (deal, bytes) in [(12, 2 << 20), (3, 2 << 20), (90, 4 << 20)] {
        let start = rules.deal(deal);
        let mut budget = with_bytes(bytes).with_disk(disk.clone());
        let answer = super::super::solve(&rules, &start, &mut budget);
        assert_eq!(answer.outcome.word(), "impossible", "deal {deal}");
    }
    fs::remove_dir(&disk.folder).unwrap();
}

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn games_that_can_be_won_are_won_with_a_disk() {
        let disk = disk("won");
        for deal in [2, 8] {
            agree(&disk, &cells(1), deal, 16 << 20);
        }
        fs::remove_dir(&disk.folder).unwrap();
    }
}
