//! Shape inference and the rules of compatible types.

use strata_ir::prelude::*;

use crate::TypeExtensions;

/// Fails with a message unless a condition holds.
macro_rules! check {
    ($cond:expr, $($msg:tt)+) => {
        if !$cond {
            return Err(format!($($msg)+));
        }
    };
}

mod contraction;
mod conv;
mod gather;
mod merge;
mod quantization;
mod reduce;
mod scatter;
mod shape;
mod window;

pub use contraction::{dot, dot_general, precision_count, product_like};
pub use conv::{ConvParts, convolution, verify_conv, verify_result as verify_conv_result};
pub use gather::gather;
pub use merge::{join, meet, most_specific};
pub use quantization::{
    any_quantized, broadcast as broadcast_scales, broadcast_dynamic as broadcast_scales_dynamic,
    compatible_elements, conv_elements, dot_elements, reshaped, same_numbers, sum_elements, transposed,
};
pub use reduce::{reduce, reduced_shape, reducer};
pub use scatter::{scatter, scatter_operands};
pub use shape::*;
pub use window::{Window, padding_pairs, reduce_window, select_and_scatter, verify_window_inputs, windows};

/// Result types of an op.
pub type Types = SmallVec<[Type; 2]>;

/// The expressed type of a quantized type; `elem` itself when it is not quantized.
pub fn expressed(cx: &Context, elem: Type) -> Type {
    strata_quant::expressed(cx, elem).unwrap_or(elem)
}

/// The bound of dimension `i`, if the type has one.
pub fn bound(cx: &Context, ty: &TensorType, i: usize) -> Option<i64> {
    let bounds = cx.attr_as::<TypeExtensions>(ty.encoding?)?;
    bounds.bounds.get(i).copied().filter(|&b| b != DYNAMIC)
}

/// Whether a value of type `a` may stand where `b` is inferred: equal element types and sizes that do not contradict.
pub fn compatible(cx: &Context, a: Type, b: Type) -> bool {
    if a == b {
        return true;
    }
    if let (Some(a), Some(b)) = (cx.type_as::<TupleType>(a), cx.type_as::<TupleType>(b)) {
        return a.0.len() == b.0.len() && a.0.iter().zip(&b.0).all(|(&a, &b)| compatible(cx, a, b));
    }
    let (Some(sa), Some(sb)) = (cx.shaped(a), cx.shaped(b)) else { return compatible_elements(cx, a, b) };
    if !compatible_elements(cx, sa.elem, sb.elem) {
        return false;
    }
    let (Some(da), Some(db)) = (sa.shape, sb.shape) else { return true };
    if da.len() != db.len() {
        return false;
    }
    let (ta, tb) = (cx.type_as::<TensorType>(a), cx.type_as::<TensorType>(b));
    (0..da.len()).all(|i| {
        let fits = |size: i64, other: Option<&TensorType>| {
            other.and_then(|t| bound(cx, t, i)).is_none_or(|b| size <= b)
        };
        let (n, m) = (da[i], db[i]);
        sizes_match(n, m) && (n == DYNAMIC || fits(n, tb)) && (m == DYNAMIC || fits(m, ta))
    })
}

/// Whether two lists of types are compatible pairwise.
pub fn all_compatible(cx: &Context, a: &[Type], b: &[Type]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| compatible(cx, a, b))
}

/// The error of an op whose result types cannot be inferred.
pub fn uninferred(reason: String) -> VerifyError {
    VerifyError::bare(reason).uninferred()
}

/// Compares the result types of an op with the inferred ones.
pub fn verify_results(op: Op, b: &Body, inferred: Result<Types, String>) -> VerifyResult {
    let inferred = inferred.map_err(uninferred)?;
    let actual: Types = b.result_types(op).collect();
    if all_compatible(b.cx(), &inferred, &actual) {
        return Ok(());
    }
    Err(contradiction(b.cx(), &inferred, &actual))
}

/// The error of an op whose results have other types than the inferred ones.
pub fn contradiction(cx: &Context, inferred: &[Type], actual: &[Type]) -> VerifyError {
    let (inferred, actual) = (shown_list(cx, inferred), shown_list(cx, actual));
    let message =
        format!("inferred type(s) {inferred} are incompatible with return type(s) of operation {actual}");
    VerifyError::from(message).uninferred()
}

/// `'tensor<f32>', 'tensor<2xi32>'`, as in messages.
pub fn shown_list(cx: &Context, types: &[Type]) -> String {
    types.iter().map(|&t| format!("'{}'", cx.type_to_string(t))).collect::<Vec<_>>().join(", ")
}

/// The bounds of all sizes; [`DYNAMIC`] where there is none.
pub fn bounds_of(cx: &Context, ty: &TensorType) -> Dims {
    (0..ty.shape.len()).map(|i| bound(cx, ty, i).unwrap_or(DYNAMIC)).collect()
}

/// The same for any type; empty where there is no bound.
pub fn bounds_or_none(cx: &Context, ty: Type) -> Dims {
    let tensor = cx.type_as::<TensorType>(ty).filter(|t| t.encoding.is_some());
    tensor.map(|t| bounds_of(cx, t)).unwrap_or_default()
}

/// The sizes of a ranked tensor type; empty for any other type.
pub fn sizes(cx: &Context, ty: Type) -> &[i64] {
    cx.type_as::<TensorType>(ty).map_or(&[], |t| &t.shape)
}

/// A tensor of these sizes, with the element type of `like`.
pub fn tensor_like(cx: &Context, like: Type, sizes: &[i64]) -> Type {
    cx.tensor(sizes, cx.elem_or_self(like))
}

/// `a, b`, as in messages.
pub fn text(values: &[i64]) -> String {
    let words: Vec<String> =
        values.iter().map(|&v| if v == DYNAMIC { "?".into() } else { v.to_string() }).collect();
    words.join(", ")
}

/// The same, with unknown sizes as the number that encodes them.
pub fn raw_text(values: &[i64]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Whether a list has no element twice.
pub fn is_unique(values: &[i64]) -> bool {
    values.iter().enumerate().all(|(i, v)| !values[..i].contains(v))
}

/// Whether two sizes may be equal.
pub fn sizes_match(a: i64, b: i64) -> bool {
    a == b || a == DYNAMIC || b == DYNAMIC
}

/// Whether two shapes do not contradict.
pub fn same_shape(a: &[i64], b: &[i64]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| sizes_match(a, b))
}

/// The numbers of a constant.
pub fn constant_sizes(b: &Body, value: Value) -> Option<Vec<i64>> {
    b.cx().attr_as::<DenseElementsAttr>(constant_value(b, value)?)?.to_i64s(b.cx())
}

/// Checks that the sizes of the result in a constant operand agree with its type.
pub fn verify_shape_operand(b: &Body, shape: Value, result: Type) -> Result<(), String> {
    let Some(given) = constant_sizes(b, shape) else { return Ok(()) };
    let cx = b.cx();
    check!(
        given.iter().all(|&n| n >= 0) && compatible(cx, tensor_like(cx, result, &given), result),
        "output shape [{}] is incompatible with return type of operation '{}'",
        raw_text(&given),
        cx.type_to_string(result)
    );
    Ok(())
}
