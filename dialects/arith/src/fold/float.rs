//! Folds of float ops.

use strata_ir::prelude::*;

use super::{
    constant_to_right,
    elements::{Float, map1, map2, splat_float},
    poison,
};
use crate::{
    FastMathFlags, NegFOp,
    eval::{FloatBinary, float_binary},
};

/// Folds the binary float op `op` of kind `kind`.
pub fn fold_float_binary(kind: FloatBinary, op: Op, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    if let Some(value) = identity(kind, op, b, consts) {
        return Some(value);
    }
    let cx = b.cx();
    if let Some(poison) = poison(cx, consts) {
        return Some(poison.into());
    }
    let ty = b.ty(b.result(op, 0));
    if let (Some(x), Some(y)) = (consts[0], consts[1])
        && let Some(folded) =
            map2(cx, x, y, ty, |x: &Float, y: &Float| Some(Float(x.0, float_binary(kind, x.0, x.1, y.1))))
    {
        return Some(folded.into());
    }
    if b.has_trait(op, Trait::Commutative) { constant_to_right(op, b, consts) } else { None }
}

fn identity(kind: FloatBinary, op: Op, b: &Body, consts: &[Option<Attr>]) -> Option<Folded> {
    use FloatBinary::*;
    let cx = b.cx();
    let (lhs, rhs) = (b.operand(op, 0), b.operand(op, 1));
    if lhs == rhs && matches!(kind, Maximum | Minimum | MaxNum | MinNum) {
        return Some(lhs.into());
    }
    let Float(format, value) = splat_float(cx, consts[1]?)?;
    let is_zero = |negative| value == format.signed_zero(negative) && format.is_zero(value);
    let is_inf = |negative| format.infinity(negative) == Some(value);
    let flags = FastMathFlags::from_attr(cx, b.attr(op, "fastmath"));
    match kind {
        // x + -0 is x for every x; x + 0 is not for -0.
        Add if is_zero(true) && format.is_negative(value) => Some(lhs.into()),
        Sub if is_zero(false) => Some(lhs.into()),
        Mul | Div if value == format.one() => Some(lhs.into()),
        Mul if format.is_zero(value) && flags.contains(FastMathFlags::NNAN.union(FastMathFlags::NSZ)) => {
            Some(rhs.into())
        }
        Maximum if is_inf(true) => Some(lhs.into()),
        Minimum if is_inf(false) => Some(lhs.into()),
        MaxNum | MinNum if format.is_nan(value) => Some(lhs.into()),
        _ => None,
    }
}

/// Folds `arith.negf`.
pub fn fold_negf(op: Op, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
    let operand = b.operand(op, 0);
    if let Some(inner) = b.def_as::<NegFOp>(operand) {
        return Some(inner.operand(b).into());
    }
    let cx = b.cx();
    if let Some(poison) = poison(cx, consts) {
        return Some(poison.into());
    }
    let ty = b.ty(operand);
    map1(cx, consts[0]?, ty, |x: &Float| Some(Float(x.0, x.0.negate(x.1)))).map(Into::into)
}
