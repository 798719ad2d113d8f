//! How a stock looks that was turned over. Some programs show its cards, which lie face
//! down but were seen before, by their faces on other paper.

use std::collections::HashMap;

use patience::gesture::Action;
use patience::layout::Role;
use patience::{Game, Settings};

use super::explore::{at_rest, click, wait_for_change};
use super::looks::{inside, is_other_card};
use super::trial::read_after;
use super::{NewProfile, Place};
use crate::hands::{Eyes, Hands, WindowId};
use crate::player::by_itself::draw;
use crate::position::STOCK;
use crate::vision::is_paper;
use crate::{Error, Frame};

/// Paper is at least this share of a card.
const LEAST_PAPER: f32 = 0.3;

/// Turns the stock over, which was drawn to its end, and writes into the profile what its
/// cards look like then. `first` shows the table as it was dealt.
pub(super) fn learn<D: Eyes + Hands + ?Sized>(
    device: &mut D,
    window: WindowId,
    game: &dyn Game,
    place: &Place,
    first: &Frame,
    new: &mut NewProfile,
) -> Result<(), Error> {
    let Some((at, _)) = place.draws() else {
        return Ok(());
    };
    let stock = new.found().only(Role::Stock);
    let Some(stock) = stock.filter(|it| it.cards[0].last() == Some(&false)) else {
        return Ok(());
    };
    let stock = inside(new.found().place(stock.at));
    if !can_be_turned_over(game, &new.draft.settings)? {
        return Ok(());
    }
    let piles = place.piles();
    let empty = at_rest(device, window, &piles)?;
    click(device, window, at)?;
    if !wait_for_change(device, window, &piles, &empty)? {
        return Ok(());
    }
    let frame = at_rest(device, window, &piles)?;
    let [dealt, gone, turned] = [first, &empty, &frame].map(|it| it.part(stock));
    // It is empty, or shows its backs as before.
    if !is_other_card(&turned, &gone) || !is_other_card(&turned, &dealt) {
        return Ok(());
    }
    let paper = paper(&turned);
    if !paper.is_some_and(|paper| new.has_down_paper(paper, first, [&empty, &frame])) {
        new.unsure.push(
            "how cards look that lie face down and were seen before: see `down-paper` in the \
             profile"
                .to_owned(),
        );
    }
    Ok(())
}

/// The rules let the stock be turned over when it is empty.
fn can_be_turned_over(game: &dyn Game, settings: &Settings) -> Result<bool, Error> {
    let mut table = game.deal(*game.about().numbers.start(), settings)?;
    while let Some(drawn) = draw(&*table) {
        table = drawn;
    }
    let mut moves = table.legal_moves().into_iter();
    Ok(moves.any(|move_| table.action(&move_) == Ok(Action::Recycle)))
}

impl NewProfile {
    /// Takes a colour for the paper of cards that lie face down, if by it everything is
    /// read as before, but the stock has cards when it was turned over.
    fn has_down_paper(
        &mut self,
        paper: [u8; 3],
        first: &Frame,
        [empty, turned]: [&Frame; 2],
    ) -> bool {
        let mut other = self.clone();
        other.draft.down_paper = Some(paper);
        let Ok(other) = other.rewritten() else {
            return false;
        };
        let read = |new: &Self, frame: &Frame| read_after(new, first, frame).ok();
        let is_same = |frame: &Frame| read(self, frame) == read(&other, frame);
        let has_stock = |frame: &Frame| {
            let reading = read(&other, frame);
            let stock = reading.as_ref().and_then(|it| it.pile(STOCK));
            stock.is_some_and(|stock| !stock.cards.is_empty())
        };
        let is_right = is_same(first) && is_same(empty) && !has_stock(empty) && has_stock(turned);
        if is_right {
            *self = other;
        }
        is_right
    }
}

/// The colour that most of a card has.
fn paper(card: &Frame) -> Option<[u8; 3]> {
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    let pixels = card.rgb.chunks_exact(3).map(|it| [it[0], it[1], it[2]]);
    for pixel in pixels.clone() {
        *counts.entry(pixel).or_default() += 1;
    }
    let (paper, _) = counts
        .into_iter()
        .max_by_key(|(pixel, count)| (*count, *pixel))?;
    let (alike, all) = (
        pixels.clone().filter(|it| is_paper(*it, paper)).count(),
        pixels.count(),
    );
    (alike as f32 >= LEAST_PAPER * all as f32).then_some(paper)
}
