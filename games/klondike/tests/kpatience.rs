//! Deal numbers of KPatience, compared with the program itself.

use std::path::Path;

use patience_klondike::rules::{Face, Klondike, Numbers, State};

/// The cards of the piles in a game that KPatience has saved, by the number of
/// the pile; the last card is on top.
fn piles(text: &str) -> Vec<Vec<Face>> {
    let mut piles = vec![Vec::new(); 14];
    let mut pile = 0;
    for line in text.lines() {
        let value = |name: &str| -> Option<usize> {
            let (_, rest) = line.split_once(&format!(" {name}=\""))?;
            rest.split('"').next()?.parse().ok()
        };
        if line.trim_start().starts_with("<pile") {
            pile = value("index").expect("a pile");
        }
        if let (Some(suit), Some(rank)) = (value("suit"), value("value")) {
            let name = [&"A23456789TJQK"[rank - 1..rank], &"cdhs"[suit..=suit]].concat();
            piles[pile].push(Some(name.parse().expect("a card")));
        }
    }
    piles
}

/// The table of a saved game: pile 0 is the stock, piles 5 to 11 are the
/// columns.
fn table(text: &str) -> State {
    let piles = piles(text);
    let stock = piles[0].iter().rev();
    let faces: Vec<_> = piles[5..12]
        .iter()
        .flatten()
        .chain(stock)
        .copied()
        .collect();
    Klondike::lay_out_faces(&faces, &[1, 2, 3, 4, 5, 6, 7])
}

fn number(file: &Path) -> Option<u64> {
    // `GAME-NUMBER-RESULT`; Klondike is game 0.
    let name = file.file_name()?.to_str()?;
    let number = name.strip_prefix("0-")?.split('-').next()?;
    number.parse().ok()
}

mod needs_kpat {
    use std::collections::BTreeMap;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    use std::{env, fs, thread};

    use super::*;

    /// Deals that are compared, and how long the program may take for them.
    const DEALS: usize = 10;
    const LONGEST: Duration = Duration::from_secs(120);

    #[test]
    #[ignore = "needs kpat"]
    fn random_deals_of_the_program_are_ours() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kpatience-deals");
        let _ = fs::remove_dir_all(&folder);
        let games = folder.join("games");
        fs::create_dir_all(&games).expect("a folder");
        let path = format!("{}:/usr/games", env::var("PATH").unwrap_or_default());
        let mut kpat = Command::new("kpat")
            .args(["--generate", "--testdir"])
            .arg(&games)
            .env("PATH", path)
            .env("HOME", &folder)
            .env("XDG_RUNTIME_DIR", &folder)
            .env("QT_QPA_PLATFORM", "offscreen")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("kpat starts");
        let started = Instant::now();
        let mut saved = BTreeMap::new();
        while saved.len() < DEALS && started.elapsed() < LONGEST {
            thread::sleep(Duration::from_millis(300));
            for entry in fs::read_dir(&games).expect("a folder") {
                let file = entry.expect("a file").path();
                let text = fs::read_to_string(&file).unwrap_or_default();
                if let (Some(number), true) = (number(&file), text.contains("</dealer>")) {
                    saved.insert(number, text);
                }
            }
        }
        kpat.kill().expect("kpat ends");
        kpat.wait().expect("kpat has ended");
        assert!(saved.len() >= DEALS, "{} deals", saved.len());
        let rules = Klondike {
            numbers: Numbers::Kpatience,
            ..Klondike::DRAW_THREE
        };
        for (number, text) in saved {
            assert_eq!(rules.deal(number), table(&text), "{number}");
        }
    }
}
