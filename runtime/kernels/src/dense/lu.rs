//! LU with partial pivoting: recursively, one half of the columns, then the other; panels of few columns are stored separately, column by
//! column.

use super::{
    PANEL,
    blocks::{Blocks, Side},
    real::{Gather, Real},
};
use crate::memory::{push, resize};

/// `P A = L U` in place, with partial pivoting, for `m` rows and `n` columns. Returns the row that each step exchanged with its own, and
/// the number of the first pivot that is zero, counted from 1, or 0.
pub fn lu<T: Real>(a: &mut [T], m: usize, n: usize) -> (Vec<usize>, usize) {
    let steps = m.min(n);
    if steps == 0 {
        return (Vec::new(), 0);
    }
    let mut work = Work { blocks: Blocks::new(a, n), m, pivots: Vec::new(), columns: Vec::new() };
    work.factor(0, steps);
    work.update(0, steps, n - steps);
    let Work { blocks, pivots, .. } = work;
    let zero = (0..steps).find(|&k| blocks.data[k * n + k] == T::default());
    (pivots, zero.map_or(0, |k| k + 1))
}

struct Work<'a, T> {
    blocks: Blocks<'a, T>,
    m: usize,
    pivots: Vec<usize>,
    /// The columns of a panel, from its first row on.
    columns: Vec<T>,
}

impl<T: Real> Work<'_, T> {
    /// Factors columns from `first` on, in the rows from there on.
    fn factor(&mut self, first: usize, width: usize) {
        if width <= PANEL {
            return self.factor_panel(first, width);
        }
        let half = (width / 2).next_multiple_of(PANEL).min(width - 1);
        self.factor(first, half);
        self.update(first, half, width - half);
        self.factor(first + half, width - half);
        self.exchange(first + half, width - half, first..first + half);
    }

    /// Updates the columns after the `width` factored columns from `first` on.
    fn update(&mut self, first: usize, width: usize, columns: usize) {
        let (next, m) = (first + width, self.m);
        if width == 0 || columns == 0 {
            return;
        }
        self.exchange(first, width, next..next + columns);
        let a = &mut self.blocks;
        let side = Side { view: a.view(first, first), upper: false, unit: true };
        a.solve(side, width, [first, next], columns);
        let (left, right) = (a.view(next, first), a.view(first, next));
        a.subtract_product([next, next], [m - next, columns, width], left, right, false);
    }

    /// Applies the row exchanges of the steps from `first` on to some columns.
    fn exchange(&mut self, first: usize, count: usize, columns: std::ops::Range<usize>) {
        let n = self.blocks.stride;
        for k in first..first + count {
            let pivot = self.pivots[k];
            if pivot != k {
                let (upper, lower) = self.blocks.data.split_at_mut(pivot * n);
                upper[k * n..][columns.clone()].swap_with_slice(&mut lower[columns.clone()]);
            }
        }
    }

    fn factor_panel(&mut self, first: usize, width: usize) {
        let (n, rows) = (self.blocks.stride, self.m - first);
        let columns = &mut self.columns;
        columns.clear();
        resize(columns, rows * width, T::default());
        for (i, row) in self.blocks.data.chunks_exact(n).skip(first).enumerate() {
            for (j, &v) in row[first..first + width].iter().enumerate() {
                columns[j * rows + i] = v;
            }
        }
        for j in 0..width {
            let (before, column) = columns.split_at_mut(j * rows);
            let column = &mut column[..rows];
            // Subtracts the contributions of earlier steps: first from the upper part, where each depends on the previous one.
            for k in 0..j {
                let factor = column[k];
                let below = &before[k * rows..][k + 1..j];
                column[k + 1..j].iter_mut().zip(below).for_each(|(x, &l)| *x = *x - factor * l);
            }
            let (factors, rest) = column.split_at_mut(j);
            if j > 0 {
                T::subtract_rows(Gather { row: rest, rows: &before[j..], stride: rows, factors });
            }
            let mut pivot = 0;
            let mut largest = rest[0].size();
            for (i, v) in rest.iter().enumerate().skip(1) {
                if v.size() > largest {
                    (pivot, largest) = (i, v.size());
                }
            }
            push(&mut self.pivots, first + j + pivot);
            if pivot > 0 {
                columns.chunks_exact_mut(rows).for_each(|c| c.swap(j, j + pivot));
            }
            let column = &mut columns[j * rows..][j..rows];
            let divisor = column[0];
            if divisor != T::default() {
                column[1..].iter_mut().for_each(|v| *v = *v / divisor);
            }
        }
        for (i, row) in self.blocks.data.chunks_exact_mut(n).skip(first).enumerate() {
            for (j, v) in row[first..first + width].iter_mut().enumerate() {
                *v = columns[j * rows + i];
            }
        }
    }
}
