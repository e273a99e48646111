//! Work memory of routines, with allocation failure as an error.
//!
//! Rust's collections end the process on allocation failure, which a library must not do in the process of a host. So arrays whose sizes
//! come from a caller are allocated here. A failure unwinds to [`caught`], which callers put around a routine and which drops everything
//! that the routine holds. It is not a panic: no panic hook is called.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// An allocation of so many bytes failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// The requested bytes.
    pub bytes: usize,
}

impl std::fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "out of memory: {} bytes", self.bytes)
    }
}

/// Runs a routine.
///
/// # Errors
/// If an allocation of the routine failed.
pub fn caught<R>(routine: impl FnOnce() -> R) -> Result<R, OutOfMemory> {
    catch_unwind(AssertUnwindSafe(routine)).map_err(|payload| match payload.downcast::<OutOfMemory>() {
        Ok(refused) => *refused,
        Err(panic) => resume_unwind(panic),
    })
}

/// Refuses an allocation to the routine that is running, as [`caught`] sees it.
pub fn refuse(refused: OutOfMemory) -> ! {
    resume_unwind(Box::new(refused))
}

/// Reserves capacity for `n` more elements.
pub fn reserve<T>(list: &mut Vec<T>, n: usize) {
    if list.try_reserve(n).is_err() {
        let bytes = list.len().saturating_add(n).saturating_mul(size_of::<T>());
        refuse(OutOfMemory { bytes });
    }
}

/// Reserves capacity for `n` more elements, and not for elements after them.
pub fn reserve_exact<T>(list: &mut Vec<T>, n: usize) {
    if list.try_reserve_exact(n).is_err() {
        let bytes = list.len().saturating_add(n).saturating_mul(size_of::<T>());
        refuse(OutOfMemory { bytes });
    }
}

/// An empty array with capacity for `n` elements.
#[must_use]
pub fn with_capacity<T>(n: usize) -> Vec<T> {
    let mut list = Vec::new();
    reserve(&mut list, n);
    list
}

/// An array of `n` equal elements.
#[must_use]
pub fn filled<T: Clone>(value: T, n: usize) -> Vec<T> {
    let mut list = with_capacity(n);
    list.resize(n, value);
    list
}

/// A copy of an array.
#[must_use]
pub fn copied<T: Clone>(from: &[T]) -> Vec<T> {
    let mut list = Vec::new();
    extend_from_slice(&mut list, from);
    list
}

/// Appends an element.
pub fn push<T>(list: &mut Vec<T>, element: T) {
    if list.len() == list.capacity() {
        reserve(list, 1);
    }
    list.push(element);
}

/// Appends copies of elements.
pub fn extend_from_slice<T: Clone>(list: &mut Vec<T>, elements: &[T]) {
    reserve(list, elements.len());
    list.extend_from_slice(elements);
}

/// Resizes an array to `n` elements; new ones are `value`. It has room for as many afterwards, or for those that it had room for.
pub fn resize<T: Clone>(list: &mut Vec<T>, n: usize, value: T) {
    reserve_exact(list, n.saturating_sub(list.len()));
    list.resize(n, value);
}

/// Appends elements.
pub fn extend<T>(list: &mut Vec<T>, elements: impl IntoIterator<Item = T>) {
    let mut elements = elements.into_iter();
    let n = elements.size_hint().0;
    reserve(list, n);
    // The elements in the known lower bound of the size need no check of the capacity.
    list.extend(elements.by_ref().take(n));
    elements.for_each(|element| push(list, element));
}

/// Adds [`collected`](Self::collected) to all iterators.
pub trait Collected: Iterator + Sized {
    /// The elements as an array.
    fn collected(self) -> Vec<Self::Item> {
        let mut list = Vec::new();
        extend(&mut list, self);
        list
    }
}

impl<I: Iterator> Collected for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_an_error_of_the_routine() {
        assert_eq!(caught(|| filled(0u8, 3)), Ok(vec![0; 3]));
        assert_eq!(caught(|| filled(0u64, usize::MAX)), Err(OutOfMemory { bytes: usize::MAX }));
        assert_eq!(caught(|| filled(0u64, 1 << 60)), Err(OutOfMemory { bytes: 1 << 63 }));
        let endless = || (0u64..1 << 62).map(|n| [n; 4]).collected();
        assert_eq!(caught(endless), Err(OutOfMemory { bytes: usize::MAX }));
    }

    #[test]
    fn elements_arrive_in_their_order() {
        let odd = || (0..100).filter(|n| n % 2 == 1);
        assert_eq!(odd().collected(), odd().collect::<Vec<_>>());
        let mut list = copied(&[7, 8]);
        resize(&mut list, 1, 0);
        extend(&mut list, odd());
        resize(&mut list, 52, 5);
        assert_eq!((list.len(), &list[..3], list[51]), (52, &[7, 1, 3][..], 5));
    }

    #[test]
    fn panics_go_on() {
        let outcome = catch_unwind(|| caught(|| resume_unwind(Box::new("other"))));
        assert!(outcome.is_err_and(|payload| payload.downcast_ref() == Some(&"other")));
    }
}
