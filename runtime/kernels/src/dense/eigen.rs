//! Eigenvalues and eigenvectors of symmetric matrices: reduction to tridiagonal form by reflectors, in panels, then diagonalization by
//! rotations.

use super::{
    PANEL,
    blocks::Blocks,
    diagonalize::diagonalize,
    divide::divide,
    matrix_vector::symmetric,
    real::Real,
    times_q,
    turns::{Basis, reflector, scale_of},
    vectors::{Dots, Gather},
    view::View,
};
use crate::memory::{extend_from_slice, filled, resize};
use crate::parallel::is_available;

/// The least rows of a matrix whose updates are divided, as its products with vectors are.
const SHARED: usize = 128;

/// The eigenvalues of a symmetric matrix with `n` rows in ascending order. With `vectors` the matrix is overwritten by the eigenvectors
/// as columns, otherwise by intermediate values. The upper triangle is read. `None` if a number is not finite.
pub fn eigh<T: Real>(a: &mut [T], n: usize, vectors: bool, values: &mut [T]) -> Option<()> {
    if n == 0 {
        return Some(());
    }
    let scale = scale_of(a)?;
    if scale != 1.0 {
        a.iter_mut().for_each(|v| *v = T::from_f64(v.wide() * scale));
    }
    // The vectors of reflectors take the place of the triangle that is not read.
    let mut taus = filled(T::default(), if vectors { n - 1 } else { 0 });
    let (mut d, mut e) = tridiagonal(a, n, &mut taus);
    if vectors {
        let mut q = divide(&mut d, &mut e)?;
        // The first row is not reflected.
        times_q(&a[n..], [n - 1, n], &taus, false, &mut q[n..], n);
        a.copy_from_slice(&q);
    } else {
        diagonalize::<T>(&mut d, &mut e, &mut Basis::none())?;
        d.sort_by(f64::total_cmp);
    }
    values.iter_mut().zip(&d).for_each(|(to, d)| *to = T::from_f64(d / scale));
    Some(())
}

/// Vectors of a panel that are subtracted later, and memory for products with them.
pub(super) struct Later<T> {
    n: usize,
    pub rows: Vec<T>,
    common: Vec<T>,
}

impl<T: Real> Later<T> {
    pub fn new(n: usize) -> Self {
        Self { n, rows: filled(T::default(), PANEL * n), common: filled(T::default(), PANEL) }
    }
    pub fn set(&mut self, j: usize, first: usize, values: &[T]) {
        self.rows[j * self.n + first..][..values.len()].copy_from_slice(values);
    }
    /// Subtracts from `row`, which starts in column `first`, these vectors times column `k` of the `count` vectors of `others`.
    pub fn subtract_column(&mut self, others: &Self, count: usize, k: usize, first: usize, row: &mut [T]) {
        (0..count).for_each(|i| self.common[i] = others.rows[i * self.n + k]);
        let rows = &self.rows[first.min(self.rows.len())..];
        T::run(Gather { row, rows, stride: self.n, factors: &self.common[..count] });
    }
    /// Subtracts from `out`, which starts in `first`, these vectors times the products of `others` with `x`, which starts in `at`.
    pub fn subtract_products(
        &mut self,
        others: &Self,
        count: usize,
        [first, at]: [usize; 2],
        x: &[T],
        out: &mut [T],
        negative: bool,
    ) {
        let common = &mut self.common[..count];
        T::run(Dots { rows: &others.rows[at..], stride: self.n, x, out: common });
        if negative {
            common.iter_mut().for_each(|c| *c = -*c);
        }
        T::run(Gather { row: out, rows: &self.rows[first..], stride: self.n, factors: common });
    }
    /// Subtracts the products of these vectors with others from the remaining matrix, or from its upper triangle.
    pub fn subtract(&self, others: &Self, count: usize, end: usize, a: &mut [T], upper: bool) {
        let (n, left) = (self.n, self.n - end);
        let a_view = View { other: Some(&self.rows[..]), at: end, rows: 1, columns: n };
        let b_view = View { other: Some(&others.rows[..]), at: end, rows: n, columns: 1 };
        let mut blocks = Blocks::new(a, n);
        if is_available() && left >= SHARED {
            // The threads that read the matrix next write what they read.
            return blocks.subtract_shared([end, end], [left, left, count], a_view, b_view, upper);
        }
        blocks.subtract_product([end, end], [left, left, count], a_view, b_view, upper);
    }
}

/// Reduces a matrix to tridiagonal form by reflectors from both sides; returns the main diagonal and the one beside it. The vectors of the
/// reflectors are written below the diagonal, unless there is no room for their `taus`.
fn tridiagonal<T: Real>(a: &mut [T], n: usize, taus: &mut [T]) -> (Vec<f64>, Vec<f64>) {
    let (mut d, mut e) = (filled(0.0, n), filled(0.0, n));
    let (mut v, mut w) = (Later::new(n), Later::new(n));
    let (mut row, mut p, mut lists) = (Vec::new(), Vec::new(), Vec::new());
    for first in (0..n).step_by(PANEL) {
        let end = n.min(first + PANEL);
        for k in first..end {
            let j = k - first;
            row.clear();
            extend_from_slice(&mut row, &a[k * n + k..(k + 1) * n]);
            v.subtract_column(&w, j, k, k, &mut row);
            w.subtract_column(&v, j, k, k, &mut row);
            d[k] = row[0].wide();
            if k + 1 == n {
                break;
            }
            let x = &mut row[1..];
            let (beta, tau) = reflector(x);
            e[k] = beta.wide();
            if let Some(to) = taus.get_mut(k) {
                *to = tau;
                (k + 2..n).zip(&x[1..]).for_each(|(i, &v)| a[i * n + k] = v);
            }
            p.clear();
            resize(&mut p, n - k - 1, T::default());
            symmetric(&a[(k + 1) * n + k + 1..], n, x, &mut p, &mut lists);
            v.subtract_products(&w, j, [k + 1; 2], x, &mut p, false);
            w.subtract_products(&v, j, [k + 1; 2], x, &mut p, false);
            let mut common = [T::default()];
            T::run(Dots { rows: &p, stride: p.len(), x, out: &mut common });
            let part = T::from_f64(0.5) * tau * tau * common[0];
            p.iter_mut().zip(&*x).for_each(|(p, &x)| *p = tau * *p - part * x);
            v.set(j, k + 1, x);
            w.set(j, k + 1, &p);
        }
        if end < n {
            v.subtract(&w, end - first, end, a, true);
            w.subtract(&v, end - first, end, a, true);
        }
    }
    (d, e)
}
