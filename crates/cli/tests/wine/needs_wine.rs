//! Everything that runs under Wine.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use patience_screen::profile::Window;
use patience_screen::{Eyes as _, Hands as _};

use crate::wine::{Run, Table, USUAL_DOTS, Wine, seen_by_windows};

/// The command of this system, for comparison.
const HERE: &str = env!("CARGO_BIN_EXE_patience");
/// A game that is played as the first solution has it: these tests are about
/// windows.
const PLAY: [&str; 3] = ["autoplay", "cluj", "--fast"];
/// A game that is won in 16 moves, one of them a cheat: the kinds of windows differ
/// in every one of them.
const LATE: [&str; 2] = ["--cards", "TKDV0.TKDV0.TKDV0.TKDV0.69786978.87968796."];

fn here(words: &[&str]) -> Run {
    let mut command = Command::new(HERE);
    command.args(words).env("NO_COLOR", "1");
    command
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
        .into()
}

#[test]
#[ignore = "needs Wine"]
fn answers_and_exit_codes_are_those_of_linux() {
    let wine = Wine::start(USUAL_DOTS);
    for (words, code) in [
        (&["games"][..], 0),
        (&["solve", "cluj", "--deal", "1", "--notation", "lines"], 0),
        (&["solve", "freecell", "--deal", "617", "--fast"], 0),
        (&["deal", "pyramid", "--deal", "3"], 0),
        (&["deal", "spider", "--deal", "3", "--format", "json"], 0),
        (&["solve", "freecell", "--deal", "11982"], 1),
        (
            &["solve", "klondike", "--deal", "5", "--max-states", "1"],
            3,
        ),
        (&["solve", "nothing", "--deal", "1"], 2),
        (&["solve", "cluj", "nowhere.txt"], 2),
        (&["solve", "cluj", "--deal", "0x1"], 2),
        (&["profiles"], 0),
    ] {
        let (there, here) = (wine.run(words), here(words));
        assert_eq!(there.code, Some(code), "{words:?}: {there:?}");
        assert_eq!(here.code, Some(code), "{words:?}: {here:?}");
        assert_eq!(without_times(&there.out), without_times(&here.out));
        let renamed = there.err.replace("patience.exe", "patience");
        assert_eq!(without_times(&renamed), without_times(&here.err));
    }
    let words = ["solve", "cluj", "--deal", "1", "--format", "json"];
    let json: serde_json::Value = serde_json::from_str(&wine.run(&words).out).expect("JSON");
    assert_eq!(json["outcome"], "solved", "{json}");
}

/// Times differ from run to run.
fn without_times(text: &str) -> String {
    let is_time = |word: &str| word.ends_with("ms") || word.starts_with("0.");
    let lines = text.lines().map(|line| {
        let words = line.split(' ').filter(|word| !is_time(word));
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
#[ignore = "needs Wine"]
fn files_as_windows_writes_them_are_read() {
    let wine = Wine::start(USUAL_DOTS);
    let deal = here(&["deal", "cluj", "--deal", "1"]).out;
    let words = ["solve", "cluj", "--deal", "1", "--notation", "lines"];
    let answer = here(&words).out;
    let lines = deal.replace('\n', "\r\n");
    let wide: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(lines.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let folder = wine.file("Größe und Übermut");
    fs::create_dir(&folder).expect("a folder");
    for (name, bytes) in [
        ("crlf.txt", lines.clone().into_bytes()),
        ("mark.txt", format!("\u{feff}{lines}").into_bytes()),
        ("powershell.txt", wide),
    ] {
        let file = folder.join(name);
        fs::write(&file, bytes).expect("written");
        let file = seen_by_windows(&file);
        let run = wine.run(&["solve", "cluj", &file, "--notation", "lines"]);
        assert_eq!(run.code, Some(0), "{name}: {run:?}");
        assert_eq!(run.out, answer, "{name}");
    }
    // Standard input is text, too.
    let mut command = wine.patience(&["solve", "cluj", "-", "--notation", "lines"]);
    let input = fs::File::open(folder.join("powershell.txt")).expect("a file");
    let run: Run = command.stdin(input).output().expect("it runs").into();
    assert_eq!((run.code, run.out), (Some(0), answer));

    let run = wine.run(&["solve", "cluj", &seen_by_windows(&folder)]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.contains("is a directory, not a file"), "{run:?}");
    assert_eq!(run.err.lines().count(), 1, "{run:?}");
}

#[test]
#[ignore = "needs Wine"]
fn umlauts_are_shown_in_the_console() {
    let wine = Wine::start(USUAL_DOTS);
    let shown = wine.console(&["solve", "cluj", "Größe Übermut.txt"]);
    assert!(shown.contains("Größe Übermut.txt"), "{shown:?}");
}

#[test]
#[ignore = "needs Wine"]
fn the_page_is_served() {
    let wine = Wine::start(USUAL_DOTS);
    let mut child = wine
        .patience(&["serve", "--port", "0"])
        .spawn()
        .expect("it starts");
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    out.read_line(&mut first).expect("text");
    let address = first.trim().strip_prefix("Patience is at http://");
    match address.and_then(|rest| rest.strip_suffix('/')) {
        Some(address) => {
            let mut stream = TcpStream::connect(address).expect("it listens");
            let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n");
            stream.write_all(request.as_bytes()).expect("it takes it");
            let mut answer = [0; 15];
            stream.read_exact(&mut answer).expect("an answer");
            assert_eq!(&answer, b"HTTP/1.1 200 OK");
            child.kill().expect("it is still there");
            child.wait().expect("it ends");
        }
        // The page was not built before the command.
        None => {
            let run: Run = child.wait_with_output().expect("it ends").into();
            assert_eq!(run.code, Some(2), "{run:?}");
            assert!(run.err.contains("cargo xtask web"), "{run:?}");
        }
    }
}

/// Learns the cards of the table that is shown.
fn calibrate(wine: &Wine, table: &Table) {
    let cards = wine.file("cards.txt");
    fs::write(&cards, table.deal()).expect("written");
    let cards = seen_by_windows(&cards);
    let run = wine.run(&["calibrate", "molek-syntez", "--cards", &cards]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("36 cards read back"), "{run:?}");
}

/// The table's window is one of the display, too: the command of Linux learns from
/// it, at a terminal, what a profile does not know.
#[test]
#[ignore = "needs Wine"]
fn calibrate_asks_for_what_it_does_not_know() {
    let mut wine = Wine::start(USUAL_DOTS);
    let table = wine.table(&[]);
    let text = here(&["profiles", "molek-syntez", "--text"]).out;
    let again = "restart = { picture = 'again', about = 'the button that deals again' }";
    let own = text.replace("[controls]\n", &format!("[controls]\n{again}\n"));
    assert_ne!(own, text);
    fs::write(wine.file("own.toml"), own).expect("written");
    let mut terminal = wine.terminal(&format!("'{HERE}' calibrate own.toml"));

    terminal.wait_for("Which cards are shown?", 1);
    terminal.type_lines(&["6676KD.9TD07V.", ""]);
    terminal.wait_for("Type them again", 1);
    terminal.type_lines(&[&table.deal(), ""]);
    terminal.wait_for("36 cards read back correctly", 1);

    // Not over the window first, then over the button.
    wine.hands.move_to(1900, 1400).expect("moved");
    terminal.wait_for("Point at the button that deals again", 1);
    terminal.type_lines(&[""]);
    terminal.wait_for("the mouse is not over the window", 1);
    terminal.wait_for("Point at the button that deals again", 2);
    let found = wine.hands.find(&Window::titled("MOLEK")).expect("a window");
    let inside = wine.hands.place(found).expect("a place");
    let button = (inside.x + 482, inside.y + 517);
    wine.hands.move_to(button.0, button.1).expect("moved");
    terminal.type_lines(&[""]);
    terminal.wait_for("Saved in", 1);
    let shown = terminal.shown();
    assert_eq!(terminal.end(), Some(0), "{shown}");
    assert!(!shown.contains("Not shown yet"), "{shown}");
    let learned = wine.file("data/landmarks/molek-syntez/landmarks.toml");
    let learned = fs::read_to_string(learned).expect("what was learned");
    assert!(learned.contains("again"), "{learned}");
    // Nothing was clicked.
    assert_eq!(table.count("DEAL"), 1, "{}", table.log());
}

/// Starts to play; more words can be given.
fn play(wine: &Wine, more: &[&str]) -> Child {
    let mut command = wine.patience(&PLAY);
    command.args(more).spawn().expect("it starts")
}

fn ended(child: Child) -> Run {
    child.wait_with_output().expect("it ends").into()
}

/// Plays the table to its win.
fn win(wine: &Wine, table: &Table, more: &[&str]) -> Run {
    let run = ended(play(wine, more));
    assert_eq!(run.code, Some(0), "{run:?}\n{}", table.log());
    assert!(run.out.contains("Won in"), "{run:?}");
    assert_eq!(table.count("WON"), 1, "{}", table.log());
    run
}

/// It stops with this reason, and nothing was clicked after it.
fn stopped(run: &Run, code: i32, reason: &str) {
    assert_eq!(run.code, Some(code), "{run:?}");
    let last = run.err.lines().last().unwrap_or_default();
    assert!(
        last.starts_with("stopped: ") && last.contains(reason),
        "{run:?}"
    );
}

#[test]
#[ignore = "needs Wine"]
fn three_deals_in_a_row_are_won() {
    let wine = Wine::start(USUAL_DOTS);
    let table = wine.table(&[]);
    calibrate(&wine, &table);
    let run = ended(play(&wine, &["--repeat", "3", "--verbose"]));
    assert_eq!(run.code, Some(0), "{run:?}\n{}", table.log());
    tell_speed(&run.err);
    let log = table.log();
    assert!(run.out.contains("3 deals: 3 won"), "{run:?}\n{log}");
    let order = log.lines().filter_map(|line| line.split(' ').next());
    // Wine loses a drag now and then: the card goes back, and it is tried again.
    let order: Vec<_> = order
        .filter(|word| ["DEAL", "WON"].contains(word))
        .collect();
    assert_eq!(
        order,
        ["DEAL", "WON", "DEAL", "WON", "DEAL", "WON"],
        "{log}"
    );
}

/// Prints how long a move takes, and how that was measured. It is not checked: other
/// work on the machine makes every answer of the display slower.
fn tell_speed(err: &str) {
    let lines = err.lines().filter(|line| line.contains("per move"));
    let lines: Vec<_> = lines.collect();
    assert_eq!(lines.len(), 3, "a line for each deal: {err}");
    lines.iter().for_each(|line| eprintln!("{line}"));
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    eprintln!(
        "per move: from the last look that showed another table to the end of the next \
         drag, the mean of a deal; wanted: less than 100 ms. The load of the machine is {}",
        load.split(' ').next().unwrap_or_default()
    );
}

#[test]
#[ignore = "needs Wine"]
fn every_kind_of_window_is_played() {
    let wine = Wine::start(USUAL_DOTS);
    let table = wine.table(&[]);
    calibrate(&wine, &table);
    drop(table);
    for words in [
        // The whole screen, without a frame.
        &["--style", "popup", "--at", "0,0", "--size", "2000,1500"][..],
        // A program from the Store.
        &["--style", "store"],
        // It begins partly outside of the screen, and as an icon.
        &["--at", "1500,1200"],
        &["--minimised", "1"],
        // It moves after some moves.
        &["--jump", "4"],
        // The first click only brings it to the front.
        &["--eat", "1"],
        // A window comes to the front, and goes back when the table is asked for.
        &["--peep", "3"],
        // A locked column shows the back of a card.
        &["--back", "1"],
    ] {
        eprintln!("{words:?}");
        let table = wine.table(&[&LATE, words].concat());
        win(&wine, &table, &[]);
    }
}

#[test]
#[ignore = "needs Wine"]
fn a_scaled_screen_is_played() {
    let wine = Wine::start(USUAL_DOTS * 3 / 2);
    let words = ["--aware", "1", "--size", "1920,1080", "--at", "20,100"];
    let table = wine.table(&words);
    calibrate(&wine, &table);
    drop(table);
    let table = wine.table(&[&LATE[..], &words].concat());
    win(&wine, &table, &[]);
}

#[test]
#[ignore = "needs Wine"]
fn it_stops_with_the_right_reason() {
    let mut wine = Wine::start(USUAL_DOTS);
    let table = wine.table(&["--cover", "4"]);
    calibrate(&wine, &table);
    let run = ended(play(&wine, &[]));
    stopped(&run, 2, "`In front` is in front of the table");
    assert_eq!(table.count("MOVE"), 4, "{}", table.log());
    drop(table);

    let table = wine.table(&["--close", "4"]);
    stopped(&ended(play(&wine, &[])), 2, "the window was closed");
    drop(table);

    let table = wine.table(&["--shrink", "4"]);
    stopped(&ended(play(&wine, &[])), 2, "the window is minimised");
    assert_eq!(table.count("MOVE"), 4, "{}", table.log());
    drop(table);

    // A dialog, which the profile does not know how to answer.
    let table = wine.table(&["--ask", "4"]);
    let run = ended(play(&wine, &[]));
    stopped(&run, 2, "`A question` is in front of the table");
    assert_eq!(table.count("MOVE"), 4, "{}", table.log());
    drop(table);

    let table = wine.table(&[]);
    let mut child = play(&wine, &["--speed", "steady"]);
    table.wait_for("MOVE", 3);
    wine.hold_escape(&mut child);
    stopped(&ended(child), 3, "Escape was pressed");
    drop(table);

    let table = wine.table(&[]);
    let mut child = play(&wine, &["--speed", "steady"]);
    table.wait_for("MOVE", 3);
    let start = Instant::now();
    while matches!(child.try_wait(), Ok(None)) && start.elapsed() < Duration::from_secs(20) {
        wine.hands.move_to(0, 0).expect("moved");
        sleep(Duration::from_millis(30));
    }
    stopped(&ended(child), 3, "the mouse is in a corner");
    drop(table);
}

#[test]
#[ignore = "needs Wine"]
fn a_profile_says_where_its_window_is_to_be() {
    let wine = Wine::start(USUAL_DOTS);
    let table = wine.table(&[]);
    calibrate(&wine, &table);
    drop(table);
    let text = wine.run(&["profiles", "molek-syntez", "--text"]).out;
    let place = "class = 'PatienceTable'\nplace = { at = [30, 40], size = [1000, 600] }";
    let with_place = text.replace("[window]\n", &format!("[window]\n{place}\n"));
    assert_ne!(text, with_place, "{text}");
    // Escape answers the question that comes after some moves.
    let file = wine.file("own.toml");
    let with_answer = format!("{with_place}\n[signs]\ndismiss = 'Escape'\n");
    fs::write(&file, with_answer).expect("written");
    let profile = seen_by_windows(&file);
    let more = ["--profile", profile.as_str()];

    let table = wine.table(&[&LATE[..], &["--ask", "5"]].concat());
    let run = win(&wine, &table, &more);
    assert!(!run.err.contains("warning"), "{run:?}");
    assert_eq!(table.count("ANSWERED"), 1, "{}", table.log());
    drop(table);

    // A window that keeps its size is played all the same, with a warning.
    let table = wine.table(&[&LATE[..], &["--rigid", "1"]].concat());
    let run = win(&wine, &table, &more);
    assert!(
        run.err
            .contains("warning: the window does not go where the profile wants it"),
        "{run:?}"
    );
    drop(table);

    // The class is compared, too.
    fs::write(&file, with_place.replace("PatienceTable", "Other")).expect("written");
    let _table = wine.table(&[]);
    let run = wine.run(&["scan", "cluj", "--profile", &profile]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.contains("no window has a title like"), "{run:?}");
}
