//! How the terminal is divided while a game is played: the same for drawing and
//! for the mouse.

use ratatui::layout::Rect;

use super::App;
use super::play::Play;
use crate::geometry::{Geometry, least};
use crate::shelf::OracleMode;

/// The columns of the list of moves.
const PANEL_WIDTH: u16 = 30;
/// The size of the oldest terminals; a larger one shows more.
pub const LEAST_HEIGHT: u16 = 12;

/// The parts of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Areas {
    /// Game, deal, goal.
    pub title: Rect,
    /// The cards.
    pub table: Rect,
    /// The list of moves, where there is room and wish for it.
    pub panel: Option<Rect>,
    /// What the program says.
    pub message: Rect,
    /// How the game stands.
    pub status: Rect,
    /// The buttons.
    pub buttons: Rect,
}

/// Divides the screen.
pub fn areas(app: &App, play: &Play) -> Areas {
    let (width, height) = app.size;
    let line = |y: u16| Rect::new(0, y.min(height.saturating_sub(1)), width, height.min(1));
    let below = height.saturating_sub(3);
    let middle = Rect::new(0, 1.min(height), width, below.saturating_sub(1));
    let (least_width, _) = least(&play.layout);
    let wants_panel = app.shelf.preferences.oracle == OracleMode::Moves && play.watch.is_none();
    let has_panel = wants_panel && width >= least_width + PANEL_WIDTH + 2;
    let table_width = if has_panel {
        width - PANEL_WIDTH
    } else {
        width
    };
    Areas {
        title: line(0),
        table: Rect {
            width: table_width,
            ..middle
        },
        panel: has_panel.then_some(Rect {
            x: table_width,
            width: PANEL_WIDTH,
            ..middle
        }),
        message: line(below),
        status: line(below + 1),
        buttons: line(below + 2),
    }
}

/// The cards on the screen; none if it is too small.
pub fn geometry(app: &App, play: &Play) -> Option<Geometry> {
    Geometry::new(&play.layout, areas(app, play).table)
}

/// The columns and lines that a game needs.
pub fn needed(play: &Play) -> (u16, u16) {
    let (width, height) = least(&play.layout);
    (width, (height + 4).max(LEAST_HEIGHT))
}
