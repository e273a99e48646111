//! Bounds of index values by interval arithmetic.

use strata_affine::{ApplyOp, MaxOp, MinOp};
use strata_ir::{
    affine::{AffineExpr, AffineMap, BinaryOp, Kind},
    prelude::*,
};
use strata_scf::{ForOp, ForallOp, syntax::Mixed};
use strata_tensor::{DimOp, EmptyOp, ExtractSliceOp, MixedIndex, OffsetSizeStride, PadOp};

/// Values are followed through so many ops.
const DEPTH: u32 = 16;

/// The least and the greatest value, as far as they are known.
#[derive(Clone, Copy, Default, Debug)]
struct Interval {
    low: Option<i64>,
    high: Option<i64>,
}

impl Interval {
    const fn exact(n: i64) -> Self {
        Self { low: Some(n), high: Some(n) }
    }
    fn plus(self, other: Self) -> Self {
        let sum = |a: Option<i64>, b: Option<i64>| a?.checked_add(b?);
        Self { low: sum(self.low, other.low), high: sum(self.high, other.high) }
    }
    fn times(self, by: i64) -> Self {
        let scaled = |n: Option<i64>| n?.checked_mul(by);
        let (low, high) = (scaled(self.low), scaled(self.high));
        if by < 0 { Self { low: high, high: low } } else { Self { low, high } }
    }
    fn map(self, f: impl Fn(i64) -> Option<i64>) -> Self {
        Self { low: self.low.and_then(&f), high: self.high.and_then(&f) }
    }
}

/// The greatest size that a dimension of a tensor can have.
pub fn largest_size(body: &Body, v: Value, dim: usize) -> Option<i64> {
    size(body, v, dim, DEPTH).high
}

/// The greatest number that an index can be.
pub fn largest_value(body: &Body, v: Value) -> Option<i64> {
    value(body, v, DEPTH).high
}

fn size(body: &Body, v: Value, dim: usize, depth: u32) -> Interval {
    let known = body.cx().shaped(body.ty(v)).and_then(|s| s.shape?.get(dim).copied());
    match known {
        Some(n) if n >= 0 => return Interval::exact(n),
        Some(_) if depth > 0 => {}
        _ => return Interval::default(),
    }
    let from = |m: Option<MixedIndex>| m.map(|m| mixed(body, m, depth - 1));
    let found = if let Some(slice) = body.def_as::<ExtractSliceOp>(v) {
        let dropped = slice.dropped_dims(body);
        let kept = slice.mixed_sizes(body).into_iter().zip(dropped).filter(|(_, dropped)| !dropped);
        from(kept.map(|(size, _)| size).nth(dim))
    } else if let Some(empty) = body.def_as::<EmptyOp>(v) {
        from(empty.mixed_sizes(body).get(dim).copied())
    } else if let Some(pad) = body.def_as::<PadOp>(v) {
        let amounts = [pad.mixed_low(body), pad.mixed_high(body)];
        let inner = size(body, pad.source(body), dim, depth - 1);
        let add = |sum: Interval, list: &Vec<MixedIndex>| {
            sum.plus(from(list.get(dim).copied()).unwrap_or_default())
        };
        Some(amounts.iter().fold(inner, add))
    } else if let Def::Result { op, index } = body.def(v) {
        let init =
            op.cast::<dyn strata_tensor::DestinationStyle>(body).and_then(|d| d.tied_init(body, index));
        init.map(|init| size(body, init, dim, depth - 1))
    } else {
        None
    };
    found.unwrap_or(Interval { low: Some(0), high: None })
}

fn mixed(body: &Body, m: MixedIndex, depth: u32) -> Interval {
    match m {
        MixedIndex::Static(n) => Interval::exact(n),
        MixedIndex::Value(v) => value(body, v, depth),
    }
}

fn value(body: &Body, v: Value, depth: u32) -> Interval {
    if let Some(n) = MixedIndex::Value(v).constant(body) {
        return Interval::exact(n);
    }
    if depth == 0 {
        return Interval::default();
    }
    let op = match body.def(v) {
        Def::Result { op, .. } => op,
        Def::Arg { block, .. } => return induction_variable(body, v, block, depth),
        Def::Forward => return Interval::default(),
    };
    let operands = || -> Vec<Interval> { body.operands(op).map(|v| value(body, v, depth - 1)).collect() };
    let results = |map: &AffineMap| -> Vec<Interval> {
        let operands = operands();
        map.results().iter().map(|e| expr(e, &operands, map.n_dims() as usize)).collect()
    };
    if let Some(apply) = op.as_op::<ApplyOp>(body) {
        return results(&apply.value_map(body).map).first().copied().unwrap_or_default();
    }
    if let Some(min) = op.as_op::<MinOp>(body) {
        let all = results(&min.value_map(body).map);
        let low = all.iter().map(|i| i.low).collect::<Option<Vec<i64>>>().and_then(|l| l.into_iter().min());
        return Interval { low, high: all.iter().filter_map(|i| i.high).min() };
    }
    if let Some(max) = op.as_op::<MaxOp>(body) {
        let all = results(&max.value_map(body).map);
        let high = all.iter().map(|i| i.high).collect::<Option<Vec<i64>>>().and_then(|l| l.into_iter().max());
        return Interval { low: all.iter().filter_map(|i| i.low).max(), high };
    }
    if let Some(dim) = op.as_op::<DimOp>(body)
        && let Some(i) = dim.constant_index(body)
    {
        return size(body, dim.source(body), i, depth - 1);
    }
    Interval::default()
}

/// The values of an induction variable.
fn induction_variable(body: &Body, v: Value, block: Block, depth: u32) -> Interval {
    let Some(parent) = body.block_parent_op(block).filter(|&op| op != Op::SELF) else {
        return Interval::default();
    };
    if let Some(op) = parent.as_op::<ForOp>(body) {
        if op.induction_var(body) != v {
            return Interval::default();
        }
        let low = value(body, op.lower_bound(body), depth - 1).low;
        let high = value(body, op.upper_bound(body), depth - 1).high.and_then(|n| n.checked_sub(1));
        return Interval { low, high };
    }
    if let Some(op) = parent.as_op::<ForallOp>(body) {
        let at = body.block_args(block).iter().position(|&a| a == v);
        let upper = at.and_then(|i| {
            op.upper_bounds(body).get(i).map(|m| match *m {
                Mixed::Static(n) => MixedIndex::Static(n),
                Mixed::Dynamic(v) => MixedIndex::Value(v),
            })
        });
        let high = upper.and_then(|m| mixed(body, m, depth - 1).high).and_then(|n| n.checked_sub(1));
        return Interval { low: upper.map(|_| 0), high };
    }
    Interval::default()
}

/// The values of an expression.
fn expr(e: &AffineExpr, operands: &[Interval], n_dims: usize) -> Interval {
    let (kind, left, right) = match e.kind() {
        Kind::Const(n) => return Interval::exact(*n),
        Kind::Dim(d) => return operands.get(*d as usize).copied().unwrap_or_default(),
        Kind::Symbol(s) => return operands.get(n_dims + *s as usize).copied().unwrap_or_default(),
        Kind::Binary(kind, left, right) => (*kind, left, right),
    };
    let [a, b] = [left, right].map(|e| strata_ir::core::writer::deep(|| expr(e, operands, n_dims)));
    match (kind, right.as_const()) {
        (BinaryOp::Add, _) => a.plus(b),
        (BinaryOp::Mul, Some(n)) => a.times(n),
        (BinaryOp::FloorDiv, Some(n)) if n > 0 => a.map(|x| Some(x.div_euclid(n))),
        (BinaryOp::CeilDiv, Some(n)) if n > 0 => a.map(|x| x.checked_neg().map(|x| -x.div_euclid(n))),
        (BinaryOp::Mod, Some(n)) if n > 0 => Interval { low: Some(0), high: Some(n - 1) },
        _ => Interval::default(),
    }
}
