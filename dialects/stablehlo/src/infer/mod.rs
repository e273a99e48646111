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
mod reduce;
mod scatter;
mod shape;
mod window;

pub use contraction::{dot, dot_general, product_like};
pub use conv::{ConvParts, convolution, same_ranks, verify_result as verify_conv_result};
pub use gather::gather;
pub use reduce::{reduce, reducer};
pub use scatter::scatter;
pub use shape::*;
pub use window::{Window, padding_pairs, reduce_window, select_and_scatter, verify_window_inputs, windows};

/// Result types of an op.
pub type Types = SmallVec<[Type; 2]>;

/// The float type that a quantized type stands for; `elem` itself when it is not quantized.
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
    let (Some(sa), Some(sb)) = (cx.shaped(a), cx.shaped(b)) else { return false };
    if expressed(cx, sa.elem) != expressed(cx, sb.elem) {
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
        match (da[i], db[i]) {
            (DYNAMIC, DYNAMIC) => true,
            (DYNAMIC, n) => fits(n, ta),
            (n, DYNAMIC) => fits(n, tb),
            (n, m) => n == m,
        }
    })
}

/// Whether two lists of types are compatible pairwise.
pub fn all_compatible(cx: &Context, a: &[Type], b: &[Type]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(&a, &b)| compatible(cx, a, b))
}

/// Compares the result types of an op with the inferred ones.
pub fn verify_results(op: Op, b: &Body, inferred: Result<Types, String>) -> VerifyResult {
    let inferred = inferred.map_err(VerifyError::bare)?;
    let actual: Types = b.result_types(op).collect();
    if all_compatible(b.cx(), &inferred, &actual) {
        return Ok(());
    }
    let list = |types: &[Type]| {
        let text: Vec<String> = types.iter().map(|&t| format!("'{}'", b.cx().type_to_string(t))).collect();
        text.join(", ")
    };
    Err(format!(
        "inferred type(s) {} are incompatible with return type(s) of operation {}",
        list(&inferred),
        list(&actual)
    )
    .into())
}

/// The type that has the known sizes of all of `types`, which are compatible.
pub fn most_specific(cx: &Context, types: &[Type]) -> Type {
    let first = types[0];
    if types.iter().all(|&t| t == first) {
        return first;
    }
    let Some(ty) = cx.type_as::<TensorType>(first) else { return first };
    let mut out = ty.clone();
    for other in types[1..].iter().filter_map(|&t| cx.type_as::<TensorType>(t)) {
        for (size, &n) in out.shape.iter_mut().zip(&other.shape) {
            if *size == DYNAMIC {
                *size = n;
            }
        }
    }
    if !out.shape.contains(&DYNAMIC) {
        out.encoding = None;
    }
    cx.ty(out)
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
