//! Simplification of maps and bounds by the ranges of induction variables: quotients and remainders become constants,
//! and bounds of loops that another bound makes redundant are removed.

use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};

use crate::{ForOp, simplify::ValueMap};

/// Expressions that are nested deeper stay as they are.
const DEPTH_LIMIT: u32 = 512;

/// The range of an operand of a map, as far as it is known.
#[derive(Clone, Copy, Default)]
struct Fact {
    /// The lower bound.
    low: Option<i64>,
    /// The upper bound, inclusive.
    high: Option<i64>,
    /// An exclusive upper bound of the values; known only when no value is negative.
    below: Option<i64>,
    /// A number that divides all values, for induction variables.
    divisor: Option<u64>,
}

impl Fact {
    fn from_value(b: &Body, value: Value) -> Self {
        let Some(for_op) = loop_of(b, value) else { return Self::default() };
        let (lower, upper) = (for_op.lower(b).map, for_op.upper(b).map);
        let (low, end, step) = (lower.single_constant(), upper.single_constant(), for_op.step_value(b));
        let high = match (low, end) {
            // The last value is a number of steps from the first one.
            (Some(low), Some(end)) => last_value(low, end, step),
            (None, Some(end)) => end.checked_sub(1),
            _ => None,
        };
        let divisor = match low {
            Some(0) => step.unsigned_abs(),
            _ => gcd(lower.largest_known_divisor(), step.unsigned_abs()),
        };
        Self { low, high, below: end.filter(|_| low.is_some_and(|l| l >= 0)), divisor: Some(divisor) }
    }
}

/// The greatest value of an induction variable, as far as the loop runs at all.
fn last_value(low: i64, end: i64, step: i64) -> Option<i64> {
    let last = end.checked_sub(1)?;
    last.checked_sub(last.checked_sub(low)?.checked_rem(step)?)
}

fn gcd(a: u64, b: u64) -> u64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The loop of which `value` is the induction variable.
fn loop_of(b: &Body, value: Value) -> Option<ForOp> {
    let Def::Arg { block, index, .. } = b.def(value) else { return None };
    let op = b.block_parent_op(block).filter(|_| index == 0)?;
    op.isa::<ForOp>(b).then(|| ForOp::from_op_unchecked(op))
}

/// A map with the ranges of its operands.
struct Facts {
    n_dims: usize,
    facts: Vec<Fact>,
}

impl Facts {
    /// `None` when nothing is known.
    fn from_map(b: &Body, vm: &ValueMap) -> Option<Self> {
        let facts: Vec<Fact> = vm.operands.iter().map(|&v| Fact::from_value(b, v)).collect();
        let ok = facts.len() == vm.map.n_inputs() as usize;
        ok.then(|| Self { n_dims: vm.map.n_dims() as usize, facts })
    }

    /// The coefficients of the operands and the constant of a linear expression.
    fn linear(&self, expr: &AffineExpr) -> Option<Vec<i64>> {
        let n = self.facts.len();
        let mut row = vec![0i64; n + 1];
        match expr.kind() {
            Kind::Const(c) => row[n] = *c,
            Kind::Dim(i) => *row.get_mut(*i as usize)? = 1,
            Kind::Symbol(i) => *row[..n].get_mut(self.n_dims + *i as usize)? = 1,
            Kind::Binary(BinaryOp::Add, x, y) => {
                let (x, y) = (self.linear(x)?, self.linear(y)?);
                for (to, (x, y)) in row.iter_mut().zip(x.into_iter().zip(y)) {
                    *to = x.checked_add(y)?;
                }
            }
            Kind::Binary(BinaryOp::Mul, x, y) => {
                let (x, factor) = (self.linear(x)?, y.as_const()?);
                for (to, x) in row.iter_mut().zip(x) {
                    *to = x.checked_mul(factor)?;
                }
            }
            Kind::Binary(..) => return None,
        }
        Some(row)
    }

    /// The least and the greatest value of the expression.
    fn range(&self, expr: &AffineExpr) -> (Option<i64>, Option<i64>) {
        let Kind::Binary(op @ (BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod), x, y) = expr.kind()
        else {
            let row = self.linear(expr);
            let end = |upper| row.as_ref().and_then(|row| self.end(row, upper));
            return (end(false), end(true));
        };
        let Some(divisor) = y.as_const().filter(|&c| c > 0) else { return (None, None) };
        let (low, high) = self.range(x);
        if *op != BinaryOp::Mod {
            return (low.map(|x| quotient(*op, x, divisor)), high.map(|x| quotient(*op, x, divisor)));
        }
        // Within one interval of the divisor the remainders are in the order of the values.
        match (low, high) {
            (Some(low), Some(high)) if low.div_euclid(divisor) == high.div_euclid(divisor) => {
                (Some(low.rem_euclid(divisor)), Some(high.rem_euclid(divisor)))
            }
            _ => (Some(0), Some(divisor - 1)),
        }
    }

    /// The greatest value of a linear combination, or the least one unless `upper`.
    fn end(&self, row: &[i64], upper: bool) -> Option<i64> {
        let (&constant, factors) = row.split_last()?;
        let mut sum = constant;
        for (&factor, fact) in factors.iter().zip(&self.facts).filter(|(f, _)| **f != 0) {
            let value = if (factor > 0) == upper { fact.high? } else { fact.low? };
            sum = sum.checked_add(value.checked_mul(factor)?)?;
        }
        Some(sum)
    }

    fn dim(&self, expr: &AffineExpr) -> Option<&Fact> {
        self.facts.get(expr.as_dim()? as usize)
    }

    /// A number that divides all values of the expression.
    fn divisor(&self, expr: &AffineExpr) -> u64 {
        match self.dim(expr) {
            Some(fact) => fact.divisor.unwrap_or(1),
            None => expr.largest_known_divisor(),
        }
    }

    /// Whether all values of the expression are below `limit` and none is negative.
    fn is_below(&self, expr: &AffineExpr, limit: i64) -> bool {
        match expr.as_const() {
            Some(c) => (0..limit).contains(&c),
            None => self.dim(expr).and_then(|fact| fact.below).is_some_and(|below| below <= limit),
        }
    }

    /// The parts of a sum of which the first is a multiple of a number that the second is below, with that number.
    fn multiple_and_rest<'e>(&self, expr: &'e AffineExpr) -> Option<(&'e AffineExpr, &'e AffineExpr, i64)> {
        let (x, y) = expr.as_binary(BinaryOp::Add)?;
        [(x, y), (y, x)].into_iter().find_map(|(multiple, rest)| {
            let divisor = i64::try_from(self.divisor(multiple)).ok().filter(|&d| d > 0)?;
            self.is_below(rest, divisor).then_some((multiple, rest, divisor))
        })
    }

    /// The expression with known quotients and remainders replaced by constants.
    fn simplified(&self, expr: &AffineExpr) -> AffineExpr {
        let Kind::Binary(op, x, y) = expr.kind() else { return expr.clone() };
        let expr = AffineExpr::binary(*op, self.simplified(x), self.simplified(y));
        let Kind::Binary(op @ (BinaryOp::FloorDiv | BinaryOp::CeilDiv | BinaryOp::Mod), x, y) = expr.kind()
        else {
            return expr;
        };
        let Some(divisor) = y.as_const().filter(|&c| c > 0) else { return expr };
        if let (Some(low), Some(high)) = self.range(x) {
            if *op == BinaryOp::Mod {
                if low >= 0 && low < divisor && high < divisor {
                    return x.clone();
                }
            } else if quotient(*op, low, divisor) == quotient(*op, high, divisor) {
                return AffineExpr::constant(quotient(*op, low, divisor));
            }
        }
        if let Some((multiple, rest, of)) = self.multiple_and_rest(x) {
            return match op {
                BinaryOp::FloorDiv if divisor % of == 0 => multiple.floor_div(divisor),
                BinaryOp::Mod if of % divisor == 0 => rest.modulo(divisor),
                _ => expr,
            };
        }
        let zero = match op {
            BinaryOp::FloorDiv => self.is_below(x, divisor),
            BinaryOp::Mod => self.divisor(x).is_multiple_of(divisor.unsigned_abs()),
            _ => false,
        };
        if zero { AffineExpr::constant(0) } else { expr }
    }
}

/// `x` divided by a positive number, rounded down or up.
fn quotient(op: BinaryOp, x: i64, divisor: i64) -> i64 {
    let down = x.div_euclid(divisor);
    if op == BinaryOp::CeilDiv && x.rem_euclid(divisor) != 0 { down + 1 } else { down }
}

fn too_deep(map: &AffineMap) -> bool {
    map.results().iter().any(|e| e.depth() > DEPTH_LIMIT)
}

/// The map with quotients and remainders replaced that the ranges of the enclosing loops determine.
pub(crate) fn simplify_in_loops(b: &Body, vm: &ValueMap) -> AffineMap {
    let compound = |e: &AffineExpr| matches!(e.kind(), Kind::Binary(..));
    match Facts::from_map(b, vm) {
        Some(facts) if !too_deep(&vm.map) && vm.map.results().iter().any(compound) => {
            vm.map.map_results(|e| facts.simplified(e))
        }
        _ => vm.map.clone(),
    }
}

/// The map of a bound, which is the maximum of its results if `is_max` and the minimum otherwise, without redundant and
/// duplicate results.
pub(crate) fn without_redundant(b: &Body, vm: &ValueMap, is_max: bool) -> AffineMap {
    let map = &vm.map;
    let facts = Facts::from_map(b, vm).filter(|_| !vm.operands.is_empty() && !too_deep(map));
    let mut kept: Vec<AffineExpr> = Vec::new();
    let ranges: Vec<(Option<i64>, Option<i64>)> = match &facts {
        Some(facts) => map.results().iter().map(|e| facts.range(e)).collect(),
        None => vec![(None, None); map.n_results()],
    };
    for (i, expr) in map.results().iter().enumerate() {
        let (low, high) = ranges[i];
        // The end of the range that decides whether another result is always further out.
        let own = if is_max { high } else { low };
        let covers = |(j, &(other_low, other_high)): (usize, &(Option<i64>, Option<i64>))| {
            let other = if is_max { other_low } else { other_high };
            let (Some(own), Some(other)) = (own, other) else { return false };
            // Of two equal constants the first one stays.
            let both = low == high && other_low == other_high && i < j;
            j != i && (if is_max { other > own } else { other < own } || other == own && !both)
        };
        if ranges.iter().enumerate().any(covers) {
            continue;
        }
        let known = low.filter(|_| low == high).map(AffineExpr::constant);
        let expr = known.unwrap_or_else(|| expr.clone());
        if !kept.contains(&expr) {
            kept.push(expr);
        }
    }
    map.with_results(kept)
}

/// The order of the coefficients of linear results, which is the order that `affine.min` and `affine.max` have them in;
/// `None` when a result is not linear.
pub(crate) fn in_order(map: &AffineMap) -> Option<AffineMap> {
    if too_deep(map) {
        return None;
    }
    let facts =
        Facts { n_dims: map.n_dims() as usize, facts: vec![Fact::default(); map.n_inputs() as usize] };
    let rows = map.results().iter().map(|e| facts.linear(e).map(|row| (row, e))).collect::<Option<Vec<_>>>();
    let mut rows = rows?;
    rows.sort_by(|x, y| x.0.cmp(&y.0));
    Some(map.with_results(rows.into_iter().map(|(_, e)| e.clone()).collect()))
}
