//! [`Blocks`]: a matrix with products of its blocks and triangular systems with them, all in place.

use super::form::Form;
use super::pack::Pack;
use super::packed::Packed;
use super::products::{GROUP, MOST_ROWS, Rows, Tiles};
use super::real::Real;
use super::strips::{is_system_worth, is_worth};
use super::vectors::Rank1;
use super::view::View;
use crate::memory::resize;

/// The number of columns of a left factor per step, so that a tile's rows stay in the first-level cache.
pub(super) const DEPTH: usize = 256;
/// The number of columns of a right factor per step.
pub(super) const WIDTH: usize = 256;
/// The number of rows of a left factor per step, a multiple of the rows of every tile.
pub(super) const HEIGHT: usize = 192;

/// The triangle of a triangular system.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Side<'o, T> {
    pub view: View<'o, T>,
    /// The upper triangle is read, and the solution begins with the last row.
    pub upper: bool,
    /// The diagonal is assumed to be ones.
    pub unit: bool,
}

/// A matrix in row-major order, and memory for packed factors.
#[derive(Debug)]
pub(crate) struct Blocks<'d, T: Real> {
    pub data: &'d mut [T],
    pub stride: usize,
    pub(super) packed: Packed<T>,
}

impl<T: Real> Drop for Blocks<'_, T> {
    fn drop(&mut self) {
        if self.packed.is_small() {
            T::packed(|kept| *kept = std::mem::take(&mut self.packed));
        }
    }
}

impl<'d, T: Real> Blocks<'d, T> {
    pub fn new(data: &'d mut [T], stride: usize) -> Self {
        let mut packed = Packed::default();
        T::packed(|kept| std::mem::swap(kept, &mut packed));
        Self { data, stride, packed }
    }
    /// The block that starts at a row and a column.
    pub fn view(&self, row: usize, column: usize) -> View<'static, T> {
        View { other: None, at: row * self.stride + column, rows: self.stride, columns: 1 }
    }
    /// The same block transposed.
    pub fn transposed(&self, row: usize, column: usize) -> View<'static, T> {
        View { other: None, at: row * self.stride + column, rows: 1, columns: self.stride }
    }

    /// Subtracts from the block at `to`, of size `m` by `n`, the product of two others with `k` columns and rows. If `upper` is set,
    /// elements below the diagonal of the block may or may not be updated.
    pub fn subtract_product(
        &mut self,
        to: [usize; 2],
        [m, n, k]: [usize; 3],
        a: View<'_, T>,
        b: View<'_, T>,
        upper: bool,
    ) {
        if m == 0 || n == 0 {
            return;
        }
        if is_worth(m, n, k) {
            return self.subtract_shared(to, [m, n, k], a, b, upper);
        }
        let [tile_rows, tile_columns] = T::tile(Form::best());
        let Packed { left, right, .. } = &mut self.packed;
        for first in (0..k).step_by(DEPTH) {
            let depth = DEPTH.min(k - first);
            for column in (0..n).step_by(WIDTH) {
                let width = WIDTH.min(n - column);
                let from = b.from(first, column);
                let from = View { rows: b.columns, columns: b.rows, ..from };
                let factor = Pack { data: self.data, from, size: [width, depth], is_left: false };
                T::run(factor.to(right, tile_columns));
                // Rows past the last columns are below the diagonal.
                let rows = if upper { m.min(column + width) } else { m };
                for row in (0..rows).step_by(HEIGHT) {
                    let height = HEIGHT.min(rows - row);
                    let from = a.from(row, first);
                    let factor = Pack { data: self.data, from, size: [height, depth], is_left: true };
                    T::run(factor.to(left, tile_rows));
                    T::run(Tiles {
                        a: &left[..height.next_multiple_of(tile_rows) * depth],
                        b: &right[..width.next_multiple_of(tile_columns) * depth],
                        depth,
                        c: &mut self.data[(to[0] + row) * self.stride + to[1] + column..],
                        stride: self.stride,
                        size: [height, width],
                        diagonal: upper.then(|| row as isize - column as isize),
                    });
                }
            }
        }
    }

    /// Solves a triangular system for the block at `to`, with `n` rows and `columns` columns, in place.
    pub fn solve(&mut self, side: Side<'_, T>, n: usize, to: [usize; 2], columns: usize) {
        let l = side.view;
        if n == 0 || columns == 0 {
            return;
        }
        if is_system_worth(n, columns) {
            return self.solve_shared(side, n, to, columns);
        }
        if n > MOST_ROWS {
            // One half is solved first, and its contribution is subtracted from the other.
            let half = (n / 2).next_multiple_of(MOST_ROWS).min(n - 1);
            let (upper_left, lower_right) = (side, Side { view: l.from(half, half), ..side });
            let (top, bottom) = (to, [to[0] + half, to[1]]);
            if side.upper {
                self.solve(lower_right, n - half, bottom, columns);
                let solved = self.view(bottom[0], bottom[1]);
                self.subtract_product(top, [half, columns, n - half], l.from(0, half), solved, false);
                self.solve(upper_left, half, top, columns);
            } else {
                self.solve(upper_left, half, top, columns);
                let solved = self.view(top[0], top[1]);
                self.subtract_product(bottom, [n - half, columns, half], l.from(half, 0), solved, false);
                self.solve(lower_right, n - half, bottom, columns);
            }
            return;
        }
        let data = l.other.unwrap_or(self.data);
        let padded = n.next_multiple_of(GROUP);
        let triangle = &mut self.packed.triangle;
        triangle.clear();
        resize(triangle, (padded + GROUP) * padded / 2, T::default());
        let row = |step: usize| if side.upper { n - 1 - step } else { step };
        let mut factors = triangle.chunks_exact_mut(GROUP);
        for first in (0..n).step_by(GROUP) {
            for (step, to) in factors.by_ref().take(first + GROUP).enumerate() {
                let later = first.max(step + 1)..n.min(first + GROUP);
                for (to, i) in to[later.start.min(later.end) - first..].iter_mut().zip(later) {
                    *to = data[l.from(row(i), row(step)).at];
                }
                if step >= first {
                    let known = step < n && !side.unit;
                    to[step - first] =
                        if known { T::ONE / data[l.from(row(step), row(step)).at] } else { T::ONE };
                }
            }
        }
        let x = &mut self.data[to[0] * self.stride + to[1]..];
        let (stride, triangle) = (self.stride, &self.packed.triangle[..]);
        T::run(Rows { x, stride, columns, triangle, n, from_end: side.upper });
    }

    /// Subtracts multiples of the row `row` from the rows after it up to `end`, in some columns.
    pub fn subtract_row(&mut self, row: usize, end: usize, columns: std::ops::Range<usize>, factors: &[T]) {
        let (before, after) = self.data.split_at_mut((row + 1) * self.stride);
        if row + 1 >= end || columns.is_empty() {
            return;
        }
        let row = &before[row * self.stride..][columns.clone()];
        T::run(Rank1 { row, rows: &mut after[columns.start..], stride: self.stride, factors });
    }
}
