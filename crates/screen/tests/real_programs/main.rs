//! Real programs of Debian under a virtual display, read and played by screen
//! alone.
#![cfg(unix)]

mod art;
mod desk;
mod kpat;
mod needs_chromium;
mod needs_kpat;
mod needs_sol;
#[path = "../rendered/scripted.rs"]
mod scripted;
mod served;

use patience::Line;
use patience_screen::player::{Asks, Consent};
use patience_screen::vision::Reading;

/// Nobody to ask: a card in doubt is a failure.
struct Certain;

impl Asks for Certain {
    fn confirm(&mut self, readings: &mut [Reading]) -> Consent {
        for doubt in patience_screen::position::doubts(readings) {
            eprintln!("in doubt: {doubt:?}");
        }
        Consent::NobodyToAsk
    }

    fn choose(&mut self, _: &[&Line]) -> usize {
        0
    }

    fn report(&mut self, what: &str) {
        eprintln!("{what}");
    }
}
