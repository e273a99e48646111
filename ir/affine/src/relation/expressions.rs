//! Constraints of expressions with quotients, and expressions of constraints.

use super::{BoundKind, Relation, Row};
use crate::flatten::Flattener;
use crate::{AffineExpr, AffineMap, Constraint, IntegerSet, MAX_RECURSION, NODE_BUDGET};

impl Relation {
    /// The rows of expressions on the dimensions and symbols of the relation, which gets a local for each quotient in them. `None` if an
    /// expression is not pure affine, too large, or does not fit; the relation may then have locals that nothing uses.
    pub fn flatten(&mut self, exprs: &[AffineExpr]) -> Option<Vec<Row>> {
        let small = |e: &AffineExpr| {
            let fits = e.n_dims() as usize <= self.n_dims && e.n_symbols() as usize <= self.n_symbols;
            fits && e.is_pure_affine() && e.size() <= NODE_BUDGET && e.depth() <= MAX_RECURSION
        };
        if !exprs.iter().all(small) {
            return None;
        }
        let mut flattener = Flattener::new(self.n_dims, self.n_symbols);
        let flat: Vec<_> = exprs.iter().map(|e| flattener.flatten(e)).collect::<Option<_>>()?;
        let (inputs, before) = (self.n_dims + self.n_symbols, self.n_locals);
        // The locals of the expressions come after those that the relation has.
        let place = |row: &crate::flatten::Row, n_vars: usize| {
            let mut out = vec![0; n_vars + 1];
            for (i, &c) in row.coefficients.iter().enumerate().filter(|(_, c)| **c != 0) {
                out[if i < inputs { i } else { i + before }] = c;
            }
            out[n_vars] = row.constant;
            out
        };
        for local in &flattener.locals {
            let dividend = place(&local.dividend, self.n_vars());
            self.add_floor_div(&dividend, local.divisor);
        }
        Some(flat.iter().map(|row| place(row, self.n_vars())).collect())
    }

    /// Bounds a variable by each result of a map on the dimensions and symbols of the relation. `None` as [`Relation::flatten`]; a result that
    /// uses the variable itself is left out.
    pub fn add_map_bound(&mut self, kind: BoundKind, var: usize, map: &AffineMap) -> Option<()> {
        for mut row in self.flatten(map.results())? {
            if row[var] != 0 {
                continue;
            }
            if kind == BoundKind::Upper {
                row[var] = -1;
            } else {
                row = row.iter().map(|c| c.checked_neg()).collect::<Option<_>>()?;
                row[var] = 1;
            }
            if kind == BoundKind::Equal { self.add_equality(row) } else { self.add_inequality(row) }
        }
        Some(())
    }

    /// Adds the constraints of a set on the dimensions and symbols of the relation. `None` as [`Relation::flatten`].
    pub fn add_set(&mut self, set: &IntegerSet) -> Option<()> {
        let exprs: Vec<AffineExpr> = set.constraints().iter().map(|c| c.expr.clone()).collect();
        for (row, constraint) in self.flatten(&exprs)?.into_iter().zip(set.constraints()) {
            if constraint.is_eq { self.add_equality(row) } else { self.add_inequality(row) }
        }
        Some(())
    }

    /// The expression of a row on the dimensions, symbols and, as `locals` has them, locals.
    pub fn row_to_expr(&self, row: &[i64], locals: &[AffineExpr]) -> AffineExpr {
        let inputs = self.n_dims + self.n_symbols;
        let mut expr = AffineExpr::constant(0);
        for (i, &c) in row[..self.n_vars()].iter().enumerate().filter(|(_, c)| **c != 0) {
            let var = match i {
                _ if i < self.n_dims => AffineExpr::dim(i as u32),
                _ if i < inputs => AffineExpr::symbol((i - self.n_dims) as u32),
                _ => locals[i - inputs].clone(),
            };
            expr = expr + var * c;
        }
        match row[self.n_vars()] {
            0 => expr,
            constant => expr + constant,
        }
    }

    /// The relation as a set: equalities, then inequalities. `None` if there is no constraint, or one that uses a local.
    pub fn to_set(&self) -> Option<IntegerSet> {
        let inputs = self.n_dims + self.n_symbols;
        let mut rows = self.equalities.iter().chain(&self.inequalities).peekable();
        rows.peek()?;
        if rows.any(|row| row[inputs..self.n_vars()].iter().any(|&c| c != 0)) {
            return None;
        }
        let of = |rows: &[Row], is_eq: bool| -> Vec<Constraint> {
            rows.iter().map(|row| Constraint { expr: self.row_to_expr(row, &[]), is_eq }).collect()
        };
        let mut constraints = of(&self.equalities, true);
        constraints.extend(of(&self.inequalities, false));
        Some(IntegerSet::new(self.n_dims as u32, self.n_symbols as u32, constraints))
    }
}
