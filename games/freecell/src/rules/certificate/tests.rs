//! Certificates written by hand.

use super::*;
use crate::rules::FreeCell;
use patience_rules::Rules;

/// A position without any legal move is a proof by itself. In the first deal
/// of ForeCell the cells are full and nothing fits anywhere.
#[test]
fn a_start_without_moves_is_its_own_proof() {
    let rules = FreeCell::FORECELL;
    let start = rules.deal(1);
    assert!(rules.legal_moves(&start).is_empty());
    let mut file = Vec::new();
    let head = Head {
        rules,
        start: start.clone(),
        counts: Counts::Positions(HomeMoves::Free),
        count: 1,
    };
    head.write(&mut file).unwrap();
    let verdict = check(file.as_slice()).unwrap();
    assert_eq!((verdict.start, verdict.count), (start, 1));
    file.push(0);
    let refusal = check(file.as_slice()).unwrap_err();
    assert_eq!(refusal.to_string(), "something follows the last position");
}

#[test]
fn a_won_position_proves_nothing() {
    let text = "patience certificate 1\ngame freecell\ncolumns 8\ncells 4\nhome free\npositions 1\n\
                Foundations: H-K C-K D-K S-K\nFreecells: - - - -\n\n";
    let refusal = check(text.as_bytes()).unwrap_err();
    assert_eq!(refusal.to_string(), "position 0: it is won");
}

#[test]
fn a_missing_position_is_named_by_the_move_that_leads_there() {
    let mut file = Vec::new();
    let head = Head {
        rules: FreeCell::FREECELL,
        start: FreeCell::FREECELL.deal(1),
        counts: Counts::Positions(HomeMoves::Free),
        count: 1,
    };
    head.write(&mut file).unwrap();
    let refusal = check(file.as_slice()).unwrap_err().to_string();
    assert!(refusal.starts_with("position 0: the move "), "{refusal}");
    assert!(refusal.ends_with("is not listed there"), "{refusal}");
}

#[test]
fn a_file_that_is_not_a_certificate_is_refused_with_the_reason() {
    for (text, reason) in [
        ("", "the head is cut off"),
        (
            "hello\n",
            "it is not a certificate: the first line is not `patience certificate 1`",
        ),
        (
            "patience certificate 1\ngame chess\ncolumns 8\ncells 4\n",
            "no game is called `chess`",
        ),
        (
            "patience certificate 1\ngame freecell\ncolumns 8\ncells many\n",
            "`cells many` is not a valid number",
        ),
        (
            "patience certificate 1\ncells 4\n",
            "expected `game` in the head, found `cells 4`",
        ),
        (
            "patience certificate 1\ngame freecell\ncolumns 8\ncells 4\nhome free\npositions 1\nKH",
            "the head is cut off",
        ),
    ] {
        let refusal = check(text.as_bytes()).unwrap_err();
        assert_eq!(refusal.to_string(), reason, "{text:?}");
    }
}

/// Random bytes must be refused, and must not crash the checker.
#[test]
fn noise_is_refused() {
    let mut numbers = patience_core::numbering::SplitMix64::new(4);
    let mut file = Vec::new();
    let head = Head {
        rules: FreeCell::FREECELL,
        start: FreeCell::FREECELL.deal(1),
        counts: Counts::Positions(HomeMoves::Safe),
        count: u64::MAX,
    };
    head.write(&mut file).unwrap();
    for _ in 0..100 {
        let mut noise = file.clone();
        noise.extend((0..100).map(|_| (numbers.next() & 0x81) as u8));
        assert!(check(noise.as_slice()).is_err());
    }
}
