//! Eyes and hands: find a window, look at it, move, click, drag, type.
//!
//! All places are pixels of the screen's root, except in [`Eyes::capture`],
//! whose frame begins at the upper left corner of the window's inside.

use crate::{Error, Frame, Rectangle, profile};

/// A window, as the system calls it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct WindowId(pub u64);

/// A button of the mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Button {
    /// The usual one.
    Left,
    /// The wheel.
    Middle,
    /// The one for menus.
    Right,
}

/// Looks at windows.
pub trait Eyes {
    /// Finds a window that is like this.
    fn find(&mut self, wanted: &profile::Window) -> Result<WindowId, Error>;

    /// Where the inside of the window lies on the screen.
    fn place(&mut self, window: WindowId) -> Result<Rectangle, Error>;

    /// What the window's title says.
    fn title(&mut self, window: WindowId) -> Result<String, Error>;

    /// The pixels of the inside of the window.
    fn capture(&mut self, window: WindowId) -> Result<Frame, Error>;
}

/// Moves the mouse and types.
pub trait Hands {
    /// Brings a window to the front and gives it the keyboard.
    fn focus(&mut self, window: WindowId) -> Result<(), Error>;

    /// Moves the pointer.
    fn move_to(&mut self, x: i32, y: i32) -> Result<(), Error>;

    /// Presses a button where the pointer is.
    fn press(&mut self, button: Button) -> Result<(), Error>;

    /// Releases a button.
    fn release(&mut self, button: Button) -> Result<(), Error>;

    /// Clicks so many times, each long enough to be noticed.
    fn click(&mut self, x: i32, y: i32, times: u32) -> Result<(), Error>;

    /// Drags from one place to another, in small steps.
    fn drag(&mut self, from: (i32, i32), to: (i32, i32)) -> Result<(), Error>;

    /// Types a chord, such as `ctrl+z` or `Return`.
    fn key(&mut self, chord: &str) -> Result<(), Error>;

    /// Where the pointer is, to notice the user's own hand.
    fn pointer(&mut self) -> Result<(i32, i32), Error>;

    /// The user holds down Escape, or has pressed it since the last question.
    fn escape_pressed(&mut self) -> Result<bool, Error>;
}
