//! Inner loops of products of blocks and of small triangular systems.

use super::form::Loop;
use super::real::Real;
use super::vector::Vector;

/// Tiles of a product: `c -= a b`. For each row of tiles, `a` has `depth` groups of as many numbers as a tile has rows; for each column of
/// tiles, `b` has `depth` groups of as many as a tile has columns. Both are padded with zeros.
#[derive(Debug)]
pub struct Tiles<'a, T> {
    /// The left factor.
    pub a: &'a [T],
    /// The right factor.
    pub b: &'a [T],
    /// Columns of the left factor.
    pub depth: usize,
    /// The result, from its first element on.
    pub c: &'a mut [T],
    /// The distance between rows of the result.
    pub stride: usize,
    /// Rows and columns of the result.
    pub size: [usize; 2],
    /// By how much the first row is behind the first column in a matrix of which tiles completely below the diagonal are skipped.
    pub diagonal: Option<isize>,
}

impl<T: Real> Loop<T> for Tiles<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Tiles { a, b, depth, c, stride, size: [m, n], diagonal } = self;
        if depth == 0 {
            return;
        }
        for (tile_column, b) in b.chunks_exact(NR * depth).enumerate() {
            let (b, first_column) = (b.as_chunks::<NR>().0, tile_column * NR);
            let columns = NR.min(n - first_column);
            for (tile_row, a) in a.chunks_exact(MR * depth).enumerate() {
                let (a, first_row) = (a.as_chunks::<MR>().0, tile_row * MR);
                if diagonal.is_some_and(|by| first_row as isize + by >= (first_column + NR) as isize) {
                    break;
                }
                let mut sums = [[V::splat(T::default()); 2]; MR];
                for (a, b) in a.iter().zip(b) {
                    let b = [V::load(b), V::load(&b[V::LANES..])];
                    for i in 0..MR {
                        let a = V::splat(a[i]);
                        sums[i] = [sums[i][0].minus_product(a, b[0]), sums[i][1].minus_product(a, b[1])];
                    }
                }
                let c = &mut c[first_row * stride + first_column..];
                if m - first_row >= MR && columns == NR {
                    for i in 0..MR {
                        let row = &mut c[i * stride..][..NR];
                        V::load(row).add(sums[i][0]).store(row);
                        let row = &mut row[V::LANES..];
                        V::load(row).add(sums[i][1]).store(row);
                    }
                    continue;
                }
                let mut tile = [[T::default(); NR]; MR];
                for i in 0..MR {
                    sums[i][0].store(&mut tile[i]);
                    sums[i][1].store(&mut tile[i][V::LANES..]);
                }
                for (i, sums) in tile.iter().enumerate().take(m - first_row) {
                    c[i * stride..].iter_mut().zip(sums).take(columns).for_each(|(c, &s)| *c = *c + s);
                }
            }
        }
    }
}

/// The most rows of a system that is solved by [`Rows`].
pub const MOST_ROWS: usize = 48;

/// The number of rows that are solved together.
pub const GROUP: usize = 4;

/// The right sides of a triangular system as rows, and the triangle.
#[derive(Debug)]
pub struct Rows<'a, T> {
    /// The right sides, and the solution.
    pub x: &'a mut [T],
    /// The distance between rows.
    pub stride: usize,
    /// Columns.
    pub columns: usize,
    /// Factors in the order in which rows are solved: for each [`GROUP`], a column of factors for each row up to its end. Those
    /// of a row itself are by what it is multiplied at the end.
    pub triangle: &'a [T],
    /// Rows, at most [`MOST_ROWS`].
    pub n: usize,
    /// The solution begins with the last row.
    pub from_end: bool,
}

impl<T: Real> Loop<T> for Rows<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Rows { x, stride, columns, triangle, n, from_end } = self;
        let mut strip = [[T::default(); NR]; MOST_ROWS];
        for at in (0..columns).step_by(NR) {
            let width = NR.min(columns - at);
            for (step, to) in strip[..n].iter_mut().enumerate() {
                let i = if from_end { n - 1 - step } else { step };
                let row = &x[i * stride + at..];
                match row.first_chunk::<NR>() {
                    Some(row) if width == NR => *to = *row,
                    _ => to[..width].copy_from_slice(&row[..width]),
                }
            }
            let mut factors = triangle.as_chunks::<GROUP>().0;
            for first in (0..n).step_by(GROUP) {
                let (solved, group) = strip.split_at_mut(first);
                let (left, own) = factors.split_at(first);
                let Some((own, rest)) = own.split_first_chunk::<GROUP>() else { return };
                let mut sums = [[V::splat(T::default()); 2]; GROUP];
                for i in 0..GROUP {
                    sums[i] = [V::load(&group[i]), V::load(&group[i][V::LANES..])];
                }
                for (factors, solved) in left.iter().zip(solved) {
                    let row = [V::load(solved), V::load(&solved[V::LANES..])];
                    for i in 0..GROUP {
                        let factor = V::splat(factors[i]);
                        sums[i] = [
                            sums[i][0].minus_product(factor, row[0]),
                            sums[i][1].minus_product(factor, row[1]),
                        ];
                    }
                }
                for k in 0..GROUP {
                    let last = V::splat(own[k][k]);
                    let row = [sums[k][0].times(last), sums[k][1].times(last)];
                    row[0].store(&mut group[k]);
                    row[1].store(&mut group[k][V::LANES..]);
                    for i in 0..GROUP {
                        if i > k {
                            let factor = V::splat(own[k][i]);
                            sums[i] = [
                                sums[i][0].minus_product(factor, row[0]),
                                sums[i][1].minus_product(factor, row[1]),
                            ];
                        }
                    }
                }
                factors = rest;
            }
            for (step, from) in strip[..n].iter().enumerate() {
                let i = if from_end { n - 1 - step } else { step };
                let row = &mut x[i * stride + at..];
                match row.first_chunk_mut::<NR>() {
                    Some(row) if width == NR => *row = *from,
                    _ => row[..width].copy_from_slice(&from[..width]),
                }
            }
        }
    }
}
