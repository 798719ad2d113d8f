//! Listens for the user's Escape, whichever window has the keyboard.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use winsafe::co;

/// Between two looks at the key; people hold it for 50 ms or more.
const POLL: Duration = Duration::from_millis(5);
/// How long the system may take to report a release of the key.
const RELEASE_WAIT: Duration = Duration::from_millis(200);

#[derive(Debug, Default)]
struct Shared {
    /// The user has pressed it.
    is_pressed: AtomicBool,
    /// The player itself holds it.
    is_own: AtomicBool,
    /// Nobody listens any more.
    is_over: AtomicBool,
}

/// A thread that looks at the key all the time: the player looks only now and
/// then, and would miss a short press.
#[derive(Debug)]
pub(super) struct Escape(Arc<Shared>);

impl Escape {
    pub(super) fn listen() -> Self {
        let shared = Arc::new(Shared::default());
        let seen = Arc::clone(&shared);
        thread::spawn(move || {
            let mut was_down = is_down();
            while !seen.is_over.load(Ordering::Relaxed) {
                let is_down = is_down();
                if is_down && !was_down && !seen.is_own.load(Ordering::SeqCst) {
                    seen.is_pressed.store(true, Ordering::SeqCst);
                }
                was_down = is_down;
                sleep(POLL);
            }
        });
        Self(shared)
    }

    /// The user has pressed it since the last call.
    pub(super) fn take(&self) -> bool {
        self.0.is_pressed.swap(false, Ordering::SeqCst)
    }

    /// Until the guard is dropped, presses are the player's own.
    pub(super) fn is_own(&self) -> Own {
        self.0.is_own.store(true, Ordering::SeqCst);
        Own(Arc::clone(&self.0))
    }
}

impl Drop for Escape {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

/// The player holds the key.
#[derive(Debug)]
pub(super) struct Own(Arc<Shared>);

impl Drop for Own {
    fn drop(&mut self) {
        let start = Instant::now();
        while is_down() && start.elapsed() < RELEASE_WAIT {
            sleep(POLL);
        }
        sleep(2 * POLL);
        self.0.is_own.store(false, Ordering::SeqCst);
    }
}

fn is_down() -> bool {
    winsafe::GetAsyncKeyState(co::VK::ESCAPE)
}
