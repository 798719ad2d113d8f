//! Piles beside the columns or rows: rectangles as large as a card, from left to
//! right as in the game's own layout. What is not found there, the player points at.

use patience::layout::Role;

use super::ask::{Interview, Question, Shown, Topic, Unusable};
use super::outlines::{self, Outline};
use super::shades::Shades;
use super::table::Found;
use crate::{Error, Frame, Rectangle};

/// Rectangles whose upper edges differ by less lie in one row, in card heights.
const SAME_ROW: f32 = 0.2;

/// Finds the places of all piles that are neither columns nor rows.
pub(super) fn place(
    frame: &Frame,
    shades: &Shades,
    found: &mut Found,
    interview: &mut Interview<'_>,
) -> Result<(), Error> {
    let is_other = |role: Role| !matches!(role, Role::Slot | Role::Column);
    let taken: Vec<Rectangle> = taken(found);
    let rectangles = outlines::anywhere(shades, found.card, &taken);
    let mut order: Vec<usize> = (0..found.groups.len())
        .filter(|it| is_other(found.groups[*it].role))
        .collect();
    order.sort_by(|one, other| {
        let left = |group: usize| found.groups[group].own[0].0;
        left(*one).total_cmp(&left(*other))
    });
    let piles = order.iter().copied();
    let piles = piles.filter(|it| found.groups[*it].role != Role::Button);
    let count: usize = piles.map(|group| found.groups[group].names.len()).sum();
    let mut in_row = one_row(&rectangles, count, found.card.1).into_iter();
    let all_seen = in_row.len() == count;
    for group in order {
        let names = found.groups[group].names.clone();
        let is_button = found.groups[group].role == Role::Button;
        let (first, last) = if all_seen && !is_button {
            let own: Vec<Outline> = in_row.by_ref().take(names.len()).collect();
            let corner = |it: Option<&Outline>| it.map_or((0.0, 0.0), |it| (it.x, it.y));
            (corner(own.first()), corner(own.last()))
        } else {
            let first = ask(frame, found, &rectangles, &names[0], is_button, interview)?;
            let last = match names.as_slice() {
                [_, .., last] => ask(frame, found, &rectangles, last, is_button, interview)?,
                _ => first,
            };
            (first, last)
        };
        let group = &mut found.groups[group];
        group.at = first;
        group.apart = (last.0 - first.0) / (names.len().max(2) - 1) as f32;
        group.visible = found.card.1;
    }
    Ok(())
}

/// What columns and rows cover.
fn taken(found: &Found) -> Vec<Rectangle> {
    let mut taken = Vec::new();
    for group in &found.groups {
        if !matches!(group.role, Role::Slot | Role::Column) {
            continue;
        }
        for (pile, cards) in group.cards.iter().enumerate() {
            let mut place = found.place(group.corner(pile));
            let covered = cards.len().saturating_sub(1) as f32 * found.step;
            place.height += covered as u32;
            taken.push(place);
        }
    }
    taken
}

/// So many rectangles in one row, from left to right; none if there are more or
/// fewer.
fn one_row(rectangles: &[Outline], count: usize, height: f32) -> Vec<Outline> {
    let rows = rectangles.iter().map(|first| {
        let is_near = |it: &&Outline| (it.y - first.y).abs() < SAME_ROW * height;
        let mut row: Vec<Outline> = rectangles.iter().filter(is_near).copied().collect();
        row.sort_by(|one, other| one.x.total_cmp(&other.x));
        row
    });
    let mut rows = rows.filter(|row| row.len() == count);
    rows.next().unwrap_or_default()
}

/// The corner of a pile or a button that the player points at.
fn ask(
    frame: &Frame,
    found: &Found,
    rectangles: &[Outline],
    name: &str,
    is_button: bool,
    interview: &mut Interview<'_>,
) -> Result<(f32, f32), Error> {
    let at = point(frame, name, interview)?;
    let under = rectangles.iter().find(|it| it.place().contains(at.0, at.1));
    Ok(match under.filter(|_| !is_button) {
        Some(rectangle) => (rectangle.x, rectangle.y),
        None => (
            at.0 as f32 - found.card.0 / 2.0,
            at.1 as f32 - found.card.1 / 2.0,
        ),
    })
}

/// Where the player points.
pub(super) fn point(
    frame: &Frame,
    what: &str,
    interview: &mut Interview<'_>,
) -> Result<(i32, i32), Error> {
    let question = Question {
        topic: Topic::Place,
        words: format!(
            "Where is it: {what}? Point at its middle with the mouse and press Return (or type how \
             many pixels it is from the left and from the top of the window)"
        ),
        picture: None,
        cards: vec![Shown {
            pile: what.to_owned(),
            index: 0,
            draws: 0,
            picture: frame.clone(),
        }],
        otherwise: None,
    };
    let (width, height) = (frame.width as i32, frame.height as i32);
    interview.ask(&question, |text| {
        let numbers = text.split([' ', ',']).filter(|word| !word.is_empty());
        let numbers: Vec<i32> = numbers.filter_map(|word| word.parse().ok()).collect();
        match numbers.as_slice() {
            [x, y] if (0..width).contains(x) && (0..height).contains(y) => Ok((*x, *y)),
            _ => Err(Unusable(format!("`{text}` is no place in the window"))),
        }
    })
}
