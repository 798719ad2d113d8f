//! How a program wants to be handled, and how patient the player is.

use std::time::Duration;

use crate::profile::{Carry, Controls, Gesture, Profile, Signs};

/// How a program wants to be handled.
#[derive(Clone, PartialEq, Debug)]
pub struct Manner {
    /// How a card is played.
    pub play: Gesture,
    /// How many cards one gesture carries.
    pub carry: Carry,
    /// Keys and places for what is no move.
    pub controls: Controls,
    /// What the end of a game looks like.
    pub signs: Signs,
    /// How patient the player is.
    pub pace: Pace,
}

/// How patient the player is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Between two looks.
    pub poll: Duration,
    /// What is hoped for counts when it has not changed for so long: a card that
    /// moves a pixel at every tick of a program's clock does not look at rest.
    pub calm: Duration,
    /// A table that has not changed for so long is at rest.
    pub still: Duration,
    /// A move that shows nothing for so long was lost, where a program does not
    /// tell that it has come to it.
    pub lost: Duration,
    /// A table that never comes to rest is given up after so long.
    pub give_up: Duration,
    /// A user's hand is waited for so long.
    pub user: Duration,
    /// Before every move, for people who want to watch.
    pub pause: Duration,
    /// A move that got lost is made again so many times.
    pub tries: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            poll: Duration::from_millis(8),
            calm: Duration::from_millis(34),
            still: Duration::from_millis(400),
            lost: Duration::from_millis(1500),
            give_up: Duration::from_secs(20),
            user: Duration::from_secs(20),
            pause: Duration::ZERO,
            tries: 4,
        }
    }
}

impl Manner {
    /// What a profile says.
    pub fn of(profile: &Profile) -> Self {
        let usual = Pace::default();
        Self {
            play: profile.moves.play,
            carry: profile.moves.carry,
            controls: profile.controls.clone(),
            signs: profile.signs.clone(),
            pace: Pace {
                still: usual.still.max(Duration::from_millis(profile.rest.still)),
                lost: Duration::from_millis(profile.rest.lost),
                ..usual
            },
        }
    }
}
