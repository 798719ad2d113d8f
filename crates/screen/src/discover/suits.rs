//! Which cards are of one suit: those that show the same piece of ink, if no two
//! of them have the same rank (of several decks, no more than there are decks).
//!
//! A rank's own ink is on cards of all suits, a picture's ornament on cards of one
//! rank: neither is a sign. What is left are signs, whole or cut by the card that covers
//! them. A card with two different signs shows that both belong to one suit.

use super::blobs::Blob;

/// Pieces of ink that are so alike are the same sign.
const SAME: f32 = 0.86;

/// The same if some cards of the deck were not seen: two suits in one group are then
/// noticed less often, and more groups only cost the player a word each.
const SURELY_SAME: f32 = 0.94;

/// A card of the table.
pub(super) struct Card {
    /// The group of its rank.
    pub(super) rank: usize,
    /// Its pieces of ink.
    pub(super) blobs: Vec<Blob>,
}

/// Cards by suit.
pub(super) struct Suits {
    /// Cards of one suit each, the largest group first.
    pub(super) groups: Vec<Vec<usize>>,
    /// A piece of ink that shows each suit: the card and its piece.
    pub(super) signs: Vec<(usize, usize)>,
}

/// Cards that show the same piece, each with its piece.
type Sign = Vec<(usize, usize)>;

/// Finds `count` suits, or more groups if only a part of the deck was seen: then
/// nothing follows from what a suit lacks.
pub(super) fn find(cards: &[Card], count: usize, copies: usize, is_whole: bool) -> Suits {
    let same = if is_whole { SAME } else { SURELY_SAME };
    let mut signs = signs(cards, same, copies);
    // The most frequent signs are the surest.
    signs.sort_by_key(|sign| std::cmp::Reverse(sign.len()));
    let mut groups: Vec<(Vec<usize>, (usize, usize))> = Vec::new();
    for sign in signs {
        let members: Vec<usize> = sign.iter().map(|it| it.0).collect();
        // Groups that it has most of its cards in common with.
        let common = |group: &[usize]| members.iter().filter(|it| group.contains(it)).count();
        let best = (0..groups.len())
            .filter(|group| common(&groups[*group].0) > 0)
            .max_by_key(|group| common(&groups[*group].0));
        let Some(best) = best else {
            groups.push((members, sign[0]));
            continue;
        };
        let in_others: usize = (0..groups.len())
            .filter(|group| *group != best)
            .map(|group| common(&groups[group].0))
            .sum();
        let is_one_suit = {
            let mut joined = groups[best].0.clone();
            joined.extend(members.iter().filter(|it| !groups[best].0.contains(it)));
            may_be_one_suit(cards, &joined, copies)
        };
        if in_others == 0 && is_one_suit {
            let new: Vec<_> = members
                .into_iter()
                .filter(|it| !groups[best].0.contains(it))
                .collect();
            groups[best].0.extend(new);
        } else if in_others > 0 && is_one_suit {
            // It joins two groups if they may be one.
            join(cards, &mut groups, &members, copies);
        }
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.0.len()));
    if !is_whole {
        let (groups, signs) = groups.into_iter().unzip();
        return Suits { groups, signs };
    }
    let left_over = groups.split_off(count.min(groups.len()));
    let (mut groups, signs): (Vec<_>, Vec<_>) = groups.into_iter().unzip();
    place_left_over(
        cards,
        &mut groups,
        left_over.into_iter().map(|it| it.0),
        copies,
    );
    complete(cards, &mut groups, count, copies);
    Suits { groups, signs }
}

/// No rank is there more often than the deck has each card.
fn may_be_one_suit(cards: &[Card], members: &[usize], copies: usize) -> bool {
    let mut ranks: Vec<_> = members.iter().map(|card| cards[*card].rank).collect();
    ranks.sort_unstable();
    let mut equal = ranks.chunk_by(|one, other| one == other);
    equal.all(|same| same.len() <= copies)
}

/// They are of more than one rank: what only cards of one rank show may be its ink.
fn has_several_ranks(cards: &[Card], members: &[usize]) -> bool {
    let mut ranks = members.iter().map(|card| cards[*card].rank);
    let first = ranks.next();
    ranks.any(|rank| Some(rank) != first)
}

/// The pieces that can be signs: each on cards of different ranks.
fn signs(cards: &[Card], same: f32, copies: usize) -> Vec<Sign> {
    let mut signs: Vec<Sign> = Vec::new();
    let blob = |(card, piece): (usize, usize)| &cards[card].blobs[piece];
    for (card, shown) in cards.iter().enumerate() {
        for piece in 0..shown.blobs.len() {
            let best = signs
                .iter()
                .enumerate()
                .map(|(index, sign)| {
                    let like = sign
                        .iter()
                        .map(|it| blob(*it).likeness(&shown.blobs[piece]));
                    (like.sum::<f32>() / sign.len() as f32, index)
                })
                .max_by(|one, other| one.0.total_cmp(&other.0));
            match best {
                Some((like, index)) if like > same => signs[index].push((card, piece)),
                _ => signs.push(vec![(card, piece)]),
            }
        }
    }
    for sign in &mut signs {
        // A card may show its sign several times.
        sign.dedup_by_key(|it| it.0);
    }
    signs.retain(|sign| {
        let members: Vec<_> = sign.iter().map(|it| it.0).collect();
        has_several_ranks(cards, &members) && may_be_one_suit(cards, &members, copies)
    });
    signs
}

/// Joins the groups that share cards with a sign, if they may be one suit.
fn join(
    cards: &[Card],
    groups: &mut Vec<(Vec<usize>, (usize, usize))>,
    members: &[usize],
    copies: usize,
) {
    let shares =
        |group: &(Vec<usize>, (usize, usize))| members.iter().any(|card| group.0.contains(card));
    let mut joined = members.to_vec();
    for group in groups.iter().filter(|group| shares(group)) {
        joined.extend(&group.0);
    }
    joined.sort_unstable();
    joined.dedup();
    if !may_be_one_suit(cards, &joined, copies) {
        return;
    }
    let first = groups.iter().position(&shares);
    let Some(first) = first else { return };
    let sign = groups[first].1;
    let rest: Vec<_> = groups.drain(..).filter(|group| !shares(group)).collect();
    *groups = rest;
    groups.push((joined, sign));
}

/// Small groups that fit into only one of the large ones go there.
fn place_left_over(
    cards: &[Card],
    groups: &mut [Vec<usize>],
    left_over: impl Iterator<Item = Vec<usize>>,
    copies: usize,
) {
    for small in left_over {
        let fits: Vec<usize> = (0..groups.len())
            .filter(|group| {
                let mut joined = groups[*group].clone();
                joined.extend(&small);
                may_be_one_suit(cards, &joined, copies)
            })
            .collect();
        if let [only] = fits.as_slice() {
            groups[*only].extend(small);
        }
    }
}

/// A card whose rank only one suit lacks is of that suit.
fn complete(cards: &[Card], groups: &mut [Vec<usize>], count: usize, copies: usize) {
    if groups.len() < count {
        return;
    }
    loop {
        let mut found = None;
        for (card, shown) in cards.iter().enumerate() {
            if groups.iter().any(|group| group.contains(&card)) {
                continue;
            }
            let lacks = |group: &Vec<usize>| {
                let same = group.iter().filter(|it| cards[**it].rank == shown.rank);
                same.count() < copies
            };
            let lacking: Vec<_> = (0..groups.len()).filter(|it| lacks(&groups[*it])).collect();
            if let [only] = lacking.as_slice() {
                found = Some((card, *only));
            }
        }
        let Some((card, group)) = found else { break };
        groups[group].push(card);
    }
}
