//! The meaning of the ops of scripts, by their names.

mod affine;
mod apply;
mod buffers;
mod cast_and_call;
mod conversions;
mod convolutions;
mod dlti;
mod functions;
mod gpu;
mod handles;
mod independent;
mod loops;
mod match_structured;
mod matching;
mod memref;
mod navigation;
mod nvgpu;
mod pack;
mod pad;
mod patterns;
mod pdl;
mod promote;
mod reductions;
mod replace;
mod rewrites;
mod sequences;
mod split;
mod tensors;
mod tile;
mod tune;
mod vectors;

use rustc_hash::FxHashMap;
use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_linalg::{GenericOp, IndexOp, LinalgOp};

use crate::{
    failure::{Failure, Outcome},
    interpreter::{Apply, Interpreter, Site},
    payload::PayloadOp,
};

/// The ops of one file.
type Rows = &'static [(&'static str, Apply)];

/// All ops by name.
pub fn table() -> FxHashMap<&'static str, Apply> {
    let all: [Rows; 30] = [
        affine::OPS,
        apply::OPS,
        buffers::OPS,
        cast_and_call::OPS,
        conversions::OPS,
        convolutions::OPS,
        dlti::OPS,
        functions::OPS,
        gpu::OPS,
        nvgpu::OPS,
        handles::OPS,
        independent::OPS,
        match_structured::OPS,
        matching::OPS,
        memref::OPS,
        navigation::OPS,
        loops::OPS,
        pack::OPS,
        pad::OPS,
        pdl::OPS,
        promote::OPS,
        reductions::OPS,
        replace::OPS,
        rewrites::OPS,
        sequences::OPS,
        split::OPS,
        tensors::OPS,
        tile::OPS,
        tune::OPS,
        vectors::OPS,
    ];
    all.into_iter().flatten().copied().collect()
}

/// A failure about a target.
pub fn wrong_kind(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp) -> Failure {
    let d = site.error("transform applied to the wrong op kind");
    Failure::silenceable(cx.payload.note(d, at, "when applied to this op"))
}

/// A failure of an op of the script by its name.
pub fn failed_by_name(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp) -> Failure {
    let d = site.error(format!("{} failed to apply", site.body.op_name(site.op)));
    Failure::silenceable(cx.payload.note(d, at, "when applied to this op"))
}

/// A failure to rewrite a target.
pub fn not_applied(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp) -> Failure {
    let d = site.error("failed to apply");
    Failure::silenceable(cx.payload.note(d, at, "attempted to apply to this op"))
}

/// Applies a rewrite to each target; the results list what it returns, as far as it returns something. Failures that may be silenced
/// are collected, and the other targets are tried.
pub fn each_target<'a>(
    cx: &mut Interpreter<'a, '_>,
    site: Site<'a>,
    mut f: impl FnMut(&mut Interpreter<'a, '_>, PayloadOp) -> Outcome<Vec<Option<PayloadOp>>>,
) -> Outcome {
    let targets = cx.targets(site)?;
    let mut lists = vec![Vec::new(); site.body.results(site.op).len()];
    let mut failures = Vec::new();
    for at in targets {
        match f(cx, at) {
            Ok(results) => lists.iter_mut().zip(results).for_each(|(list, result)| list.extend(result)),
            Err(Failure::Silenceable(all)) => failures.extend(all),
            Err(definite) => return Err(definite),
        }
    }
    for (i, list) in lists.into_iter().enumerate() {
        cx.set_ops(site, i, list);
    }
    if failures.is_empty() { Ok(()) } else { Err(Failure::Silenceable(failures)) }
}

/// The text of an op in errors.
pub fn generic_text(body: &Body, op: Op) -> String {
    let options =
        strata_ir::text::PrintOptions { generic: true, ..strata_ir::text::PrintOptions::for_diagnostics() };
    strata_ir::text::print_op(body, op, &options).trim_end().to_owned()
}

/// Whether an op can be tiled.
pub fn is_tileable(body: &Body, op: Op) -> bool {
    op.implements::<dyn LinalgOp>(body)
}

/// A rewrite of one op with a rewriter at it.
pub fn rewrite_body<R>(body: &mut Body, op: Op, f: impl FnOnce(Op, &mut Rewriter<'_>) -> R) -> R {
    let (ctx, point, loc) = (body.cx_arc().clone(), InsertPoint::before(body, op), body.loc(op));
    let mut touched = Vec::new();
    f(op, &mut Rewriter::new(body, &ctx, point, loc, &mut touched))
}

/// [`rewrite_body`] of a payload op.
fn rewrite<R>(cx: &mut Interpreter<'_, '_>, at: PayloadOp, f: impl FnOnce(Op, &mut Rewriter<'_>) -> R) -> R {
    cx.payload.edit(at.body, |body| rewrite_body(body, at.op, f))
}

/// Loop `i` becomes what loop `order[i]` was.
pub fn interchange_loops(body: &mut Body, op: GenericOp, order: &[usize]) {
    let cx = body.cx_arc().clone();
    let mut dims = vec![AffineExpr::constant(0); order.len()];
    for (i, &d) in order.iter().enumerate() {
        dims[d] = AffineExpr::dim(i as u32);
    }
    let maps: Vec<Attr> = LinalgOp::indexing_maps(&op, body)
        .iter()
        .map(|m| {
            let results = m.results().iter().map(|e| e.replace_dims(&dims)).collect();
            cx.affine_map_attr(AffineMap::new(order.len() as u32, 0, results))
        })
        .collect();
    body.set_attr(op.op(), "indexing_maps", Some(cx.array_attr(maps)));
    let kinds = body.attr(op.op(), "iterator_types").and_then(|a| cx.attr_as::<ArrayAttr>(a));
    if let Some(kinds) = kinds {
        let kinds = order.iter().filter_map(|&d| kinds.0.get(d).copied()).collect();
        body.set_attr(op.op(), "iterator_types", Some(cx.array_attr(kinds)));
    }
    for index in body.ops_in(op.op()) {
        let Some(index) = index.as_op::<IndexOp>(body) else { continue };
        let place = index.loop_number(body).and_then(|old| order.iter().position(|&d| d == old));
        if let Some(new) = place {
            body.set_attr(index.op(), "dim", Some(cx.i64_attr(new as i64)));
        }
    }
}
