//! What a key or a button does.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

/// What a key or a button does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Take back a move.
    Undo,
    /// Make it again.
    Redo,
    /// Back to the start.
    Restart,
    /// Another deal.
    NewDeal,
    /// The deal with a number.
    DealNumber,
    /// The game that another deal took the place of.
    Previous,
    /// Which deals are dealt.
    Deals,
    /// The daily deal.
    Daily,
    /// The rules of the game.
    Rules,
    /// One's own moves, and what each did to the game.
    Review,
    /// The best move, and why.
    Hint,
    /// How much the oracle shows.
    Oracle,
    /// Where was it lost?
    WhereLost,
    /// Back to where it was lost.
    GoBack,
    /// Solve, and watch.
    Watch,
    /// Play the rest.
    Finish,
    /// Covered cards face down, or open.
    FaceDown,
    /// Which cards go home by themselves.
    Autoplay,
    /// Type a move.
    TypeMove,
    /// Draw a card.
    Draw,
    /// The list of games.
    Menu,
    /// What has been played.
    Statistics,
    /// What the keys do.
    Help,
    /// End the program.
    Quit,
}

/// The buttons of a game, the most useful first: a narrow terminal shows as
/// many as it has room for.
const BUTTONS: [(&str, &str, Action); 14] = [
    ("u", "Undo", Action::Undo),
    ("r", "Redo", Action::Redo),
    ("h", "Hint", Action::Hint),
    ("o", "Oracle", Action::Oracle),
    ("v", "Review", Action::Review),
    ("n", "New", Action::NewDeal),
    ("m", "Menu", Action::Menu),
    ("?", "Help", Action::Help),
    ("q", "Quit", Action::Quit),
    ("w", "Watch", Action::Watch),
    ("i", "Rules", Action::Rules),
    ("f", "Finish", Action::Finish),
    ("p", "Previous", Action::Previous),
    ("g", "Number", Action::DealNumber),
];

/// A button in the lowest line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Button {
    /// Its key.
    pub key: &'static str,
    /// Its word.
    pub word: &'static str,
    /// What it does.
    pub action: Action,
    /// Where it is.
    pub area: Rect,
}

/// The buttons that a line has room for.
pub fn buttons(line: Rect) -> Vec<Button> {
    let mut x = line.x + 1;
    let mut buttons = Vec::new();
    for (key, word, action) in BUTTONS {
        let width = (key.len() + 1 + word.len()) as u16;
        if x + width > line.right() {
            break;
        }
        buttons.push(Button {
            key,
            word,
            action,
            area: Rect::new(x, line.y, width, 1),
        });
        x += width + 2;
    }
    buttons
}

impl Action {
    /// What a key does in a game.
    pub fn of_key(key: KeyEvent) -> Option<Self> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return match key.code {
                KeyCode::Char('z') => Some(Self::Undo),
                KeyCode::Char('y') => Some(Self::Redo),
                _ => None,
            };
        }
        Some(match key.code {
            KeyCode::Char('u') | KeyCode::Backspace => Self::Undo,
            KeyCode::Char('r') => Self::Redo,
            KeyCode::Char('R') => Self::Restart,
            KeyCode::Char('n') => Self::NewDeal,
            KeyCode::Char('g') => Self::DealNumber,
            KeyCode::Char('p') => Self::Previous,
            KeyCode::Char('W') => Self::Deals,
            KeyCode::Char('D') => Self::Daily,
            KeyCode::Char('i') => Self::Rules,
            KeyCode::Char('v') => Self::Review,
            KeyCode::Char('h') => Self::Hint,
            KeyCode::Char('o') => Self::Oracle,
            KeyCode::Char('l') => Self::WhereLost,
            KeyCode::Char('b') => Self::GoBack,
            KeyCode::Char('w' | 's') => Self::Watch,
            KeyCode::Char('f') => Self::Finish,
            KeyCode::Char('c') => Self::FaceDown,
            KeyCode::Char('a') => Self::Autoplay,
            KeyCode::Char(':' | '/') => Self::TypeMove,
            KeyCode::Char('d' | ' ') => Self::Draw,
            KeyCode::Char('m') => Self::Menu,
            KeyCode::Char('t') => Self::Statistics,
            KeyCode::Char('?') | KeyCode::F(1) => Self::Help,
            KeyCode::Char('q') => Self::Quit,
            _ => return None,
        })
    }
}
