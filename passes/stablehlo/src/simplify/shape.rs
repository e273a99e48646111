//! Rules about broadcasts, transposes, iotas and tensors without elements.

use strata_ir::{analysis::effects::is_memory_effect_free, prelude::*, rewrite::patterns};
use strata_stablehlo::*;

use crate::hlo_builder::*;

pub const PATTERNS: &[PatternRow] = patterns! {
    BroadcastInDimOp => "broadcast-without-copies": broadcast_without_copies,
    TransposeOp => "transpose-is-reshape": transpose_is_reshape,
    IotaOp => "iota-of-one": iota_of_one,
    IotaOp => "iota-of-many-dimensions": iota_of_many_dimensions,
    PadOp => "pad-of-nothing": pad_of_nothing,
    any => "no-elements": no_elements,
    any => "shape-after-function": shape_after_function,
};

/// `broadcast_in_dim(X, [dims...]) -> transpose(X)` if the ranks are equal, `-> reshape(X)` if the dimensions are in order; only if no
/// element is repeated.
fn broadcast_without_copies(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let broadcast = op.as_op::<BroadcastInDimOp>(rw)?;
    let (x, result) = (broadcast.operand(rw), broadcast.result(rw));
    let (cx, from, to) = (rw.cx(), rw.ty(x), rw.ty(result));
    if !is_static(cx, from) || !is_static(cx, to) || count(rw, x)? != count(rw, result)? {
        return None;
    }
    let (source, target, dims) = (sizes(rw, x), sizes(rw, result), broadcast.dims(rw));
    if !dims.iter().zip(source).all(|(&d, n)| target.get(d as usize) == Some(n)) {
        return None;
    }
    if dims.is_sorted() {
        return if from == to { None } else { become_op::<ReshapeOp>(rw, op, &[x], &[]) };
    }
    if source.len() != target.len() {
        return None;
    }
    let mut permutation = vec![0; dims.len()];
    for (i, &d) in dims.iter().enumerate() {
        permutation[d as usize] = i as i64;
    }
    let permutation = cx.i64_array(&permutation);
    become_op::<TransposeOp>(rw, op, &[x], &[("permutation", permutation)])
}

/// `transpose(X, [...]) -> reshape(X)` when only dimensions of size 1 are permuted.
fn transpose_is_reshape(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let transpose = op.as_op::<TransposeOp>(rw)?;
    let x = transpose.operand(rw);
    let shape = sizes(rw, x);
    let long: Vec<i64> =
        transpose.dims(rw).iter().copied().filter(|&d| shape.get(d as usize) != Some(&1)).collect();
    let fixed = is_static(rw.cx(), rw.ty(x)) && is_static(rw.cx(), rw.ty(transpose.result(rw)));
    if !fixed || !long.is_sorted() || transpose.dims(rw).is_sorted() {
        return None;
    }
    become_op::<ReshapeOp>(rw, op, &[x], &[])
}

/// `iota(dim) : type -> constant(0) : type [if type[dim] == 1]`
fn iota_of_one(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let dim = usize::try_from(int(rw, op, "iota_dimension")?).ok()?;
    let result = rw.result(op, 0);
    if sizes(rw, result).get(dim) != Some(&1) {
        return None;
    }
    let (cx, ty, elem) = (rw.cx(), rw.ty(result), elem(rw, result));
    let zero = match cx.as_float(elem) {
        Some(_) => cx.float_attr(0.0, elem),
        None if cx.as_int(elem).is_some() => cx.int_attr(0, elem),
        None => return None,
    };
    let zero = cx.splat_attr(ty, zero)?;
    become_constant(rw, op, zero)
}

/// `iota(dim) : multi_rank -> broadcast_in_dim(iota(0) : vector, [dim])`
fn iota_of_many_dimensions(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let dim = int(rw, op, "iota_dimension")?;
    let result = rw.result(op, 0);
    let shape = sizes(rw, result);
    if shape.len() < 2 {
        return None;
    }
    let n = *shape.get(usize::try_from(dim).ok()?)?;
    let cx = rw.cx();
    let ty = cx.tensor(&[n], elem(rw, result));
    let vector = make::<IotaOp>(rw, &[], &[("iota_dimension", cx.i64_attr(0))], ty);
    become_op::<BroadcastInDimOp>(rw, op, &[vector], &[("broadcast_dimensions", cx.i64_array(&[dim]))])
}

/// `pad(empty, V) -> broadcast_in_dim(V, [])`
fn pad_of_nothing(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let pad = op.as_op::<PadOp>(rw)?;
    if count(rw, pad.operand(rw))? != 0 || !is_static(rw.cx(), rw.ty(pad.result(rw))) {
        return None;
    }
    let (value, dims) = (pad.padding_value(rw), rw.cx().i64_array(&[]));
    become_op::<BroadcastInDimOp>(rw, op, &[value], &[("broadcast_dimensions", dims)])
}

/// `op(...) : type -> constant([]) : type [if type has no elements]`, for each result of an op without effects.
fn no_elements(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let ours =
        matches!(rw.info(op).dialect(), "stablehlo" | "chlo") && !rw.has_trait(op, Trait::ConstantLike);
    let empty = |&v: &Value| is_static(rw.cx(), rw.ty(v)) && count(rw, v) == Some(0) && rw.has_uses(v);
    if !ours {
        return None;
    }
    let results: Vec<Value> = rw.results(op).iter().copied().filter(empty).collect();
    if results.is_empty() || !is_memory_effect_free(rw, op) {
        return None;
    }
    for result in results {
        let ty = rw.ty(result);
        let empty = rw.cx().dense_attr(ty, Vec::new())?;
        let value = rw.constant("stablehlo", empty, ty)?;
        rw.replace_value(result, value);
    }
    Some(())
}

/// `f(shape(X)) -> shape(f(X))` for an elementwise function and an op that only moves or repeats elements, so that such ops become
/// adjacent and `f` runs once for each element.
fn shape_after_function(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let (&[result], 1) = (rw.results(op), rw.num_operands(op)) else { return None };
    let moved = rw.operand(op, 0);
    let def = rw.def_op(moved)?;
    let moves = def.as_op::<BroadcastOp>(rw).is_some()
        || def.as_op::<BroadcastInDimOp>(rw).is_some()
        || def.as_op::<ReshapeOp>(rw).is_some()
        || def.as_op::<TransposeOp>(rw).is_some();
    let function = rw.info(op).dialect() == "stablehlo"
        && rw.has_trait(op, Trait::Elementwise)
        && rw.has_trait(op, Trait::Pure)
        && rw.regions(op).is_empty();
    let (cx, x) = (rw.cx(), rw.operands(def).next()?);
    let plain = |v: Value| {
        is_static(cx, rw.ty(v)) && strata_stablehlo::infer::expressed(cx, elem(rw, v)) == elem(rw, v)
    };
    if !moves || !function || !rw.has_one_use(moved) || ![x, moved, result].into_iter().all(plain) {
        return None;
    }
    if sizes(rw, moved) != sizes(rw, result) {
        return None;
    }
    let (ty, to) = (cx.tensor(sizes(rw, x), elem(rw, result)), rw.ty(result));
    // The sharding of the result stays with the result.
    let sharding = rw.attr(op, SHARDING);
    let inner = copy(rw, op, x, ty, None);
    let value = copy(rw, def, inner, to, sharding);
    rw.replace_op(op, &[value]);
    Some(())
}

/// The attribute for the distribution of a tensor over devices.
const SHARDING: &str = "mhlo.sharding";

/// A copy of an op with one operand and one result, with another operand, type and sharding.
fn copy(rw: &mut Rewriter<'_>, op: Op, operand: Value, ty: Type, sharding: Option<Attr>) -> Value {
    let mut state = OpState::new(rw.info(op), rw.loc(op));
    state.operands.push(operand);
    for slot in 0..rw.info(op).attrs.len() {
        state.attrs[slot] = rw.attr_slot(op, slot);
    }
    let cx = rw.cx();
    state.extra = rw.extra_attrs(op).iter().copied().filter(|(name, _)| cx.str(*name) != SHARDING).collect();
    if let Some(sharding) = sharding {
        state.set_attr(cx, SHARDING, sharding);
    }
    state.result_types.push(ty);
    let new = rw.create(state);
    rw.result(new, 0)
}
