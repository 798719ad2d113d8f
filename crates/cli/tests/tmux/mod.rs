//! A real terminal, by tmux.

use std::path::Path;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// A machine may be busy; nothing here takes a second on an idle one.
pub const LONGEST: Duration = Duration::from_secs(60);

/// A terminal of 80 columns and 24 lines with a shell command in it.
pub struct Terminal {
    server: String,
}

impl Terminal {
    /// Starts a command.
    pub fn start(folder: &Path, command: &str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let terminal = Self {
            server: format!("patience-{}-{number}", std::process::id()),
        };
        let script = format!(
            "export PATIENCE_DATA='{data}'; stty -a >'{data}/before'; {command}; \
             echo \"ended with $?\"; stty -a >'{data}/after'; echo 'all done'; exec sleep 600",
            data = folder.display()
        );
        let script_file = folder.join("script");
        fs::write(&script_file, script).unwrap();
        let shell = format!("sh '{}'", script_file.display());
        let output = terminal.tmux(&["new-session", "-d", "-x", "80", "-y", "24", &shell]);
        assert!(output.status.success(), "{output:?}");
        terminal
    }

    pub fn tmux(&self, arguments: &[&str]) -> Output {
        Command::new("tmux")
            .args(["-L", &self.server, "-f", "/dev/null"])
            .args(arguments)
            .env("LC_ALL", "C.UTF-8")
            .env("TERM", "xterm-256color")
            .output()
            .expect("tmux runs")
    }

    pub fn screen(&self) -> String {
        let output = self.tmux(&["capture-pane", "-p"]);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Waits until the screen has this text.
    pub fn see(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Waits until the screen has these words, on one line or on several.
    pub fn see_words(&self, words: &str) -> String {
        self.wait(words, |screen| {
            let screen: Vec<_> = screen.split_whitespace().collect();
            screen.join(" ").contains(words)
        })
    }

    fn wait(&self, text: &str, is_there: impl Fn(&str) -> bool) -> String {
        let started = Instant::now();
        loop {
            let screen = self.screen();
            if is_there(&screen) {
                return screen;
            }
            assert!(
                started.elapsed() < LONGEST,
                "no `{text}` on the screen:\n{screen}"
            );
            thread::sleep(Duration::from_millis(40));
        }
    }

    pub fn key(&self, name: &str) {
        self.tmux(&["send-keys", name]);
    }

    pub fn type_text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Types a move into the line for it.
    pub fn make(&self, move_: &str) {
        self.type_text(&format!(":{move_}"));
        self.key("Enter");
    }

    pub fn format(&self, what: &str) -> String {
        let output = self.tmux(&["display-message", "-p", what]);
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// The terminal is as it was before the program.
    pub fn assert_restored(&self, folder: &Path) {
        self.see("all done");
        let state = self.format("#{alternate_on} #{mouse_any_flag} #{cursor_flag}");
        assert_eq!(state, "0 0 1", "alternate screen, mouse, cursor");
        let settings = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(settings("after"), settings("before"));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}
