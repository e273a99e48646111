//! Constructors of constants.

use strata_ir::prelude::*;
use strata_ub::PoisonAttr;

use crate::ConstantOp;

/// Makes `arith.constant`, or `ub.poison` for poison; `None` when `value` is no constant of type `ty`.
pub fn materialize_constant(b: &mut Builder<'_>, value: Attr, ty: Type) -> Option<Value> {
    let cx = b.cx();
    if PoisonAttr::isa(cx, value) {
        return strata_ub::materialize_constant(b, value, ty);
    }
    let numeric = cx.attr_as::<IntegerAttr>(value).is_some()
        || cx.attr_as::<FloatAttr>(value).is_some()
        || cx.attr_as::<DenseElementsAttr>(value).is_some()
        || cx.attr_as::<DenseResourceAttr>(value).is_some()
        || cx.attr_as::<SparseElementsAttr>(value).is_some();
    let signless = cx.as_int(ty).is_none_or(|t| t.signedness == Signedness::Signless);
    (numeric && signless && cx.attr_type(value) == Some(ty)).then(|| constant(b, value))
}

/// `arith.constant` of a typed attribute.
pub fn constant(b: &mut Builder<'_>, value: Attr) -> Value {
    let ty = b.cx().attr_type(value).unwrap_or_else(|| b.cx().none());
    ConstantOp::build(b, value, ty)
}

/// A constant of type `index`.
pub fn constant_index(b: &mut Builder<'_>, value: i64) -> Value {
    let value = b.cx().index_attr(value);
    constant(b, value)
}

/// A constant of an integer type or `index`, or of a statically shaped type with such elements, everywhere `value`.
pub fn constant_int(b: &mut Builder<'_>, value: i64, ty: Type) -> Value {
    let cx = b.cx();
    let scalar = cx.int_attr(value, cx.elem_or_self(ty));
    let value = cx.splat_attr(ty, scalar).unwrap_or(scalar);
    constant(b, value)
}

/// A constant of a float type, or of a statically shaped type with such elements, everywhere `value`.
pub fn constant_float(b: &mut Builder<'_>, value: f64, ty: Type) -> Value {
    let cx = b.cx();
    let scalar = cx.float_attr(value, cx.elem_or_self(ty));
    let value = cx.splat_attr(ty, scalar).unwrap_or(scalar);
    constant(b, value)
}
