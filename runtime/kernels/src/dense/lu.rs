//! LU with partial pivoting: recursively, one half of the columns, then the other; panels of few columns are stored separately, column by
//! column.

use super::{
    PANEL,
    blocks::{Blocks, Side},
    form::Form,
    panel::Panel,
    real::Real,
    transpose_part,
};
use crate::memory::resize;

/// `P A = L U` in place, with partial pivoting, for `m` rows and `n` columns. `pivots` becomes the row that each step exchanged with its
/// own. Returns the number of the first pivot that is zero, counted from 1, or 0.
pub fn lu<T: Real>(a: &mut [T], m: usize, n: usize, pivots: &mut [usize]) -> usize {
    let steps = m.min(n);
    if steps == 0 {
        return 0;
    }
    let mut work = Work { blocks: Blocks::new(a, n), m, pivots, columns: Vec::new() };
    work.factor(0, steps);
    work.update(0, steps, n - steps);
    (0..steps).find(|&k| work.blocks.data[k * n + k] == T::default()).map_or(0, |k| k + 1)
}

struct Work<'a, T: Real> {
    blocks: Blocks<'a, T>,
    m: usize,
    pivots: &'a mut [usize],
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
        let stride = rows + T::tile(Form::best())[1];
        let columns = &mut self.columns;
        columns.clear();
        resize(columns, stride * width, T::default());
        let a = &mut self.blocks.data[first * n + first..];
        transpose_part(a, columns, [n, stride], [rows, width]);
        let pivots = &mut self.pivots[first..first + width];
        T::run(Panel { columns: &mut *columns, rows, stride, pivots: &mut *pivots });
        pivots.iter_mut().for_each(|p| *p += first);
        transpose_part(columns, a, [stride, n], [width, rows]);
    }
}
