//! A game at the table: one counter, lines that are kept, and the review.

use patience::difficulty::{self, Daily, Grade};
use patience::oracle::{Judgement, Oracle, Review, Reviewer, Verdict};
use patience::{
    Autoplay, Budget, Cancel, Count, Date, Mode, Move, Outcome, Played, Request, Session,
    SplitMix64, counter, games,
};

fn solution(session: &Session, mode: Mode) -> Option<Vec<Move>> {
    let limits = patience::Limits {
        states: Some(50_000),
        ..patience::Limits::NONE
    };
    let request = Request::default().with_mode(mode);
    let report = session
        .table()
        .solve(&request, &mut Budget::new(limits))
        .unwrap();
    match report.outcome {
        Outcome::Solved(line) => Some(line.moves),
        _ => None,
    }
}

/// The line of a player who has this autoplay and makes the moves of a solution.
#[test]
fn a_line_takes_as_many_moves_as_the_counter_then_shows() {
    let mut followed = 0;
    for game in games() {
        let name = game.about().name;
        for deal in 1..=2 {
            for autoplay in Autoplay::ALL {
                let mut session = Session::deal(name, deal, &Default::default()).unwrap();
                session.set_autoplay(autoplay);
                let Some(line) = solution(&session, Mode::Fast) else {
                    continue;
                };
                let promised = counter::follow(session.table(), &line, autoplay).unwrap();
                let Some(promised) = promised else {
                    assert_eq!(autoplay, Autoplay::All, "{name} {deal}");
                    continue;
                };
                for step in promised.steps.iter().filter(|step| !step.is_auto) {
                    let played = session.play(&step.move_);
                    assert!(!matches!(played, Played::Refused(_)), "{name} {deal}");
                }
                assert!(session.is_won(), "{name} {deal} {autoplay}");
                assert_eq!(
                    session.moves_made(),
                    promised.moves as usize,
                    "{name} {deal}"
                );
                let history: Vec<_> = session.history().into_iter().cloned().collect();
                assert_eq!(history, promised.line(), "{name} {deal}");
                followed += 1;
            }
        }
    }
    assert!(followed > 60, "{followed}");
}

/// "24 clicks" was said where the counter then showed 76.
#[test]
fn what_the_oracle_promises_is_what_the_counter_counts() {
    for autoplay in Autoplay::ALL {
        let mut session = Session::deal("freecell", 164, &Default::default()).unwrap();
        session.set_autoplay(autoplay);
        let mut oracle = Oracle::new(Request::default()).with_autoplay(autoplay);
        oracle.look_at(session.table()).unwrap();
        for _ in 0..3 {
            oracle.think(&Cancel::default(), 20_000).unwrap();
        }
        let Verdict::Wins(best) = oracle.look().position else {
            panic!("{:?}", oracle.look().position);
        };
        assert_eq!(best.count, Count::Moves);
        let line = oracle.line().unwrap();
        let followed = counter::follow(session.table(), &line, autoplay).unwrap();
        for step in followed.expect("it can be followed").steps {
            if !step.is_auto {
                session.play(&step.move_);
            }
        }
        assert!(session.is_won());
        assert_eq!(session.moves_made(), best.length as usize, "{autoplay}");
    }
}

#[test]
fn the_counter_leaves_out_what_goes_home_by_itself() {
    let mut session = Session::deal("freecell", 164, &Default::default()).unwrap();
    let line = solution(&session, Mode::Fast).unwrap();
    let line = counter::follow(session.table(), &line, Autoplay::Safe)
        .unwrap()
        .unwrap();
    for step in line.steps.iter().filter(|step| !step.is_auto) {
        session.play(&step.move_);
    }
    assert!(session.moves_made() < session.history().len());
    let all = session.moves_made();
    session.undo();
    session.undo();
    assert_eq!((session.moves_made(), session.moves_undone()), (all - 2, 2));
}

#[test]
fn a_new_move_after_undo_keeps_the_old_line() {
    let mut session = Session::deal("pyramid", 3, &Default::default()).unwrap();
    session.play("Draw");
    session.play("Draw");
    session.play("Draw");
    let drawn = session.table().text();
    session.undo();
    session.undo();
    session.play("Remove Kd");
    let removed = session.table().text();
    assert!(session.undone().is_empty());
    let [old] = &session.variations()[..] else {
        panic!("{:?}", session.variations());
    };
    assert_eq!((old.step, &*old.move_, old.moves), (1, "Draw", 2));
    assert!(session.take_variation(old.id));
    assert_eq!(session.moves_made(), 2);
    assert!(session.redo());
    assert_eq!(session.table().text(), drawn);
    let back = session.variations()[0].clone();
    session.take_variation(back.id);
    assert_eq!(session.table().text(), removed);
    assert!(!session.take_variation(99));
}

#[test]
fn a_move_that_was_made_before_goes_on_with_its_line() {
    let mut session = Session::deal("pyramid", 3, &Default::default()).unwrap();
    session.play("Draw");
    session.play("Draw");
    session.restart();
    session.play("Draw");
    assert_eq!(session.moves_undone(), 1);
    assert!(session.variations().is_empty());
}

/// Random walks with undo, redo, jumps and variations: what is saved is what is
/// loaded, in every game.
#[test]
fn every_line_is_saved_and_loaded() {
    for game in games() {
        let name = game.about().name;
        let mut session = Session::deal(name, 5, &Default::default()).unwrap();
        let mut random = SplitMix64::new(7);
        for _ in 0..120 {
            let moves = session.legal_moves();
            match random.below(8) {
                0 | 1 => _ = session.undo(),
                2 => session.jump(random.below(session.history().len() + 1)),
                3 => {
                    let others = session.variations();
                    if !others.is_empty() {
                        session.take_variation(others[random.below(others.len())].id);
                    }
                }
                _ if moves.is_empty() => session.restart(),
                _ => _ = session.play(&moves[random.below(moves.len())]),
            }
        }
        let again = Session::load(&session.save()).unwrap();
        assert_eq!(again.save(), session.save(), "{name}");
        assert_eq!(again.table().text(), session.table().text(), "{name}");
        let lines = |session: &Session| {
            let mut lines: Vec<_> = session
                .variations()
                .into_iter()
                .map(|one| (one.step, one.move_))
                .collect();
            lines.sort();
            lines
        };
        assert_eq!(lines(&again), lines(&session), "{name}");
    }
}

#[test]
fn a_save_without_variations_is_still_read() {
    let old = "patience session 1\ngame: pyramid\ndeal: 3\nautoplay: safe\nmoves:\n  Draw\nundone:\n  Draw\n";
    let session = Session::load(old).unwrap();
    assert_eq!((session.moves_made(), session.moves_undone()), (1, 1));
    assert_eq!(session.save(), old);
    let bad = format!("{old}variation: 9\n  Draw\n");
    let error = Session::load(&bad).unwrap_err().to_string();
    assert!(error.contains("comes later"), "{error}");
}

fn reviewed(session: &Session) -> Review {
    let mut reviewer = Reviewer::new(session, Request::default()).unwrap();
    while reviewer.think(&Cancel::default(), u64::MAX).unwrap() {}
    reviewer.review()
}

#[test]
fn a_review_names_the_move_that_lost_and_a_better_one() {
    // Plays at random until the game is lost, for some deals.
    let mut lost = 0;
    for deal in 1..=8 {
        let mut session = Session::deal("pyramid", deal, &Default::default()).unwrap();
        let mut random = SplitMix64::new(deal);
        while !session.legal_moves().is_empty() {
            let moves = session.legal_moves();
            session.play(&moves[random.below(moves.len())]);
        }
        let review = reviewed(&session);
        assert!(review.finished);
        assert_eq!(review.turns.len(), session.moves_made());
        let Some(turn) = review.losing_turn() else {
            assert_eq!(review.start, Verdict::Loses, "deal {deal}");
            continue;
        };
        lost += 1;
        // The better move wins, the move that was made does not, and so it stays.
        let table = session.position(turn.step);
        let better = turn.better.as_ref().expect("a better move");
        let wins = |move_: &str| {
            let after = table.play(move_).unwrap().0;
            let report = after
                .solve(&Request::default(), &mut Budget::unlimited())
                .unwrap();
            report.outcome.solution().is_some()
        };
        assert!(wins(better) && !wins(&turn.move_), "deal {deal}");
        let later = &review.turns[turn.number..];
        assert!(later.iter().all(|turn| turn.judgement == Judgement::Lost));
        let earlier = &review.turns[..turn.number - 1];
        assert!(
            earlier
                .iter()
                .all(|turn| matches!(turn.after, Verdict::Wins(_)))
        );
    }
    assert!(lost >= 3, "{lost}");
}

/// What the moves cost, added up, is what the whole game took more than the best
/// way that is known from its start.
#[test]
fn the_costs_of_a_won_game_add_up() {
    for (game, deal) in [
        ("pyramid", 3),
        ("freecell", 164),
        ("tripeaks", 1),
        ("black-hole", 1),
    ] {
        let mut session = Session::deal(game, deal, &Default::default()).unwrap();
        let line = solution(&session, Mode::Fast).unwrap();
        let line = counter::follow(session.table(), &line, Autoplay::Safe)
            .unwrap()
            .unwrap();
        for step in line.steps.iter().filter(|step| !step.is_auto) {
            session.play(&step.move_);
        }
        let mut reviewer = Reviewer::new(&session, Request::default()).unwrap();
        for _ in 0..20 {
            if !reviewer.think(&Cancel::default(), 20_000).unwrap() {
                break;
            }
        }
        let review = reviewer.review();
        let costs: u32 = review
            .turns
            .iter()
            .map(|turn| match turn.judgement {
                Judgement::Keeps => 0,
                Judgement::Costs(cost) => cost.moves,
                other => panic!("{game}: {other:?}"),
            })
            .sum();
        let Verdict::Wins(best) = review.start else {
            panic!("{game}: {:?}", review.start);
        };
        assert_eq!(best.length + costs, session.moves_made() as u32, "{game}");
        assert_eq!(review.moves_left().last(), Some(&Some(0)), "{game}");
    }
}

/// The start could be "won in 44 moves", and the place after the first move in 40.
#[test]
fn no_place_of_a_review_is_worse_than_what_followed_it() {
    for deal in [5, 164, 11] {
        let mut session = Session::deal("freecell", deal, &Default::default()).unwrap();
        let line = solution(&session, Mode::Fast).unwrap();
        for move_ in &line[..6] {
            session.play(move_);
        }
        let mut reviewer = Reviewer::new(&session, Request::default()).unwrap();
        while reviewer.think(&Cancel::default(), 50_000).unwrap() {
            let left = reviewer.review().moves_left();
            for pair in left.windows(2) {
                if let [Some(before), Some(after)] = pair {
                    assert!(*before <= after + 1, "deal {deal}: {left:?}");
                }
            }
        }
    }
}

#[test]
fn every_scale_goes_up() {
    for game in games() {
        if let Some(limits) = difficulty::scale(game.about()) {
            assert!(limits.is_sorted(), "{}: {limits:?}", game.about().name);
        }
    }
}

/// The daily deals are the same for everybody: these numbers must not change
/// without a reason that the change log gives.
#[test]
fn the_daily_deal_is_the_same_for_everybody() {
    let monday: Date = "2026-11-16".parse().unwrap();
    let week: Vec<_> = (0..8).map(|day| Daily::of(monday.plus(day))).collect();
    assert_eq!((week[0].grade, week[6].grade), (Grade::Easy, Grade::Brutal));
    let mut names: Vec<_> = week.iter().map(|daily| daily.game).collect();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() >= 4, "{names:?}");
    for daily in week {
        assert_eq!(Daily::of(daily.day), daily);
        let scale = difficulty::scale(patience::find_game(daily.game).unwrap().about());
        assert!(scale.is_some(), "{}", daily.game);
    }
}

#[test]
fn a_deal_of_a_grade_has_it_and_can_be_won() {
    let game = patience::find_game("black-hole").unwrap();
    for grade in [Grade::Easy, Grade::Hard] {
        let deal = |seed| {
            let found =
                difficulty::graded_deal(game, &Default::default(), grade, seed, &Cancel::default());
            found.unwrap().unwrap()
        };
        let found = deal(1);
        assert_eq!(found, deal(1));
        assert_eq!(found.difficulty.grade, Some(grade));
        let session = Session::deal("black-hole", found.number, &Default::default()).unwrap();
        assert!(solution(&session, Mode::Fast).is_some());
    }
}
