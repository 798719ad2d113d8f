//! The score: streaks and peaks.

use super::{CARDS, PEAKS, State};

/// Points for the first card of a streak.
pub const FIRST_POINTS: u32 = 100;

/// How much more each card of a streak earns than the previous one.
pub const STREAK_POINTS: u32 = 200;

/// Points for the first, the second and the third peak that goes.
pub const PEAK_BONUS: [u32; PEAKS] = [500, 1_000, 5_000];

/// The most points that a game can have: all 28 cards in one streak.
pub const MOST_POINTS: u32 = 84_900;

/// Points for a card that is played when `streak` cards were played since the
/// last draw.
pub const fn card_points(streak: u8) -> u32 {
    FIRST_POINTS + STREAK_POINTS * streak as u32
}

/// The total bonus for a number of peaks that are gone.
///
/// ```
/// use patience_tripeaks::rules::bonus_for_peaks;
/// assert_eq!([0, 1, 2, 3].map(bonus_for_peaks), [0, 500, 1_500, 6_500]);
/// ```
pub fn bonus_for_peaks(gone: usize) -> u32 {
    PEAK_BONUS[..gone].iter().sum()
}

/// How many tableau cards of each rank are gone, Aces first, as far as it is
/// known which cards they were.
pub fn gone_by_rank(state: &State) -> [u8; 13] {
    let mut gone = [0; 13];
    for slot in 0..CARDS {
        if let (true, Some(card)) = (state.tableau[slot].is_gone(), state.tableau[slot].face()) {
            gone[usize::from(card.rank().value() - 1)] += 1;
        }
    }
    gone
}
