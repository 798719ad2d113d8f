//! `patience challenge`: what deals bring is carried over, and reported.

use crate::common::patience;
use crate::json;

#[test]
fn cards_are_carried_over_from_deal_to_deal() {
    let words = [
        "challenge",
        "pyramid",
        "--challenge",
        "cards=6A in 3 deals",
        "--deals",
        "1..3",
        "--format",
        "json",
    ];
    let run = patience(&words);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let report = json(&run.out);
    assert_eq!(report["state"], "reached");
    assert_eq!(report["challenge"], "cards=6A in 3 deals");
    let deals = report["deals"].as_array().expect("deals");
    let brings: Vec<_> = deals
        .iter()
        .filter_map(|deal| deal["brings"].as_u64())
        .collect();
    assert_eq!(
        brings.iter().sum::<u64>(),
        report["so_far"].as_u64().expect("a sum")
    );
    assert!(deals.len() < 3, "{brings:?}");
    let moves = deals[0]["line"]["moves"].as_array().expect("moves");
    assert!(!moves.is_empty());
}

#[test]
fn a_challenge_that_no_cards_can_save_is_lost_at_once() {
    let lost = [
        "challenge",
        "pyramid",
        "--challenge",
        "cards=12A in 2 deals",
        "--deals",
        "1..2",
    ];
    let run = patience(&lost);
    assert_eq!(run.code, Some(1), "{}", run.err);
    assert!(run.out.contains("Lost after 0 deals"), "{}", run.out);
    assert!(
        run.out.contains("2 deals cannot bring so much"),
        "{}",
        run.out
    );
    let with = [&lost[..], &["--so-far", "4"]].concat();
    assert_ne!(patience(&with).out, run.out);
}

#[test]
fn nonsense_is_refused() {
    let run = patience(&[
        "challenge",
        "pyramid",
        "--challenge",
        "much in 3 deals",
        "--deals",
        "1",
    ]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("is not a challenge"), "{}", run.err);
    let score = [
        "challenge",
        "freecell",
        "--challenge",
        "score=5 in 1 deal",
        "--deals",
        "1",
    ];
    let run = patience(&score);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("has no goal `score`"), "{}", run.err);
}

#[test]
fn what_cannot_be_a_deal_is_refused_before_anything_is_printed() {
    let words = ["challenge", "pyramid", "--challenge", "score=9 in 3 deals"];
    let run = patience(&words);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{}", run.err);
    assert!(run.err.contains("which deals?"), "{}", run.err);
    for none in ["clear 2 boards in 0 deals", "score=0 in 3 deals"] {
        let words = ["challenge", "pyramid", "--challenge", none, "--deals", "1"];
        let run = patience(&words);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{}", run.err);
    }
    let folder = env!("CARGO_TARGET_TMPDIR");
    let run = patience(&[&words[..], &[folder]].concat());
    assert_eq!(run.code, Some(2), "{}", run.err);
    assert!(
        run.err.contains("is a directory, not a file"),
        "{}",
        run.err
    );
}

#[test]
fn too_few_deals_leave_a_challenge_open() {
    let words = [
        "challenge",
        "pyramid",
        "--challenge",
        "score=2400 in 3 deals",
        "--deals",
        "2..2",
    ];
    let run = patience(&words);
    assert_eq!(run.code, Some(3), "{}", run.err);
    let end = "Open after 1 deal: 1,290 points, 1,110 missing in 2 deals.";
    assert!(run.out.contains(end), "{}", run.out);
}

#[test]
fn files_bring_the_same_as_the_deals_that_are_in_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let challenge = ["challenge", "pyramid", "--challenge", "cards=6A in 3 deals"];
    let files: Vec<_> = (1..=3)
        .map(|number| {
            let deal = patience(&["deal", "pyramid", "--deal", &number.to_string()]).out;
            let file = folder.path().join(format!("deal {number}.txt"));
            std::fs::write(&file, deal).expect("written");
            file.display().to_string()
        })
        .collect();
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    let json = ["--format", "json"];
    let of_files = patience(&[&challenge[..], &files, &json].concat());
    let of_deals = patience(&[&challenge[..], &["--deals", "1..3"], &json].concat());
    assert_eq!(of_files.code, Some(0), "{}", of_files.err);
    let brings = |text: &str| {
        let report = crate::json(text);
        let deals = report["deals"].as_array().expect("deals").clone();
        let brings = deals.iter().map(|deal| deal["brings"].clone());
        (report["so_far"].clone(), brings.collect::<Vec<_>>())
    };
    assert_eq!(brings(&of_files.out), brings(&of_deals.out));
}
