//! Matchers of structured ops.

use strata_ir::prelude::*;
use strata_linalg::{IteratorType, LinalgOp};
use strata_transform::types::{AffineMapParamType, HandleKind};

use super::{Rows, matching::only_op, navigation::positions};
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::{PayloadOp, PayloadValue},
    state::Mapping,
};

pub const OPS: Rows = &[
    ("transform.match.structured", structured),
    ("transform.match.structured.body", body),
    ("transform.match.structured.classify_contraction_dims", classify_contraction_dims),
    ("transform.match.structured.dim", dim),
    ("transform.match.structured.elemental_bitwidth", elemental_bitwidth),
    ("transform.match.structured.init", init),
    ("transform.match.structured.input", input),
    ("transform.match.structured.num_inits", num_inits),
    ("transform.match.structured.num_inputs", num_inputs),
    ("transform.match.structured.rank", rank),
    ("transform.match.structured.result", result),
];

fn structured<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let at = only_op(cx, site)?;
    if !at.op.implements::<dyn LinalgOp>(cx.payload.body(at.body)) {
        let d = site.error("expected a Linalg op");
        return Err(Failure::silenceable(cx.payload.note(d, at, "while matching this op")));
    }
    let block = site.body.regions(site.op).first().and_then(|&r| site.body.blocks(r).first().copied());
    let Some(block) = block else { return Err(site.definite("the op has no body")) };
    for &param in site.body.block_args(block) {
        cx.bind(param, Mapping::ops(&cx.payload, [at]));
    }
    let suppress = site.int("failure_propagation_mode") == Some(2);
    for (i, mapping) in cx.run_block(site.body, block, suppress)?.into_iter().enumerate() {
        cx.set(site, i, mapping);
    }
    Ok(())
}

/// The structured op that a matcher is about.
fn subject<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>) -> Outcome<PayloadOp> {
    let at = only_op(cx, site)?;
    if at.op.implements::<dyn LinalgOp>(cx.payload.body(at.body)) {
        return Ok(at);
    }
    Err(site.silenceable("expected a Linalg op"))
}

fn with<R>(cx: &Interpreter<'_, '_>, at: PayloadOp, f: impl FnOnce(&Body, &dyn LinalgOp) -> R) -> Option<R> {
    let body = cx.payload.body(at.body);
    Some(f(body, at.op.cast::<dyn LinalgOp>(body)?))
}

fn body<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let at = subject(cx, site)?;
    let holds = |r: Option<bool>, message: String| match r {
        Some(true) => Ok(()),
        _ => Err(site.silenceable(message)),
    };
    if let Some(position) = site.int("reduction_position") {
        let combines = with(cx, at, |b, op| {
            let yields = op.payload_yield(b)?;
            let out = usize::try_from(position).ok()?;
            let value = b.operands(yields.op()).nth(out)?;
            let combiner = b.def_op(value)?;
            let arg = b.block_args(op.payload(b)?).get(op.dps_init_range(b).start + out).copied()?;
            Some(b.operands(combiner).any(|v| v == arg) && b.num_operands(combiner) == 2)
        });
        return holds(combines.flatten(), "could not match reduction".to_owned());
    }
    if site.has("passthrough") {
        let passes = with(cx, at, |b, op| {
            let (yields, block) = (op.payload_yield(b)?, op.payload(b)?);
            Some(b.operands(yields.op()).all(|v| b.block_args(block).contains(&v)))
        });
        return holds(passes.flatten(), "not a passthrough".to_owned());
    }
    if site.has("elementwise") {
        let elementwise = with(cx, at, |b, op| {
            op.num_parallel_loops(b) == op.num_loops(b)
                && op.dps_init_range(b).all(|i| op.indexing_map(b, i).is_some_and(|m| m.is_permutation()))
        });
        return holds(elementwise, "not elementwise".to_owned());
    }
    if let Some(names) = site.strs("contraction") {
        let contracts = with(cx, at, |b, op| {
            let yields = op.payload_yield(b)?;
            let sum = b.def_op(b.operands(yields.op()).next()?)?;
            let product = b.operands(sum).find_map(|v| b.def_op(v))?;
            Some(names == [b.op_name(product), b.op_name(sum)])
        });
        return holds(contracts.flatten(), "contraction is not matched".to_owned());
    }
    Ok(())
}

fn numbers(site: Site<'_>, list: impl IntoIterator<Item = i64>) -> Mapping {
    Mapping::Params(list.into_iter().map(|n| site.body.cx().i64_attr(n)).collect())
}

fn classify_contraction_dims<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let at = subject(cx, site)?;
    let dims = with(cx, at, strata_passes_analysis::contraction::contraction_dims).flatten();
    let Some(dims) = dims else { return Err(site.silenceable("contraction dims are not matched")) };
    for (i, list) in [dims.batch, dims.m, dims.n, dims.k].into_iter().enumerate() {
        cx.set(site, i, numbers(site, list.into_iter().map(|d| d as i64)));
    }
    Ok(())
}

fn dim<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let at = subject(cx, site)?;
    let loops = with(cx, at, |b, op| (op.iterator_types(b), op.static_loop_ranges(b)));
    let (kinds, sizes) = loops.unwrap_or_default();
    let dims = positions(site, "raw_dim_list", kinds.len()).map_err(|m| {
        let note = "while considering dimensions of this payload operation";
        Failure::silenceable(cx.payload.note(site.error(m), at, note))
    })?;
    for (name, want) in [("parallel", IteratorType::Parallel), ("reduction", IteratorType::Reduction)] {
        if site.has(name)
            && let Some(&d) = dims.iter().find(|&&d| kinds[d] != want)
        {
            return Err(site.silenceable(format!("expected dimension #{d} to be {name}")));
        }
    }
    if !site.body.results(site.op).is_empty() {
        cx.set(site, 0, numbers(site, dims.iter().map(|&d| sizes[d])));
    }
    Ok(())
}

fn elemental_bitwidth<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let values = cx.values(site, site.operand(0))?;
    let [v] = values[..] else {
        return Err(site.definite(format!(
            "SingleValueMatcherOpTrait requires the value handle to point to a single payload value, got {}",
            values.len()
        )));
    };
    let body = cx.payload.body(v.body);
    let shaped = body.cx().shaped(body.ty(v.value));
    let width = shaped.and_then(|s| body.cx().bit_width(s.elem));
    let Some(width) = width else { return Err(site.silenceable("unsupported type for bitwidth")) };
    cx.set(site, 0, numbers(site, [i64::from(width)]));
    Ok(())
}

fn init<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    operands(cx, site, true)
}

fn input<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    operands(cx, site, false)
}

fn operands<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>, inits: bool) -> Outcome {
    let at = subject(cx, site)?;
    let parts = with(cx, at, |b, op| {
        let init_range = op.dps_init_range(b);
        let range = if inits { init_range } else { 0..init_range.start };
        (range, op.indexing_maps(b))
    });
    let (range, maps) = parts.unwrap_or_default();
    let what = if inits { "init" } else { "input" };
    let list = positions(site, "raw_position_list", range.len()).map_err(|m| {
        let note = format!("while considering {what} operands of this payload operation");
        Failure::silenceable(cx.payload.note(site.error(m), at, &note))
    })?;
    for &i in &list {
        let map = maps.get(range.start + i);
        let fails = |ok: Option<bool>| ok != Some(true);
        if site.has("permutation") && fails(map.map(|m| m.is_permutation())) {
            return Err(site.silenceable(format!("the indexing map for {what} #{i} is not a permutation")));
        }
        if site.has("projected_permutation") && fails(map.map(|m| m.is_projected_permutation(false))) {
            return Err(
                site.silenceable(format!("the indexing map for {what} #{i} is not a projected permutation"))
            );
        }
    }
    if site.body.results(site.op).is_empty() {
        return Ok(());
    }
    let ctx = site.body.cx();
    if ctx.type_as::<AffineMapParamType>(site.result_type(0)).is_some() {
        let attrs =
            list.iter().filter_map(|&i| maps.get(range.start + i)).map(|m| ctx.affine_map_attr(m.clone()));
        cx.set(site, 0, Mapping::Params(attrs.collect()));
        return Ok(());
    }
    let body = cx.payload.body(at.body);
    let values: Vec<Value> = list.iter().map(|&i| body.operand(at.op, range.start + i)).collect();
    if HandleKind::from_type(ctx, site.result_type(0)) == Some(HandleKind::Value) {
        let values = values.into_iter().map(|value| PayloadValue { body: at.body, value }).collect();
        cx.set(site, 0, Mapping::Values(values));
        return Ok(());
    }
    match values[..] {
        [v] => match body.def_op(v) {
            Some(op) => {
                cx.set_ops(site, 0, [PayloadOp { op, ..at }]);
                Ok(())
            }
            None => Err(site.silenceable(format!("{what} operand is not produced by an operation"))),
        },
        _ => Err(site.silenceable(format!("expected a single {what} operand"))),
    }
}

fn num_inits<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let at = subject(cx, site)?;
    let n = with(cx, at, |b, op| op.dps_init_range(b).len() as i64);
    cx.set(site, 0, numbers(site, n));
    Ok(())
}

fn num_inputs<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let at = subject(cx, site)?;
    let n = with(cx, at, |b, op| op.dps_init_range(b).start as i64);
    cx.set(site, 0, numbers(site, n));
    Ok(())
}

fn rank<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let at = subject(cx, site)?;
    let n = with(cx, at, |b, op| op.num_loops(b) as i64);
    cx.set(site, 0, numbers(site, n));
    Ok(())
}

fn result<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let at = subject(cx, site)?;
    let body = cx.payload.body(at.body);
    let count = body.results(at.op).len();
    let raw = site.int("position").unwrap_or(0);
    let position = if raw < 0 { raw.saturating_add(count as i64) } else { raw };
    let Some(&value) = usize::try_from(position).ok().and_then(|i| body.results(at.op).get(i)) else {
        return Err(site.silenceable(format!("position {position} overflow the number of results({count})")));
    };
    if HandleKind::from_type(site.body.cx(), site.result_type(0)) == Some(HandleKind::Value) {
        cx.set(site, 0, Mapping::Values(vec![PayloadValue { body: at.body, value }]));
        return Ok(());
    }
    let users: Vec<Op> = body.users(value).collect();
    match users[..] {
        [] => Err(site.silenceable("no users of the result")),
        [_, _, ..] if site.has("single") => {
            Err(site.silenceable("more than one result user with single requested"))
        }
        [op, ..] => {
            cx.set_ops(site, 0, [PayloadOp { op, ..at }]);
            Ok(())
        }
    }
}
