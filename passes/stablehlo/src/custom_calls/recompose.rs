//! `stablehlo-ext-chlo-recompose-ops`: calls that stand for ops of `chlo` become these.
//!
//! Before:
//! ```mlir
//! %0 = stablehlo.custom_call @mhlo.erf(%x) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
//! ```
//! After:
//! ```mlir
//! %0 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
//! ```
//! XLA writes ops that StableHLO lacks so, with their attributes in a dictionary. What is called `mhlo.NAME` or `chlo.NAME` is
//! `chlo.NAME`, where there is one on one operand; `mhlo.topk` is `chlo.top_k`. A call whose types or attributes the op does not
//! take stays.

use strata_chlo::TopKOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::{CustomCallOp, infer};

/// Recompose CHLO ops serialized as custom calls.
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
    if !empty("backend_config") || !empty("called_computations") {
        return None;
    }
    let attributes = b.attr(op, "mhlo.attributes").and_then(|a| cx.attr_as::<DictionaryAttr>(a));
    let attributes = attributes.map(DictionaryAttr::entries).unwrap_or_default();
    let mut state = match name {
        "topk" | "top_k" => top_k(b, op, attributes)?,
        _ => unary(b, op, name)?,
    };
    for &(name, value) in attributes {
        state.set_attr(cx, cx.str(name), value);
    }
    for name in ["mhlo.sharding", "mhlo.frontend_attributes"] {
        if let Some(value) = b.attr(op, name) {
            state.set_attr(cx, name, value);
        }
    }
    Some(state)
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

/// An op on one tensor that gives one of the same type.
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

/// The largest elements; the smallest are no op of `chlo`.
fn top_k(b: &Body, op: Op, attributes: &[(Str, Attr)]) -> Option<OpState> {
    let cx = b.cx();
    let mut state = state(b, op, TopKOp::info())?;
    let entry = |name: &str| attributes.iter().find(|(n, _)| cx.str(*n) == name).map(|&(_, a)| a);
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
