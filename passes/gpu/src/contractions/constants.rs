//! Constants of kernels.

use strata_arith::ConstantOp;
use strata_ir::prelude::*;

/// Zero of a type.
pub fn zero(cx: &Context, ty: Type) -> Attr {
    if cx.as_float(ty).is_some() { cx.attr(FloatAttr { bits: 0, ty }) } else { cx.int_attr(0, ty) }
}

/// Zero of a type, or a vector of zeros.
pub fn zeros(b: &mut Builder<'_>, ty: Type) -> Value {
    let cx = b.cx_arc().clone();
    let scalar = zero(&cx, cx.elem_or_self(ty));
    // Every number type has a splat of zeros; a scalar is its own.
    let value = cx.splat_attr(ty, scalar).unwrap_or(scalar);
    ConstantOp::build(b, value, ty)
}
