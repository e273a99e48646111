//! Evaluation and substitution: iterative walks that visit a shared node once.

use crate::expr::{AffineExpr, BinaryOp, Kind};
use crate::fold::apply;
use rustc_hash::FxHashMap;

/// Expressions this shallow are evaluated by recursion, without a memo table.
const SMALL: u64 = 64;

impl AffineExpr {
    /// Computes bottom up: `leaf` maps leaves, `node` combines operand results.
    ///
    /// Stops at the first `None`.
    fn fold_up<T: Clone>(
        &self,
        mut leaf: impl FnMut(&AffineExpr) -> Option<T>,
        mut node: impl FnMut(&AffineExpr, BinaryOp, T, T) -> Option<T>,
    ) -> Option<T> {
        let mut done: FxHashMap<usize, T> = FxHashMap::default();
        let mut stack = vec![self];
        while let Some(&expr) = stack.last() {
            if done.contains_key(&expr.id()) {
                stack.pop();
                continue;
            }
            let value = match expr.kind() {
                Kind::Binary(op, lhs, rhs) => {
                    match (done.get(&lhs.id()).cloned(), done.get(&rhs.id()).cloned()) {
                        (Some(l), Some(r)) => node(expr, *op, l, r)?,
                        (l, r) => {
                            if r.is_none() {
                                stack.push(rhs);
                            }
                            if l.is_none() {
                                stack.push(lhs);
                            }
                            continue;
                        }
                    }
                }
                _ => leaf(expr)?,
            };
            done.insert(expr.id(), value);
            stack.pop();
        }
        done.remove(&self.id())
    }

    /// The value at a point; `None` on overflow, a division by zero, a remainder by a divisor that is
    /// not positive, or an identifier without a value.
    pub fn eval(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        let leaf = |expr: &AffineExpr| match *expr.kind() {
            Kind::Dim(i) => dims.get(i as usize).copied(),
            Kind::Symbol(i) => symbols.get(i as usize).copied(),
            Kind::Const(c) => Some(c),
            Kind::Binary(..) => None,
        };
        fn small(expr: &AffineExpr, leaf: &impl Fn(&AffineExpr) -> Option<i64>) -> Option<i64> {
            match expr.kind() {
                Kind::Binary(op, lhs, rhs) => apply(*op, small(lhs, leaf)?, small(rhs, leaf)?),
                _ => leaf(expr),
            }
        }
        if self.size() <= SMALL {
            return small(self, &leaf);
        }
        self.fold_up(leaf, |_, op, a, b| apply(op, a, b))
    }

    /// Replaces leaves by the results of `replace` and simplifies on the way up.
    pub fn replace_leaves(&self, mut replace: impl FnMut(&AffineExpr) -> Option<AffineExpr>) -> AffineExpr {
        self.fold_up(
            |leaf| Some(replace(leaf).unwrap_or_else(|| leaf.clone())),
            |expr, op, lhs, rhs| {
                let Kind::Binary(_, old_lhs, old_rhs) = expr.kind() else { return None };
                let same = lhs.id() == old_lhs.id() && rhs.id() == old_rhs.id();
                Some(if same { expr.clone() } else { AffineExpr::binary(op, lhs, rhs) })
            },
        )
        .unwrap_or_else(|| self.clone())
    }

    /// Replaces dimension `i` by `dims[i]` and symbol `i` by `symbols[i]`; identifiers beyond the
    /// slices stay.
    pub fn replace_dims_and_symbols(&self, dims: &[AffineExpr], symbols: &[AffineExpr]) -> AffineExpr {
        self.replace_leaves(|leaf| match *leaf.kind() {
            Kind::Dim(i) => dims.get(i as usize).cloned(),
            Kind::Symbol(i) => symbols.get(i as usize).cloned(),
            _ => None,
        })
    }

    /// Replaces dimensions.
    pub fn replace_dims(&self, dims: &[AffineExpr]) -> AffineExpr {
        self.replace_dims_and_symbols(dims, &[])
    }

    /// Replaces symbols.
    pub fn replace_symbols(&self, symbols: &[AffineExpr]) -> AffineExpr {
        self.replace_dims_and_symbols(&[], symbols)
    }

    /// Renumbers dimension `i` to `i + by`, for `i >= from`.
    pub fn shift_dims(&self, from: u32, by: u32) -> AffineExpr {
        self.replace_leaves(|leaf| leaf.as_dim().filter(|&i| i >= from).map(|i| AffineExpr::dim(i + by)))
    }

    /// Renumbers symbol `i` to `i + by`, for `i >= from`.
    pub fn shift_symbols(&self, from: u32, by: u32) -> AffineExpr {
        if by == 0 {
            return self.clone();
        }
        self.replace_leaves(|leaf| {
            leaf.as_symbol().filter(|&i| i >= from).map(|i| AffineExpr::symbol(i + by))
        })
    }

    /// Replaces every occurrence of a subexpression (outermost first) and simplifies.
    pub fn replace_subexpr(&self, from: &AffineExpr, to: &AffineExpr) -> AffineExpr {
        if self == from {
            return to.clone();
        }
        self.fold_up(
            |leaf| Some(if leaf == from { to.clone() } else { leaf.clone() }),
            |expr, op, lhs, rhs| {
                if expr == from {
                    return Some(to.clone());
                }
                Some(AffineExpr::binary(op, lhs, rhs))
            },
        )
        .unwrap_or_else(|| self.clone())
    }
}
