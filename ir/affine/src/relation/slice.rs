//! Bounds of variables in terms of all others, as slices of loops need them: a value where the system gives one, else the simplest bounds.

use super::{BoundKind, Relation, Row};
use crate::{AffineExpr, AffineMap, simplify_expr};

/// The bounds of a dimension; the upper one is exclusive. Without a map, or with one without results, nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SliceBounds {
    /// The dimension is at least the largest result.
    pub lower: Option<AffineMap>,
    /// The dimension is less than the smallest result.
    pub upper: Option<AffineMap>,
}

/// The known values of variables while others are looked for.
struct Values<'a> {
    relation: &'a Relation,
    offset: usize,
    num: usize,
    known: Vec<Option<AffineExpr>>,
}

impl Relation {
    /// The bounds of the dimensions from `offset` to `offset + num`, as maps of the other dimensions and the symbols. A dimension with a single
    /// value in terms of these has two bounds that differ by one.
    pub fn slice_bounds(&self, offset: usize, num: usize) -> Vec<SliceBounds> {
        let mut system = self.clone();
        system.normalize_rows();
        let values = Values::new(&system, offset, num);
        let (n_dims, n_symbols) = ((system.n_dims - num) as u32, system.n_symbols as u32);
        let map = |expr: AffineExpr| AffineMap::new(n_dims, n_symbols, vec![expr]);
        let mut reduced: Option<Relation> = None;
        let mut out = Vec::with_capacity(num);
        for pos in 0..num {
            if let Some(expr) = &values.known[pos + offset] {
                let expr = simplify_expr(expr, n_dims, n_symbols);
                out.push(SliceBounds { upper: Some(map(&expr + 1)), lower: Some(map(expr)) });
                continue;
            }
            let mut bounds = SliceBounds::default();
            if system.n_locals == 0 {
                let reduced = reduced.get_or_insert_with(|| {
                    let mut reduced = system.clone();
                    reduced.remove_redundant_inequalities();
                    reduced
                });
                if let Some(found) = reduced.bound_maps(pos, offset, num, reduced.n_dims, &[]) {
                    bounds = SliceBounds { lower: Some(found.lower), upper: Some(found.upper) };
                }
            }
            let single = |map: &Option<AffineMap>| map.as_ref().is_some_and(|m| m.n_results() == 1);
            let constant = |kind| system.constant_bound(kind, pos + offset);
            if !single(&bounds.lower)
                && let Some(low) = constant(BoundKind::Lower)
            {
                bounds.lower = Some(map(AffineExpr::constant(low)));
            }
            if !single(&bounds.upper)
                && let Some(end) = constant(BoundKind::Upper).and_then(|high| high.checked_add(1))
            {
                bounds.upper = Some(map(AffineExpr::constant(end)));
            }
            out.push(bounds);
        }
        out
    }
}

impl<'a> Values<'a> {
    fn new(relation: &'a Relation, offset: usize, num: usize) -> Self {
        let inputs = relation.n_dims + relation.n_symbols;
        let known = (0..relation.n_vars())
            .map(|i| match i {
                _ if i < offset => Some(AffineExpr::dim(i as u32)),
                _ if i < offset + num => None,
                _ if i < relation.n_dims => Some(AffineExpr::dim((i - num) as u32)),
                _ if i < inputs => Some(AffineExpr::symbol((i - relation.n_dims) as u32)),
                _ => None,
            })
            .collect();
        let mut values = Self { relation, offset, num, known };
        while values.find_more() {}
        values
    }

    /// Looks once at all variables without a value. Returns whether one was found.
    fn find_more(&mut self) -> bool {
        let mut changed = false;
        for var in 0..self.relation.n_vars() {
            if self.known[var].is_some() {
                continue;
            }
            let low = self.relation.constant_bound(BoundKind::Lower, var);
            let high = self.relation.constant_bound(BoundKind::Upper, var);
            if let (Some(low), Some(high)) = (low, high) {
                if low == high {
                    self.known[var] = Some(AffineExpr::constant(low));
                    changed = true;
                    continue;
                }
                if low == 0 && high >= 1 && self.as_remainder(var, high).is_some() {
                    changed = true;
                    continue;
                }
            }
            let value = self.as_quotient(var).or_else(|| self.by_equality(var));
            changed |= value.is_some();
            self.known[var] = value;
        }
        changed
    }

    /// The sum of a row without some of its variables; `None` if the value of another one is not known.
    fn sum(&self, row: &Row, skip: impl Fn(usize) -> bool) -> Option<AffineExpr> {
        let mut sum = AffineExpr::constant(0);
        for (i, &c) in row[..self.relation.n_vars()].iter().enumerate() {
            if c != 0 && !skip(i) {
                sum = sum + self.known[i].clone()? * c;
            }
        }
        Some(sum)
    }

    /// A variable that the first equality with it gives.
    fn by_equality(&self, var: usize) -> Option<AffineExpr> {
        let row = self.relation.equalities.iter().find(|row| row[var] != 0)?;
        let rest = self.sum(row, |i| i == var)? + *row.last()?;
        Some(solved(rest, row[var]))
    }

    /// A variable from 0 to `high` that is the remainder of a dimension by `high + 1`. A quotient that occurs with it becomes known as well.
    fn as_remainder(&mut self, var: usize, high: i64) -> Option<()> {
        let divisor = high.checked_add(1)?;
        let n_inputs = self.relation.n_dims + self.relation.n_symbols;
        for row in &self.relation.equalities {
            let factor = row[var];
            if factor == 0 || row.last() != Some(&0) {
                continue;
            }
            let Some(unit) = divisor.checked_mul(factor) else { continue };
            let is_quotient = |i: usize| i != var && row[i] != 0 && row[i] % unit == 0;
            let quotients: Vec<usize> = (0..n_inputs).filter(|&i| is_quotient(i)).collect();
            let skip = |i: usize| i == var || i >= n_inputs || is_quotient(i);
            let Some(dividend) = self.sum(row, skip) else { continue };
            let (n_dims, n_symbols) = (self.relation.n_dims as u32, self.relation.n_symbols as u32);
            let dividend = simplify_expr(&solved(dividend, factor), n_dims, n_symbols);
            let Some(dim) = dividend.as_dim().map(|d| d as usize) else { continue };
            let Some(&last) = quotients.last() else { continue };
            let column = if dim < self.offset { dim } else { dim + self.num };
            let small = self.relation.constant_bound(BoundKind::Upper, column).is_some_and(|u| u < divisor);
            let sign = if (row[last] > 0) == (factor > 0) { 1 } else { -1 };
            if quotients.len() == 1 && self.known[last].is_none() {
                self.known[last] = Some(dividend.floor_div(divisor) * sign);
            }
            self.known[var] = Some(if small { dividend } else { dividend.modulo(divisor) });
            return Some(());
        }
        None
    }

    /// A variable that two inequalities make the quotient of known ones.
    fn as_quotient(&self, var: usize) -> Option<AffineExpr> {
        let n = self.relation.n_vars();
        let rows = &self.relation.inequalities;
        for upper in rows.iter().filter(|row| row[var] < 0) {
            for lower in rows.iter().filter(|row| row[var] > 0) {
                let divisor = lower[var];
                // divisor * q <= e <= divisor * q + span, with a span below the divisor.
                if (0..n).any(|i| upper[i].checked_neg() != Some(lower[i])) {
                    continue;
                }
                let Some(span) = upper[n].checked_add(lower[n]) else { continue };
                if !(0..divisor).contains(&span) {
                    continue;
                }
                let Some(sum) = self.sum(upper, |i| i == var) else { continue };
                return Some((sum + upper[n]).floor_div(divisor));
            }
        }
        None
    }
}

/// The value of a variable with a factor in an equality, of which `rest` is the sum of all others.
fn solved(rest: AffineExpr, factor: i64) -> AffineExpr {
    if factor > 0 { (-rest).floor_div(factor) } else { rest.floor_div(factor.saturating_neg()) }
}
