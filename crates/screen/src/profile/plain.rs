//! What the reader of TOML says of a profile, in the words of somebody who writes one.

/// Types of Rust, and what is meant by them.
const TYPES: [(&str, &str); 11] = [
    ("usize", "a whole number, 0 or more"),
    ("u64", "a whole number, 0 or more"),
    ("u32", "a whole number, 0 or more"),
    ("u8", "a whole number from 0 to 255"),
    ("i64", "a whole number"),
    ("i32", "a whole number"),
    ("f32", "a number"),
    ("f64", "a number"),
    ("a string", "a text in quotation marks"),
    ("a boolean", "true or false"),
    ("a sequence", "a list in square brackets"),
];

/// The same in plain words; all that is known of it on one line.
pub(super) fn words(message: &str) -> String {
    let message = message.lines().collect::<Vec<_>>().join(" ");
    let Some((what, expected)) = message.split_once(", expected ") else {
        return message;
    };
    // Such as: invalid type: string "six"; invalid value: integer `-8`
    let given = ["invalid type: ", "invalid value: "];
    let given = given.iter().find_map(|start| what.strip_prefix(start));
    if let Some(given) = given {
        // A number stands in such marks, a text has its own.
        let number = given.split('`').nth(1);
        let value = number.unwrap_or_else(|| given.trim_start_matches("string "));
        return format!("{value} is not {}", meant(expected));
    }
    if let Some(length) = what.strip_prefix("invalid length ") {
        let wanted = expected.rsplit(' ').next().unwrap_or(expected);
        return format!("{wanted} values belong there, not {length}");
    }
    let listed = expected.trim_start_matches("one of ");
    if let Some(word) = what.strip_prefix("unknown variant ") {
        return format!("{word} is not known; known are: {listed}");
    }
    if let Some(key) = what.strip_prefix("unknown field ") {
        return format!("there is no key {key}; the keys are: {listed}");
    }
    format!("{what}, expected {}", meant(expected))
}

fn meant(expected: &str) -> String {
    let known = TYPES.iter().find(|(name, _)| *name == expected);
    if let Some((_, words)) = known {
        return (*words).to_owned();
    }
    match expected.strip_prefix("an array of length ") {
        Some(count) => format!("a list of {count} values in square brackets"),
        None => expected.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Error, Profile};

    /// What is said of a profile in which something was replaced.
    fn said(was: &str, is: &str) -> String {
        let name = "kpatience-freecell";
        let game = patience::find_game("freecell").expect("a game");
        let mut files = game.about().profiles.iter();
        let text = files.find(|file| file.name == name).expect("built in").text;
        assert!(text.contains(was), "{was}");
        match Profile::parse(&text.replacen(was, is, 1), name) {
            Err(Error::Profile { reason, .. }) => reason,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn faults_of_a_profile_are_told_without_words_of_rust() {
        let number = "is not a whole number, 0 or more";
        assert_eq!(said("count = 8", "count = -8"), format!("-8 {number}"));
        assert_eq!(
            said("count = 8", "count = \"8\""),
            format!("\"8\" {number}")
        );
        assert_eq!(said("count = 8", "count = 8.5"), format!("8.5 {number}"));
        assert_eq!(
            said("card = [0.8696, 1.0]", "card = [0.8696]"),
            "2 values belong there, not 1"
        );
        assert_eq!(
            said("give = 0.0", "give = \"none\""),
            "\"none\" is not a number"
        );
        assert_eq!(
            said("play = \"drag\"", "play = \"dragg\""),
            "`dragg` is not known; known are: `click`, `double-click`, `drag`, `click-both`"
        );
        let key = said("give = 0.0", "giv = 0.0");
        assert!(
            key.starts_with("there is no key `giv`; the keys are: "),
            "{key}"
        );
        assert_eq!(
            said("anchor = true", "anchor = 1"),
            "1 is not true or false"
        );
    }
}
