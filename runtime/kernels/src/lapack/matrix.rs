//! [`Matrix`]: the matrices of the LAPACK routines.

use std::ops::{Index, IndexMut};

use crate::C64;
use crate::memory::{copied, filled};

/// A matrix of complex numbers in row-major order; the numbers of a real matrix have no imaginary parts.
#[derive(Debug, PartialEq)]
pub(crate) struct Matrix {
    pub rows: usize,
    pub cols: usize,
    pub values: Vec<C64>,
}

impl Clone for Matrix {
    fn clone(&self) -> Self {
        Self { values: copied(&self.values), ..*self }
    }
}

impl Matrix {
    pub fn zero(rows: usize, cols: usize) -> Self {
        Self { rows, cols, values: filled(C64::default(), rows * cols) }
    }
    /// Ones on the diagonal.
    pub fn identity(rows: usize, cols: usize) -> Self {
        let mut out = Self::zero(rows, cols);
        (0..rows.min(cols)).for_each(|i| out[(i, i)] = C64::new(1.0, 0.0));
        out
    }
    /// The conjugate transpose.
    pub fn adjoint(&self) -> Self {
        let mut out = Self::zero(self.cols, self.rows);
        for i in 0..self.rows {
            for j in 0..self.cols {
                out[(j, i)] = self[(i, j)].conj();
            }
        }
        out
    }
    /// The first columns, padded with zero columns if there are fewer.
    pub fn with_columns(&self, cols: usize) -> Self {
        let mut out = Self::zero(self.rows, cols);
        for i in 0..self.rows {
            for j in 0..cols.min(self.cols) {
                out[(i, j)] = self[(i, j)];
            }
        }
        out
    }
    /// The columns in the given order.
    pub fn columns(&self, order: &[usize]) -> Self {
        let mut out = Self::zero(self.rows, order.len());
        for i in 0..self.rows {
            for (j, &from) in order.iter().enumerate() {
                out[(i, j)] = self[(i, from)];
            }
        }
        out
    }
    /// The inner product of column `p`, conjugated, with column `q`.
    pub fn inner(&self, p: usize, q: usize) -> C64 {
        (0..self.rows).map(|i| self[(i, p)].conj() * self[(i, q)]).sum()
    }
    /// The length of column `j`.
    pub fn norm(&self, j: usize) -> f64 {
        self.inner(j, j).re.sqrt()
    }
    /// Exchanges two rows.
    pub fn swap_rows(&mut self, p: usize, q: usize) {
        (0..self.cols).for_each(|j| self.values.swap(p * self.cols + j, q * self.cols + j));
    }
    /// Exchanges two columns.
    pub fn swap_columns(&mut self, p: usize, q: usize) {
        (0..self.rows).for_each(|i| self.values.swap(i * self.cols + p, i * self.cols + q));
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = C64;
    fn index(&self, (i, j): (usize, usize)) -> &C64 {
        &self.values[i * self.cols + j]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut C64 {
        &mut self.values[i * self.cols + j]
    }
}

/// The product of two matrices, with which tests multiply factors.
#[cfg(test)]
pub(crate) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let mut out = Matrix::zero(a.rows, b.cols);
    for i in 0..a.rows {
        for j in 0..b.cols {
            out[(i, j)] = (0..a.cols).map(|k| a[(i, k)] * b[(k, j)]).sum();
        }
    }
    out
}
