//! Any text is a saved session or is refused; what is loaded is saved and
//! loaded the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patience::Session;

fuzz_target!(|text: &str| {
    if let Ok(session) = Session::load(text) {
        let saved = session.save();
        let again = Session::load(&saved).expect("what was saved is loaded");
        assert_eq!(again.save(), saved);
    }
});
