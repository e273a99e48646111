//! [`Reflected`]: QR of few columns, each contiguous.
//!
//! Columns are eliminated in groups of four, whose reflectors are applied to the later columns together.

use super::form::Loop;
use super::real::Real;
use super::reflect::{GROUP, padded, products, subtract};
use super::reflectors::Reflectors;
use super::turns::reflector;
use super::vector::Vector;

/// Columns of a matrix, one after the other.
pub(super) struct Reflected<'a, T> {
    pub columns: &'a mut [T],
    /// The row of the first diagonal element.
    pub row: usize,
    /// The length of a column.
    pub rows: usize,
    /// The distance between columns: after each there are zeros, as many as a tile has columns.
    pub stride: usize,
    /// For each column the factor of its reflector.
    pub taus: &'a mut [T],
    /// The reflectors.
    pub to: &'a mut Reflectors<T>,
}

impl<T: Real> Loop<T> for Reflected<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { columns, row, rows, stride, taus, to } = self;
        let width = taus.len();
        for (k, first) in (0..width).step_by(GROUP).enumerate() {
            let end = width.min(first + GROUP);
            for j in first..end {
                let (column, others) = columns[j * stride..end * stride].split_at_mut(stride);
                let (beta, tau) = reflector(&mut column[row + j..rows]);
                taus[j] = tau;
                if tau != T::default() {
                    let v = [&column[row + j..][..padded::<T, V>(rows - row - j)]];
                    for other in others.chunks_exact_mut(stride) {
                        let other = &mut other[row + j..][..v[0].len()];
                        let [[dot]] = products::<T, V, NR, 1, 1>(v, [other]);
                        subtract::<T, V, 1, 1>(v, [[tau * dot]], [other]);
                    }
                }
                column[row + j] = beta;
            }
            let (group, others) =
                columns[first * stride..width * stride].split_at_mut((end - first) * stride);
            to.set::<V, NR>(k, group, [row, rows, stride], &taus[first..end]);
            to.apply::<V, NR>(k, others, [row, stride], true);
        }
    }
}
