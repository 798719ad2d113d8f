//! A program that no profile knows: drawn tables, described from one picture and
//! the answers of a player.

mod needs_fonts {
    use patience::find_game;
    use patience_screen::calibrate::{self, KnownPile};
    use patience_screen::discover::{self, NewProfile, Program, Topic};
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

    fn learn(frame: &Frame, title: &str, script: &mut Script) -> NewProfile {
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
        assert_eq!(script.asked, []);
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
    }
}
