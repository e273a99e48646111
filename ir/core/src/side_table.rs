//! A table of numbers beside an append-only list, read and written without a lock.

use std::sync::{
    OnceLock,
    atomic::{AtomicU32, Ordering},
};

/// The number of items in the first part; each part has twice as many as the one before.
const FIRST: usize = 1 << 10;
/// Enough parts for all indices below 2^32.
const N_PARTS: usize = 23;

/// A number for each index, 0 until it is set. A part exists from the first number in it on.
#[derive(Default)]
pub(crate) struct SideTable {
    parts: [OnceLock<Box<[AtomicU32]>>; N_PARTS],
}

/// The part of an index and the place in it.
fn place(index: usize) -> (usize, usize) {
    let part = (index / FIRST + 1).ilog2() as usize;
    (part, index - FIRST * ((1 << part) - 1))
}

impl SideTable {
    /// The number of an index, unless it is 0.
    #[inline]
    pub fn get(&self, index: usize) -> Option<u32> {
        let (part, at) = place(index);
        let number = self.parts.get(part)?.get()?.get(at)?.load(Ordering::Relaxed);
        (number != 0).then_some(number)
    }
    pub fn set(&self, index: usize, number: u32) {
        let (part, at) = place(index);
        let Some(cell) = self.parts.get(part) else { return };
        let made = cell.get_or_init(|| (0..FIRST << part).map(|_| AtomicU32::new(0)).collect());
        if let Some(slot) = made.get(at) {
            slot.store(number, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_a_place_of_its_own() {
        let table = SideTable::default();
        let indices = [0, 1, FIRST - 1, FIRST, 3 * FIRST - 1, 3 * FIRST, 100_000];
        for &i in &indices {
            assert_eq!(table.get(i), None, "{i}");
            table.set(i, i as u32 + 1);
        }
        for &i in &indices {
            assert_eq!(table.get(i), Some(i as u32 + 1), "{i}");
        }
        assert_eq!(table.get(2), None);
        let (part, at) = place(u32::MAX as usize);
        assert!(part < N_PARTS && at < FIRST << part);
    }
}
