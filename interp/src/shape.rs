//! [`Shape`]: sizes, and what follows from them.

use smallvec::SmallVec;

/// Sizes, positions or strides.
pub type Shape = SmallVec<[usize; 4]>;

/// Number of elements of a shape; `None` where it exceeds what memory can hold.
pub fn count(shape: &[usize]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().try_fold(1usize, |n, &d| n.checked_mul(d))
}

/// Row-major strides of a shape, in elements.
pub fn strides(shape: &[usize]) -> Shape {
    let mut out: Shape = SmallVec::from_elem(1, shape.len());
    for d in (1..shape.len()).rev() {
        out[d - 1] = out[d].saturating_mul(shape[d]);
    }
    out
}
