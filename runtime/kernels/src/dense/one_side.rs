//! Triangular systems with one right side. In tiles of products it would be one column of many, so these are products of a matrix and a vector.

use super::Triangle;
use super::real::Real;
use super::vectors::{Dots, Gather};

/// The rows that are solved one after the other; what was solved before is subtracted from all of them.
const TOGETHER: usize = 8;

impl Triangle {
    /// Solves for `x` in its place. `transposed` is whether the matrix, which has as many rows, is read by columns.
    pub(super) fn solve_one<T: Real>(self, a: &[T], x: &mut [T], transposed: bool) {
        let n = x.len();
        let from_end = self.upper != transposed;
        for step in (0..n).step_by(TOGETHER) {
            let count = TOGETHER.min(n - step);
            let first = if from_end { n - step - count } else { step };
            let end = first + count;
            // Either what is known is subtracted from these rows, or what is solved from all others.
            if !transposed {
                let known = if from_end { end..n } else { 0..first };
                let mut sums = [T::default(); TOGETHER];
                let rows = a.get(first * n + known.start..).unwrap_or_default();
                T::run(Dots { rows, stride: n, x: &x[known], out: &mut sums[..count] });
                x[first..end].iter_mut().zip(sums).for_each(|(x, sum)| *x = *x - sum);
            }
            for i in 0..count {
                let i = if from_end { end - 1 - i } else { first + i };
                let known = if from_end { i + 1..end } else { first..i };
                let at = |k: usize| a[if transposed { k * n + i } else { i * n + k }];
                let sum = known.fold(x[i], |sum, k| sum - at(k) * x[k]);
                x[i] = if self.unit { sum } else { sum / at(i) };
            }
            if transposed {
                let mut factors = [T::default(); TOGETHER];
                factors[..count].copy_from_slice(&x[first..end]);
                let rest = if from_end { 0..first } else { end..n };
                let rows = a.get(first * n + rest.start..).unwrap_or_default();
                T::run(Gather { row: &mut x[rest], rows, stride: n, factors: &factors[..count] });
            }
        }
    }
}
