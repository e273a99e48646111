//! Ops that tile and fuse.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::{IteratorType, LinalgOp};
use strata_tensor::MixedIndex;
use strata_transform::types::HandleKind;

use super::{Rows, is_tileable};
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
    tiling::{LoopKind, Tiling, fuse_into, fuse_producers, tile},
};

pub const OPS: Rows = &[
    ("transform.structured.tile_using_for", tile_using_for),
    ("transform.structured.tile_using_forall", tile_using_forall),
    ("transform.structured.fuse", fuse),
    ("transform.structured.fuse_into_containing_op", fuse_into_containing_op),
];

/// The sizes of a list of numbers and handles for each of `count` targets.
pub fn mixed_sizes<'a>(
    cx: &Interpreter<'a, '_>,
    site: Site<'a>,
    statics: &str,
    handles: &[Value],
    count: usize,
) -> Outcome<Vec<Vec<MixedIndex>>> {
    let statics = site.ints(statics);
    let mut dynamic = handles.iter();
    let mut lists = vec![Vec::with_capacity(statics.len()); count];
    for n in statics {
        let handle = if n == DYNAMIC { dynamic.next() } else { None };
        let column = match handle {
            None => vec![MixedIndex::Static(n); count],
            Some(&v) => sizes_of(cx, site, v, count)?,
        };
        lists.iter_mut().zip(column).for_each(|(list, size)| list.push(size));
    }
    Ok(lists)
}

/// The sizes that a handle or a parameter stands for.
pub fn all_sizes_of<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>, v: Value) -> Outcome<Vec<MixedIndex>> {
    let ctx = site.body.cx();
    if HandleKind::from_type(ctx, site.body.ty(v)) == Some(HandleKind::Param) {
        let all = cx.params(site, v)?;
        let numbers: Option<Vec<i64>> = all.iter().map(|&a| ctx.attr_i64(a)).collect();
        let numbers = numbers.ok_or_else(|| site.definite("expected parameters that are integers"))?;
        return Ok(numbers.into_iter().map(MixedIndex::Static).collect());
    }
    cx.ops(site, v)?.into_iter().map(|at| size_of_op(cx, site, v, at)).collect()
}

/// The sizes that a handle or a parameter stands for, one for each of `count` targets.
pub fn sizes_of<'a>(
    cx: &Interpreter<'a, '_>,
    site: Site<'a>,
    v: Value,
    count: usize,
) -> Outcome<Vec<MixedIndex>> {
    let is_param = HandleKind::from_type(site.body.cx(), site.body.ty(v)) == Some(HandleKind::Param);
    let sizes = all_sizes_of(cx, site, v)?;
    match sizes.len() {
        1 => Ok(vec![sizes[0]; count]),
        n if n == count => Ok(sizes),
        n => {
            let what = if is_param {
                "expected as many parameter values"
            } else {
                "expected as many dynamic size-producing operations"
            };
            Err(site.silenceable(format!("{what} ({n}) as target ops ({count})")))
        }
    }
}

fn size_of_op<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>, v: Value, at: PayloadOp) -> Outcome<MixedIndex> {
    let body = cx.payload.body(at.body);
    match *body.results(at.op) {
        [size] if body.cx().is_index(body.ty(size)) => Ok(size.into()),
        _ => {
            let d = site
                .error("expected sizes to be produced by ops with a single index-type result")
                .note(cx.payload.loc(at), "size producer op")
                .note(site.body.value_loc(v), "for this handle");
            Err(Failure::silenceable(d))
        }
    }
}

/// An error about a target that cannot be tiled.
fn not_tileable(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp) -> Failure {
    let d = site.error("only ops implementing TilingInterface are supported");
    Failure::silenceable(cx.payload.note(d, at, "target op"))
}

/// Multiplies the sizes that are scalable by the size of vectors.
fn scale(body: &mut Body, at: Op, sizes: &mut [MixedIndex], scalable: &[i64]) {
    let mut b = Builder::before(body, at);
    for (size, _) in sizes.iter_mut().zip(scalable).filter(|(_, s)| **s != 0) {
        let Some(info) = b.cx().op_info("vector.vscale") else { continue };
        let fixed = match *size {
            MixedIndex::Static(n) => strata_arith::constant_index(&mut b, n),
            MixedIndex::Value(v) => v,
        };
        let mut state = OpState::new(info, b.cur_loc());
        state.result_types.push(b.cx().index());
        let op = b.build(state);
        let vscale = b.result(op, 0);
        *size = strata_arith::MulIOp::build(&mut b, vscale, fixed, None).into();
    }
}

fn tile_using_for<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    let lists = mixed_sizes(cx, site, "static_sizes", &site.operands(1), targets.len())?;
    let interchange = usizes(site, "interchange")?;
    let n_loops = site.body.result_group(site.op, 1).len();
    let (mut tiles, mut loops) = (Vec::new(), vec![Vec::new(); n_loops]);
    let scalable = site.ints("scalable_sizes");
    for (at, mut sizes) in targets.into_iter().zip(lists) {
        if !is_tileable(cx.payload.body(at.body), at.op) {
            return Err(not_tileable(cx, site, at));
        }
        if scalable.contains(&1) || scalable.iter().any(|&s| s != 0) {
            cx.payload.edit(at.body, |body| scale(body, at.op, &mut sizes, &scalable));
        }
        let tiling = Tiling { sizes, interchange: interchange.clone(), loops: LoopKind::For };
        let tiled = tiled(cx, site, at, &tiling)?;
        tiles.push(PayloadOp { op: tiled.op, ..at });
        let found = tiled.loops.into_iter().map(|op| PayloadOp { op, ..at });
        if n_loops == 1 {
            loops[0].extend(found);
        } else {
            loops.iter_mut().zip(found).for_each(|(list, op)| list.push(op));
        }
    }
    cx.set_ops(site, 0, tiles);
    for (i, list) in loops.into_iter().enumerate() {
        cx.set_ops(site, 1 + i, list);
    }
    Ok(())
}

fn usizes(site: Site<'_>, attr: &str) -> Outcome<Vec<usize>> {
    let list = site.ints(attr).into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>();
    list.map_err(|_| site.definite(format!("'{attr}' has a negative number")))
}

fn tiled(
    cx: &mut Interpreter<'_, '_>,
    site: Site<'_>,
    at: PayloadOp,
    tiling: &Tiling,
) -> Outcome<crate::tiling::Tiled> {
    cx.payload.edit(at.body, |body| tile(body, at.op, tiling)).map_err(|message| {
        let d = site.error(message);
        Failure::definite(cx.payload.note(d, at, "target op"))
    })
}

/// The sizes of a handle to all of them.
fn packed_sizes<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>, v: Value) -> Outcome<Vec<MixedIndex>> {
    let ctx = site.body.cx();
    if HandleKind::from_type(ctx, site.body.ty(v)) == Some(HandleKind::Param) {
        let all = cx.params(site, v)?;
        return Ok(all.iter().filter_map(|&a| ctx.attr_i64(a)).map(MixedIndex::Static).collect());
    }
    cx.ops(site, v)?.into_iter().map(|at| size_of_op(cx, site, v, at)).collect()
}

fn tile_using_forall<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    let mapping = site.attr("mapping");
    let groups: Vec<Vec<Value>> = (1..5).map(|g| site.operands(g)).collect();
    let threads =
        !groups[0].is_empty() || !groups[2].is_empty() || !site.ints("static_num_threads").is_empty();
    let (plain, packed, statics, kind) = if threads {
        (&groups[0], &groups[2], "static_num_threads", LoopKind::Threads(mapping))
    } else {
        (&groups[1], &groups[3], "static_tile_sizes", LoopKind::Forall(mapping))
    };
    let lists = match packed.first() {
        Some(&v) => vec![packed_sizes(cx, site, v)?; targets.len()],
        None => mixed_sizes(cx, site, statics, plain, targets.len())?,
    };
    let (mut tiles, mut loops) = (Vec::new(), Vec::new());
    for (at, sizes) in targets.into_iter().zip(lists) {
        if !is_tileable(cx.payload.body(at.body), at.op) {
            let d = site.error("only TilingInterface ops are supported");
            return Err(Failure::silenceable(cx.payload.note(d, at, "target op")));
        }
        warn_of_reductions(cx, site, at, &sizes);
        let tiling = Tiling { sizes, interchange: Vec::new(), loops: kind };
        let tiled = tiled(cx, site, at, &tiling)?;
        tiles.push(PayloadOp { op: tiled.op, ..at });
        loops.extend(tiled.loops.into_iter().map(|op| PayloadOp { op, ..at }));
    }
    cx.set_ops(site, 0, tiles);
    cx.set_ops(site, 1, loops);
    Ok(())
}

/// Warns of loops that are not parallel.
fn warn_of_reductions(cx: &mut Interpreter<'_, '_>, _: Site<'_>, at: PayloadOp, sizes: &[MixedIndex]) {
    let body = cx.payload.body(at.body);
    let kinds = at.op.cast::<dyn LinalgOp>(body).map_or(Vec::new(), |l| l.iterator_types(body));
    for (i, (kind, &size)) in kinds.iter().zip(sizes).enumerate() {
        if *kind != IteratorType::Parallel && size != MixedIndex::Static(0) {
            let message = format!("tiling is not thread safe at axis #{i}");
            let d = Diagnostic::warning(cx.payload.loc(at), message);
            cx.cx.emit(d);
        }
    }
}

fn fuse<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    let lists = mixed_sizes(cx, site, "static_tile_sizes", &site.operands(1), targets.len())?;
    let orders = mixed_sizes(cx, site, "static_tile_interchange", &site.operands(2), targets.len())?;
    let n_loops = site.body.result_group(site.op, 1).len();
    let (mut tiles, mut loops) = (Vec::new(), vec![Vec::new(); n_loops]);
    let kind = if site.has("use_forall") { LoopKind::Forall(None) } else { LoopKind::For };
    for ((at, sizes), order) in targets.into_iter().zip(lists).zip(orders) {
        let body = cx.payload.body(at.body);
        if !is_tileable(body, at.op) {
            return Err(not_tileable(cx, site, at));
        }
        let kinds = at.op.cast::<dyn LinalgOp>(body).map_or(Vec::new(), |l| l.iterator_types(body));
        let reduces = kinds
            .iter()
            .zip(&sizes)
            .any(|(k, &s)| *k != IteratorType::Parallel && s != MixedIndex::Static(0));
        let interchange = order.iter().filter_map(|m| usize::try_from(m.as_static()?).ok()).collect();
        let tiling = Tiling { sizes, interchange, loops: kind };
        let tiled = tiled(cx, site, at, &tiling)?;
        let cleanup = site.has("apply_cleanup");
        cx.payload.edit(at.body, |body| {
            fuse_producers(body, tiled.op, &tiled.loops, reduces);
            if cleanup && let Some(&outer) = tiled.loops.first() {
                let config = GreedyConfig::default();
                strata_ir::rewrite::rewrite_greedily_in(body, outer, &PatternSet::new(), &config);
            }
        });
        tiles.push(PayloadOp { op: tiled.op, ..at });
        let found = tiled.loops.into_iter().map(|op| PayloadOp { op, ..at });
        loops.iter_mut().zip(found).for_each(|(list, op)| list.push(op));
    }
    cx.set_ops(site, 0, tiles);
    for (i, list) in loops.into_iter().enumerate() {
        cx.set_ops(site, 1 + i, list);
    }
    Ok(())
}

fn fuse_into_containing_op<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let producers = cx.targets(site)?;
    if producers.is_empty() {
        let containing = cx.ops(site, site.operand(1))?;
        cx.set_ops(site, 0, []);
        cx.set_ops(site, 1, containing);
        return Ok(());
    }
    let containing = match cx.ops(site, site.operand(1))?[..] {
        [one] => one,
        ref all => {
            return Err(
                site.definite(format!("requires exactly one containing_op handle (got {})", all.len()))
            );
        }
    };
    let mut fused = Vec::new();
    let mut left = producers;
    while !left.is_empty() {
        // The producer with a use in the loop, directly or as its destination.
        let uses = |at: &PayloadOp| {
            let body = cx.payload.body(at.body);
            at.body == containing.body
                && body
                    .results(at.op)
                    .iter()
                    .any(|&v| body.users(v).any(|op| body.is_ancestor(containing.op, op)))
        };
        let Some(i) = left.iter().position(uses) else {
            let d = site.error("could not find next producer to fuse into container");
            return Err(Failure::silenceable(cx.payload.note(d, containing, "containing op")));
        };
        let at = left.remove(i);
        let new = cx.payload.edit(at.body, |body| {
            let new = fuse_into(body, at.op, containing.op);
            if new.is_some() && body.is_unused(at.op) {
                body.erase(at.op);
            }
            new
        });
        match new {
            Some(op) => fused.push(PayloadOp { op, ..at }),
            None => {
                let d = site.error("could not fuse into containing op");
                return Err(Failure::silenceable(cx.payload.note(d, at, "producer op")));
            }
        }
    }
    cx.set_ops(site, 0, fused);
    cx.set_ops(site, 1, [containing]);
    Ok(())
}
