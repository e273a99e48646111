//! Integer sets: the points at which affine constraints hold.

use crate::expr::AffineExpr;
use std::sync::Arc;

/// `expr == 0` or `expr >= 0`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Constraint {
    /// The constrained expression.
    pub expr: AffineExpr,
    /// Whether the expression is zero rather than not negative.
    pub is_eq: bool,
}

/// `(d0, d1)[s0] : (d0 - s0 >= 0, d1 == 0)`. Cloning shares the constraints.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IntegerSet {
    n_dims: u32,
    n_symbols: u32,
    constraints: Arc<[Constraint]>,
}

impl IntegerSet {
    /// A set; every identifier in a constraint must be below the counts (asserted).
    pub fn new(n_dims: u32, n_symbols: u32, constraints: Vec<Constraint>) -> IntegerSet {
        let fits = |c: &Constraint| c.expr.n_dims() <= n_dims && c.expr.n_symbols() <= n_symbols;
        assert!(constraints.iter().all(fits), "identifiers out of range in {constraints:?}");
        IntegerSet { n_dims, n_symbols, constraints: constraints.into() }
    }

    /// The canonical empty set, `1 == 0`.
    pub fn empty(n_dims: u32, n_symbols: u32) -> IntegerSet {
        let never = Constraint { expr: AffineExpr::constant(1), is_eq: true };
        IntegerSet::new(n_dims, n_symbols, vec![never])
    }

    /// Whether this is the canonical empty set.
    pub fn is_canonical_empty(&self) -> bool {
        matches!(&*self.constraints, [c] if c.is_eq && c.expr.as_const() == Some(1))
    }

    /// The number of dimensions.
    pub fn n_dims(&self) -> u32 {
        self.n_dims
    }

    /// The number of symbols.
    pub fn n_symbols(&self) -> u32 {
        self.n_symbols
    }

    /// The number of dimensions and symbols.
    pub fn n_inputs(&self) -> u32 {
        self.n_dims + self.n_symbols
    }

    /// The constraints, in order.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The number of equalities.
    pub fn n_equalities(&self) -> usize {
        self.constraints.iter().filter(|c| c.is_eq).count()
    }

    /// Whether a point is in the set; `None` when a constraint cannot be evaluated there.
    pub fn contains(&self, dims: &[i64], symbols: &[i64]) -> Option<bool> {
        for constraint in self.constraints.iter() {
            let value = constraint.expr.eval(dims, symbols)?;
            if if constraint.is_eq { value != 0 } else { value < 0 } {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Replaces identifiers in all constraints and sets the new counts.
    pub fn replace_dims_and_symbols(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        n_dims: u32,
        n_symbols: u32,
    ) -> IntegerSet {
        let replace = |c: &Constraint| Constraint {
            expr: c.expr.replace_dims_and_symbols(dims, symbols),
            is_eq: c.is_eq,
        };
        IntegerSet::new(n_dims, n_symbols, self.constraints.iter().map(replace).collect())
    }

    /// Whether a dimension occurs in a constraint.
    pub fn uses_dim(&self, index: u32) -> bool {
        self.constraints.iter().any(|c| c.expr.is_function_of_dim(index))
    }

    /// Whether a symbol occurs in a constraint.
    pub fn uses_symbol(&self, index: u32) -> bool {
        self.constraints.iter().any(|c| c.expr.is_function_of_symbol(index))
    }
}
