//! Eigenvalues of Hermitian matrices and singular values, by Jacobi's rotations: slow, simple and accurate.

use super::matrix::Matrix;
use crate::C64;
use crate::memory::Collected;

/// The most sweeps over all pairs of columns; ten are enough for any matrix that fits into memory.
const SWEEPS: usize = 60;

/// The rotation of columns `p` and `q` that makes them orthogonal, or makes an element of a Hermitian matrix zero.
struct Rotation {
    cos: f64,
    sin: f64,
    /// The factor that column `q` is multiplied by first, so that the number between them is real.
    phase: C64,
}

impl Rotation {
    /// For diagonal elements `a`, `b` and the element `between` above the diagonal.
    fn new(a: f64, b: f64, between: C64) -> Self {
        let size = between.norm();
        let slope = (b - a) / (2.0 * size);
        let tan = 1f64.copysign(slope) / (slope.abs() + slope.hypot(1.0));
        let cos = 1.0 / tan.hypot(1.0);
        Self { cos, sin: tan * cos, phase: between.conj() / size }
    }
    fn columns(&self, a: &mut Matrix, p: usize, q: usize) {
        for i in 0..a.rows {
            let (x, y) = (a[(i, p)], a[(i, q)] * self.phase);
            a[(i, p)] = x * self.cos - y * self.sin;
            a[(i, q)] = x * self.sin + y * self.cos;
        }
    }
    fn rows(&self, a: &mut Matrix, p: usize, q: usize) {
        for j in 0..a.cols {
            let (x, y) = (a[(p, j)], a[(q, j)] * self.phase.conj());
            a[(p, j)] = x * self.cos - y * self.sin;
            a[(q, j)] = x * self.sin + y * self.cos;
        }
    }
}

/// Rotates pairs of columns until `rotate` finds no pair to rotate. Returns false if this does not converge.
fn sweep(n: usize, mut rotate: impl FnMut(usize, usize) -> bool) -> bool {
    for _ in 0..SWEEPS {
        let mut changed = false;
        for p in 0..n {
            for q in p + 1..n {
                changed |= rotate(p, q);
            }
        }
        if !changed {
            return true;
        }
    }
    false
}

fn sorted(n: usize, mut before: impl FnMut(usize, usize) -> std::cmp::Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n).collected();
    order.sort_by(|&i, &j| before(i, j));
    order
}

/// Eigenvalues of a Hermitian matrix in ascending order, and its eigenvectors as columns; `None` if a number is not finite.
pub(crate) fn eigh(mut a: Matrix) -> Option<(Vec<f64>, Matrix)> {
    let n = a.rows;
    let mut vectors = Matrix::identity(n, n);
    let scale: f64 = a.values.iter().map(|v| v.norm_sqr()).sum::<f64>().sqrt();
    let done = scale.is_finite()
        && sweep(n, |p, q| {
            let between = a[(p, q)];
            if between.norm() <= f64::EPSILON * 1e-2 * scale {
                return false;
            }
            let rotation = Rotation::new(a[(p, p)].re, a[(q, q)].re, between);
            rotation.columns(&mut a, p, q);
            rotation.rows(&mut a, p, q);
            rotation.columns(&mut vectors, p, q);
            true
        });
    let order = sorted(n, |i, j| a[(i, i)].re.total_cmp(&a[(j, j)].re));
    done.then(|| (order.iter().map(|&i| a[(i, i)].re).collected(), vectors.columns(&order)))
}

/// `A = U S V*`: all columns of `U`, the singular values in descending order, and all columns of `V`; `None` if a number is not finite.
pub(crate) fn svd(a: &Matrix) -> Option<(Matrix, Vec<f64>, Matrix)> {
    if a.rows < a.cols {
        let (u, s, v) = svd(&a.adjoint())?;
        return Some((v, s, u));
    }
    let n = a.cols;
    let mut u = a.clone();
    let mut v = Matrix::identity(n, n);
    let scale: f64 = a.values.iter().map(|v| v.norm_sqr()).sum::<f64>().sqrt();
    let done = scale.is_finite()
        && sweep(n, |p, q| {
            let (x, y, between) = (u.inner(p, p).re, u.inner(q, q).re, u.inner(p, q));
            let small = (x * y).sqrt().max(f64::EPSILON * scale * scale);
            if between.norm() <= 4.0 * f64::EPSILON * small {
                return false;
            }
            let rotation = Rotation::new(x, y, between);
            rotation.columns(&mut u, p, q);
            rotation.columns(&mut v, p, q);
            true
        });
    if !done {
        return None;
    }
    let norms: Vec<f64> = (0..n).map(|j| u.norm(j)).collected();
    let order = sorted(n, |i, j| norms[j].total_cmp(&norms[i]));
    let mut left = u.columns(&order);
    let values: Vec<f64> = order.iter().map(|&j| norms[j]).collected();
    // Columns of length zero, and the columns of `U` that a tall matrix lacks, are chosen to complete the basis.
    let rank = values.iter().filter(|&&s| s > f64::EPSILON * scale).count();
    for (j, &s) in values.iter().enumerate().take(rank) {
        (0..left.rows).for_each(|i| left[(i, j)] /= s);
    }
    Some((completed(&left, rank), values, v.columns(&order)))
}

/// A unitary matrix whose first `rank` columns are those of `a`, which are orthonormal.
fn completed(a: &Matrix, rank: usize) -> Matrix {
    let mut out = a.with_columns(a.rows);
    let mut next = rank;
    for axis in 0..a.rows {
        if next == a.rows {
            break;
        }
        (0..a.rows).for_each(|i| out[(i, next)] = C64::new(f64::from(i == axis), 0.0));
        // Twice, because the first time leaves rounding errors relative to the subtracted vectors.
        for _ in 0..2 {
            for j in 0..next {
                let part = out.inner(j, next);
                for i in 0..a.rows {
                    let v = out[(i, j)];
                    out[(i, next)] -= v * part;
                }
            }
        }
        let norm = out.norm(next);
        // One of the `n` axes has at least this distance from a subspace of smaller dimension.
        if norm * norm > 0.5 / a.rows as f64 {
            (0..a.rows).for_each(|i| out[(i, next)] /= norm);
            next += 1;
        }
    }
    out
}
