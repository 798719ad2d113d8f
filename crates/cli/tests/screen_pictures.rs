//! Profiles and pictures with faults: one clear line each, never a panic.

use std::path::Path;
use std::process::{Command, Output};

fn patience(data: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_patience"))
        .args(words)
        .env("PATIENCE_DATA", data)
        .env_remove("DISPLAY")
        .stdin(std::process::Stdio::null())
        .output()
        .expect("patience runs")
}

fn error_of(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert_eq!(error.trim_end().lines().count(), 1, "one line: {error}");
    assert!(!error.contains("panicked"), "{error}");
    error
}

/// The profiles that the games bring.
fn built_in() -> std::collections::BTreeSet<&'static str> {
    let games = patience::games().iter();
    let files = games.flat_map(|game| game.about().profiles);
    files.map(|file| file.name).collect()
}

#[test]
fn every_built_in_profile_is_right_and_listed() {
    let data = tempfile::tempdir().expect("a folder");
    let output = patience(data.path(), &["profiles"]);
    assert!(output.status.success());
    let list = String::from_utf8_lossy(&output.stdout).into_owned();
    for name in [
        "kpatience-freecell",
        "aisleriot-triple-peaks",
        "aisleriot-freecell",
        "patience-web-pyramid",
        "patience-web-tripeaks",
        "patience-web-freecell",
        "patience-web-cluj",
        "microsoft-pyramid",
        "microsoft-tripeaks",
        "microsoft-freecell",
        "molek-syntez",
    ] {
        assert!(list.contains(name), "{name} is not in\n{list}");
        let output = patience(data.path(), &["profiles", name]);
        assert!(output.status.success(), "{name} can be explained");
    }
}

#[test]
fn a_fault_in_ones_own_profile_has_its_line() {
    let data = tempfile::tempdir().expect("a folder");
    let printed = patience(data.path(), &["profiles", "molek-syntez", "--text"]);
    let text = String::from_utf8(printed.stdout).expect("text");
    let folder = data.path().join("profiles");
    std::fs::create_dir(&folder).expect("a folder");
    let line = 1 + text
        .lines()
        .position(|line| line.starts_with("game"))
        .expect("a game");
    let broken = text.replace("game = \"cluj\"", "game = \"whist\"");
    std::fs::write(folder.join("mine.toml"), &broken).expect("written");
    let error = error_of(&patience(data.path(), &["profiles"]));
    assert!(error.contains(&format!("mine.toml:{line}: ")), "{error}");
    let broken = text.replace("count = 6", "count = six");
    std::fs::write(folder.join("mine.toml"), &broken).expect("written");
    let line = 1 + broken
        .lines()
        .position(|line| line.contains("six"))
        .expect("there");
    let error = error_of(&patience(data.path(), &["profiles"]));
    assert!(error.contains(&format!("mine.toml:{line}: ")), "{error}");
}

#[test]
fn a_picture_that_is_none_is_one_line() {
    let data = tempfile::tempdir().expect("a folder");
    let path = |name: &str| data.path().join(name).display().to_string();
    // The beginning of a PNG, then anything.
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    bytes.extend((0..999_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 13) as u8));
    std::fs::write(path("damaged.png"), &bytes).expect("written");
    std::fs::write(path("random.png"), &bytes[8..]).expect("written");
    std::fs::write(path("empty.png"), []).expect("written");
    let white = |name: &str, side: u32| {
        let frame = patience_screen::Frame::filled(side, side, [255; 3]);
        frame.save(Path::new(&path(name))).expect("saved");
    };
    white("one.png", 1);
    white("white.png", 600);
    std::fs::create_dir(path("folder.png")).expect("a folder");
    for name in [
        "damaged.png",
        "random.png",
        "empty.png",
        "one.png",
        "white.png",
        "folder.png",
        "none.png",
    ] {
        let image = path(name);
        for profile in ["kpatience-freecell", "microsoft-freecell"] {
            let words = ["calibrate", profile, "--image", &image, "--deal", "1"];
            error_of(&patience(data.path(), &words));
            let words = ["scan", "freecell", "--profile", profile, "--image", &image];
            error_of(&patience(data.path(), &words));
        }
    }
    assert!(!data.path().join("decks").exists(), "nothing was learned");
}

#[test]
fn a_window_that_is_not_there_is_one_line() {
    let data = tempfile::tempdir().expect("a folder");
    error_of(&patience(
        data.path(),
        &["scan", "freecell", "--profile", "kpatience-freecell"],
    ));
    error_of(&patience(
        data.path(),
        &["calibrate", "kpatience-freecell", "--deal", "1"],
    ));
    error_of(&patience(data.path(), &["scan", "whist"]));
    error_of(&patience(
        data.path(),
        &["scan", "pyramid", "--profile", "kpatience-freecell"],
    ));
    error_of(&patience(data.path(), &["profiles", "nothing-like-it"]));
}

/// The keys of a table, and those of the tables in it.
fn keys(value: &toml::Value, found: &mut Vec<String>) {
    match value {
        toml::Value::Table(table) => {
            for (key, value) in table {
                found.push(key.clone());
                // What is in there belongs to the game.
                if !key.ends_with("settings") {
                    keys(value, found);
                }
            }
        }
        toml::Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

#[test]
fn the_guide_tells_of_every_key_that_a_built_in_profile_uses() {
    let guide = include_str!("../../../docs/src/guide/screen.md");
    let data = tempfile::tempdir().expect("a folder");
    for name in built_in() {
        let printed = patience(data.path(), &["profiles", name, "--text"]);
        let text = String::from_utf8(printed.stdout).expect("text");
        let mut used = Vec::new();
        keys(&toml::Value::Table(text.parse().expect("TOML")), &mut used);
        for key in used {
            let is_told =
                guide.contains(&format!("`{key}`")) || guide.contains(&format!("[{key}]"));
            assert!(is_told, "the guide says nothing about `{key}`");
        }
    }
}
