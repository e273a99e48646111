//! The Schur form of real matrices: blocks of one or two rows on the diagonal, by QR steps with double shifts.

use std::ops::Range;

use super::{factor, matrix::Matrix};
use crate::C64;
use crate::memory::Collected;

/// The most QR steps for each eigenvalue; usually a few are enough.
const STEPS: usize = 100;
/// The spacing of numbers near 1.
const ULP: f64 = f64::EPSILON;
/// Smaller numbers are not used as divisors.
const TINY: f64 = f64::MIN_POSITIVE / ULP;

/// `A = Z T Z'` with real matrices.
pub(crate) struct RealSchur {
    /// 2 x 2 blocks have equal numbers on the diagonal, and numbers of different signs beside it.
    pub t: Matrix,
    pub z: Matrix,
    pub values: Vec<C64>,
}

/// The two matrices as real numbers.
struct Work {
    n: usize,
    t: Vec<f64>,
    z: Vec<f64>,
}

/// The Schur form of a matrix of real numbers; `None` if one is not finite.
pub(crate) fn real_schur(mut a: Matrix) -> Option<RealSchur> {
    let n = a.rows;
    if !a.values.iter().all(|v| v.is_finite()) {
        return None;
    }
    let taus = factor::hessenberg(&mut a);
    let z = factor::q_of_hessenberg(&a, &taus);
    let parts = |m: &Matrix| m.values.iter().map(|v| v.re).collected();
    let mut work = Work { n, t: parts(&a), z: parts(&z) };
    for i in 2..n {
        work.t[i * n..][..i - 1].fill(0.0);
    }
    work.run()?;
    let values = work.values();
    let matrix = |m: Vec<f64>| Matrix {
        rows: n,
        cols: n,
        values: m.into_iter().map(|v| C64::new(v, 0.0)).collected(),
    };
    Some(RealSchur { t: matrix(work.t), z: matrix(work.z), values })
}

impl Work {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.t[i * self.n + j]
    }

    fn run(&mut self) -> Option<()> {
        let (mut end, mut steps) = (self.n, 0);
        while end > 0 {
            let last = end - 1;
            let first = (1..=last).rev().find(|&k| self.is_negligible(k)).unwrap_or(0);
            if first > 0 {
                self.t[first * self.n + first - 1] = 0.0;
            }
            if first + 1 >= last {
                if first < last {
                    self.standardize(first);
                }
                (end, steps) = (first, 0);
                continue;
            }
            steps += 1;
            if steps > STEPS {
                return None;
            }
            let shifts = self.shifts(first, last, steps);
            let (start, vector) = self.start(first, last, shifts);
            self.chase(first, start, last, vector);
        }
        Some(())
    }

    /// Whether the element before the diagonal in row `k` is negligible.
    fn is_negligible(&self, k: usize) -> bool {
        let (below, above) = (self.at(k, k - 1).abs(), self.at(k - 1, k).abs());
        if below <= TINY {
            return true;
        }
        let (a, d) = (self.at(k - 1, k - 1), self.at(k, k));
        let mut scale = a.abs() + d.abs();
        if scale == 0.0 {
            scale += if k >= 2 { self.at(k - 1, k - 2).abs() } else { 0.0 };
            scale += if k + 1 < self.n { self.at(k + 1, k).abs() } else { 0.0 };
        }
        if below > ULP * scale {
            return false;
        }
        // Being small relative to the diagonal is not enough if the element above the diagonal is large.
        let (larger, smaller) = (below.max(above), below.min(above));
        let (far, near) = (d.abs().max((a - d).abs()), d.abs().min((a - d).abs()));
        let sum = larger + far;
        smaller * (larger / sum) <= TINY.max(ULP * (near * (far / sum)))
    }

    /// The sum and the product of two shifts, relative to a number, and that number. The shifts are the eigenvalues of the trailing 2 x 2
    /// block, or twice the nearer one if they are real; exceptional shifts from time to time break cycles.
    fn shifts(&self, first: usize, last: usize, steps: usize) -> [C64; 2] {
        let other = match steps % 20 {
            10 => Some((first, self.at(first + 1, first).abs() + self.at(first + 2, first + 1).abs())),
            0 => Some((last, self.at(last, last - 1).abs() + self.at(last - 1, last - 2).abs())),
            _ => None,
        };
        let [a, b, c, d] = match other {
            Some((k, size)) => {
                let diagonal = self.at(k, k) + 0.75 * size;
                [diagonal, -0.4375 * size, size, diagonal]
            }
            None => [(1, 1), (1, 0), (0, 1), (0, 0)].map(|(i, j)| self.at(last - i, last - j)),
        };
        let scale = a.abs() + b.abs() + c.abs() + d.abs();
        if scale == 0.0 {
            return [C64::default(); 2];
        }
        let mean = (a + d) / 2.0;
        let discriminant = ((a - mean) / scale) * ((a - mean) / scale) + (b / scale) * (c / scale);
        let root = discriminant.abs().sqrt() * scale;
        if discriminant < 0.0 {
            return [C64::new(mean, root), C64::new(mean, -root)];
        }
        let nearer =
            if (mean + root - d).abs() <= (mean - root - d).abs() { mean + root } else { mean - root };
        [C64::new(nearer, 0.0); 2]
    }

    /// The row in which a step may begin because two consecutive elements before the diagonal are small, and the first column of the
    /// product of the shifted matrices from there on.
    fn start(&self, first: usize, last: usize, [s, r]: [C64; 2]) -> (usize, [f64; 3]) {
        let mut k = last - 2;
        loop {
            let (diagonal, below) = (self.at(k, k), self.at(k + 1, k));
            let scale = (diagonal - r.re).abs() + r.im.abs() + below.abs();
            let ratio = below / scale;
            let mut v = [
                ratio * self.at(k, k + 1) + (diagonal - s.re) * ((diagonal - r.re) / scale)
                    - s.im * (r.im / scale),
                ratio * (diagonal + self.at(k + 1, k + 1) - s.re - r.re),
                ratio * self.at(k + 2, k + 1),
            ];
            let size = v.iter().map(|x| x.abs()).sum::<f64>();
            if size > 0.0 {
                v.iter_mut().for_each(|x| *x /= size);
            }
            if k == first {
                return (k, v);
            }
            let around = self.at(k - 1, k - 1).abs() + diagonal.abs() + self.at(k + 1, k + 1).abs();
            if self.at(k, k - 1).abs() * (v[1].abs() + v[2].abs()) <= ULP * v[0].abs() * around {
                return (k, v);
            }
            k -= 1;
        }
    }

    /// One QR step: creates a bulge below the diagonal in row `start` and chases it to the end of the block.
    fn chase(&mut self, first: usize, start: usize, last: usize, mut v: [f64; 3]) {
        let n = self.n;
        for k in start..last {
            let rows = 3.min(last - k + 1);
            if k > start {
                v = [0.0; 3];
                (0..rows).for_each(|i| v[i] = self.at(k + i, k - 1));
            }
            let (beta, tau) = reflector(&mut v[..rows]);
            if k > start {
                self.t[k * n + k - 1] = beta;
                (1..rows).for_each(|i| self.t[(k + i) * n + k - 1] = 0.0);
            } else if start > first {
                // The factor of the small element before the diagonal.
                self.t[k * n + k - 1] *= 1.0 - tau;
            }
            let v = &v[..rows];
            reflect_rows(&mut self.t, n, k, k..n, v, tau);
            reflect_columns(&mut self.t, n, k, 0..(k + 4).min(last + 1), v, tau);
            reflect_columns(&mut self.z, n, k, 0..n, v, tau);
        }
    }

    /// Makes the block of rows `k` and `k + 1` triangular if its eigenvalues are real, and otherwise its diagonal elements equal.
    fn standardize(&mut self, k: usize) {
        let n = self.n;
        let block = [self.at(k, k), self.at(k, k + 1), self.at(k + 1, k), self.at(k + 1, k + 1)];
        let (block, (cos, sin)) = standard(block);
        for j in k + 2..n {
            let (x, y) = (self.at(k, j), self.at(k + 1, j));
            (self.t[k * n + j], self.t[(k + 1) * n + j]) = (cos * x + sin * y, cos * y - sin * x);
        }
        let rotate = |m: &mut [f64], rows: usize| {
            for row in m.chunks_exact_mut(n).take(rows) {
                (row[k], row[k + 1]) = (cos * row[k] + sin * row[k + 1], cos * row[k + 1] - sin * row[k]);
            }
        };
        rotate(&mut self.t, k);
        rotate(&mut self.z, n);
        [self.t[k * n + k], self.t[k * n + k + 1], self.t[(k + 1) * n + k], self.t[(k + 1) * n + k + 1]] =
            block;
    }

    /// The eigenvalues of the blocks.
    fn values(&self) -> Vec<C64> {
        let mut values: Vec<C64> = (0..self.n).map(|k| C64::new(self.at(k, k), 0.0)).collected();
        for k in 1..self.n {
            let below = self.at(k, k - 1);
            if below != 0.0 {
                let size = below.abs().sqrt() * self.at(k - 1, k).abs().sqrt();
                (values[k - 1].im, values[k].im) = (size, -size);
            }
        }
        values
    }
}

/// Replaces numbers by the vector, with 1 in front, of a reflector `1 - tau v v'` that makes all but the first zero; returns the
/// resulting first number, and `tau`.
fn reflector(v: &mut [f64]) -> (f64, f64) {
    let alpha = v[0];
    let below = v[1..].iter().fold(0.0f64, |size, x| size.hypot(*x));
    if below == 0.0 {
        v[0] = 1.0;
        return (alpha, 0.0);
    }
    let beta = -alpha.hypot(below).copysign(alpha);
    v[1..].iter_mut().for_each(|x| *x /= alpha - beta);
    v[0] = 1.0;
    (beta, (beta - alpha) / beta)
}

/// Applies a reflector to some rows from `k` on.
fn reflect_rows(m: &mut [f64], n: usize, k: usize, columns: Range<usize>, v: &[f64], tau: f64) {
    for j in columns {
        let sum: f64 = v.iter().enumerate().map(|(i, x)| x * m[(k + i) * n + j]).sum();
        v.iter().enumerate().for_each(|(i, x)| m[(k + i) * n + j] -= tau * sum * x);
    }
}

/// Applies it from the right, to columns from `k` on.
fn reflect_columns(m: &mut [f64], n: usize, k: usize, rows: Range<usize>, v: &[f64], tau: f64) {
    for i in rows {
        let row = &mut m[i * n + k..][..v.len()];
        let sum: f64 = row.iter().zip(v).map(|(m, x)| m * x).sum();
        row.iter_mut().zip(v).for_each(|(m, x)| *m -= tau * sum * x);
    }
}

/// The standard form of a 2 x 2 block, and the cosine and sine of the rotation that produces it.
fn standard([a, b, c, d]: [f64; 4]) -> ([f64; 4], (f64, f64)) {
    if c == 0.0 {
        return ([a, b, c, d], (1.0, 0.0));
    }
    if b == 0.0 {
        // The rows and the columns are exchanged.
        return ([d, -c, 0.0, a], (0.0, 1.0));
    }
    let difference = a - d;
    if difference == 0.0 && (b < 0.0) != (c < 0.0) {
        return ([a, b, c, d], (1.0, 0.0));
    }
    let half = difference / 2.0;
    let larger = b.abs().max(c.abs());
    let smaller = b.abs().min(c.abs()) * b.signum() * c.signum();
    let scale = half.abs().max(larger);
    let discriminant = half / scale * half + larger / scale * smaller;
    if discriminant >= 4.0 * ULP {
        // Two real eigenvalues, beginning with the one farther from `d`.
        let root = half + (scale.sqrt() * discriminant.sqrt()).copysign(half);
        let size = c.hypot(root);
        return ([d + root, b - c, 0.0, d - larger / root * smaller], (root / size, c / size));
    }
    // A conjugate pair, or two nearly equal eigenvalues: the diagonal elements become equal.
    let sum = b + c;
    let size = sum.hypot(difference);
    let cos = (0.5 * (1.0 + sum.abs() / size)).sqrt();
    let sin = -(half / (size * cos)) * sum.signum();
    let [e, f, g, h] = [a * cos + b * sin, b * cos - a * sin, c * cos + d * sin, d * cos - c * sin];
    let (b, c) = (f * cos + h * sin, g * cos - e * sin);
    let mean = (e * cos + g * sin + h * cos - f * sin) / 2.0;
    if c == 0.0 {
        return ([mean, b, c, mean], (cos, sin));
    }
    if b == 0.0 {
        return ([mean, -c, 0.0, mean], (-sin, cos));
    }
    if (b < 0.0) != (c < 0.0) {
        return ([mean, b, c, mean], (cos, sin));
    }
    // The eigenvalues are real.
    let roots = (b.abs().sqrt(), c.abs().sqrt());
    let apart = (roots.0 * roots.1).copysign(c);
    let inverse = 1.0 / (b + c).abs().sqrt();
    let (other_cos, other_sin) = (roots.0 * inverse, roots.1 * inverse);
    (
        [mean + apart, b - c, 0.0, mean - apart],
        (cos * other_cos - sin * other_sin, cos * other_sin + sin * other_cos),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lapack::matrix::product;

    fn sample(n: usize, seed: u64) -> Matrix {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            C64::new((state >> 40) as f64 / (1u64 << 23) as f64 - 1.0, 0.0)
        };
        Matrix { rows: n, cols: n, values: (0..n * n).map(|_| next()).collect() }
    }

    fn check(a: &Matrix) {
        let n = a.rows;
        let RealSchur { t, z, values } = real_schur(a.clone()).expect("numbers are finite");
        let back = product(&product(&z, &t), &z.adjoint());
        let size = a.values.iter().map(|v| v.re.abs()).fold(1e-300, f64::max);
        let distance = |a: &Matrix, b: &Matrix| {
            a.values.iter().zip(&b.values).all(|(x, y)| (x - y).re.abs() < 1e-11 * size)
        };
        assert!(distance(a, &back), "{a:?} is not {back:?}");
        let gram = product(&z.adjoint(), &z);
        assert!(
            gram.values.iter().zip(&Matrix::identity(n, n).values).all(|(x, y)| (x - y).re.abs() < 1e-12)
        );
        for i in 0..n {
            assert!((0..i.saturating_sub(1)).all(|j| t[(i, j)].re == 0.0));
            if i > 0 && t[(i, i - 1)].re != 0.0 {
                // A 2 x 2 block is in standard form, and no block is longer.
                assert_eq!(t[(i, i)], t[(i - 1, i - 1)]);
                assert!(t[(i, i - 1)].re * t[(i - 1, i)].re < 0.0);
                assert!(i + 1 == n || t[(i + 1, i)].re == 0.0);
                assert_eq!(values[i - 1], values[i].conj());
            } else if i + 1 == n || t[(i + 1, i)].re == 0.0 {
                assert_eq!(values[i], t[(i, i)]);
            }
        }
    }

    #[test]
    fn blocks_are_standard_and_the_product_is_the_matrix() {
        for n in [0, 1, 2, 3, 4, 7, 20, 50] {
            (1..6).for_each(|seed| check(&sample(n, seed)));
        }
    }

    #[test]
    fn matrices_that_need_care() {
        let of = |n: usize, values: &[f64]| Matrix {
            rows: n,
            cols: n,
            values: values.iter().map(|&v| C64::new(v, 0.0)).collect(),
        };
        check(&of(3, &[0.0; 9]));
        // A cycle, whose eigenvalues have equal magnitude; a Jordan block; equal pairs; nearly real eigenvalues; very large and small
        // numbers.
        check(&of(4, &[0., 0., 0., 1., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0.]));
        check(&of(3, &[2., 1., 0., 0., 2., 1., 0., 0., 2.]));
        check(&of(4, &[1., 2., 3., 4., -2., 1., 5., 6., 0., 0., 1., 2., 0., 0., -2., 1.]));
        check(&of(2, &[1.0, 1e-9, 1e-9, 1.0]));
        check(&of(2, &[1.0, 1.0, -1e-30, 1.0]));
        check(&of(2, &[0.0, 1.0, 1e-20, 0.0]));
        check(&of(3, &[1e150, 2e150, 3e150, -4e150, 5e150, 6e150, 7e150, -8e150, 9e150]));
        check(&of(3, &[1e-150, 2e-150, 3e-150, -4e-150, 5e-150, 6e-150, 7e-150, -8e-150, 9e-150]));
        assert!(real_schur(of(2, &[1.0, f64::NAN, 0.0, 1.0])).is_none());
    }
}
