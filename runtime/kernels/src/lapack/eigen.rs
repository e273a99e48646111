//! Eigenvalues of general matrices: Hessenberg form, Schur form by shifted QR steps, and eigenvectors.

use super::{factor, matrix::Matrix};
use crate::C64;
use crate::memory::{Collected, extend, filled, push, with_capacity};

/// The most QR steps for each eigenvalue; usually a few are enough.
const STEPS: usize = 100;

/// `A = Z T Z*` with `T` upper triangular and `Z` unitary.
pub(crate) struct Schur {
    pub t: Matrix,
    pub z: Matrix,
}

/// A rotation `[[c*, s*], [-s, c]]` of two rows that makes the second of two numbers zero.
#[derive(Clone, Copy)]
struct Givens {
    c: C64,
    s: C64,
}

impl Givens {
    fn new(a: C64, b: C64) -> Self {
        let size = a.norm().hypot(b.norm());
        if size == 0.0 {
            return Self { c: C64::new(1.0, 0.0), s: C64::default() };
        }
        Self { c: a / size, s: b / size }
    }
    fn rows(self, a: &mut Matrix, k: usize, columns: std::ops::Range<usize>) {
        for j in columns {
            let (x, y) = (a[(k, j)], a[(k + 1, j)]);
            a[(k, j)] = self.c.conj() * x + self.s.conj() * y;
            a[(k + 1, j)] = self.c * y - self.s * x;
        }
    }
    /// Applies the adjoint from the right, to columns `k` and `k + 1`.
    fn columns(self, a: &mut Matrix, k: usize, rows: std::ops::Range<usize>) {
        for i in rows {
            let (x, y) = (a[(i, k)], a[(i, k + 1)]);
            a[(i, k)] = self.c * x + self.s * y;
            a[(i, k + 1)] = self.c.conj() * y - self.s.conj() * x;
        }
    }
}

/// The eigenvalue of the trailing 2 x 2 block that is nearer to its last element.
fn shift(t: &Matrix, last: usize) -> C64 {
    let (a, b) = (t[(last - 1, last - 1)], t[(last - 1, last)]);
    let (c, d) = (t[(last, last - 1)], t[(last, last)]);
    let half = (a - d) / 2.0;
    let root = (half * half + b * c).sqrt();
    let divisor = if (half + root).norm() >= (half - root).norm() { half + root } else { half - root };
    if divisor == C64::default() { d } else { d - b * c / divisor }
}

/// The Schur form; `None` if a number is not finite.
pub(crate) fn schur(mut a: Matrix) -> Option<Schur> {
    let n = a.rows;
    if !a.values.iter().all(|v| v.is_finite()) {
        return None;
    }
    let taus = factor::hessenberg(&mut a);
    let mut z = factor::q_of_hessenberg(&a, &taus);
    let mut t = a;
    for i in 2..n {
        (0..i - 1).for_each(|j| t[(i, j)] = C64::default());
    }
    let (mut last, mut steps) = (n.saturating_sub(1), 0);
    while last > 0 {
        let negligible = |t: &Matrix, k: usize| {
            let scale = t[(k, k)].norm() + t[(k - 1, k - 1)].norm();
            t[(k, k - 1)].norm() <= f64::EPSILON * scale || t[(k, k - 1)].norm() < f64::MIN_POSITIVE
        };
        let first = (1..=last).rev().find(|&k| negligible(&t, k)).unwrap_or(0);
        if first > 0 {
            t[(first, first - 1)] = C64::default();
        }
        if first == last {
            (last, steps) = (last - 1, 0);
            continue;
        }
        steps += 1;
        if steps > STEPS {
            return None;
        }
        // An exceptional shift from time to time, to break cycles.
        let by = if steps % 10 == 0 { t[(last, last)] + t[(last, last - 1)].norm() } else { shift(&t, last) };
        (first..=last).for_each(|k| t[(k, k)] -= by);
        let mut rotations = with_capacity(last - first);
        for k in first..last {
            let rotation = Givens::new(t[(k, k)], t[(k + 1, k)]);
            rotation.rows(&mut t, k, k..n);
            t[(k + 1, k)] = C64::default();
            rotations.push(rotation);
        }
        for (k, rotation) in (first..last).zip(rotations) {
            rotation.columns(&mut t, k, 0..k + 2);
            rotation.columns(&mut z, k, 0..n);
        }
        (first..=last).for_each(|k| t[(k, k)] += by);
    }
    Some(Schur { t, z })
}

/// Eigenvalues with left and right eigenvectors as columns.
pub(crate) struct Eigen {
    pub values: Vec<C64>,
    pub left: Matrix,
    pub right: Matrix,
}

/// The eigenvalues of a matrix and its eigenvectors, of length 1 and with a real largest element; `None` if a number is not finite. Those
/// of a real matrix are real, or conjugate pairs, beginning with the one above the real axis.
pub(crate) fn eigen(a: Matrix, real: bool) -> Option<Eigen> {
    let n = a.rows;
    let scale = a.values.iter().map(|v| v.norm_sqr()).sum::<f64>().sqrt();
    let Schur { t, z } = schur(a)?;
    let mut values: Vec<C64> = (0..n).map(|k| t[(k, k)]).collected();
    let small = (f64::EPSILON * scale).max(f64::MIN_POSITIVE);
    let apart = |d: C64| if d.norm() < small { C64::new(small, 0.0) } else { d };
    let (mut left, mut right) = (Matrix::zero(n, n), Matrix::zero(n, n));
    for k in 0..n {
        let mut y = filled(C64::default(), n);
        y[k] = C64::new(1.0, 0.0);
        for i in (0..k).rev() {
            let sum: C64 = (i + 1..=k).map(|j| t[(i, j)] * y[j]).sum();
            y[i] = -sum / apart(t[(i, i)] - values[k]);
        }
        set_column(&mut right, k, &z, &y);
        let mut w = filled(C64::default(), n);
        w[k] = C64::new(1.0, 0.0);
        for i in k + 1..n {
            let sum: C64 = (k..i).map(|j| t[(j, i)].conj() * w[j]).sum();
            w[i] = -sum / apart((t[(i, i)] - values[k]).conj());
        }
        set_column(&mut left, k, &z, &w);
    }
    if !real {
        return Some(Eigen { values, left, right });
    }
    let order = pairs(&mut values, 1e3 * small);
    values = order.iter().map(|&k| values[k]).collected();
    let (mut left, mut right) = (left.columns(&order), right.columns(&order));
    for m in [&mut left, &mut right] {
        let mut k = 0;
        while k < n {
            if values[k].im == 0.0 {
                (0..n).for_each(|i| m[(i, k)].im = 0.0);
                k += 1;
            } else {
                (0..n).for_each(|i| m[(i, k + 1)] = m[(i, k)].conj());
                k += 2;
            }
        }
    }
    Some(Eigen { values, left, right })
}

/// Sets column `k` to `z y`, scaled to length 1 and to a real largest element.
fn set_column(out: &mut Matrix, k: usize, z: &Matrix, y: &[C64]) {
    let n = z.rows;
    // Components may be as large as the inverse of the precision, so their squares could overflow.
    let most = y.iter().map(|v| v.norm()).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
    let column: Vec<C64> = (0..n).map(|i| (0..n).map(|j| z[(i, j)] * (y[j] / most)).sum()).collected();
    let norm = column.iter().map(|v: &C64| v.norm_sqr()).sum::<f64>().sqrt();
    let mut largest = C64::new(1.0, 0.0);
    let mut size = 0.0;
    for &v in &column {
        if v.norm() > size {
            (largest, size) = (v, v.norm());
        }
    }
    let turn = if size > 0.0 { largest.conj() / size } else { largest };
    for (i, v) in column.into_iter().enumerate() {
        out[(i, k)] = v * turn / norm;
    }
}

/// Makes the eigenvalues of a real matrix real or conjugate pairs, and returns an order in which pairs are neighbours.
fn pairs(values: &mut [C64], small: f64) -> Vec<usize> {
    let mut order = with_capacity(values.len());
    let mut below: Vec<usize> = (0..values.len()).filter(|&k| values[k].im < -small).collected();
    let mut taken = filled(false, values.len());
    let mut partner = filled(None, values.len());
    for k in 0..values.len() {
        if values[k].im <= small {
            continue;
        }
        let far = |j: usize| (values[j] - values[k].conj()).norm();
        let nearest = (0..below.len()).min_by(|&i, &j| far(below[i]).total_cmp(&far(below[j])));
        let Some(j) = nearest.map(|i| below.swap_remove(i)) else { continue };
        (partner[k], partner[j]) = (Some(j), Some(k));
    }
    for k in 0..values.len() {
        if taken[k] {
            continue;
        }
        taken[k] = true;
        let Some(j) = partner[k] else {
            values[k].im = 0.0;
            push(&mut order, k);
            continue;
        };
        taken[j] = true;
        let (up, down) = if values[k].im > 0.0 { (k, j) } else { (j, k) };
        values[up] = (values[up] + values[down].conj()) / 2.0;
        values[down] = values[up].conj();
        extend(&mut order, [up, down]);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lapack::matrix::product;

    fn sample(n: usize, real: bool) -> Matrix {
        let mut a = Matrix::zero(n, n);
        let mut state = 1u64;
        for v in &mut a.values {
            let mut next = || {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                (state >> 40) as f64 / (1u64 << 23) as f64 - 1.0
            };
            *v = C64::new(next(), if real { 0.0 } else { next() });
        }
        a
    }

    fn distance(a: &Matrix, b: &Matrix) -> f64 {
        a.values.iter().zip(&b.values).map(|(x, y)| (x - y).norm()).fold(0.0, f64::max)
    }

    #[test]
    fn schur_form_is_triangular_and_similar() {
        for n in [0, 1, 2, 3, 7, 20] {
            let a = sample(n, n % 2 == 0);
            let Schur { t, z } = schur(a.clone()).expect("numbers are finite");
            for i in 0..n {
                assert!((0..i).all(|j| t[(i, j)] == C64::default()), "size {n}");
            }
            let back = product(&product(&z, &t), &z.adjoint());
            assert!(distance(&a, &back) < 1e-12, "size {n}");
        }
    }

    #[test]
    fn eigenvectors_are_scaled_only() {
        for (n, real) in [(1, true), (2, true), (5, true), (8, false), (20, true)] {
            let a = sample(n, real);
            let e = eigen(a.clone(), real).expect("numbers are finite");
            let mut scaled = e.right.clone();
            let mut turned = e.left.clone();
            for i in 0..n {
                for j in 0..n {
                    scaled[(i, j)] *= e.values[j];
                    turned[(i, j)] *= e.values[j].conj();
                }
            }
            assert!(distance(&product(&a, &e.right), &scaled) < 1e-11, "size {n}");
            assert!(distance(&product(&a.adjoint(), &e.left), &turned) < 1e-11, "size {n}");
            let trace: C64 = (0..n).map(|i| a[(i, i)]).sum();
            assert!((trace - e.values.iter().sum::<C64>()).norm() < 1e-11);
            if real {
                let mut k = 0;
                while k < n {
                    let is_pair = e.values[k].im != 0.0;
                    assert!(!is_pair || e.values[k].im > 0.0 && e.values[k + 1] == e.values[k].conj());
                    k += 1 + usize::from(is_pair);
                }
            }
        }
    }

    #[test]
    fn a_number_that_is_not_finite_has_no_eigenvalues() {
        let mut a = Matrix::identity(3, 3);
        a[(1, 2)].re = f64::NAN;
        assert!(schur(a).is_none());
    }
}
