//! Eigenvectors of tridiagonal matrices by dividing: those of both halves give those of the whole, which differs from them by a multiple
//! of `z z'`.

use super::blocks::Blocks;
use super::diagonalize::diagonalize;
use super::real::Real;
use super::secular::{Exact, Root, Row, Secular};
use super::turns::Basis;
use super::view::View;
use crate::memory::{Collected, filled, push, with_capacity};
use crate::parallel::for_each;

/// The most rows that are not divided.
pub(super) const SMALL: usize = 32;
/// The roots of a part.
const ROOTS: usize = 16;

/// Where a column of the eigenvectors of both halves is not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Top,
    Both,
    Bottom,
}

/// Memory for products.
struct Work<T> {
    factors: Vec<T>,
    /// Columns of one half.
    columns: Vec<T>,
    /// Their products.
    products: Vec<T>,
}

impl<T: Real> Work<T> {
    fn new(n: usize) -> Self {
        let [factors, columns, products] = sizes(n).map(|n| filled(T::default(), n));
        Self { factors, columns, products }
    }
}

/// The numbers of the lists for products.
fn sizes(n: usize) -> [usize; 3] {
    if n <= SMALL { [0; 3] } else { [n * n, n.div_ceil(2) * n, n.div_ceil(2) * n] }
}

/// The numbers that [`divide`] needs beside its result and lists of a few numbers for each row.
pub(super) fn scratch<T: Real>(n: usize) -> usize {
    let small = n.min(SMALL);
    let alone = small * small + Basis::<T>::numbers(small) + Basis::<T>::strip(small);
    sizes(n).into_iter().sum::<usize>() + alone
}

/// The bytes of lists of numbers for each row.
pub(super) fn lists(n: usize) -> usize {
    if n <= SMALL { 4 * n * size_of::<[f64; 2]>() } else { 24 * n * size_of::<f64>() }
}

/// Replaces `d` by the eigenvalues in ascending order of the tridiagonal matrix with the diagonals `d` and `e`, and returns the
/// eigenvectors as columns. `None` if steps do not converge.
pub(super) fn divide<T: Real>(d: &mut [f64], e: &mut [f64]) -> Option<Vec<T>> {
    let n = d.len();
    let mut q = filled(T::default(), n * n);
    let mut work = Work::new(n);
    part(d, e, 0, &mut q, n, &mut work)?;
    Some(q)
}

/// The same of the rows of `d` and `e`; the block of `q` of these rows and columns from `first` on becomes the vectors.
fn part<T: Real>(
    d: &mut [f64],
    e: &mut [f64],
    first: usize,
    q: &mut [T],
    n: usize,
    work: &mut Work<T>,
) -> Option<()> {
    let size = d.len();
    if size <= SMALL {
        return small(d, e, &mut q[first..], n);
    }
    let half = size / 2;
    let rho = e[half - 1];
    d[half - 1] -= rho.abs();
    d[half] -= rho.abs();
    let ((upper, lower), (upper_e, lower_e)) = (d.split_at_mut(half), e.split_at_mut(half));
    part(upper, upper_e, first, q, n, work)?;
    part(lower, lower_e, first + half, &mut q[half * n..], n, work)?;
    merge(d, half, rho, &mut q[first..], n, work);
    Some(())
}

fn small<T: Real>(d: &mut [f64], e: &mut [f64], q: &mut [T], n: usize) -> Option<()> {
    let size = d.len();
    let mut one = filled(T::default(), size * size);
    (0..size).for_each(|i| one[i * size + i] = T::ONE);
    let mut basis = Basis::of_columns(&one, size, true);
    diagonalize::<T>(d, e, &mut basis)?;
    let mut order: Vec<usize> = (0..size).collected();
    order.sort_by(|&i, &j| d[i].total_cmp(&d[j]));
    let rows: Vec<(usize, T)> = order.iter().map(|&i| (size - 1 - i, T::ONE)).collected();
    basis.write(&rows, &mut one, true);
    q.chunks_mut(n).zip(one.chunks_exact(size)).for_each(|(to, from)| to[..size].copy_from_slice(from));
    let sorted: Vec<f64> = order.iter().map(|&i| d[i]).collected();
    d.copy_from_slice(&sorted);
    Some(())
}

/// Eigenvalues and vectors of both halves become those of the whole; `rho` is the number beside the diagonal between them.
fn merge<T: Real>(d: &mut [f64], half: usize, rho: f64, q: &mut [T], n: usize, work: &mut Work<T>) {
    let size = d.len();
    let sign = if rho < 0.0 { -1.0 } else { 1.0 };
    let upper = q[(half - 1) * n..][..half].iter().map(|v| v.wide());
    let lower = q[half * n..][half..size].iter().map(|v| v.wide() * sign);
    let mut z: Vec<f64> = upper.chain(lower).map(|v| v * 0.5f64.sqrt()).collected();
    let rho = 2.0 * rho.abs();
    let mut kinds: Vec<Kind> = (0..size).map(|i| if i < half { Kind::Top } else { Kind::Bottom }).collected();
    let (kept, settled) = deflate(d, &mut z, rho, q, n, &mut kinds);
    let count = kept.len();
    // The roots, and the vector for which they are exact.
    let diagonal: Vec<f64> = kept.iter().map(|&i| d[i]).collected();
    let squares: Vec<f64> = kept.iter().map(|&i| z[i] * z[i]).collected();
    let precision = (T::STEP * 1e-3).max(4.0 * f64::EPSILON);
    let secular = Secular { d: &diagonal, squares: &squares, rho, precision };
    let mut roots = filled(Root::default(), count);
    for_each(roots.chunks_mut(ROOTS), count * count, |k, part| {
        part.iter_mut().enumerate().for_each(|(i, to)| *to = secular.root(k * ROOTS + i));
    });
    let mut exact = filled(1.0, count);
    for (i, &root) in roots.iter().enumerate() {
        f64::run(Exact { d: &diagonal, root, i, squares: &mut exact });
    }
    let exact: Vec<f64> = exact.iter().zip(&kept).map(|(v, &i)| v.abs().sqrt().copysign(z[i])).collected();
    // Rows of the factor in the order of columns: those that are zero below, those that are not zero, those that are zero above.
    let mut order: Vec<usize> = (0..count).collected();
    order.sort_by_key(|&i| kinds[kept[i]] as u8);
    let origins: Vec<f64> = roots.iter().map(|r| r.origin).collected();
    let distances: Vec<f64> = roots.iter().map(|r| r.distance).collected();
    let mut norms = filled(0.0, count);
    let Work { factors, columns, products } = work;
    for (&j, row) in order.iter().zip(factors.chunks_exact_mut(count.max(1))) {
        let (z, d) = (exact[j], diagonal[j]);
        T::run(Row { z, d, origins: &origins, distances: &distances, row, norms: &mut norms });
    }
    let scales: Vec<T> = norms.iter().map(|v| T::from_f64(1.0 / v.sqrt())).collected();
    for row in factors.chunks_exact_mut(count.max(1)).take(count) {
        row.iter_mut().zip(&scales).for_each(|(v, &scale)| *v = *v * scale);
    }
    let top = order.iter().filter(|&&j| kinds[kept[j]] != Kind::Bottom).count();
    let bottom = order.iter().position(|&j| kinds[kept[j]] != Kind::Top).unwrap_or(count);
    // Numbers from `size` on are those of settled columns.
    let mut all: Vec<(f64, usize)> = with_capacity(size);
    roots.iter().enumerate().for_each(|(i, root)| push(&mut all, (root.value(), i)));
    settled.iter().for_each(|&i| push(&mut all, (d[i], size + i)));
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    d.iter_mut().zip(&all).for_each(|(d, &(value, _))| *d = value);
    let mut old = filled(T::default(), size);
    // The sign of a vector is arbitrary, so products may be subtracted.
    for (rows, used) in [(0..half, 0..top), (half..size, bottom..count)] {
        let depth = used.len();
        for (row, to) in rows.clone().zip(columns.chunks_exact_mut(depth.max(1))) {
            let from = &q[row * n..][..size];
            to.iter_mut().zip(&order[used.clone()]).for_each(|(to, &j)| *to = from[kept[j]]);
        }
        let products = &mut products[..rows.len() * count];
        products.fill(T::default());
        let a = View { other: Some(&columns[..]), at: 0, rows: depth, columns: 1 };
        let b = View { other: Some(&factors[..]), at: used.start * count, rows: count, columns: 1 };
        Blocks::new(products, count).subtract_product([0, 0], [rows.len(), count, depth], a, b, false);
        for (i, row) in rows.enumerate() {
            let (row, product) = (&mut q[row * n..][..size], &products[i * count..][..count]);
            old.copy_from_slice(row);
            let column = |k: usize| if k < size { product[k] } else { old[k - size] };
            row.iter_mut().zip(&all).for_each(|(to, &(_, k))| *to = column(k));
        }
    }
}

/// Finds eigenvalues that the whole shares with the halves: where a number of `z` is tiny, or becomes zero when the columns of two almost
/// equal eigenvalues are rotated. Returns the columns that remain, in ascending order of their eigenvalues, and the others.
fn deflate<T: Real>(
    d: &mut [f64],
    z: &mut [f64],
    rho: f64,
    q: &mut [T],
    n: usize,
    kinds: &mut [Kind],
) -> (Vec<usize>, Vec<usize>) {
    let size = d.len();
    let largest = |v: &[f64]| v.iter().fold(0.0f64, |most, v| most.max(v.abs()));
    let tiny = T::STEP.max(4.0 * f64::EPSILON) * largest(d).max(largest(z));
    let mut order: Vec<usize> = (0..size).collected();
    order.sort_by(|&i, &j| d[i].total_cmp(&d[j]));
    let (mut kept, mut settled): (Vec<usize>, Vec<usize>) = (with_capacity(size), with_capacity(size));
    for i in order {
        if rho * z[i].abs() <= tiny {
            settled.push(i);
            continue;
        }
        if let Some(&before) = kept.last() {
            let length = z[i].hypot(z[before]);
            let (cos, sin) = (z[i] / length, -z[before] / length);
            if ((d[i] - d[before]) * cos * sin).abs() <= tiny {
                (z[i], z[before]) = (length, 0.0);
                let (c, s) = (T::from_f64(cos), T::from_f64(sin));
                for row in q.chunks_mut(n).take(size) {
                    let (x, y) = (row[before], row[i]);
                    (row[before], row[i]) = (c * x + s * y, c * y - s * x);
                }
                if kinds[i] != kinds[before] {
                    (kinds[i], kinds[before]) = (Kind::Both, Kind::Both);
                }
                let (x, y) = (d[before], d[i]);
                (d[before], d[i]) = (x * cos * cos + y * sin * sin, x * sin * sin + y * cos * cos);
                kept.pop();
                settled.push(before);
            }
        }
        kept.push(i);
    }
    (kept, settled)
}
