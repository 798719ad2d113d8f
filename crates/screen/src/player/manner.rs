//! How a program is operated, and how long the player waits.

use std::time::Duration;

use patience::Settings;

use crate::profile::{Carry, Controls, MouseGesture, Panel, Profile, Rest, Signs, all_profiles};

/// How a program is operated.
#[derive(Clone, PartialEq, Debug)]
pub struct Manner {
    /// The settings of the game that the program plays by.
    pub settings: Settings,
    /// How a card is played.
    pub play: MouseGesture,
    /// How many cards one gesture carries.
    pub carry: Carry,
    /// How undo, restart and the like are done.
    pub controls: Controls,
    /// What shows that a game is over, and how a dialog is closed.
    pub signs: Signs,
    /// What the program may show over its table.
    pub panels: Vec<Panel>,
    /// The signs of the other games in windows of this kind: their titles, and
    /// the names of their pictures.
    pub other_signs: Vec<(String, String)>,
    /// How long the player waits.
    pub pace: Pace,
}

/// How long the player waits, and for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pace {
    /// Between two looks.
    pub poll: Duration,
    /// The expected table is accepted when it has not changed for this time. A
    /// card that moves by a pixel with every tick of a program's clock must not
    /// look as if it were at rest.
    pub calm: Duration,
    /// Any other table is at rest when it has not changed for this time.
    pub still: Duration,
    /// A move that shows no effect for this time was lost, unless the program
    /// reports earlier that it has handled it.
    pub lost: Duration,
    /// A table that does not come to rest within this time stops the player.
    pub give_up: Duration,
    /// How long to wait for a user who moves the mouse.
    pub user: Duration,
    /// Before every move, for people who want to watch.
    pub pause: Duration,
    /// How often a move that was lost is repeated.
    pub tries: u32,
}

impl Pace {
    /// The pace for a program whose table comes to rest like this.
    pub fn of(rest: Rest) -> Self {
        let still = Duration::from_millis(rest.still);
        Self {
            poll: Duration::from_millis(8),
            calm: Duration::from_millis(34).min(still),
            still,
            lost: Duration::from_millis(rest.lost),
            give_up: Duration::from_secs(20),
            user: Duration::from_secs(20),
            pause: Duration::ZERO,
            tries: 2,
        }
    }
}

impl Manner {
    /// What a profile says.
    pub fn of(profile: &Profile) -> Self {
        Self {
            settings: profile.settings.clone(),
            play: profile.moves.play,
            carry: profile.moves.carry,
            controls: profile.controls.clone(),
            signs: profile.signs.clone(),
            panels: profile.panels.clone(),
            other_signs: other_signs(profile),
            pace: Pace::of(profile.rest),
        }
    }
}

/// The signs of other games whose windows have the same title.
fn other_signs(profile: &Profile) -> Vec<(String, String)> {
    let others = all_profiles(None).into_iter();
    let others = others.filter_map(|listed| listed.profile.ok());
    others
        .filter(|other| other.window.title == profile.window.title && other.game != profile.game)
        .filter_map(|other| {
            let title = other.game().ok()?.about().title;
            Some((title.to_owned(), other.signs.game_picture?))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_a_profile_gives_decides_when_a_table_is_at_rest() {
        let listed = all_profiles(None).into_iter().next();
        let mut profile = listed.expect("a profile").profile.expect("a valid one");
        for still in [20, 150, 400, 1000] {
            profile.rest.still = still;
            let pace = Manner::of(&profile).pace;
            assert_eq!(pace.still, Duration::from_millis(still));
            assert!(pace.calm <= pace.still, "the expected table waits longer");
        }
    }
}
