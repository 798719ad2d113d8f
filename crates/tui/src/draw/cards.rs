//! The table: every pile as a strip of cards.

use patience::layout::{Face, Mark, Pile, Role, Spot};
use patience::oracle::order;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::app::{App, Play};
use crate::geometry::{Geometry, Strip};
use crate::shelf::OracleMode;
use crate::theme::{Emphasis, Theme};
use crate::words;

/// Draws the piles of a game.
pub fn draw(buffer: &mut Buffer, app: &App, play: &Play, geometry: &Geometry) {
    let view = View {
        theme: app.theme,
        play,
        shows_oracle: app.shelf.preferences.oracle == OracleMode::Moves && play.watch.is_none(),
    };
    for strip in &geometry.strips {
        view.pile(buffer, strip);
    }
}

struct View<'a> {
    theme: Theme,
    play: &'a Play,
    shows_oracle: bool,
}

impl View<'_> {
    fn pile(&self, buffer: &mut Buffer, strip: &Strip) {
        let pile = &self.play.layout.piles[strip.pile];
        match pile.role {
            Role::Button => self.button(buffer, strip, pile),
            // What has left the board leaves nothing behind.
            Role::Slot if pile.cards.is_empty() => {}
            _ if pile.cards.is_empty() => self.empty(buffer, strip, pile),
            _ => self.cards(buffer, strip, pile),
        }
    }

    fn button(&self, buffer: &mut Buffer, strip: &Strip, pile: &Pile) {
        let spot = Spot {
            pile: strip.pile,
            card: 0,
        };
        let can_press = self.play.gestures.of_card(spot).next().is_some();
        if !can_press {
            return;
        }
        let style = match self.emphasis(spot) {
            Emphasis::None => self.theme.chosen(),
            emphasis => self.theme.paper(emphasis),
        };
        let width = usize::from(strip.area.width);
        let text = format!("{:^width$}", pile.empty);
        buffer.set_stringn(strip.area.x, strip.area.y, text, width, style);
        if let Some((mark, style)) = self.flag(spot) {
            buffer.set_string(strip.area.right() - 1, strip.area.y, mark, style);
        }
    }

    /// An empty place: a faint frame with what it is for.
    fn empty(&self, buffer: &mut Buffer, strip: &Strip, pile: &Pile) {
        let spot = Spot {
            pile: strip.pile,
            card: 0,
        };
        let style = self.theme.empty(self.emphasis(spot));
        self.frame(buffer, strip, style, pile);
        let word = if pile.empty.chars().count() <= usize::from(strip.area.width) - 2 {
            &pile.empty
        } else {
            ""
        };
        let width = usize::from(strip.area.width) - 2;
        let (x, y) = (strip.area.x + 1, strip.area.y + 1);
        buffer.set_stringn(x, y, format!("{word:^width$}"), width, style);
        self.marks(buffer, strip.area, y, spot);
    }

    fn cards(&self, buffer: &mut Buffer, strip: &Strip, pile: &Pile) {
        let Some(&(top, top_line)) = strip.cards.last() else {
            return;
        };
        let paper_of = |card: usize| self.paper(pile, strip.pile, card);
        // The frame and the body have the paper of the top card, the upper edge
        // that of the lowest which is seen.
        self.frame(buffer, strip, paper_of(top), pile);
        if let Some(&(first, first_line)) = strip.cards.first() {
            for line in strip.area.y..=first_line {
                buffer.set_style(line_of(strip.area, line), paper_of(first));
            }
        }
        for (place, &(card, line)) in strip.cards.iter().enumerate() {
            let next = strip.cards.get(place + 1).map(|(_, line)| *line);
            if let Some(next) = next {
                self.between(buffer, strip.area, line, next, paper_of(card));
            }
            self.face_line(buffer, strip, pile, card, line);
        }
        self.foot(buffer, strip, pile, top, top_line);
        if strip.hidden > 0 {
            let text = format!("┆+{}", strip.hidden);
            let room = usize::from(strip.area.width);
            buffer.set_stringn(strip.area.x, strip.area.y, text, room, paper_of(top));
        }
    }

    fn paper(&self, pile: &Pile, index: usize, card: usize) -> Style {
        let spot = Spot { pile: index, card };
        match pile.cards.get(card) {
            Some(face) if !face.up && self.emphasis(spot) == Emphasis::None => self.theme.back(),
            _ => self.theme.paper(self.emphasis(spot)),
        }
    }

    /// The lines from a card's face to the next one's: the edge of the next.
    fn between(&self, buffer: &mut Buffer, area: Rect, line: u16, next: u16, style: Style) {
        let inner = usize::from(area.width) - 2;
        for y in line + 1..next {
            let text = format!("├{}┤", "─".repeat(inner));
            buffer.set_stringn(area.x, y, text, usize::from(area.width), style);
        }
    }

    fn face_line(&self, buffer: &mut Buffer, strip: &Strip, pile: &Pile, card: usize, line: u16) {
        if line >= strip.area.bottom() {
            return;
        }
        let spot = Spot {
            pile: strip.pile,
            card,
        };
        let face = &pile.cards[card];
        let area = strip.area;
        let inner = usize::from(area.width) - 2;
        let paper = self.paper(pile, strip.pile, card);
        if !face.up {
            let back = format!("│{}│", "░".repeat(inner));
            // A covered card of a column shows the line of its face only.
            let is_whole = card + 1 == pile.cards.len() || strip.is_fanned;
            let bottom = match is_whole {
                true => area.bottom().saturating_sub(1),
                false => line + 1,
            };
            for y in line..bottom {
                buffer.set_string(area.x, y, &back, paper);
            }
            if !face.card.is_empty() {
                // It is known although it cannot be seen.
                let known = format!("░{:<inner$}░", label(face));
                buffer.set_stringn(area.x, line, known, inner + 2, paper);
            }
            self.marks(buffer, area, line, spot);
            return;
        }
        buffer.set_string(area.x, line, "│", paper);
        let style = self.theme.face(is_red(face), self.emphasis(spot));
        buffer.set_stringn(
            area.x + 1,
            line,
            format!("{:<inner$}", label(face)),
            inner,
            style,
        );
        buffer.set_string(area.right() - 1, line, "│", paper);
        if strip.is_fanned && label(face).chars().count() == inner {
            // Of a narrow card two letters are seen: it gives its edge for the
            // third one.
            buffer.set_stringn(area.x, line, label(face), inner, style);
        }
        if face.mark == Mark::Cheated {
            buffer.set_string(area.right() - 2, line, "!", style);
        }
        self.marks(buffer, area, line, spot);
    }

    /// The body of the top card: its face once more in the lower corner, where
    /// there is room, and the number of cards in a stack.
    fn foot(&self, buffer: &mut Buffer, strip: &Strip, pile: &Pile, top: usize, top_line: u16) {
        let face = &pile.cards[top];
        let area = strip.area;
        let inner = usize::from(area.width) - 2;
        let corner = area.bottom().saturating_sub(2);
        let spot = Spot {
            pile: strip.pile,
            card: top,
        };
        if face.up && !strip.is_cut && corner >= top_line + 2 {
            let style = self.theme.face(is_red(face), self.emphasis(spot));
            let text = format!("{:>inner$}", label(face));
            buffer.set_stringn(area.x + 1, corner, text, inner, style);
            let middle = usize::midpoint(usize::from(top_line), usize::from(corner)) as u16;
            if corner >= top_line + 5
                && let Some((_, suit)) = suit_of(face)
            {
                // A big card has its suit in the middle, too.
                let text = format!("{suit:^inner$}");
                buffer.set_stringn(area.x + 1, middle, text, inner, style);
            }
        }
        let is_stack = matches!(pile.role, Role::Stock | Role::Waste) && !strip.is_fanned;
        if is_stack && !strip.is_cut && pile.cards.len() > 1 {
            let text = format!("{}╯", pile.cards.len());
            let x = area.right() - text.chars().count() as u16;
            let style = self.paper(pile, strip.pile, top);
            buffer.set_string(x, area.bottom() - 1, text, style);
        }
    }

    fn frame(&self, buffer: &mut Buffer, strip: &Strip, style: Style, pile: &Pile) {
        let area = strip.area;
        let inner = usize::from(area.width) - 2;
        let width = usize::from(area.width);
        let key = if pile.role == Role::Home || strip.is_fanned {
            ""
        } else {
            &pile.key
        };
        let upper = format!("╭{key:─^inner$}╮");
        let body = format!("│{}│", " ".repeat(inner));
        let lower = format!("╰{}╯", "─".repeat(inner));
        for y in area.top()..area.bottom() {
            let text = if y == area.top() {
                &upper
            } else if y + 1 == area.bottom() && !strip.is_cut {
                &lower
            } else {
                &body
            };
            buffer.set_stringn(area.x, y, text, width, style);
        }
    }

    /// The marks of a card on its edges: what it is at the moment on the left,
    /// the oracle's verdict on the right.
    fn marks(&self, buffer: &mut Buffer, area: Rect, line: u16, spot: Spot) {
        let emphasis = self.emphasis(spot);
        if let Some(mark) = emphasis.mark() {
            buffer.set_string(area.x, line, mark, self.theme.paper(emphasis));
        }
        if let Some((mark, style)) = self.flag(spot) {
            buffer.set_string(area.right() - 1, line, mark, style);
        }
    }

    fn emphasis(&self, spot: Spot) -> Emphasis {
        let play = self.play;
        if play.watch.is_some() {
            return Emphasis::None;
        }
        if let Some(hand) = &play.hand {
            let lifted = hand.from.pile == spot.pile && spot.card >= hand.from.card;
            let at = hand.choices.iter().position(|(there, _)| *there == spot);
            return match at {
                Some(at) if at == hand.at => Emphasis::Cursor,
                Some(_) => Emphasis::Target,
                None if lifted => Emphasis::Picked,
                None => Emphasis::None,
            };
        }
        if let Some(hint) = &play.hint {
            let lifted = hint.from.pile == spot.pile
                && spot.card >= hint.from.card
                && play.layout.piles[spot.pile].cards.len() < hint.from.card + hint.cards + 1;
            if lifted {
                return Emphasis::Picked;
            }
            if hint.to.is_some_and(|to| play.layout.top(to) == spot) {
                return Emphasis::Cursor;
            }
            return Emphasis::None;
        }
        if play.cursor == Some(spot) {
            Emphasis::Cursor
        } else {
            Emphasis::None
        }
    }

    /// The verdict on a card: of the move onto it while cards are in the hand,
    /// else the best that can be done with it.
    fn flag(&self, spot: Spot) -> Option<(&'static str, Style)> {
        if !self.shows_oracle {
            return None;
        }
        let look = &self.play.insight.look;
        let verdict = match &self.play.hand {
            Some(hand) => {
                let (_, gesture) = hand.choices.iter().find(|(there, _)| *there == spot)?;
                look.of(&gesture.move_)
            }
            None => {
                let gestures = self.play.gestures.of_card(spot);
                let verdicts = gestures.map(|gesture| look.of(&gesture.move_));
                let request = self.play.request();
                verdicts.reduce(|one, other| match order(&request, &other, &one) {
                    std::cmp::Ordering::Less => other,
                    _ => one,
                })?
            }
        };
        let best = look.moves.iter().map(|(_, verdict)| *verdict);
        let best = best.reduce(
            |one, other| match order(&self.play.request(), &other, &one) {
                std::cmp::Ordering::Less => other,
                _ => one,
            },
        );
        let is_best = best.is_some_and(|best| words::is_as_good(&verdict, &best));
        Some((
            words::mark(&verdict, is_best),
            self.theme.flag(words::light(&verdict)),
        ))
    }
}

fn line_of(area: Rect, line: u16) -> Rect {
    Rect::new(area.x, line, area.width, 1)
}

/// A card as it is shown: `10♥` for `Th`. Cards without suits stay as they are.
fn label(face: &Face) -> String {
    let Some((rank, suit)) = suit_of(face) else {
        return face.card.clone();
    };
    let rank = if rank == "T" { "10" } else { rank };
    format!("{rank}{suit}")
}

fn suit_of(face: &Face) -> Option<(&str, char)> {
    let suit = match face.card.chars().last()? {
        'c' => '♣',
        'd' => '♦',
        'h' => '♥',
        's' => '♠',
        _ => return None,
    };
    Some((&face.card[..face.card.len() - 1], suit))
}

fn is_red(face: &Face) -> bool {
    matches!(suit_of(face), Some((_, '♥' | '♦')))
}
