//! Canonicalisations: rewrites that create ops.

mod bits;
mod cast;
mod compare;
mod float;
mod int;
mod int_to_float;
mod select;

use strata_ir::{num::ApInt, prelude::*};

use crate::{constant, eval::IntBinary, fold::elements::splat_int};

pub(crate) use cast::cast;
pub(crate) use compare::{cmpf, cmpi};
pub(crate) use float::float_binary;
pub(crate) use int::{addui_extended, mul_extended};
pub(crate) use select::select;

/// Canonicalises a binary integer op.
pub(crate) fn int_binary(kind: IntBinary, op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    match kind {
        IntBinary::Add => int::add(op, rw),
        IntBinary::Sub => int::sub(op, rw),
        IntBinary::Mul => int::mul(op, rw),
        IntBinary::And | IntBinary::Or | IntBinary::Xor => bits::logic(kind, op, rw),
        _ => None,
    }
}

/// The attribute and value of a scalar integer constant.
fn scalar(b: &Body, value: Value) -> Option<(Attr, ApInt)> {
    let attr = constant_value(b, value)?;
    let int = b.cx().attr_as::<IntegerAttr>(attr)?;
    (int.value.width() <= b.cx().limits().fold_bits).then(|| (attr, int.value.clone()))
}

/// The value of a scalar or splat integer constant.
fn splat(b: &Body, value: Value) -> Option<ApInt> {
    splat_int(b.cx(), constant_value(b, value)?)
}

/// Makes a constant that the driver will merge with equal ones.
fn make(rw: &mut Rewriter<'_>, value: Attr) -> Value {
    let v = constant(rw, value);
    touch(rw, v)
}

/// Lets the driver look at the op that defines a value.
fn touch(rw: &mut Rewriter<'_>, value: Value) -> Value {
    if let Some(op) = rw.def_op(value) {
        rw.touch(op);
    }
    value
}

/// Replaces the only result of `op`.
fn replace(rw: &mut Rewriter<'_>, op: Op, value: Value) -> Option<()> {
    rw.replace_op(op, &[value]);
    Some(())
}
