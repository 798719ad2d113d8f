//! Eyes and hands for the system that the program runs on.

use super::{Eyes, Hands};
use crate::Error;

/// Eyes and hands in one.
pub trait Device: Eyes + Hands {}

impl<D: Eyes + Hands> Device for D {}

/// Opens the user's display: by X11 if there is an X11 display, else by the
/// feature `desktop`.
pub fn open() -> Result<Box<dyn Device>, Error> {
    #[cfg(all(feature = "desktop", windows))]
    return Ok(Box::new(super::windows::Windows::open()?));
    #[cfg(all(feature = "desktop", not(windows)))]
    if !has_x11() {
        return Ok(Box::new(super::desktop::Desktop::open()?));
    }
    #[cfg(unix)]
    return Ok(Box::new(super::x11::X11::open()?));
    #[cfg(not(any(unix, all(feature = "desktop", windows))))]
    Err(Error::Window(
        "other windows can only be reached by a build with the feature `desktop`".to_owned(),
    ))
}

/// Under Wayland there may be an X11 display, too, but most windows are not on
/// it.
#[cfg(all(feature = "desktop", not(windows)))]
fn has_x11() -> bool {
    cfg!(all(unix, not(target_os = "macos"))) && std::env::var_os("WAYLAND_DISPLAY").is_none()
}
