//! Keys of dynamic sizes: which of them are known to be equal.
//!
//! A size is named by where it comes from. Two sizes with the same origin are equal; what a broadcast needs to know, because
//! a size of 1 grows and others do not. That they are equal is checked all the same, by what has no choice then.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;

use super::{
    scalar,
    types::{bounds, signless},
};

/// The definition of a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// A constant.
    Known(i64),
    /// A dimension of a value.
    Dim(Value, usize),
    /// An element of a tensor, by its linear index in row-major order.
    Element(Value, usize),
    /// A tensor of rank 0.
    Scalar(Value),
}

/// The number of definitions that are followed.
const STEPS: usize = 64;

/// The origin of size `d` of an old value.
pub(crate) fn origin_of_dim(b: &Body, v: Value, d: usize) -> Origin {
    let (mut v, mut d) = (v, d);
    for _ in 0..STEPS {
        let shape = b.cx().shaped(signless(b.cx(), b.ty(v))).and_then(|s| s.shape).unwrap_or(&[]);
        if let Some(&n) = shape.get(d).filter(|&&n| n != DYNAMIC) {
            return Origin::Known(n);
        }
        let next = match b.def(v) {
            Def::Result { op, index } => before_op(b, op, index, d),
            _ => before_region(b, v, d),
        };
        match next {
            Some(Ok((source, place))) => (v, d) = (source, place),
            Some(Err(origin)) => return origin,
            None => break,
        }
    }
    Origin::Dim(v, d)
}

/// A value with the same size, or the origin.
type Next = Option<Result<(Value, usize), Origin>>;

/// Loops do not change the sizes of the tensors that they carry, unless the sizes are bounded.
fn before_region(b: &Body, v: Value, d: usize) -> Next {
    if !bounds(b.cx(), b.ty(v)).is_empty() {
        return None;
    }
    let block = b.def_block(v)?;
    let number = b.block_args(block).iter().position(|&a| a == v)?;
    let op = b.block_parent(block).and_then(|region| b.region_parent(region))?;
    op.as_op::<hlo::WhileOp>(b)?;
    Some(Ok((b.operands(op).nth(number)?, d)))
}

fn before_op(b: &Body, op: Op, index: usize, d: usize) -> Next {
    let first = || b.operands(op).next();
    if op.isa::<hlo::DynamicBroadcastInDimOp>(b) || op.isa::<hlo::DynamicReshapeOp>(b) {
        return Some(Err(origin_of_element(b, b.operand(op, 1), d)));
    }
    if op.isa::<hlo::DynamicIotaOp>(b) {
        return Some(Err(origin_of_element(b, b.operand(op, 0), d)));
    }
    if let Some(transpose) = op.as_op::<hlo::TransposeOp>(b) {
        return Some(Ok((first()?, usize::try_from(*transpose.dims(b).get(d)?).ok()?)));
    }
    if let Some(reduce) = op.as_op::<hlo::ReduceOp>(b) {
        let (dims, source) = (reduce.dims(b), first()?);
        let rank = b.cx().shaped(b.ty(source))?.rank()?;
        let kept = (0..rank).filter(|&d| !dims.contains(&(d as i64))).nth(d)?;
        return Some(Ok((source, kept)));
    }
    if let Some(broadcast) = op.as_op::<hlo::BroadcastInDimOp>(b) {
        let at = broadcast.dims(b).iter().position(|&k| k as usize == d)?;
        return Some(Ok((first()?, at)));
    }
    let is_loop = op.isa::<hlo::WhileOp>(b);
    if is_loop && !bounds(b.cx(), b.ty(b.result(op, index))).is_empty() {
        return None;
    }
    if is_loop || op.isa::<hlo::SortOp>(b) || op.isa::<hlo::OptimizationBarrierOp>(b) {
        return Some(Ok((b.operands(op).nth(index)?, d)));
    }
    if op.isa::<hlo::DynamicUpdateSliceOp>(b) || op.isa::<hlo::ScatterOp>(b) || op.isa::<hlo::ReverseOp>(b) {
        return Some(Ok((first()?, d)));
    }
    if !scalar::is_elementwise(b.info(op)) {
        return None;
    }
    let rank = b.cx().shaped(b.ty(b.result(op, 0)))?.rank()?;
    let whole = |v: &Value| b.cx().shaped(b.ty(*v)).and_then(|s| s.rank()) == Some(rank);
    Some(Ok((b.operands(op).find(whole)?, d)))
}

/// The origin of element `i` of a tensor of numbers, counted row by row.
pub(crate) fn origin_of_element(b: &Body, v: Value, i: usize) -> Origin {
    let (mut v, mut i) = (v, i);
    for _ in 0..STEPS {
        if let Some(constant) = b.def_as::<hlo::ConstantOp>(v) {
            let dense = b.cx().attr_as::<DenseElementsAttr>(constant.value(b).raw());
            let all = dense.and_then(|d| d.to_i64s(b.cx())).unwrap_or_default();
            if let Some(&n) = all.get(i).or(all.first().filter(|_| all.len() == 1)) {
                return Origin::Known(n);
            }
        }
        if let Some(parts) =
            b.def_as::<hlo::ConcatenateOp>(v).filter(|c| b.cx().attr_i64(c.dimension(b).raw()) == Some(0))
        {
            let mut found = None;
            for part in parts.inputs(b) {
                let n =
                    b.cx().shaped(b.ty(part)).and_then(|s| s.shape).map_or(0, |s| s.iter().product::<i64>());
                if (i as i64) < n {
                    found = Some(part);
                    break;
                }
                i -= n.max(0) as usize;
            }
            match found {
                Some(part) => v = part,
                None => break,
            }
            continue;
        }
        if let Some(op) = b.def_as::<hlo::ReshapeOp>(v)
            && let from = op.operand(b)
            && let Some(shape) = b.cx().shaped(b.ty(from)).and_then(|s| s.shape)
            && !shape.contains(&DYNAMIC)
        {
            if shape.is_empty() {
                return origin_of_scalar(b, from);
            }
            v = from;
            continue;
        }
        break;
    }
    Origin::Element(v, i)
}

/// Whether a number is one less than another.
pub(crate) fn is_one_less(b: &Body, number: Origin, than: Origin) -> bool {
    if let (Origin::Known(n), Origin::Known(m)) = (number, than) {
        return n.checked_add(1) == Some(m);
    }
    let Origin::Scalar(v) = number else { return false };
    let is = |v: Value, n: i64| origin_of_scalar(b, v) == Origin::Known(n);
    if let Some(sum) = b.def_as::<hlo::AddOp>(v) {
        let (x, y) = (sum.lhs(b), sum.rhs(b));
        return is(y, -1) && origin_of_scalar(b, x) == than || is(x, -1) && origin_of_scalar(b, y) == than;
    }
    let less = b.def_as::<hlo::SubtractOp>(v);
    less.is_some_and(|less| is(less.rhs(b), 1) && origin_of_scalar(b, less.lhs(b)) == than)
}

/// The origin of a number of rank 0.
pub(crate) fn origin_of_scalar(b: &Body, v: Value) -> Origin {
    let mut v = v;
    for _ in 0..STEPS {
        if let Some(op) = b.def_as::<hlo::GetDimensionSizeOp>(v) {
            let d = b.cx().attr_i64(op.dimension(b).raw()).and_then(|d| usize::try_from(d).ok());
            return d.map_or(Origin::Scalar(v), |d| origin_of_dim(b, b.operand(op.op(), 0), d));
        }
        if let Some(op) = b.def_as::<hlo::ConvertOp>(v) {
            v = b.operand(op.op(), 0);
        } else if let Some(constant) = b.def_as::<hlo::ConstantOp>(v) {
            let dense = b.cx().attr_as::<DenseElementsAttr>(constant.value(b).raw());
            return match dense.and_then(|d| d.to_i64s(b.cx())).as_deref() {
                Some(&[n, ..]) => Origin::Known(n),
                _ => Origin::Scalar(v),
            };
        } else {
            break;
        }
    }
    Origin::Scalar(v)
}
