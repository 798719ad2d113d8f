//! A survey's folder is the truth, whatever happens to those who work on it.

use std::fs;
use std::path::Path;

use patience::{Cancel, Limits, Request, Settings};
use patience_survey::{
    Deals, Ended, Error, Folder, Intake, Part, Plan, Run, Verdict, check, compare, merge, read,
    retry, summarise,
};

/// Golf: a third of its deals can be won, and most take a millisecond or two.
fn plan(deals: Deals, limits: Limits) -> Plan {
    Plan::new(
        "golf",
        Settings::default(),
        Request::default(),
        limits,
        deals,
        Some(8),
        &Cancel::default(),
    )
    .expect("a plan")
}

fn range(last: u64) -> Plan {
    plan(Deals::Range { first: 1, last }, Limits::NONE)
}

fn done(path: &Path, plan: Plan) -> Folder {
    let folder = Folder::begin(path, plan).expect("a folder");
    let ended = Run::default().all(&folder, |_| ()).expect("a run");
    assert_eq!(ended, Ended::Complete);
    folder
}

/// A command that is killed after a shard is in its place leaves its journal.
#[test]
fn the_journal_of_a_finished_shard_is_taken_away_by_the_next_run() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = done(place.path(), range(20));
    let journal = place.path().join("open/000000000001.jsonl");
    fs::write(&journal, "").expect("written");
    done(place.path(), range(20));
    assert!(!journal.exists());
    assert_eq!(folder.finished().expect("shards"), [0, 1, 2]);
}

#[test]
fn a_survey_has_every_deal_once_and_its_totals_are_those_of_its_rows() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = done(place.path(), range(50));
    let mut deals = Vec::new();
    let mut won = 0;
    for shard in folder.finished().expect("shards") {
        let (rows, footer) = read(&folder.shard_path(shard)).expect("a shard");
        assert_eq!(footer.totals.deals(), rows.len() as u64);
        won += rows
            .iter()
            .filter(|row| row.outcome == Verdict::Solved)
            .count() as u64;
        assert!(
            rows.iter()
                .all(|row| (row.outcome == Verdict::Solved) == row.length.is_some())
        );
        deals.extend(rows.iter().map(|row| row.deal));
    }
    assert_eq!(deals, (1..=50).collect::<Vec<_>>());
    let summary = summarise(&folder).expect("a summary");
    assert_eq!(summary.shards, (7, 7));
    assert_eq!(summary.totals.solved, won);
    assert!(won > 0 && summary.totals.impossible > 0, "{won}");
    assert_eq!(summary.totals.length.values().sum::<u64>(), won);
}

#[test]
fn parts_on_two_machines_merge_to_the_survey_of_one() {
    let place = tempfile::tempdir().expect("a folder");
    let whole = done(&place.path().join("whole"), range(60));
    let mut parts = Vec::new();
    for index in 0..2 {
        let path = place.path().join(format!("part {index}"));
        let folder = Folder::begin(&path, range(60)).expect("a folder");
        let run = Run {
            part: Part { index, of: 2 },
            threads: 2,
            ..Run::default()
        };
        run.all(&folder, |_| ()).expect("a run");
        parts.push(folder);
    }
    assert_eq!(merge(&parts[0], &parts[1]).expect("equal plans"), 4);
    assert_eq!(merge(&parts[0], &parts[1]).expect("equal plans"), 0);
    let digest = |folder| summarise(folder).expect("a summary").digest;
    assert_eq!(digest(&parts[0]), digest(&whole));
    // Another question is another survey.
    let other = done(&place.path().join("other"), range(61));
    assert!(matches!(
        merge(&whole, &other),
        Err(Error::OtherPlan { .. })
    ));
}

#[test]
fn another_question_for_the_same_folder_is_refused_with_what_differs() {
    let place = tempfile::tempdir().expect("a folder");
    done(place.path(), range(10));
    let refused = Folder::begin(place.path(), range(11));
    let text = refused.expect_err("another question").to_string();
    assert!(
        text.contains("\"last\": 10") && text.contains("\"last\": 11"),
        "{text}"
    );
}

#[test]
fn a_journal_that_was_cut_off_loses_only_its_last_line() {
    let place = tempfile::tempdir().expect("a folder");
    let whole = done(&place.path().join("whole"), range(8));
    let (rows, _) = read(&whole.shard_path(0)).expect("a shard");
    for cut in [0, 1, 25] {
        let path = place.path().join(format!("cut {cut}"));
        let folder = Folder::begin(&path, range(8)).expect("a folder");
        let mut journal = folder.take(0).expect("a journal").expect("nobody has it");
        journal.keep(&rows[..5]).expect("kept");
        drop(journal);
        let file = path.join("open/000000000000.jsonl");
        let text = fs::read_to_string(&file).expect("a journal");
        fs::write(&file, &text[..text.len() - cut]).expect("cut off");
        let mut journal = folder.take(0).expect("a journal").expect("nobody has it");
        let kept = journal.rows(&whole.plan().deals_of(0)).expect("rows");
        assert_eq!(kept, rows[..if cut == 0 { 5 } else { 4 }]);
        drop(journal);
        Run::default().all(&folder, |_| ()).expect("a run");
        assert_eq!(
            summarise(&folder).expect("a summary").digest,
            summarise(&whole).expect("a summary").digest
        );
    }
}

#[test]
fn a_shard_that_somebody_works_on_is_left_to_them() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = Folder::begin(place.path(), range(8)).expect("a folder");
    let journal = folder.take(0).expect("a journal");
    assert!(journal.is_some());
    assert!(folder.take(0).expect("no error").is_none());
    drop(journal);
    assert!(folder.take(0).expect("no error").is_some());
}

#[test]
fn a_shard_that_was_cut_short_or_altered_is_found() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = done(place.path(), range(24));
    let checked = |folder: &Folder| check(folder, 1.0, 1, &Cancel::default(), |_| ());
    let good = checked(&folder).expect("all is well");
    assert_eq!((good.shards, good.rows, good.solved_again), (3, 24, 24));
    // A shard of another place of the same survey.
    let first = fs::read(folder.shard_path(0)).expect("a shard");
    let second = fs::read(folder.shard_path(1)).expect("a shard");
    fs::write(folder.shard_path(0), &second).expect("written");
    assert!(matches!(checked(&folder), Err(Error::Damaged { .. })));
    assert!(matches!(summarise(&folder), Err(Error::Damaged { .. })));
    // Cut short.
    fs::write(folder.shard_path(0), &first[..first.len() / 2]).expect("written");
    assert!(matches!(summarise(&folder), Err(Error::Damaged { .. })));
    // A row that is not true, with totals and digest that fit it.
    fs::write(folder.shard_path(0), &first).expect("written");
    let (mut rows, _) = read(&folder.shard_path(0)).expect("a shard");
    rows[3].states += 1;
    folder.put(0, &rows).expect("written");
    assert!(summarise(&folder).is_ok());
    assert!(matches!(checked(&folder), Err(Error::Damaged { .. })));
}

#[test]
fn undecided_deals_are_tried_again_and_the_last_answer_counts() {
    let place = tempfile::tempdir().expect("a folder");
    let limits = |states| Limits {
        states: Some(states),
        ..Limits::NONE
    };
    let plan = plan(Deals::Range { first: 1, last: 40 }, limits(15_000));
    let folder = done(&place.path().join("a"), plan);
    let before = summarise(&folder).expect("a summary").totals;
    assert!(
        before.undecided_deals() > 3 && before.solved > 0,
        "{before:?}"
    );
    let level = retry(&folder, limits(40_000))
        .expect("a retry")
        .expect("undecided deals");
    Run::default().all(&level, |_| ()).expect("a run");
    let between = summarise(&folder).expect("a summary").totals;
    assert!(between.undecided_deals() < before.undecided_deals());
    assert_eq!(between.deals(), 40);
    let level = retry(&folder, Limits::NONE)
        .expect("a retry")
        .expect("undecided deals");
    Run::default().all(&level, |_| ()).expect("a run");
    assert!(retry(&folder, Limits::NONE).expect("no error").is_none());
    let after = summarise(&folder).expect("a summary").totals;
    let whole = done(&place.path().join("b"), range(40));
    let whole_totals = summarise(&whole).expect("a summary").totals;
    assert_eq!(after.solved, whole_totals.solved);
    assert_eq!(after.impossible, whole_totals.impossible);
    assert_eq!(after.length, whole_totals.length);
    assert!(after.undecided.is_empty());
    // The two surveys agree in every deal.
    let both = compare(&folder, &whole).expect("the same deals");
    assert_eq!((both.only_first, both.only_second, both.unknown), (0, 0, 0));
}

#[test]
fn a_survey_stops_when_the_interval_is_narrow() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = Folder::begin(place.path(), range(400)).expect("a folder");
    let run = Run {
        until: Some(0.2),
        ..Run::default()
    };
    assert_eq!(run.all(&folder, |_| ()).expect("a run"), Ended::Narrow);
    let deals = summarise(&folder).expect("a summary").totals.deals();
    assert!((60..300).contains(&deals), "{deals}");
    // Enough is known: nothing is computed again.
    assert_eq!(run.all(&folder, |_| ()).expect("a run"), Ended::Narrow);
    assert_eq!(summarise(&folder).expect("a summary").totals.deals(), deals);
}

#[test]
fn shards_that_are_computed_elsewhere_make_the_same_survey() {
    let place = tempfile::tempdir().expect("a folder");
    let alone = done(&place.path().join("alone"), range(50));
    let folder = Folder::begin(&place.path().join("driver"), range(50)).expect("a folder");
    let text = folder.plan().text().expect("text");
    let mut intake = Intake::begin(&folder, &Run::default()).expect("an intake");
    assert_eq!(intake.missing(), [0, 1, 2, 3, 4, 5, 6]);
    for shard in intake.missing().into_iter().rev() {
        // A worker has nothing but the text of the plan and a number.
        let plan = Plan::read(&text).expect("a plan");
        let bytes = plan.compute(shard, &Cancel::default()).expect("a shard");
        intake
            .accept(shard, &bytes.expect("not interrupted"))
            .expect("accepted");
    }
    let progress = intake.progress();
    assert_eq!((progress.done, progress.all), (50, 50));
    let digest = |folder| summarise(folder).expect("a summary").digest;
    assert_eq!(digest(&folder), digest(&alone));
}

#[test]
fn a_shard_that_does_not_belong_is_not_accepted() {
    let place = tempfile::tempdir().expect("a folder");
    let folder = Folder::begin(place.path(), range(50)).expect("a folder");
    let compute = |plan: Plan, shard| {
        let bytes = plan.compute(shard, &Cancel::default());
        bytes.expect("a shard").expect("not interrupted")
    };
    let mut damaged = compute(range(50), 2);
    let middle = damaged.len() / 2;
    damaged.truncate(middle);
    for wrong in [compute(range(49), 2), compute(range(50), 3), damaged] {
        assert!(matches!(
            folder.accept(2, &wrong),
            Err(Error::Damaged { .. })
        ));
    }
    assert!(folder.finished().expect("shards").is_empty());
    let other = Plan {
        version: "0.0.0".to_owned(),
        ..range(50)
    };
    let refused = other.compute(2, &Cancel::default());
    assert!(matches!(refused, Err(Error::OtherVersion { .. })));
    assert!(matches!(
        range(50).compute(7, &Cancel::default()),
        Err(Error::NoSuchShard { .. })
    ));
}
