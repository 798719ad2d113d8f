//! Positions made by hand, each for one step of a proof in `methods.md`.

use patience_klondike::rules::Klondike;
use patience_rules::Rules;

#[expect(dead_code, reason = "other tests use the rest")]
mod referee;

use referee::plain::Graph;
use referee::{is_won, settings};

/// Every set of reductions gives the verdict of the plain rules: a win.
fn is_a_win(rules: Klondike, text: &str) {
    let state = rules.read_state(text).expect("a position");
    let graph = Graph::new(&rules, &state, 200_000).expect("a small game");
    assert!(graph.won[0]);
    for (name, prunings) in settings() {
        for threads in 1..=3 {
            let found = is_won(&rules, &state, prunings, threads);
            assert!(found, "{name}, {threads} threads, {rules:?}");
        }
    }
}

const SMALL: Klondike = Klondike {
    ranks: 4,
    columns: 3,
    ..Klondike::DRAW_ONE
};

/// Either red two can go onto the three of clubs. The two of diamonds must go
/// first: it turns up the other three. After the two of hearts it cannot go.
#[test]
fn a_card_that_turns_up_a_place_like_the_one_it_takes_goes_first() {
    let text = "1: Ah Ad 3s | 2d\n2: 2c 2s 4h | 2h\n3: | 3c\nStock: 3h 3d 4c 4s 4d\nWaste:\nHome: Ac - - As\n";
    for draw in 1..=3 {
        for worrying_back in [true, false] {
            let rules = Klondike {
                draw,
                worrying_back,
                ..SMALL
            };
            is_a_win(rules, text);
        }
    }
}

/// The two of spades can go onto the three of diamonds, or wait until that has
/// gone home and go onto the three of hearts below.
#[test]
fn a_card_that_turns_up_its_twin_goes_home_first() {
    let text = "1: 3h | 3d\n2: As 4d | 2s\nStock: 4c 3s 4s 4h\nWaste:\nHome: 3c 2d 2h -\n";
    let rules = Klondike {
        columns: 2,
        worrying_back: false,
        ..SMALL
    };
    is_a_win(rules, text);
}
