//! Where things lie on a frame, in pixels with fractions.

/// A rectangle on a frame.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Placed {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Placed {
    /// They overlap by more than a tenth of their sides.
    pub fn overlaps(&self, other: &Self) -> bool {
        let across = (self.x + self.width).min(other.x + other.width) - self.x.max(other.x);
        let down = (self.y + self.height).min(other.y + other.height) - self.y.max(other.y);
        across > 0.1 * self.width && down > 0.1 * self.height
    }

    /// They overlap.
    pub fn meets(&self, other: &Self) -> bool {
        let common = |one: f32, size: f32, other: f32, other_size: f32| {
            one < other + other_size && other < one + size
        };
        common(self.x, self.width, other.x, other.width)
            && common(self.y, self.height, other.y, other.height)
    }

    /// The pixel in the middle.
    pub fn middle(&self) -> (i32, i32) {
        self.at(0.5, 0.5)
    }

    /// The pixel at these fractions of width and height.
    pub fn at(&self, across: f32, down: f32) -> (i32, i32) {
        (
            (self.x + across * self.width) as i32,
            (self.y + down * self.height) as i32,
        )
    }
}
