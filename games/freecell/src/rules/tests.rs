//! Facts about FreeCell and its family, from hand-written positions.

use patience_core::numbering::SplitMix64;
use patience_core::{Suit, Target};

use super::*;
use patience_rules::verify::{moves_in, replay_text, verify};

fn state(rules: &FreeCell, text: &str) -> State {
    match rules.read_state(text) {
        Ok(state) => state,
        Err(faults) => panic!("{faults}"),
    }
}

/// A position of FreeCell whose other cards are all at home.
fn freecell(text: &str) -> State {
    state(&FreeCell::FREECELL, text)
}

fn written(rules: &FreeCell, state: &State) -> Vec<String> {
    let moves = rules.legal_moves(state);
    moves
        .iter()
        .map(|move_| rules.write_move(state, move_))
        .collect()
}

fn refusal(rules: &FreeCell, state: &State, text: &str) -> String {
    let move_ = rules.read_move(state, text).unwrap();
    rules.play(state, &move_).unwrap_err().to_string()
}

/// A random game, from the deal to its end or to move 200; each position is
/// shown before a move is made.
fn random_game(rules: &FreeCell, number: u64, mut show: impl FnMut(&State)) {
    let mut now = rules.deal(number);
    let mut numbers = SplitMix64::new(number);
    for _ in 0..200 {
        show(&now);
        // Home moves first half of the time, so that games get somewhere.
        let mut moves = rules.all_home_moves(&now);
        if moves.is_empty() || numbers.below(2) == 0 {
            moves = rules.legal_moves(&now);
        }
        if moves.is_empty() {
            break;
        }
        rules
            .apply(&mut now, &moves[numbers.below(moves.len())])
            .unwrap();
    }
}

#[test]
fn a_card_goes_onto_the_other_colour_one_rank_higher() {
    let rules = FreeCell::FREECELL;
    let start = freecell("Foundations: H-Q C-J D-J S-Q\n: QC\n: KH\n: KC QD\n: KS\n: KD");
    let moves = written(&rules, &start);
    for legal in ["12", "15", "34", "16", "1h", "3h", "2h", "4h", "1a", "1d"] {
        assert!(
            moves.iter().any(|text| text == legal),
            "{legal} in {moves:?}"
        );
    }
    for illegal in ["14", "13", "31", "32", "35", "5h", "6a", "a1"] {
        assert!(!moves.iter().any(|text| text == illegal), "{illegal}");
    }
    assert_eq!(refusal(&rules, &start, "32"), "Qd does not fit on Kh");
    assert_eq!(
        refusal(&rules, &start, "5h"),
        "Kd cannot go home before the cards below it in its suit"
    );
    assert_eq!(refusal(&rules, &start, "61"), "column 6 is empty");
    assert_eq!(refusal(&rules, &start, "a1"), "cell a is empty");
}

#[test]
fn a_run_is_as_long_as_empty_cells_and_columns_allow() {
    let rules = FreeCell::FREECELL;
    // Seven cards in column 2; the King's column 1 waits. Cells vary.
    let position = |cells: &str, rest: &str| {
        freecell(&format!(
            "Foundations: H-5 C-5 D-6 S-5\nFreecells: {cells}\n: KC QC JC TC 9C 8C 7C 6C\n: QH JS TH 9S 8H 7S 6H\n: KS\n{rest}"
        ))
    };
    let others = ": KD QD JD TD 9D 8D 7D\n: KH JH 9H 7H\n: QS TS\n: 8S 6S\n:";
    let one_column = position("- - - -", others);
    assert_eq!(rules.capacity(&one_column, 1, 2), 10);
    assert_eq!(rules.capacity(&one_column, 1, 7), 5);
    let fits = rules.read_move(&one_column, "23").unwrap();
    assert_eq!(fits.cards, 7);
    assert!(rules.play(&one_column, &fits).is_ok());
    let into_empty = Move {
        from: Place::Column(1),
        to: Place::Column(7),
        cards: 6,
    };
    assert_eq!(
        rules
            .play(&one_column, &into_empty)
            .unwrap_err()
            .to_string(),
        "6 cards are too many: there is room to move 5 at once"
    );
    assert_eq!(
        rules.write_move(
            &one_column,
            &Move {
                cards: 5,
                ..into_empty
            }
        ),
        "28v5"
    );
    let tight = position(
        "6S 8S TS -",
        ": KD QD JD TD 9D 8D 7D\n: KH JH 9H 7H\n: QS\n:\n:",
    );
    assert_eq!(rules.capacity(&tight, 1, 2), 8);
    assert_eq!(rules.capacity(&tight, 1, 7), 4);
}

#[test]
fn kings_only_games_do_not_count_empty_columns() {
    let rules = FreeCell::FORECELL;
    let start = state(
        &rules,
        "Foundations: H-J C-J D-J S-J\nFreecells: QS - - KH\n: KS QH\n: KD QC\n: KC QD\n",
    );
    assert_eq!(rules.capacity(&start, 0, 1), 3);
    assert_eq!(
        refusal(&rules, &start, "14"),
        "only Kings go onto an empty column, not Qh"
    );
    assert!(
        rules
            .play(&start, &rules.read_move(&start, "14v2").unwrap())
            .is_ok()
    );
}

#[test]
fn nothing_fills_an_empty_column_of_bakers_dozen() {
    let rules = FreeCell::BAKERS_DOZEN;
    let start = state(
        &rules,
        "Foundations: H-J C-K D-Q S-Q\n: KS QH\n: KD\n: KH\n",
    );
    assert_eq!(
        refusal(&rules, &start, "24"),
        "nothing goes onto an empty column"
    );
    assert_eq!(written(&rules, &start), ["1h", "2h", "12", "13"]);
}

#[test]
fn simple_simon_moves_and_sends_home_by_suit() {
    let rules = FreeCell::SIMPLE_SIMON;
    let spades = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS";
    let start = state(
        &rules,
        &format!(
            "Foundations: C-K D-K\n: {spades}\n: KH QH JH TH 9H 8H 7H 6H\n: 5H 4H 3H 2H\n: AH"
        ),
    );
    let moves = written(&rules, &start);
    assert!(moves.contains(&"1h".to_owned()), "{moves:?}");
    assert!(
        moves.contains(&"43".to_owned()) && moves.contains(&"32".to_owned()),
        "{moves:?}"
    );
    assert_eq!(rules.read_move(&start, "1h").unwrap().cards, 13);
    let end = replay_text(&rules, &start, &["43", "32", "2h", "1h"]).unwrap();
    assert!(end.tally.cleared);
    assert_eq!(end.end.home, [13; 4]);
    assert_eq!(
        refusal(&rules, &start, "2h"),
        "only a whole suit, King to Ace, goes home"
    );
    let mixed = state(
        &rules,
        &format!(
            "Foundations: C-K D-K\n: {spades}\n: KH QH JH TH 9H 8H 7H\n: 5H 4H 3H 2H\n: AH\n: 6H"
        ),
    );
    let after = replay_text(&rules, &mixed, &["35", "4a"]);
    assert!(after.is_err(), "there are no cells");
}

#[test]
fn exactly_the_listed_moves_can_be_played() {
    for rules in FreeCell::ALL {
        for number in 1..=2 {
            random_game(&rules, number, |now| {
                let listed = rules.legal_moves(now);
                let mut playable = Vec::new();
                let places: Vec<_> = (0..rules.columns + 1)
                    .map(Place::Column)
                    .chain((0..rules.cells + 1).map(Place::Cell))
                    .chain([Place::Home])
                    .collect();
                for &from in &places {
                    for &to in &places {
                        for cards in 0..=14 {
                            let move_ = Move { from, to, cards };
                            if rules.play(now, &move_).is_ok() {
                                playable.push(move_);
                            }
                        }
                    }
                }
                let mut sorted = listed.clone();
                sorted.sort();
                playable.sort();
                assert_eq!(sorted, playable, "{}", rules.name);
            });
        }
    }
}

#[test]
fn moves_and_positions_read_back_what_they_write() {
    for rules in FreeCell::ALL {
        for number in 1..=10 {
            random_game(&rules, number, |now| {
                let text = rules.write_state(now);
                assert_eq!(
                    rules.read_state(&text).as_ref(),
                    Ok(now),
                    "{}\n{text}",
                    rules.name
                );
                for move_ in rules.legal_moves(now) {
                    let short = rules.write_move(now, &move_);
                    assert_eq!(rules.read_move(now, &short), Ok(move_), "{short}\n{text}");
                    let shouted = short.to_ascii_uppercase();
                    assert_eq!(rules.read_move(now, &shouted), Ok(move_), "{shouted}");
                    let long = rules.describe_move(now, &move_);
                    assert_eq!(rules.read_move(now, &long), Ok(move_), "{long}\n{text}");
                    assert_eq!(moves_in(&long, true), [long.as_str()]);
                }
            });
        }
    }
}

#[test]
fn no_card_is_ever_lost() {
    for rules in FreeCell::ALL {
        random_game(&rules, 7, |now| {
            let mut cards: Vec<_> = now.cards().collect();
            for suit in Suit::ALL {
                let home = now.home[usize::from(suit.index())];
                let ranks = patience_core::Rank::all().take(usize::from(home));
                cards.extend(ranks.map(|rank| Card::new(rank, suit)));
            }
            cards.sort();
            assert_eq!(cards, patience_core::full_deck());
        });
    }
}

#[test]
fn the_sentences_of_fc_solve_are_understood() {
    let rules = FreeCell::FREECELL;
    let start = rules.deal(24);
    for (sentence, short) in [
        ("Move a card from stack 3 to the foundations", "4h"),
        ("Move a card from stack 6 to freecell 0", "7a"),
        ("Move a card from freecell 1 to stack 7", "b8"),
        ("Move 2 cards from stack 0 to stack 1", "12v2"),
    ] {
        assert_eq!(
            rules.read_move(&start, sentence),
            rules.read_move(&start, short)
        );
    }
    assert!(rules.read_move(&start, "Move on").is_err());
    for nonsense in [
        "", "2", "2x", "26v", "26v0", "26v1f", "261", "zz", "é6", "26vé",
    ] {
        assert!(rules.read_move(&start, nonsense).is_err(), "{nonsense}");
    }
}

#[test]
fn moves_are_described_as_people_say_them() {
    let rules = FreeCell::FREECELL;
    let start = freecell(
        "Foundations: H-J C-J D-J S-J\nFreecells: - QS - -\n: KS QH\n: KD QC\n: KC QD\n: KH",
    );
    let said = |text: &str| rules.describe_move(&start, &rules.read_move(&start, text).unwrap());
    assert_eq!(said("2h"), "Move the Queen of clubs from column 2 home");
    assert_eq!(
        said("b4"),
        "Move the Queen of spades from cell b onto the King of hearts in column 4"
    );
    assert_eq!(
        said("15v2"),
        "Move 2 cards from the King of spades down from column 1 to the empty column 5"
    );
    assert_eq!(
        said("3a"),
        "Move the Queen of diamonds from column 3 to cell a"
    );
}

#[test]
fn steps_moves_and_clicks_count_differently() {
    use patience_core::Count::{Clicks, Moves, Steps};
    let rules = FreeCell::FREECELL;
    let start = freecell("Foundations: H-T C-J D-K S-J\n: QS JH\n: QC\n: KC QH\n: KH\n: KS");
    let replay = replay_text(&rules, &start, &["14", "4h"]).unwrap();
    let length = |count| replay.length.in_count(count);
    assert_eq!((length(Steps), length(Moves), length(Clicks)), (4, 2, 1));
}

/// The fewest single-card steps for a run, found by trying everything.
fn steps_by_search(cards: u32, cells: u32, columns: u32) -> Option<u32> {
    // Piles of card numbers, 0 the run's base; pile 0 is the source, 1 the
    // target, then empty columns, then cells.
    let stacks = 2 + columns as usize;
    let mut start = vec![Vec::new(); stacks + cells as usize];
    start[0] = (0..cards).collect::<Vec<_>>();
    let mut seen = std::collections::HashSet::from([start.clone()]);
    let mut level = vec![start];
    for steps in 0.. {
        if level.iter().any(|piles| piles[1].len() == cards as usize) {
            return Some(steps);
        }
        let mut next_level = Vec::new();
        for piles in &level {
            for from in 0..piles.len() {
                for to in 0..piles.len() {
                    let Some(&card) = piles[from].last() else {
                        continue;
                    };
                    let fits = match piles[to].last() {
                        // The target's own card takes only the run's base.
                        None => to != 1 || card == 0,
                        Some(&top) => to < stacks && top + 1 == card,
                    };
                    if from == to || !fits {
                        continue;
                    }
                    let mut next = piles.clone();
                    next[from].pop();
                    next[to].push(card);
                    next[2..stacks].sort();
                    next[stacks..].sort();
                    if seen.insert(next.clone()) {
                        next_level.push(next);
                    }
                }
            }
        }
        if next_level.is_empty() {
            return None;
        }
        level = next_level;
    }
    None
}

#[test]
fn the_steps_of_a_run_are_the_fewest_there_are() {
    for cells in 0..=2 {
        for columns in 0..=2 {
            for cards in 1..=7 {
                let fewest = steps_by_search(cards, cells, columns);
                let capacity = (cells + 1) << columns;
                assert_eq!(
                    fewest.is_some(),
                    cards <= capacity,
                    "{cards} {cells} {columns}"
                );
                if let Some(fewest) = fewest {
                    assert_eq!(
                        cost::single_steps(cards, cells, columns),
                        fewest,
                        "{cards} {cells} {columns}"
                    );
                }
            }
        }
    }
}

/// The home moves of a position as text: the safe ones, and all.
fn home_moves(rules: &FreeCell, state: &State) -> (Vec<String>, Vec<String>) {
    let write = |moves: Vec<Move>| -> Vec<String> {
        let moves = moves.iter();
        moves.map(|move_| rules.write_move(state, move_)).collect()
    };
    (
        write(rules.safe_home_moves(state)),
        write(rules.all_home_moves(state)),
    )
}

#[test]
fn a_card_is_safe_at_home_when_nothing_can_need_it() {
    let rules = FreeCell::FREECELL;
    let start = freecell(
        "Foundations: H-4 C-4 D-A S-3\nFreecells: 2D 4S - -\n: KS QS JS TS 9S 8S 7S 6S 5S\n: KH QH JH TH 9H 8H 7H 6H 5H\n: KC QC JC TC 9C 8C 7C 6C 5C\n: KD QD JD TD 9D 8D 7D 6D 5D 4D 3D",
    );
    // The 2 of diamonds is safe. The 3 of diamonds may still need the 4 of
    // spades, and it lies under nothing that could go home.
    let (safe, all) = home_moves(&rules, &start);
    assert_eq!(safe, ["ah"]);
    assert_eq!(all, ["2h", "3h", "ah", "bh"]);
    // With the 3 of diamonds at home all four are safe: the 4 of diamonds and
    // the 4 of spades because no lower card is left, the fives because the
    // fours can go home themselves.
    let next = replay_text(&rules, &start, &["ah", "4h"]).unwrap().end;
    let (safe, all) = home_moves(&rules, &next);
    assert_eq!(safe, ["2h", "3h", "4h", "bh"]);
    assert_eq!(all, safe);
}

#[test]
fn what_is_safe_at_home_depends_on_how_cards_are_built() {
    // Spades are at home up to the 4, the others up to the Ace.
    for (rules, expected) in [
        (FreeCell::FREECELL, ["2h", "3h", "4h"].as_slice()),
        (FreeCell::STREETS_AND_ALLEYS, &["2h", "3h", "4h"]),
        (FreeCell::EIGHT_OFF, &["1h", "2h", "3h", "4h"]),
    ] {
        let mut state = rules.deal(1);
        state.home = [1, 1, 1, 4];
        state.cells.fill(None);
        state.columns.iter_mut().for_each(Vec::clear);
        for (column, card) in ["5s", "2h", "2c", "2d"].into_iter().enumerate() {
            state.columns[column].push(card.parse().unwrap());
        }
        assert_eq!(home_moves(&rules, &state).0, expected, "{}", rules.name);
        assert_eq!(home_moves(&rules, &state).1, ["1h", "2h", "3h", "4h"]);
    }
}

/// Deal 24 as the community's board generator prints it for each game.
const DEAL_24: [(&str, &str); 9] = [
    (
        "freecell",
        "4C 2C 9C 8C QS 4S 2H / 5H QH 3C AC 3H 4H QD / QC 9S 6H 9H 3S KS 3D / 5D 2S JC 5C JH 6D AS / 2D KD TH TC TD 8D / 7H JS KH TS KC 7C / AH 5S 6S AD 8H JD / 7S 6C 7D 4D 8S 9D",
    ),
    (
        "forecell",
        "Freecells: 2H QD 3D AS / 4C 2C 9C 8C QS 4S / 5H QH 3C AC 3H 4H / QC 9S 6H 9H 3S KS / 5D 2S JC 5C JH 6D / 2D KD TH TC TD 8D / 7H JS KH TS KC 7C / AH 5S 6S AD 8H JD / 7S 6C 7D 4D 8S 9D",
    ),
    (
        "eight-off",
        "Freecells: 2H - QD - 3D - AS - / 4C 2C 9C 8C QS 4S / 5H QH 3C AC 3H 4H / QC 9S 6H 9H 3S KS / 5D 2S JC 5C JH 6D / 2D KD TH TC TD 8D / 7H JS KH TS KC 7C / AH 5S 6S AD 8H JD / 7S 6C 7D 4D 8S 9D",
    ),
    (
        "seahaven",
        "Freecells: - 3D AS / 4C 9S TH AD 4S / 5H 2S KH 4D 4H / QC KD 6S QS KS / 5D JS 7D 3H 6D / 2D 5S 8C 3S 8D / 7H 6C AC JH 7C / AH 9C 9H TD JD / 7S 3C 5C KC 9D / 2C 6H TC 8H 2H / QH JC TS 8S QD",
    ),
    (
        "bakers-dozen",
        "KD 8H AC AS / KC 3D 8C 2S / QD TD 7D 9S / 2H JH 6S QH / KH 3S 9D 2C / JD 3H TH 7S / 7C QS JC AH / 8D 4D 6H 7H / 6D AD 3C 2D / KS TS 9C 5D / 4H TC 6C QC / 4S 5C 5S 5H / 8S 9H JS 4C",
    ),
    (
        "streets-and-alleys",
        "4C 2C 9C 8C QS 4S 2H / 5H QH 3C AC 3H 4H QD / QC 9S 6H 9H 3S KS 3D / 5D 2S JC 5C JH 6D AS / 2D KD TH TC TD 8D / 7H JS KH TS KC 7C / AH 5S 6S AD 8H JD / 7S 6C 7D 4D 8S 9D",
    ),
    (
        "beleaguered-castle",
        "Foundations: H-A C-A D-A S-A / 4C QH 3C 9H JH 6D / 5H 9S 6H 5C TD 8D / QC 2S JC TC KC 7C / 5D KD TH TS 8H JD / 2D JS KH 4D 8S 9D / 7H 5S 6S QS 4S 2H / 7S 6C 7D 3H 4H QD / 2C 9C 8C 3S KS 3D",
    ),
    (
        "citadel",
        "Foundations: H-2 C-3 D-3 S-4 / 4C QH 9H JH 6D / 5H 9S 6H 5C TD 8D / QC JC TC KC 7C / 5D KD TH TS 8H JD / JS KH 4D 8S 9D / 7H 5S 6S QS / 7S 6C 7D 3H 4H QD / 9C 8C KS",
    ),
    (
        "simple-simon",
        "4C QH 3C 8C AD JH 8S KS / 5H 9S 6H AC 4D TD 4S 6D / QC 2S JC 9H QS KC 4H 8D / 5D KD TH 5C 3H 8H 7C / 2D JS KH TC 3S JD / 7H 5S 6S TS 9D / AH 6C 7D 2H / 7S 9C QD / 2C 3D / AS",
    ),
];

#[test]
fn deals_of_the_family_are_laid_out_as_elsewhere() {
    for (name, expected) in DEAL_24 {
        let rules = FreeCell::named(name).unwrap();
        let expected = expected.replace(" / ", "\n");
        assert_eq!(rules.read_state(&expected), Ok(rules.deal(24)), "{name}");
    }
}

#[test]
fn every_deal_has_52_cards() {
    for rules in FreeCell::ALL {
        for number in 1..=20 {
            let deal = rules.deal(number);
            let home: u8 = deal.home.iter().sum();
            assert_eq!(
                deal.cards().count() + usize::from(home),
                52,
                "{}",
                rules.name
            );
            assert_eq!(deal.columns.len(), usize::from(rules.columns));
            assert_eq!(deal.cells.len(), usize::from(rules.cells));
        }
    }
}

#[test]
fn columns_and_cells_can_be_set() {
    let rules = FreeCell::FREECELL
        .with_cells(0)
        .unwrap()
        .with_columns(13)
        .unwrap();
    assert_eq!(rules.deal(1).columns[12].len(), 4);
    assert!(FreeCell::FREECELL.with_cells(9).is_err());
    assert!(FreeCell::FREECELL.with_columns(3).is_err());
    assert!(FreeCell::EIGHT_OFF.with_cells(3).is_err());
    assert!(FreeCell::SIMPLE_SIMON.with_columns(9).is_err());
    for rules in FreeCell::ALL {
        assert_eq!(FreeCell::named(rules.name), Some(rules));
    }
}

#[test]
fn a_line_of_52_cards_is_a_deck() {
    for rules in FreeCell::ALL {
        let deck = patience_core::numbering::microsoft(617).unwrap();
        let line: Vec<_> = deck.iter().map(ToString::to_string).collect();
        assert_eq!(
            rules.read_state(&line.join(" ")),
            Ok(rules.deal(617)),
            "{}",
            rules.name
        );
    }
    let faults = FreeCell::FREECELL
        .read_state("7h 1x 7h")
        .unwrap_err()
        .to_string();
    assert!(
        faults.starts_with("1:4: `1x` is not a card\n1:7: 7h appears twice"),
        "{faults}"
    );
}

#[test]
fn positions_have_many_spellings() {
    let plain =
        freecell("Foundations: H-J C-Q D-Q S-J\nFreecells: QS - - KC\n: KH QH\n:\n: KD\n: KS");
    for text in [
        "founds: h-J, s-j d-q c-Q # comment\nFC: qs - - kc\n\nKh Qh\n\nKd\nKs\n",
        "KH QH\n\nKD\nKS\n\nFoundations: C-Q D-Q S-J H-J\nFreecells: QS -- -- KC\n",
        "Cells: QS - - KC -\nHome: C-Q D-Q S-J H-J\n1: KH QH\n2:\n3: KD\nColumn 4: K♠\n5:\n6:\n7:\n8:",
    ] {
        assert_eq!(freecell(text), plain, "{text}");
    }
    let spaced: String = FreeCell::FREECELL
        .write_state(&FreeCell::FREECELL.deal(3))
        .replace('\n', "\n\n")
        .replace('T', "10");
    assert_eq!(freecell(&spaced), FreeCell::FREECELL.deal(3));
}

#[test]
fn a_deck_of_fewer_ranks_is_a_position() {
    let start = freecell(": 2H AC 3D\n: 2C AH\n: 3C 3H 2D AD\n: 2S AS 3S");
    assert_eq!(start.cards().count(), 12);
    let home: Vec<_> = ["2h", "2h", "3h", "3h", "3a", "3h", "4a", "4h", "4h", "ah"].to_vec();
    assert!(replay_text(&FreeCell::FREECELL, &start, &home).is_err());
    let solution = [
        "1a", "1h", "2h", "2h", "1h", "3h", "3h", "3h", "3h", "ah", "4a", "4h", "4h", "ah",
    ];
    let end = replay_text(&FreeCell::FREECELL, &start, &solution).unwrap();
    assert!(end.tally.cleared);
    assert!(verify(&FreeCell::FREECELL, &start, &Target::BOARD, &end.moves).is_ok());
}

#[test]
fn a_wrong_position_says_everything_that_is_wrong() {
    let text = "Foundations: H-5 X-3\nFreecells: 3H 1x\n: 6H 6H KC\n: Q";
    let faults = FreeCell::FREECELL.read_state(text).unwrap_err();
    let lines: Vec<_> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines[..5],
        [
            "1:18: `X-3` is not a foundation such as H-5, C-A or S-0",
            "2:12: 3h is at home already",
            "2:15: `1x` is not a card",
            "3:6: 6h appears twice, first at line 3, column 3",
            "4:3: `Q` is not a card",
        ]
    );
    assert!(
        lines[5].ends_with("Jh Js Qc Qd Qh Qs Kd Kh Ks"),
        "{}",
        lines[5]
    );
}

#[test]
fn a_forgotten_card_is_noticed_and_the_line_to_add_is_shown() {
    let deal = FreeCell::FREECELL.write_state(&FreeCell::FREECELL.deal(1));
    let faults = FreeCell::FREECELL
        .read_state(&deal.replace("9H ", ""))
        .unwrap_err();
    assert_eq!(
        (faults.to_string().as_str(), faults.hint()),
        ("9h is missing", None)
    );
    let without = deal.replace(" AD", "");
    let faults = FreeCell::FREECELL.read_state(&without).unwrap_err();
    assert_eq!(faults.to_string(), "Ad is missing");
    let hint = "if they are at home, say so: `Foundations: H-0 C-0 D-A S-0`";
    assert_eq!(faults.hint(), Some(hint));
    let said = format!("Foundations: D-A\n{without}");
    assert!(FreeCell::FREECELL.read_state(&said).is_ok());
}

#[test]
fn too_many_columns_or_cells_are_faults() {
    let text = "Foundations: H-Q C-Q D-Q S-8\nFreecells: KS QS JS TS 9S\n: KH\n: KC\n: KD\n:\n:\n:\n:\n:\n:";
    let faults = FreeCell::FREECELL.read_state(text).unwrap_err().to_string();
    assert_eq!(faults, "9 columns; freecell has 8\n5 cells; freecell has 4");
}

#[test]
fn a_game_can_be_replayed_with_every_card_home_at_once() {
    let rules = FreeCell::FREECELL;
    let start = freecell("Foundations: H-J C-Q D-Q S-J\n: KC QH\n: KD QS\n: KH\n: KS");
    // The Queens wander about before they go home; at once, nothing is left
    // to be done by hand.
    let slow = ["1a", "1b", "a1", "bh", "2h", "1h", "2h", "3h", "4h"];
    let slow = replay_text(&rules, &start, &slow).unwrap();
    assert!(slow.tally.cleared);
    let at_once = rules.all_home_at_once(&start, &slow.moves).unwrap();
    let quick = verify(&rules, &start, &Target::BOARD, &at_once).unwrap();
    assert_eq!(quick.length.in_count(Count::Clicks), 0);
    assert_eq!(slow.length.in_count(Count::Clicks), 3);
}

#[test]
fn games_with_every_card_home_at_once_are_legal_and_leave_none_behind() {
    let mut changed = 0;
    for rules in FreeCell::ALL {
        for number in 1..=10 {
            let start = rules.deal(number);
            let mut moves = Vec::new();
            let mut now = start.clone();
            let mut numbers = SplitMix64::new(number);
            for _ in 0..60 {
                let legal = rules.legal_moves(&now);
                if legal.is_empty() {
                    break;
                }
                let move_ = legal[numbers.below(legal.len())];
                rules.apply(&mut now, &move_).unwrap();
                moves.push(move_);
            }
            let Some(at_once) = rules.all_home_at_once(&start, &moves) else {
                continue;
            };
            changed += 1;
            let mut now = start;
            for move_ in &at_once {
                if move_.to != Place::Home {
                    assert_eq!(rules.all_home_moves(&now), [], "{}", rules.name);
                }
                rules.apply(&mut now, move_).unwrap();
            }
        }
    }
    assert!(changed > 20, "{changed}");
}
