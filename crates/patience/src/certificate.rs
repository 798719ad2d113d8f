//! Certificates of impossibility, checked by the reference rules alone.

use std::io::BufRead;

use patience_rules::Rules as _;
use patience_rules::freecell::certificate;

use crate::{Error, Table, Variation, find_game};

/// What a certificate proves: this table can not be cleared.
#[derive(Debug)]
#[non_exhaustive]
pub struct Certificate {
    /// The table that can not be cleared.
    pub table: Box<dyn Table>,
    /// How many positions were checked.
    pub positions: u64,
}

/// Checks a certificate with the reference rules and nothing else: every
/// position in it has all its successors in it, the start is in it, no won
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
pub fn check_certificate(reader: impl BufRead) -> Result<Certificate, Error> {
    let verdict =
        certificate::check(reader).map_err(|refusal| Error::NoProof(refusal.to_string()))?;
    let variation = Variation {
        cells: Some(verdict.rules.cells),
        columns: Some(verdict.rules.columns),
    };
    let text = verdict.rules.write_state(&verdict.start);
    Ok(Certificate {
        table: find_game(verdict.rules.name)?.read(&text, &variation)?,
        positions: verdict.positions,
    })
}
