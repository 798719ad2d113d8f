//! What a profile says that cannot be true of its game: piles that the game does not
//! have, keys that no keyboard has, cards that are wider than high.

use patience::layout::Role;

use super::{Control, Find, Profile};

/// Names of keys that are not a single letter.
const KEYS: [&str; 17] = [
    "ctrl",
    "control",
    "shift",
    "alt",
    "escape",
    "return",
    "enter",
    "tab",
    "space",
    "backspace",
    "delete",
    "left",
    "up",
    "right",
    "down",
    "home",
    "end",
];

/// What is wrong, each with the key where it is.
pub(super) fn faults(profile: &Profile, faults: &mut Vec<(&'static str, String)>) {
    pile_faults(profile, faults);
    key_faults(profile, faults);
    let [width, height] = profile.layout.card;
    let shape = match profile.layout.find {
        Find::Look => profile.layout.shape.unwrap_or(0.7),
        Find::Fit | Find::Whole => width / height,
    };
    if shape >= 1.0 {
        let (key, words) = match profile.layout.find {
            Find::Look => ("shape", "`shape` is a card's width over its height"),
            Find::Fit | Find::Whole => ("card", "`card` is its width, then its height"),
        };
        faults.push((key, format!("a card is higher than wide; {words}")));
    }
}

fn pile_faults(profile: &Profile, faults: &mut Vec<(&'static str, String)>) {
    // What is wrong with the game or its settings is reported elsewhere.
    let Ok(game) = profile.game() else { return };
    let Ok(table) = game.deal(1, &profile.settings) else {
        return;
    };
    let layout = table.layout();
    for pile in profile.piles() {
        // A home may be for any suit: its name is that of its place.
        let is_there = layout.piles.iter().any(|own| match pile.role {
            Role::Home => own.role == Role::Home,
            _ => own.name == pile.name,
        });
        if !is_there {
            let mut names: Vec<&str> = layout.piles.iter().map(|own| own.name.as_str()).collect();
            names.truncate(12);
            let reason = format!(
                "{} has no pile called `{}`; it has: {}",
                game.about().title,
                pile.name,
                names.join("; ")
            );
            faults.push(("[[pile]]", reason));
            return;
        }
    }
    let names: Vec<_> = profile.piles().into_iter().map(|pile| pile.name).collect();
    for pattern in &profile.signs.won_when_empty {
        let is_it = |name: &String| match pattern.split_once("{}") {
            Some((before, after)) => name.starts_with(before) && name.ends_with(after),
            None => name == pattern,
        };
        if !names.iter().any(is_it) {
            let reason = format!("no pile of this profile is called `{pattern}`");
            faults.push(("won-when-empty", reason));
        }
    }
}

fn key_faults(profile: &Profile, faults: &mut Vec<(&'static str, String)>) {
    let controls = &profile.controls;
    let named = [
        ("undo", &controls.undo),
        ("restart", &controls.restart),
        ("new-game", &controls.new_game),
        ("draw", &controls.draw),
    ];
    for (name, control) in named {
        for chord in control.iter().flat_map(chords) {
            if let Some(fault) = fault_of(chord) {
                faults.push((name, fault));
            }
        }
    }
    if let Some(fault) = profile.signs.dismiss.as_deref().and_then(fault_of) {
        faults.push(("dismiss", fault));
    }
}

fn chords(control: &Control) -> Vec<&str> {
    let own = control.keys.iter().chain(&control.confirm);
    let mut chords: Vec<&str> = own.map(String::as_str).collect();
    chords.extend(
        control
            .answer
            .iter()
            .flat_map(|answer| self::chords(answer)),
    );
    chords
}

/// What is wrong with a combination of keys such as `ctrl+z`.
fn fault_of(chord: &str) -> Option<String> {
    let is_function = |key: &str| {
        let number = key.strip_prefix('f').and_then(|it| it.parse::<u8>().ok());
        number.is_some_and(|number| (1..=24).contains(&number))
    };
    let is_key = |key: &str| {
        let key = key.to_ascii_lowercase();
        key.chars().count() == 1 || KEYS.contains(&key.as_str()) || is_function(&key)
    };
    // The key `+` itself leaves nothing between two signs.
    let unknown = chord.split('+').find(|key| !key.is_empty() && !is_key(key));
    let unknown = unknown.or_else(|| chord.is_empty().then_some(""))?;
    Some(format!(
        "`{unknown}` is no key: letters, digits, F1 to F24, {}",
        KEYS.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use crate::Profile;

    /// What is wrong with a built-in profile in which one line is another.
    fn fault(name: &str, line: &str, other: &str) -> String {
        let games = patience::games();
        let mut files = games.iter().flat_map(|game| game.about().profiles);
        let file = files.find(|file| file.name == name).expect("built in");
        assert!(file.text.contains(line), "{line}");
        let text = file.text.replace(line, other);
        Profile::parse(&text, name)
            .expect_err("a fault")
            .to_string()
    }

    #[test]
    fn a_pile_that_the_game_does_not_have_is_a_fault() {
        let fault = fault("kpatience-freecell", "count = 8", "count = 9");
        assert!(
            fault.contains("FreeCell has no pile called `column 9`"),
            "{fault}"
        );
    }

    #[test]
    fn a_sign_of_a_win_names_a_pile() {
        let fault = fault("kpatience-freecell", "\"cell {}\"]", "\"cel {}\"]");
        assert!(
            fault.contains("no pile of this profile is called `cel {}`"),
            "{fault}"
        );
    }

    #[test]
    fn a_key_that_no_keyboard_has_is_a_fault() {
        let fault = fault("kpatience-freecell", "ctrl+z", "ctlr+z");
        assert!(fault.contains("`ctlr` is no key"), "{fault}");
    }

    #[test]
    fn a_card_is_higher_than_wide() {
        let wide = fault("kpatience-freecell", "shape = 0.707", "shape = 1.41");
        assert!(wide.contains("higher than wide"), "{wide}");
        let wide = fault(
            "microsoft-freecell",
            "card = [120, 168]",
            "card = [168, 120]",
        );
        assert!(wide.contains("higher than wide"), "{wide}");
    }
}
