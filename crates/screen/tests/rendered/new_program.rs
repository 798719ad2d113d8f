//! A program that no profile knows: drawn tables, described from one picture and
//! the answers of a player.

mod needs_fonts {
    use patience::find_game;
    use patience::gesture::Action;
    use patience_screen::calibrate::{self, KnownPile};
    use patience_screen::discover::{self, NewProfile, Program, Topic};
    use patience_screen::vision::Face;
    use patience_screen::{Frame, Profile};

    use crate::paint::{self, font};
    use crate::scripted::Script;
    use crate::{profile, read};

    const FONT: &str = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf";

    fn shown(drawn: &Profile, number: u64) -> Vec<KnownPile> {
        let game = find_game("freecell").expect("a game");
        let table = game.deal(number, &Default::default()).expect("a deal");
        calibrate::known_in(drawn, &*table)
    }

    fn draw(drawn: &Profile, number: u64, scale: f32) -> Frame {
        paint::table(drawn, &shown(drawn, number), &font(FONT), scale)
    }

    fn learn(frame: &Frame, title: &str, script: &mut Script<'_>) -> NewProfile {
        let game = find_game("freecell").expect("a game");
        let program = Program::titled("new", title);
        let learned = discover::learn(frame, game, &Default::default(), &program, script);
        learned.unwrap_or_else(|failure| panic!("{}", failure.error))
    }

    #[test]
    #[ignore = "needs fonts of Debian"]
    fn a_drawn_freecell_is_described_and_read_in_windows_of_other_sizes() {
        let drawn = profile("microsoft-freecell");
        let mut script = Script::new(shown(&drawn, 1));
        let new = learn(&draw(&drawn, 1, 1.0), "Some FreeCell", &mut script);
        assert!(new.questions <= 10, "{:?}", script.asked);
        assert_eq!(new.reading.doubtful(), 0);
        for (number, scale) in [(2, 1.0), (3, 1.0), (4, 0.67), (5, 1.5), (6, 1.0)] {
            let frame = draw(&drawn, number, scale);
            let reading = read(&new.profile, &new.deck, &frame);
            let known = shown(&drawn, number);
            assert_eq!(calibrate::differences(&reading, &known), [""; 0]);
            assert_eq!(reading.cards().count(), 52, "deal {number}, {scale}");
        }
    }

    #[test]
    #[ignore = "needs fonts of Debian"]
    fn a_deal_number_in_the_title_answers_all_questions_about_cards() {
        let drawn = profile("microsoft-freecell");
        let mut script = Script::new(Vec::new());
        let new = learn(&draw(&drawn, 617, 1.0), "Table 3, deal 617", &mut script);
        assert_eq!(new.known, shown(&drawn, 617)[8..]);
        let of_cards = [Topic::Ranks, Topic::Suits, Topic::Cards];
        assert!(script.asked.iter().all(|topic| !of_cards.contains(topic)));
        let number = new.profile.signs.deal_in_title.as_deref();
        assert_eq!(number, Some(r"^Table \d+, deal (\d+)$"));
    }

    #[test]
    #[ignore = "needs fonts of Debian"]
    fn a_deal_of_which_a_card_was_played_is_refused_also_with_its_number() {
        let drawn = profile("microsoft-freecell");
        let mut piles = shown(&drawn, 617);
        let column = piles.iter_mut().rfind(|pile| !pile.cards.is_empty());
        column.expect("a column").cards.pop();
        let frame = paint::table(&drawn, &piles, &font(FONT), 1.0);
        let game = find_game("freecell").expect("a game");
        let program = Program::titled("new", "Table 3, deal 617");
        let mut script = Script::new(Vec::new());
        let learned = discover::learn(&frame, game, &Default::default(), &program, &mut script);
        let failure = learned.expect_err("it is no fresh deal");
        assert!(failure.error.to_string().contains("freshly dealt"));
        assert_ne!(failure.picture, frame, "it shows the columns");
        assert_eq!(script.asked, []);
    }

    /// Draws a table.
    type Paint = fn(&Profile, &[KnownPile], &ab_glyph::FontArc) -> Frame;

    /// A deal of TriPeaks whose covered cards lie face down: as it is dealt, then after
    /// each draw.
    fn drawn_through(drawn: &Profile, number: u64, paint: Paint) -> Vec<(Vec<KnownPile>, Frame)> {
        let game = find_game("tripeaks").expect("a game");
        let mut table = game.deal(number, &Default::default()).expect("a deal");
        let font = font(FONT);
        let mut looks = Vec::new();
        loop {
            let known = calibrate::known(&*table);
            let frame = paint(drawn, &known, &font);
            looks.push((known, frame));
            let gestures = table.gestures();
            let draw = gestures.iter().find(|it| it.action == Action::Draw);
            let Some(draw) = draw else { return looks };
            let (next, _) = table.play(&draw.move_).expect("a draw");
            table = next;
        }
    }

    #[test]
    #[ignore = "needs fonts of Debian"]
    fn a_drawn_tripeaks_is_described_by_its_stock_and_read() {
        describe_and_read_tripeaks(|drawn, known, font| paint::table(drawn, known, font, 1.0));
    }

    /// As on our own page.
    #[test]
    #[ignore = "needs fonts of Debian"]
    fn signs_that_follow_the_rank_are_found_beside_a_ten_as_well() {
        let new = describe_and_read_tripeaks(paint::table_in_line);
        assert!(new.profile.look.suit_reach > 0.05, "{}", new.text);
    }

    fn describe_and_read_tripeaks(paint: Paint) -> NewProfile {
        let drawn = profile("microsoft-tripeaks");
        let looks = drawn_through(&drawn, 1, paint).into_iter();
        let (known, frames): (Vec<_>, Vec<_>) = looks.unzip();
        let game = find_game("tripeaks").expect("a game");
        let mut script = Script::naming(|shown| {
            let pile = known[shown.draws].iter().find(|it| it.pile == shown.pile);
            match pile.expect("a pile").cards.last() {
                Some(Face::Up(card)) => card.clone(),
                other => panic!("{}: {other:?}", shown.pile),
            }
        });
        let place = discover::find(&frames[0], game, &Default::default(), &mut script);
        let place = place.unwrap_or_else(|failure| panic!("{}", failure.error));
        let program = Program::titled("new", "Some TriPeaks");
        let settings = Default::default();
        let learned = discover::learn_from(place, &frames, game, &settings, &program, &mut script);
        let new = script.described(learned);
        assert_eq!(new.deck.missing(), [""; 0]);
        for number in 2..=4 {
            let table = game.deal(number, &Default::default()).expect("a deal");
            let known = calibrate::known(&*table);
            let frame = paint(&drawn, &known, &font(FONT));
            let reading = read(&new.profile, &new.deck, &frame);
            assert_eq!(calibrate::differences(&reading, &known), [""; 0]);
            // The bottom row, 18 backs, the stock and the waste.
            assert_eq!(reading.cards().count(), 30);
            assert_eq!(reading.doubtful(), 0);
        }
        new
    }

    /// Six columns of six cards, nine ranks, no suits.
    const CLUJ: &str = r#"
        name = "drawn"
        game = "cluj"
        about = "Drawn"
        deck = "drawn"
        [window]
        title = "Drawn"
        [layout]
        find = "fit"
        size = [960, 800]
        card = [110, 154]
        [[pile]]
        name = "column {}"
        first = "0"
        count = 6
        role = "column"
        at = [80, 90]
        next = [138, 0]
        step = [0, 40]
        [look]
        rank = [0.02, 0.02, 0.27, 0.18]
    "#;

    #[test]
    #[ignore = "needs fonts of Debian"]
    fn a_deck_without_suits_is_described_by_its_ranks() {
        let drawn = Profile::parse(CLUJ, "drawn").expect("a profile");
        let game = find_game("cluj").expect("a game");
        let shown = |number: u64| {
            let table = game.deal(number, &Default::default()).expect("a deal");
            calibrate::known_in(&drawn, &*table)
        };
        let draw = |number: u64| paint::table_of_ranks(&drawn, &shown(number), &font(FONT));
        let mut script = Script::new(shown(1));
        let program = Program::titled("new", "Some Cluj");
        let learned = discover::learn(&draw(1), game, &Default::default(), &program, &mut script);
        let new = script.described(learned);
        assert!(!script.asked.contains(&Topic::Suits), "{:?}", script.asked);
        assert!(new.unsure.iter().any(|it| it.contains("cheated")));
        for number in 2..=6 {
            let reading = read(&new.profile, &new.deck, &draw(number));
            assert_eq!(calibrate::differences(&reading, &shown(number)), [""; 0]);
            assert_eq!((reading.cards().count(), reading.doubtful()), (36, 0));
        }
    }

    #[test]
    #[ignore = "needs fonts of Debian"]
    fn what_is_no_table_is_refused_with_a_picture() {
        let frame = Frame::filled(800, 600, [0, 90, 0]);
        let game = find_game("freecell").expect("a game");
        let program = Program::titled("new", "Some FreeCell");
        let mut script = Script::new(Vec::new());
        let learned = discover::learn(&frame, game, &Default::default(), &program, &mut script);
        let failure = learned.expect_err("there is nothing to see");
        assert!(failure.error.to_string().contains("no row of 8 columns"));
        assert_eq!((failure.picture.width, failure.picture.height), (800, 600));
        assert_ne!(failure.picture, frame, "it shows where was looked");
    }
}
