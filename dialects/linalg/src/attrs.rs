//! Attributes of the dialect.

use strata_ir::prelude::*;

/// The iterator type of a loop: whether its iterations are independent.
#[attr(name = "linalg.iterator_type")]
pub enum IteratorType {
    /// Iterations are independent and may run in parallel.
    #[ir_name = "parallel"]
    Parallel,
    /// Iterations are combined into one result.
    #[ir_name = "reduction"]
    Reduction,
    /// A window slides over the operand.
    #[ir_name = "window"]
    Window,
}

/// How operands are converted to the type of the result.
#[attr(name = "linalg.type_fn")]
pub enum TypeFn {
    /// Integers are signed.
    #[ir_name = "cast_signed"]
    CastSigned,
    /// Integers are unsigned.
    #[ir_name = "cast_unsigned"]
    CastUnsigned,
}

/// The words of an attribute of iterator types.
pub fn iterator_types(cx: &Context, attr: Attr) -> Option<Vec<IteratorType>> {
    cx.attr_as::<ArrayAttr>(attr)?.0.iter().map(|&a| cx.attr_as::<IteratorType>(a).copied()).collect()
}
/// The attribute of iterator types.
pub fn iterator_types_attr(cx: &Context, types: &[IteratorType]) -> Attr {
    cx.array_attr(types.iter().map(|&t| cx.attr(t)).collect())
}
/// The maps of an attribute of affine maps.
pub fn maps(cx: &Context, attr: Attr) -> Option<Vec<strata_ir::affine::AffineMap>> {
    let one = |a: &Attr| cx.attr_as::<AffineMapAttr>(*a).map(|m| m.0.clone());
    cx.attr_as::<ArrayAttr>(attr)?.0.iter().map(one).collect()
}
/// The attribute of affine maps.
pub fn maps_attr(cx: &Context, maps: &[strata_ir::affine::AffineMap]) -> Attr {
    cx.array_attr(maps.iter().map(|m| cx.affine_map_attr(m.clone())).collect())
}
