//! [`Item`]: numbers that are sorted by vectors where the processor has them.

use crate::square::Square;

/// Numbers that vectors may sort.
pub(super) trait Item: Square + Ord {
    /// Whether the processor has vectors that sort such numbers.
    #[inline]
    fn has_vectors() -> bool {
        false
    }
    /// The length of the array in which lines of `n` numbers are sorted.
    #[inline]
    fn spare(n: usize) -> usize {
        n
    }
    /// Sorts lines of `n` numbers, with an array of [`spare`](Self::spare) numbers to work in; returns whether it has vectors.
    fn sort_lines(_items: &mut [Self], _n: usize, _spare: &mut [Self]) -> bool {
        false
    }
}

impl Item for u8 {}
impl Item for u16 {}
