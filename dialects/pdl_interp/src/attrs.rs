//! Attributes of ops.

use strata_ir::prelude::*;

fn types(cx: &Context, attr: Attr) -> bool {
    let list = cx.attr_as::<ArrayAttr>(attr);
    list.is_some_and(|list| list.0.iter().all(|&t| cx.attr_as::<TypeAttr>(t).is_some()))
}

attr_constraint! {
    /// A number that is not negative.
    Count: IntegerAttr = "32-bit signless integer attribute whose value is non-negative", |a, cx| {
        cx.attr_type(a) == Some(cx.i32()) && cx.attr_i64(a).is_some_and(|n| n >= 0)
    }, form AttrForm::ImpliedType(Context::i32);
    /// Numbers.
    Counts: DenseElementsAttr = "32-bit signless integer elements attribute", |a, cx| {
        cx.attr_as::<DenseElementsAttr>(a).is_some_and(|d| cx.elem_or_self(d.ty) == cx.i32())
    }, kind |a, cx| is_dense_ints(a, cx);
    /// Types.
    TypeArray: ArrayAttr = "type array attribute", |a, cx| types(cx, a);
    /// Lists of types.
    TypeArrays: ArrayAttr = "type-array array attribute", |a, cx| {
        cx.attr_as::<ArrayAttr>(a).is_some_and(|list| list.0.iter().all(|&t| types(cx, t)))
    };
    /// `false` if it is missing.
    FalseByDefault: IntegerAttr = "bool attribute", |a, cx| BoolAttr::check(a, cx),
        form AttrForm::ImpliedType(Context::i1), default |cx| cx.bool_attr(false), kind |a, cx| BoolAttr::check(a, cx);
    /// `n : i16`, not negative.
    Benefit: IntegerAttr = "16-bit signless integer attribute whose value is non-negative", |a, cx| {
        cx.attr_type(a) == Some(cx.i16()) && cx.attr_i64(a).is_some_and(|n| n >= 0)
    }, form AttrForm::ImpliedType(Context::i16);
}
