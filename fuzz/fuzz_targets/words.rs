//! Goals, settings, times and sizes: read or refused, and written as they are
//! read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use patience::{Goal, Settings, parse_bytes, parse_duration};

fuzz_target!(|text: &str| {
    if let Ok(goal) = text.parse::<Goal>() {
        assert_eq!(goal.to_string().parse(), Ok(goal));
    }
    if let Ok(settings) = text.parse::<Settings>() {
        assert_eq!(settings.to_string().parse().as_ref(), Ok(&settings));
        for game in patience::games() {
            let _ = game.deal(1, &settings);
        }
    }
    let _ = parse_bytes(text);
    let _ = parse_duration(text);
    let _ = patience::find_game(text);
});
