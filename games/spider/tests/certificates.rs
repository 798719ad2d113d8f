//! Certificates: accepted as they are, refused with anything changed.

use patience_core::{Limits, Outcome};
use patience_rules::Rules as _;
use patience_search::Budget;
use patience_spider::rules::certificate::{Head, check};
use patience_spider::rules::{Move, Removal, Spider, State};
use patience_spider::solver::certify;

/// The certificate of a position, if one is found soon.
fn certificate(rules: &Spider, start: &State) -> Option<Vec<u8>> {
    certificate_within(60_000, rules, start)
}

/// The same within so many positions.
fn certificate_within(most: u64, rules: &Spider, start: &State) -> Option<Vec<u8>> {
    let limits = Limits {
        states: Some(most),
        ..Limits::NONE
    };
    let mut file = Vec::new();
    let answer = certify(rules, start, &mut Budget::new(limits), &mut file).expect("a head");
    let is_impossible = matches!(answer.outcome, Outcome::Impossible(_));
    assert_eq!(is_impossible, !file.is_empty());
    is_impossible.then_some(file)
}

/// Deals whose rows are dealt at once: many are lost soon. Those that are, with their
/// certificates.
fn thrown_away(rules: &Spider) -> impl Iterator<Item = (State, Vec<u8>)> {
    (1..9).filter_map(|deal| {
        let mut state = rules.deal(deal);
        while rules.apply(&mut state, &Move::Deal).is_ok() {}
        certificate(rules, &state).map(|file| (state, file))
    })
}

#[test]
fn positions_that_are_lost_have_certificates_that_are_accepted() {
    for (rules, least) in [
        (Spider::SPIDER, 2),
        (
            Spider {
                removal: Removal::ByChoice,
                deals_on_empty: true,
                ..Spider::SPIDERETTE
            },
            1,
        ),
        (Spider::SPIDERETTE, 2),
        (Spider::WILL_O_THE_WISP, 1),
    ] {
        let found: Vec<_> = thrown_away(&rules).take(least).collect();
        assert_eq!(found.len(), least, "{}", rules.name);
        for (start, file) in found {
            let head = check(file.as_slice()).expect("a proof");
            assert_eq!((head.rules, head.start), (rules, start));
        }
    }
}

/// No deal of Spider is known to be impossible. This one of Mrs Mop is, as it lies.
#[test]
fn deal_13_of_mrs_mop_is_impossible_and_has_a_certificate() {
    let start = Spider::MRS_MOP.deal(13);
    let file = certificate_within(200_000, &Spider::MRS_MOP, &start);
    let file = file.expect("a certificate");
    let head = check(file.as_slice()).expect("a proof");
    assert_eq!((head.rules, head.start), (Spider::MRS_MOP, start));
}

#[test]
fn a_certificate_with_one_byte_changed_removed_or_added_is_refused() {
    let (_, file) = thrown_away(&Spider::SPIDER).next().expect("a certificate");
    let end = file
        .windows(2)
        .position(|two| two == b"\n\n")
        .expect("a head")
        + 2;
    assert!(file.len() > end, "more positions than the start");
    let places = (end..file.len()).step_by(1 + (file.len() - end) / 50);
    for place in places {
        let mut changed = file.clone();
        changed[place] ^= 1;
        assert!(check(changed.as_slice()).is_err(), "byte {place} changed");
        let mut removed = file.clone();
        removed.remove(place);
        assert!(check(removed.as_slice()).is_err(), "byte {place} removed");
        let mut added = file.clone();
        added.insert(place, 0);
        assert!(check(added.as_slice()).is_err(), "byte {place} added");
    }
}

/// Of the relaxed game: the same checker, another game.
#[test]
fn the_relaxed_game_is_relaxed_by_the_checker_itself() {
    let start = Spider::SPIDER.deal(1);
    let head = Head {
        rules: Spider::SPIDER,
        start: start.clone(),
        is_relaxed: true,
        positions: 1,
    };
    let mut file = Vec::new();
    head.write(&mut file).expect("a head");
    let text = String::from_utf8(file.clone()).expect("text");
    assert!(text.contains("\nrelaxed yes\n"), "{text}");
    assert_eq!(Head::read(&mut file.as_slice()).expect("a head"), head);
    let (rules, relaxed) = Spider::SPIDER.relaxed(&start);
    assert_eq!(rules.removal, Removal::ByChoice);
    assert!(rules.legal_moves(&relaxed).len() >= Spider::SPIDER.legal_moves(&start).len());
}

#[test]
fn what_can_be_won_has_no_certificate() {
    let rules = Spider::with_suits(1);
    assert_eq!(certificate(&rules, &rules.deal(1)), None);
}
