//! Constants: reading their values.

use strata_core::{Attr, Body, Trait, Value};

/// The value of a `ConstantLike` op that defines `value`.
pub fn constant_value(body: &Body, value: Value) -> Option<Attr> {
    let op = body.def_op(value)?;
    if !body.has_trait(op, Trait::ConstantLike) {
        return None;
    }
    body.attr_slot(op, 0)
}

/// Whether `value` is defined by a `ConstantLike` op.
pub fn is_constant(body: &Body, value: Value) -> bool {
    constant_value(body, value).is_some()
}
