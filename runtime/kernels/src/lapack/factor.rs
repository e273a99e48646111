//! Factorizations with a fixed number of steps: LU, QR, Cholesky; and triangular systems.

use super::matrix::Matrix;
use crate::C64;

/// `P A = L U` in place, with partial pivoting. Returns the row that each step exchanged its own with, and the number
/// of the first pivot that is zero, counted from 1, or 0.
pub(crate) fn lu(a: &mut Matrix) -> (Vec<usize>, usize) {
    let mut pivots = Vec::new();
    let mut singular = 0;
    for k in 0..a.rows.min(a.cols) {
        // LAPACK's measure of a complex number is the sum of the magnitudes of its parts; the first largest wins.
        let size = |v: C64| v.re.abs() + v.im.abs();
        let mut pivot = k;
        for i in k + 1..a.rows {
            if size(a[(i, k)]) > size(a[(pivot, k)]) {
                pivot = i;
            }
        }
        pivots.push(pivot);
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

/// `A = Q R` in place: `R` on and above the diagonal, and below it the vectors of the reflectors `1 - tau v v*`, whose
/// first element is 1. Returns the `tau`s.
pub(crate) fn qr(a: &mut Matrix) -> Vec<C64> {
    let one = C64::new(1.0, 0.0);
    let mut taus = Vec::new();
    for k in 0..a.rows.min(a.cols) {
        let alpha = a[(k, k)];
        let below: f64 = (k + 1..a.rows).map(|i| a[(i, k)].norm_sqr()).sum();
        if below == 0.0 && alpha.im == 0.0 {
            taus.push(C64::default());
            continue;
        }
        let beta = -(alpha.norm_sqr() + below).sqrt().copysign(alpha.re);
        let tau = C64::new((beta - alpha.re) / beta, -alpha.im / beta);
        let scale = one / (alpha - beta);
        (k + 1..a.rows).for_each(|i| a[(i, k)] *= scale);
        for j in k + 1..a.cols {
            // The adjoint of the reflector makes zeros in column `k`.
            reflect(a, k, j, tau.conj(), |a, i| a[(i, k)]);
        }
        a[(k, k)] = C64::new(beta, 0.0);
        taus.push(tau);
    }
    taus
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

/// The first columns of `Q`, as many as `a` has, from what [`qr`] leaves.
pub(crate) fn q_of(a: &Matrix, taus: &[C64]) -> Matrix {
    let mut q = Matrix::identity(a.rows, a.cols);
    for (k, &tau) in taus.iter().enumerate().rev() {
        for j in 0..q.cols {
            reflect(&mut q, k, j, tau, |_, i| a[(i, k)]);
        }
    }
    q
}

/// `A = L L*` or `A = U* U` in the named triangle, of which alone `A` is read; the other is left as it is. Returns the
/// number of the first step that finds that the matrix is not positive definite, counted from 1, or 0.
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

/// How a triangular matrix is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Triangle {
    pub upper: bool,
    /// The diagonal counts as ones.
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
