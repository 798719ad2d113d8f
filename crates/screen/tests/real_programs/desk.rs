//! A virtual display with a window manager and one program on it, all of its
//! own: started for one test, ended with it, also when it fails.

use std::fs::{self, OpenOptions, Permissions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use patience_screen::hands::x11::X11;
use patience_screen::profile::Window;
use patience_screen::{Eyes as _, WindowId};
use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{
    ClientMessageEvent, ConfigureWindowAux, ConnectionExt as _, EventMask,
};

/// The display and everything on it.
pub struct Desk {
    pub display: String,
    home: tempfile::TempDir,
    children: Vec<Child>,
    bus: Option<String>,
    seed: Option<u32>,
}

/// The variable that repeats the deals of a test that failed.
const SEED: &str = "PATIENCE_TEST_SEED";

/// How often something that a foreign program did not do in time is asked for
/// again.
pub const RETRIES: u32 = 2;

/// Reports that something is tried again; `./test` prints it at its end.
pub fn report_retry(what: &str) {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/retries.txt");
    let file = OpenOptions::new().create(true).append(true).open(file);
    writeln!(file.expect("a file for retries"), "{what}").expect("written");
}

impl Desk {
    /// A display of its own, with a window manager.
    pub fn new() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        for folder in ["run", ".config"] {
            fs::create_dir_all(home.path().join(folder)).expect("a folder");
        }
        fs::set_permissions(home.path().join("run"), Permissions::from_mode(0o700)).expect("mode");
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "2240x1760x24",
                "-nolisten",
                "tcp",
            ])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb starts");
        let mut number = String::new();
        let output = server.stdout.take().expect("its output");
        BufReader::new(output)
            .read_line(&mut number)
            .expect("its number");
        let mut desk = Self {
            display: format!(":{}", number.trim()),
            home,
            children: vec![server],
            bus: None,
            seed: None,
        };
        desk.start_bus();
        desk.start("openbox", &[]);
        desk
    }

    /// The same, and programs of GNOME deal the same cards every time that they are
    /// started: those of a seed, or others each time. The seed is printed, and
    /// `PATIENCE_TEST_SEED` repeats it.
    pub fn dealing(seed: Option<u32>) -> Self {
        let mut desk = Self::new();
        let wanted = std::env::var(SEED).ok();
        let wanted = wanted.map(|seed| seed.parse().expect("a seed"));
        let seed = wanted.or(seed).unwrap_or_else(|| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            now.expect("after 1970").subsec_nanos()
        });
        eprintln!("deals of {SEED}={seed}");
        let compiled = Command::new("cc")
            .args(["-shared", "-fPIC", "-o"])
            .arg(desk.file("seed.so"))
            .arg(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/tests/real_programs/seed.c"
            ))
            .status();
        assert!(compiled.expect("cc").success());
        desk.seed = Some(seed);
        desk
    }

    fn start_bus(&mut self) {
        let mut bus = self.command("dbus-daemon");
        bus.args(["--session", "--nofork", "--print-address=1"]);
        let mut bus = bus
            .stdout(Stdio::piped())
            .spawn()
            .expect("dbus-daemon starts");
        let mut address = String::new();
        let output = bus.stdout.take().expect("its output");
        BufReader::new(output)
            .read_line(&mut address)
            .expect("its address");
        self.bus = Some(address.trim().to_owned());
        self.children.push(bus);
    }

    /// A program that sees this display and nothing of the real home.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        let path = format!("{}:/usr/games", std::env::var("PATH").unwrap_or_default());
        command
            .env("DISPLAY", &self.display)
            .env("HOME", self.home.path())
            .env("XDG_RUNTIME_DIR", self.home.path().join("run"))
            .env("XDG_CONFIG_HOME", self.home.path().join(".config"))
            .env("NO_AT_BRIDGE", "1")
            .env("LC_ALL", "C.UTF-8")
            .env("PATH", path)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        if let Some(seed) = self.seed {
            command
                .env("LD_PRELOAD", self.file("seed.so"))
                .env(SEED, seed.to_string());
        }
        if let Some(bus) = &self.bus {
            command.env("DBUS_SESSION_BUS_ADDRESS", bus);
        }
        command
    }

    /// Starts a program.
    pub fn start(&mut self, program: &str, arguments: &[&str]) {
        let child = self.command(program).args(arguments).spawn();
        self.children.push(child.expect("the program starts"));
    }

    /// Waits until the program that was started last has ended by itself; ends
    /// it after a while.
    pub fn wait_for_end(&mut self) {
        let Some(mut child) = self.children.pop() else {
            return;
        };
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            if !matches!(child.try_wait(), Ok(None)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        end(child);
    }

    /// A file of the private home.
    pub fn file(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    /// Eyes and hands on this display.
    pub fn hands(&self) -> X11 {
        X11::open_at(Some(&self.display)).expect("the display answers")
    }

    /// Starts a program and waits for its window. A program without a window
    /// after a minute is ended and started again.
    pub fn open(
        &mut self,
        hands: &mut X11,
        program: &str,
        arguments: &[&str],
        wanted: &Window,
    ) -> WindowId {
        let mut retries = 0;
        loop {
            self.start(program, arguments);
            let start = Instant::now();
            let error = loop {
                match hands.find(wanted) {
                    Ok(window) => return window,
                    Err(error) if start.elapsed() > Duration::from_secs(60) => break error,
                    Err(_) => std::thread::sleep(Duration::from_millis(100)),
                }
            };
            assert!(retries < RETRIES, "{program} shows no window: {error}");
            if let Some(child) = self.children.pop() {
                end(child);
            }
            report_retry(&format!("{program} showed no window: {error}"));
            retries += 1;
        }
    }

    /// Turns a window into an icon.
    pub fn minimise(&self, window: WindowId) {
        const ICONIC: u32 = 3;
        let (connection, screen) = x11rb::connect(Some(&self.display)).expect("it answers");
        let root = connection.setup().roots[screen].root;
        let atom = connection.intern_atom(false, b"WM_CHANGE_STATE");
        let atom = atom.expect("asked").reply().expect("an atom").atom;
        let window = u32::try_from(window.0).expect("a window of X11");
        let request = ClientMessageEvent::new(32, window, atom, [ICONIC, 0, 0, 0, 0]);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        connection
            .send_event(false, root, mask, request)
            .expect("asked");
        connection.flush().expect("sent");
        std::thread::sleep(Duration::from_millis(500));
    }

    /// Gives a window another size.
    pub fn resize(&self, window: WindowId, width: u32, height: u32) {
        let (connection, _) = x11rb::connect(Some(&self.display)).expect("the display answers");
        let size = ConfigureWindowAux::new().width(width).height(height);
        let window = u32::try_from(window.0).expect("a window of X11");
        connection.configure_window(window, &size).expect("asked");
        connection.flush().expect("sent");
        std::thread::sleep(Duration::from_millis(1500));
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.children.drain(..).rev().for_each(end);
    }
}

fn end(mut child: Child) {
    let _ = child.kill();
    let _ = child.wait();
}
