//! Constants of kernels.

use strata_arith::ConstantOp;
use strata_ir::prelude::*;

/// The constant that a value is.
pub(super) fn constant_value(b: &Body, v: Value) -> Option<Attr> {
    let op = b.def_op(v)?;
    op.isa::<ConstantOp>(b).then(|| b.attr(op, "value")).flatten()
}

/// Zero of a type.
pub(super) fn zero(cx: &Context, ty: Type) -> Attr {
    if cx.as_float(ty).is_some() { cx.attr(FloatAttr { bits: 0, ty }) } else { cx.int_attr(0, ty) }
}
