//! Order numbers: the ops of a block have increasing numbers, so that one comparison decides which of two ops comes first.
//!
//! An op that is put between two others gets a number between theirs. Where none is left, the numbers around it are spread
//! evenly, in the smallest aligned window of numbers that is not too full (Bender, Cole, Demaine, Farach-Colton and Zito, "Two
//! simplified algorithms for maintaining order in a list", 2002):
//!
//! ```text
//! numbers      … 16 17 18 19 | 32 48 …       x goes between 17 and 18
//! window 16..32: 5 of 16, is allowed        → 17 20 23 26 29 | 32 48 …
//! ```
//! A window of `2^k` numbers may hold `(2 / CROWD)^k` ops: larger windows may be fuller by count, but not by share. What is
//! spread once is far from full, so that `n` insertions at any places change `O(n log n)` numbers in all. Spreading the
//! whole block each time, as is simplest, costs `O(n²)` where a pass inserts at one place of a long block.

/// Distance between the numbers of ops that are appended.
pub(super) const ORDER_STRIDE: u32 = 16;

/// How much less full than the next smaller window a window has to be. Closer to 1 leaves room for more ops, which get
/// smaller gaps: with 1.25, 3.4 million ops in 32 bits before all of them are spread at once.
const CROWD: f64 = 1.25;

/// A list whose items have numbers.
pub(super) trait Numbered {
    /// An item of the list.
    type Item: Copy + PartialEq;
    /// The item before.
    fn prev(&self, item: Self::Item) -> Option<Self::Item>;
    /// The item after.
    fn next(&self, item: Self::Item) -> Option<Self::Item>;
    /// Its number.
    fn number(&self, item: Self::Item) -> u32;
    /// Changes its number.
    fn set_number(&mut self, item: Self::Item, number: u32);

    /// The number of an item that was linked between its neighbours, and has none yet.
    fn insert_number(&mut self, item: Self::Item) {
        let lo = self.prev(item).map_or(0, |p| self.number(p));
        let number = match self.next(item) {
            // Closer to the previous one, as several items are mostly inserted in order.
            Some(n) => lo + self.number(n).saturating_sub(lo).div_ceil(8),
            None => lo.saturating_add(ORDER_STRIDE),
        };
        self.set_number(item, number);
        let full = self.next(item).is_some_and(|n| number >= self.number(n));
        if full || number == u32::MAX {
            // The numbers may be equal now, but must not decrease.
            let hi = self.next(item).map_or(u32::MAX, |n| self.number(n));
            self.set_number(item, number.min(hi));
            self.spread_around(item);
        }
    }

    /// Restores increasing numbers around an item whose number may equal that of a neighbour.
    fn spread_around(&mut self, item: Self::Item) {
        let number = self.number(item);
        let (mut first, mut last, mut count, mut most) = (item, item, 1u64, 1f64);
        for bits in 1..=32 {
            let width = 1u64 << bits;
            let base = u64::from(number) & !(width - 1);
            let inside = |n: u32| (base..base + width).contains(&u64::from(n));
            while let Some(p) = self.prev(first).filter(|&p| inside(self.number(p))) {
                (first, count) = (p, count + 1);
            }
            while let Some(n) = self.next(last).filter(|&n| inside(self.number(n))) {
                (last, count) = (n, count + 1);
            }
            most *= 2.0 / CROWD;
            let stride = width / count;
            if stride >= 2 && count as f64 <= most {
                return self.spread(first, last, base + stride / 2, stride);
            }
        }
        // Renumbers all items; the upper half of the numbers is left for appended ones. An arena cannot hold 2^30 ops.
        self.spread(first, last, 1, ((1u64 << 31) / count).max(1));
    }

    /// Numbers the items from `first` to `last`.
    fn spread(&mut self, first: Self::Item, last: Self::Item, start: u64, stride: u64) {
        let (mut item, mut number) = (first, start);
        loop {
            self.set_number(item, number as u32);
            match self.next(item) {
                Some(next) if item != last => (item, number) = (next, number + stride),
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A linked list of numbered items that counts how often numbers change.
    #[derive(Default)]
    struct List {
        links: Vec<(Option<usize>, Option<usize>)>,
        numbers: Vec<u32>,
        first: Option<usize>,
        last: Option<usize>,
        changes: u64,
    }

    impl Numbered for List {
        type Item = usize;
        fn prev(&self, item: usize) -> Option<usize> {
            self.links[item].0
        }
        fn next(&self, item: usize) -> Option<usize> {
            self.links[item].1
        }
        fn number(&self, item: usize) -> u32 {
            self.numbers[item]
        }
        fn set_number(&mut self, item: usize, number: u32) {
            self.changes += 1;
            self.numbers[item] = number;
        }
    }

    impl List {
        fn insert(&mut self, before: Option<usize>) -> usize {
            let new = self.links.len();
            let prev = before.map_or(self.last, |b| self.links[b].0);
            self.links.push((prev, before));
            self.numbers.push(0);
            match prev {
                Some(p) => self.links[p].1 = Some(new),
                None => self.first = Some(new),
            }
            match before {
                Some(n) => self.links[n].0 = Some(new),
                None => self.last = Some(new),
            }
            self.insert_number(new);
            new
        }
        fn appended(n: usize) -> Self {
            let mut list = Self::default();
            (0..n).for_each(|_| _ = list.insert(None));
            list
        }
        /// The numbers increase; returns how many items there are.
        fn check(&self) -> usize {
            let (mut count, mut at, mut before) = (0, self.first, 0);
            while let Some(item) = at {
                assert!(self.numbers[item] > before, "item {count}: {} after {before}", self.numbers[item]);
                (count, at, before) = (count + 1, self.links[item].1, self.numbers[item]);
            }
            count
        }
        /// A bound of changed numbers: a small constant times `n log n`.
        fn check_cost(&self) {
            let n = self.links.len() as f64;
            assert!((self.changes as f64) < 8.0 * n * n.log2(), "{} changes for {n} items", self.changes);
        }
    }

    /// Numbers below `n` that look random.
    fn below(state: &mut u64, n: usize) -> usize {
        *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (*state >> 33) as usize % n
    }

    #[test]
    fn numbers_increase_after_each_of_any_insertions() {
        for seed in 0..40 {
            let mut state = seed;
            let mut list = List::appended(below(&mut state, 20));
            for n in list.links.len()..200 {
                // One place again and again, its front, or any.
                let before = match (n, seed % 4) {
                    (0, _) | (_, 0) => None,
                    (_, 1) => Some(0),
                    (_, 2) => list.first,
                    _ => Some(below(&mut state, n)),
                };
                list.insert(before);
                assert_eq!(list.check(), n + 1);
            }
        }
    }

    #[test]
    fn insertions_at_one_place_of_a_long_list_cost_little() {
        const LONG: usize = 100_000;
        // In order before one item; each before the last; at any of two places; appended.
        for pattern in 0..4 {
            let mut list = List::appended(LONG);
            let (mut state, mut before) = (7, LONG / 2);
            for _ in 0..LONG {
                match pattern {
                    0 => _ = list.insert(Some(before)),
                    1 => before = list.insert(Some(before)),
                    2 => _ = list.insert(Some(LONG / 3 * (1 + below(&mut state, 2)))),
                    _ => _ = list.insert(None),
                }
            }
            assert_eq!(list.check(), 2 * LONG);
            list.check_cost();
        }
    }

    #[test]
    fn insertions_anywhere_cost_little() {
        let mut list = List::default();
        let mut state = 3;
        for n in 0..200_000 {
            let before = (n > 0).then(|| below(&mut state, n));
            list.insert(before);
        }
        assert_eq!(list.check(), 200_000);
        list.check_cost();
    }

    #[test]
    fn the_end_of_the_numbers_is_not_the_end_of_the_list() {
        let mut list = List::appended(100);
        let last = list.last.expect("there are items");
        list.numbers[last] = u32::MAX - 20;
        for n in 0..1000 {
            list.insert(None);
            assert_eq!(list.check(), 101 + n);
        }
        list.check_cost();
    }
}
