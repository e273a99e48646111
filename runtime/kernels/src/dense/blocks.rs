//! [`Blocks`]: a matrix with products of its blocks and triangular systems with them, all in place.

use super::real::{Rank1, Real, Rows, TILE_ROWS, Tiles};
use crate::memory::resize;

/// The number of rows of a triangle that are solved one by one.
const SMALL: usize = 32;
/// The number of columns of a left factor per step, so that a tile's rows stay in the first-level cache.
const DEPTH: usize = 256;
/// The number of columns of a right factor per step.
const WIDTH: usize = 256;

/// The position of a block: its matrix, its first element, and the strides of rows and of columns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'o, T> {
    /// The other matrix that it is a block of, if it is not one of this matrix.
    pub other: Option<&'o [T]>,
    pub at: usize,
    pub rows: usize,
    pub columns: usize,
}

impl<T> View<'_, T> {
    /// The block that starts at a row and a column of this one.
    fn from(self, row: usize, column: usize) -> Self {
        Self { at: self.at + row * self.rows + column * self.columns, ..self }
    }
}

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
pub(crate) struct Blocks<'d, T> {
    pub data: &'d mut [T],
    pub stride: usize,
    left: Vec<T>,
    right: Vec<T>,
    triangle: Vec<T>,
}

impl<'d, T: Real> Blocks<'d, T> {
    pub fn new(data: &'d mut [T], stride: usize) -> Self {
        Self { data, stride, left: Vec::new(), right: Vec::new(), triangle: Vec::new() }
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
        for first in (0..k).step_by(DEPTH) {
            let depth = DEPTH.min(k - first);
            pack(self.data, a.from(0, first), [m, depth], TILE_ROWS, &mut self.left);
            for column in (0..n).step_by(WIDTH) {
                let width = WIDTH.min(n - column);
                let from = b.from(first, column);
                let turned = View { rows: b.columns, columns: b.rows, ..from };
                pack(self.data, turned, [width, depth], T::TILE_COLUMNS, &mut self.right);
                // Rows past the last columns are below the diagonal.
                let rows = if upper { m.min(column + width) } else { m };
                let used = rows.div_ceil(TILE_ROWS) * TILE_ROWS * depth;
                // The diagonal counts only if it starts in the block's first column.
                let own_diagonal = upper && column == 0;
                T::subtract_tiles(Tiles {
                    a: &self.left[..used],
                    b: &self.right,
                    depth,
                    c: &mut self.data[to[0] * self.stride + to[1] + column..],
                    stride: self.stride,
                    size: [rows, width],
                    upper: own_diagonal,
                });
            }
        }
    }

    /// Solves a triangular system for the block at `to`, with `n` rows and `columns` columns, in place.
    pub fn solve(&mut self, side: Side<'_, T>, n: usize, to: [usize; 2], columns: usize) {
        let l = side.view;
        if n == 0 || columns == 0 {
            return;
        }
        if n > SMALL {
            // One half is solved first, and its contribution is subtracted from the other.
            let half = (n / 2).next_multiple_of(SMALL).min(n - 1);
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
        self.triangle.clear();
        resize(&mut self.triangle, n * n, T::default());
        for i in 0..n {
            for j in if side.upper { i + 1..n } else { 0..i } {
                self.triangle[i * n + j] = data[l.from(i, j).at];
            }
            self.triangle[i * n + i] = if side.unit { T::ONE } else { T::ONE / data[l.from(i, i).at] };
        }
        let x = &mut self.data[to[0] * self.stride + to[1]..];
        let (stride, triangle) = (self.stride, &self.triangle[..]);
        T::solve_rows(Rows { x, stride, columns, triangle, n, from_end: side.upper });
    }

    /// Subtracts multiples of the row `row` from the rows after it up to `end`, in some columns.
    pub fn subtract_row(&mut self, row: usize, end: usize, columns: std::ops::Range<usize>, factors: &[T]) {
        let (before, after) = self.data.split_at_mut((row + 1) * self.stride);
        if row + 1 >= end || columns.is_empty() {
            return;
        }
        let row = &before[row * self.stride..][columns.clone()];
        T::subtract_row(Rank1 { row, rows: &mut after[columns.start..], stride: self.stride, factors });
    }
}

/// Packs a block into groups of `tile` rows, column by column, padded with zeros.
fn pack<T: Real>(data: &[T], from: View<'_, T>, [rows, columns]: [usize; 2], tile: usize, to: &mut Vec<T>) {
    let data = from.other.unwrap_or(data);
    to.clear();
    resize(to, rows.div_ceil(tile) * tile * columns, T::default());
    for (group, to) in to.chunks_exact_mut((tile * columns).max(1)).enumerate() {
        let first = group * tile;
        let count = tile.min(rows - first);
        if from.rows == 1 {
            for (j, to) in to.chunks_exact_mut(tile).enumerate() {
                to[..count].copy_from_slice(&data[from.at + first + j * from.columns..][..count]);
            }
        } else {
            for i in 0..count {
                let start = from.at + (first + i) * from.rows;
                for (j, to) in to[i..].iter_mut().step_by(tile).enumerate() {
                    *to = data[start + j * from.columns];
                }
            }
        }
    }
}
