//! QR: columns are eliminated by reflectors `1 - tau v v'` in panels. The product of a panel's reflectors is `1 - V T V'` with a
//! triangular `T`, and is applied to the remaining columns by products of blocks.

use super::{PANEL, blocks::Blocks, form::Form, qr_panel::Reflected, real::Real, transpose_part, view::View};
use crate::memory::{resize, with_capacity};
use std::ops::Range;

/// `A = Q R` in place for `m` rows and `n` columns: `R` on and above the diagonal, and below it the vectors of the reflectors, whose
/// first element is 1. Writes the `tau`s.
pub fn qr<T: Real>(a: &mut [T], m: usize, n: usize, taus: &mut [T]) {
    let steps = m.min(n);
    let most = steps.min(PANEL);
    let mut panel = (n > most).then(|| Panel::new(m, most, n - most));
    let mut columns = Vec::new();
    for first in (0..steps).step_by(PANEL) {
        let end = steps.min(first + PANEL);
        // The columns of a panel are contiguous, and zeros follow each.
        let (rows, width) = (m - first, end - first);
        let stride = rows + T::tile(Form::best())[1];
        clear(&mut columns, stride * width);
        let from = &mut a[first * n + first..];
        transpose_part(from, &mut columns, [n, stride], [rows, width]);
        T::run(Reflected { columns: &mut columns, rows, stride, taus: &mut taus[first..end] });
        transpose_part(&columns, from, [stride, n], [width, rows]);
        if end < n
            && let Some(panel) = &mut panel
        {
            panel.read(view(a, n, 1), m, first, &taus[first..end]);
            panel.apply(a, n, end..n, true);
        }
    }
}

/// The reflectors of a panel.
#[derive(Debug)]
struct Panel<T> {
    /// The row that they start in.
    first: usize,
    rows: usize,
    count: usize,
    /// The vectors as columns.
    v: Vec<T>,
    /// The triangle, in row-major order.
    t: Vec<T>,
    work: [Vec<T>; 2],
}

/// Zeros.
fn clear<T: Real>(values: &mut Vec<T>, n: usize) {
    values.clear();
    resize(values, n, T::default());
}

impl<T: Real> Panel<T> {
    /// Memory for panels of at most `count` reflectors of `m` rows, and products with a matrix of some columns.
    fn new(m: usize, count: usize, columns: usize) -> Self {
        let count = count.min(PANEL);
        let work = [with_capacity(count * columns.max(count)), with_capacity(count * columns)];
        let (v, t) = (with_capacity(m * count), with_capacity(count * count));
        Self { first: 0, rows: 0, count: 0, v, t, work }
    }
    /// Reads the reflectors of the columns from `first` on, as many as there are `taus`, but at most [`PANEL`], of a matrix of `m` rows.
    fn read(&mut self, a: View<'_, T>, m: usize, first: usize, taus: &[T]) {
        let count = taus.len().min(PANEL);
        (self.first, self.rows, self.count) = (first, m - first, count);
        clear(&mut self.v, self.rows * count);
        for (i, row) in self.v.chunks_exact_mut(count.max(1)).enumerate() {
            let known = count.min(i);
            for (j, to) in row[..known].iter_mut().enumerate() {
                *to = a.other.map_or(T::default(), |data| data[a.from(first + i, first + j).at]);
            }
            if i < count {
                row[i] = T::ONE;
            }
        }
        let [common, _] = &mut self.work;
        clear(common, count * count);
        let (turned, plain) = (view(&self.v, 1, count), view(&self.v, count, 1));
        Blocks::new(common, count).subtract_product([0, 0], [count, count, self.rows], turned, plain, false);
        clear(&mut self.t, count * count);
        for j in 0..count {
            for i in 0..j {
                let mut sum = T::default();
                for k in i..j {
                    sum = sum + self.t[i * count + k] * common[k * count + j];
                }
                // The products are negative already.
                self.t[i * count + j] = sum * taus[j];
            }
            self.t[j * count + j] = taus[j];
        }
    }
    /// Applies the product of the reflectors, or its transpose, from the left to some columns of a matrix.
    fn apply(&mut self, c: &mut [T], stride: usize, columns: Range<usize>, transposed: bool) {
        let (count, width) = (self.count, columns.len());
        let [common, turned] = &mut self.work;
        clear(common, count * width);
        clear(turned, count * width);
        let at = self.first * stride + columns.start;
        let below = View { other: Some(&*c), at, rows: stride, columns: 1 };
        let v = view(&self.v, 1, count);
        Blocks::new(common, width).subtract_product([0, 0], [count, width, self.rows], v, below, false);
        let t = if transposed { view(&self.t, 1, count) } else { view(&self.t, count, 1) };
        let negative = view(common, width, 1);
        Blocks::new(turned, width).subtract_product([0, 0], [count, width, count], t, negative, false);
        let (v, turned) = (view(&self.v, count, 1), view(turned, width, 1));
        let to = [self.first, columns.start];
        Blocks::new(c, stride).subtract_product(to, [self.rows, width, count], v, turned, false);
    }
}

pub(super) fn view<T>(of: &[T], rows: usize, columns: usize) -> View<'_, T> {
    View { other: Some(of), at: 0, rows, columns }
}

/// `Q C`, or the product with the transpose of `Q`, in place, for `c` with `columns` columns. `Q` is given by the output of [`qr`] in
/// `a`, of `size` rows and columns.
pub fn times_q<T: Real>(
    a: &[T],
    size: [usize; 2],
    taus: &[T],
    transposed: bool,
    c: &mut [T],
    columns: usize,
) {
    let a = view(a, size[1], 1);
    let mut panel = Panel::new(size[0], taus.len(), columns);
    let starts = (0..taus.len().div_ceil(PANEL)).map(|k| k * PANEL);
    let mut one = |first: usize| {
        panel.read(a, size[0], first, &taus[first..]);
        panel.apply(c, columns, 0..columns, transposed);
    };
    if transposed { starts.for_each(&mut one) } else { starts.rev().for_each(&mut one) }
}

/// The first columns of `Q`, as many as `a` has, from the output of [`qr`] in `a`, of `size` rows and columns.
pub fn q_of<T: Real>(a: &[T], size: [usize; 2], taus: &[T], q: &mut [T]) {
    q_in(view(a, size[1], 1), size, taus, q, size[1]);
}

/// The same with any strides of the reflectors, and a distance between rows of the result.
pub(super) fn q_in<T: Real>(a: View<'_, T>, [m, n]: [usize; 2], taus: &[T], q: &mut [T], stride: usize) {
    for (i, row) in q.chunks_mut(stride.max(1)).take(m).enumerate() {
        row[..n].fill(T::default());
        if i < n {
            row[i] = T::ONE;
        }
    }
    let mut panel = Panel::new(m, taus.len(), n);
    for first in (0..taus.len()).step_by(PANEL).rev() {
        panel.read(a, m, first, &taus[first..]);
        // Earlier columns are still those of the identity, and zero in these rows.
        panel.apply(q, stride, first..n, false);
    }
}
