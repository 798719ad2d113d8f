//! Real programs of Debian under a virtual display, read and played by screen
//! alone.
#![cfg(unix)]

mod aisleriot;
mod art;
mod desk;
mod kpat;
mod kpatience;
mod own_page;
mod served;

use patience::Line;
use patience_screen::player::{Asks, Consent};
use patience_screen::vision::Reading;

/// Nobody to ask: a card in doubt is a failure.
struct Certain;

impl Asks for Certain {
    fn confirm(&mut self, readings: &mut [Reading]) -> Consent {
        for doubt in patience_screen::table::doubts(readings) {
            eprintln!("in doubt: {doubt:?}");
        }
        Consent::NobodyToAsk
    }

    fn choose(&mut self, _: &[&Line]) -> usize {
        0
    }

    fn tell(&mut self, what: &str) {
        eprintln!("{what}");
    }
}

/// The slower proofs are wanted, too.
fn all_wanted() -> bool {
    std::env::var_os("PATIENCE_TEST_ALL").is_some()
}
