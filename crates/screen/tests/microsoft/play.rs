//! Deals of Pyramid, TriPeaks and FreeCell, from the first look to the end.

use patience::{Budget, Limits, Mode, Outcome, Request};
use patience_screen::Eyes as _;
use patience_screen::landmark::Look;
use patience_screen::player::{Asks, Ended, Stopped};
use patience_screen::profile::{PilePlace, PileRole};
use patience_screen::vision::{Geometry, PileReading, Reader, Reading};

use crate::art::Art;
use crate::window::Window;
use crate::{Agrees, Calibrated, Nobody, WINDOW, game_of, manner, player, profile, window};

const SCALES: [f32; 4] = [1.0, 1.25, 1.5, 2.0];

fn request() -> Request {
    Request::default().with_mode(Mode::Fast)
}

/// Plays the deal that a window shows to its end. FreeCell and Pyramid deals that
/// are won are won; a lost one is called lost.
fn play(calibrated: &Calibrated, game: &str, window: &mut Window) -> Result<Ended, Stopped> {
    play_with(calibrated, game, window, &mut Nobody)
}

fn play_with(
    calibrated: &Calibrated,
    game: &str,
    window: &mut Window,
    asks: &mut dyn Asks,
) -> Result<Ended, Stopped> {
    let reader = calibrated.reader(game, window.truth.clone());
    let manner = manner(game);
    let mut player = player(window, &reader, &manner);
    let limits = Limits::default();
    player.play(game_of(game), &request(), &limits, false, asks)
}

/// The truth about a deal, all cards known.
fn is_winnable(game: &str, number: u64) -> bool {
    let table = game_of(game)
        .deal(number, &profile(game).settings)
        .expect("a deal");
    let report = table
        .solve(&request(), &mut Budget::unlimited())
        .expect("solved");
    matches!(report.outcome, Outcome::Solved(_))
}

fn plays(game: &str, deals: impl Iterator<Item = u64>, scales: &[f32], may_be_real: bool) {
    let calibrated = Calibrated::new(game, may_be_real);
    let (mut won, mut lost, mut stopped) = (0, 0, 0);
    for number in deals {
        for (index, scale) in scales.iter().enumerate() {
            // A title bar inside every second window.
            let bar = if index % 2 == 1 {
                (32.0 * scale) as u32
            } else {
                0
            };
            let mut window = window(game, number, *scale, bar, may_be_real);
            window.adverts = vec![5 + number as u32 % 7, 31];
            window.lost = vec![3, 17];
            let ended = play(&calibrated, game, &mut window);
            let what = format!("{game}, deal {number} at {scale}");
            assert_eq!(window.refused, Vec::<String>::new(), "{what}: wrong clicks");
            match ended {
                Ok(Ended::Won { .. }) => {
                    assert!(window.table.is_won(), "{what}");
                    won += 1;
                }
                Ok(Ended::Lost) => {
                    assert!(!is_winnable(game, number), "{what} can be won");
                    lost += 1;
                }
                // The ranks of a column that is too long are not seen, and it says so.
                Err(Stopped::OtherTable(why)) if has_hidden_ranks(&window) => {
                    assert!(why.contains("column"), "{what}: {why}");
                    stopped += 1;
                }
                other => panic!("{what}: {other:?}"),
            }
            eprintln!("{what}: {} presses", window.presses);
        }
    }
    eprintln!("{game}: {won} won, {lost} proved lost, {stopped} stopped at a long column");
    assert!(won + lost > stopped || stopped == 0, "most are played");
}

/// A column of the window is pressed so much that parts of its ranks are covered. Only
/// Spider has such columns.
fn has_hidden_ranks(window: &Window) -> bool {
    let profile = &window.profile;
    let least = profile.look.rank[3] * profile.layout.card[1];
    let layout = window.table.layout();
    let is_long = |place: &PilePlace| {
        let pile = layout.piles.iter().find(|pile| pile.name == place.name);
        let cards = pile.map_or(&[][..], |pile| &pile.cards);
        let backs = cards.iter().filter(|card| !card.up).count();
        Window::step(place, backs, cards.len()) < least
    };
    let piles = profile.piles();
    let mut columns = piles.iter().filter(|it| it.role == PileRole::Column);
    columns.any(is_long)
}

#[test]
fn pyramid_is_played_by_its_built_in_profile() {
    plays("pyramid", 1..=2, &[1.0, 1.25], true);
}

#[test]
fn tripeaks_is_played_by_its_built_in_profile() {
    plays("tripeaks", 1..=1, &[1.0, 1.25], true);
}

#[test]
fn freecell_is_played_by_its_built_in_profile() {
    plays("freecell", 1..=1, &[1.0, 1.25], true);
}

#[test]
fn klondike_is_played_by_its_built_in_profile() {
    plays("klondike", 1..=1, &[1.25], true);
}

#[test]
fn spider_is_played_by_its_built_in_profile() {
    plays("spider", 1..=1, &[1.0], true);
}

#[test]
fn windows_drawn_by_ourselves_are_played_alike() {
    plays("pyramid", 3..=3, &[1.0], false);
    plays("tripeaks", 2..=2, &[1.0], false);
}

/// The first of two clicks brings up an advert: the second is not made on it.
#[test]
fn an_advert_between_two_clicks_is_closed_and_not_clicked() {
    let calibrated = Calibrated::new("pyramid", true);
    let mut window = window("pyramid", 14, 1.0, 0, true);
    // The 31st press is the first of a pair.
    (window.adverts, window.lost) = (vec![5, 31], vec![3, 17]);
    let ended = play(&calibrated, "pyramid", &mut window);
    assert!(
        matches!(ended, Ok(Ended::Won { .. } | Ended::Lost)),
        "{ended:?}"
    );
    assert_eq!(window.refused, Vec::<String>::new());
}

/// The click on the button that undoes the board brings up an advert, or the click on the
/// OK of its question does, and the board stays as it is. The advert covers the place
/// where the question would have its OK, and is not clicked there; then the board is
/// undone.
fn are_closed(adverts: impl Iterator<Item = (u32, bool)>) {
    let calibrated = Calibrated::new("pyramid", true);
    for (press, asks) in adverts {
        let mut window = window("pyramid", 14, 1.0, 0, true);
        window.adverts = vec![press];
        window.undone = u32::from(!asks);
        let ended = play(&calibrated, "pyramid", &mut window);
        assert!(
            matches!(ended, Ok(Ended::Won { .. } | Ended::Lost)),
            "an advert at {press}, asks: {asks}: {ended:?}"
        );
        assert_eq!(window.refused, Vec::<String>::new(), "an advert at {press}");
    }
}

#[test]
fn an_advert_is_not_taken_for_the_question_of_a_button() {
    // The 24th press is the last draw, the next one that on the button, then the one on
    // the answer. Where nothing is asked, an advert takes the place of the effect.
    are_closed([(25, true), (26, true), (25, false)].into_iter());
}

/// The panel that says that no move is left comes up before the player has looked
/// for long at the card that the last move turned up. It has seen it all the same.
#[test]
fn a_card_that_was_seen_before_the_program_took_back_the_move_stays_known() {
    let calibrated = Calibrated::new("tripeaks", true);
    let mut window = window("tripeaks", 12, 1.0, 0, true);
    window.panel_delay = std::time::Duration::from_millis(16);
    let ended = play(&calibrated, "tripeaks", &mut window);
    assert!(matches!(ended, Ok(Ended::Won { .. })), "{ended:?}");
    assert!(window.table.is_won());
    assert_eq!(window.refused, Vec::<String>::new());
}

/// In the middle of a Pyramid the cards under the top of the waste cannot be
/// seen. They must not be forgotten: the board is undone first.
#[test]
fn a_pyramid_in_the_middle_is_not_called_lost_for_cards_that_are_not_seen() {
    let calibrated = Calibrated::new("pyramid", true);
    // A deal that can be won, with cards drawn.
    let number = (1..)
        .find(|number| is_winnable("pyramid", *number))
        .expect("a deal");
    let mut window = window("pyramid", number, 1.0, 0, true);
    for _ in 0..9 {
        let mut moves = window.table.legal_moves().into_iter();
        let draw = moves.find(|move_| window.table.action(move_) == Ok(patience::Action::Draw));
        window.make(&draw.expect("a draw"));
    }
    let ended = play(&calibrated, "pyramid", &mut window);
    assert!(matches!(ended, Ok(Ended::Won { .. })), "{ended:?}");
    assert!(window.table.is_won());
    assert!(window.refused.is_empty(), "{:?}", window.refused);
}

/// What was played is lost when a game is started over, so that is asked for first.
#[test]
fn a_pyramid_in_the_middle_is_started_over_only_if_that_is_allowed() {
    let calibrated = Calibrated::new("pyramid", true);
    let begun = || {
        let mut window = window("pyramid", 2, 1.0, 0, true);
        let mut moves = window.table.legal_moves().into_iter();
        let removal = moves.find(|move_| {
            let action = window.table.action(move_);
            !matches!(
                action,
                Ok(patience::Action::Draw | patience::Action::Recycle)
            )
        });
        window.make(&removal.expect("cards to remove"));
        window
    };
    let mut left = begun();
    let before = left.table.text();
    let stopped = play(&calibrated, "pyramid", &mut left).expect_err("nobody allowed it");
    assert!(matches!(stopped, Stopped::Begun), "{stopped}");
    assert!(stopped.to_string().contains("--start-over"), "{stopped}");
    assert_eq!((left.table.text(), left.presses), (before, 0));

    let mut allowed = begun();
    let ended = play_with(&calibrated, "pyramid", &mut allowed, &mut Agrees);
    match ended {
        Ok(Ended::Won { .. }) => assert!(allowed.table.is_won()),
        Ok(Ended::Lost) => assert!(!is_winnable("pyramid", 2)),
        other => panic!("{other:?}"),
    }
    assert!(allowed.refused.is_empty(), "{:?}", allowed.refused);
}

/// A place of the bottom row that nothing covers, and whose card cannot be read, is
/// not empty.
#[test]
fn a_card_of_tripeaks_whose_corner_is_hidden_is_a_doubt_and_no_gap() {
    let calibrated = Calibrated::new("tripeaks", true);
    for (scale, bar) in [(1.0, 0), (1.25, 40), (2.0, 0)] {
        let mut window = window("tripeaks", 1, scale, bar, true);
        let profile = profile("tripeaks");
        let mut frame = window.capture(WINDOW).expect("a frame");
        let geometry = Geometry::find_by(&frame, &profile, &calibrated.deck).expect("found");
        let reader = Reader::with_geometry(&profile, &calibrated.deck, geometry);
        let is_whole = |reading: &Reading| {
            reading.doubtful() == 0 && reading.piles_with(PileRole::Slot).all(has_card)
        };
        assert!(is_whole(&reader.read(&frame).expect("read")));
        for name in ["row 4, card 1", "row 4, card 6", "row 4, card 10"] {
            let places = profile.piles();
            let place = places.iter().find(|pile| pile.name == name);
            let [left, top] = place.expect("a place").at;
            // Something dark lies over rank and suit.
            let was = frame.clone();
            let (from, to) = (
                window.middle([left - 8.0, top - 6.0, 0.0, 0.0]),
                window.middle([left + 32.0, top + 52.0, 0.0, 0.0]),
            );
            for y in from.1..to.1 {
                for x in from.0..to.0 {
                    frame.set(x, y, [40, 40, 44]);
                }
            }
            let reading = reader.read(&frame).expect("read");
            let pile = reading.pile(name).expect("a pile");
            assert!(
                has_card(pile) && pile.cards[0].doubtful,
                "{name} at {scale}: {pile:?}"
            );
            let doubts = patience_screen::position::doubts(std::slice::from_ref(&reading));
            assert!(doubts.iter().any(|doubt| doubt.pile == name), "{doubts:?}");
            let wrong = reading.cards().filter(|(_, _, card)| card.doubtful).count();
            assert_eq!(wrong, 1, "{name} at {scale}: all others stay certain");
            frame = was;
        }
    }
}

fn has_card(pile: &PileReading) -> bool {
    pile.cards.len() == 1
}

#[test]
fn a_profile_without_a_way_back_refuses_before_the_first_click() {
    for game in ["pyramid", "tripeaks"] {
        let mut calibrated = Calibrated::new(game, true);
        calibrated.landmarks = Default::default();
        let mut window = window(game, 1, 1.0, 0, true);
        let stopped = play(&calibrated, game, &mut window).expect_err("refused");
        assert!(matches!(stopped, Stopped::NotKnown(_)), "{stopped}");
        assert!(
            stopped.to_string().contains("--point undo-board"),
            "{stopped}"
        );
        assert_eq!(window.presses, 0, "{game}");
    }
}

/// It is known what undoes the board, but the window does not show it: the stock would
/// be drawn, and nothing could be taken back.
#[test]
fn a_way_back_that_is_not_seen_stops_before_the_first_click() {
    for game in ["pyramid", "tripeaks"] {
        let calibrated = Calibrated::new(game, true);
        for dry_run in [false, true] {
            let mut window = window(game, 1, 1.0, 0, true).without_undo();
            let before = window.table.text();
            let reader = calibrated.reader(game, window.truth.clone());
            let manner = manner(game);
            let mut player = player(&mut window, &reader, &manner);
            let limits = Limits::default();
            let stopped = player.play(game_of(game), &request(), &limits, dry_run, &mut Nobody);
            let stopped = stopped.expect_err("no way back");
            drop(player);
            assert!(matches!(stopped, Stopped::NotSeen(_)), "{stopped}");
            assert!(
                stopped.to_string().contains("--point undo-board"),
                "{stopped}"
            );
            assert_eq!((window.table.text(), window.presses), (before, 0), "{game}");
        }
    }
}

/// A button that undoes one move is as good, but only where it is seen.
#[test]
fn a_button_that_undoes_one_move_counts_only_where_it_is_seen() {
    let mut calibrated = Calibrated::new("pyramid", true);
    let look = Look {
        picture: Art::new("Pyramid", true).piece("undo-move"),
        unit: 1.0,
        at: None,
    };
    calibrated.landmarks.add("undo-move", look);
    let mut window = window("pyramid", 1, 1.0, 0, true).without_undo();
    let stopped = play(&calibrated, "pyramid", &mut window).expect_err("no way back");
    assert!(matches!(stopped, Stopped::NotSeen(_)), "{stopped}");
    assert_eq!(window.presses, 0);
}

#[test]
fn a_dry_run_touches_nothing_that_it_cannot_take_back() {
    let calibrated = Calibrated::new("pyramid", true);
    let manner = manner("pyramid");
    let dry = |window: &mut Window| {
        let reader = calibrated.reader("pyramid", window.truth.clone());
        let mut player = player(window, &reader, &manner);
        let limits = Limits::default();
        player.play(game_of("pyramid"), &request(), &limits, true, &mut Nobody)
    };
    // From the start: drawn through, and back again.
    let mut fresh = window("pyramid", 1, 1.0, 0, true);
    let before = fresh.table.text();
    let ended = dry(&mut fresh);
    assert!(matches!(ended, Ok(Ended::Planned(_))), "{ended:?}");
    assert_eq!(fresh.table.text(), before);
    // From the middle: not one click.
    let mut begun = window("pyramid", 1, 1.0, 0, true);
    let mut moves = begun.table.legal_moves().into_iter();
    let draw = moves.find(|move_| begun.table.action(move_) == Ok(patience::Action::Draw));
    begun.make(&draw.expect("a draw"));
    let before = begun.table.text();
    let stopped = dry(&mut begun).expect_err("it would have to start over");
    assert!(
        stopped.to_string().contains("cannot be taken back"),
        "{stopped}"
    );
    assert_eq!((begun.table.text(), begun.presses), (before, 0));
}

#[test]
fn a_window_that_shows_another_game_is_refused_by_its_sign() {
    let calibrated = Calibrated::new("pyramid", true);
    let other = Calibrated::new("tripeaks", true);
    let mut shown = Calibrated::new("pyramid", true);
    shown.landmarks = calibrated.landmarks.clone();
    shown.landmarks.add_all(&other.landmarks);
    let mut window = window("tripeaks", 1, 1.0, 0, true);
    let reader = shown.reader("pyramid", Default::default());
    let manner = manner("pyramid");
    let mut player = player(&mut window, &reader, &manner);
    let limits = Limits::default();
    let stopped = player.play(game_of("pyramid"), &request(), &limits, false, &mut Nobody);
    let stopped = stopped.expect_err("another game").to_string();
    assert!(stopped.contains("shows TriPeaks, not Pyramid"), "{stopped}");
    assert_eq!(window.presses, 0);
}

#[test]
fn a_table_that_is_elsewhere_is_reported_with_a_picture_of_where_it_was_looked_for() {
    let calibrated = Calibrated::new("freecell", true);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("looked.png");
    let profile = profile("freecell");
    let reader =
        patience_screen::player::frame_reader::ProfileReader::new(profile, calibrated.deck.clone())
            .showing_where(file.clone());
    let nothing = patience_screen::Frame::filled(1440, 900, [10, 90, 60]);
    use patience_screen::player::FrameReader as _;
    let error = reader.read(&nothing).expect_err("no table").to_string();
    assert!(
        error.contains("the table is not where it should be"),
        "{error}"
    );
    assert!(file.exists(), "{error}");
}

mod slow {
    use super::{SCALES, are_closed, plays};

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn an_advert_may_come_at_any_press_around_the_question() {
        are_closed((20..=32).flat_map(|press| [(press, false), (press, true)]));
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn twenty_deals_of_pyramid_are_played_at_every_scale() {
        plays("pyramid", 1..=20, &SCALES, true);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn twenty_deals_of_tripeaks_are_played_at_every_scale() {
        plays("tripeaks", 1..=20, &SCALES, true);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn twenty_deals_of_freecell_are_played_at_every_scale() {
        plays("freecell", 1..=20, &SCALES, true);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn deals_of_klondike_are_played_at_every_scale() {
        plays("klondike", 1..=2, &SCALES, true);
    }

    #[test]
    #[ignore = "slow: ./test --all runs it"]
    fn deals_of_spider_are_played_at_every_scale() {
        plays("spider", 1..=2, &SCALES, true);
    }
}
