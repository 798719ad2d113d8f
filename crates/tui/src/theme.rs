//! The colours: the sixteen of the terminal, which its owner has chosen, and
//! never one without knowing what lies under it. Everything can also be read
//! apart without colour, by marks and frames.

use ratatui::style::{Color, Modifier, Style};

/// What a card is at the moment, for the way it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Emphasis {
    /// Nothing special.
    #[default]
    None,
    /// The cursor is on it.
    Cursor,
    /// It is taken up, or a hint says to take it up.
    Picked,
    /// What is taken up can be put here.
    Target,
}

impl Emphasis {
    /// Its mark on the left edge of a card.
    pub const fn mark(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Cursor => Some("▸"),
            Self::Picked => Some("◆"),
            Self::Target => Some("◂"),
        }
    }
}

/// What a verdict looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Light {
    /// Wins.
    Good,
    /// Loses.
    Bad,
    /// Not known, or a chance.
    Open,
}

/// With colour or without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// Colours may be used.
    pub has_colour: bool,
}

impl Theme {
    /// A card that shows its face.
    pub fn face(self, is_red: bool, emphasis: Emphasis) -> Style {
        let style = self.paper(emphasis);
        if !self.has_colour {
            return style;
        }
        match emphasis {
            Emphasis::None | Emphasis::Target if is_red => style.fg(Color::Red),
            _ => style.fg(Color::Black),
        }
        .add_modifier(Modifier::BOLD)
    }

    /// The frame and the body of a card.
    pub fn paper(self, emphasis: Emphasis) -> Style {
        if !self.has_colour {
            return match emphasis {
                Emphasis::None | Emphasis::Target => Style::new(),
                Emphasis::Cursor | Emphasis::Picked => {
                    Style::new().add_modifier(Modifier::REVERSED)
                }
            };
        }
        let paper = match emphasis {
            Emphasis::None | Emphasis::Target => Color::White,
            Emphasis::Cursor => Color::Cyan,
            Emphasis::Picked => Color::Yellow,
        };
        let ink = match emphasis {
            Emphasis::None => Color::DarkGray,
            Emphasis::Target => Color::Blue,
            _ => Color::Black,
        };
        Style::new().fg(ink).bg(paper)
    }

    /// The back of a card.
    pub fn back(self) -> Style {
        if self.has_colour {
            Style::new().fg(Color::White).bg(Color::Blue)
        } else {
            Style::new()
        }
    }

    /// The frame of an empty place.
    pub fn empty(self, emphasis: Emphasis) -> Style {
        match emphasis {
            Emphasis::None => self.faint(),
            Emphasis::Target if self.has_colour => Style::new().fg(Color::Blue),
            Emphasis::Target => Style::new(),
            _ => self.paper(emphasis),
        }
    }

    /// A red card in a text.
    pub fn red(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.has_colour {
            style.fg(Color::Red)
        } else {
            style
        }
    }

    /// Labels and what is of less interest.
    pub fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Something to look at.
    pub fn bright(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The line chosen in a list.
    pub fn chosen(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// A key that can be pressed, or clicked.
    pub fn key(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.has_colour {
            style.fg(Color::Cyan)
        } else {
            style
        }
    }

    /// Bad news.
    pub fn alarm(self) -> Style {
        let style = Style::new().add_modifier(Modifier::BOLD);
        if self.has_colour {
            style.fg(Color::Red)
        } else {
            style
        }
    }

    /// A verdict on the ground of the terminal.
    pub fn light(self, light: Light) -> Style {
        if !self.has_colour {
            return Style::new().add_modifier(Modifier::BOLD);
        }
        Style::new().add_modifier(Modifier::BOLD).fg(match light {
            Light::Good => Color::Green,
            Light::Bad => Color::Red,
            Light::Open => Color::Yellow,
        })
    }

    /// A verdict on the edge of a card. Both colours are given, so that it is
    /// readable on every paper.
    pub fn flag(self, light: Light) -> Style {
        if !self.has_colour {
            return Style::new().add_modifier(Modifier::BOLD);
        }
        let (ink, paper) = match light {
            Light::Good => (Color::Black, Color::Green),
            Light::Bad => (Color::White, Color::Red),
            Light::Open => (Color::Black, Color::Yellow),
        };
        Style::new().fg(ink).bg(paper).add_modifier(Modifier::BOLD)
    }
}
