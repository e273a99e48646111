//! LU factorizations with partial pivoting in lanes.

use super::super::form::{Form, Loop};
use super::super::real::Real;
use super::super::vector::Vector;
use super::{divide, gather, scatter, subtract_product};
use crate::memory::filled;

/// Factors matrices of `size` rows and columns in place, as many as `zeros` has places. `pivots` becomes the row that each step exchanged
/// with its own, `zeros` the number of the first pivot that is zero, counted from 1, or 0. They have to fit lanes
/// ([`in_lanes`](super::in_lanes)).
pub fn lu_all<T: Real>(matrices: &mut [T], size: [usize; 2], pivots: &mut [usize], zeros: &mut [usize]) {
    lu_in(Form::Avx512, matrices, size, pivots, zeros);
}

/// The same in a form.
pub(crate) fn lu_in<T: Real>(
    form: Form,
    matrices: &mut [T],
    size: [usize; 2],
    pivots: &mut [usize],
    zeros: &mut [usize],
) {
    if matrices.is_empty() {
        return;
    }
    let mut lanes = filled(T::default(), size[0] * size[1] * T::tile(form.min(Form::best()))[1]);
    T::run_in(form, Factor { matrices, size, pivots, zeros, lanes: &mut lanes });
}

struct Factor<'a, T> {
    matrices: &'a mut [T],
    size: [usize; 2],
    pivots: &'a mut [usize],
    zeros: &'a mut [usize],
    lanes: &'a mut [T],
}

impl<T: Real> Loop<T> for Factor<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { matrices, size: [m, n], pivots, zeros, lanes } = self;
        let steps = m.min(n);
        let lanes = lanes.as_chunks_mut::<NR>().0;
        let groups = matrices.chunks_mut(NR * m * n).zip(pivots.chunks_mut(NR * steps));
        for ((matrices, pivots), zeros) in groups.zip(zeros.chunks_mut(NR)) {
            gather(matrices, lanes, m * n);
            let mut first = [T::default(); NR];
            for j in 0..steps {
                let chosen = largest(&lanes[j * n + j..], n, m - j);
                for (lane, (&below, pivots)) in chosen.iter().zip(pivots.chunks_exact_mut(steps)).enumerate()
                {
                    let pivot = j + below.wide() as usize;
                    pivots[j] = pivot;
                    if pivot != j {
                        exchange(lanes, lane, [j * n, pivot * n], n);
                    }
                }
                let (above, below) = lanes.split_at_mut((j + 1) * n);
                let row = &above[j * n..];
                let mut divisor = row[j];
                let step = T::from_f64((j + 1) as f64);
                for lane in 0..NR {
                    let is_zero = divisor[lane] == T::default();
                    first[lane] = if is_zero & (first[lane] == T::default()) { step } else { first[lane] };
                    divisor[lane] = if is_zero { T::ONE } else { divisor[lane] };
                }
                for to in below.chunks_exact_mut(n) {
                    let (left, to) = to.split_at_mut(j + 1);
                    divide(&mut left[j], &divisor);
                    for (to, from) in to.iter_mut().zip(&row[j + 1..]) {
                        subtract_product::<T, V, NR>(to, &left[j], from);
                    }
                }
            }
            scatter(lanes, matrices, m * n);
            zeros.iter_mut().zip(first).for_each(|(to, step)| *to = step.wide() as usize);
        }
    }
}

/// For each lane which of `count` numbers, `stride` apart, is the largest, of equals the first; the first number if that is a NaN.
#[inline(always)]
fn largest<T: Real, const NR: usize>(numbers: &[[T; NR]], stride: usize, count: usize) -> [T; NR] {
    let (mut most, mut chosen) = (numbers[0].map(T::size), [T::default(); NR]);
    for i in 1..count {
        let (row, number) = (&numbers[i * stride], T::from_f64(i as f64));
        for lane in 0..NR {
            let size = row[lane].size();
            // Comparisons with NaN are false.
            let is_larger = size > most[lane];
            most[lane] = if is_larger { size } else { most[lane] };
            chosen[lane] = if is_larger { number } else { chosen[lane] };
        }
    }
    chosen
}

/// Exchanges rows of `n` numbers of a lane, given by their starts.
#[inline(always)]
fn exchange<T: Real, const NR: usize>(lanes: &mut [[T; NR]], lane: usize, [i, j]: [usize; 2], n: usize) {
    let (upper, lower) = lanes.split_at_mut(j);
    let pairs = upper[i..i + n].iter_mut().zip(&mut lower[..n]);
    pairs.for_each(|(a, b)| std::mem::swap(&mut a[lane], &mut b[lane]));
}
