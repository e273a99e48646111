//! [`Reflected`]: QR of few columns, each contiguous.
//!
//! Columns are eliminated in groups of four. The product of a group's reflectors is `1 - V T V'` with a triangular `T`, and is applied to
//! four later columns at a time, so that each number that is loaded takes part in four products.

use super::form::Loop;
use super::real::Real;
use super::turns::reflector;
use super::vector::Vector;

/// The number of columns of a group.
const GROUP: usize = 4;

/// Columns of a matrix, one after the other.
pub(super) struct Reflected<'a, T> {
    pub columns: &'a mut [T],
    /// The length of a column.
    pub rows: usize,
    /// The distance between columns: after each there are zeros, as many as a tile has columns.
    pub stride: usize,
    /// For each column the factor of its reflector.
    pub taus: &'a mut [T],
}

impl<T: Real> Loop<T> for Reflected<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { columns, rows, stride, taus } = self;
        let width = taus.len();
        for first in (0..width).step_by(GROUP) {
            let end = width.min(first + GROUP);
            for j in first..end {
                let (column, others) = columns[j * stride..end * stride].split_at_mut(stride);
                let (beta, tau) = reflector(&mut column[j..rows]);
                taus[j] = tau;
                if tau != T::default() {
                    let v = [&column[j..][..padded::<T, V>(rows - j)]];
                    for other in others.chunks_exact_mut(stride) {
                        let other = &mut other[j..][..v[0].len()];
                        let [[dot]] = products::<T, V, NR, 1, 1>(v, [other]);
                        subtract::<T, V, 1, 1>(v, [[tau * dot]], [other]);
                    }
                }
                column[j] = beta;
            }
            if end < width {
                let (group, others) = columns[first * stride..].split_at_mut(GROUP * stride);
                let others = &mut others[..(width - end) * stride];
                apply::<T, V, NR>(group, others, [first, rows, stride], &taus[first..end]);
            }
        }
    }
}

/// The length of so many numbers in whole vectors.
#[inline(always)]
fn padded<T, V: Vector<T>>(n: usize) -> usize {
    n.next_multiple_of(V::LANES)
}

/// Applies the reflectors of a group, which starts in row `first`, to the columns after it.
#[inline(always)]
fn apply<T: Real, V: Vector<T>, const NR: usize>(
    group: &mut [T],
    others: &mut [T],
    [first, rows, stride]: [usize; 3],
    taus: &[T],
) {
    // The vectors with their ones and zeros, in place of the numbers of the triangle.
    let mut heads = [[T::default(); GROUP]; GROUP];
    for (j, (column, head)) in group.chunks_exact_mut(stride).zip(&mut heads).enumerate() {
        head.copy_from_slice(&column[first..first + GROUP]);
        column[first..first + j].fill(T::default());
        column[first + j] = T::ONE;
    }
    let length = padded::<T, V>(rows - first);
    let v: [&[T]; GROUP] = [0, 1, 2, 3].map(|j| &group[j * stride + first..][..length]);
    let common = products::<T, V, NR, GROUP, GROUP>(v, v);
    let mut t = [[T::default(); GROUP]; GROUP];
    for j in 0..GROUP {
        for i in 0..j {
            let mut sum = T::default();
            for k in i..j {
                sum = sum + t[i][k] * common[k][j];
            }
            t[i][j] = -sum * taus[j];
        }
        t[j][j] = taus[j];
    }
    let mut fours = others.chunks_exact_mut(GROUP * stride);
    for four in &mut fours {
        let (a, b) = four.split_at_mut(2 * stride);
        let ((a, b), (c, d)) = (a.split_at_mut(stride), b.split_at_mut(stride));
        let c = [a, b, c, d].map(|c| &mut c[first..][..length]);
        let dots = products::<T, V, NR, GROUP, GROUP>(v, [&*c[0], &*c[1], &*c[2], &*c[3]]);
        subtract::<T, V, GROUP, GROUP>(v, times(&t, &dots), c);
    }
    for one in fours.into_remainder().chunks_exact_mut(stride) {
        let c = &mut one[first..][..length];
        let dots = products::<T, V, NR, GROUP, 1>(v, [&*c]);
        subtract::<T, V, GROUP, 1>(v, times(&t, &dots), [c]);
    }
    for (column, head) in group.chunks_exact_mut(stride).zip(&heads) {
        column[first..first + GROUP].copy_from_slice(head);
    }
}

/// The product of the transpose of a triangle with a matrix.
#[inline(always)]
fn times<T: Real, const B: usize>(t: &[[T; GROUP]; GROUP], dots: &[[T; B]; GROUP]) -> [[T; B]; GROUP] {
    let mut out = [[T::default(); B]; GROUP];
    for i in 0..GROUP {
        for k in 0..=i {
            for c in 0..B {
                out[i][c] = out[i][c] + t[k][i] * dots[k][c];
            }
        }
    }
    out
}

/// The products of vectors with vectors, which are as long and consist of whole registers.
#[inline(always)]
fn products<T: Real, V: Vector<T>, const NR: usize, const A: usize, const B: usize>(
    a: [&[T]; A],
    b: [&[T]; B],
) -> [[T; B]; A] {
    let mut sums = [[V::splat(T::default()); B]; A];
    for at in (0..a[0].len()).step_by(V::LANES) {
        let mut others = [V::splat(T::default()); B];
        for j in 0..B {
            others[j] = V::load(&b[j][at..]);
        }
        for i in 0..A {
            let a = V::load(&a[i][at..]);
            for j in 0..B {
                sums[i][j] = sums[i][j].minus_product(a, others[j]);
            }
        }
    }
    // Sums are negated, as products are subtracted.
    let mut out = [[T::default(); B]; A];
    for i in 0..A {
        for j in 0..B {
            let mut lanes = [T::default(); NR];
            sums[i][j].store(&mut lanes);
            let mut half = V::LANES / 2;
            while half > 0 {
                for k in 0..half {
                    lanes[k] = lanes[k] + lanes[half + k];
                }
                half /= 2;
            }
            out[i][j] = -lanes[0];
        }
    }
    out
}

/// Subtracts multiples of vectors from others, which are as long and consist of whole registers.
#[inline(always)]
fn subtract<T: Real, V: Vector<T>, const A: usize, const B: usize>(
    a: [&[T]; A],
    factors: [[T; B]; A],
    c: [&mut [T]; B],
) {
    for at in (0..a[0].len()).step_by(V::LANES) {
        let mut vectors = [V::splat(T::default()); A];
        for i in 0..A {
            vectors[i] = V::load(&a[i][at..]);
        }
        for j in 0..B {
            let mut sum = V::load(&c[j][at..]);
            for i in 0..A {
                sum = sum.minus_product(V::splat(factors[i][j]), vectors[i]);
            }
            sum.store(&mut c[j][at..]);
        }
    }
}
