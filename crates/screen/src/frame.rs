//! A picture of a window: pixels and nothing else.

use std::fmt;
use std::io::Cursor;
use std::path::Path;

use crate::Error;

/// No window is larger; larger files are refused.
const MOST_PIXELS: u64 = 64_000_000;

/// A rectangle in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Rectangle {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

impl Rectangle {
    /// The point is inside.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        let inside = |at: i32, from: i32, size: u32| {
            i64::from(at) >= i64::from(from) && i64::from(at) < i64::from(from) + i64::from(size)
        };
        inside(x, self.x, self.width) && inside(y, self.y, self.height)
    }

    /// What both have in common.
    pub fn common(self, other: Self) -> Option<Self> {
        let common = |from: i32, size: u32, other_from: i32, other_size: u32| {
            let start = from.max(other_from);
            let end = |from: i32, size: u32| i64::from(from) + i64::from(size);
            let size = end(from, size).min(end(other_from, other_size)) - i64::from(start);
            (size > 0).then_some((start, size as u32))
        };
        let (x, width) = common(self.x, self.width, other.x, other.width)?;
        let (y, height) = common(self.y, self.height, other.y, other.height)?;
        Some(Self {
            x,
            y,
            width,
            height,
        })
    }
}

/// Red, green and blue, a byte each, rows from the top.
#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Three bytes a pixel.
    pub rgb: Vec<u8>,
}

impl Frame {
    /// A frame of one colour.
    pub fn filled(width: u32, height: u32, colour: [u8; 3]) -> Self {
        Self {
            width,
            height,
            rgb: colour.repeat(width as usize * height as usize),
        }
    }

    /// The pixel at a place; outside of the frame, the nearest pixel.
    pub fn at(&self, x: i32, y: i32) -> [u8; 3] {
        let Some(last) = self.last_pixel() else {
            return [0; 3];
        };
        let x = x.clamp(0, last.0) as usize;
        let y = y.clamp(0, last.1) as usize;
        let start = 3 * (y * self.width as usize + x);
        [self.rgb[start], self.rgb[start + 1], self.rgb[start + 2]]
    }

    /// The bytes of a row; outside of the frame, the nearest row.
    pub(crate) fn row(&self, y: i32) -> &[u8] {
        let Some(last) = self.last_pixel() else {
            return &[];
        };
        let wide = 3 * self.width as usize;
        let start = y.clamp(0, last.1) as usize * wide;
        &self.rgb[start..start + wide]
    }

    /// The place of the last pixel, if there is any.
    fn last_pixel(&self) -> Option<(i32, i32)> {
        (self.width > 0 && self.height > 0).then(|| (self.width as i32 - 1, self.height as i32 - 1))
    }

    /// Sets a pixel; does nothing outside of the frame.
    pub fn set(&mut self, x: i32, y: i32, colour: [u8; 3]) {
        let Some(last) = self.last_pixel() else {
            return;
        };
        if (0..=last.0).contains(&x) && (0..=last.1).contains(&y) {
            let start = 3 * (y as usize * self.width as usize + x as usize);
            self.rgb[start..start + 3].copy_from_slice(&colour);
        }
    }

    /// The part of the frame inside a rectangle.
    pub fn part(&self, place: Rectangle) -> Self {
        let mut rgb = Vec::with_capacity(3 * place.width as usize * place.height as usize);
        for y in 0..place.height as i32 {
            for x in 0..place.width as i32 {
                rgb.extend(self.at(place.x + x, place.y + y));
            }
        }
        Self {
            width: place.width,
            height: place.height,
            rgb,
        }
    }

    /// Copies another frame into this one, which must be large enough.
    #[cfg(unix)]
    pub(crate) fn put(&mut self, part: &Self, x: u32, y: u32) {
        let (own, wide) = (3 * self.width as usize, 3 * part.width as usize);
        let start = 3 * x as usize + own * y as usize;
        let rows = self.rgb[start..].chunks_mut(own);
        for (row, new) in rows.zip(part.rgb.chunks_exact(wide.max(1))) {
            row[..wide].copy_from_slice(new);
        }
    }

    /// Both frames have the same size and are equal in this part.
    pub(crate) fn same_part(&self, other: &Self, part: Rectangle) -> bool {
        if (self.width, self.height) != (other.width, other.height) {
            return false;
        }
        let clip = |at: i64, most: u32| usize::try_from(at.clamp(0, most.into())).unwrap_or(0);
        let left = clip(part.x.into(), self.width);
        let right = clip(i64::from(part.x) + i64::from(part.width), self.width);
        let top = clip(part.y.into(), self.height);
        let bottom = clip(i64::from(part.y) + i64::from(part.height), self.height);
        (top..bottom).all(|row| {
            let start = 3 * (row * self.width as usize + left);
            let end = 3 * (row * self.width as usize + right.max(left));
            self.rgb[start..end] == other.rgb[start..end]
        })
    }

    /// Reads a PNG or JPEG file.
    pub fn load(path: &Path) -> Result<Self, Error> {
        let fault = |reason: String| Error::File {
            name: path.display().to_string(),
            reason,
        };
        if path.is_dir() {
            return Err(fault("is a directory, not a picture".to_owned()));
        }
        let bytes = std::fs::read(path).map_err(|error| {
            fault(match error.kind() {
                std::io::ErrorKind::NotFound => "no such file".to_owned(),
                std::io::ErrorKind::PermissionDenied => "no permission to read it".to_owned(),
                _ => error.to_string(),
            })
        })?;
        Self::decode(&bytes).map_err(fault)
    }

    /// Reads the bytes of a PNG or JPEG file. The error is what is wrong with them.
    pub fn decode(bytes: &[u8]) -> Result<Self, String> {
        let open = || {
            image::ImageReader::new(Cursor::new(bytes))
                .with_guessed_format()
                .map_err(|error| error.to_string())
        };
        let not_a_picture = |_| "is not a PNG or JPEG picture".to_owned();
        let (width, height) = open()?.into_dimensions().map_err(not_a_picture)?;
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(format!("is too large: {width} by {height} pixels"));
        }
        let picture = open()?
            .decode()
            .map_err(|error| format!("is a damaged picture ({error})"))?;
        let picture = picture.into_rgb8();
        Ok(Self {
            width: picture.width(),
            height: picture.height(),
            rgb: picture.into_raw(),
        })
    }

    /// Writes a PNG file, or a JPEG file, by the ending of the name.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        image::save_buffer(
            path,
            &self.rgb,
            self.width,
            self.height,
            image::ExtendedColorType::Rgb8,
        )
        .map_err(|error| Error::File {
            name: path.display().to_string(),
            reason: error.to_string(),
        })
    }
}

impl fmt::Debug for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "frame of {} by {} pixels", self.width, self.height)
    }
}
