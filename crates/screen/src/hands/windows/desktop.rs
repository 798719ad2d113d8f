//! Asks for the desktop that has the keyboard.

use winsafe::{HDESK, co};

use crate::Error;
use crate::hands::input_desktop;

/// The user's own desktop has the keyboard.
pub(super) fn check() -> Result<(), Error> {
    let opened = HDESK::OpenInputDesktop(None, false, co::DESKTOP_RIGHTS::READOBJECTS);
    input_desktop::judge(opened.err().map(|error| error.raw()))
}
