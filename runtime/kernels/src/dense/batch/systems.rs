//! Triangular systems in lanes.

use super::super::Triangle;
use super::super::form::{Form, Loop};
use super::super::real::Real;
use super::super::vector::Vector;
use super::{divide, gather, minus_products, scatter};
use crate::memory::filled;

impl Triangle {
    /// As [`solve`](Self::solve) for many matrices of the same sizes, which have to fit lanes ([`in_lanes`](super::in_lanes)).
    pub fn solve_all<T: Real>(self, a: &[T], b: &mut [T], size: [usize; 2]) {
        self.solve_in(Form::Avx512, a, b, size);
    }

    /// The same in a form.
    pub(crate) fn solve_in<T: Real>(self, form: Form, a: &[T], b: &mut [T], size: [usize; 2]) {
        let n = if self.left { size[0] } else { size[1] };
        if b.is_empty() {
            return;
        }
        let group = T::tile(form.min(Form::best()))[1];
        let mut lanes = filled(T::default(), (n * n + size[0] * size[1]) * group);
        let (triangle, x) = lanes.split_at_mut(n * n * group);
        T::run_in(form, Systems { how: self, a, b, size, triangle, x });
    }
}

struct Systems<'a, T> {
    how: Triangle,
    a: &'a [T],
    b: &'a mut [T],
    size: [usize; 2],
    triangle: &'a mut [T],
    x: &'a mut [T],
}

impl<T: Real> Loop<T> for Systems<'_, T> {
    type Output = ();
    #[inline(always)]
    fn run<V: Vector<T>, const MR: usize, const NR: usize>(self) {
        let Self { how, a, b, size: [rows, columns], triangle, x } = self;
        let (triangle, x) = (triangle.as_chunks_mut::<NR>().0, x.as_chunks_mut::<NR>().0);
        // A system from the right is the transposed problem.
        let (n, m) = if how.left { (rows, columns) } else { (columns, rows) };
        let transposed = how.transposed == how.left;
        let factor = |i: usize, k: usize| if transposed { k * n + i } else { i * n + k };
        let place = |i: usize, c: usize| if how.left { i * m + c } else { c * n + i };
        let from_end = how.upper != transposed;
        for (a, b) in a.chunks(NR * n * n).zip(b.chunks_mut(NR * n * m)) {
            gather(a, triangle, n * n);
            gather(b, x, n * m);
            for c in 0..m {
                for step in 0..n {
                    let i = if from_end { n - 1 - step } else { step };
                    let known = if from_end { i + 1..n } else { 0..i };
                    let pairs = known.map(|k| (&triangle[factor(i, k)], &x[place(k, c)]));
                    let mut sums = minus_products::<T, V, NR>(&x[place(i, c)], pairs);
                    if !how.unit {
                        divide(&mut sums, &triangle[factor(i, i)]);
                    }
                    x[place(i, c)] = sums;
                }
            }
            scatter(x, b, n * m);
        }
    }
}
