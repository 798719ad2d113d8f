//! Whether the desktop that has the keyboard is the user's own. When Windows asks for
//! a permission (UAC), is locked or shows the screen of Ctrl+Alt+Delete, it is the
//! system's, out of reach of programs.

use crate::Error;

/// What Windows says when a program may not open something (`ERROR_ACCESS_DENIED`).
const ACCESS_DENIED: u32 = 5;

/// What it means that `OpenInputDesktop` has failed with this number, if it has. Other
/// numbers say nothing about who has the keyboard: some systems do not let this be
/// asked at all, and can be played on all the same.
pub(super) const fn judge(refused: Option<u32>) -> Result<(), Error> {
    match refused {
        Some(ACCESS_DENIED) => Err(Error::OutOfReach),
        Some(_) | None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_desktop_that_may_not_be_opened_is_out_of_reach() {
        let judged = judge(Some(ACCESS_DENIED)).expect_err("out of reach");
        assert!(matches!(judged, Error::OutOfReach));
        assert!(judged.to_string().contains("asks for a permission"));
    }

    #[test]
    fn a_desktop_that_is_open_or_cannot_be_asked_for_is_played() {
        // ERROR_INVALID_FUNCTION, ERROR_CALL_NOT_IMPLEMENTED.
        for refused in [None, Some(1), Some(120)] {
            assert!(judge(refused).is_ok(), "{refused:?}");
        }
    }
}
