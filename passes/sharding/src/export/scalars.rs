//! Scalars that stand for nothing: zeros, and the numbers that a reduction does not change by.

use strata_ir::prelude::*;
use strata_passes_stablehlo::hlo_builder::HloBuilder;
use strata_stablehlo as hlo;

/// Whether a value is a constant of one number everywhere. A zero of floats is the positive one.
pub(crate) fn is_number(b: &Body, value: Value, number: u64) -> bool {
    let (cx, elem) = (b.cx(), b.cx().elem_or_self(b.ty(value)));
    let value = b.def_op(value).and_then(|op| b.attr(op, "value")).and_then(|value| cx.splat_value(value));
    let same = match cx.as_int(elem) {
        Some(_) => cx.int_attr(number as i64, elem),
        None if cx.as_float(elem).is_some() => cx.float_attr(number as f64, elem),
        None => return false,
    };
    value == Some(same)
}

/// Whether there is a zero of an element type.
pub(crate) fn has_zero(cx: &Context, elem: Type) -> bool {
    cx.as_int(elem).is_some() || cx.as_float(elem).is_some() || cx.type_as::<ComplexType>(elem).is_some()
}

/// A scalar of an element type that [has a zero](has_zero).
pub(crate) fn zero(h: &mut HloBuilder<'_, '_>, elem: Type) -> Value {
    let cx = h.b.cx_arc().clone();
    let scalar = cx.tensor(&[], elem);
    match () {
        () if cx.as_int(elem).is_some() => h.int(0, scalar),
        () if cx.as_float(elem).is_some() => h.float(0.0, scalar),
        () => {
            let zero = h.float(0.0, cx.tensor(&[], cx.f64()));
            h.op::<hlo::ConvertOp>(&[zero], &[], scalar)
        }
    }
}
