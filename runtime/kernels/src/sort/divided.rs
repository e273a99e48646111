//! Long lines on several threads: parts are divided as by quicksort, all at the same time, until there are many; then these are sorted. The first
//! division is that of the whole line: the numbers of each chunk are counted, and copied to their places.
//!
//! The numbers of a line have one order, so it does not matter how they are divided.

use std::sync::{Mutex, PoisonError};

use super::item::Item;
use super::quick::Part;
use super::vectors;
use crate::memory::{filled, push, with_capacity};
use crate::parallel;

/// The numbers of a line that is worth it.
const LONG: usize = 1 << 15;
/// How often parts are divided.
const ROUNDS: u32 = 5;
/// Shorter parts are not divided any more.
const SHORT: usize = 1 << 12;

/// The chunks of the whole line.
const CHUNKS: usize = 32;
/// The number of samples whose median divides it.
const SAMPLES: usize = 64;

/// Numbers whose parts vectors divide and sort.
pub(super) trait Divides: Item + Send + Sync {
    /// Divides a part of at least [`SHORT`] numbers: all of the first half are less than those of the second. Without vectors it is given back.
    fn divide(part: Part<'_, Self>) -> Result<[Part<'_, Self>; 2], Part<'_, Self>>;
    /// Sorts a part. Without vectors it is given back.
    fn sort(part: Part<'_, Self>) -> Result<(), Part<'_, Self>>;
    /// Copies the numbers less than a pivot to the first array and the others to the second one, which have room for just these.
    fn split_apart(items: &[Self], to: [&mut [Self]; 2], pivot: Self);
}

/// Whether threads should sort a line of `n` numbers.
pub(super) fn pays(n: usize) -> bool {
    n >= LONG && parallel::is_available()
}

/// Divides a whole line, whose chunks are copied at the same time. It is left as it is if no number is less than the pivot.
fn first<T: Divides>(line: Part<'_, T>) -> Vec<Part<'_, T>> {
    let mut parts = with_capacity(2);
    let Part { items, other, .. } = line;
    let n = items.len();
    let samples: [T; SAMPLES] = std::array::from_fn(|i| items[i * n / SAMPLES]);
    let pivot = median(samples);
    let size = n.div_ceil(CHUNKS);
    let mut counts = filled(0, n.div_ceil(size));
    parallel::for_each(counts.iter_mut().zip(items.chunks(size)), n, |_, (count, chunk)| {
        *count = vectors::run(|| chunk.iter().map(|&v| usize::from(v < pivot)).sum());
    });
    let less: usize = counts.iter().sum();
    if less == 0 {
        push(&mut parts, Part { items, other, to_other: false });
        return parts;
    }
    let (mut to_less, mut to_others) = other.split_at_mut(less);
    let mut chunks = with_capacity(counts.len());
    for (chunk, &count) in items.chunks(size).zip(&counts) {
        let (less, more) = std::mem::take(&mut to_less).split_at_mut(count);
        let (others, rest) = std::mem::take(&mut to_others).split_at_mut(chunk.len() - count);
        (to_less, to_others) = (more, rest);
        push(&mut chunks, (chunk, [less, others]));
    }
    parallel::for_each(chunks.into_iter(), n, |_, (chunk, to)| T::split_apart(chunk, to, pivot));
    let (first, second) = items.split_at_mut(less);
    let (less, others) = other.split_at_mut(less);
    push(&mut parts, Part { items: less, other: first, to_other: true });
    push(&mut parts, Part { items: others, other: second, to_other: true });
    parts
}

fn median<T: Ord + Copy>(mut samples: [T; SAMPLES]) -> T {
    samples.sort_unstable();
    samples[SAMPLES / 2]
}

/// Sorts a line, with an array of the same length to work in, where vectors are.
pub(super) fn sort<T: Divides>(items: &mut [T], spare: &mut [T]) {
    let n = items.len();
    let most = 1 << ROUNDS;
    let mut parts = first(Part { items, other: &mut spare[..n], to_other: false });
    for _ in 1..ROUNDS {
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
