//! FreeCell on our own page as if no profile knew it: described from one picture
//! and the answers of a player, then read and played.

use patience::{Mode, Request};
use patience_screen::discover::{self, Program};
use patience_screen::player::FrameReader as _;
use patience_screen::player::frame_reader::ProfileReader;
use patience_screen::{Profile, calibrate};

use super::{Browser, deal, won};
use crate::scripted::Script;

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it; needs Chromium and the page"]
    fn a_freecell_that_no_profile_knows_is_described_read_and_won() {
        let mut browser = Browser::new();
        let mut page = browser.open("freecell", 1);
        let frame = page.at_rest();
        let table = deal("freecell", 1);
        let mut script = Script::new(calibrate::known(&*table));
        script.homes = "c d h s";
        script.new_game = "none";
        let described = Program::titled("new", "FreeCell");
        let game = page.profile.game().expect("a game");
        let learned = discover::learn(&frame, game, &Default::default(), &described, &mut script);
        let new = learned.unwrap_or_else(|failure| panic!("{}", failure.error));
        eprintln!("{:?}; unsure: {:?}", script.asked, new.unsure);
        assert!(new.questions <= 10, "{:?}", script.asked);
        page.close();
        for number in 2..=6 {
            let mut page = browser.open("freecell", number);
            let frame = page.at_rest();
            let reader = ProfileReader::new(new.profile.clone(), new.deck.clone());
            let reading = reader.read(&frame).expect("read");
            let known = calibrate::known(&*deal("freecell", number));
            assert_eq!(calibrate::differences(&reading, &known), [""; 0]);
            assert_eq!(reading.cards().count(), 52);
            page.close();
        }
        for number in [617, 164] {
            let mut page = browser.open("freecell", number);
            page.profile = Profile::clone(&new.profile);
            won(page.play(&new.deck, &Request::default().with_mode(Mode::Fast)));
            page.close();
        }
        assert_eq!(browser.statistic("\"won\":"), Some(2));
    }
}
