//! Features of ops that are available since some version, without a new version of the op.

use strata_ir::{num::FloatFormat, prelude::*};
use strata_stablehlo::FutureType;
use strata_vhlo::{ApiVersion, Version, attrs, types};

/// The constraints of `op`, a version of `base`, each with the first version that can express it.
pub(crate) fn version_needs(body: &Body, op: Op, base: &str) -> Vec<(Version, &'static str)> {
    let cx = body.cx();
    let mut found = Vec::new();
    match base {
        "all_reduce" | "reduce" | "reduce_scatter" | "reduce_window" | "scatter" | "select_and_scatter" => {
            let elem = |t: Type| cx.elem_or_self(types::unwrap(cx, t));
            let promotes = body.operand_types(op).zip(body.result_types(op)).any(|(a, b)| elem(a) != elem(b));
            if promotes {
                found.push((Version(0, 17, 0), "a reduction to another element type"));
            }
        }
        "convolution" | "dynamic_conv" => {
            let mut sides = body.operand_types(op).map(|t| cx.elem_or_self(types::unwrap(cx, t)));
            if let (Some(lhs), Some(rhs)) = (sides.next(), sides.next())
                && lhs != rhs
                && cx.as_float(lhs).is_some()
                && cx.as_float(rhs).is_some()
            {
                found.push((Version(1, 20, 0), "a convolution of operands of several element types"));
            }
        }
        "dot_general" => {
            // Several products of parts of 8 bits.
            let attr = |name: &str| body.attr(op, name).map(|a| attrs::unwrap(cx, a));
            let side = attr("lhs_precision_type").and_then(|a| cx.attr_as::<TypeAttr>(a));
            let float = side.and_then(|t| cx.as_float(t.0));
            let products = attr("num_primitive_operations").and_then(|a| cx.attr_i64(a));
            if float == Some(FloatFormat::F8E4M3FN) && products.is_some_and(|n| n > 1) {
                found.push((Version(1, 21, 0), "an algorithm of several products of f8E4M3FN"));
            }
        }
        "custom_call" => {
            let attr = |name: &str| body.attr(op, name).map(|a| attrs::unwrap(cx, a));
            if attr("backend_config").is_some_and(|a| cx.attr_as::<DictionaryAttr>(a).is_some()) {
                found.push((Version(1, 3, 0), "a dictionary as 'backend_config'"));
            }
            let api = attr("api_version").and_then(|a| cx.attr_as::<ApiVersion>(a));
            if api == Some(&ApiVersion::TYPED_FFI) {
                found.push((Version(1, 3, 0), "the version of the interface API_VERSION_TYPED_FFI"));
            }
            let is_future = |t: Type| cx.type_as::<FutureType>(types::unwrap(cx, t)).is_some();
            if body.operand_types(op).chain(body.result_types(op)).any(is_future) {
                found.push((Version(1, 17, 0), "a custom call with a future"));
            }
        }
        _ => {}
    }
    found
}
