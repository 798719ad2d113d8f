//! Ctrl-C, in every call that may take long.

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use patience::Cancel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked at. Python promises nothing sooner than the end of
/// a call, so the call must look itself.
const EVERY: Duration = Duration::from_millis(20);

/// How long an interrupted call waits for its work to end. A search looks at its
/// flag every thousand states, so this is hardly ever all used; but what cannot
/// be stopped at once must not keep the user waiting.
const PATIENCE: Duration = Duration::from_millis(40);

/// Runs work in a thread of its own, without the interpreter's lock. The caller's
/// thread calls `tick` now and then and listens for signals; an exception of
/// either raises the flag and ends the call.
pub fn wait<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    mut tick: impl FnMut(Python<'_>) -> PyResult<()>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, mut receiver) = sync_channel(1);
    let thread = thread::Builder::new().name("patience".to_owned());
    thread.spawn(move || {
        // An interrupted call does not want the answer any more.
        let _ = sender.send(work());
    })?;
    loop {
        let (back, got) = receive(py, receiver, EVERY);
        receiver = back;
        match got {
            Ok(answer) => return Ok(answer),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err(
                    "a bug in Patience: the search panicked; please report what was asked",
                ));
            }
        }
        let heard = py.check_signals().and_then(|()| tick(py));
        if let Err(exception) = heard {
            cancel.cancel();
            let _ = receive(py, receiver, PATIENCE);
            return Err(exception);
        }
    }
}

/// Waits without the interpreter's lock.
fn receive<T: Send>(
    py: Python<'_>,
    receiver: Receiver<T>,
    time: Duration,
) -> (Receiver<T>, Result<T, RecvTimeoutError>) {
    py.detach(move || {
        let got = receiver.recv_timeout(time);
        (receiver, got)
    })
}

/// The same, with nothing to report on the way.
pub fn wait_quietly<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    wait(py, cancel, |_| Ok(()), work)
}
