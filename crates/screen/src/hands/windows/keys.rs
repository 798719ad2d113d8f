//! The keys by their names, the same names as on an X11 display.

use winsafe::co::VK;

use crate::Error;

/// A key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// The system's number for it.
    pub(super) code: VK,
    /// It is one of those that were added to the first keyboards.
    pub(super) is_extended: bool,
}

const LETTERS: [VK; 26] = [
    VK::CHAR_A,
    VK::CHAR_B,
    VK::CHAR_C,
    VK::CHAR_D,
    VK::CHAR_E,
    VK::CHAR_F,
    VK::CHAR_G,
    VK::CHAR_H,
    VK::CHAR_I,
    VK::CHAR_J,
    VK::CHAR_K,
    VK::CHAR_L,
    VK::CHAR_M,
    VK::CHAR_N,
    VK::CHAR_O,
    VK::CHAR_P,
    VK::CHAR_Q,
    VK::CHAR_R,
    VK::CHAR_S,
    VK::CHAR_T,
    VK::CHAR_U,
    VK::CHAR_V,
    VK::CHAR_W,
    VK::CHAR_X,
    VK::CHAR_Y,
    VK::CHAR_Z,
];

const DIGITS: [VK; 10] = [
    VK::CHAR_0,
    VK::CHAR_1,
    VK::CHAR_2,
    VK::CHAR_3,
    VK::CHAR_4,
    VK::CHAR_5,
    VK::CHAR_6,
    VK::CHAR_7,
    VK::CHAR_8,
    VK::CHAR_9,
];

const FUNCTIONS: [VK; 12] = [
    VK::F1,
    VK::F2,
    VK::F3,
    VK::F4,
    VK::F5,
    VK::F6,
    VK::F7,
    VK::F8,
    VK::F9,
    VK::F10,
    VK::F11,
    VK::F12,
];

/// The key with a name.
pub(super) fn find(name: &str) -> Result<Key, Error> {
    let lower = name.trim().to_ascii_lowercase();
    let plain = |code| {
        Ok(Key {
            code,
            is_extended: false,
        })
    };
    let extended = |code| {
        Ok(Key {
            code,
            is_extended: true,
        })
    };
    match lower.as_str() {
        "ctrl" | "control" => plain(VK::CONTROL),
        "shift" => plain(VK::SHIFT),
        "alt" => plain(VK::MENU),
        "escape" => plain(VK::ESCAPE),
        "return" | "enter" => plain(VK::RETURN),
        "tab" => plain(VK::TAB),
        "space" => plain(VK::SPACE),
        "backspace" => plain(VK::BACK),
        "delete" => extended(VK::DELETE),
        "left" => extended(VK::LEFT),
        "up" => extended(VK::UP),
        "right" => extended(VK::RIGHT),
        "down" => extended(VK::DOWN),
        "home" => extended(VK::HOME),
        "end" => extended(VK::END),
        _ => {
            let code = match lower.as_bytes() {
                [letter @ b'a'..=b'z'] => Some(LETTERS[usize::from(letter - b'a')]),
                [digit @ b'0'..=b'9'] => Some(DIGITS[usize::from(digit - b'0')]),
                [b'f', rest @ ..] => function(rest),
                _ => None,
            };
            match code {
                Some(code) => plain(code),
                None => Err(Error::Window(format!("there is no key called `{name}`"))),
            }
        }
    }
}

/// F1 to F12.
fn function(number: &[u8]) -> Option<VK> {
    let number: usize = str::from_utf8(number).ok()?.parse().ok()?;
    FUNCTIONS.get(number.checked_sub(1)?).copied()
}
