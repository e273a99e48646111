//! Long lines on several threads: parts are divided as by quicksort, all at the same time, until there are many; then these are sorted.
//!
//! The numbers of a line have one order, so it does not matter how they are divided.

use std::sync::{Mutex, PoisonError};

use super::item::Item;
use super::quick::Part;
use crate::memory::with_capacity;
use crate::parallel;

/// The numbers of a line that is worth it.
const LONG: usize = 1 << 15;
/// How often parts are divided.
const ROUNDS: u32 = 5;
/// Shorter parts are not divided any more.
const SHORT: usize = 1 << 12;

/// Numbers whose parts vectors divide and sort.
pub(super) trait Divides: Item + Send {
    /// Divides a part of at least [`SHORT`] numbers: all of the first half are less than those of the second. Without vectors it is given back.
    fn divide(part: Part<'_, Self>) -> Result<[Part<'_, Self>; 2], Part<'_, Self>>;
    /// Sorts a part. Without vectors it is given back.
    fn sort(part: Part<'_, Self>) -> Result<(), Part<'_, Self>>;
}

/// Whether threads should sort a line of `n` numbers.
pub(super) fn pays(n: usize) -> bool {
    n >= LONG && parallel::is_available()
}

/// Sorts a line, with an array of the same length to work in.
pub(super) fn sort<T: Divides>(items: &mut [T], spare: &mut [T]) {
    let n = items.len();
    let most = 1 << ROUNDS;
    let mut parts: Vec<Part<'_, T>> = with_capacity(most);
    parts.push(Part { items, other: &mut spare[..n], to_other: false });
    for _ in 0..ROUNDS {
        let found = Mutex::new(with_capacity(most));
        parallel::for_each(parts.into_iter(), n, |_, part| {
            let halves = if part.items.len() < SHORT { Err(part) } else { T::divide(part) };
            let halves = halves.map_or_else(|part| [Some(part), None], |halves| halves.map(Some));
            let halves = halves.into_iter().flatten().filter(|part| !part.items.is_empty());
            found.lock().unwrap_or_else(PoisonError::into_inner).extend(halves);
        });
        parts = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    }
    parallel::for_each(parts.into_iter(), n, |_, part| {
        if let Err(Part { items, other, to_other }) = T::sort(part) {
            items.sort_unstable();
            if to_other {
                other.copy_from_slice(items);
            }
        }
    });
}
