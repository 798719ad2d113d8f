//! Text whose lines may begin with a label, such as `Waste: 3s 9c`: what the
//! positions of Pyramid and TriPeaks share.

use patience_core::{CardToken, scan_cards};

/// Labels as they are written, in small letters, and what each begins.
pub type Labels<P> = [(&'static str, P)];

/// Whether a line of the text begins with one of the labels.
pub fn has_labels<P: Copy>(text: &str, labels: &Labels<P>) -> bool {
    text.lines().any(|line| label_of(line, labels).is_some())
}

/// Hands out the words of a text, each with the part that it belongs to: that
/// of the last label before it, or `first`.
pub fn sort_words<'a, P: Copy>(
    text: &'a str,
    labels: &Labels<P>,
    first: P,
    mut put: impl FnMut(P, CardToken<'a>),
) {
    let mut part = first;
    let mut tokens = scan_cards(text).peekable();
    for (index, line) in text.lines().enumerate() {
        let label = label_of(line, labels);
        let label_columns = label.map_or(0, |(_, bytes)| line[..bytes].chars().count());
        if let Some((next, _)) = label {
            part = next;
        }
        while let Some(token) = tokens.next_if(|token| token.place.line == index + 1) {
            if token.place.column > label_columns {
                put(part, token);
            }
        }
    }
}

/// The label at the start of a line, and how many bytes it takes.
fn label_of<P: Copy>(line: &str, labels: &Labels<P>) -> Option<(P, usize)> {
    let colon = line.find(':')?;
    let word = line[..colon].trim().to_ascii_lowercase();
    let (_, part) = labels.iter().find(|(label, _)| *label == word)?;
    Some((*part, colon + 1))
}
