//! Upper bounds of index values that do not depend on the induction variables of some loops.
//!
//! A value is a sum of multiples of other values. Those that depend on the loops are replaced one at a time: by what defines them, by a result
//! of `affine.min`, or by a bound of an induction variable. Each choice leads to a bound of its own.

use std::collections::VecDeque;

use indexmap::{IndexMap, IndexSet};
use strata_affine::{ApplyOp, MinOp};
use strata_arith::{AddIOp, MulIOp, SubIOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};
use strata_passes_analysis::affine_size::composed_apply;
use strata_scf::ForOp;
use strata_tensor::MixedIndex;

/// So many sums are looked at.
const LIMIT: usize = 64;

/// A sum of multiples of values.
#[derive(Clone, Default)]
struct Sum {
    terms: IndexMap<Value, i64>,
    constant: i64,
    /// Whether a bound of an induction variable is a part of it.
    bounded: bool,
}

impl Sum {
    /// Adds a multiple of a value.
    fn add_value(&mut self, b: &Body, v: Value, times: i64) -> Option<()> {
        if let Some(n) = MixedIndex::Value(v).constant(b) {
            self.constant = self.constant.checked_add(n.checked_mul(times)?)?;
            return Some(());
        }
        let term = self.terms.entry(v).or_insert(0);
        *term = term.checked_add(times)?;
        if *term == 0 {
            self.terms.shift_remove(&v);
        }
        Some(())
    }
    /// Adds a multiple of an expression of operands; `None` if it is not linear.
    fn add_expr(
        &mut self,
        b: &Body,
        e: &AffineExpr,
        operands: &[Value],
        n_dims: usize,
        times: i64,
    ) -> Option<()> {
        match e.kind() {
            Kind::Const(n) => {
                self.constant = self.constant.checked_add(n.checked_mul(times)?)?;
                Some(())
            }
            Kind::Dim(d) => self.add_value(b, *operands.get(*d as usize)?, times),
            Kind::Symbol(s) => self.add_value(b, *operands.get(n_dims + *s as usize)?, times),
            Kind::Binary(BinaryOp::Add, x, y) => strata_ir::core::writer::deep(|| {
                self.add_expr(b, x, operands, n_dims, times)?;
                self.add_expr(b, y, operands, n_dims, times)
            }),
            Kind::Binary(BinaryOp::Mul, x, y) => {
                let times = times.checked_mul(y.as_const()?)?;
                strata_ir::core::writer::deep(|| self.add_expr(b, x, operands, n_dims, times))
            }
            Kind::Binary(..) => None,
        }
    }
}

/// The loops that values must not depend on.
pub struct Loops {
    ops: Vec<ForOp>,
}

impl Loops {
    /// The innermost loops around an op, so many of them; the number of the one that is missing otherwise.
    pub fn around(body: &Body, op: Op, count: usize) -> Result<Self, usize> {
        let mut ops = Vec::new();
        let mut at = op;
        while ops.len() < count {
            at = body.parent_op(at).filter(|&outer| outer != Op::SELF).ok_or(ops.len())?;
            ops.extend(at.as_op::<ForOp>(body));
        }
        Ok(Self { ops })
    }
    /// The loop that has a value as its induction variable.
    fn loop_of(&self, b: &Body, v: Value) -> Option<ForOp> {
        self.ops.iter().copied().find(|op| op.induction_var(b) == v)
    }
    /// Whether a value is computed without the induction variables.
    fn is_independent(&self, b: &Body, v: Value) -> bool {
        let (mut todo, mut seen) = (vec![v], IndexSet::new());
        while let Some(v) = todo.pop() {
            if self.loop_of(b, v).is_some() {
                return false;
            }
            if !seen.insert(v) {
                continue;
            }
            if let Some(op) = b.def_op(v) {
                todo.extend(b.operands(op));
                todo.extend(b.ops_in(op).into_iter().flat_map(|inner| b.operands(inner)));
            }
        }
        true
    }
    /// The values that one is made of directly, in upstream's order.
    fn parts(&self, b: &Body, v: Value) -> Vec<Value> {
        match (self.loop_of(b, v), b.def_op(v)) {
            (Some(op), _) => vec![op.lower_bound(b), op.upper_bound(b)],
            (None, Some(op)) => b.operands(op).collect(),
            (None, None) => Vec::new(),
        }
    }
    /// The sums that are not less than one, with `v` replaced.
    fn replaced(&self, b: &Body, sum: &Sum, v: Value) -> Option<Vec<Sum>> {
        let mut rest = sum.clone();
        let times = rest.terms.shift_remove(&v)?;
        if let Some(op) = self.loop_of(b, v) {
            rest.bounded = true;
            if times > 0 {
                rest.add_value(b, op.upper_bound(b), times)?;
                rest.constant = rest.constant.checked_sub(times)?;
            } else {
                rest.add_value(b, op.lower_bound(b), times)?;
            }
            return Some(vec![rest]);
        }
        if let Some(op) = b.def_as::<ApplyOp>(v) {
            let map = op.value_map(b);
            rest.add_expr(b, map.map.result(0), &map.operands, map.map.n_dims() as usize, times)?;
            return Some(vec![rest]);
        }
        if let Some(op) = b.def_as::<MinOp>(v) {
            let map = op.value_map(b);
            // The minimum is not more than any of the results, and nothing is known that is not more than it.
            let bound = |e: &AffineExpr| {
                let mut sum = rest.clone();
                sum.add_expr(b, e, &map.operands, map.map.n_dims() as usize, times)?;
                Some(sum)
            };
            return (times > 0).then(|| map.map.results().iter().filter_map(bound).collect());
        }
        let op = b.def_op(v)?;
        let operands: Vec<Value> = b.operands(op).collect();
        let [x, y] = operands[..] else { return None };
        if op.isa::<AddIOp>(b) {
            rest.add_value(b, x, times)?;
            rest.add_value(b, y, times)?;
        } else if op.isa::<SubIOp>(b) {
            rest.add_value(b, x, times)?;
            rest.add_value(b, y, times.checked_neg()?)?;
        } else if op.isa::<MulIOp>(b) {
            let constant = |v: Value| MixedIndex::Value(v).constant(b);
            let (v, n) = constant(y).map(|n| (x, n)).or_else(|| constant(x).map(|n| (y, n)))?;
            rest.add_value(b, v, times.checked_mul(n)?)?;
        } else {
            return None;
        }
        Some(vec![rest])
    }
    /// The bounds of a value that do not depend on the loops.
    fn bounds(&self, b: &Body, v: Value) -> Vec<Sum> {
        let mut first = Sum::default();
        if first.add_value(b, v, 1).is_none() {
            return Vec::new();
        }
        let (mut todo, mut done, mut steps) = (VecDeque::from([first]), Vec::new(), 0);
        while let Some(sum) = todo.pop_front() {
            steps += 1;
            if steps > LIMIT {
                break;
            }
            match sum.terms.keys().find(|&&v| !self.is_independent(b, v)) {
                None => done.push(sum),
                Some(&v) => todo.extend(self.replaced(b, &sum, v).into_iter().flatten()),
            }
        }
        done
    }
    /// The values in the order in which upstream comes to them, which is that of the operands of bounds.
    fn order(&self, b: &Body, v: Value) -> IndexSet<Value> {
        let mut out = IndexSet::from([v]);
        let mut next = 0;
        while let Some(&v) = out.get_index(next) {
            next += 1;
            if next <= LIMIT && !self.is_independent(b, v) {
                out.extend(self.parts(b, v));
            }
        }
        out
    }
    /// An upper bound of a value: a constant if there is one, else one with a bound of an induction variable.
    pub fn upper_bound(&self, b: &mut Builder<'_>, v: Value) -> Option<MixedIndex> {
        let bounds = self.bounds(b, v);
        let constant = bounds.iter().filter(|sum| sum.terms.is_empty()).map(|sum| sum.constant).min();
        if let Some(n) = constant {
            return Some(MixedIndex::Static(n));
        }
        let sum = bounds.iter().find(|sum| sum.bounded).or(bounds.first())?;
        let order = self.order(b, v);
        let mut terms: Vec<(Value, i64)> = sum.terms.iter().map(|(&v, &n)| (v, n)).collect();
        terms.sort_by_key(|term| order.get_index_of(&term.0).unwrap_or(usize::MAX));
        let mut expr = AffineExpr::constant(0);
        for (i, &(_, n)) in terms.iter().enumerate() {
            expr = expr + AffineExpr::symbol(i as u32) * n;
        }
        let map = AffineMap::new(0, terms.len() as u32, vec![expr + sum.constant]);
        let operands: Vec<MixedIndex> = terms.iter().map(|term| term.0.into()).collect();
        composed_apply(b, &map, &operands)
    }
}
