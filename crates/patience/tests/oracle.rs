//! The oracle is never wrong: what it says of a move is what the solver says of
//! the table after it.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use patience::oracle::{Best, Companion, Lost, Oracle, Review, Reviewer, Verdict};
use patience::{
    Autoplay, Budget, Cancel, Cheats, Goal, Limits, Mode, Move, Outcome, Played, Request, Session,
    SplitMix64, Table, Target, find_game,
};

/// Tables from the middle of games: some moves of a solution, then some at
/// random, so that among them are won and lost ones.
fn middle_games(game: &str, count: u64) -> Vec<Box<dyn Table>> {
    let dealer = find_game(game).unwrap();
    let fast = Request::default().with_mode(Mode::Fast);
    (1..=count)
        .map(|number| {
            let mut random = SplitMix64::new(number);
            let mut table = dealer.deal(number, &Default::default()).unwrap();
            let report = table.solve(&fast, &mut Budget::unlimited()).unwrap();
            let line = report
                .outcome
                .solution()
                .map_or(vec![], |line| line.moves.clone());
            let sound = random.below(line.len() * 3 / 4 + 1);
            for move_ in &line[..sound] {
                table = table.play(move_).unwrap().0;
            }
            for _ in 0..random.below(6) {
                let moves = table.legal_moves();
                if moves.is_empty() {
                    break;
                }
                table = table.play(&moves[random.below(moves.len())]).unwrap().0;
            }
            table
        })
        .collect()
}

/// Thinks about a table to the end, with this many states a unit.
fn thought_through(table: &dyn Table, request: Request, states: u64) -> Oracle {
    let mut oracle = Oracle::new(request);
    oracle.look_at(table).unwrap();
    while oracle.think(&Cancel::default(), states).unwrap() {}
    oracle
}

/// How many verdicts of each kind were compared.
#[derive(Default, Debug)]
struct Compared {
    wins: usize,
    loses: usize,
    /// The oracle or the solver gave up.
    undecided: usize,
}

impl Compared {
    /// Every move was judged by both, and enough of them won and lost.
    fn assert_at_least(&self, wins: usize, loses: usize) {
        let is_enough = self.wins >= wins && self.loses >= loses;
        assert!(is_enough && self.undecided == 0, "{self:?}");
    }
}

fn compare(game: &str, count: u64, request: Request) -> Compared {
    let mut compared = Compared::default();
    for table in middle_games(game, count) {
        let oracle = thought_through(&*table, request, 200_000);
        for (move_, verdict) in oracle.look().moves {
            let after = table.play(&move_).unwrap().0;
            let limits = Limits {
                states: Some(2_000_000),
                ..Limits::NONE
            };
            let fast = request.with_mode(Mode::Fast);
            let solved = after.solve(&fast, &mut Budget::new(limits)).unwrap();
            match (&verdict, &solved.outcome) {
                (Verdict::Wins(_), Outcome::Solved(_)) => compared.wins += 1,
                (Verdict::Loses, Outcome::Impossible(_)) => compared.loses += 1,
                (Verdict::Unknown, _) | (_, Outcome::Unknown(_)) => compared.undecided += 1,
                (said, found) => panic!("{game} {move_}: {said:?}, but {found:?}\n{table:?}"),
            }
        }
    }
    compared
}

/// A move that was searched to the end may look best only because better ones were
/// not: then nothing is proved about the table.
#[test]
fn no_fewer_is_said_only_if_the_solver_finds_no_fewer() {
    let cluj = find_game("cluj").unwrap();
    let (mut proved, mut open) = (0, 0);
    for number in 1..=6 {
        let table = cluj.deal(number, &Default::default()).unwrap();
        let request = Request::default();
        let solved = table.solve(&request, &mut Budget::unlimited()).unwrap();
        let best = solved.outcome.solution().unwrap();
        let mut oracle = Oracle::new(request);
        oracle.look_at(&*table).unwrap();
        // It may be asked at any time.
        while oracle.think(&Cancel::default(), 20_000).unwrap() {
            match oracle.look().position {
                Verdict::Wins(said) if said.proved => {
                    assert_eq!(said.cheats, best.cheats, "deal {number}");
                    proved += 1;
                }
                _ => open += 1,
            }
        }
    }
    assert!(proved > 0 && open > 0, "{proved} proved, {open} open");
}

#[test]
fn what_it_says_of_pyramid_is_what_the_solver_finds() {
    compare("pyramid", 50, Request::default()).assert_at_least(50, 60);
}

#[test]
fn what_it_says_of_tripeaks_is_what_the_solver_finds() {
    compare("tripeaks", 50, Request::default()).assert_at_least(65, 15);
}

#[test]
fn what_it_says_of_freecell_is_what_the_solver_finds() {
    compare("freecell", 75, Request::default()).assert_at_least(1300, 7);
}

#[test]
fn what_it_says_of_cluj_is_what_the_solver_finds() {
    let without = Request::default().with_cheats(Cheats::Never);
    compare("cluj", 50, without).assert_at_least(200, 350);
    compare("cluj", 10, Request::default()).assert_at_least(70, 5);
}

#[test]
fn what_it_says_of_the_relatives_is_what_the_solver_finds() {
    for (game, loses) in [
        ("bakers-game", 2),
        // With eight cells, none of these moves loses.
        ("eight-off", 0),
        ("seahaven", 3),
        ("simple-simon", 9),
    ] {
        compare(game, 8, Request::default()).assert_at_least(50, loses);
    }
}

#[test]
fn the_best_move_comes_with_its_line_and_its_reason() {
    for game in ["pyramid", "tripeaks", "freecell", "cluj"] {
        let table = find_game(game)
            .unwrap()
            .deal(3, &Default::default())
            .unwrap();
        let oracle = thought_through(&*table, Request::default(), 100_000);
        let line = oracle.line().expect("deal 3 of every game can be won");
        table.verify(&Target::BOARD, &line).unwrap();
        let advice = oracle.advice();
        assert_eq!(advice.move_.as_ref(), line.first());
        assert!(!advice.reason.is_empty(), "{game}");
    }
}

#[test]
fn a_player_who_follows_the_line_finds_the_next_verdict_there() {
    let table = find_game("freecell")
        .unwrap()
        .deal(5, &Default::default())
        .unwrap();
    let mut oracle = thought_through(&*table, Request::default(), 20_000);
    let line = oracle.line().unwrap();
    let mut table = table;
    for move_ in &line[..10] {
        table = table.play(move_).unwrap().0;
        oracle.look_at(&*table).unwrap();
        assert!(matches!(oracle.look().position, Verdict::Wins(_)));
    }
}

#[test]
fn a_review_knows_the_best_way_that_the_oracle_knows() {
    let mut session = Session::deal("freecell", 164, &Default::default()).unwrap();
    let mut oracle = Oracle::new(Request::default()).with_autoplay(session.autoplay());
    for _ in 0..3 {
        let (_, move_) = glance(&mut oracle, session.table(), 30);
        session.play(&move_);
    }
    let (best, _) = glance(&mut oracle, session.table(), 30);
    let mut reviewer = Reviewer::new(&session, Request::default()).unwrap();
    let line = oracle.line().unwrap();
    reviewer.recall(session.table(), &line).unwrap();
    let left = |review: Review| review.moves_left();
    let expected = [3, 2, 1, 0].map(|more| Some(best.length + more));
    assert_eq!(left(reviewer.review()), expected);
    while reviewer.think(&Cancel::default(), 5_000).unwrap() {}
    assert!(left(reviewer.review())[0] <= expected[0]);
}

/// Thinks as long as a player does who asks for a hint at once, or a little later.
fn glance(oracle: &mut Oracle, table: &dyn Table, units: usize) -> (Best, Move) {
    oracle.look_at(table).unwrap();
    for _ in 0..units {
        oracle.think(&Cancel::default(), 10_000).unwrap();
    }
    while matches!(oracle.look().position, Verdict::Unknown) {
        assert!(oracle.think(&Cancel::default(), u64::MAX).unwrap());
    }
    let Verdict::Wins(best) = oracle.look().position else {
        panic!("it cannot be won:\n{}", table.text());
    };
    (best, oracle.advice().move_.expect("a move"))
}

#[test]
fn whoever_follows_the_hints_wins_in_as_many_moves_as_were_promised() {
    for (game, deal, units) in [("freecell", 164, 30), ("klondike", 1, 2), ("cluj", 1, 10)] {
        let mut session = Session::deal(game, deal, &Default::default()).unwrap();
        let mut oracle = Oracle::new(Request::default()).with_autoplay(session.autoplay());
        let mut promised = u32::MAX;
        while !session.table().is_won() {
            let made = session.moves_made();
            let (best, move_) = glance(&mut oracle, session.table(), units);
            let moves = made as u32 + best.length;
            assert!(
                moves <= promised,
                "{game} {deal}: {promised} moves became {moves} after move {made}"
            );
            promised = moves;
            let played = session.play(&move_);
            assert!(!matches!(played, Played::Refused(_)), "{move_}");
        }
        assert_eq!(session.moves_made() as u32, promised, "{game} {deal}");
    }
}

#[test]
fn a_score_goal_is_judged_by_the_score() {
    let table = find_game("pyramid")
        .unwrap()
        .deal(3, &Default::default())
        .unwrap();
    let most = Request::for_target(Target {
        goal: Goal::Score { target: None },
        so_far: 0,
    });
    let oracle = thought_through(&*table, most, 10_000_000);
    let report = table.solve(&most, &mut Budget::unlimited()).unwrap();
    let score = report.outcome.solution().unwrap().tally.score;
    let Verdict::Wins(best) = oracle.look().position else {
        panic!("there is always a best score");
    };
    assert_eq!(best.score, score);
    assert_eq!(best.length, report.outcome.solution().unwrap().length);
}

#[test]
fn covered_cards_give_a_chance_and_not_a_verdict() {
    let table = find_game("tripeaks")
        .unwrap()
        .deal(1, &Default::default())
        .unwrap();
    let seen = table.concealed().unwrap();
    let mut oracle = Oracle::new(Request::default());
    oracle.look_at(&*seen).unwrap();
    assert!(oracle.think(&Cancel::default(), u64::MAX).unwrap());
    let look = oracle.look();
    let Verdict::Chance(chance) = look.position else {
        panic!("18 cards are unknown");
    };
    assert!(!chance.is_exact && chance.of >= 200);
    for (move_, verdict) in &look.moves {
        let Verdict::Chance(of) = verdict else {
            panic!("{move_} has no chance");
        };
        assert!(of.share() <= chance.share() + 1e-9, "{move_}");
    }
    assert!(oracle.advice().reason.contains('%'));
}

/// Drawing leaves the chance as it is. Whoever always took the best chance drew
/// through the stock for ever.
#[test]
fn hints_with_covered_cards_do_not_go_round_in_circles() {
    for (game, deal) in [("klondike", 2), ("spider", 1)] {
        let mut session = Session::deal(game, deal, &Default::default()).unwrap();
        let before = session.table().concealed().unwrap().unknown_cards();
        let mut been = HashSet::new();
        for _ in 0..60 {
            let Some(seen) = session.table().concealed() else {
                break;
            };
            assert!(been.insert(seen.text()), "{game}: twice the same\n{seen:?}");
            // As a page does it: it keeps nothing from hint to hint.
            let mut oracle = Oracle::new(Request::default()).with_autoplay(Autoplay::Safe);
            oracle.look_at(&*seen).unwrap();
            // The first unit is enough for a hint.
            assert!(oracle.think(&Cancel::default(), u64::MAX).unwrap());
            let Some(move_) = oracle.advice().move_ else {
                panic!("{game}: {:?}", oracle.advice());
            };
            assert!(!matches!(session.play(&move_), Played::Refused(_)));
        }
        let unknown = |table: &dyn Table| table.concealed().map_or(0, |seen| seen.unknown_cards());
        assert!(unknown(session.table()) < before, "{game}");
    }
}

#[test]
fn a_hint_with_covered_cards_says_where_it_leads() {
    let mut session = Session::deal("klondike", 2, &Default::default()).unwrap();
    let mut reasons = Vec::new();
    for _ in 0..16 {
        let seen = session.table().concealed().unwrap();
        let mut oracle = Oracle::new(Request::default()).with_autoplay(Autoplay::Safe);
        oracle.look_at(&*seen).unwrap();
        oracle.think(&Cancel::default(), u64::MAX).unwrap();
        let advice = oracle.advice();
        session.play(&advice.move_.unwrap());
        reasons.push(advice.reason);
    }
    let leads = |reason: &String| reason.starts_with("leads to ") && reason.ends_with(" moves");
    assert!(reasons.iter().any(leads), "{reasons:#?}");
}

/// A game of Pyramid played to a position that is lost, and where that happened.
fn lost_game() -> (Session, usize) {
    for number in 1.. {
        let mut session = Session::deal("pyramid", number, &Default::default()).unwrap();
        loop {
            let oracle = thought_through(session.table(), Request::default(), u64::MAX);
            let look = oracle.look();
            let mut moves = look.moves.iter();
            let losing = moves.find(|(_, verdict)| *verdict == Verdict::Loses);
            let step = session.history().len();
            match (look.position, losing) {
                (Verdict::Wins(_), Some((move_, _))) if step > 3 => {
                    session.play(move_);
                    return (session, step);
                }
                (Verdict::Wins(_), _) if !session.is_won() => {
                    session.play(&oracle.line().unwrap()[0]);
                }
                _ => break,
            }
        }
    }
    unreachable!("some deal can be lost")
}

#[test]
fn it_finds_the_move_that_lost() {
    let (mut session, step) = lost_game();
    for _ in 0..3 {
        let moves = session.legal_moves();
        if let Some(move_) = moves.first() {
            session.play(move_);
        }
    }
    let mut oracle = Oracle::new(Request::default());
    let lost = oracle
        .where_lost(&session, &Cancel::default(), u64::MAX)
        .unwrap();
    let Lost::At {
        step: found,
        move_,
        better,
        ..
    } = lost
    else {
        panic!("{lost:?}");
    };
    assert_eq!(found, step);
    assert_eq!(move_, *session.history()[step]);
    session.jump(found);
    assert_eq!(session.history().len(), step);
    let better = better.expect("the position before it could be won");
    assert!(matches!(
        session.play(&better),
        Played::Made { .. } | Played::Won { .. }
    ));
    let still = oracle
        .where_lost(&session, &Cancel::default(), u64::MAX)
        .unwrap();
    assert_eq!(still, Lost::StillWins);
}

#[test]
fn a_deal_that_could_never_be_won_is_said_to_be_one() {
    let session = Session::deal("freecell", 11982, &Default::default()).unwrap();
    let mut oracle = Oracle::new(Request::default());
    let lost = oracle
        .where_lost(&session, &Cancel::default(), u64::MAX)
        .unwrap();
    assert_eq!(lost, Lost::Never);
    oracle.look_at(session.table()).unwrap();
    let look = oracle.look();
    assert!(
        look.moves
            .iter()
            .all(|(_, verdict)| *verdict == Verdict::Loses)
    );
}

#[test]
fn too_small_an_effort_says_unknown_and_never_loses() {
    let session = Session::deal("freecell", 11982, &Default::default()).unwrap();
    let oracle = thought_through(session.table(), Request::default(), 500);
    let look = oracle.look();
    assert_eq!(look.position, Verdict::Unknown);
    let mut oracle = Oracle::new(Request::default());
    let lost = oracle
        .where_lost(&session, &Cancel::default(), 500)
        .unwrap();
    assert_eq!(lost, Lost::Unknown);
}

#[test]
fn the_companion_changes_its_mind_with_the_table() {
    let mut session = Session::deal("freecell", 164, &Default::default()).unwrap();
    let mut companion = Companion::start(Request::default(), Autoplay::Safe);
    for _ in 0..5 {
        companion.look_at(session.table());
        let patience = Instant::now() + Duration::from_secs(60);
        while companion.line().is_none() && Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(5));
        }
        let line = companion.line().expect("deal 164 can be won");
        assert_eq!(companion.look().moves.len(), session.legal_moves().len());
        session.play(&line[0]);
    }
    assert_eq!(companion.trouble(), None);
    companion.ask_where_lost(&session);
    let patience = Instant::now() + Duration::from_secs(60);
    while companion.lost().is_none() && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(companion.lost(), Some(Lost::StillWins));
}
