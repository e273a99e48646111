//! Builders for ops of `arith` that all lowerings share.

use strata_arith::{self as arith, CmpFPredicate, CmpIPredicate};
use strata_ir::prelude::*;
use strata_linalg::payload;

use super::Lowered;

/// An op by its name, whose result has the type of its first operand.
pub(super) fn build(b: &mut Builder<'_>, name: &str, args: &[Value]) -> Lowered<Value> {
    let ty = b.ty(args[0]);
    payload::op(b, name, args, ty)
}

/// A comparison of integers.
pub(super) fn cmpi(b: &mut Builder<'_>, predicate: CmpIPredicate, x: Value, y: Value) -> Value {
    let predicate = predicate.attr(b.cx());
    arith::CmpIOp::build(b, predicate, x, y)
}

/// A comparison of floats.
pub(super) fn cmpf(b: &mut Builder<'_>, predicate: CmpFPredicate, x: Value, y: Value) -> Value {
    let predicate = predicate.attr(b.cx());
    arith::CmpFOp::build(b, predicate, x, y, None)
}

/// One of two values.
pub(super) fn select(b: &mut Builder<'_>, condition: Value, x: Value, y: Value) -> Value {
    arith::SelectOp::build(b, condition, x, y)
}

/// The width of an integer type plus `add`, as a constant of that type.
pub(super) fn number_of_bits(b: &mut Builder<'_>, ty: Type, add: i64) -> Value {
    let width = b.cx().bit_width(ty).unwrap_or(64) as i64;
    arith::constant_int(b, width + add, ty)
}
