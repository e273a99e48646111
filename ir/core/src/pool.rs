//! Pools of short lists.

/// From this many items on, a list is shrunk in place.
const LARGE: usize = 4096;

/// Moves the items of a list into one of exactly their size. A short list is copied and its memory stays with `list`,
/// so that many small bodies are built in one reused allocation; a long list is shrunk in place.
pub(crate) fn fitted<T>(list: &mut Vec<T>) -> Vec<T> {
    if list.len() >= LARGE {
        let mut all = std::mem::take(list);
        all.shrink_to_fit();
        return all;
    }
    let mut own = Vec::with_capacity(list.len());
    own.append(list);
    own
}

/// Freed runs of a pool by size.
#[derive(Clone, Default)]
pub(crate) struct Runs([Vec<u32>; 8]);

impl Runs {
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
        self.items.resize(self.items.len() + n, fill);
        at
    }
    /// As [`Pool::alloc`], with the items of the run.
    pub fn alloc_from(&mut self, items: &[T], free: Option<&mut Runs>) -> u32 {
        let n = items.len();
        if n == 0 {
            return 0;
        }
        if let Some(at) = free.and_then(|free| free.take(n)) {
            self.items[at as usize..][..n].copy_from_slice(items);
            return at;
        }
        let at = self.items.len() as u32;
        if n <= 4 {
            // Most lists are short, and for these a call that copies them costs more than the copying.
            self.items.reserve(n);
            for &item in items {
                self.items.push(item);
            }
        } else {
            self.items.extend_from_slice(items);
        }
        at
    }
    #[inline]
    pub fn get(&self, at: u32, n: usize) -> &[T] {
        if n == 0 { &[] } else { &self.items[at as usize..][..n] }
    }
    pub fn fitted(&mut self) -> Self {
        Self { items: fitted(&mut self.items) }
    }
    pub fn bytes(&self) -> usize {
        self.items.capacity() * size_of::<T>()
    }
}
