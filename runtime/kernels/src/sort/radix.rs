//! Radix sort from the lowest digit of keys, and other methods for few items.

use super::item::Item;
use crate::memory::{Collected, extend_from_slice, push, reserve, resize, with_capacity};

/// With fewer items, counting digits costs more than comparing.
const FEW: usize = 200;
/// From this number of items on, three digits of 11 bits cost less than four of 8.
const MANY: usize = 1 << 13;

/// Bits of a digit of keys.
fn digit(n: usize, bits: u32) -> u32 {
    if bits <= 16 || n < MANY { 8 } else { 11 }
}

/// The bytes of the counts of digits of keys of so many bits, for `n` items that vectors do not sort.
pub(super) fn bytes_of_counts(n: usize, bits: u32) -> usize {
    let digit = digit(n, bits);
    if n < FEW { 0 } else { size_of::<u32>() * (bits.div_ceil(digit) << digit) as usize }
}

/// Room for `n` items, whatever they are.
pub(super) fn room<T: Item>(list: &mut Vec<T>, n: usize) -> &mut [T] {
    if list.len() < n {
        resize(list, n, T::default());
    }
    &mut list[..n]
}

/// Work memory of a sort.
#[derive(Default)]
pub(super) struct Buffers<T> {
    /// The items to sort.
    pub items: Vec<T>,
    pub spare: Vec<T>,
    counts: Vec<u32>,
}

impl<T: Item> Buffers<T> {
    /// Sorts items whose equals are indistinguishable by their natural order, which must be that of the lowest `bits` bits of their keys
    /// and then the initial order.
    #[inline(always)]
    pub fn sort(&mut self, bits: u32, key: impl Fn(T) -> u64 + Copy) {
        let n = self.items.len();
        if n > 0 && T::has_vectors() {
            let spare = room(&mut self.spare, T::spare(n));
            if T::sort_lines(&mut self.items, n, spare) {
                return;
            }
        }
        match digit(n, bits) {
            _ if n < FEW => self.items.sort_unstable(),
            8 => self.by_digits::<8>(bits, key),
            _ => self.by_digits::<11>(bits, key),
        }
    }

    #[inline(always)]
    fn by_digits<const DIGIT: u32>(&mut self, bits: u32, key: impl Fn(T) -> u64) {
        let Self { items, spare, counts } = self;
        let (passes, buckets) = (bits.div_ceil(DIGIT) as usize, 1usize << DIGIT);
        let place = |item: T, pass: usize| (key(item) >> (pass as u32 * DIGIT)) as usize & (buckets - 1);
        counts.clear();
        resize(counts, passes << DIGIT, 0);
        for &item in items.iter() {
            for (pass, counts) in counts.chunks_exact_mut(buckets).enumerate() {
                counts[place(item, pass)] += 1;
            }
        }
        // The initial contents do not matter.
        resize(spare, items.len(), T::default());
        for (pass, counts) in counts.chunks_exact_mut(buckets).enumerate() {
            // A digit that all items share can be skipped.
            if counts[place(items[0], pass)] as usize == items.len() {
                continue;
            }
            let mut start = 0;
            for count in counts.iter_mut() {
                (*count, start) = (start, start + *count);
            }
            for &item in items.iter() {
                let at = &mut counts[place(item, pass)];
                spare[*at as usize] = item;
                *at += 1;
            }
            std::mem::swap(items, spare);
        }
    }
}

/// Merges runs of increasing length by a relation that need not be an order; the result is the same as that of the loops in programs with
/// an unknown comparator.
pub(super) fn merge(n: u32, mut before: impl FnMut(u32, u32) -> bool) -> Vec<u32> {
    let (mut from, mut to): (Vec<u32>, Vec<u32>) = ((0..n).collected(), with_capacity(n as usize));
    let mut width = 1;
    while width < from.len() {
        to.clear();
        for run in from.chunks(2 * width) {
            let (mut left, mut right) = run.split_at(width.min(run.len()));
            while let (&[l, ref more_left @ ..], &[r, ref more_right @ ..]) = (left, right) {
                if before(r, l) {
                    to.push(r);
                    right = more_right;
                } else {
                    to.push(l);
                    left = more_left;
                }
            }
            extend_from_slice(&mut to, left);
            extend_from_slice(&mut to, right);
        }
        std::mem::swap(&mut from, &mut to);
        width *= 2;
    }
    from
}

/// The number of keys that are compared at once with the current limit.
const BLOCK: usize = 16;

/// Up to this number, the selected elements are kept in order: each further one moves some of them, and the limit is always that of all
/// elements so far.
const ORDERED: usize = 16;

/// When this many candidates for `k` elements are found, half of them are dropped.
pub(super) fn most_found(k: usize) -> usize {
    (2 * k).max(BLOCK)
}

/// Whether one of the keys is below the limit, without a branch for each.
#[inline(always)]
fn any_below<K: Copy + Ord>(keys: &[K], limit: K) -> bool {
    let below = |keys: &[K]| keys.iter().fold(false, |any, &key| any | (key < limit));
    match keys.first_chunk::<BLOCK>() {
        Some(all) => below(all),
        None => below(keys),
    }
}

/// The positions of the `k` smallest keys, in order; of equal keys the first.
pub(super) struct Selection<'a, K> {
    k: usize,
    most: usize,
    /// The largest of the `k` smallest keys so far; of many from the first time that half of the candidates were dropped.
    limit: Option<K>,
    found: &'a mut Vec<(K, u32)>,
}

impl<'a, K: Copy + Ord> Selection<'a, K> {
    /// A selection of `k` among `n` keys, whose candidates are in `found`.
    pub fn new(n: usize, k: usize, found: &'a mut Vec<(K, u32)>) -> Self {
        found.clear();
        let most = most_found(k);
        reserve(found, most.min(n));
        Self { k, most, limit: None, found }
    }

    /// Looks at the next keys, of which the first one is at position `at`.
    #[inline(always)]
    pub fn add(&mut self, at: usize, keys: &[K]) {
        for (block, keys) in keys.chunks(BLOCK).enumerate() {
            if let Some(limit) = self.limit
                && !any_below(keys, limit)
            {
                continue;
            }
            for (i, &key) in keys.iter().enumerate() {
                // An equal key comes after the candidates found so far.
                if self.limit.is_some_and(|limit| key >= limit) {
                    continue;
                }
                let item = (key, (at + block * BLOCK + i) as u32);
                if self.k <= ORDERED {
                    self.insert(item);
                    continue;
                }
                push(self.found, item);
                if self.found.len() >= self.most && self.k < self.found.len() {
                    self.found.select_nth_unstable(self.k - 1);
                    self.found.truncate(self.k);
                    self.limit = Some(self.found[self.k - 1].0);
                }
            }
        }
    }

    /// Puts an item behind those that are not larger, and drops the one behind the first `k`.
    #[inline(always)]
    fn insert(&mut self, item: (K, u32)) {
        let place = self.found.iter().fold(0, |place, kept| place + usize::from(kept.0 <= item.0));
        push(self.found, item);
        for i in (place + 1..self.found.len()).rev() {
            self.found[i] = self.found[i - 1];
        }
        if let Some(slot) = self.found.get_mut(place) {
            *slot = item;
        }
        self.found.truncate(self.k);
        if self.found.len() == self.k {
            self.limit = self.found.last().map(|last| last.0);
        }
    }

    /// Drops the candidates that are not selected.
    pub fn keep(&mut self) {
        if self.k > 0 && self.k < self.found.len() {
            self.found.select_nth_unstable(self.k - 1);
        }
        self.found.truncate(self.k);
    }

    /// Looks at what another selection kept.
    pub fn take(&mut self, others: &[(K, u32)]) {
        extend_from_slice(self.found, others);
    }

    /// The positions of the selected keys.
    pub fn finish(mut self) -> impl ExactSizeIterator<Item = u32> + 'a {
        self.keep();
        self.found.sort_unstable();
        self.found.iter().map(|&(_, i)| i)
    }
}
