//! Sorting with little code.
//!
//! The sort of the standard library is made for long lists. Each type and each
//! key that it is used with adds about 6 kB of machine code, and 30 such uses
//! were a tenth of the page's WebAssembly. The lists here are the moves of a
//! position or the columns of a table: an insertion sort has a fiftieth of the
//! code and is as fast on them. For long lists off the hot paths there is a heap
//! sort.

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

/// Sorts a list of any length, where it need not be the fastest sort. Items with
/// equal keys may change places.
pub fn sort_long_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    let sink = |list: &mut [T], mut at: usize| {
        loop {
            let mut child = 2 * at + 1;
            if child >= list.len() {
                break;
            }
            if child + 1 < list.len() && key(&list[child]) < key(&list[child + 1]) {
                child += 1;
            }
            if key(&list[at]) >= key(&list[child]) {
                break;
            }
            list.swap(at, child);
            at = child;
        }
    };
    // 1. The largest of each part of the heap is at its top.
    for at in (0..list.len() / 2).rev() {
        sink(list, at);
    }
    // 2. The largest of the rest goes behind it.
    for end in (1..list.len()).rev() {
        list.swap(0, end);
        sink(&mut list[..end], 0);
    }
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

    #[test]
    fn long_lists_are_sorted_as_the_standard_library_does_it() {
        let mut numbers = SplitMix64::new(1);
        for length in (0..40).chain([1000, 1001]) {
            let mut ours: Vec<_> = (0..length).map(|_| numbers.below(300)).collect();
            let mut theirs = ours.clone();
            sort_long_by_key(&mut ours, |number| *number);
            theirs.sort_unstable();
            assert_eq!(ours, theirs);
        }
    }
}
