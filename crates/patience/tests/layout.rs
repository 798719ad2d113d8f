//! What a layout promises: a gesture for every legal move, and no two that a
//! hand could not tell apart.

use std::collections::HashSet;

use patience::layout::{Layout, Mark, Pile, Role};
use patience::{Action, Seen, Sight, SplitMix64, Table, games};

/// Tables on the way through random games, a few of each game.
fn tables(mut look: impl FnMut(&dyn Table)) {
    for game in games() {
        for number in 1..=4 {
            let mut table = game.deal(number, &Default::default()).unwrap();
            let mut random = SplitMix64::new(number);
            for _ in 0..60 {
                look(&*table);
                let moves = table.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let choice = random.below(moves.len());
                table = table.play(&moves[choice]).unwrap().0;
            }
        }
    }
}

#[test]
fn every_legal_move_has_its_gesture() {
    tables(|table| {
        let gestures = table.gestures();
        let gestures: Vec<_> = gestures.iter().map(|one| &one.move_).collect();
        assert_eq!(gestures, table.legal_moves().iter().collect::<Vec<_>>());
    });
}

#[test]
fn no_two_gestures_begin_and_end_alike() {
    tables(|table| {
        let layout = table.layout();
        let mut seen = HashSet::new();
        let gestures = table.gestures();
        for gesture in &gestures {
            assert!(seen.insert((gesture.from, gesture.to)), "{gesture:?}");
            let found = gestures.between(gesture.from, gesture.to);
            assert_eq!(found, Some(gesture));
            if gesture.either_way {
                let back =
                    gestures.between(layout.top(gesture.to.unwrap()), Some(gesture.from.pile));
                assert_eq!(back, Some(gesture));
            }
        }
    });
}

#[test]
fn cards_are_lifted_from_the_one_taken_to_the_top() {
    tables(|table| {
        let layout = table.layout();
        for gesture in &table.gestures() {
            let pile = &layout.piles[gesture.from.pile];
            let is_place = pile.cards.is_empty() && gesture.to.is_none();
            if pile.role != Role::Button && !is_place {
                assert_eq!(
                    gesture.from.card + gesture.cards,
                    pile.cards.len(),
                    "{gesture:?}"
                );
                // A stock may lie face down; what is lifted does not.
                let is_drawn = pile.role == Role::Stock && gesture.to.is_none();
                assert!(is_drawn || pile.cards[gesture.from.card].up);
            }
            assert!(!table.describe(&gesture.move_).unwrap().is_empty());
            assert!(!table.phrase(&gesture.move_).unwrap().is_empty());
            assert_eq!(table.action(&gesture.move_), Ok(gesture.action));
        }
    });
}

fn cards_on(layout: &Layout) -> usize {
    layout.piles.iter().map(|pile| pile.cards.len()).sum()
}

#[test]
fn everything_lies_on_the_table() {
    tables(|table| {
        let layout = table.layout();
        for pile in &layout.piles {
            assert!(
                pile.x >= 0.0 && pile.x + 1.0 <= layout.width + 0.01,
                "{pile:?}"
            );
            let [right, down] = pile.offset(pile.cards.len().saturating_sub(1));
            assert!(pile.x + right + 1.0 <= layout.width + 0.01, "{pile:?}");
            assert!(pile.y + down + 1.0 <= layout.height + 0.01, "{pile:?}");
        }
        assert!(cards_on(&layout) > 0);
    });
}

/// What a careful eye sees of a layout: all of it, but only the top cards of a
/// stock, a waste and the homes, unless they are fanned.
fn seen(table: &dyn Table) -> Vec<Seen> {
    let layout = table.layout();
    let pile = |pile: &Pile| {
        let hidden = (0..pile.cards.len())
            .filter(|card| pile.is_under(*card))
            .count();
        let cards = pile.cards.iter().skip(hidden);
        let is_locked = pile.cards.iter().any(|face| face.mark == Mark::Locked);
        let cards = cards.map(|face| face.up.then(|| face.card.clone()));
        Seen {
            name: pile.name.clone(),
            is_cheated: pile
                .cards
                .last()
                .is_some_and(|face| face.mark == Mark::Cheated),
            is_locked,
            cards: cards.filter(|_| !is_locked).collect(),
        }
    };
    layout.piles.iter().map(pile).collect()
}

/// The looks that a scan gets: the table, then the table after each draw.
fn looks(table: &dyn Table) -> Vec<Vec<Seen>> {
    let mut looks = vec![seen(table)];
    let mut table = table.boxed_clone();
    loop {
        let gestures = table.gestures();
        let draw = gestures.iter().find(|one| one.action == Action::Draw);
        let Some(draw) = draw else {
            return looks;
        };
        table = table.play(&draw.move_).unwrap().0;
        looks.push(seen(&*table));
    }
}

#[test]
fn a_deal_that_was_seen_card_by_card_is_read_back() {
    for game in games() {
        let name = game.about().name;
        for number in 1..=5 {
            let table = game.deal(number, &Default::default()).unwrap();
            let looks = looks(&*table);
            let looks: Vec<_> = looks.iter().map(Vec::as_slice).collect();
            let text = game.transcribe(&Sight::new(&looks).unwrap()).unwrap();
            let read = game.read(&text, &Default::default());
            let read = read.unwrap_or_else(|error| panic!("{name} {number}: {error}\n{text}"));
            assert_same_but_unseen(&read.text(), &*table);
        }
    }
}

/// The text is that of the table, with `??` for every card that lies face down
/// in its columns.
fn assert_same_but_unseen(text: &str, table: &dyn Table) {
    let whole = table.text();
    let pairs = text.split_whitespace().zip(whole.split_whitespace());
    let unseen = pairs.filter(|(read, word)| match *read {
        "??" => true,
        read => {
            assert_eq!(read, *word, "{text}\n{whole}");
            false
        }
    });
    let unseen = unseen.count();
    let layout = table.layout();
    let columns = layout.piles.iter().filter(|pile| pile.role == Role::Column);
    let faces = columns.flat_map(|pile| &pile.cards);
    assert_eq!(unseen, faces.filter(|face| !face.up).count(), "{text}");
    let count = |text: &str| text.split_whitespace().count();
    assert_eq!(count(text), count(&whole), "{text}\n{whole}");
}

#[test]
fn a_move_of_several_cards_can_be_made_one_by_one() {
    let mut split = 0;
    tables(|table| {
        for gesture in &table.gestures() {
            let singles = table.single_cards(&gesture.move_).unwrap();
            let mut now = table.boxed_clone();
            for single in &singles {
                now = now.play(single).unwrap().0;
            }
            let whole = table.play(&gesture.move_).unwrap().0;
            assert_eq!(
                now.text(),
                whole.text(),
                "{}\n{}",
                gesture.move_,
                table.text()
            );
            split += usize::from(singles.len() > 1);
        }
    });
    assert!(split > 100, "only {split} moves were split");
}

#[test]
fn a_card_that_is_turned_up_is_the_one_that_was_there() {
    let game = patience::find_game("tripeaks").unwrap();
    let mut table = game.deal(1, &Default::default()).unwrap();
    // The cards of the stock are turned up by drawing them.
    for _ in 0..23 {
        table = table.play("Draw").unwrap().0;
    }
    let mut concealed = table.concealed().unwrap();
    let mut turned = 0;
    for (pile, open) in table.layout().piles.iter().enumerate() {
        let is_down = concealed.layout().piles[pile]
            .cards
            .iter()
            .any(|face| !face.up);
        if is_down {
            let card = &open.cards[0].card;
            assert!(concealed.turn_up(pile, "Xx").is_err());
            concealed = concealed.turn_up(pile, card).unwrap();
            let other = if card == "Ac" { "Ad" } else { "Ac" };
            assert!(concealed.turn_up(pile, other).is_err());
            turned += 1;
        }
    }
    // The last of the 18 is known when the others are.
    assert_eq!(turned, 17);
    assert_eq!(concealed.text(), table.text());
}

#[test]
fn covered_cards_and_the_stock_of_tripeaks_can_be_hidden() {
    let game = patience::find_game("tripeaks").unwrap();
    let table = game.deal(1, &Default::default()).unwrap();
    let seen = table
        .concealed()
        .expect("18 cards are covered, 23 in the stock");
    assert_eq!(seen.unknown_cards(), 41);
    assert_eq!(seen.legal_moves(), table.legal_moves());
    let down = |layout: &Layout| {
        let faces = layout.piles.iter().flat_map(|pile| &pile.cards);
        faces.filter(|face| !face.up).count()
    };
    assert_eq!((down(&seen.layout()), down(&table.layout())), (41, 0));
    let pyramid = patience::find_game("pyramid").unwrap();
    let table = pyramid.deal(1, &Default::default()).unwrap();
    assert!(table.concealed().is_none());
}
