//! Reflectors in groups of four: the product of a group's reflectors is `1 - V T V'` with a triangular `T`, and is applied to four columns at
//! a time, so that each number that is loaded takes part in four products.

use super::real::Real;
use super::vector::Vector;
use crate::square::SIDE;

/// The number of reflectors of a group.
pub(super) const GROUP: usize = 4;

/// The `T` of a group.
pub(super) type Triangle<T> = [[T; GROUP]; GROUP];

/// The length of so many numbers in whole vectors.
#[inline(always)]
pub(super) fn padded<T, V: Vector<T>>(n: usize) -> usize {
    n.next_multiple_of(V::LANES)
}

/// The triangle of vectors with these factors; those of vectors after the last factor are zero.
#[inline(always)]
pub(super) fn triangle<T: Real, V: Vector<T>, const NR: usize>(v: [&[T]; GROUP], taus: &[T]) -> Triangle<T> {
    let common = products::<T, V, NR, GROUP, GROUP>(v, v);
    let mut t = [[T::default(); GROUP]; GROUP];
    for (j, &tau) in taus.iter().enumerate() {
        for i in 0..j {
            let mut sum = T::default();
            for k in i..j {
                sum = sum + t[i][k] * common[k][j];
            }
            t[i][j] = -sum * tau;
        }
        t[j][j] = tau;
    }
    t
}

/// Applies the reflectors of a group to columns, which are as long as the vectors; their product, or its transpose.
#[inline(always)]
pub(super) fn reflect<T: Real, V: Vector<T>, const NR: usize, const B: usize>(
    v: [&[T]; GROUP],
    t: &Triangle<T>,
    c: [&mut [T]; B],
    transposed: bool,
) {
    let dots = products::<T, V, NR, GROUP, B>(v, c.each_ref().map(|c| &**c));
    let mut factors = [[T::default(); B]; GROUP];
    for i in 0..GROUP {
        for k in 0..=i {
            // Of the transpose, the factor of row `i` has the products of the rows before it.
            let (to, from, factor) = if transposed { (i, k, t[k][i]) } else { (k, i, t[k][i]) };
            for c in 0..B {
                factors[to][c] = factors[to][c] + factor * dots[from][c];
            }
        }
    }
    subtract::<T, V, GROUP, B>(v, factors, c);
}

/// The same of the rows of a matrix that is as wide as a tile.
#[inline(always)]
pub(super) fn reflect_rows<T: Real, V: Vector<T>, const NR: usize>(
    v: [&[T]; GROUP],
    t: &Triangle<T>,
    rows: &mut [[T; NR]],
    transposed: bool,
) {
    let n = rows.len();
    let v = v.map(|v| &v[..n]);
    // Sums are negated, as products are subtracted.
    let mut sums = [[V::splat(T::default()); 2]; GROUP];
    for (r, row) in rows.iter().enumerate() {
        let c = [V::load(row), V::load(&row[V::LANES..])];
        for i in 0..GROUP {
            let a = V::splat(v[i][r]);
            sums[i] = [sums[i][0].minus_product(a, c[0]), sums[i][1].minus_product(a, c[1])];
        }
    }
    let mut factors = [[V::splat(T::default()); 2]; GROUP];
    for i in 0..GROUP {
        for k in 0..=i {
            let (to, from, factor) = if transposed { (i, k, t[k][i]) } else { (k, i, t[k][i]) };
            let factor = V::splat(factor);
            for h in 0..2 {
                factors[to][h] = factors[to][h].minus_product(factor, sums[from][h]);
            }
        }
    }
    for (r, row) in rows.iter_mut().enumerate() {
        let mut c = [V::load(row), V::load(&row[V::LANES..])];
        for i in 0..GROUP {
            let a = V::splat(v[i][r]);
            c = [c[0].minus_product(a, factors[i][0]), c[1].minus_product(a, factors[i][1])];
        }
        c[0].store(row);
        c[1].store(&mut row[V::LANES..]);
    }
}

/// The products of vectors with vectors, which are as long and consist of whole registers.
#[inline(always)]
pub(super) fn products<T: Real, V: Vector<T>, const NR: usize, const A: usize, const B: usize>(
    a: [&[T]; A],
    b: [&[T]; B],
) -> [[T; B]; A] {
    // The same length, so that one check is enough for all.
    let n = a[0].len();
    let (a, b) = (a.map(|a| &a[..n]), b.map(|b| &b[..n]));
    let mut sums = [[V::splat(T::default()); B]; A];
    for at in (0..n).step_by(V::LANES) {
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
    let mut out = [[T::default(); B]; A];
    for i in 0..A {
        out[i] = closed::<T, V, NR, B>(sums[i]);
    }
    out
}

/// The negated sums of the lanes of vectors, as products are subtracted.
#[inline(always)]
fn closed<T: Real, V: Vector<T>, const NR: usize, const B: usize>(sums: [V; B]) -> [T; B] {
    let mut few = [[T::default(); SIDE]; B];
    for j in 0..B {
        let mut lanes = [T::default(); NR];
        sums[j].store(&mut lanes);
        for lanes in lanes[..V::LANES].as_chunks::<SIDE>().0 {
            for k in 0..SIDE {
                few[j][k] = few[j][k] + lanes[k];
            }
        }
    }
    let mut out = [T::default(); B];
    if B == SIDE {
        // All at once.
        let [a, b, c, d] = T::square(few.as_flattened(), SIDE);
        for j in 0..B {
            out[j] = -(a[j] + b[j] + c[j] + d[j]);
        }
        return out;
    }
    for j in 0..B {
        out[j] = -(few[j][0] + few[j][1] + few[j][2] + few[j][3]);
    }
    out
}

/// Subtracts multiples of vectors from others, which are as long and consist of whole registers.
#[inline(always)]
pub(super) fn subtract<T: Real, V: Vector<T>, const A: usize, const B: usize>(
    a: [&[T]; A],
    factors: [[T; B]; A],
    c: [&mut [T]; B],
) {
    let n = a[0].len();
    let (a, c) = (a.map(|a| &a[..n]), c.map(|c| &mut c[..n]));
    for at in (0..n).step_by(V::LANES) {
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
