//! Wine on a display of its own, with the command for Windows in it.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use patience_screen::hands::x11::X11;
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{KEY_PRESS_EVENT, KEY_RELEASE_EVENT};
use x11rb::protocol::xtest::ConnectionExt as _;

use crate::desk::Desk;

/// What it is built for.
const TARGET: &str = "x86_64-pc-windows-gnu";
const MINGW: &str = "x86_64-w64-mingw32-gcc";
/// The dots in an inch at 100 %.
pub const USUAL_DOTS: u32 = 96;
/// The number of the key Escape on a PC's keyboard.
const ESCAPE: u8 = 9;
/// Somebody who wants it to stop holds the key no longer.
const MOST_HOLD: Duration = Duration::from_secs(5);
/// Longer than any of these games takes, even on a busy machine.
const MOST_WAIT: Duration = Duration::from_secs(240);

/// Wine, and a folder for what this test writes. Only one test has it at a time:
/// all of them use one set of Windows' own files, which takes half a minute to
/// make.
pub struct Wine {
    desk: Desk,
    pub hands: X11,
    folder: tempfile::TempDir,
    prefix: PathBuf,
    programs: PathBuf,
    _only: File,
}

impl Wine {
    pub fn start(dots: u32) -> Self {
        check_installed();
        let kept = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wine");
        fs::create_dir_all(&kept).expect("a folder");
        let only = File::create(kept.join("lock")).expect("a lock");
        only.lock().expect("the only one");
        let programs = build(&kept);
        let desk = Desk::new();
        let wine = Self {
            hands: desk.hands(),
            desk,
            folder: tempfile::tempdir().expect("a folder"),
            prefix: kept.join("prefix"),
            programs,
            _only: only,
        };
        // The note is written last: a set that was not made to its end is made again.
        let note = kept.join("dots");
        let dots = dots.to_string();
        let before = fs::read_to_string(&note).unwrap_or_default();
        if before.is_empty() {
            let _ = fs::remove_dir_all(&wine.prefix);
            wine.run_to_end(wine.command("wineboot").arg("-i"));
        }
        if before != dots {
            let key = r"HKCU\Control Panel\Desktop";
            let mut registry = wine.command("wine");
            registry.args(["reg", "add", key, "/v", "LogPixels", "/t", "REG_DWORD"]);
            wine.run_to_end(registry.args(["/d", &dots, "/f"]));
            // It is read when the first program starts.
            wine.end_all();
            fs::write(&note, dots).expect("written");
        }
        // It stays between two commands: to start it takes longer than most of them.
        // The first command starts Windows' own programs, too. They stay as well, and
        // would keep its output open: it has none.
        wine.run_to_end(wine.command("wineserver").arg("-p"));
        let first = wine.programs.join("patience.exe");
        wine.run_to_end(wine.command("wine").arg(first).arg("doctor"));
        wine
    }

    /// Holds Escape until the command ends. Wine tells that a key is down when the
    /// window with the keyboard has heard of it, which takes long on a busy machine: a
    /// short press may be over by then.
    pub fn hold_escape(&self, child: &mut Child) {
        let display = Some(&*self.desk.display);
        let (connection, screen) = x11rb::connect(display).expect("the display answers");
        let root = connection.setup().roots[screen].root;
        let fake = |kind| {
            let request = connection.xtest_fake_input(kind, ESCAPE, 0, root, 0, 0, 0);
            request.expect("sent").check().expect("typed");
        };
        fake(KEY_PRESS_EVENT);
        let start = Instant::now();
        while matches!(child.try_wait(), Ok(None)) && start.elapsed() < MOST_HOLD {
            sleep(Duration::from_millis(20));
        }
        fake(KEY_RELEASE_EVENT);
    }

    /// A program of Linux or of Wine itself.
    fn command(&self, program: &str) -> Command {
        let mut command = self.desk.command(program);
        command
            .env("WINEPREFIX", &self.prefix)
            .env("WINEARCH", "win64")
            .env("WINEDEBUG", "-all")
            .env("WINEDLLOVERRIDES", "mscoree,mshtml=")
            .env("PATIENCE_DATA", seen_by_windows(&self.file("data")))
            .env("NO_COLOR", "1");
        command
    }

    fn run_to_end(&self, command: &mut Command) {
        let status = command.status().expect("Wine starts");
        assert!(status.success(), "{command:?}: {status}");
    }

    /// Ends everything that runs in this Wine, and waits for it.
    fn end_all(&self) {
        for word in ["-k", "-w"] {
            let _ = self.command("wineserver").arg(word).status();
        }
    }

    /// A file of this test.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The command for Windows.
    pub fn patience(&self, words: &[&str]) -> Command {
        let mut command = self.command("wine");
        command
            .arg(self.programs.join("patience.exe"))
            .args(words)
            .current_dir(self.folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs it to its end.
    pub fn run(&self, words: &[&str]) -> Run {
        self.patience(words).output().expect("it runs").into()
    }

    /// What a console of Windows shows while it runs to its end: Wine draws one in
    /// the terminal that `script` provides.
    pub fn console(&self, words: &[&str]) -> String {
        let command = self.patience(words);
        let program = command.get_program().to_string_lossy().into_owned();
        let words = command
            .get_args()
            .map(|word| format!("'{}'", word.display()));
        let line = words.fold(program, |line, word| format!("{line} {word}"));
        let mut script = self.command("script");
        script
            .args(["-q", "-c", &line, "/dev/null"])
            .current_dir(self.folder.path())
            .stdout(Stdio::piped());
        let output = script.output().expect("script starts");
        String::from_utf8(output.stdout).expect("UTF-8 in the console")
    }

    /// A program of Linux that asks somebody at a terminal; what it learns is kept
    /// in this test's folder.
    pub fn terminal(&self, line: &str) -> Terminal {
        let mut script = self.command("script");
        script
            .args(["-q", "-e", "-c", line, "/dev/null"])
            .env("PATIENCE_DATA", self.file("data"))
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = script.spawn().expect("script starts");
        let mut output = child.stdout.take().expect("its output");
        let shown = Arc::new(Mutex::new(String::new()));
        let seen = Arc::clone(&shown);
        thread::spawn(move || {
            let mut part = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut part) {
                let part = String::from_utf8_lossy(&part[..length]);
                seen.lock().expect("not poisoned").push_str(&part);
            }
        });
        Terminal { child, shown }
    }

    /// Opens the table, and waits for its window.
    pub fn table(&self, words: &[&str]) -> Table {
        let log = self.file("table.log");
        let _ = fs::remove_file(&log);
        let child = self
            .command("wine")
            .arg(self.programs.join("table.exe"))
            .arg("--log")
            .arg(seen_by_windows(&log))
            .args(words)
            .spawn()
            .expect("it starts");
        let table = Table { log, child };
        table.wait_for("SHOWN", 1);
        // The window manager brings it to the front.
        sleep(Duration::from_millis(700));
        table
    }
}

impl Drop for Wine {
    fn drop(&mut self) {
        self.end_all();
    }
}

/// A terminal with a program in it.
pub struct Terminal {
    child: Child,
    shown: Arc<Mutex<String>>,
}

impl Terminal {
    /// What it shows until now.
    pub fn shown(&self) -> String {
        self.shown.lock().expect("not poisoned").clone()
    }

    /// Waits until it shows a text so many times.
    pub fn wait_for(&self, text: &str, many: usize) {
        let start = Instant::now();
        while self.shown().matches(text).count() < many {
            assert!(start.elapsed() < MOST_WAIT, "no `{text}`: {}", self.shown());
            sleep(Duration::from_millis(20));
        }
    }

    /// Types some lines.
    pub fn type_lines(&mut self, lines: &[&str]) {
        let input = self.child.stdin.as_mut().expect("its input");
        for line in lines {
            writeln!(input, "{line}").expect("typed");
        }
    }

    /// Its exit code.
    pub fn end(mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }
}

/// The table.
pub struct Table {
    log: PathBuf,
    child: Child,
}

impl Table {
    /// What it has written.
    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// How many lines begin with a word.
    pub fn count(&self, word: &str) -> usize {
        let log = self.log();
        log.lines().filter(|line| line.starts_with(word)).count()
    }

    /// Waits for so many lines that begin with a word.
    pub fn wait_for(&self, word: &str, many: usize) {
        let start = Instant::now();
        while self.count(word) < many {
            assert!(start.elapsed() < MOST_WAIT, "no {word}: {}", self.log());
            sleep(Duration::from_millis(20));
        }
    }

    /// The cards that were dealt first.
    pub fn deal(&self) -> String {
        let log = self.log();
        let deal = log.lines().find_map(|line| line.strip_prefix("DEAL "));
        deal.expect("a deal").to_owned()
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a run of the command gave.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
            err: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
        }
    }
}

/// The path of a file as Windows has it.
pub fn seen_by_windows(file: &Path) -> String {
    format!("Z:{}", file.display()).replace('/', r"\")
}

/// These tests fail where Wine is not installed: `./test` leaves them out there,
/// and reports that.
fn check_installed() {
    let is_there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    for (program, packages) in [("wine", "wine wine64"), (MINGW, "gcc-mingw-w64-x86-64")] {
        assert!(
            is_there(program),
            "this test needs `{program}`, which is not installed (Debian: {packages})"
        );
    }
}

/// Builds the command for Windows and the table; the folder with both.
fn build(kept: &Path) -> PathBuf {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    let target = target.expect("the folder that it is in");
    // As `./test` builds it, so that it is there already.
    let built = Command::new(cargo)
        .args(["build", "--quiet", "--package", "patience-cli"])
        .args(["--profile", "checked", "--target", TARGET, "--target-dir"])
        .arg(target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .expect("cargo starts");
    assert!(built.success(), "the command for Windows is built");
    let programs = kept.join("programs");
    fs::create_dir_all(&programs).expect("a folder");
    let exe = target.join(TARGET).join("checked/patience.exe");
    fs::copy(exe, programs.join("patience.exe")).expect("the command");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/wine");
    let compile = |words: &[&str], source: &str, program: &str, libraries: &[&str]| {
        let status = Command::new(MINGW)
            .args(["-O1", "-Wall", "-Werror"])
            .args(words)
            .arg("-o")
            .arg(programs.join(program))
            .arg(sources.join(source))
            .args(libraries)
            .status()
            .expect("mingw starts");
        assert!(status.success(), "{program} is built");
    };
    compile(&["-mwindows"], "table.c", "table.exe", &["-lgdi32"]);
    compile(
        &["-shared"],
        "stand-in.c",
        "bcryptprimitives.dll",
        &["-ladvapi32"],
    );
    programs
}
