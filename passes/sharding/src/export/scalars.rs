//! Scalars that are known.

use strata_ir::prelude::*;

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
