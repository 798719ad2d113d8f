//! Pictures of what is no card: a button, the sign of a game, a panel that the
//! program shows over its table. None is shipped: the player points at each one
//! once, or gives a picture of it.
//!
//! ```text
//! landmarks/<deck>/undo-board-1.png       one look of it; a button has several
//! landmarks/<deck>/undo-board-2.png
//! landmarks/<deck>/landmarks.toml         how large it was, and where
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::profile::{Control, Panel, Profile};
use crate::vision::{Geometry, likeness_search};
use crate::{Error, Frame, Rectangle};

/// What is cut out around the place where the player points, in units.
pub const CUT_UNITS: f32 = 36.0;

/// A place is a landmark if it is at least so alike.
const LEAST_LIKENESS: f32 = 0.85;

/// A landmark is looked for this far around the place where it was, in units,
/// before it is looked for everywhere.
const AROUND_UNITS: f32 = 24.0;

/// One look of a landmark.
#[derive(Clone, PartialEq, Debug)]
pub struct Look {
    /// The picture.
    pub picture: Frame,
    /// The pixels of a unit in that picture.
    pub unit: f32,
    /// Where its middle was, in units, if that is known.
    pub at: Option<[f32; 2]>,
}

/// The landmarks of a program, by name.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Landmarks {
    looks: BTreeMap<String, Vec<Look>>,
}

#[derive(Serialize, Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct LandmarkFile {
    #[serde(default)]
    look: Vec<LookEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LookEntry {
    name: String,
    file: String,
    unit: f32,
    at: Option<[f32; 2]>,
}

impl Landmarks {
    /// A landmark with this name is known.
    pub fn knows(&self, name: &str) -> bool {
        self.looks.contains_key(name)
    }

    /// Adds a look of a landmark.
    pub fn add(&mut self, name: &str, look: Look) {
        let looks = self.looks.entry(name.to_owned()).or_default();
        if !looks.contains(&look) {
            looks.push(look);
        }
    }

    /// Adds all looks of others.
    pub fn add_all(&mut self, others: &Self) {
        for (name, looks) in &others.looks {
            looks.iter().for_each(|look| self.add(name, look.clone()));
        }
    }

    /// Adds what is around a pixel of a frame.
    pub fn add_at(&mut self, name: &str, frame: &Frame, geometry: &Geometry, at: (i32, i32)) {
        let unit = geometry.unit.0;
        let side = (CUT_UNITS * unit).round().max(8.0) as u32;
        let corner = (at.0 - side as i32 / 2, at.1 - side as i32 / 2);
        let picture = frame.part(Rectangle {
            x: corner.0,
            y: corner.1,
            width: side,
            height: side,
        });
        let at = geometry.unit_of((at.0 as f32, at.1 as f32));
        let at = Some(at);
        self.add(name, Look { picture, unit, at });
    }

    /// The pixel in the middle of a landmark, if the frame shows it: where it
    /// was, or anywhere if that is not known.
    pub fn find(&self, name: &str, frame: &Frame, geometry: &Geometry) -> Option<(i32, i32)> {
        self.find_all(name, frame, geometry).first().copied()
    }

    /// All of its places, the most alike first: a panel may have a button that the
    /// table behind it has, too.
    pub fn find_all(&self, name: &str, frame: &Frame, geometry: &Geometry) -> Vec<(i32, i32)> {
        let looks = self.looks.get(name).into_iter().flatten();
        let found = looks.filter_map(|look| look.find(frame, geometry));
        let mut found: Vec<_> = found
            .filter(|(_, alike)| *alike >= LEAST_LIKENESS)
            .collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1));
        found.into_iter().map(|(at, _)| at).collect()
    }

    /// Loads what the player has shown of a program.
    pub fn load(profile: &Profile, data: Option<&Path>) -> Result<Self, Error> {
        let mut landmarks = Self::default();
        let Some(folder) = data.map(|data| folder(data, &profile.deck)) else {
            return Ok(landmarks);
        };
        let path = folder.join("landmarks.toml");
        let Ok(text) = std::fs::read_to_string(&path) else {
            return Ok(landmarks);
        };
        let file: LandmarkFile = toml::from_str(&text).map_err(|error| Error::File {
            name: path.display().to_string(),
            reason: error.message().to_owned(),
        })?;
        for entry in file.look {
            let look = Look {
                picture: Frame::load(&folder.join(&entry.file))?,
                unit: entry.unit,
                at: entry.at,
            };
            landmarks.add(&entry.name, look);
        }
        Ok(landmarks)
    }

    /// Saves them; returns the folder.
    pub fn save(&self, profile: &Profile, data: &Path) -> Result<PathBuf, Error> {
        let folder = folder(data, &profile.deck);
        let fault = |error: &dyn std::fmt::Display| Error::File {
            name: folder.display().to_string(),
            reason: error.to_string(),
        };
        std::fs::create_dir_all(&folder).map_err(|error| fault(&error))?;
        let mut file = LandmarkFile::default();
        for (name, looks) in &self.looks {
            for (index, look) in looks.iter().enumerate() {
                let entry = LookEntry {
                    name: name.clone(),
                    file: format!("{name}-{}.png", index + 1),
                    unit: look.unit,
                    at: look.at,
                };
                look.picture.save(&folder.join(&entry.file))?;
                file.look.push(entry);
            }
        }
        let text = toml::to_string(&file).map_err(|error| fault(&error))?;
        let text = format!("# Shown by the player. Delete this folder to forget it.\n{text}");
        std::fs::write(folder.join("landmarks.toml"), text).map_err(|error| fault(&error))?;
        Ok(folder)
    }
}

impl Look {
    /// Where it fits best, and how alike it is there.
    fn find(&self, frame: &Frame, geometry: &Geometry) -> Option<((i32, i32), f32)> {
        let scale = geometry.unit.0 / self.unit.max(0.01);
        let around = |at: [f32; 2]| {
            let middle = geometry.point(at);
            let reach = AROUND_UNITS * geometry.unit.0;
            let size = (
                self.picture.width as f32 * scale + 2.0 * reach,
                self.picture.height as f32 * scale + 2.0 * reach,
            );
            Rectangle {
                x: (middle.0 - size.0 / 2.0) as i32,
                y: (middle.1 - size.1 / 2.0) as i32,
                width: size.0 as u32,
                height: size.1 as u32,
            }
        };
        let whole = Rectangle {
            x: 0,
            y: 0,
            width: frame.width,
            height: frame.height,
        };
        let area = self.at.map_or(whole, around);
        likeness_search(frame, area, &self.picture, scale)
    }
}

fn folder(data: &Path, deck: &str) -> PathBuf {
    data.join("landmarks").join(deck)
}

/// Something that the player must show once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// The name of its picture.
    pub picture: String,
    /// What it is, in words.
    pub about: String,
    /// Without it the game cannot be played; else it is only good to know.
    pub is_needed: bool,
}

/// The pictures that a profile names and that nobody has shown yet.
pub fn unknown(profile: &Profile, landmarks: &Landmarks) -> Vec<Unknown> {
    let mut unknown: Vec<Unknown> = Vec::new();
    let mut add = |picture: &Option<String>, about: &Option<String>, is_needed: bool| {
        let Some(picture) = picture.as_ref().filter(|name| !landmarks.knows(name)) else {
            return;
        };
        if unknown.iter().all(|known| known.picture != *picture) {
            unknown.push(Unknown {
                picture: picture.clone(),
                about: about.clone().unwrap_or_else(|| picture.replace('-', " ")),
                is_needed,
            });
        }
    };
    let controls = &profile.controls;
    let all = [
        &controls.restart,
        &controls.undo,
        &controls.draw,
        &controls.new_game,
    ];
    for control in all.into_iter().flatten() {
        let is_other = !control.keys.is_empty() || control.at.is_some();
        add(&control.picture, &control.about, !is_other);
        if let Some(answer) = &control.answer {
            add(&answer.picture, &answer.about, false);
        }
    }
    for Panel {
        picture,
        about,
        answer,
        ..
    } in &profile.panels
    {
        add(&Some(picture.clone()), about, false);
        if let Some(Control { picture, about, .. }) = answer {
            add(picture, about, false);
        }
    }
    add(
        &profile.signs.game_picture,
        &Some(sign_about(profile)),
        false,
    );
    unknown
}

fn sign_about(profile: &Profile) -> String {
    format!("the sign of the game in the window of {}", profile.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cloth with a slope of light, and a drawing at a place.
    fn frame(scale: f32, drawn: &[(f32, f32)]) -> Frame {
        let size = ((400.0 * scale) as u32, (300.0 * scale) as u32);
        let mut frame = Frame::filled(size.0, size.1, [0; 3]);
        for y in 0..size.1 as i32 {
            for x in 0..size.0 as i32 {
                let light = (60 * (x + y) / (size.0 + size.1) as i32) as u8;
                frame.set(x, y, [20, 90 + light, 60]);
            }
        }
        for (left, top) in drawn {
            for y in 0..(30.0 * scale) as i32 {
                for x in 0..(30.0 * scale) as i32 {
                    let (across, down) = (x as f32 / scale - 15.0, y as f32 / scale - 15.0);
                    let far = across.hypot(down);
                    if far < 14.0 && (far > 9.0 || across > 2.0) {
                        let at = ((left * scale) as i32 + x, (top * scale) as i32 + y);
                        frame.set(at.0, at.1, [230, 190, 40]);
                    }
                }
            }
        }
        frame
    }

    fn geometry(frame: &Frame, scale: f32) -> Geometry {
        Geometry {
            origin: (0.0, 0.0),
            unit: (scale, scale),
            in_piles: scale,
            card: (60.0 * scale, 90.0 * scale),
            frame: (frame.width, frame.height),
        }
    }

    fn shown() -> Landmarks {
        let there = frame(1.0, &[(200.0, 100.0)]);
        let mut landmarks = Landmarks::default();
        landmarks.add_at("ok", &there, &geometry(&there, 1.0), (215, 115));
        landmarks
    }

    #[test]
    fn what_was_pointed_at_is_found_at_every_scale() {
        let landmarks = shown();
        for scale in [1.0, 1.25, 1.5, 2.0] {
            let there = frame(scale, &[(200.0, 100.0)]);
            let found = landmarks.find("ok", &there, &geometry(&there, scale));
            let (x, y) = found.expect("it is there");
            let off = (x as f32 - 215.0 * scale).abs() + (y as f32 - 115.0 * scale).abs();
            assert!(off < 4.0 * scale, "{x} {y} at {scale}");
        }
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        let landmarks = shown();
        let nothing = frame(1.0, &[]);
        assert_eq!(
            landmarks.find("ok", &nothing, &geometry(&nothing, 1.0)),
            None
        );
        let elsewhere = frame(1.0, &[(20.0, 200.0)]);
        assert_eq!(
            landmarks.find("ok", &elsewhere, &geometry(&elsewhere, 1.0)),
            None,
            "it was not there when it was shown"
        );
        assert_eq!(
            landmarks.find("other", &nothing, &geometry(&nothing, 1.0)),
            None
        );
    }

    #[test]
    fn a_picture_without_a_place_is_looked_for_everywhere() {
        let there = frame(1.0, &[(200.0, 100.0)]);
        let part = Rectangle {
            x: 200,
            y: 100,
            width: 30,
            height: 30,
        };
        let mut landmarks = Landmarks::default();
        let look = Look {
            picture: there.part(part),
            unit: 1.0,
            at: None,
        };
        landmarks.add("ok", look);
        for (scale, at) in [
            (1.0, (20.0, 200.0)),
            (1.5, (340.0, 30.0)),
            (2.0, (111.0, 77.0)),
        ] {
            let there = frame(scale, &[at]);
            let found = landmarks.find("ok", &there, &geometry(&there, scale));
            let (x, y) = found.expect("it is there");
            let middle = ((at.0 + 15.0) * scale, (at.1 + 15.0) * scale);
            let off = (x as f32 - middle.0).abs() + (y as f32 - middle.1).abs();
            assert!(off < 4.0 * scale, "{x} {y} at {scale}");
        }
    }

    #[test]
    fn what_was_shown_is_kept_in_a_folder() {
        let data = tempfile::tempdir().expect("a folder");
        let profile = Profile::built_in("microsoft-pyramid").expect("built in");
        let landmarks = shown();
        landmarks.save(&profile, data.path()).expect("saved");
        let again = Landmarks::load(&profile, Some(data.path())).expect("loaded");
        assert_eq!(again, landmarks);
        let none = Landmarks::load(&profile, None).expect("nothing");
        assert!(!none.knows("ok"));
    }
}
