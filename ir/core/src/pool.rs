//! Pools of short lists, and the lists in which slabs and pools keep their items.

use std::ops::DerefMut;

/// From this many items on, a list is shrunk in place.
const LARGE: usize = 4096;

/// A growing list. Lists that have few items in most bodies keep these in the body itself, without memory of their own.
pub(crate) trait List<T>: Default + Extend<T> + DerefMut<Target = [T]> {
    fn push(&mut self, item: T);
    fn reserve(&mut self, n: usize);
    /// Moves the items into a list of exactly their size. The memory of a short list stays with `self`, so that many small bodies are
    /// built in one reused allocation; a long list is shrunk in place.
    fn fitted(&mut self) -> Self;
    /// Bytes outside of the list itself.
    fn bytes(&self) -> usize;
}

impl<T> List<T> for Vec<T> {
    #[inline]
    fn push(&mut self, item: T) {
        self.push(item);
    }
    #[inline]
    fn reserve(&mut self, n: usize) {
        self.reserve(n);
    }
    fn fitted(&mut self) -> Self {
        if self.len() >= LARGE {
            let mut all = std::mem::take(self);
            all.shrink_to_fit();
            return all;
        }
        let mut own = Vec::with_capacity(self.len());
        own.append(self);
        own
    }
    fn bytes(&self) -> usize {
        self.capacity() * size_of::<T>()
    }
}

/// Freed runs of a pool by size.
#[derive(Clone, Default)]
pub(crate) struct Runs([Vec<u32>; LENGTHS]);

/// The longest runs that are kept.
const LENGTHS: usize = 8;

impl Runs {
    /// Whether a run of `n` items is kept; one of none, or of more than the lists are for, is not.
    #[inline]
    pub fn keeps(n: usize) -> bool {
        (1..=LENGTHS).contains(&n)
    }
    /// Adds a run of `n` items.
    #[inline]
    pub fn add(&mut self, at: u32, n: usize) {
        if let Some(list) = n.checked_sub(1).and_then(|i| self.0.get_mut(i)) {
            list.push(at);
        }
    }
    #[inline]
    fn take(&mut self, n: usize) -> Option<u32> {
        self.0.get_mut(n - 1)?.pop()
    }
    /// Bytes outside of the lists themselves.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|l| l.capacity() * size_of::<u32>()).sum()
    }
}

/// A growable pool of short lists that are allocated as a run and freed by size; the freed runs are kept elsewhere.
#[derive(Clone)]
pub(crate) struct Pool<T> {
    pub items: Vec<T>,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { items: Vec::new() }
    }
}

impl<T: Copy> Pool<T> {
    pub fn alloc(&mut self, n: usize, fill: T, free: Option<&mut Runs>) -> u32 {
        if n == 0 {
            return 0;
        }
        if let Some(at) = free.and_then(|free| free.take(n)) {
            self.items[at as usize..][..n].fill(fill);
            return at;
        }
        let at = self.items.len() as u32;
        self.items.extend(std::iter::repeat_n(fill, n));
        at
    }
    /// As [`Pool::alloc`], with the first items of the run.
    #[inline]
    pub fn alloc_from(
        &mut self,
        first: impl ExactSizeIterator<Item = T>,
        n: usize,
        fill: T,
        free: Option<&mut Runs>,
    ) -> u32 {
        if n == 0 {
            return 0;
        }
        if let Some(at) = free.and_then(|free| free.take(n)) {
            let run = &mut self.items[at as usize..][..n];
            run[first.len()..].fill(fill);
            run.iter_mut().zip(first).for_each(|(slot, item)| *slot = item);
            return at;
        }
        let at = self.items.len();
        self.items.extend(first);
        if self.items.len() < at + n {
            self.items.resize(at + n, fill);
        }
        at as u32
    }
    #[inline]
    pub fn get(&self, at: u32, n: usize) -> &[T] {
        if n == 0 { &[] } else { &self.items[at as usize..][..n] }
    }
    pub fn fitted(&mut self) -> Self {
        Self { items: self.items.fitted() }
    }
    pub fn bytes(&self) -> usize {
        self.items.bytes()
    }
}
