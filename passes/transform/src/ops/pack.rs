//! Ops that pack operands, and that lower packing.

use strata_ir::prelude::*;
use strata_linalg::{LinalgOp, PackOp, UnPackOp};
use strata_tensor::MixedIndex;

use super::{Rows, tile::mixed_sizes};
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    packing,
    payload::PayloadOp,
};

pub const OPS: Rows = &[
    ("transform.structured.pack", pack),
    ("transform.structured.pack_greedily", pack_greedily),
    ("transform.structured.pack_transpose", pack_transpose),
    ("transform.structured.lower_pack", lower_pack),
    ("transform.structured.lower_unpack", lower_unpack),
];

/// No results.
fn set_nothing<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) {
    (0..site.body.results(site.op).len()).for_each(|i| cx.set_ops(site, i, []));
}

fn num_loops(cx: &Interpreter<'_, '_>, at: PayloadOp) -> Option<usize> {
    let body = cx.payload.body(at.body);
    Some(at.op.cast::<dyn LinalgOp>(body)?.num_loops(body))
}

fn pack<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    if targets.is_empty() {
        set_nothing(cx, site);
        return Ok(());
    }
    let n = targets.len();
    let only = match targets[..] {
        [at] => num_loops(cx, at).map(|n| (at, n)),
        _ => None,
    };
    let Some((at, loops)) = only else {
        return Err(site.silenceable(format!("requires target to map to exactly 1 LinalgOp (got {n})")));
    };
    let lists = mixed_sizes(cx, site, "static_packed_sizes", &site.operands(1), 1)?;
    let sizes = lists.into_iter().next().unwrap_or_default();
    if sizes.len() != loops {
        return Err(site.silenceable(format!(
            "requires number of packed sizes match the number of loops ({} vs {loops})",
            sizes.len()
        )));
    }
    match cx.payload.edit(at.body, |body| packing::pack(body, at.op, &sizes)) {
        Some(op) => {
            cx.set_ops(site, 0, [PayloadOp { op, ..at }]);
            Ok(())
        }
        None => Err(site.definite("data tiling failed")),
    }
}

fn pack_greedily<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    let lists = mixed_sizes(cx, site, "static_matmul_packed_sizes", &site.operands(1), 1)?;
    let sizes: Vec<MixedIndex> = lists.into_iter().next().unwrap_or_default();
    let multiples = match &site.ints("matmul_padded_sizes_next_multiple_of")[..] {
        [] => vec![0; 3],
        list => list.to_vec(),
    };
    let order: Vec<usize> =
        site.ints("matmul_inner_dims_order").into_iter().filter_map(|d| usize::try_from(d).ok()).collect();
    let three = (sizes.try_into(), multiples.try_into(), order.try_into());
    let (Ok(sizes), Ok(multiples), Ok(order)) = three else {
        return Err(site.definite("requires three packed sizes and their order"));
    };
    let greedy = packing::Greedy { sizes, multiples, order };
    let mut packed = Vec::new();
    for at in targets {
        if num_loops(cx, at).is_none() {
            continue;
        }
        let new = cx.payload.edit(at.body, |body| packing::pack_greedily(body, at.op, &greedy));
        packed.push(PayloadOp { op: new.unwrap_or(at.op), ..at });
    }
    cx.set_ops(site, 0, packed);
    Ok(())
}

fn pack_transpose<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (packs, ops) = (cx.targets(site)?, cx.ops(site, site.operand(1))?);
    if packs.is_empty() {
        set_nothing(cx, site);
        return Ok(());
    }
    let ([at], [op]) = (&packs[..], &ops[..]) else {
        return Err(site.silenceable(format!(
            "requires target to map to exactly 1 packing op and 1 packed op (got {} and {})",
            packs.len(),
            ops.len()
        )));
    };
    let body = cx.payload.body(at.body);
    let (as_pack, as_unpack) = (at.op.as_op::<PackOp>(body), at.op.as_op::<UnPackOp>(body));
    if as_pack.is_none() && as_unpack.is_none() {
        return Err(site.silenceable("requires target to map to a linalg.pack or linalg.unpack"));
    }
    let linalg = Some(op).filter(|op| op.body == at.body).and_then(|op| op.op.cast::<dyn LinalgOp>(body));
    let Some(linalg) = linalg else {
        return Err(site.silenceable("requires a LinalgOp target"));
    };
    let wrong_use = || site.silenceable("not a single use by the LinalgOp target");
    let (pack, unpack) = match (as_pack, as_unpack) {
        (Some(pack), _) => (pack, None),
        (None, Some(unpack)) => {
            let Def::Result { op: producer, index } = body.def(unpack.source(body)) else {
                return Err(wrong_use());
            };
            let init = linalg.tied_init(body, index).filter(|_| producer == op.op);
            match init.and_then(|v| body.def_as::<PackOp>(v)) {
                Some(pack) => (pack, Some(unpack)),
                None => return Err(site.silenceable("could not find matching pack op")),
            }
        }
        (None, None) => return Err(wrong_use()),
    };
    let [outer, inner] = ["outer_perm", "inner_perm"].map(|name| site.ints(name));
    check_orders(cx, site, (*at, pack), [&outer, &inner])?;
    let done = cx
        .payload
        .edit(at.body, |body| packing::transpose(body, op.op, pack, unpack, [&outer, &inner]))
        .map_err(|message| site.silenceable(message))?;
    let here = |op: Op| PayloadOp { op, ..*at };
    cx.set_ops(site, 0, [here(done.op)]);
    cx.set_ops(site, 1, [here(done.pack)]);
    cx.set_ops(site, 2, done.unpack.map(here));
    Ok(())
}

/// Orders that are given have an entry for each dimension.
fn check_orders<'a>(
    cx: &Interpreter<'a, '_>,
    site: Site<'a>,
    (at, pack): (PayloadOp, PackOp),
    [outer, inner]: [&[i64]; 2],
) -> Outcome {
    let body = cx.payload.body(at.body);
    let rank = body.cx().shaped(body.ty(pack.source(body))).and_then(|s| s.rank()).unwrap_or(0);
    let fits = |order: &[i64], n: usize| order.is_empty() || order.len() == n;
    let text = super::generic_text(body, at.op);
    if !fits(outer, rank) {
        return Err(site.silenceable(format!("invalid outer_perm: {text}")));
    }
    if !fits(inner, pack.positions(body).len()) {
        return Err(site.silenceable(format!("invalid inner_perm: {text}")));
    }
    Ok(())
}

/// A failure to lower a target.
fn cannot_lower(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp, what: &str, why: &str) -> Failure {
    let d = site.error(format!("cannot lower to {what}: {why}"));
    Failure::silenceable(cx.payload.note(d, at, "target op"))
}

fn lower_pack<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let insert = site.is_true("lowerPadLikeWithInsertSlice");
    super::each_target(cx, site, |cx, at| {
        let Some(op) = at.op.as_op::<PackOp>(cx.payload.body(at.body)) else {
            return Err(super::wrong_kind(cx, site, at));
        };
        let done = cx.payload.edit(at.body, |body| packing::lower_pack(body, op, insert));
        let done = done.map_err(|why| cannot_lower(cx, site, at, "pad + expand + transpose", why))?;
        let here = |op: Op| Some(PayloadOp { op, ..at });
        let rest = done.rest.map_or([None, None], |ops| ops.map(here));
        Ok(vec![here(done.pad), rest[0], rest[1]])
    })
}

fn lower_unpack<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let extract = site.is_true("lowerUnpadLikeWithExtractSlice");
    super::each_target(cx, site, |cx, at| {
        let Some(op) = at.op.as_op::<UnPackOp>(cx.payload.body(at.body)) else {
            return Err(super::wrong_kind(cx, site, at));
        };
        let done = cx.payload.edit(at.body, |body| packing::lower_unpack(body, op, extract));
        let done = done.ok_or_else(|| {
            cannot_lower(cx, site, at, "transpose + collapse + extract", "its sizes are not known")
        })?;
        let here = |op: Op| Some(PayloadOp { op, ..at });
        let first = done.first.map_or([None; 3], |ops| ops.map(here));
        Ok(vec![first[0], first[1], first[2], here(done.slice)])
    })
}
