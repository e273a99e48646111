//! Products of matrices and vectors in parts of neighbouring rows, which run at the same time. Parts depend on the sizes alone; where they write the same
//! numbers, each has its own list, and these are added in their order.

use super::real::Real;
use super::vectors::{Dots, Gather, Symmetric};
use crate::memory::resize;
use crate::parallel::for_each;

/// The numbers of the matrix that a part has at least: a few microseconds.
const NUMBERS: usize = 1 << 15;
/// The most parts.
const PARTS: usize = 64;
/// Parts have a multiple of so many rows, which are read together.
const TOGETHER: usize = 4;

/// The most numbers of the lists of parts for a matrix with `n` rows and columns.
pub(super) fn numbers(n: usize) -> usize {
    if n * n <= NUMBERS { 0 } else { PARTS.min(n * n / NUMBERS + 1) * n }
}

/// The rows of a part of a matrix of some rows and columns.
fn rows_of_part([rows, columns]: [usize; 2]) -> usize {
    (NUMBERS / columns.max(1)).max(rows.div_ceil(PARTS)).next_multiple_of(TOGETHER)
}

/// About how many operations products of so many numbers have: the same for similar sizes, so that the loops of a reduction, whose matrix becomes
/// smaller, are measured together.
fn operations(numbers: usize) -> usize {
    numbers.next_power_of_two()
}

/// [`Dots`].
pub(super) fn dots<T: Real>(rows: &[T], stride: usize, x: &[T], out: &mut [T]) {
    let (size, each) = ([out.len(), x.len()], rows_of_part([out.len(), x.len()]));
    for_each(out.chunks_mut(each), operations(size[0] * size[1]), |k, out| {
        T::run(Dots { rows: &rows[k * each * stride..], stride, x, out });
    });
}

/// [`Gather`], with memory for the lists of parts.
pub(super) fn gather<T: Real>(rows: &[T], stride: usize, factors: &[T], row: &mut [T], lists: &mut Vec<T>) {
    let (n, each) = (row.len(), rows_of_part([factors.len(), row.len()]));
    if factors.len() <= each {
        return T::run(Gather { row, rows, stride, factors });
    }
    let parts = factors.chunks(each);
    clear(lists, parts.len() * n);
    for_each(lists.chunks_mut(n).zip(parts), operations(n * factors.len()), |k, (row, factors)| {
        T::run(Gather { row, rows: &rows[k * each * stride..], stride, factors });
    });
    add(lists, row);
}

/// The product of a symmetric matrix, of which the upper triangle is read, with a vector.
pub(super) fn symmetric<T: Real>(rows: &[T], stride: usize, x: &[T], out: &mut [T], lists: &mut Vec<T>) {
    let n = x.len();
    let mut starts = [0; PARTS + 1];
    let mut count = 0;
    while starts[count] < n && count < PARTS {
        let left = n - starts[count];
        let most = (n * n / 2 / (PARTS - 1)).max(NUMBERS) / left;
        let rows = if count + 1 == PARTS { left } else { most.next_multiple_of(TOGETHER).max(TOGETHER) };
        starts[count + 1] = starts[count] + rows.min(left);
        count += 1;
    }
    if count <= 1 {
        return T::run(Symmetric { rows, stride, count: n, x, out });
    }
    clear(lists, count * n);
    let parts = lists.chunks_mut(n).zip(starts.windows(2));
    for_each(parts, operations(n * n / 2), |_, (out, part)| {
        let (first, count) = (part[0], part[1] - part[0]);
        let rows = &rows[first * (stride + 1)..];
        T::run(Symmetric { rows, stride, count, x: &x[first..], out: &mut out[first..] });
    });
    out.fill(T::default());
    add(lists, out);
}

/// Zeros.
fn clear<T: Real>(lists: &mut Vec<T>, n: usize) {
    lists.clear();
    resize(lists, n, T::default());
}

/// Adds lists to a row.
fn add<T: Real>(lists: &[T], row: &mut [T]) {
    for list in lists.chunks_exact(row.len()) {
        row.iter_mut().zip(list).for_each(|(to, &v)| *to = *to + v);
    }
}
