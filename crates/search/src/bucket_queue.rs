//! A queue for small whole-number priorities: one stack for each.
//!
//! The smallest priority comes first; within it the last one in is the first
//! one out, which dives towards a goal among equals and keeps caches warm.

/// A queue that gives out the smallest priority first.
///
/// ```
/// use patience_search::BucketQueue;
/// let mut queue = BucketQueue::new();
/// queue.push(3, 'c');
/// queue.push(1, 'a');
/// queue.push(1, 'b');
/// assert_eq!(queue.pop(), Some((1, 'b')));
/// assert_eq!(queue.pop(), Some((1, 'a')));
/// assert_eq!(queue.pop(), Some((3, 'c')));
/// assert_eq!(queue.pop(), None);
/// ```
#[derive(Clone, Debug)]
pub struct BucketQueue<T> {
    buckets: Vec<Vec<T>>,
    /// No bucket below this one holds anything.
    first: usize,
    len: usize,
}

impl<T> Default for BucketQueue<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> BucketQueue<T> {
    /// An empty queue.
    pub const fn new() -> Self {
        Self {
            buckets: Vec::new(),
            first: 0,
            len: 0,
        }
    }

    /// Adds an item.
    #[inline]
    pub fn push(&mut self, priority: u32, item: T) {
        let index = priority as usize;
        if index >= self.buckets.len() {
            self.buckets.resize_with(index + 1, Vec::new);
        }
        self.buckets[index].push(item);
        self.first = self.first.min(index);
        self.len += 1;
    }

    /// Takes the item with the smallest priority that came in last.
    #[inline]
    pub fn pop(&mut self) -> Option<(u32, T)> {
        while let Some(bucket) = self.buckets.get_mut(self.first) {
            if let Some(item) = bucket.pop() {
                self.len -= 1;
                return Some((self.first as u32, item));
            }
            self.first += 1;
        }
        None
    }

    /// The smallest priority of those that wait.
    ///
    /// ```
    /// use patience_search::BucketQueue;
    /// let mut queue = BucketQueue::new();
    /// assert_eq!(queue.first(), None);
    /// queue.push(7, 'a');
    /// assert_eq!(queue.first(), Some(7));
    /// ```
    #[inline]
    pub fn first(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get(self.first) {
            if !bucket.is_empty() {
                return Some(self.first as u32);
            }
            self.first += 1;
        }
        None
    }

    /// Takes every second item, with its priority: for somebody else, who then has
    /// as good ones.
    ///
    /// ```
    /// use patience_search::BucketQueue;
    /// let mut queue = BucketQueue::new();
    /// for priority in [3, 1, 4, 1, 5] {
    ///     queue.push(priority, ());
    /// }
    /// assert_eq!(queue.take_half(), [(1, ()), (4, ())]);
    /// assert_eq!(queue.len(), 3);
    /// ```
    pub fn take_half(&mut self) -> Vec<(u32, T)> {
        let mut taken = Vec::with_capacity(self.len / 2);
        let mut is_taken = false;
        for (priority, bucket) in (0..).zip(&mut self.buckets) {
            for item in std::mem::take(bucket) {
                if is_taken {
                    taken.push((priority, item));
                } else {
                    bucket.push(item);
                }
                is_taken = !is_taken;
            }
        }
        self.len -= taken.len();
        taken
    }

    /// How many items wait.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Nothing waits.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Empties the queue and keeps its memory for the next search.
    pub fn clear(&mut self) {
        self.buckets.iter_mut().for_each(Vec::clear);
        self.first = 0;
        self.len = 0;
    }

    /// Bytes of the buckets.
    pub fn bytes(&self) -> u64 {
        let slots: usize = self.buckets.iter().map(Vec::capacity).sum();
        (slots * size_of::<T>() + self.buckets.capacity() * size_of::<Vec<T>>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smaller_priority_may_come_late() {
        let mut queue = BucketQueue::new();
        queue.push(5, 'x');
        assert_eq!(queue.pop(), Some((5, 'x')));
        queue.push(2, 'y');
        queue.push(9, 'z');
        assert_eq!(queue.len(), 2);
        assert_eq!(queue.pop(), Some((2, 'y')));
        queue.clear();
        assert!(queue.is_empty());
        assert_eq!(queue.pop(), None);
    }
}
