//! Factorizations with a fixed number of steps: LU, QR, Cholesky; and triangular systems.

use super::matrix::Matrix;
use crate::C64;
use crate::memory::{Collected, copied, filled, push};

/// `P A = L U` in place, with partial pivoting. Returns the row that each step exchanged with its own, and the number of the first pivot
/// that is zero, counted from 1, or 0.
pub(crate) fn lu(a: &mut Matrix) -> (Vec<usize>, usize) {
    let mut pivots = Vec::new();
    let mut singular = 0;
    for k in 0..a.rows.min(a.cols) {
        // LAPACK compares complex numbers by the sum of the magnitudes of their parts; of equal ones the first is taken.
        let size = |v: C64| v.re.abs() + v.im.abs();
        let mut pivot = k;
        for i in k + 1..a.rows {
            if size(a[(i, k)]) > size(a[(pivot, k)]) {
                pivot = i;
            }
        }
        push(&mut pivots, pivot);
        if a[(pivot, k)] == C64::default() {
            singular = if singular == 0 { k + 1 } else { singular };
            continue;
        }
        a.swap_rows(k, pivot);
        for i in k + 1..a.rows {
            let factor = a[(i, k)] / a[(k, k)];
            a[(i, k)] = factor;
            for j in k + 1..a.cols {
                let v = a[(k, j)];
                a[(i, j)] -= factor * v;
            }
        }
    }
    (pivots, singular)
}

/// The reflector that makes all but the first of some numbers zero, where `below` is the sum of squares of the others. Returns the
/// resulting first number, `tau`, and the factor that scales the others to the vector.
fn reflector(alpha: C64, below: f64) -> (C64, C64, C64) {
    if below == 0.0 && alpha.im == 0.0 {
        return (alpha, C64::default(), C64::new(1.0, 0.0));
    }
    let beta = -(alpha.norm_sqr() + below).sqrt().copysign(alpha.re);
    let tau = C64::new((beta - alpha.re) / beta, -alpha.im / beta);
    (C64::new(beta, 0.0), tau, C64::new(1.0, 0.0) / (alpha - beta))
}

/// Makes column `k` zero below row `row`, stores the vector of the reflector there, and returns its `tau`.
fn eliminate(a: &mut Matrix, row: usize, k: usize) -> C64 {
    let below: f64 = (row + 1..a.rows).map(|i| a[(i, k)].norm_sqr()).sum();
    let (beta, tau, scale) = reflector(a[(row, k)], below);
    (row + 1..a.rows).for_each(|i| a[(i, k)] *= scale);
    a[(row, k)] = beta;
    tau
}

/// `A = Q R` in place: `R` on and above the diagonal, and below it the vectors of the reflectors `1 - tau v v*`, whose
/// first element is 1. Returns the `tau`s.
pub(crate) fn qr(a: &mut Matrix) -> Vec<C64> {
    (0..a.rows.min(a.cols)).map(|k| qr_step(a, k)).collected()
}

fn qr_step(a: &mut Matrix, k: usize) -> C64 {
    let tau = eliminate(a, k, k);
    for j in k + 1..a.cols {
        // The adjoint of the reflector makes column `k` zero.
        reflect(a, k, j, tau.conj(), |a, i| a[(i, k)]);
    }
    tau
}

/// As [`qr`], with columns permuted so that the largest remaining column comes first. `order` has the numbers of columns from 1, in the
/// new order on return; columns with a number other than 0 on entry stay in front.
pub(crate) fn pivoted_qr(a: &mut Matrix, order: &mut [usize]) -> Vec<C64> {
    let mut fixed = 0;
    let mut columns: Vec<usize> = (0..a.cols).collected();
    for j in 0..a.cols {
        if order.get(j).is_some_and(|&o| o != 0) {
            a.swap_columns(fixed, j);
            columns.swap(fixed, j);
            fixed += 1;
        }
    }
    let mut taus = Vec::new();
    for k in 0..a.rows.min(a.cols) {
        if k >= fixed {
            let size = |j: usize| (k..a.rows).map(|i| a[(i, j)].norm_sqr()).sum::<f64>();
            let sizes: Vec<f64> = (k..a.cols).map(size).collected();
            let mut best = 0;
            for (j, &s) in sizes.iter().enumerate() {
                if s > sizes[best] {
                    best = j;
                }
            }
            a.swap_columns(k, k + best);
            columns.swap(k, k + best);
        }
        push(&mut taus, qr_step(a, k));
    }
    order.iter_mut().zip(columns).for_each(|(o, c)| *o = c + 1);
    taus
}

/// `A = Q H Q*` in place, with zeros in `H` below the first subdiagonal; the vectors of the reflectors are stored there. Returns their
/// `tau`s.
pub(crate) fn hessenberg(a: &mut Matrix) -> Vec<C64> {
    let n = a.rows;
    let mut taus = Vec::new();
    for k in 0..n.saturating_sub(1) {
        let tau = eliminate(a, k + 1, k);
        for i in 0..n {
            reflect_row(a, k + 1, i, tau, |a, j| a[(j, k)]);
        }
        for j in k + 1..n {
            reflect(a, k + 1, j, tau.conj(), |a, i| a[(i, k)]);
        }
        push(&mut taus, tau);
    }
    taus
}

/// `Q` from the output of [`hessenberg`].
pub(crate) fn q_of_hessenberg(a: &Matrix, taus: &[C64]) -> Matrix {
    let n = a.rows;
    let mut q = Matrix::identity(n, n);
    for (k, &tau) in taus.iter().enumerate().rev() {
        for j in 0..n {
            reflect(&mut q, k + 1, j, tau, |_, i| a[(i, k)]);
        }
    }
    q
}

/// `A = Q T Q*` in place for a Hermitian matrix, of which one triangle is read. `T` is tridiagonal; its main diagonal and the one beside
/// it are returned with the `tau`s of the reflectors, whose vectors are stored in the triangle.
pub(crate) fn tridiagonal(a: &mut Matrix, lower: bool) -> (Vec<f64>, Vec<f64>, Vec<C64>) {
    let n = a.rows;
    // The upper triangle, read from its end, is like a lower one.
    let place = |i: usize, j: usize| if lower { (i, j) } else { (n - 1 - i, n - 1 - j) };
    let mut m = Matrix::zero(n, n);
    for i in 0..n {
        for j in 0..=i {
            let v = a[place(i, j)];
            (m[(i, j)], m[(j, i)]) = if i == j { (v.re.into(), v.re.into()) } else { (v, v.conj()) };
        }
    }
    let (mut off, mut taus) = (Vec::new(), Vec::new());
    for k in 0..n.saturating_sub(1) {
        let tau = eliminate(&mut m, k + 1, k);
        for i in k + 1..n {
            reflect_row(&mut m, k + 1, i, tau, |m, j| m[(j, k)]);
        }
        for j in k + 1..n {
            reflect(&mut m, k + 1, j, tau.conj(), |m, i| m[(i, k)]);
        }
        push(&mut off, m[(k + 1, k)].re);
        push(&mut taus, tau);
    }
    for i in 0..n {
        for j in 0..=i {
            a[place(i, j)] = if i == j { m[(i, j)].re.into() } else { m[(i, j)] };
        }
    }
    let mut main: Vec<f64> = (0..n).map(|i| m[(i, i)].re).collected();
    if !lower {
        main.reverse();
        off.reverse();
        taus.reverse();
    }
    (main, off, taus)
}

/// Applies `1 - tau v v*` to column `j`, where `v` has 1 in row `k` and `vector` below.
fn reflect(a: &mut Matrix, k: usize, j: usize, tau: C64, vector: impl Fn(&Matrix, usize) -> C64) {
    let mut inner = a[(k, j)];
    for i in k + 1..a.rows {
        inner += vector(a, i).conj() * a[(i, j)];
    }
    inner *= tau;
    a[(k, j)] -= inner;
    for i in k + 1..a.rows {
        let v = vector(a, i);
        a[(i, j)] -= v * inner;
    }
}

/// Applies `1 - tau v v*` from the right to row `i`, where `v` has 1 in column `k` and `vector` after it.
fn reflect_row(a: &mut Matrix, k: usize, i: usize, tau: C64, vector: impl Fn(&Matrix, usize) -> C64) {
    let mut inner = a[(i, k)];
    for j in k + 1..a.cols {
        inner += a[(i, j)] * vector(a, j);
    }
    inner *= tau;
    a[(i, k)] -= inner;
    for j in k + 1..a.cols {
        let v = vector(a, j).conj();
        a[(i, j)] -= inner * v;
    }
}

/// `Q C` or `Q* C` in place, with `Q` from the output of [`qr`].
pub(crate) fn times_q(a: &Matrix, taus: &[C64], adjoint: bool, c: &mut Matrix) {
    let steps: Vec<usize> =
        if adjoint { (0..taus.len()).collected() } else { (0..taus.len()).rev().collected() };
    for k in steps {
        let tau = if adjoint { taus[k].conj() } else { taus[k] };
        for j in 0..c.cols {
            reflect(c, k, j, tau, |_, i| a[(i, k)]);
        }
    }
}

/// Solves a tridiagonal system with the diagonals `lower`, `main` and `upper`, which start in the second, first and first column, in
/// place, with partial pivoting. Returns the number of the first pivot that is zero, counted from 1, or 0.
pub(crate) fn solve_tridiagonal(lower: &[C64], main: &[C64], upper: &[C64], b: &mut Matrix) -> usize {
    let n = b.rows;
    let size = |v: C64| v.re.abs() + v.im.abs();
    let (mut d, mut u) = (copied(&main), copied(&upper));
    // Row exchanges fill a second diagonal above the main one.
    let mut second = filled(C64::default(), n);
    for k in 0..n.saturating_sub(1) {
        let below = lower[k + 1];
        if size(d[k]) >= size(below) {
            if d[k] == C64::default() {
                return k + 1;
            }
            let factor = below / d[k];
            let above = u[k];
            d[k + 1] -= factor * above;
            for j in 0..b.cols {
                let v = b[(k, j)];
                b[(k + 1, j)] -= factor * v;
            }
        } else {
            let factor = d[k] / below;
            (d[k], u[k], d[k + 1]) = (below, d[k + 1], u[k] - factor * d[k + 1]);
            second[k] = u[k + 1];
            u[k + 1] = -factor * u[k + 1];
            b.swap_rows(k, k + 1);
            for j in 0..b.cols {
                let v = b[(k, j)];
                b[(k + 1, j)] -= factor * v;
            }
        }
    }
    if n > 0 && d[n - 1] == C64::default() {
        return n;
    }
    for k in (0..n).rev() {
        for j in 0..b.cols {
            let mut v = b[(k, j)];
            if k + 1 < n {
                v -= u[k] * b[(k + 1, j)];
            }
            if k + 2 < n {
                v -= second[k] * b[(k + 2, j)];
            }
            b[(k, j)] = v / d[k];
        }
    }
    0
}

/// The first columns of `Q`, as many as `a` has, from the output of [`qr`].
pub(crate) fn q_of(a: &Matrix, taus: &[C64]) -> Matrix {
    let mut q = Matrix::identity(a.rows, a.cols);
    for (k, &tau) in taus.iter().enumerate().rev() {
        for j in 0..q.cols {
            reflect(&mut q, k, j, tau, |_, i| a[(i, k)]);
        }
    }
    q
}

/// `A = L L*` or `A = U* U` in the named triangle; only that triangle of `A` is read, and the other is left as it is. Returns the number
/// of the first step that finds that the matrix is not positive definite, counted from 1, or 0.
pub(crate) fn cholesky(a: &mut Matrix, lower: bool) -> usize {
    let at = |i: usize, j: usize| if lower { (i, j) } else { (j, i) };
    for j in 0..a.rows {
        for i in j..a.rows {
            let mut v = a[at(i, j)];
            for k in 0..j {
                v -= a[at(i, k)] * a[at(j, k)].conj();
            }
            if i > j {
                a[at(i, j)] = v / a[at(j, j)];
                continue;
            }
            if v.re.is_nan() || v.re <= 0.0 {
                return j + 1;
            }
            a[at(i, j)] = C64::new(v.re.sqrt(), 0.0);
        }
    }
    0
}

/// The interpretation of a triangular matrix.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    pub upper: bool,
    /// The diagonal is assumed to be ones.
    pub unit: bool,
    pub transposed: bool,
    pub conjugated: bool,
}

impl Triangle {
    fn at(self, a: &Matrix, i: usize, j: usize) -> C64 {
        let v = if self.transposed { a[(j, i)] } else { a[(i, j)] };
        if self.conjugated { v.conj() } else { v }
    }
    /// Solves `op(a) x = b` in place.
    pub fn solve(self, a: &Matrix, b: &mut Matrix) {
        let n = a.rows;
        let forward = self.upper == self.transposed;
        let order = |step: usize| if forward { step } else { n - 1 - step };
        for c in 0..b.cols {
            for step in 0..n {
                let i = order(step);
                let mut v = b[(i, c)];
                for before in 0..step {
                    let j = order(before);
                    v -= self.at(a, i, j) * b[(j, c)];
                }
                b[(i, c)] = if self.unit { v } else { v / self.at(a, i, i) };
            }
        }
    }
}
