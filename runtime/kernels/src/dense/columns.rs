//! Matrices as columns, each contiguous, with room for the columns of a tile behind each. Copies are made by several threads.

use super::PANEL;
use super::form::Form;
use super::real::Real;
use super::transpose_part;
use crate::memory::filled;
use crate::parallel::for_each;

/// The numbers of a part of what is copied.
const COPIED: usize = 1 << 13;

/// The distance between columns of so many rows, behind which is room for the columns of a tile.
pub(super) fn stride<T: Real>(rows: usize) -> usize {
    rows + T::tile(Form::best())[1]
}

/// The columns of a matrix of some rows and columns.
pub(super) fn columns_of<T: Real>(a: &[T], [m, n]: [usize; 2]) -> Vec<T> {
    let stride = stride::<T>(m);
    let mut columns = filled(T::default(), stride * n);
    for_each(columns.chunks_mut(PANEL * stride), m * n, |k, part| {
        let first = k * PANEL;
        transpose_part(&a[first..], part, [n, stride], [m, PANEL.min(n - first)]);
    });
    columns
}

/// Writes columns to the rows of a matrix of some rows and columns, `distance` numbers apart.
pub(super) fn to_rows<T: Real>(columns: &[T], a: &mut [T], distance: usize, [m, n]: [usize; 2]) {
    if n == 0 {
        return;
    }
    let (stride, rows) = (stride::<T>(m), (COPIED / n).next_multiple_of(PANEL).max(PANEL));
    let parts = a.chunks_mut(rows * distance).take(m.div_ceil(rows));
    for_each(parts, m * n, |k, part| {
        let first = k * rows;
        transpose_part(&columns[first..], part, [stride, distance], [n, rows.min(m - first)]);
    });
}
