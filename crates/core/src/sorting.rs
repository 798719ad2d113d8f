//! Sorting of short lists.
//!
//! The sort of the standard library is made for long lists. Each type and each
//! key that it is used with adds about 6 kB of machine code, and 30 such uses
//! were a tenth of the page's WebAssembly. The lists here are the moves of a
//! position or the columns of a table: an insertion sort has a fiftieth of the
//! code and is as fast on them.

use std::cmp::Ordering;

/// Sorts a list of at most some hundred items. Equal ones keep their order.
pub fn sort_short_by<T>(list: &mut [T], mut compare: impl FnMut(&T, &T) -> Ordering) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && compare(&list[at - 1], &list[at]).is_gt() {
            list.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// The same, by a key that is cheap to make.
pub fn sort_short_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_short_by(list, |one, other| key(one).cmp(&key(other)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbering::SplitMix64;

    #[test]
    fn short_lists_are_sorted_as_the_standard_library_does_it() {
        let mut numbers = SplitMix64::new(1);
        for length in 0..100 {
            let list: Vec<_> = (0..length).map(|at| (numbers.below(10), at)).collect();
            let (mut ours, mut theirs) = (list.clone(), list);
            // Equal keys keep their order.
            sort_short_by_key(&mut ours, |(key, _)| *key);
            theirs.sort_by_key(|(key, _)| *key);
            assert_eq!(ours, theirs);
        }
    }
}
