//! Reading a table again, move by move, gives what a fresh look gives.

use patience_screen::calibrate;
use patience_screen::vision::{Reader, Rereader};

use crate::{FONTS, deal, learned, paint, profile};

#[test]
fn a_table_that_is_read_again_after_every_move_is_read_the_same() {
    let Some(font) = paint::font(FONTS[0]) else {
        return;
    };
    let profile = profile("microsoft-freecell");
    let deck = learned(&font, 1.0);
    let mut again: Option<Rereader> = None;
    let mut numbers = patience::SplitMix64::new(7);
    let mut table = deal(&profile, 2);
    for moves in 0..24 {
        let known = calibrate::known(&*table);
        let frame = paint::table(&profile, &known, &font, 1.0);
        let reader = Reader::new(&profile, &deck, &frame).expect("the table is found");
        let fresh = reader.read(&frame).expect("read");
        let again = again.get_or_insert_with(|| Rereader::new(reader));
        assert_eq!(again.read(&frame).expect("read"), fresh, "{moves} moves");
        let legal = table.legal_moves();
        let played = &legal[numbers.below(legal.len())];
        table = table.play(played).expect("a legal move").0;
    }
}
