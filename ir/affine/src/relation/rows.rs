//! Adding and removing constraints and columns.

use super::{Relation, Row};

/// The side of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoundKind {
    /// At least.
    Lower,
    /// At most.
    Upper,
    /// Exactly.
    Equal,
}

impl Relation {
    /// A row of zeros.
    pub fn zero_row(&self) -> Row {
        vec![0; self.n_vars() + 1]
    }

    /// Adds `row == 0`; a row has a column for each variable and the constant (asserted).
    pub fn add_equality(&mut self, row: Row) {
        assert_eq!(row.len(), self.n_vars() + 1, "columns");
        self.equalities.push(row);
    }

    /// Adds `row >= 0`; a row has a column for each variable and the constant (asserted).
    pub fn add_inequality(&mut self, row: Row) {
        assert_eq!(row.len(), self.n_vars() + 1, "columns");
        self.inequalities.push(row);
    }

    /// Bounds a variable by a constant. A bound whose negation does not fit is left out.
    pub fn add_bound(&mut self, kind: BoundKind, var: usize, value: i64) {
        let mut row = self.zero_row();
        let last = row.len() - 1;
        let (sign, constant) = match kind {
            BoundKind::Upper => (-1, Some(value)),
            BoundKind::Lower | BoundKind::Equal => (1, value.checked_neg()),
        };
        let Some(constant) = constant else { return };
        row[var] = sign;
        row[last] = constant;
        if kind == BoundKind::Equal { self.add_equality(row) } else { self.add_inequality(row) }
    }

    /// Inserts `n` unconstrained columns before column `at`.
    fn insert_columns(&mut self, at: usize, n: usize) {
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            row.splice(at..at, std::iter::repeat_n(0, n));
        }
    }

    /// Inserts unconstrained dimensions before dimension `at`.
    pub fn insert_dims(&mut self, at: usize, n: usize) {
        assert!(at <= self.n_dims, "position of a dimension");
        self.insert_columns(at, n);
        self.n_dims += n;
    }

    /// Inserts unconstrained symbols before symbol `at`.
    pub fn insert_symbols(&mut self, at: usize, n: usize) {
        assert!(at <= self.n_symbols, "position of a symbol");
        self.insert_columns(self.n_dims + at, n);
        self.n_symbols += n;
    }

    /// Appends an unconstrained local and returns its column.
    pub fn append_local(&mut self) -> usize {
        let at = self.n_vars();
        self.insert_columns(at, 1);
        self.n_locals += 1;
        at
    }

    /// Appends the local `dividend floordiv divisor` and returns its column. The divisor is positive.
    pub fn add_floor_div(&mut self, dividend: &[i64], divisor: i64) -> usize {
        let at = self.append_local();
        let last = at + 1;
        let mut lower = dividend.to_vec();
        lower.insert(at, 0);
        // 0 <= dividend - divisor * q <= divisor - 1
        let mut upper: Option<Row> = lower.iter().map(|c| c.checked_neg()).collect();
        lower[at] = divisor.wrapping_neg();
        self.add_inequality(lower);
        if let Some(upper) = upper.as_mut() {
            upper[at] = divisor;
            if let Some(constant) = upper[last].checked_add(divisor - 1) {
                upper[last] = constant;
                let row = std::mem::take(upper);
                self.add_inequality(row);
            }
        }
        at
    }

    /// Removes columns and forgets what was said of their variables: constraints that use them are removed as well.
    pub fn drop_vars(&mut self, from: usize, n: usize) {
        let free = |row: &Row| row[from..from + n].iter().all(|&c| c == 0);
        self.equalities.retain(free);
        self.inequalities.retain(free);
        self.remove_columns(from, n);
    }

    /// Removes columns, as if their variables were zero.
    pub fn remove_columns(&mut self, from: usize, n: usize) {
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            row.drain(from..from + n);
        }
        let count = |start: usize, len: usize| {
            let (low, high) = (from.max(start), (from + n).min(start + len));
            high.saturating_sub(low)
        };
        let (dims, symbols) = (count(0, self.n_dims), count(self.n_dims, self.n_symbols));
        let locals = count(self.n_dims + self.n_symbols, self.n_locals);
        self.n_dims -= dims;
        self.n_symbols -= symbols;
        self.n_locals -= locals;
    }

    /// Says which of the dimensions and symbols, in order, are symbols: the last `n_symbols`.
    pub fn set_symbol_count(&mut self, n_symbols: usize) {
        let all = self.n_dims + self.n_symbols;
        assert!(n_symbols <= all, "number of symbols");
        self.n_dims = all - n_symbols;
        self.n_symbols = n_symbols;
    }

    /// Exchanges two columns.
    pub fn swap_vars(&mut self, a: usize, b: usize) {
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            row.swap(a, b);
        }
    }

    /// Replaces a variable by a constant and removes its column. A constraint that does not fit is left out.
    pub fn set_and_eliminate(&mut self, var: usize, value: i64) {
        let substitute = |row: &mut Row| {
            let last = row.len() - 1;
            let constant = row[var].checked_mul(value).and_then(|c| c.checked_add(row[last]));
            row[var] = 0;
            constant.map(|c| row[last] = c).is_some()
        };
        self.equalities.retain_mut(substitute);
        self.inequalities.retain_mut(substitute);
        self.remove_columns(var, 1);
    }

    /// Turns the equality `index` into the two inequalities that it consists of.
    pub fn equality_to_inequalities(&mut self, index: usize) {
        let row = self.equalities.remove(index);
        let negated: Option<Row> = row.iter().map(|c| c.checked_neg()).collect();
        self.inequalities.push(row);
        self.inequalities.extend(negated);
    }

    /// The equalities, to be changed in place.
    pub fn equalities_mut(&mut self) -> &mut Vec<Row> {
        &mut self.equalities
    }

    /// The inequalities, to be changed in place.
    pub fn inequalities_mut(&mut self) -> &mut Vec<Row> {
        &mut self.inequalities
    }

    /// Adds all constraints of another relation on the same dimensions and symbols (asserted); its locals are appended.
    pub fn append(&mut self, other: &Relation) {
        assert_eq!((self.n_dims, self.n_symbols), (other.n_dims, other.n_symbols), "spaces of relations");
        let (common, own) = (self.n_dims + self.n_symbols, self.n_locals);
        self.insert_columns(common + own, other.n_locals);
        self.n_locals += other.n_locals;
        let widen = |row: &Row| {
            let mut row = row.clone();
            row.splice(common..common, std::iter::repeat_n(0, own));
            row
        };
        self.equalities.extend(other.equalities.iter().map(widen));
        self.inequalities.extend(other.inequalities.iter().map(widen));
    }
}
