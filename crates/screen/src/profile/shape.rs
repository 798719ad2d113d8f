//! The shape of a window, and that which a profile was measured in.

use super::{Find, TableLayout};

/// A window whose width over its height differs by a larger share has another shape.
const MOST_DIFFERENCE: f32 = 0.1;

impl TableLayout {
    /// What is to be said of a window whose inside is so many pixels wide and high, if
    /// it has not the shape of `size`: a program may lay out its table differently then.
    pub fn other_shape(&self, width: u32, height: u32) -> Option<String> {
        let [wide, high] = self.size.filter(|_| self.find == Find::Fit)?;
        let inside = (height as f32 - self.inset[0] - self.inset[1]).max(1.0);
        let share = (width as f32 / inside) / (wide / high);
        let is_other = (share.max(1.0 / share) - 1.0) > MOST_DIFFERENCE;
        is_other.then(|| {
            format!(
                "the window's inside is {width} by {height} pixels, which is not the shape of \
                 the profile's `size` ({wide} by {high}); if cards are not found, give the window \
                 that shape"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::Profile;

    #[test]
    fn a_window_of_another_shape_is_told() {
        let mut layout = Profile::built_in("microsoft-freecell")
            .expect("built in")
            .layout;
        assert_eq!(layout.size, Some([1440.0, 900.0]));
        assert_eq!(layout.other_shape(1440, 900), None);
        assert_eq!(layout.other_shape(960, 600), None);
        let told = layout.other_shape(1000, 900).expect("another shape");
        assert!(told.contains("1000 by 900"), "{told}");
        layout.inset = [100.0, 175.0];
        assert_eq!(layout.other_shape(1000, 900), None);
    }

    #[test]
    fn a_table_that_is_looked_for_has_no_shape() {
        let profile = Profile::built_in("kpatience-freecell").expect("built in");
        assert_eq!(profile.layout.other_shape(100, 900), None);
    }
}
