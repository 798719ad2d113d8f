//! Names of keys as this display's key codes.

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

use super::lost;
use crate::Error;

const ESCAPE: u32 = 0xff1b;
const SHIFT: u32 = 0xffe1;

/// Names that are not a single letter.
const NAMES: [(&str, u32); 17] = [
    ("ctrl", 0xffe3),
    ("control", 0xffe3),
    ("shift", SHIFT),
    ("alt", 0xffe9),
    ("escape", ESCAPE),
    ("return", 0xff0d),
    ("enter", 0xff0d),
    ("tab", 0xff09),
    ("space", 0x20),
    ("backspace", 0xff08),
    ("delete", 0xffff),
    ("left", 0xff51),
    ("up", 0xff52),
    ("right", 0xff53),
    ("down", 0xff54),
    ("home", 0xff50),
    ("end", 0xff57),
];

/// The keyboard: which code gives which symbol, plain and shifted.
#[derive(Debug)]
pub(super) struct Keys {
    /// Symbol, code, and whether shift is needed.
    symbols: Vec<(u32, u8, bool)>,
}

impl Keys {
    /// Asks the display.
    pub(super) fn read(connection: &RustConnection) -> Result<Self, Error> {
        let setup = connection.setup();
        let first = setup.min_keycode;
        let count = setup.max_keycode - first + 1;
        let mapping = connection
            .get_keyboard_mapping(first, count)
            .map_err(lost)?;
        let mapping = mapping.reply().map_err(lost)?;
        let width = usize::from(mapping.keysyms_per_keycode.max(1));
        let mut symbols = Vec::new();
        for (code, row) in (first..=setup.max_keycode).zip(mapping.keysyms.chunks(width)) {
            for (&symbol, shifted) in row.iter().take(2).zip([false, true]) {
                symbols.push((symbol, code, shifted));
            }
        }
        Ok(Self { symbols })
    }

    pub(super) fn is_escape(&self, code: u32) -> bool {
        self.symbols
            .iter()
            .any(|&(symbol, own, _)| symbol == ESCAPE && u32::from(own) == code)
    }

    fn find(&self, symbol: u32) -> Option<(u8, bool)> {
        let plain_first = |shifted: bool| {
            self.symbols
                .iter()
                .find(move |it| it.0 == symbol && it.2 == shifted)
        };
        let found = plain_first(false).or_else(|| plain_first(true))?;
        Some((found.1, found.2))
    }

    /// The codes of `ctrl+z`, `F3`, `Return` or `7`, in the order of pressing.
    pub(super) fn chord(&self, chord: &str) -> Result<Vec<u8>, Error> {
        let mut codes = Vec::new();
        for name in chord.split('+') {
            let unknown = || Error::Window(format!("this keyboard has no key called `{name}`"));
            let symbol = symbol_of(name.trim()).ok_or_else(unknown)?;
            let (code, shifted) = self.find(symbol).ok_or_else(unknown)?;
            if shifted {
                codes.extend(self.find(SHIFT).map(|(code, _)| code));
            }
            codes.push(code);
        }
        Ok(codes)
    }
}

/// The symbol that a name means.
fn symbol_of(name: &str) -> Option<u32> {
    let lower = name.to_ascii_lowercase();
    if let Some(named) = NAMES.iter().find(|(own, _)| *own == lower) {
        return Some(named.1);
    }
    if let Some(number) = lower
        .strip_prefix('f')
        .and_then(|digits| digits.parse::<u32>().ok())
    {
        const F1: u32 = 0xffbe;
        return (1..=12).contains(&number).then(|| F1 + number - 1);
    }
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        // Latin-1 symbols have the numbers of their letters.
        (Some(letter), None) if (' '..='ÿ').contains(&letter) => Some(letter.into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_plain_names() {
        assert_eq!(symbol_of("z"), Some(0x7a));
        assert_eq!(symbol_of("Ctrl"), Some(0xffe3));
        assert_eq!(symbol_of("F3"), Some(0xffc0));
        assert_eq!(symbol_of("f"), Some(0x66));
        assert_eq!(symbol_of("F13"), None);
        assert_eq!(symbol_of("nonsense"), None);
    }
}
