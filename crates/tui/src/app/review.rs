//! The lines of a review: one's own moves, and where other lines leave them.

use patience::Variation;
use patience::oracle::Turn;

use super::Play;

/// A line of a review.
#[derive(Clone, PartialEq, Debug)]
pub enum ReviewLine {
    /// A move of the player.
    Turn(Box<Turn>),
    /// Another line that leaves before the move above it.
    Variation(Variation),
}

/// The lines of the review, as far as it has come.
pub fn review_lines(play: &Play) -> Vec<ReviewLine> {
    let Some(review) = &play.insight.review else {
        return Vec::new();
    };
    let variations = play.session.variations();
    let leaving = |step: usize| {
        let there = variations.iter().filter(move |one| one.step == step);
        there.cloned().map(ReviewLine::Variation)
    };
    let mut lines = Vec::new();
    for turn in &review.turns {
        lines.push(ReviewLine::Turn(Box::new(turn.clone())));
        lines.extend(leaving(turn.step));
    }
    let end = play.session.history().len() + play.session.undone().len();
    lines.extend(leaving(end));
    lines
}

/// The line of the review that shows a move of the player, by its number.
pub fn line_of_turn(lines: &[ReviewLine], number: usize) -> usize {
    let is_it = |line: &ReviewLine| matches!(line, ReviewLine::Turn(turn) if turn.number == number);
    lines.iter().position(is_it).unwrap_or(0)
}
