//! Time on the clock, where there is one.

use std::time::Duration;

/// Measures the time since it was started; nothing in WebAssembly, which has no
/// clock of its own.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    #[cfg(not(target_arch = "wasm32"))]
    started: std::time::Instant,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self {
            #[cfg(not(target_arch = "wasm32"))]
            started: std::time::Instant::now(),
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    #[cfg(target_arch = "wasm32")]
    pub(crate) fn elapsed(&self) -> Duration {
        Duration::ZERO
    }
}
