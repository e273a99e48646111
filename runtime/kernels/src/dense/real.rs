//! The floats of dense kernels, and their inner loops, compiled for the vectors of the processor.
//!
//! The loops are plain code that the compiler vectorises, for AVX2 if the processor has it at run time.

use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// Rows of a tile of a product.
pub(super) const TILE_ROWS: usize = 6;

/// A float: `f32` or `f64`.
pub trait Real:
    Copy
    + Debug
    + Default
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    /// One.
    const ONE: Self;
    /// A NaN.
    const NAN: Self;
    /// Columns of a tile of a product: two vectors.
    const TILE_COLUMNS: usize;
    /// The distance from 1 to the next number.
    const STEP: f64;
    /// The range of numbers whose squares, and sums of squares, neither overflow nor lose digits.
    const MODERATE: std::ops::Range<f64>;
    /// The number in double precision.
    #[must_use]
    fn wide(self) -> f64;
    /// The nearest number.
    #[must_use]
    fn from_f64(value: f64) -> Self;
    /// The square root.
    #[must_use]
    fn root(self) -> Self;
    /// The magnitude.
    #[must_use]
    fn size(self) -> Self;
    /// `self - a * b`, rounded once where `FUSED`.
    #[must_use]
    fn minus_product<const FUSED: bool>(self, a: Self, b: Self) -> Self;
    /// The number in little-endian bytes.
    fn read(bytes: &[u8]) -> Self;
    /// Writes it to as many bytes.
    fn write(self, bytes: &mut [u8]);

    /// `c -= a b` for rows and columns of tiles; see [`Tiles`].
    fn subtract_tiles(tiles: Tiles<'_, Self>);
    /// Solves a small triangular system in place; see [`Rows`].
    fn solve_rows(rows: Rows<'_, Self>);
    /// Subtracts multiples of a row from the rows after it; see [`Rank1`].
    fn subtract_row(update: Rank1<'_, Self>);
    /// Subtracts multiples of rows from a row; see [`Gather`].
    fn subtract_rows(sum: Gather<'_, Self>);
    /// Products of rows with a vector; see [`Dots`].
    fn dots(products: Dots<'_, Self>);
    /// Rotates neighbouring rows one after the other; see [`Turns`].
    fn turn(turns: Turns<'_, Self>);
}

/// Tiles of a product: for each row of tiles, `a` has `depth` groups of [`TILE_ROWS`] numbers; for each column of tiles, `b` has `depth`
/// groups of [`Real::TILE_COLUMNS`]; both are padded with zeros.
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
    /// Tiles completely below the diagonal are skipped.
    pub upper: bool,
}

/// The right sides of a triangular system as rows, and the triangle.
#[derive(Debug)]
pub struct Rows<'a, T> {
    /// The right sides, and the solution.
    pub x: &'a mut [T],
    /// The distance between rows.
    pub stride: usize,
    /// Columns.
    pub columns: usize,
    /// The triangle in row-major order; its diagonal has the factor by which a row is multiplied at the end.
    pub triangle: &'a [T],
    /// Rows.
    pub n: usize,
    /// The solution begins with the last row: the triangle is an upper one.
    pub from_end: bool,
}

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

/// Rotations of the first and the second row, of the second and the third, and so on.
#[derive(Debug)]
pub struct Turns<'a, T> {
    /// Rows as wide as two tiles, one more than there are rotations.
    pub rows: &'a mut [T],
    /// The cosine and the sine of each rotation.
    pub rotations: &'a [[T; 2]],
}

#[inline(always)]
fn subtract_tiles<T: Real, const NR: usize, const FUSED: bool>(tiles: Tiles<'_, T>) {
    const MR: usize = TILE_ROWS;
    let Tiles { a, b, depth, c, stride, size: [m, n], upper } = tiles;
    if depth == 0 {
        return;
    }
    for (tile_column, b) in b.chunks_exact(NR * depth).enumerate() {
        let (b, first_column) = (b.as_chunks::<NR>().0, tile_column * NR);
        let columns = NR.min(n - first_column);
        for (tile_row, a) in a.chunks_exact(MR * depth).enumerate() {
            let (a, first_row) = (a.as_chunks::<MR>().0, tile_row * MR);
            if upper && first_row >= first_column + NR {
                break;
            }
            let mut sums = [[T::default(); NR]; MR];
            for (a, b) in a.iter().zip(b) {
                for i in 0..MR {
                    for j in 0..NR {
                        sums[i][j] = sums[i][j].minus_product::<FUSED>(a[i], b[j]);
                    }
                }
            }
            for (i, sums) in sums.iter().enumerate().take(m - first_row) {
                let row = &mut c[(first_row + i) * stride + first_column..];
                if let Some(row) = row.first_chunk_mut::<NR>().filter(|_| columns == NR) {
                    row.iter_mut().zip(sums).for_each(|(c, &s)| *c = *c + s);
                } else {
                    row.iter_mut().zip(sums).take(columns).for_each(|(c, &s)| *c = *c + s);
                }
            }
        }
    }
}

/// The number of columns that are solved at once: as many as stay in registers.
const STRIP: usize = 16;

#[inline(always)]
fn solve_rows<T: Real, const NR: usize, const FUSED: bool>(rows: Rows<'_, T>) {
    let Rows { x, stride, columns, triangle, n, from_end } = rows;
    let whole = columns / STRIP * STRIP;
    for step in 0..n {
        let i = if from_end { n - 1 - step } else { step };
        // The rows solved so far, and the number of the first of them.
        let (before, rest) = x.split_at_mut(i * stride);
        let (row, after) = rest.split_at_mut(stride.min(rest.len()));
        let (earlier, first) = if from_end { (&*after, i + 1) } else { (&*before, 0) };
        let factors = &triangle[i * n + first..][..step];
        let last = triangle[i * n + i];
        for at in (0..whole).step_by(STRIP) {
            let Some(row) = row[at..].first_chunk_mut::<STRIP>() else { return };
            let mut sums = *row;
            for (k, &factor) in factors.iter().enumerate() {
                let Some(e) = earlier[k * stride + at..].first_chunk::<STRIP>() else { return };
                for j in 0..STRIP {
                    sums[j] = sums[j].minus_product::<FUSED>(factor, e[j]);
                }
            }
            sums.iter_mut().for_each(|s| *s = *s * last);
            *row = sums;
        }
        let row = &mut row[whole..columns];
        for (k, &factor) in factors.iter().enumerate() {
            let e = &earlier[k * stride..][whole..columns];
            row.iter_mut().zip(e).for_each(|(x, &e)| *x = x.minus_product::<FUSED>(factor, e));
        }
        row.iter_mut().for_each(|x| *x = *x * last);
    }
}

#[inline(always)]
fn subtract_row<T: Real, const NR: usize, const FUSED: bool>(update: Rank1<'_, T>) {
    let Rank1 { row, rows, stride, factors } = update;
    for (i, &factor) in factors.iter().enumerate() {
        let to = &mut rows[i * stride..][..row.len()];
        to.iter_mut().zip(row).for_each(|(x, &r)| *x = x.minus_product::<FUSED>(factor, r));
    }
}

#[inline(always)]
fn subtract_rows<T: Real, const NR: usize, const FUSED: bool>(sum: Gather<'_, T>) {
    let Gather { row, rows, stride, factors } = sum;
    if row.len() > LONG {
        return subtract_long_rows::<T, NR, FUSED>(row, rows, stride, factors);
    }
    let (strips, rest) = row.as_chunks_mut::<STRIP>();
    let whole = strips.len() * STRIP;
    for (s, strip) in strips.iter_mut().enumerate() {
        let mut sums = *strip;
        for (i, &factor) in factors.iter().enumerate() {
            let Some(from) = rows[i * stride + s * STRIP..].first_chunk::<STRIP>() else { return };
            for j in 0..STRIP {
                sums[j] = sums[j].minus_product::<FUSED>(factor, from[j]);
            }
        }
        *strip = sums;
    }
    for (i, &factor) in factors.iter().enumerate() {
        let from = &rows[i * stride + whole..][..rest.len()];
        rest.iter_mut().zip(from).for_each(|(x, &r)| *x = x.minus_product::<FUSED>(factor, r));
    }
}

/// The length of rows from which on several rows are processed at once instead of a few columns.
const LONG: usize = 64;

#[inline(always)]
fn subtract_long_rows<T: Real, const NR: usize, const FUSED: bool>(
    row: &mut [T],
    rows: &[T],
    stride: usize,
    factors: &[T],
) {
    let n = row.len();
    let (groups, rest) = factors.as_chunks::<4>();
    for (g, f) in groups.iter().enumerate() {
        let [r0, r1, r2, r3] = [0, 1, 2, 3].map(|i| &rows[(4 * g + i) * stride..][..n]);
        for j in 0..n {
            let x = row[j].minus_product::<FUSED>(f[0], r0[j]).minus_product::<FUSED>(f[1], r1[j]);
            row[j] = x.minus_product::<FUSED>(f[2], r2[j]).minus_product::<FUSED>(f[3], r3[j]);
        }
    }
    for (i, &f) in rest.iter().enumerate() {
        let from = &rows[(4 * groups.len() + i) * stride..][..n];
        row.iter_mut().zip(from).for_each(|(x, &r)| *x = x.minus_product::<FUSED>(f, r));
    }
}

#[inline(always)]
fn dots<T: Real, const NR: usize, const FUSED: bool>(products: Dots<'_, T>) {
    let Dots { rows, stride, x, out } = products;
    let n = x.len();
    let (xs, last) = x.as_chunks::<NR>();
    // The sums are negated, as the existing product is subtracted.
    let close = |sums: [T; NR], row: &[T]| {
        let rest = row[n - last.len()..].iter().zip(last).fold(T::default(), |s, (&r, &x)| s - r * x);
        -sums.into_iter().fold(rest, |a, b| a + b)
    };
    for (g, out) in out.chunks_mut(4).enumerate() {
        let row = |i: usize| &rows[(4 * g + i) * stride..][..n];
        if let [o0, o1, o2, o3] = out {
            let each = [row(0), row(1), row(2), row(3)];
            let [p0, p1, p2, p3] = each.map(|r| r.as_chunks::<NR>().0);
            let [mut s0, mut s1, mut s2, mut s3] = [[T::default(); NR]; 4];
            // Named variables, so that each stays in a register.
            for ((((x, p0), p1), p2), p3) in xs.iter().zip(p0).zip(p1).zip(p2).zip(p3) {
                for j in 0..NR {
                    s0[j] = s0[j].minus_product::<FUSED>(p0[j], x[j]);
                    s1[j] = s1[j].minus_product::<FUSED>(p1[j], x[j]);
                    s2[j] = s2[j].minus_product::<FUSED>(p2[j], x[j]);
                    s3[j] = s3[j].minus_product::<FUSED>(p3[j], x[j]);
                }
            }
            (*o0, *o1) = (close(s0, each[0]), close(s1, each[1]));
            (*o2, *o3) = (close(s2, each[2]), close(s3, each[3]));
            continue;
        }
        for (i, o) in out.iter_mut().enumerate() {
            let mut sums = [T::default(); NR];
            for (r, x) in row(i).as_chunks::<NR>().0.iter().zip(xs) {
                (0..NR).for_each(|j| sums[j] = sums[j].minus_product::<FUSED>(r[j], x[j]));
            }
            *o = close(sums, row(i));
        }
    }
}

#[inline(always)]
fn turn<T: Real, const NR: usize, const FUSED: bool>(turns: Turns<'_, T>) {
    let Turns { rows, rotations } = turns;
    let rows = rows.as_chunks_mut::<NR>().0.as_chunks_mut::<2>().0;
    let Some(first) = rows.first() else { return };
    let mut x = *first;
    let count = rotations.len().min(rows.len() - 1);
    let rows = &mut rows[..=count];
    for (i, &[cos, sin]) in rotations[..count].iter().enumerate() {
        let y = rows[i + 1];
        let mut to = x;
        for h in 0..2 {
            for j in 0..NR {
                let (a, b) = (x[h][j], y[h][j]);
                to[h][j] = (cos * a).minus_product::<FUSED>(-sin, b);
                x[h][j] = (cos * b).minus_product::<FUSED>(sin, a);
            }
        }
        rows[i] = to;
    }
    rows[count] = x;
}

/// Compiles a loop for the vectors of the processor.
macro_rules! for_processor {
    ($body:ident, $float:ty, $columns:literal, $args:ty, $given:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,fma")]
            fn wide(args: $args) {
                $body::<$float, $columns, true>(args);
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                // SAFETY: the processor has what the function is compiled for.
                return unsafe { wide($given) };
            }
        }
        $body::<$float, $columns, { cfg!(target_arch = "aarch64") }>($given);
    }};
}

macro_rules! real {
    ($float:ident, $columns:literal, $moderate:expr) => {
        impl Real for $float {
            const ONE: Self = 1.0;
            const NAN: Self = Self::NAN;
            const TILE_COLUMNS: usize = $columns;
            const STEP: f64 = $float::EPSILON as f64;
            const MODERATE: std::ops::Range<f64> = $moderate;
            #[inline(always)]
            fn wide(self) -> f64 {
                self.into()
            }
            #[inline(always)]
            fn from_f64(value: f64) -> Self {
                value as $float
            }
            #[inline(always)]
            fn root(self) -> Self {
                self.sqrt()
            }
            #[inline(always)]
            fn size(self) -> Self {
                self.abs()
            }
            #[inline(always)]
            fn minus_product<const FUSED: bool>(self, a: Self, b: Self) -> Self {
                if FUSED { (-a).mul_add(b, self) } else { self - a * b }
            }
            #[inline]
            fn read(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0.0, |c| Self::from_le_bytes(*c))
            }
            #[inline]
            fn write(self, bytes: &mut [u8]) {
                if let Some(c) = bytes.first_chunk_mut() {
                    *c = self.to_le_bytes();
                }
            }
            fn subtract_tiles(tiles: Tiles<'_, Self>) {
                for_processor!(subtract_tiles, $float, $columns, Tiles<'_, $float>, tiles);
            }
            fn solve_rows(rows: Rows<'_, Self>) {
                for_processor!(solve_rows, $float, $columns, Rows<'_, $float>, rows);
            }
            fn subtract_row(update: Rank1<'_, Self>) {
                for_processor!(subtract_row, $float, $columns, Rank1<'_, $float>, update);
            }
            fn subtract_rows(sum: Gather<'_, Self>) {
                for_processor!(subtract_rows, $float, $columns, Gather<'_, $float>, sum);
            }
            fn dots(products: Dots<'_, Self>) {
                for_processor!(dots, $float, $columns, Dots<'_, $float>, products);
            }
            fn turn(turns: Turns<'_, Self>) {
                for_processor!(turn, $float, $columns, Turns<'_, $float>, turns);
            }
        }
    };
}

real!(f32, 16, 1e-12..1e12);
real!(f64, 8, 1e-120..1e120);
