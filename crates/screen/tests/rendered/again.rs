//! Reading a table again, move by move, gives what a fresh look gives.

use patience::{Budget, Mode, Request};
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
    let mut table = deal(&profile, 2);
    let request = Request {
        mode: Mode::Fast,
        ..Request::default()
    };
    let report = table.solve(&request, &mut Budget::unlimited());
    let report = report.expect("solved");
    let line = report.outcome.solution().expect("a solution");
    let mut again: Option<Rereader> = None;
    for played in line.moves.iter().take(30) {
        let known = calibrate::known(&*table);
        let frame = paint::table(&profile, &known, &font, 1.0);
        let reader = Reader::new(&profile, &deck, &frame).expect("the table is found");
        let fresh = reader.read(&frame).expect("read");
        let again = again.get_or_insert_with(|| Rereader::new(reader));
        assert_eq!(again.read(&frame).expect("read"), fresh, "before {played}");
        table = table.play(played).expect("a legal move").0;
    }
}
