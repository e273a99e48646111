//! Factorizations and triangular systems of matrices of floats: most of the work is in products of blocks (`blocks`), which are
//! vectorised (`real`).

mod batch;
mod bisection;
mod blocks;
mod columns;
mod diagonalize;
mod divide;
mod eigen;
mod form;
mod lu;
mod matrix_vector;
mod one_side;
mod pack;
mod packed;
mod panel;
mod products;
mod qr;
mod qr_panel;
mod real;
mod reflect;
mod reflectors;
#[cfg(target_arch = "x86_64")]
mod registers;
pub mod scratch;
mod secular;
mod shared;
#[cfg(target_arch = "x86_64")]
mod shuffles;
mod strips;
mod svd;
mod turns;
mod vector;
mod vectors;
mod view;

use crate::memory::{extend_from_slice, filled, with_capacity};
use crate::square::SIDE;
pub use batch::{cholesky_all, in_lanes, lu_all};
use blocks::{Blocks, Side};
pub use eigen::eigh;
pub(crate) use form::{Form, Loop};
pub use lu::lu;
pub use qr::{q_of, qr, times_q};
pub use real::Real;
pub use svd::svd;
pub(crate) use vector::Vector;
use view::View;

/// The most rows of a matrix that is factored without blocks and calls.
const TINY: usize = 12;
/// The most rows of a diagonal block that is factored row by row.
const SMALL: usize = 32;
/// The side of the parts of a matrix that are transposed one after the other.
const TILE: usize = 16;
/// The number of columns that are eliminated before the remaining matrix is updated.
const PANEL: usize = 32;

/// `A = U' U` in place for a symmetric matrix with `n` rows, of which the upper triangle is read and written; the lower one is undefined
/// afterwards. Returns the number of the first step that finds that the matrix is not positive definite, counted from 1, or 0.
pub fn cholesky<T: Real>(a: &mut [T], n: usize) -> usize {
    if n <= TINY {
        return cholesky_tiny(a, n);
    }
    cholesky_block(&mut Blocks::new(a, n), 0, n)
}

/// The same without calls, whose cost would dominate for batches of tiny matrices.
fn cholesky_tiny<T: Real>(a: &mut [T], n: usize) -> usize {
    for j in 0..n {
        let (row, below) = a[j * n..].split_at_mut(n);
        // NaN is not positive either.
        if row[j].partial_cmp(&T::default()) != Some(std::cmp::Ordering::Greater) {
            return j + 1;
        }
        let root = row[j].root();
        row[j..].iter_mut().for_each(|v| *v = *v / root);
        row[j] = root;
        for (i, to) in below.chunks_exact_mut(n).enumerate() {
            let factor = row[j + 1 + i];
            let pairs = to[j + 1 + i..].iter_mut().zip(&row[j + 1 + i..]);
            pairs.for_each(|(x, &r)| *x = *x - factor * r);
        }
    }
    0
}

fn cholesky_block<T: Real>(a: &mut Blocks<'_, T>, first: usize, n: usize) -> usize {
    if n <= SMALL {
        return cholesky_rows(a, first, n);
    }
    let half = (n / 2).next_multiple_of(SMALL).min(n - 1);
    let failed = cholesky_block(a, first, half);
    if failed != 0 {
        return failed;
    }
    let (next, rest) = (first + half, n - half);
    let side = Side { view: a.transposed(first, first), upper: false, unit: false };
    a.solve(side, half, [first, next], rest);
    a.subtract_product(
        [next, next],
        [rest, rest, half],
        a.transposed(first, next),
        a.view(first, next),
        true,
    );
    cholesky_block(a, next, rest)
}

fn cholesky_rows<T: Real>(a: &mut Blocks<'_, T>, first: usize, n: usize) -> usize {
    let mut factors = with_capacity(n);
    let end = first + n;
    for j in first..end {
        let square = a.data[j * a.stride + j];
        if square.partial_cmp(&T::default()) != Some(std::cmp::Ordering::Greater) {
            return j + 1;
        }
        let root = square.root();
        let row = &mut a.data[j * a.stride..][j..end];
        row.iter_mut().for_each(|v| *v = *v / root);
        row[0] = root;
        factors.clear();
        extend_from_slice(&mut factors, &row[1..]);
        a.subtract_row(j, end, j + 1..end, &factors);
    }
    0
}

/// A triangular system.
#[derive(Clone, Copy, Debug)]
pub struct Triangle {
    /// The upper triangle is read.
    pub upper: bool,
    /// The diagonal is assumed to be ones.
    pub unit: bool,
    /// It is transposed.
    pub transposed: bool,
    /// The system is `a x = b`; otherwise `x a = b`.
    pub left: bool,
}

impl Triangle {
    /// Solves for `x` in place of `b`, which has `size` rows and columns.
    pub fn solve<T: Real>(self, a: &[T], b: &mut [T], size: [usize; 2]) {
        let [rows, columns] = size;
        // A system from the right is the transposed problem.
        let (n, m) = if self.left { (rows, columns) } else { (columns, rows) };
        let transposed = self.transposed == self.left;
        if m == 1 {
            return self.solve_one(a, b, transposed);
        }
        let (row, column) = if transposed { (1, n) } else { (n, 1) };
        let view = View { other: Some(a), at: 0, rows: row, columns: column };
        let side = Side { view, upper: self.upper != transposed, unit: self.unit };
        if self.left {
            Blocks::new(b, m).solve(side, n, [0, 0], m);
            return;
        }
        let mut turned = filled(T::default(), n * m);
        transpose(b, &mut turned, [m, n]);
        Blocks::new(&mut turned, m).solve(side, n, [0, 0], m);
        transpose(&turned, b, [n, m]);
    }
}

/// Writes a matrix of some rows and columns transposed.
pub fn transpose<T: Real>(from: &[T], to: &mut [T], [rows, columns]: [usize; 2]) {
    transpose_part(from, to, [columns, rows], [rows, columns]);
}

/// Writes a part of a matrix transposed, of some rows and columns; `strides` are the distances between rows of both matrices.
fn transpose_part<T: Real>(from: &[T], to: &mut [T], strides: [usize; 2], [rows, columns]: [usize; 2]) {
    for row in (0..rows).step_by(TILE) {
        for column in (0..columns).step_by(TILE) {
            let (below, after) = (rows.min(row + TILE), columns.min(column + TILE));
            let (last, end) = (below - (below - row) % SIDE, after - (after - column) % SIDE);
            for i in (row..last).step_by(SIDE) {
                for j in (column..end).step_by(SIDE) {
                    let square = T::square(&from[i * strides[0] + j..], strides[0]);
                    for (k, line) in square.iter().enumerate() {
                        to[(j + k) * strides[1] + i..][..SIDE].copy_from_slice(line);
                    }
                }
            }
            for i in row..below {
                for j in (if i < last { end } else { column })..after {
                    to[j * strides[1] + i] = from[i * strides[0] + j];
                }
            }
        }
    }
}

/// Copies one triangle of a square matrix to the other: the upper one to the lower one, or the other way round.
pub fn mirror<T: Real>(a: &mut [T], n: usize, to_upper: bool) {
    let whole = n / SIDE * SIDE;
    let at = |i: usize, j: usize| if to_upper { (i * n + j, j * n + i) } else { (j * n + i, i * n + j) };
    for row in (0..whole).step_by(TILE) {
        for column in (0..=row).step_by(TILE) {
            for i in (row..whole.min(row + TILE)).step_by(SIDE) {
                for j in (column..i.min(column + TILE)).step_by(SIDE) {
                    let (from, to) = at(i, j);
                    let square = T::square(&a[from..], n);
                    for (k, line) in square.iter().enumerate() {
                        a[to + k * n..][..SIDE].copy_from_slice(line);
                    }
                }
            }
        }
    }
    for i in 0..n {
        let near = if i < whole { i / SIDE * SIDE } else { 0 };
        for j in near..i {
            let (from, to) = at(i, j);
            a[to] = a[from];
        }
    }
}

#[cfg(test)]
mod tests;
