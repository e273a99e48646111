//! Inner loops of vectors: sums of rows, products with vectors, rotations.

use super::form::Loop;
use super::real::Real;
use super::vector::Vector;

/// Rows from which multiples of a row are subtracted.
#[derive(Debug)]
pub struct Rank1<'a, T> {
    /// The subtracted row.
    pub row: &'a [T],
    /// The rows; only the columns of `row` change.
    pub rows: &'a mut [T],
    /// The distance between rows.
    pub stride: usize,
    /// The factor for each row.
    pub factors: &'a [T],
}

impl<T: Real> Loop<T> for Rank1<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Rank1 { row, rows, stride, factors } = self;
        for (i, &factor) in factors.iter().enumerate() {
            let to = &mut rows[i * stride..][..row.len()];
            to.iter_mut().zip(row).for_each(|(x, &r)| *x = x.minus_product(V::FUSED, factor, r));
        }
    }
}

/// A row from which multiples of rows are subtracted.
#[derive(Debug)]
pub struct Gather<'a, T> {
    /// The row from which they are subtracted.
    pub row: &'a mut [T],
    /// The rows; only the columns of `row` are used.
    pub rows: &'a [T],
    /// The distance between rows.
    pub stride: usize,
    /// The factor of each row.
    pub factors: &'a [T],
}

impl<T: Real> Loop<T> for Gather<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Gather { row, rows, stride, factors } = self;
        let n = row.len();
        if n > LONG {
            return subtract_long_rows::<T, V>(row, rows, stride, factors);
        }
        if n < V::LANES {
            for (i, &factor) in factors.iter().enumerate() {
                let from = &rows[i * stride..][..n];
                row.iter_mut().zip(from).for_each(|(x, &r)| *x = x.minus_product(V::FUSED, factor, r));
            }
            return;
        }
        // The last vector overlaps the one before it, and is computed before that is changed.
        let last = difference::<T, V>(row, rows, stride, factors, n - V::LANES);
        for at in (0..n - V::LANES).step_by(V::LANES) {
            difference::<T, V>(row, rows, stride, factors, at).store(&mut row[at..]);
        }
        last.store(&mut row[n - V::LANES..]);
    }
}

/// The numbers of a row from `at` on, less the multiples of those of the other rows.
#[inline(always)]
fn difference<T: Real, V: Vector<T>>(row: &[T], rows: &[T], stride: usize, factors: &[T], at: usize) -> V {
    let mut sum = V::load(&row[at..]);
    for (i, &factor) in factors.iter().enumerate() {
        sum = sum.minus_product(V::splat(factor), V::load(&rows[i * stride + at..]));
    }
    sum
}

/// The length of rows from which on several rows are processed at once instead of a few columns.
const LONG: usize = 64;

#[inline(always)]
fn subtract_long_rows<T: Real, V: Vector<T>>(row: &mut [T], rows: &[T], stride: usize, factors: &[T]) {
    let n = row.len();
    let (groups, rest) = factors.as_chunks::<4>();
    for (g, f) in groups.iter().enumerate() {
        let [r0, r1, r2, r3] = [0, 1, 2, 3].map(|i| &rows[(4 * g + i) * stride..][..n]);
        for j in 0..n {
            let x = row[j].minus_product(V::FUSED, f[0], r0[j]).minus_product(V::FUSED, f[1], r1[j]);
            row[j] = x.minus_product(V::FUSED, f[2], r2[j]).minus_product(V::FUSED, f[3], r3[j]);
        }
    }
    for (i, &f) in rest.iter().enumerate() {
        let from = &rows[(4 * groups.len() + i) * stride..][..n];
        row.iter_mut().zip(from).for_each(|(x, &r)| *x = x.minus_product(V::FUSED, f, r));
    }
}

/// Products of the rows of a matrix with a vector.
#[derive(Debug)]
pub struct Dots<'a, T> {
    /// The matrix.
    pub rows: &'a [T],
    /// The distance between rows.
    pub stride: usize,
    /// The vector.
    pub x: &'a [T],
    /// The result for each row.
    pub out: &'a mut [T],
}

impl<T: Real> Loop<T> for Dots<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Dots { rows, stride, x, out } = self;
        let n = x.len();
        if n < V::LANES {
            for (i, out) in out.iter_mut().enumerate() {
                let row = &rows[i * stride..][..n];
                *out = row.iter().zip(x).fold(T::default(), |sum, (&r, &x)| sum + r * x);
            }
            return;
        }
        // The last vector has zeros behind a row: nothing else is multiplied by them, as infinities would become NaN.
        let end = n / V::LANES * V::LANES;
        let rest = V::load_few(&x[end..]);
        // Sums are negated, as products are subtracted.
        let close = |sum: V| {
            let mut lanes = [T::default(); NR];
            sum.store(&mut lanes);
            -lanes[..V::LANES].iter().fold(T::default(), |a, &b| a + b)
        };
        for (g, out) in out.chunks_mut(4).enumerate() {
            let row = |i: usize| &rows[(4 * g + i) * stride..][..n];
            if let [o0, o1, o2, o3] = out {
                let each = [row(0), row(1), row(2), row(3)];
                let mut sums = [V::splat(T::default()); 4];
                for at in (0..end).step_by(V::LANES) {
                    let x = V::load(&x[at..]);
                    for i in 0..4 {
                        sums[i] = sums[i].minus_product(V::load(&each[i][at..]), x);
                    }
                }
                if end < n {
                    for i in 0..4 {
                        sums[i] = sums[i].minus_product(V::load_few(&each[i][end..]), rest);
                    }
                }
                (*o0, *o1, *o2, *o3) = (close(sums[0]), close(sums[1]), close(sums[2]), close(sums[3]));
                continue;
            }
            for (i, out) in out.iter_mut().enumerate() {
                let row = row(i);
                let mut sum = V::splat(T::default());
                for at in (0..end).step_by(V::LANES) {
                    sum = sum.minus_product(V::load(&row[at..]), V::load(&x[at..]));
                }
                if end < n {
                    sum = sum.minus_product(V::load_few(&row[end..]), rest);
                }
                *out = close(sum);
            }
        }
    }
}

/// Rotations of the first and the second row, of the second and the third, and so on.
#[derive(Debug)]
pub struct Turns<'a, T> {
    /// Rows, at least one more than there are rotations.
    pub rows: &'a mut [T],
    /// They are as wide as two tiles; otherwise as one.
    pub is_wide: bool,
    /// The cosine and the sine of each rotation.
    pub rotations: &'a [[T; 2]],
}

impl<T: Real> Loop<T> for Turns<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        if self.is_wide { turn::<T, V, 4>(self) } else { turn::<T, V, 2>(self) }
    }
}

/// Rotates rows of `H` vectors.
#[inline(always)]
fn turn<T: Real, V: Vector<T>, const H: usize>(turns: Turns<'_, T>) {
    let Turns { rows, rotations, .. } = turns;
    let width = H * V::LANES;
    let mut rows = rows.chunks_exact_mut(width);
    let Some(mut last) = rows.next() else { return };
    let mut x = [V::splat(T::default()); H];
    for h in 0..H {
        x[h] = V::load(&last[h * V::LANES..]);
    }
    for (&[cos, sin], row) in rotations.iter().zip(rows) {
        let (cos, sin, minus_sin) = (V::splat(cos), V::splat(sin), V::splat(-sin));
        for h in 0..H {
            let y = V::load(&row[h * V::LANES..]);
            cos.times(x[h]).minus_product(minus_sin, y).store(&mut last[h * V::LANES..]);
            x[h] = cos.times(y).minus_product(sin, x[h]);
        }
        last = row;
    }
    for h in 0..H {
        x[h].store(&mut last[h * V::LANES..]);
    }
}

/// The product of a symmetric matrix, of which the upper triangle is read, with a vector.
#[derive(Debug)]
pub struct Symmetric<'a, T> {
    /// The matrix.
    pub rows: &'a [T],
    /// The distance between rows.
    pub stride: usize,
    /// The rows that are multiplied, with their mirrors: all of them, or a multiple of four.
    pub count: usize,
    /// The vector.
    pub x: &'a [T],
    /// The product.
    pub out: &'a mut [T],
}

impl<T: Real> Loop<T> for Symmetric<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { rows, stride, count, x, out } = self;
        let n = x.len();
        // Each number is read once: for its row and for the row of which it is the mirror. Sums are negated, as products are subtracted.
        out.fill(T::default());
        for first in (0..count).step_by(4) {
            let next = n.min(first + 4);
            for i in first..next {
                for j in i..next {
                    let v = rows[i * stride + j];
                    out[i] = out[i] - v * x[j];
                    if j > i {
                        out[j] = out[j] - v * x[i];
                    }
                }
            }
            if next == n {
                break;
            }
            let row = |i: usize| &rows[(first + i) * stride..][..n];
            let (each, factors) = ([row(0), row(1), row(2), row(3)], &x[first..next]);
            let (mut vectors, mut sums) = ([V::splat(T::default()); 4], [V::splat(T::default()); 4]);
            for i in 0..4 {
                vectors[i] = V::splat(factors[i]);
            }
            let mut at = next;
            while at + V::LANES <= n {
                let (x, mut product) = (V::load(&x[at..]), V::load(&out[at..]));
                for i in 0..4 {
                    let v = V::load(&each[i][at..]);
                    product = product.minus_product(v, vectors[i]);
                    sums[i] = sums[i].minus_product(v, x);
                }
                product.store(&mut out[at..]);
                at += V::LANES;
            }
            for i in 0..4 {
                let mut lanes = [T::default(); NR];
                sums[i].store(&mut lanes);
                let mut sum = lanes.into_iter().fold(T::default(), |a, b| a + b);
                for j in at..n {
                    out[j] = out[j] - each[i][j] * factors[i];
                    sum = sum - each[i][j] * x[j];
                }
                out[first + i] = out[first + i] + sum;
            }
        }
        out.iter_mut().for_each(|v| *v = -*v);
    }
}
