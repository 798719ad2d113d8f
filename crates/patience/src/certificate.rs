//! Certificates of impossibility, checked by the reference rules alone.

use std::io::{BufRead, Cursor, Read};

use patience_game::{Certificate, Error};

use crate::find_game;

/// The first line of every certificate; the second names the game.
const FIRST_LINE: &str = "patience certificate 1\n";
const GAME: &str = "game ";
/// No line of a head is longer.
const LONGEST_LINE: u64 = 4096;

/// Checks a certificate with the reference rules of its game and nothing else:
/// every position in it has all its successors in it, the start is in it, no won
/// position is.
///
/// ```
/// use patience::{Budget, Outcome, check_certificate, find_game};
/// let table = find_game("forecell")?.deal(1, &Default::default())?;
/// let mut proof = Vec::new();
/// let report = table.certify(&mut Budget::unlimited(), &mut proof)?;
/// assert!(matches!(report.outcome, Outcome::Impossible(_)));
/// assert_eq!(check_certificate(proof.as_slice())?.table.text(), table.text());
/// # Ok::<(), patience::Error>(())
/// ```
pub fn check_certificate(mut reader: impl BufRead) -> Result<Certificate, Error> {
    let mut head = String::new();
    for _ in 0..2 {
        let mut line = reader.by_ref().take(LONGEST_LINE);
        line.read_line(&mut head).map_err(|error| Error::NoProof {
            reason: format!("it cannot be read: {error}"),
        })?;
    }
    let name = head
        .strip_prefix(FIRST_LINE)
        .and_then(|rest| rest.strip_prefix(GAME));
    let Some(name) = name else {
        let first = FIRST_LINE.trim_end();
        return Err(Error::NoProof {
            reason: format!("it is no certificate: the first line is not `{first}`"),
        });
    };
    let game = find_game(name)?;
    game.check_certificate(&mut Cursor::new(head).chain(reader))
}
