//! Ops that rewrite structured ops, and ops that make buffers of tensors.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::{BatchMatmulOp, GenericOp, LinalgOp, MatmulOp, generalize};
use strata_passes_bufferization::one_shot;
use strata_passes_structured::promote_to_stack;
use strata_tensor::MixedIndex;
use strata_transform::types::HandleKind;

use super::{Rows, each_target, interchange_loops, not_applied, rewrite, tile::mixed_sizes, wrong_kind};
use crate::{
    convolutions,
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
    scalar_loops,
    state::Mapping,
    tiling::{LoopKind, Tiling, tile},
    vectorize::vectorize,
};

pub const OPS: Rows = &[
    ("transform.structured.generalize", generalize_op),
    ("transform.structured.interchange", interchange),
    ("transform.structured.scalarize", scalarize),
    ("transform.structured.convert_to_loops", convert_to_loops),
    ("transform.structured.decompose", decompose),
    ("transform.structured.specialize", specialize),
    ("transform.structured.transpose_matmul", transpose_matmul),
    ("transform.structured.multitile_sizes", multitile_sizes),
    ("transform.structured.vectorize", vectorize_op),
    ("transform.bufferization.buffer_loop_hoisting", buffer_loop_hoisting),
    ("transform.bufferization.eliminate_empty_tensors", eliminate_empty_tensors),
    ("transform.bufferization.one_shot_bufferize", one_shot_bufferize),
    ("transform.bufferization.empty_tensor_to_alloc_tensor", empty_tensor_to_alloc_tensor),
];

fn is_structured(cx: &Interpreter<'_, '_>, at: PayloadOp) -> bool {
    at.op.implements::<dyn LinalgOp>(cx.payload.body(at.body))
}

fn generalize_op<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        if !is_structured(cx, at) {
            return Err(wrong_kind(cx, site, at));
        }
        if at.op.isa::<GenericOp>(cx.payload.body(at.body)) {
            return Ok(vec![Some(at)]);
        }
        match rewrite(cx, at, generalize) {
            Some(op) => Ok(vec![Some(PayloadOp { op: op.op(), ..at })]),
            None => Err(not_applied(cx, site, at)),
        }
    })
}

fn interchange<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let order = site.ints("iterator_interchange");
    each_target(cx, site, |cx, at| {
        let body = cx.payload.body(at.body);
        let Some(op) = at.op.as_op::<GenericOp>(body) else { return Err(wrong_kind(cx, site, at)) };
        if order.is_empty() {
            return Ok(vec![Some(at)]);
        }
        let n = op.num_loops(body);
        if order.len() != n {
            return Err(site.definite(format!(
                "\"iterator_interchange\" has length ({}) different from the number of loops in the target operation ({n})",
                order.len()
            )));
        }
        let order: Vec<usize> = order.iter().filter_map(|&d| usize::try_from(d).ok()).collect();
        cx.payload.edit(at.body, |body| interchange_loops(body, op, &order));
        Ok(vec![Some(at)])
    })
}

fn convert_to_loops<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let mut loops = Vec::new();
    for at in cx.targets(site)? {
        if !is_structured(cx, at) {
            let d = site.error("expected the payload to implement TilingInterface");
            return Err(Failure::silenceable(cx.payload.note(d, at, "payload op")));
        }
        match cx.payload.edit(at.body, |body| scalar_loops::to_loops(body, at.op)) {
            Some(ops) => loops.extend(ops.into_iter().map(|op| PayloadOp { op, ..at })),
            None => {
                let d = site.error("failed to apply");
                let d = d.note(cx.payload.loc(at), "unable to lower to loops operations with return values");
                return Err(Failure::definite(d));
            }
        }
    }
    cx.set_ops(site, 0, loops);
    Ok(())
}

fn decompose<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        if !is_structured(cx, at) {
            return Err(wrong_kind(cx, site, at));
        }
        match cx.payload.edit(at.body, |body| convolutions::decompose(body, at.op)) {
            Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            None => Err(not_applied(cx, site, at)),
        }
    })
}

fn specialize<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        if !is_structured(cx, at) {
            return Err(wrong_kind(cx, site, at));
        }
        if !at.op.isa::<GenericOp>(cx.payload.body(at.body)) {
            return Ok(vec![Some(at)]);
        }
        match rewrite(cx, at, strata_passes_linalg::specialize) {
            Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            None => Err(not_applied(cx, site, at)),
        }
    })
}

fn transpose_matmul<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let left = site.int("inputToTranspose") != Some(1);
    each_target(cx, site, |cx, at| {
        let body = cx.payload.body(at.body);
        if !at.op.isa::<MatmulOp>(body) && !at.op.isa::<BatchMatmulOp>(body) {
            return Err(wrong_kind(cx, site, at));
        }
        match cx.payload.edit(at.body, |body| crate::transpose_matmul::transpose_matmul(body, at.op, left)) {
            Ok(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            Err(_) => {
                let d = Diagnostic::error(cx.payload.loc(at), "not supported");
                Err(Failure::silenceable(d))
            }
        }
    })
}

/// Loops of unknown sizes have tiles of one iteration.
fn scalarize<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        let body = cx.payload.body(at.body);
        let Some(ranges) = at.op.cast::<dyn LinalgOp>(body).map(|l| l.static_loop_ranges(body)) else {
            return Err(wrong_kind(cx, site, at));
        };
        let sizes = ranges.iter().map(|&n| MixedIndex::Static(i64::from(n == DYNAMIC))).collect();
        let tiling = Tiling { sizes, interchange: Vec::new(), loops: LoopKind::For };
        match cx.payload.edit(at.body, |body| tile(body, at.op, &tiling)) {
            Ok(tiled) => Ok(vec![Some(PayloadOp { op: tiled.op, ..at })]),
            Err(message) => Err(site.definite(message)),
        }
    })
}

/// Sizes of tiles that divide a range without rest: `low` for the first tiles, up to the split point, and `high`.
fn two_sizes(range: i64, target: i64, divisor: i64) -> Option<[i64; 3]> {
    if range <= 0 || target <= 0 || divisor <= 0 || range % divisor != 0 {
        return None;
    }
    let a = range / divisor;
    let t = (target + divisor - 1) / divisor;
    let d = (a + t - 1) / t;
    let s = a / d * divisor;
    let v = a % d;
    let u = d - v;
    let high = s + divisor;
    (s.checked_mul(u)?.checked_add(high.checked_mul(v)?)? == range).then_some([s, high, s * u])
}

fn multitile_sizes<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let int = |name| site.int(name).unwrap_or(0);
    let (dimension, target, divisor) = (int("dimension"), int("target_size"), int("divisor"));
    let is_param = HandleKind::from_type(site.body.cx(), site.result_type(0)) == Some(HandleKind::Param);
    let mut results: [Vec<PayloadOp>; 3] = Default::default();
    let mut params: [Vec<Attr>; 3] = Default::default();
    for at in cx.targets(site)? {
        let body = cx.payload.body(at.body);
        let Some(ranges) = at.op.cast::<dyn LinalgOp>(body).map(|l| l.static_loop_ranges(body)) else {
            return Err(wrong_kind(cx, site, at));
        };
        let range = usize::try_from(dimension).ok().and_then(|d| ranges.get(d)).copied();
        let range = range.ok_or_else(|| site.definite("dimension overflows the number of loops"))?;
        if range == DYNAMIC {
            let message = if is_param {
                "cannot compute parametric tile sizes for dynamically shaped payload op"
            } else {
                "sizes of a loop of unknown size are not supported"
            };
            return Err(Failure::silenceable(cx.payload.note(site.error(message), at, "target op")));
        }
        let Some(sizes) = two_sizes(range, target, divisor) else {
            return Err(site.silenceable("could not generate tile size computation"));
        };
        for (i, n) in sizes.into_iter().enumerate() {
            if is_param {
                params[i].push(site.body.cx().i64_attr(n));
                continue;
            }
            let op = cx.payload.edit(at.body, |body| {
                let v = strata_arith::constant_index(&mut Builder::before(body, at.op), n);
                body.def_op(v)
            });
            results[i].extend(op.map(|op| PayloadOp { op, ..at }));
        }
    }
    for (i, (ops, numbers)) in results.into_iter().zip(params).enumerate() {
        if is_param {
            cx.set(site, i, Mapping::Params(numbers));
        } else {
            cx.set_ops(site, i, ops);
        }
    }
    Ok(())
}

fn vectorize_op<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let lists = mixed_sizes(cx, site, "static_vector_sizes", &site.operands(1), 1)?;
    let sizes: Option<Vec<i64>> =
        lists.into_iter().next().unwrap_or_default().iter().map(|m| m.as_static()).collect();
    let sizes = sizes.ok_or_else(|| site.definite("expected vector sizes that are parameters"))?;
    let unsupported = ["create_named_contraction", "assume_dynamic_dims_match_vec_sizes"];
    let scalable = site.ints("scalable_sizes").iter().any(|&n| n != 0).then_some("scalable sizes");
    if let Some(name) = unsupported.into_iter().find(|name| site.has(name)).or(scalable) {
        let message = format!("'transform.structured.vectorize' op with '{name}' is not supported");
        return Err(site.definite(message));
    }
    let sizes = Some(&sizes[..]).filter(|sizes| !sizes.is_empty());
    each_target(cx, site, |cx, at| {
        if !is_structured(cx, at) {
            let d = site.error("Unsupported Op, cannot vectorize");
            return Err(Failure::silenceable(cx.payload.note(d, at, "target op")));
        }
        match cx.payload.edit(at.body, |body| vectorize(body, at.op, sizes)) {
            Some(()) => Ok(Vec::new()),
            None => {
                let d = Diagnostic::error(cx.payload.loc(at), "Attempted to vectorize, but failed");
                Err(Failure::silenceable(d))
            }
        }
    })
}

/// The options of the pass that the attributes stand for.
fn bufferization_options(site: Site<'_>) -> one_shot::Options {
    use one_shot::{Options, TypeConversion};
    let function_types = match site.int("function_boundary_type_conversion") {
        Some(1) => TypeConversion::IdentityLayoutMap,
        Some(2) => TypeConversion::FullyDynamicLayoutMap,
        _ => TypeConversion::InferLayoutMap,
    };
    Options {
        allow_return_allocs_from_loops: site.is_true("allow_return_allocs_from_loops"),
        allow_unknown_ops: site.is_true("allow_unknown_ops"),
        function_boundaries: site.is_true("bufferize_function_boundaries"),
        dump_alias_sets: site.is_true("dump_alias_sets"),
        test_analysis_only: site.is_true("test_analysis_only"),
        print_conflicts: site.is_true("print_conflicts"),
        check_parallel_regions: site.is_true("check_parallel_regions"),
        function_types,
        ..Options::default()
    }
}

fn one_shot_bufferize<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    if site.str("memcpy_op") == Some("linalg.copy") {
        let message = "'transform.bufferization.one_shot_bufferize' op with 'memcpy_op' \"linalg.copy\" is not supported";
        return Err(site.definite(message));
    }
    let options = bufferization_options(site);
    let targets = cx.targets(site)?;
    for &at in &targets {
        let body = cx.payload.body(at.body);
        if body.op_name(at.op) != "builtin.module" {
            let d = site.error("expected module target");
            return Err(Failure::silenceable(cx.payload.note(d, at, "target op")));
        }
        let (id, _) = cx.payload.inner(at);
        if let Err(error) = cx.payload.rebuild(id, |body| one_shot::bufferize_module(body, &options)) {
            let d = site.error("bufferization failed");
            return Err(Failure::silenceable(d.note(error.loc, error.message)));
        }
    }
    cx.set_ops(site, 0, targets);
    Ok(())
}

fn empty_tensor_to_alloc_tensor<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        let new = cx.payload.edit(at.body, |body| {
            let info = body.cx().op_info("bufferization.alloc_tensor")?;
            let mut state = OpState::new(info, body.loc(at.op));
            state.operands = body.operands(at.op).collect();
            state.result_types = body.result_types(at.op).collect();
            let sizes = body.cx().i32_array(&[state.operands.len() as i32, 0, 0]);
            state.set_attr(body.cx_arc().clone().as_ref(), "operandSegmentSizes", sizes);
            let new = Builder::before(body, at.op).build(state);
            let values = body.results(new).to_vec();
            crate::loops::replace(body, at.op, &values);
            Some(new)
        });
        Ok(vec![new.map(|op| PayloadOp { op, ..at })])
    })
}

fn buffer_loop_hoisting<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    super::apply::each(cx, site, |body, op| {
        promote_to_stack::hoist_in(body, op);
    })
}

fn eliminate_empty_tensors<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    super::apply::each(cx, site, strata_passes_linalg::eliminate_empty_tensors_in)
}
