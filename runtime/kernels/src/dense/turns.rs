//! [`Basis`]: the rows of an orthogonal matrix, to which rotations of neighbouring rows are applied in batches.

use super::form::Form;
use super::real::Real;
use super::transpose_part;
use super::vectors::{Dots, Turns};
use crate::memory::{extend, filled, push, with_capacity};
use crate::parallel::for_each;

/// The number of rotations for each row from which on they are applied.
const ROTATIONS: usize = 16;

/// Rows of a matrix, stored in strips of columns, so that a strip stays in the cache while rotations are applied to it. They are applied
/// late: when there are many of them, or when the rows are read.
#[derive(Debug)]
pub(super) struct Basis<T> {
    rows: usize,
    columns: usize,
    /// Columns of a strip: as many as a tile has, or two.
    width: usize,
    strips: Vec<T>,
    rotations: Vec<[T; 2]>,
    /// The first row and the number of rotations of each run.
    runs: Vec<(usize, usize)>,
}

impl<T: Real> Basis<T> {
    /// A basis for computations that need no vectors.
    pub fn none() -> Self {
        let width = T::tile(Form::best())[1];
        Self { rows: 0, columns: 0, width, strips: Vec::new(), rotations: Vec::new(), runs: Vec::new() }
    }
    /// The columns of the strips of a matrix with `n` columns.
    fn width(n: usize) -> usize {
        let tile = T::tile(Form::best())[1];
        if n > tile { 2 * tile } else { tile }
    }
    /// The numbers that a basis of a square matrix with `n` rows needs.
    pub fn numbers(n: usize) -> usize {
        n.next_multiple_of(Self::width(n)) * n + 2 * (ROTATIONS + 1) * n
    }
    /// The numbers of a strip, which writing it as columns needs.
    pub fn strip(n: usize) -> usize {
        n * Self::width(n)
    }
    /// The columns of a square matrix as rows, in reverse order if `reverse` is set.
    pub fn of_columns(a: &[T], n: usize, reverse: bool) -> Self {
        let mut basis = Self { rows: n, columns: n, ..Self::none() };
        basis.width = Self::width(n);
        basis.strips = filled(T::default(), n.next_multiple_of(basis.width) * n);
        basis.rotations = with_capacity(ROTATIONS * n + n);
        for (column, row) in a.chunks_exact(n.max(1)).enumerate() {
            for (i, &v) in row.iter().enumerate() {
                let at = basis.at(if reverse { n - 1 - i } else { i }, column);
                basis.strips[at] = v;
            }
        }
        basis
    }
    fn at(&self, row: usize, column: usize) -> usize {
        (column / self.width * self.rows + row) * self.width + column % self.width
    }
    /// Rotates rows from `first` on, each with the next row.
    pub fn turn(&mut self, first: usize, rotations: &[[f64; 2]]) {
        if self.rows == 0 || rotations.is_empty() {
            return;
        }
        push(&mut self.runs, (first, rotations.len()));
        extend(&mut self.rotations, rotations.iter().map(|r| r.map(T::from_f64)));
        if self.rotations.len() > ROTATIONS * self.rows {
            self.apply();
        }
    }
    /// Rotates two rows.
    pub fn turn_two(&mut self, p: usize, q: usize, [cos, sin]: [f64; 2]) {
        let (cos, sin) = (T::from_f64(cos), T::from_f64(sin));
        self.apply();
        for column in 0..self.columns {
            let (i, j) = (self.at(p, column), self.at(q, column));
            let (x, y) = (self.strips[i], self.strips[j]);
            (self.strips[i], self.strips[j]) = (cos * x + sin * y, cos * y - sin * x);
        }
    }
    fn apply(&mut self) {
        if self.runs.is_empty() {
            return;
        }
        let is_wide = self.width > T::tile(Form::best())[1];
        let (width, runs) = (self.width, &self.runs);
        let strips = self.strips.chunks_exact_mut(self.rows * width);
        for_each(strips, ROTATIONS * self.rows * self.columns, |_, strip| {
            let mut rotations = &self.rotations[..];
            for &(first, count) in runs {
                let (run, rest) = rotations.split_at(count);
                T::run(Turns { rows: &mut strip[first * width..], is_wide, rotations: run });
                rotations = rest;
            }
        });
        self.rotations.clear();
        self.runs.clear();
    }
    /// Writes selected rows, each multiplied by a sign: as the rows of a matrix, or as its columns.
    pub fn write(mut self, order: &[(usize, T)], to: &mut [T], as_columns: bool) {
        self.apply();
        let (count, width) = (order.len(), self.width);
        // The rows of a strip in their order.
        let mut part = filled(T::default(), if as_columns { count * width } else { 0 });
        let strips = self.strips.chunks_exact((self.rows * width).max(1));
        for (first, strip) in (0..self.columns).step_by(width).zip(strips) {
            let used = width.min(self.columns - first);
            let mut rows = order.iter().map(|&(row, sign)| (&strip[row * width..][..used], sign));
            if as_columns {
                for (to, (from, sign)) in part.chunks_exact_mut(width).zip(rows) {
                    to.iter_mut().zip(from).for_each(|(to, &v)| *to = sign * v);
                }
                transpose_part(&part, &mut to[first * count..], [width, count], [count, used]);
            } else {
                for (to, (from, sign)) in to.chunks_exact_mut(self.columns).zip(&mut rows) {
                    to[first..][..used].iter_mut().zip(from).for_each(|(to, &v)| *to = sign * v);
                }
            }
        }
    }
}

/// Replaces numbers by the vector, with 1 in front, of a reflector that makes all but the first zero; returns the resulting first number,
/// and `tau`.
pub(super) fn reflector<T: Real>(v: &mut [T]) -> (T, T) {
    let Some((first, rest)) = v.split_first_mut() else { return (T::default(), T::default()) };
    let mut alpha = std::mem::replace(first, T::ONE);
    let squares = |rest: &[T]| {
        let mut sum = [T::default()];
        T::run(Dots { rows: rest, stride: rest.len(), x: rest, out: &mut sum });
        sum[0]
    };
    let (mut below, mut scale) = (squares(rest), T::ONE);
    let all = (alpha * alpha + below).wide().sqrt();
    if !T::MODERATE.contains(&all) {
        let largest = rest.iter().fold(alpha.size(), |m, x| if x.size() > m { x.size() } else { m }).wide();
        if largest > 0.0 && largest.is_finite() {
            // Not quite to 1, as the inverse must be finite too.
            let bound = if size_of::<T>() == 4 { 120.0 } else { 1000.0 };
            let exponent = largest.log2().floor().clamp(-bound, bound);
            scale = T::from_f64(exponent.exp2());
            let inverse = T::from_f64((-exponent).exp2());
            rest.iter_mut().for_each(|x| *x = *x * inverse);
            (alpha, below) = (alpha * inverse, squares(rest));
        }
    }
    if below == T::default() {
        return (alpha * scale, T::default());
    }
    let norm = (alpha * alpha + below).root();
    let beta = if alpha < T::default() { norm } else { -norm };
    let factor = T::ONE / (alpha - beta);
    rest.iter_mut().for_each(|x| *x = *x * factor);
    (beta * scale, (beta - alpha) / beta)
}

/// The factor that scales a matrix so that squares of its elements neither overflow nor underflow; `None` if a number is not finite.
pub(super) fn scale_of<T: Real>(a: &[T]) -> Option<f64> {
    let mut largest = T::default();
    for v in a {
        let size = v.size();
        // Comparisons with NaN are false.
        if !(size <= largest) {
            largest = size;
            if !size.wide().is_finite() {
                return None;
            }
        }
    }
    let largest = largest.wide();
    Some(if largest == 0.0 || T::MODERATE.contains(&largest) {
        1.0
    } else {
        2f64.powf(-largest.log2().floor())
    })
}

/// The square root of the sum of squares of two numbers whose squares do not overflow.
pub(super) fn length(a: f64, b: f64) -> f64 {
    (a * a + b * b).sqrt()
}
