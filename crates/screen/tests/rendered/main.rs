//! Tables drawn in the geometry of programs that cannot run here, at several
//! scales, with noise and JPEG artefacts: no wrong card without a mark, at least
//! 99 of 100 read without asking.

mod face_down;
mod molek;
mod molek_sprites;
mod needs_fonts;
mod new_program;
mod odd_program;
mod paint;
mod scripted;
mod tally;

use std::ops::RangeInclusive;

use patience::Table;
use patience_screen::vision::{Deck, Reader};
use patience_screen::{Frame, Profile};

/// The deals that are always read, and those of the slow tests.
const FEW: RangeInclusive<u64> = 2..=2;
const MANY: RangeInclusive<u64> = 2..=9;

/// Pictures of other programs, if they are at hand: they belong to others and
/// are no part of this repository.
pub fn art_folder(program: &str) -> Option<std::path::PathBuf> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let folder = root.join("shared/reference/art").join(program);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("the pictures of {program} are not at hand: not tested with them");
    None
}

/// A built-in profile.
pub fn profile(name: &str) -> Profile {
    Profile::built_in(name).unwrap_or_else(|| panic!("{name} is built in and right"))
}

/// The table after some moves, the same ones every time.
pub fn middle(table: Box<dyn Table>, moves: usize) -> Box<dyn Table> {
    let mut numbers = patience::SplitMix64::new(moves as u64);
    let mut table = table;
    for _ in 0..moves {
        let legal = table.legal_moves();
        if legal.is_empty() {
            break;
        }
        let move_ = &legal[numbers.below(legal.len())];
        table = table.play(move_).expect("a legal move").0;
    }
    table
}

/// What a frame shows, read with what was learned.
pub fn read(profile: &Profile, deck: &Deck, frame: &Frame) -> patience_screen::vision::Reading {
    let reader = Reader::new(profile, deck, frame).expect("the table is found");
    reader.read(frame).expect("the table is read")
}
