//! Input that is none: one clear line each.

use std::fs;

use crate::common::{command, patience, patience_with_input};
use crate::deck_text;

#[test]
fn bad_cards_are_named_with_their_places() {
    let deck = deck_text();
    let cases: [(&str, String, &str); 7] = [
        (
            "an empty file",
            String::new(),
            "standard input: no cards; a deck has 52",
        ),
        (
            "only comments",
            "# nothing\n".into(),
            "standard input: no cards; a deck has 52",
        ),
        ("half a deck", deck[..77].into(), "26 cards are missing"),
        (
            "a card twice",
            deck.replace("7h", "7d"),
            "7d appears twice, first at line 1, column 76",
        ),
        (
            "a malformed card",
            deck.replace("7h", "7x"),
            "standard input:1:79: `7x` is not a card",
        ),
        (
            "a card too many",
            format!("{deck} Ac"),
            "53 cards; a deck has 52",
        ),
        (
            "glued cards",
            deck.replace("Ac Ad", "AcAd"),
            "`AcAd` is not a card",
        ),
    ];
    for (what, text, message) in cases {
        let run = patience_with_input(&["solve", "pyramid", "-"], text.as_bytes());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{what}");
        assert!(run.err.contains(message), "{what}: {}", run.err);
        assert!(run.err.lines().count() <= 4, "{what}: {}", run.err);
    }
}

#[test]
fn files_that_are_none_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("a name");
    for command in ["solve", "batch", "hint"] {
        let run = patience(&[command, "pyramid", name]);
        assert_eq!(run.code, Some(2));
        assert!(
            run.err.contains("is a directory, not a file"),
            "{}",
            run.err
        );
        let run = patience(&[command, "pyramid", "no-such-file.txt"]);
        assert_eq!(run.code, Some(2));
        assert!(
            run.err.contains("no-such-file.txt: no such file"),
            "{}",
            run.err
        );
    }
}

#[test]
fn ten_megabytes_of_noise_get_one_clear_line() {
    let mut state = 1u32;
    let mut noise = Vec::with_capacity(10 << 20);
    while noise.len() < 10 << 20 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        noise.push((state >> 24) as u8);
    }
    let run = patience_with_input(&["solve", "pyramid", "-"], &noise);
    assert_eq!(run.code, Some(2));
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    let words = "x1 ".repeat(300_000).into_bytes();
    let run = patience_with_input(&["solve", "pyramid", "-"], &words);
    assert_eq!(run.code, Some(2));
    assert!(run.err.lines().count() < 30, "{}", run.err.lines().count());
    assert!(run.err.contains("more like these"));
}

#[test]
fn a_batch_of_noise_gives_up_soon() {
    let noise = "what is this\n".repeat(5000);
    let run = patience_with_input(&["batch", "pyramid", "-"], noise.as_bytes());
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
    assert!(
        run.err.contains("this is not a file of deals"),
        "{}",
        run.err
    );
    assert!(run.err.lines().count() < 100, "{}", run.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_of_one_line() {
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .expect("a full disk");
    let output = command(&["solve", "pyramid", "--deal", "3"])
        .stdout(full)
        .output();
    let output = output.expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: No space left on device\n"
    );
}

#[test]
fn unknown_games_and_deals_out_of_range_are_named() {
    let run = patience(&["solve", "gofish", "--deal", "1"]);
    assert_eq!(run.code, Some(2));
    assert!(
        run.err.contains("there is no game called `gofish`"),
        "{}",
        run.err
    );
    let run = patience(&["solve", "pyramid", "--deal", "0"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("pyramid has deals 1 to "), "{}", run.err);
    let run = patience(&["batch", "pyramid", "--deals", "5..1"]);
    assert_eq!(run.code, Some(2));
    assert!(run.err.contains("did you mean 1..5?"), "{}", run.err);
}
