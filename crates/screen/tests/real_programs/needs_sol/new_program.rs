//! FreeCell as if no profile knew AisleRiot: described from one picture and the
//! answers of a player, then read and played.

use std::time::Duration;

use patience::Mode;
use patience_screen::discover::{self, Program};
use patience_screen::player::Ended;
use patience_screen::player::frame_reader::ProfileReader;

use super::Aisleriot;
use crate::art::Art;
use crate::desk::Desk;
use crate::scripted::Script;

mod slow {
    use super::*;

    #[test]
    #[ignore = "slow: ./test --all runs it; needs AisleRiot"]
    fn a_freecell_that_no_profile_knows_is_described_read_and_won() {
        let mut desk = Desk::new();
        let mut program = Aisleriot::start(&mut desk, "freecell");
        let frame = program.at_rest();
        let known = Art::new(&frame, &program.profile).known(&frame, &program.profile);
        let game = program.profile.game().expect("a game");
        let mut script = Script::new(known);
        // The name that the program itself counts its wins under.
        let described = Program::titled("aisleriot-freecell", "Freecell");
        let learned = discover::learn(&frame, game, &Default::default(), &described, &mut script);
        let new = learned.unwrap_or_else(|failure| panic!("{}", failure.error));
        eprintln!("{:?}; unsure: {:?}", script.asked, new.unsure);
        assert!(new.questions <= 10, "{:?}", script.asked);
        program.profile = new.profile;
        let reader = ProfileReader::new(program.profile.clone(), new.deck);
        for _ in 0..5 {
            program.deal_next(&reader);
            program.assert_read(&reader);
        }
        for deal in 1..=2 {
            program.deal_next(&reader);
            let ended = program.play(&reader, Mode::Fast);
            assert!(matches!(ended, Ended::Won { .. }), "deal {deal}: {ended:?}");
            assert!(
                program.has_dialog(Duration::from_secs(10)),
                "the program does not say that deal {deal} is won"
            );
        }
        assert_eq!(program.own_count_of_wins(), 2);
    }
}
