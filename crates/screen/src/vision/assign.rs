//! Every card is used once: the best way to give cards to places.
//!
//! The Hungarian method with potentials, rows one after the other; at most 52
//! rows and columns, so that its cube is a hundred thousand steps.

/// For every row the column it gets, no column twice, with the greatest sum of
/// scores. There must be at least as many columns as rows.
pub(crate) fn assign(scores: &[Vec<f32>]) -> Vec<usize> {
    let rows = scores.len();
    let columns = scores.first().map_or(0, Vec::len);
    if rows == 0 || columns < rows {
        return Vec::new();
    }
    // Column 0 and row 0 stand for "not yet"; costs are negative scores.
    let mut row_price = vec![0.0_f32; rows + 1];
    let mut column_price = vec![0.0_f32; columns + 1];
    let mut row_of = vec![0_usize; columns + 1];
    for row in 1..=rows {
        row_of[0] = row;
        let mut least = vec![f32::INFINITY; columns + 1];
        let mut before = vec![0_usize; columns + 1];
        let mut is_done = vec![false; columns + 1];
        let mut at = 0;
        // 1. Grow the tree of tight pairs until a free column is in it.
        while row_of[at] != 0 {
            is_done[at] = true;
            let current = row_of[at];
            let (mut next, mut step) = (0, f32::INFINITY);
            for column in 1..=columns {
                if is_done[column] {
                    continue;
                }
                let cost = -scores[current - 1][column - 1];
                let reduced = cost - row_price[current] - column_price[column];
                if reduced < least[column] {
                    least[column] = reduced;
                    before[column] = at;
                }
                if least[column] < step {
                    step = least[column];
                    next = column;
                }
            }
            for column in 0..=columns {
                if is_done[column] {
                    row_price[row_of[column]] += step;
                    column_price[column] -= step;
                } else {
                    least[column] -= step;
                }
            }
            at = next;
        }
        // 2. Reverse the path to it.
        while at != 0 {
            row_of[at] = row_of[before[at]];
            at = before[at];
        }
    }
    let mut given = vec![0; rows];
    for (column, row) in row_of.iter().enumerate().skip(1) {
        if *row > 0 {
            given[row - 1] = column - 1;
        }
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_sum_wins_over_the_best_single_pair() {
        let scores = vec![vec![0.9, 0.8, 0.0], vec![0.9, 0.1, 0.0]];
        assert_eq!(assign(&scores), [1, 0]);
    }

    #[test]
    fn it_finds_what_trying_all_ways_finds() {
        let mut numbers = patience::SplitMix64::new(7);
        for _ in 0..200 {
            let scores: Vec<Vec<f32>> = (0..4)
                .map(|_| {
                    (0..5)
                        .map(|_| numbers.below(1000) as f32 / 1000.0)
                        .collect()
                })
                .collect();
            let sum = |given: &[usize]| -> f32 {
                given
                    .iter()
                    .zip(&scores)
                    .map(|(column, row)| row[*column])
                    .sum()
            };
            let mut best = 0.0_f32;
            for code in 0..5_usize.pow(4) {
                let given: Vec<_> = (0..4).map(|row| code / 5_usize.pow(row) % 5).collect();
                let is_once = (1..4).all(|at| !given[..at].contains(&given[at]));
                if is_once {
                    best = best.max(sum(&given));
                }
            }
            assert!((sum(&assign(&scores)) - best).abs() < 1e-4);
        }
    }

    #[test]
    fn nothing_to_give_is_no_trouble() {
        assert!(assign(&[]).is_empty());
        assert!(assign(&[vec![], vec![]]).is_empty());
    }
}
