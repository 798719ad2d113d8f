//! Ctrl-C: once stops the search cleanly, twice ends the program.

use patience::Cancel;

/// A flag that Ctrl-C raises. Without a handler (there may be none in odd
/// places) Ctrl-C ends the program at once, which is acceptable.
pub fn cancel_on_ctrl_c() -> Cancel {
    let cancel = Cancel::default();
    let raised = cancel.clone();
    let _ = ctrlc::set_handler(move || {
        if raised.is_cancelled() {
            std::process::exit(130);
        }
        raised.cancel();
    });
    cancel
}
