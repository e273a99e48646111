//! QR: columns are eliminated by reflectors `1 - tau v v'` in panels. The product of a panel's reflectors is `1 - V T V'` with a
//! triangular `T`, and is applied to the remaining columns by products of blocks.

use super::{
    PANEL,
    blocks::Blocks,
    real::Real,
    turns::reflector,
    vectors::{Gather, Rank1},
    view::View,
};
use crate::memory::{Collected, copied, extend, extend_from_slice, filled, resize, with_capacity};

/// `A = Q R` in place for `m` rows and `n` columns: `R` on and above the diagonal, and below it the vectors of the reflectors, whose
/// first element is 1. Returns the `tau`s.
pub fn qr<T: Real>(a: &mut [T], m: usize, n: usize) -> Vec<T> {
    let steps = m.min(n);
    let mut taus = with_capacity(steps);
    let (mut panel, mut columns) = (Panel::default(), Vec::new());
    for first in (0..steps).step_by(PANEL) {
        let end = steps.min(first + PANEL);
        // A panel is copied to make its rows contiguous.
        let width = end - first;
        columns.clear();
        for row in a.chunks_exact(n).skip(first) {
            extend_from_slice(&mut columns, &row[first..end]);
        }
        for k in 0..width {
            taus.push(eliminate(&mut columns, k, m - first, width));
        }
        for (row, from) in a.chunks_exact_mut(n).skip(first).zip(columns.chunks_exact(width)) {
            row[first..end].copy_from_slice(from);
        }
        if end < n {
            panel.read(a, [m, n], first, &taus[first..]);
            panel.apply(a, n, end, true);
        }
    }
    taus
}

/// Makes column `k` zero below the diagonal and reflects the columns after it; returns `tau`.
fn eliminate<T: Real>(a: &mut [T], k: usize, m: usize, n: usize) -> T {
    let mut column: Vec<T> = (k..m).map(|i| a[i * n + k]).collected();
    let (beta, tau) = reflector(&mut column);
    if tau == T::default() {
        return tau;
    }
    a[k * n + k] = beta;
    let mut negative = with_capacity(m - k - 1);
    for (i, &v) in column.iter().enumerate().skip(1) {
        a[(k + i) * n + k] = v;
        negative.push(-v);
    }
    if k + 1 == n {
        return tau;
    }
    // The products of the vector with the columns.
    let mut common = copied(&a[k * n + k + 1..(k + 1) * n]);
    if !negative.is_empty() {
        let rows = &a[(k + 1) * n + k + 1..];
        T::run(Gather { row: &mut common, rows, stride: n, factors: &negative });
    }
    let mut multiples = vec![tau];
    extend(&mut multiples, negative.iter().map(|&v| -v * tau));
    let rows = &mut a[k * n + k + 1..];
    T::run(Rank1 { row: &common, rows, stride: n, factors: &multiples });
    tau
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

impl<T> Default for Panel<T> {
    fn default() -> Self {
        Self { first: 0, rows: 0, count: 0, v: Vec::new(), t: Vec::new(), work: [Vec::new(), Vec::new()] }
    }
}

/// Zeros.
fn clear<T: Real>(values: &mut Vec<T>, n: usize) {
    values.clear();
    resize(values, n, T::default());
}

impl<T: Real> Panel<T> {
    /// Reads the reflectors of the columns from `first` on, as many as there are `taus`, but at most [`PANEL`].
    fn read(&mut self, a: &[T], [m, n]: [usize; 2], first: usize, taus: &[T]) {
        let count = taus.len().min(PANEL);
        (self.first, self.rows, self.count) = (first, m - first, count);
        clear(&mut self.v, self.rows * count);
        for (i, row) in self.v.chunks_exact_mut(count.max(1)).enumerate() {
            let known = count.min(i);
            row[..known].copy_from_slice(&a[(first + i) * n + first..][..known]);
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
    /// Applies the product of the reflectors, or its transpose, from the left to the columns of a matrix from `column` on.
    fn apply(&mut self, c: &mut [T], columns: usize, column: usize, transposed: bool) {
        let (count, width) = (self.count, columns - column);
        let [common, turned] = &mut self.work;
        clear(common, count * width);
        clear(turned, count * width);
        let below = View { other: Some(&*c), at: self.first * columns + column, rows: columns, columns: 1 };
        let v = view(&self.v, 1, count);
        Blocks::new(common, width).subtract_product([0, 0], [count, width, self.rows], v, below, false);
        let t = if transposed { view(&self.t, 1, count) } else { view(&self.t, count, 1) };
        let negative = view(common, width, 1);
        Blocks::new(turned, width).subtract_product([0, 0], [count, width, count], t, negative, false);
        let (v, turned) = (view(&self.v, count, 1), view(turned, width, 1));
        let to = [self.first, column];
        Blocks::new(c, columns).subtract_product(to, [self.rows, width, count], v, turned, false);
    }
}

fn view<T>(of: &[T], rows: usize, columns: usize) -> View<'_, T> {
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
    let mut panel = Panel::default();
    let starts: Vec<usize> = (0..taus.len()).step_by(PANEL).collected();
    let mut one = |first: usize| {
        panel.read(a, size, first, &taus[first..]);
        panel.apply(c, columns, 0, transposed);
    };
    if transposed {
        starts.into_iter().for_each(&mut one);
    } else {
        starts.into_iter().rev().for_each(&mut one);
    }
}

/// The first columns of `Q`, as many as `a` has, from the output of [`qr`] in `a`, of `size` rows and columns.
#[must_use]
pub fn q_of<T: Real>(a: &[T], size: [usize; 2], taus: &[T]) -> Vec<T> {
    let [m, n] = size;
    let mut q = filled(T::default(), m * n);
    (0..m.min(n)).for_each(|i| q[i * n + i] = T::ONE);
    let mut panel = Panel::default();
    for first in (0..taus.len()).step_by(PANEL).rev() {
        panel.read(a, size, first, &taus[first..]);
        // Earlier columns are still those of the identity, and zero in these rows.
        panel.apply(&mut q, n, first, false);
    }
    q
}
