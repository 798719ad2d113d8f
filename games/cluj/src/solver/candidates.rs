//! Which moves of images a search has to try. Only a small part of them: here are
//! the arguments why the others do not matter.
//!
//! The *image game* is played on images. Its *quiet* moves (those that are not
//! cheats) and its cheats cost one each; rearranging tails costs nothing. For
//! every game on the true table there is a game on images that is not longer, so
//! the image game gives lower bounds.
//!
//! # 1. Without cheats the image is everything
//! A head x with its whole run can go onto an x + 1 exactly when free(x + 1) is
//! not zero: a free x + 1 lies on top of some column, and it is not the head's
//! own, whose run goes down from x. The image afterwards does not depend on
//! which x + 1 was taken. (A locked column shows only a 6, and nothing goes
//! onto a 6; so locks do not matter.) Moves of a part of a run onto an equal
//! card do not change the image. So the distance without cheats is that of the
//! image game, and any path through it can be played with true cards.
//!
//! # 2. A part of a run goes to an empty column only at the moment of a cheat
//! Call it a *split*: q leaves the q + 1 that it lies on for an empty column.
//! Let Y be X after some splits, so that X has that many more empty columns and
//! for each split one free card of rank q + 1 less. All that is played in Y can
//! be followed from X in no more moves, as long as there is no cheat:
//! - a card of rank q goes onto the extra free q + 1: in X it goes to the
//!   empty column. Heads are then the same as in Y, with one split less;
//! - the split card itself goes onto a q + 1: in X nothing happens;
//! - a head goes to an empty column although it fits somewhere: in X it goes
//!   onto the card that it fits; that is one split more;
//! - anything else is the same move.
//!
//! And a cheat in Y that does not use the split column, nor the extra free
//! card, is the same in X. So splits can wait for the first cheat that needs
//! them. At that moment they are free (a relaxation: the bound may become smaller,
//! but stays valid). It follows that a head goes to an empty column only when it
//! fits nowhere.
//!
//! # 3. A card that is sure of a place goes there at once (no cheats left)
//! When the free cards of rank x + 1 are as many as the cards of rank x that
//! are not attached (buried, heads and cheated ones), no x can take the place
//! of another, now or later, because without cheats no card leaves the pool. A
//! head x must go onto an x + 1 at some time; doing it now only frees the column
//! earlier. So no other move needs to be tried.
//!
//! # 4. The last cheat takes a head, with one exception
//! Let the last cheat move an attached x onto the column b. Follow this game on a
//! second table without the cheat, and leave b alone there (it is frozen on the
//! first table), until the first of these happens on the first table:
//! - A head x' goes onto the extra free x + 1, and the second table has none: now
//!   cheat x' onto b there. The heads are the same, and one move was saved.
//! - A cheated x' goes there, and the second table has none: x' may not be cheated
//!   again, so now cheat the attached x after all. This is the exception: no free
//!   x + 1, and a cheated card of rank x on the table.
//! - x leaves b for an x + 1: the second table has the same heads, two moves saved.
//! - x leaves b for an empty column: the first table is the second after a split
//!   (2.).
//!
//! # 5. The last cheat does not split the tail off its own head
//! Let it take the head x = q + 1 after a split of q, because all q + 1 carry a
//! q. On a second table, put x with its tail into that empty column instead (or
//! leave it where it is, if it lies at a base already), and do not cheat yet. Up
//! to the time when q on the first table finds another q + 1 (now cheat x onto b:
//! the heads are the same, in no more moves), or x finds a place, b is less
//! restricted on the second table and all else is equal.
//!
//! # 6. The last cheat goes onto a card split off for it only for the place
//! that this leaves
//! Let it put x onto q, which was split off into an empty column. If every q
//! that is not attached has a free q + 1 already, the extra one is never
//! needed: on a second table, put x itself into the empty column and do not cheat.
//! It can go wherever it goes on the first table. Its column is then empty where q
//! is left on the first table, which is the second after a split (2.).
//!
//! # 7. Where the last cheat goes, when one place under it is worth nothing
//! Freezing a run from its head down to e takes exactly one thing from the
//! pool: a free card of rank e (each card between goes together with the place
//! that it took). If no card will ever want to go onto an e (e is 6, or all
//! cards of rank e - 1 are attached), this costs nothing, and no other end of
//! the same run can be better.

use crate::rules::COLUMNS;

use crate::solver::columns::{
    Code, Counts, EMPTY, Layout, TOP, base, cheated, count, freeze, is_frozen, one,
};
use crate::solver::image::{Image, Pool};

/// Which of the arguments above a search uses; tests switch some off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arguments {
    /// 3: cards that have a place for sure go there at once.
    pub sure_places: bool,
    /// 4, 5 and 6: the last cheat takes a head, one that can be bared, and
    /// splits only for a place.
    pub last_takes_a_head: bool,
    /// 7: a worthless end of the run is enough.
    pub worthless_ends: bool,
    /// The loose game is a lower bound (`aside`).
    pub cards_aside: bool,
}

impl Arguments {
    /// All of them.
    pub const ALL: Self = Self {
        sure_places: true,
        last_takes_a_head: true,
        worthless_ends: true,
        cards_aside: true,
    };
    /// None of them.
    pub const NONE: Self = Self {
        sure_places: false,
        last_takes_a_head: false,
        worthless_ends: false,
        cards_aside: false,
    };
}

/// Cards that may be cheated.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sources {
    /// One bit for each column whose head may be.
    pub heads: u8,
    /// One bit for each rank of which an attached card may be.
    pub attached: u16,
}

impl Sources {
    /// Every card.
    pub const ALL: Self = Self {
        heads: u8::MAX,
        attached: u16::MAX,
    };
}

/// A quiet move of an image.
#[derive(Clone, Copy, Debug)]
pub struct Quiet {
    /// The column whose head (or cheated card) goes.
    pub column: usize,
    /// It goes to an empty column.
    pub to_empty: bool,
    /// The image afterwards, not yet in order.
    pub image: Image,
}

/// The card of a column that can go: its head, or its cheated card.
#[inline]
fn mover(layout: &Layout, column: usize, code: Code) -> u8 {
    if is_frozen(code) {
        cheated(code)
    } else {
        layout.fact(column, code).head
    }
}

/// Quiet moves; `left` is how many cheats may still come.
#[inline]
pub fn quiet(
    layout: &Layout,
    image: &Image,
    pool: &Pool,
    left: u32,
    arguments: Arguments,
    mut found: impl FnMut(Quiet),
) {
    let onto_a_card = |column| Quiet {
        column,
        to_empty: false,
        image: image.without_top(layout, column),
    };
    if left == 0 && arguments.sure_places {
        for (column, &code) in image.codes.iter().enumerate() {
            let card = mover(layout, column, code);
            if card < TOP && count(pool.pool, card + 1) + count(pool.held, card) >= 4 {
                return found(onto_a_card(column));
            }
        }
    }
    let empty = image.empty();
    for (column, &code) in image.codes.iter().enumerate() {
        let card = mover(layout, column, code);
        if card < TOP && count(pool.free, card + 1) > 0 {
            found(onto_a_card(column));
        } else if let Some(empty) = empty
            && card <= TOP
            && (is_frozen(code) || layout.fact(column, code).depth > 0)
        {
            let next = image.without_top(layout, column);
            found(Quiet {
                column,
                to_empty: true,
                image: next.with(empty, base(card)),
            });
        }
    }
}

/// A card that can be cheated, and the image without it.
struct Source {
    card: u8,
    /// Its column, when it is a head.
    column: Option<usize>,
    image: Image,
}

/// Cheats; `left` is how many may come, this one included. The images are not
/// yet in order, and some may be of no position.
pub fn cheats(
    layout: &Layout,
    image: &Image,
    pool: &Pool,
    left: u32,
    sources: Sources,
    arguments: Arguments,
    mut found: impl FnMut(Image),
) {
    let head_only = left == 1 && arguments.last_takes_a_head;
    for (column, &code) in image.codes.iter().enumerate() {
        let card = layout.fact(column, code).head;
        let is_wanted = sources.heads >> column & 1 != 0 && card <= TOP && !is_frozen(code);
        if !is_wanted || (head_only && count(pool.free, card) == 0) {
            continue;
        }
        let source = Source {
            card,
            column: Some(column),
            image: image.without_top(layout, column),
        };
        onto_all(layout, image, pool, left, arguments, &source, &mut found);
    }
    let is_cheated = |card| {
        let mut codes = image.codes.iter();
        codes.any(|&code| is_frozen(code) && cheated(code) == card)
    };
    for card in 0..TOP {
        let free_above = count(pool.free, card + 1);
        let is_wanted = sources.attached >> card & 1 != 0 && count(pool.attached, card) > 0;
        if !is_wanted || (head_only && (free_above > 0 || !is_cheated(card))) {
            continue;
        }
        let source = Source {
            card,
            column: None,
            image: *image,
        };
        // The chains of tails below cannot make use of this card.
        let pool = Pool {
            attached: pool.attached - one(card),
            ..*pool
        };
        onto_all(layout, image, &pool, left, arguments, &source, &mut found);
    }
}

/// Cheats of one card onto every column.
fn onto_all(
    layout: &Layout,
    image: &Image,
    pool: &Pool,
    left: u32,
    arguments: Arguments,
    source: &Source,
    found: &mut impl FnMut(Image),
) {
    let empties = image.empties();
    for column in 0..COLUMNS {
        let code = image.codes[column];
        let head = layout.fact(column, code).head;
        if is_frozen(code) || head > TOP || source.column == Some(column) {
            continue;
        }
        let is_top_base = code == base(TOP);
        ends(
            pool,
            empties,
            source.card,
            head,
            is_top_base,
            left == 1 && arguments.worthless_ends,
            |end, splits| {
                let next = source.image.with_cheat(column, end, source.card);
                if let Some(next) = split_off(next, splits) {
                    found(next);
                }
            },
        );
    }
    // Onto a card that is split off for that. Even the last cheat may need it:
    // the free card that the split leaves behind can take a card that lay
    // under the cheated one.
    let Some(empty) = image.empty() else { return };
    let is_last = left == 1 && arguments.last_takes_a_head;
    for head in 0..TOP {
        let (attached, held) = (count(pool.attached, head), count(pool.held, head));
        let has_places = count(pool.free, head + 1) + attached + held >= 4;
        if attached == 0 || (is_last && has_places) {
            continue;
        }
        let pool = Pool {
            attached: pool.attached - one(head),
            free: pool.free + one(head + 1),
            ..*pool
        };
        ends(
            &pool,
            empties - 1,
            source.card,
            head,
            false,
            left == 1 && arguments.worthless_ends,
            |end, splits| {
                let next = source
                    .image
                    .with(empty, freeze(base(head), end, source.card));
                if let Some(next) = split_off(next, splits) {
                    found(next);
                }
            },
        );
    }
}

/// One of each card that must be split off.
fn split_off(mut image: Image, mut splits: Counts) -> Option<Image> {
    while splits != 0 {
        let card = (splits.trailing_zeros() / 4) as u8;
        splits -= one(card);
        let empty = image.codes.iter().position(|&code| code == EMPTY)?;
        image.codes[empty] = base(card);
    }
    Some(image)
}

/// The ranks with which a run can end so that a card can be cheated onto it,
/// each with the cards that must be split off first.
fn ends(
    pool: &Pool,
    empties: usize,
    card: u8,
    head: u8,
    is_top_base: bool,
    one_worthless_end: bool,
    mut found: impl FnMut(u8, Counts),
) {
    // 1. The run reaches as far down as there are attached cards.
    let mut lowest = head;
    while lowest > 0 && count(pool.attached, lowest - 1) > 0 {
        lowest -= 1;
    }
    let allowed = |end: u8| card + 1 != end && !(is_top_base && end == 0);
    let lacking = |rank: u8, wanted: u8| wanted.saturating_sub(count(pool.free, rank));
    if one_worthless_end {
        for end in lowest..=head {
            let worthless =
                end == 0 || count(pool.attached, end - 1) + count(pool.held, end - 1) == 4;
            let bare = lacking(end, 1 + u8::from(end == card)) == 0;
            if worthless && bare && allowed(end) {
                return found(end, 0);
            }
        }
    }
    // 2. What has to be split off where so many bare cards of a rank are missing. (Nothing
    //    can be split off a 6.)
    let splits = |rank: u8, missing: u8| match (rank, missing) {
        (_, 0) => Some(0),
        (0, _) => None,
        _ => Some(Counts::from(missing) * one(rank - 1)),
    };
    let for_card = lacking(card, 1);
    for end in (lowest..=head).rev().filter(|&end| allowed(end)) {
        let (for_end, for_card) = match end == card {
            true => (lacking(end, 2), 0),
            false => (lacking(end, 1), for_card),
        };
        if usize::from(for_end + for_card) <= empties
            && let Some(below_end) = splits(end, for_end)
            && let Some(below_card) = splits(card, for_card)
        {
            found(end, below_end + below_card);
        }
    }
}
