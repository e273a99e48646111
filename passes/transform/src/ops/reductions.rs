//! Ops that divide reductions.

use strata_ir::prelude::*;
use strata_linalg::{IteratorType, LinalgOp};
use strata_tensor::MixedIndex;

use super::{Rows, each_target, wrong_kind};
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
    split_reduction::{Split, split_reduction},
    tiling::{LoopKind, Tiling, tile_reduction},
};

pub const OPS: Rows = &[
    ("transform.structured.tile_reduction_using_for", using_for),
    ("transform.structured.tile_reduction_using_forall", using_forall),
    ("transform.structured.split_reduction", split),
];

fn using_for<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let sizes = site.ints("tile_sizes");
    tile(cx, site, &sizes, LoopKind::For, "failed to tile using partial reduction")
}

fn using_forall<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (threads, sizes, mapping) = (site.ints("num_threads"), site.ints("tile_sizes"), site.attr("mapping"));
    let (sizes, kind) = if threads.is_empty() {
        (sizes, LoopKind::Stepped(mapping))
    } else {
        (threads, LoopKind::Threads(mapping))
    };
    tile(cx, site, &sizes, kind, "could not tile reduction")
}

fn tile<'a>(
    cx: &mut Interpreter<'a, '_>,
    site: Site<'a>,
    sizes: &[i64],
    loops: LoopKind,
    message: &str,
) -> Outcome {
    if sizes.iter().any(|&n| n < 0) {
        return Err(site.definite("expected sizes that are not negative"));
    }
    let sizes = sizes.iter().map(|&n| MixedIndex::Static(n)).collect();
    let tiling = Tiling { sizes, interchange: Vec::new(), loops };
    let mut lists: [Vec<PayloadOp>; 4] = Default::default();
    for at in cx.targets(site)? {
        let body = cx.payload.body(at.body);
        let Some(linalg) = at.op.cast::<dyn LinalgOp>(body) else { return Err(wrong_kind(cx, site, at)) };
        let kinds = linalg.iterator_types(body);
        let mut dims: Vec<usize> =
            site.ints("reduction_dims").into_iter().filter_map(|d| usize::try_from(d).ok()).collect();
        if dims.is_empty() {
            dims = (0..kinds.len()).filter(|&d| kinds[d] == IteratorType::Reduction).collect();
        }
        let done = cx.payload.edit(at.body, |body| tile_reduction(body, at.op, &tiling, &dims));
        let done = done.map_err(|why| {
            let note = Diagnostic::error(cx.payload.loc(at), why);
            Failure::silenceable(site.error(message).note(note.loc, note.message))
        })?;
        let lists_of = [done.fills, vec![done.op], done.combining, done.loops];
        for (list, ops) in lists.iter_mut().zip(lists_of) {
            list.extend(ops.into_iter().map(|op| PayloadOp { op, ..at }));
        }
    }
    // The fills are one result each where there are several.
    let fills = site.body.result_group(site.op, 0).len();
    let [fill_ops, rest @ ..] = lists;
    for i in 0..fills {
        let of_result: Vec<PayloadOp> = if fills == 1 {
            fill_ops.clone()
        } else {
            fill_ops.iter().copied().skip(i).step_by(fills).collect()
        };
        cx.set_ops(site, i, of_result);
    }
    for (i, list) in rest.into_iter().enumerate() {
        cx.set_ops(site, fills + i, list);
    }
    Ok(())
}

fn split<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    if site.has("use_scaling_algorithm") {
        return Err(site.definite(
            "'transform.structured.split_reduction' op with 'use_scaling_algorithm' is not supported",
        ));
    }
    let how = Split {
        ratio: site.int("split_factor").unwrap_or(0),
        dimension: site
            .int("insert_split_dimension")
            .and_then(|d| usize::try_from(d).ok())
            .ok_or_else(|| site.definite("the dimension is negative"))?,
        inner_parallel: site.has("inner_parallel"),
        alloc: site.has("use_alloc"),
    };
    each_target(cx, site, |cx, at| {
        if !at.op.implements::<dyn LinalgOp>(cx.payload.body(at.body)) {
            return Err(wrong_kind(cx, site, at));
        }
        match cx.payload.edit(at.body, |body| split_reduction(body, at.op, how)) {
            Some(done) => {
                let ops = [done.init, done.fill, done.split, done.combining];
                Ok(ops.into_iter().map(|op| Some(PayloadOp { op, ..at })).collect())
            }
            None => Err(super::not_applied(cx, site, at)),
        }
    })
}
