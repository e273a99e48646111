//! Cholesky factorizations in lanes.

use super::super::form::{Form, Loop};
use super::super::real::Real;
use super::super::vector::Vector;
use super::{divide, gather, minus_products, scatter};
use crate::memory::filled;

/// Factors matrices with `n` rows in place, as many as `failed` has places: `A = L L'` in the lower triangle, or `A = U' U` in the upper
/// one. The other triangle is kept. `failed` becomes the number of the first step that finds that a matrix is not positive definite,
/// counted from 1, or 0. They have to fit lanes ([`in_lanes`](super::in_lanes)).
pub fn cholesky_all<T: Real>(matrices: &mut [T], n: usize, lower: bool, failed: &mut [usize]) {
    cholesky_in(Form::Avx512, matrices, n, lower, failed);
}

/// The same in a form.
pub(crate) fn cholesky_in<T: Real>(
    form: Form,
    matrices: &mut [T],
    n: usize,
    lower: bool,
    failed: &mut [usize],
) {
    if matrices.is_empty() {
        return;
    }
    let mut lanes = filled(T::default(), n * n * T::tile(form.min(Form::best()))[1]);
    T::run_in(form, Factor { matrices, n, lower, failed, lanes: &mut lanes });
}

struct Factor<'a, T> {
    matrices: &'a mut [T],
    n: usize,
    lower: bool,
    failed: &'a mut [usize],
    lanes: &'a mut [T],
}

impl<T: Real> Loop<T> for Factor<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { matrices, n, lower, failed, lanes } = self;
        let lanes = lanes.as_chunks_mut::<NR>().0;
        // Number `k` of row `i` of the factor is number `i` of row `k` of its transpose.
        let at = |i: usize, k: usize| if lower { i * n + k } else { k * n + i };
        for (matrices, failed) in matrices.chunks_mut(NR * n * n).zip(failed.chunks_mut(NR)) {
            gather(matrices, lanes, n * n);
            let mut first = [T::default(); NR];
            for i in 0..n {
                for j in 0..=i {
                    let pairs = (0..j).map(|k| (&lanes[at(i, k)], &lanes[at(j, k)]));
                    let mut sums = minus_products::<T, V, NR>(&lanes[at(i, j)], pairs);
                    if j < i {
                        divide(&mut sums, &lanes[at(j, j)]);
                    } else {
                        let step = T::from_f64((i + 1) as f64);
                        for lane in 0..NR {
                            // NaN is not positive either.
                            let is_positive = sums[lane] > T::default();
                            let is_new = !is_positive & (first[lane] == T::default());
                            first[lane] = if is_new { step } else { first[lane] };
                            sums[lane] = sums[lane].root();
                        }
                    }
                    lanes[at(i, j)] = sums;
                }
            }
            scatter(lanes, matrices, n * n);
            failed.iter_mut().zip(first).for_each(|(to, step)| *to = step.wide() as usize);
        }
    }
}
