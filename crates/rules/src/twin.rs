//! For tests: a game that is written twice must play the same way twice.
//!
//! A solver plays a packed game. A test gives it the trait [`Twin`], and
//! compares it with the rules: by perft, by games played in step, and by brute
//! force, which looks at every position that the rules can reach.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

use patience_core::numbering::SplitMix64;

use crate::Rules;
use crate::perft::perft;

/// A position of the packed game.
pub trait Twin: Sized {
    /// The rules that it must agree with.
    type Rules: Rules;

    /// Every legal move, in any order, with the position after it.
    fn moves(&self) -> Vec<(<Self::Rules as Rules>::Move, Self)>;

    /// The board is cleared.
    fn is_won(&self) -> bool;

    /// The number of sequences of exactly `depth` legal moves.
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves().into_iter();
        moves.map(|(_, after)| after.perft(depth - 1)).sum()
    }
}

/// A position of the rules.
type State<T> = <<T as Twin>::Rules as Rules>::State;

/// A move of the rules.
type Move<T> = <<T as Twin>::Rules as Rules>::Move;

/// Compares perft with a game's table: the number of a deal, then the counts for
/// depth 1, 2, .. in each line. Returns the number of lines.
///
/// # Panics
/// If they differ, or a line cannot be read.
pub fn check_perft_table<T: Twin>(
    rules: &T::Rules,
    table: &str,
    start: impl Fn(u64) -> State<T>,
    pack: impl Fn(&State<T>) -> T,
) -> usize {
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    rows.map(|line| {
        let numbers = line.split_whitespace().map(str::parse);
        let numbers: Vec<u64> = numbers.collect::<Result<_, _>>().expect("numbers");
        assert!(numbers.len() > 3, "{line}");
        let deal = start(numbers[0]);
        let twin = pack(&deal);
        for (depth, &count) in (1..).zip(&numbers[1..]) {
            assert_eq!(perft(rules, &deal, depth), count, "{line}");
            assert_eq!(twin.perft(depth), count, "{line}");
        }
    })
    .count()
}

/// Compares perft up to this depth.
///
/// # Panics
/// If it differs.
pub fn check_perft<T: Twin>(rules: &T::Rules, state: &State<T>, twin: &T, depth: u32) {
    for depth in 0..=depth {
        assert_eq!(
            twin.perft(depth),
            perft(rules, state, depth),
            "depth {depth}: {state:?}"
        );
    }
}

/// Plays a random game on both sides, to its end or for `most` moves, and
/// returns the last position of the rules. `weight` says how likely a move is,
/// compared with the others; `check` sees both positions before each move.
///
/// # Panics
/// If the two differ in their moves, or in whether the game is won.
pub fn play_in_step<T: Twin>(
    rules: &T::Rules,
    mut state: State<T>,
    mut twin: T,
    (seed, most): (u64, usize),
    weight: impl Fn(&Move<T>) -> usize,
    mut check: impl FnMut(&State<T>, &T),
) -> State<T> {
    let mut numbers = SplitMix64::new(seed);
    for _ in 0..most {
        check(&state, &twin);
        assert_eq!(rules.is_won(&state), twin.is_won(), "{state:?}");
        let legal = rules.legal_moves(&state);
        let mut packed = twin.moves();
        assert_same(&legal, packed.iter().map(|(move_, _)| move_));
        let weights: Vec<_> = packed.iter().map(|(move_, _)| weight(move_)).collect();
        let sum: usize = weights.iter().sum();
        if sum == 0 {
            break;
        }
        let mut left = numbers.below(sum);
        let pick = weights
            .iter()
            .position(|&weight| match left.checked_sub(weight) {
                Some(rest) => {
                    left = rest;
                    false
                }
                None => true,
            });
        let (move_, after) = packed.swap_remove(pick.expect("less than the sum"));
        state = rules.play(&state, &move_).expect("a legal move");
        twin = after;
    }
    state
}

/// The same moves, each once, in any order.
fn assert_same<'m, M: Eq + Hash + Debug + 'm>(legal: &[M], packed: impl Iterator<Item = &'m M>) {
    let packed: Vec<_> = packed.collect();
    assert_eq!(packed.len(), legal.len(), "{packed:?}, {legal:?}");
    let packed: HashSet<_> = packed.into_iter().collect();
    assert_eq!(packed, legal.iter().collect::<HashSet<_>>());
}

/// The fewest moves that win, by looking at every position that the rules can
/// reach; none if that cannot be done.
///
/// ```
/// use patience_rules::{Rules as _, template::Template, twin::fewest_moves};
/// let mut state = Template.deal(1);
/// state.columns.iter_mut().for_each(Vec::clear);
/// assert_eq!(fewest_moves(&Template, &state), Some(0));
/// ```
pub fn fewest_moves<R: Rules>(rules: &R, start: &R::State) -> Option<usize> {
    let mut seen = HashSet::from([start.clone()]);
    let mut layer = vec![start.clone()];
    let mut moves = 0;
    while !layer.is_empty() {
        if layer.iter().any(|state| rules.is_won(state)) {
            return Some(moves);
        }
        let mut next = Vec::new();
        for state in &layer {
            for move_ in rules.legal_moves(state) {
                let after = rules.play(state, &move_).expect("a legal move");
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
        }
        layer = next;
        moves += 1;
    }
    None
}
