//! `stablehlo-ext-chlo-recompose-ops`: replaces calls that stand for ops of `chlo` by these ops.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
//! ```
//! After:
//! ```mlir
//! %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
//! ```
//! XLA and the exporters write ops that StableHLO lacks as custom calls named `mhlo.NAME` or `chlo.NAME`, with the attributes in a
//! dictionary, or as composites `chlo.NAME` of version 1, whose decomposition is left for `symbol-dce`. Both become `chlo.NAME` if that
//! is an op on one operand; `topk` and `top_k` become `chlo.top_k`, and `ragged_dot` becomes `chlo.ragged_dot`. A call whose types or
//! attributes do not fit the op stays.

use strata_chlo::{Precision, RaggedDotDimensionNumbers, RaggedDotOp, TopKOp};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::{CompositeOp, CustomCallOp, infer};

/// Recompose CHLO ops serialized as custom calls and composites.
#[pass(
    name = "stablehlo-ext-chlo-recompose-ops",
    class = "ChloRecomposeOpsPass",
    on = "func.func",
    produces = [chlo],
    idempotent
)]
pub struct ChloRecomposeOps;

impl BodyPass for ChloRecomposeOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            let Some(state) = recomposed(body, op) else { continue };
            let new = Builder::before(body, op).build(state);
            for (old, value) in body.results(op).to_vec().into_iter().zip(body.results(new).to_vec()) {
                body.replace_all_uses(old, value);
            }
            body.erase(op);
        }
        Ok(())
    }
}

/// The op that a call stands for.
fn recomposed(b: &Body, op: Op) -> Option<OpState> {
    let cx = b.cx();
    let (name, attributes) = custom_call(b, op).or_else(|| composite(b, op))?;
    let attributes = attributes.map(DictionaryAttr::entries).unwrap_or_default();
    let mut state = match name {
        "topk" | "top_k" => top_k(b, op, attributes)?,
        "ragged_dot" => ragged_dot(b, op, attributes)?,
        _ => unary(b, op, name)?,
    };
    for &(name, value) in attributes {
        // A property that is already set has a different form in the dictionary.
        if state.info.attr_slot(cx.str(name)).is_none_or(|slot| state.attrs[slot].is_none()) {
            state.set_attr(cx, cx.str(name), value);
        }
    }
    for name in ["mhlo.sharding", "mhlo.frontend_attributes"] {
        if let Some(value) = b.attr(op, name) {
            state.set_attr(cx, name, value);
        }
    }
    Some(state)
}

/// The name and the attributes of the op that a custom call stands for.
fn custom_call(b: &Body, op: Op) -> Option<(&str, Option<&DictionaryAttr>)> {
    op.as_op::<CustomCallOp>(b)?;
    let cx = b.cx();
    let target = b.attr(op, "call_target_name").and_then(|a| cx.attr_str(a))?;
    let name = target.strip_prefix("mhlo.").or_else(|| target.strip_prefix("chlo."))?;
    let empty = |name: &str| {
        b.attr(op, name).is_none_or(|a| {
            cx.attr_str(a).is_some_and(str::is_empty)
                || cx.attr_as::<ArrayAttr>(a).is_some_and(|a| a.0.is_empty())
                || cx.attr_as::<DictionaryAttr>(a).is_some_and(|d| d.entries().is_empty())
        })
    };
    let attributes = b.attr(op, "mhlo.attributes").and_then(|a| cx.attr_as::<DictionaryAttr>(a));
    (empty("backend_config") && empty("called_computations")).then_some((name, attributes))
}

/// The same of a composite op.
fn composite(b: &Body, op: Op) -> Option<(&str, Option<&DictionaryAttr>)> {
    op.as_op::<CompositeOp>(b)?;
    let cx = b.cx();
    let name = b.attr(op, "name").and_then(|a| cx.attr_str(a))?.strip_prefix("chlo.")?;
    let version = b.attr(op, "version").and_then(|a| cx.attr_i64(a));
    let attributes = b.attr(op, "composite_attributes").and_then(|a| cx.attr_as::<DictionaryAttr>(a));
    (version == Some(1) && b.regions(op).is_empty()).then_some((name, attributes))
}

fn state(b: &Body, op: Op, info: &'static OpInfo) -> Option<OpState> {
    let mut state = OpState::new(info, b.loc(op));
    state.operands.extend(b.operands(op));
    state.result_types.extend(b.result_types(op));
    let checks = [
        (info.operands, b.operand_types(op).collect::<Vec<_>>()),
        (info.results, b.result_types(op).collect()),
    ];
    let fits = checks.iter().all(|(specs, types)| {
        specs.len() == types.len() && specs.iter().zip(types).all(|(spec, &ty)| (spec.check)(ty, b.cx()))
    });
    fits.then_some(state)
}

/// An op with one tensor operand and a result of the same type.
fn unary(b: &Body, op: Op, name: &str) -> Option<OpState> {
    let info = b.cx().op_info(&format!("chlo.{name}"))?;
    let required = info.attrs.iter().any(|a| a.required) || !info.regions.is_empty();
    if info.operands.len() != 1 || info.results.len() != 1 || required {
        return None;
    }
    let state = state(b, op, info)?;
    let (from, to) = (b.ty(b.operand(op, 0)), b.ty(b.result(op, 0)));
    infer::compatible(b.cx(), from, to).then_some(state)
}

fn entry(cx: &Context, attributes: &[(Str, Attr)], name: &str) -> Option<Attr> {
    attributes.iter().find(|(n, _)| cx.str(*n) == name).map(|&(_, a)| a)
}

/// Products of groups: the dictionary has six tensors of dimension numbers, and keywords for the precisions.
fn ragged_dot(b: &Body, op: Op, attributes: &[(Str, Attr)]) -> Option<OpState> {
    let cx = b.cx();
    let mut state = state(b, op, RaggedDotOp::info())?;
    let list = |name| entry(cx, attributes, name).and_then(|a| cx.attr_as::<ArrayAttr>(a));
    let dimensions = RaggedDotDimensionNumbers::of_lists(cx, list("ragged_dot_dimension_numbers")?)?;
    state.set_attr(cx, "ragged_dot_dimension_numbers", cx.attr(dimensions));
    if let Some(words) = list("precision_config") {
        let word = |&a: &Attr| cx.attr_str(a).and_then(Precision::from_word).map(|p| cx.attr(p));
        let config = words.0.iter().map(word).collect::<Option<Vec<_>>>()?;
        state.set_attr(cx, "precision_config", cx.array_attr(config));
    }
    Some(state)
}

/// The largest elements; `chlo` has no op for the smallest.
fn top_k(b: &Body, op: Op, attributes: &[(Str, Attr)]) -> Option<OpState> {
    let cx = b.cx();
    let mut state = state(b, op, TopKOp::info())?;
    let entry = |name| entry(cx, attributes, name);
    if entry("largest").is_some_and(|a| cx.attr_i64(a) == Some(0)) {
        return None;
    }
    let (n, k) =
        (*infer::sizes(cx, b.ty(b.operand(op, 0))).last()?, *infer::sizes(cx, b.ty(b.result(op, 0))).last()?);
    let k = entry("k").and_then(|a| cx.attr_i64(a)).or(if k == DYNAMIC { None } else { Some(k) })?;
    if k < 0 || n != DYNAMIC && k > n {
        return None;
    }
    state.set_attr(cx, "k", cx.i64_attr(k));
    Some(state)
}
