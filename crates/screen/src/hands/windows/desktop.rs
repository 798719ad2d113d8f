//! The desktop that has the keyboard. When Windows asks for permission (UAC), is
//! locked or shows the screen of Ctrl+Alt+Delete, that is another one, out of
//! reach of programs.

use winsafe::{HDESK, co};

use crate::Error;

/// The user's own desktop has the keyboard.
pub(super) fn check() -> Result<(), Error> {
    match HDESK::OpenInputDesktop(None, false, co::DESKTOP_RIGHTS::READOBJECTS) {
        Err(co::ERROR::ACCESS_DENIED) => Err(Error::Window(
            "Windows asks for a permission or is locked; nothing can be seen or clicked until \
             that is over"
                .to_owned(),
        )),
        _ => Ok(()),
    }
}
