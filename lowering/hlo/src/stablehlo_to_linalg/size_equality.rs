//! Keys of dynamic sizes: which of them are known to be equal.
//!
//! A key identifies a size by its definition. Two sizes with the same key are equal. A broadcast needs this, because a size of 1 is
//! broadcast and others are not. The ops that require equal sizes check them at run time all the same.

use strata_ir::prelude::*;
use strata_stablehlo as hlo;

use super::{
    scalar,
    types::{bounds, signless},
};

/// The definition of a size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Key {
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

/// The key of size `d` of an old value.
pub(crate) fn of_dim(b: &Body, v: Value, d: usize) -> Key {
    let (mut v, mut d) = (v, d);
    for _ in 0..STEPS {
        let shape = b.cx().shaped(signless(b.cx(), b.ty(v))).and_then(|s| s.shape).unwrap_or(&[]);
        if let Some(&n) = shape.get(d).filter(|&&n| n != DYNAMIC) {
            return Key::Known(n);
        }
        let next = match b.def(v) {
            Def::Result { op, index } => before_op(b, op, index, d),
            _ => before_region(b, v, d),
        };
        match next {
            Some(Ok((source, place))) => (v, d) = (source, place),
            Some(Err(key)) => return key,
            None => break,
        }
    }
    Key::Dim(v, d)
}

/// A value and a dimension of the same size, or the final key.
type Next = Option<Result<(Value, usize), Key>>;

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
    let name = b.info(op).mnemonic();
    if !matches!(b.info(op).dialect(), "stablehlo" | "chlo") {
        return None;
    }
    match name {
        "dynamic_broadcast_in_dim" | "dynamic_reshape" => Some(Err(of_element(b, b.operand(op, 1), d))),
        "dynamic_iota" => Some(Err(of_element(b, b.operand(op, 0), d))),
        "while" if !bounds(b.cx(), b.ty(b.result(op, index))).is_empty() => None,
        "while" | "sort" | "optimization_barrier" => Some(Ok((b.operands(op).nth(index)?, d))),
        "dynamic_update_slice" | "scatter" | "reverse" => Some(Ok((first()?, d))),
        "transpose" => {
            let dims = op.as_op::<hlo::TransposeOp>(b)?.dims(b);
            Some(Ok((first()?, usize::try_from(*dims.get(d)?).ok()?)))
        }
        "reduce" => {
            let dims = op.as_op::<hlo::ReduceOp>(b)?.dims(b);
            let source = first()?;
            let rank = b.cx().shaped(b.ty(source))?.rank()?;
            let kept = (0..rank).filter(|&d| !dims.contains(&(d as i64))).nth(d)?;
            Some(Ok((source, kept)))
        }
        "broadcast_in_dim" => {
            let dims = op.as_op::<hlo::BroadcastInDimOp>(b)?.dims(b);
            let at = dims.iter().position(|&k| k as usize == d)?;
            Some(Ok((first()?, at)))
        }
        _ if scalar::is_elementwise(b.info(op)) => {
            let rank = b.cx().shaped(b.ty(b.result(op, 0)))?.rank()?;
            let whole = |v: &Value| b.cx().shaped(b.ty(*v)).and_then(|s| s.rank()) == Some(rank);
            Some(Ok((b.operands(op).find(whole)?, d)))
        }
        _ => None,
    }
}

/// The key of element `i` of an integer tensor, a linear index in row-major order.
pub(crate) fn of_element(b: &Body, v: Value, i: usize) -> Key {
    let (mut v, mut i) = (v, i);
    for _ in 0..STEPS {
        if let Some(constant) = b.def_as::<hlo::ConstantOp>(v) {
            let dense = b.cx().attr_as::<DenseElementsAttr>(constant.value(b).raw());
            let all = dense.and_then(|d| d.to_i64s(b.cx())).unwrap_or_default();
            if let Some(&n) = all.get(i).or(all.first().filter(|_| all.len() == 1)) {
                return Key::Known(n);
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
                return of_scalar(b, from);
            }
            v = from;
            continue;
        }
        break;
    }
    Key::Element(v, i)
}

/// Whether the size `number` is one less than the size `than`.
pub(crate) fn is_one_less(b: &Body, number: Key, than: Key) -> bool {
    if let (Key::Known(n), Key::Known(m)) = (number, than) {
        return n.checked_add(1) == Some(m);
    }
    let Key::Scalar(v) = number else { return false };
    let is = |v: Value, n: i64| of_scalar(b, v) == Key::Known(n);
    if let Some(sum) = b.def_as::<hlo::AddOp>(v) {
        let (x, y) = (sum.lhs(b), sum.rhs(b));
        return is(y, -1) && of_scalar(b, x) == than || is(x, -1) && of_scalar(b, y) == than;
    }
    let less = b.def_as::<hlo::SubtractOp>(v);
    less.is_some_and(|less| is(less.rhs(b), 1) && of_scalar(b, less.lhs(b)) == than)
}

/// The key of an integer tensor of rank 0.
pub(crate) fn of_scalar(b: &Body, v: Value) -> Key {
    let mut v = v;
    for _ in 0..STEPS {
        if let Some(op) = b.def_as::<hlo::GetDimensionSizeOp>(v) {
            let d = b.cx().attr_i64(op.dimension(b).raw()).and_then(|d| usize::try_from(d).ok());
            return d.map_or(Key::Scalar(v), |d| of_dim(b, b.operand(op.op(), 0), d));
        }
        if let Some(op) = b.def_as::<hlo::ConvertOp>(v) {
            v = b.operand(op.op(), 0);
        } else if let Some(constant) = b.def_as::<hlo::ConstantOp>(v) {
            let dense = b.cx().attr_as::<DenseElementsAttr>(constant.value(b).raw());
            return match dense.and_then(|d| d.to_i64s(b.cx())).as_deref() {
                Some(&[n, ..]) => Key::Known(n),
                _ => Key::Scalar(v),
            };
        } else {
            break;
        }
    }
    Key::Scalar(v)
}
