//! Ops that pad.

use strata_ir::{prelude::*, text::parse_attr};
use strata_linalg::LinalgOp;
use strata_passes_structured::structured_op::zero_attr;
use strata_scf::ForOp;
use strata_tensor::{MixedIndex, PadOp};

use super::{Rows, each_target, failed_by_name, tile::mixed_sizes, wrong_kind};
use crate::{
    failure::{Failure, Outcome},
    hoist_pad,
    interpreter::{Interpreter, Site},
    pad_loops::{self, Sizes},
    padding::{self, CopyBack, Padding},
    payload::PayloadOp,
};

pub const OPS: Rows = &[
    ("transform.structured.hoist_pad", hoist),
    ("transform.structured.hoist_pad.build_packing_loop_nest", build_packing_loop_nest),
    ("transform.structured.pad", pad),
    ("transform.structured.pad_tiling_interface", pad_tiling_interface),
];

/// The padding values of the operands of a target.
fn values(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp) -> Outcome<Vec<Attr>> {
    let (ctx, body) = (site.body.cx(), cx.payload.body(at.body));
    let given = site.attr("padding_values").and_then(|a| ctx.attr_as::<ArrayAttr>(a));
    let given = given.map_or(&[][..], |list| &list.0);
    let elems: Vec<Type> = body.operands(at.op).map(|v| ctx.elem_or_self(body.ty(v))).collect();
    if given.is_empty() {
        return Ok(elems.into_iter().map(|elem| zero_attr(ctx, elem)).collect());
    }
    let fail = |message: String| {
        let d = site.error(message);
        Failure::definite(cx.payload.note(d, at, "when applied to this op"))
    };
    let mut out = Vec::new();
    for (&attr, &elem) in given.iter().zip(&elems) {
        if ctx.attr_name(attr) == Some("ub.poison") {
            out.push(attr);
            continue;
        }
        if let Some(text) = ctx.attr_str(attr) {
            let typed = format!("{text} : {}", ctx.type_to_string(elem));
            let parsed = parse_attr(site.body.cx_arc(), &typed).ok();
            let parsed = parsed.filter(|&a| ctx.attr_type(a) == Some(elem));
            let (want, got) = (ctx.type_to_string(elem), ctx.attr_to_string(attr));
            let message = format!("expects a padding that parses to '{want}', got {got}");
            out.push(parsed.ok_or_else(|| fail(message))?);
            continue;
        }
        if ctx.attr_type(attr) != Some(elem) {
            let (want, got) = (ctx.type_to_string(elem), ctx.attr_to_string(attr));
            return Err(fail(format!("expects a padding value of type '{want}', got {got}")));
        }
        out.push(attr);
    }
    Ok(out)
}

fn pad<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    let multiples = mixed_sizes(cx, site, "static_pad_to_multiple_of", &site.operands(1), 1)?;
    let multiples: Option<Vec<i64>> =
        multiples.into_iter().next().unwrap_or_default().iter().map(|m: &MixedIndex| m.as_static()).collect();
    let Some(multiples) = multiples.filter(|m| m.iter().all(|&n| n > 0)) else {
        return Err(site.definite("expected multiples that are positive parameters"));
    };
    let loops: Vec<(usize, i64)> = site
        .ints("padding_dimensions")
        .into_iter()
        .enumerate()
        .filter_map(|(i, d)| Some((usize::try_from(d).ok()?, multiples.get(i).copied().unwrap_or(1))))
        .collect();
    let copy_back = match site.str("copy_back_op") {
        Some("none") => CopyBack::None,
        Some("linalg.copy") => CopyBack::Copy,
        _ => CopyBack::Materialize,
    };
    let prescribed = site.has("use_prescribed_tensor_shapes");
    let keep: Vec<bool> = site.ints("nofold_flags").into_iter().map(|n| n != 0).collect();
    let mut lists: [Vec<PayloadOp>; 3] = Default::default();
    for at in targets {
        if !at.op.implements::<dyn LinalgOp>(cx.payload.body(at.body)) {
            let d = site.error("expected LinalgOp target");
            return Err(Failure::silenceable(cx.payload.note(d, at, "target op")));
        }
        let (values, loops, keep) = (values(cx, site, at)?, loops.clone(), keep.clone());
        let padding = Padding { values, loops, keep, prescribed, copy_back };
        let Some(done) = cx.payload.edit(at.body, |body| padding::pad(body, at.op, &padding)) else {
            let d = site.error("failed to pad op");
            return Err(Failure::silenceable(cx.payload.note(d, at, "target op")));
        };
        let here = |op: Op| PayloadOp { op, ..at };
        lists[0].extend(done.op.map(here));
        lists[1].extend(done.pads.into_iter().map(here));
        if copy_back != CopyBack::None {
            let body = cx.payload.body(at.body);
            lists[2].extend(done.results.iter().filter_map(|&v| body.def_op(v)).map(here));
        }
    }
    for (i, list) in lists.into_iter().enumerate() {
        cx.set_ops(site, i, list);
    }
    Ok(())
}

fn pad_tiling_interface<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    let sizes = mixed_sizes(cx, site, "static_padding_sizes", &site.operands(1), targets.len())?;
    let multiples = site.has("pad_to_multiple_of");
    let (mut padded, mut pads) = (Vec::new(), Vec::new());
    for (at, sizes) in targets.into_iter().zip(sizes) {
        let failed = |cx: &Interpreter<'_, '_>, message: &str| {
            Failure::silenceable(cx.payload.note(site.error(message), at, "target op"))
        };
        let body = cx.payload.body(at.body);
        if !at.op.implements::<dyn LinalgOp>(body) {
            let tileable = ["linalg.softmax", "linalg.pack", "linalg.unpack", "tensor.pad"];
            let known = tileable.contains(&body.op_name(at.op));
            return Err(failed(
                cx,
                if known {
                    "only IndexingMapOpInterface ops supported atm"
                } else {
                    "expected TilingInterface target"
                },
            ));
        }
        let values = values(cx, site, at)?;
        let sizes = Sizes { sizes, multiples };
        let done = cx.payload.edit(at.body, |body| pad_loops::pad(body, at.op, &sizes, &values));
        let Some(done) = done else { return Err(failed(cx, "failed to pad op")) };
        let here = |op: Op| PayloadOp { op, ..at };
        padded.push(here(done.op));
        pads.extend(done.pads.into_iter().map(here));
    }
    cx.set_ops(site, 0, padded);
    cx.set_ops(site, 1, pads);
    Ok(())
}

fn hoist<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (count, order) = (site.int("num_loops").unwrap_or(0), site.ints("transpose"));
    each_target(cx, site, |cx, at| {
        let Some(pad) = at.op.as_op::<PadOp>(cx.payload.body(at.body)) else {
            return Err(wrong_kind(cx, site, at));
        };
        let done = cx.payload.edit(at.body, |body| {
            let around = hoist_pad::nearest_loops(body, at.op, count);
            hoist_pad::hoist(body, pad, &around, &order)
        });
        match done {
            Some(hoisted) => Ok(vec![Some(PayloadOp { op: hoisted.pad, ..at })]),
            None => Err(failed_by_name(cx, site, at)),
        }
    })
}

fn build_packing_loop_nest<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (targets, loops) = (cx.targets(site)?, cx.ops(site, site.operand(1))?);
    let ([at], [outer]) = (&targets[..], &loops[..]) else {
        return Err(site.definite("requires exactly one target and one loop handle"));
    };
    let body = cx.payload.body(at.body);
    let pad = at.op.as_op::<PadOp>(body);
    let is_loop = outer.body == at.body && outer.op.isa::<ForOp>(body);
    let Some(pad) = pad.filter(|_| is_loop) else {
        return Err(site.definite("requires exactly 2 non-null handles"));
    };
    let order = site.ints("transpose");
    let done = cx.payload.edit(at.body, |body| {
        let around = hoist_pad::loops_up_to(body, at.op, outer.op);
        hoist_pad::build_nest(body, pad, &around, &order)
    });
    let Some(done) = done else {
        return Err(site.definite("could not build packing loop nest"));
    };
    // Without loops of its own the padding is what was moved.
    cx.set_ops(site, 0, [PayloadOp { op: done.nest.unwrap_or(done.pad), ..*at }]);
    Ok(())
}
