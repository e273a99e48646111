//! Singular values and vectors: reduction to bidiagonal form by reflectors, in panels, then diagonalization by rotations, or bisection without vectors.

use super::{
    PANEL, bisection,
    eigen::Later,
    matrix_vector::{dots, gather},
    qr::{q_in, qr, times_q, view},
    real::Real,
    transpose,
    turns::{Basis, length, reflector, scale_of},
    view::View,
};
use crate::memory::{Collected, extend, extend_from_slice, filled, push, resize};

/// The most steps for each singular value; usually a few are enough.
const STEPS: usize = 60;

/// The left and the right singular vectors: columns of `U` and rows of `V'`.
pub type Vectors<'a, T> = [&'a mut [T]; 2];

/// The singular values of a matrix with `m` rows and `n` columns, the largest first; the matrix is overwritten. With `vectors` also the
/// singular vectors, `A = U S V'`: all of them if `full` is set, otherwise as many as there are values. `None` if a number is not finite.
pub fn svd<T: Real>(
    a: &mut [T],
    [m, n]: [usize; 2],
    values: &mut [T],
    vectors: Option<Vectors<'_, T>>,
    full: bool,
) -> Option<()> {
    if m < n {
        let mut turned = filled(T::default(), m * n);
        transpose(a, &mut turned, [m, n]);
        let Some([u, vt]) = vectors else { return svd(&mut turned, [n, m], values, None, full) };
        let columns = if full { n } else { m };
        let (mut left, mut right) = (filled(T::default(), n * columns), filled(T::default(), m * m));
        svd(&mut turned, [n, m], values, Some([&mut left, &mut right]), full)?;
        transpose(&right, u, [m, m]);
        transpose(&left, vt, [n, columns]);
        return Some(());
    }
    let scale = scale_of(a)?;
    if scale != 1.0 {
        a.iter_mut().for_each(|v| *v = T::from_f64(v.wide() * scale));
    }
    if m == n {
        return square(a, n, values, vectors, scale);
    }
    // A tall matrix has the same singular values as its triangular factor.
    let mut taus = filled(T::default(), n);
    qr(a, m, n, &mut taus);
    let mut triangle = filled(T::default(), n * n);
    for (i, row) in triangle.chunks_exact_mut(n.max(1)).enumerate() {
        row[i..].copy_from_slice(&a[i * n + i..(i + 1) * n]);
    }
    let Some([u, vt]) = vectors else { return square(&mut triangle, n, values, None, scale) };
    u.fill(T::default());
    let columns = if full { m } else { n };
    if full {
        let mut left = filled(T::default(), n * n);
        square(&mut triangle, n, values, Some([&mut left, vt]), scale)?;
        for (i, row) in u.chunks_exact_mut(columns).enumerate() {
            match left.chunks_exact(n.max(1)).nth(i) {
                Some(from) => row[..n].copy_from_slice(from),
                None => row[i] = T::ONE,
            }
        }
    } else {
        square(&mut triangle, n, values, Some([&mut u[..n * n], vt]), scale)?;
    }
    times_q(a, [m, n], &taus, false, u, columns);
    Some(())
}

/// The same of a square matrix, which was multiplied by `scale`.
fn square<T: Real>(
    a: &mut [T],
    n: usize,
    values: &mut [T],
    vectors: Option<Vectors<'_, T>>,
    scale: f64,
) -> Option<()> {
    let count = if vectors.is_some() { n } else { 0 };
    let [mut left, mut right] = [count, count.saturating_sub(1)].map(|n| filled(T::default(), n));
    let (d, e) = bidiagonal(a, n, &mut left, &mut right);
    if vectors.is_none() && n >= bisection::GROUP {
        bisection::values(&d, &e, values, scale);
        return Some(());
    }
    let mut vectors = vectors.filter(|_| n > 0);
    let bases = match &mut vectors {
        Some([u, vt]) => {
            q_in(view(a, n, 1), [n, n], &left, u, n);
            // Right reflectors do not change the first column, and are rows of the matrix.
            vt.fill(T::default());
            vt[0] = T::ONE;
            if n > 1 {
                let rows = View { other: Some(&*a), at: 1, rows: 1, columns: n };
                q_in(rows, [n - 1, n - 1], &right, &mut vt[n + 1..], n);
            }
            [Basis::of_columns(u, n, false), Basis::of_columns(vt, n, false)]
        }
        None => [Basis::none(), Basis::none()],
    };
    let mut steps = Steps { d, e, bases, rotations: [Vec::new(), Vec::new()] };
    steps.run()?;
    let Steps { d, bases: [left, right], .. } = steps;
    let mut order: Vec<usize> = (0..n).collected();
    order.sort_by(|&i, &j| d[j].abs().total_cmp(&d[i].abs()));
    values.iter_mut().zip(&order).for_each(|(to, &i)| *to = T::from_f64(d[i].abs() / scale));
    if let Some([u, vt]) = vectors {
        let rows: Vec<(usize, T)> = order.iter().map(|&i| (i, T::ONE)).collected();
        left.write(&rows, u, true);
        let sign = |i: usize| if d[i] < 0.0 { -T::ONE } else { T::ONE };
        let rows: Vec<(usize, T)> = order.iter().map(|&i| (i, sign(i))).collected();
        right.write(&rows, vt, false);
    }
    Some(())
}

/// Reduces a matrix to bidiagonal form by reflectors from the left and from the right; returns the main diagonal and the one above it. The
/// vectors of the left reflectors are written below the diagonal, and those of the right ones behind the number after it, unless there is no
/// room for the factors of the reflectors.
fn bidiagonal<T: Real>(a: &mut [T], n: usize, left: &mut [T], right: &mut [T]) -> (Vec<f64>, Vec<f64>) {
    let (mut d, mut e) = (filled(0.0, n), filled(0.0, n));
    // The update of the remaining matrix is `v y' + x u'`.
    let [mut v, mut x, mut y, mut u] = [0; 4].map(|_| Later::new(n));
    let [mut column, mut row, mut product, mut lists] = [const { Vec::new() }; 4];
    for first in (0..n).step_by(PANEL) {
        let end = n.min(first + PANEL);
        for k in first..end {
            let j = k - first;
            column.clear();
            extend(&mut column, (k..n).map(|i| a[i * n + k]));
            v.subtract_column(&y, j, k, k, &mut column);
            x.subtract_column(&u, j, k, k, &mut column);
            let (beta, tau) = reflector(&mut column);
            d[k] = beta.wide();
            if let Some(to) = left.get_mut(k) {
                *to = tau;
                (k + 1..n).zip(&column[1..]).for_each(|(i, &v)| a[i * n + k] = v);
            }
            v.set(j, k, &column);
            if k + 1 == n {
                break;
            }
            // The negated product of the transposed matrix with the vector.
            product.clear();
            resize(&mut product, n - k - 1, T::default());
            let rows = &a[k * n + k + 1..];
            gather(rows, n, &column, &mut product, &mut lists);
            y.subtract_products(&v, j, [k + 1, k], &column, &mut product, true);
            u.subtract_products(&x, j, [k + 1, k], &column, &mut product, true);
            product.iter_mut().for_each(|p| *p = -tau * *p);
            y.set(j, k + 1, &product);
            row.clear();
            extend_from_slice(&mut row, &a[k * n + k + 1..(k + 1) * n]);
            y.subtract_column(&v, j + 1, k, k + 1, &mut row);
            u.subtract_column(&x, j, k, k + 1, &mut row);
            let (beta, tau) = reflector(&mut row);
            e[k] = beta.wide();
            if let Some(to) = right.get_mut(k) {
                *to = tau;
                a[k * n + k + 2..][..n - k - 2].copy_from_slice(&row[1..]);
            }
            u.set(j, k + 1, &row);
            dots(&a[(k + 1) * n + k + 1..], n, &row, &mut product);
            v.subtract_products(&y, j + 1, [k + 1; 2], &row, &mut product, false);
            x.subtract_products(&u, j, [k + 1; 2], &row, &mut product, false);
            product.iter_mut().for_each(|p| *p = tau * *p);
            x.set(j, k + 1, &product);
        }
        if end < n {
            v.subtract(&y, end - first, end, a, false);
            x.subtract(&u, end - first, end, a, false);
        }
    }
    (d, e)
}

/// The singular values of a bidiagonal matrix, by QR steps; the rows of the bases are rotated in the same way.
struct Steps<T> {
    d: Vec<f64>,
    e: Vec<f64>,
    /// The left and the right basis.
    bases: [Basis<T>; 2],
    rotations: [Vec<[f64; 2]>; 2],
}

/// The rotation that makes the second of two numbers zero, and the resulting first number.
fn rotation(a: f64, b: f64) -> ([f64; 2], f64) {
    let size = length(a, b);
    if size == 0.0 { ([1.0, 0.0], 0.0) } else { ([a / size, b / size], size) }
}

impl<T: Real> Steps<T> {
    fn run(&mut self) -> Option<()> {
        let precision = (T::STEP * 1e-2).max(f64::EPSILON);
        let largest = self.d.iter().chain(&self.e).fold(0.0f64, |m, v| m.max(v.abs()));
        let tiny = largest * precision * 1e-3;
        let (mut end, mut steps) = (self.d.len(), 0);
        while end > 1 {
            let last = end - 1;
            let small = |s: &Self, k: usize| {
                s.e[k].abs() <= (precision * (s.d[k].abs() + s.d[k + 1].abs())).max(tiny * precision)
            };
            let first = (0..last).rev().find(|&k| small(self, k)).map_or(0, |k| k + 1);
            if first > 0 {
                self.e[first - 1] = 0.0;
            }
            if first == last {
                (end, steps) = (last, 0);
                continue;
            }
            steps += 1;
            if steps > STEPS {
                return None;
            }
            // A zero on the diagonal allows the element beside it to be eliminated.
            match (first..end).rev().find(|&k| self.d[k].abs() <= tiny) {
                Some(k) if k == last => self.clear_column(first, last),
                Some(k) => self.clear_row(k, last),
                None => self.step(first, last),
            }
        }
        Some(())
    }

    /// For a zero as the last number of the diagonal: rotations of columns make the element above it zero.
    fn clear_column(&mut self, first: usize, last: usize) {
        self.d[last] = 0.0;
        let mut f = std::mem::take(&mut self.e[last - 1]);
        for k in (first..last).rev() {
            let ([cos, sin], size) = rotation(self.d[k], f);
            self.d[k] = size;
            if k > first {
                f = -sin * self.e[k - 1];
                self.e[k - 1] *= cos;
            }
            self.bases[1].turn_two(k, last, [cos, sin]);
        }
    }

    /// For a zero as number `k` of the diagonal: rotations of rows make the element beside it zero.
    fn clear_row(&mut self, k: usize, last: usize) {
        self.d[k] = 0.0;
        let mut f = std::mem::take(&mut self.e[k]);
        for j in k + 1..=last {
            let ([cos, sin], size) = rotation(self.d[j], f);
            self.d[j] = size;
            if j < last {
                f = -sin * self.e[j];
                self.e[j] *= cos;
            }
            self.bases[0].turn_two(j, k, [cos, sin]);
        }
    }

    fn step(&mut self, first: usize, last: usize) {
        let Self { d, e, bases, rotations: [lefts, rights] } = self;
        let shift = {
            // The eigenvalue of the trailing 2 x 2 block of the squared matrix that is nearer to its last element.
            let before = if last > first + 1 { e[last - 2] } else { 0.0 };
            let (a, b) = (d[last - 1] * d[last - 1] + before * before, d[last - 1] * e[last - 1]);
            let c = d[last] * d[last] + e[last - 1] * e[last - 1];
            let half = (a - c) / 2.0;
            let divisor = half + length(half, b).copysign(half);
            if divisor == 0.0 { c } else { c - b * b / divisor }
        };
        let mut f = (d[first] * d[first] - shift) / d[first];
        let mut g = e[first];
        lefts.clear();
        rights.clear();
        for k in first..last {
            let ([cos, sin], size) = rotation(f, g);
            if k > first {
                e[k - 1] = size;
            }
            f = cos * d[k] + sin * e[k];
            e[k] = cos * e[k] - sin * d[k];
            g = sin * d[k + 1];
            d[k + 1] *= cos;
            push(rights, [cos, sin]);
            let ([cos, sin], size) = rotation(f, g);
            d[k] = size;
            f = cos * e[k] + sin * d[k + 1];
            d[k + 1] = cos * d[k + 1] - sin * e[k];
            if k + 1 < last {
                g = sin * e[k + 1];
                e[k + 1] *= cos;
            }
            push(lefts, [cos, sin]);
        }
        e[last - 1] = f;
        bases[0].turn(first, lefts);
        bases[1].turn(first, rights);
    }
}
