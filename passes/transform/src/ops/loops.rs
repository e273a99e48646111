//! Ops that rewrite loops.

use strata_ir::prelude::*;
use strata_passes_scf as scf;
use strata_passes_vector::hoist_subsets_from;
use strata_scf::{ForOp, ForallOp, IfOp, ParallelOp, YieldOp};

use super::{Rows, each_target};
use crate::{
    failure::{Failure, Outcome},
    fuse_siblings,
    interpreter::{Interpreter, Site},
    jam, loops,
    outline::outline,
    payload::PayloadOp,
    pipeline::pipeline,
};

pub const OPS: Rows = &[
    ("transform.loop.unroll", unroll),
    ("transform.loop.unroll_and_jam", unroll_and_jam),
    ("transform.loop.peel", peel),
    ("transform.loop.promote_if_one_iteration", promote_if_one_iteration),
    ("transform.loop.coalesce", coalesce),
    ("transform.loop.forall_to_for", forall_to_for),
    ("transform.loop.forall_to_parallel", forall_to_parallel),
    ("transform.loop.fuse_sibling", fuse_sibling),
    ("transform.loop.hoist_loop_invariant_subsets", hoist_loop_invariant_subsets),
    ("transform.loop.outline", outline_loops),
    ("transform.loop.pipeline", pipeline_loop),
    ("transform.loop.parallel_for_to_nested_fors", parallel_for_to_nested_fors),
    ("transform.scf.take_assumed_branch", take_assumed_branch),
];

fn for_op(cx: &Interpreter<'_, '_>, at: PayloadOp) -> Option<ForOp> {
    at.op.as_op::<ForOp>(cx.payload.body(at.body))
}

fn unroll<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let factor = site.int("factor").and_then(|n| u64::try_from(n).ok()).unwrap_or(1);
    each_target(cx, site, |cx, at| {
        let Some(op) = for_op(cx, at) else {
            return Err(site.silenceable("failed to unroll, incorrect type of payload"));
        };
        match cx.payload.edit(at.body, |body| loops::unroll(body, op, factor)) {
            Some(()) => Ok(Vec::new()),
            None => Err(site.silenceable("failed to unroll")),
        }
    })
}

fn pipeline_loop<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let number = |name| site.int(name).and_then(|n| u64::try_from(n).ok());
    let (interval, latency) =
        (number("iteration_interval").unwrap_or(1), number("read_latency").unwrap_or(10));
    each_target(cx, site, |cx, at| {
        let Some(op) = for_op(cx, at) else { return Err(super::wrong_kind(cx, site, at)) };
        match cx.payload.edit(at.body, |body| pipeline(body, op, interval, latency)) {
            Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            None => Err(super::failed_by_name(cx, site, at)),
        }
    })
}

fn unroll_and_jam<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let factor = site.int("factor").and_then(|n| u64::try_from(n).ok()).unwrap_or(1);
    each_target(cx, site, |cx, at| {
        let Some(op) = for_op(cx, at) else {
            return Err(site.silenceable("failed to unroll and jam, incorrect type of payload"));
        };
        match cx.payload.edit(at.body, |body| jam::unroll_and_jam(body, op, factor)) {
            Some(()) => Ok(Vec::new()),
            None => Err(site.silenceable("failed to unroll and jam")),
        }
    })
}

fn peel<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let front = site.is_true("peel_front");
    each_target(cx, site, |cx, at| {
        let Some(op) = for_op(cx, at) else { return Err(super::wrong_kind(cx, site, at)) };
        let peeled = cx.payload.edit(at.body, |body| {
            if front { loops::peel_first(body, op) } else { loops::peel_last(body, op) }
        });
        match peeled {
            Some([main, rest]) => {
                Ok(vec![Some(PayloadOp { op: main, ..at }), Some(PayloadOp { op: rest, ..at })])
            }
            None if front => Err(site.silenceable("failed to peel the first iteration")),

            None => Err(site.silenceable("failed to peel the last iteration")),
        }
    })
}

fn promote_if_one_iteration<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        let Some(op) = for_op(cx, at) else { return Ok(Vec::new()) };
        cx.payload.edit(at.body, |body| {
            if op.trip_count(body) == Some(1) {
                loops::inline_once(body, op);
            }
        });
        Ok(Vec::new())
    })
}

fn coalesce<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        let Some(op) = for_op(cx, at) else {
            return Err(site.silenceable("failed to coalesce"));
        };
        match cx.payload.edit(at.body, |body| loops::coalesce(body, op)) {
            Some(op) => Ok(vec![Some(PayloadOp { op: op.op(), ..at })]),
            None => Err(site.silenceable("failed to coalesce")),
        }
    })
}

/// The only target, which is a `scf.forall`.
fn only_forall<'a>(cx: &Interpreter<'a, '_>, site: Site<'a>) -> Outcome<Option<(PayloadOp, ForallOp)>> {
    let targets = cx.targets(site)?;
    let at = match targets[..] {
        [] => return Ok(None),
        [one] => one,
        _ => return Err(site.silenceable("expected a single payload op")),
    };
    match at.op.as_op::<ForallOp>(cx.payload.body(at.body)) {
        Some(op) => Ok(Some((at, op))),
        None => {
            let d = site.error("expected the payload to be scf.forall");
            Err(Failure::silenceable(cx.payload.note(d, at, "payload op")))
        }
    }
}

fn forall_to_for<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let n = site.body.results(site.op).len();
    let Some((at, op)) = only_forall(cx, site)? else {
        (0..n).for_each(|i| cx.set_ops(site, i, []));
        return Ok(());
    };
    let body = cx.payload.body(at.body);
    let rank = op.rank(body);
    if !body.results(at.op).is_empty() {
        let d = site.error("unsupported shared outputs (didn't bufferize?)");
        return Err(Failure::silenceable(cx.payload.note(d, at, "payload op")));
    }
    if n != rank {
        let d = site
            .error(format!("op expects as many results ({n}) as payload has induction variables ({rank})"));
        return Err(Failure::silenceable(cx.payload.note(d, at, "payload op")));
    }
    let loops: Vec<PayloadOp> = cx
        .payload
        .edit(at.body, |body| scf::forall_to_nest(body, op))
        .into_iter()
        .map(|op| PayloadOp { op, ..at })
        .collect();
    for (i, one) in loops.into_iter().enumerate() {
        cx.set_ops(site, i, [one]);
    }
    Ok(())
}

fn forall_to_parallel<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let Some((at, op)) = only_forall(cx, site)? else {
        cx.set_ops(site, 0, []);
        return Ok(());
    };
    let body = cx.payload.body(at.body);
    if !body.results(at.op).is_empty() || op.rank(body) == 0 {
        let d = site.error("unsupported shared outputs (didn't bufferize?)");
        return Err(Failure::silenceable(cx.payload.note(d, at, "payload op")));
    }
    let new = cx.payload.edit(at.body, |body| scf::forall_to_parallel(body, op));
    cx.set_ops(site, 0, [PayloadOp { op: new, ..at }]);
    Ok(())
}

fn outline_loops<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let name = site.str("func_name").unwrap_or("outlined");
    each_target(cx, site, |cx, at| {
        let failed = || {
            let d = site.error("failed to outline");
            Failure::definite(cx.payload.note(d, at, "target op"))
        };
        let function = cx.payload.around(at.body).filter(|f| {
            let is_function = cx.payload.body(f.body).op_name(f.op) == "func.func";
            is_function && at.op != Op::SELF
        });
        let function = function.ok_or_else(failed)?;
        let done = cx.payload.edit(function.body, |module| outline(module, function.op, at.op, name));
        match done {
            Some((new, call)) => {
                let new = PayloadOp { op: new, ..function };
                Ok(vec![Some(new), Some(PayloadOp { op: call, ..at })])
            }
            None => {
                let d = site.error("failed to outline");
                Err(Failure::definite(cx.payload.note(d, at, "target op")))
            }
        }
    })
}

fn parallel_for_to_nested_fors<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let n = site.body.results(site.op).len();
    let at = match cx.targets(site)?[..] {
        [] => {
            (0..n).for_each(|i| cx.set_ops(site, i, []));
            return Ok(());
        }
        [one] => one,
        _ => return Err(site.silenceable("expected a single payload op")),
    };
    let body = cx.payload.body(at.body);
    let Some(op) = at.op.as_op::<ParallelOp>(body) else {
        let d = site.error("expected the payload to be scf.parallel");
        return Err(Failure::silenceable(cx.payload.note(d, at, "payload op")));
    };
    if n != 1 {
        let d = site.error(format!("op expects one result, given {n}"));
        return Err(Failure::silenceable(cx.payload.note(d, at, "payload op")));
    }
    let Some(loops) = cx.payload.edit(at.body, |body| scf::parallel_to_nest(body, op)) else {
        return Err(site.silenceable("failed to convert parallel into nested fors"));
    };
    cx.set_ops(site, 0, loops.first().map(|&op| PayloadOp { op, ..at }));
    Ok(())
}

fn hoist_loop_invariant_subsets<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    for at in cx.targets(site)? {
        match for_op(cx, at) {
            Some(op) => {
                cx.payload.edit(at.body, |body| hoist_subsets_from(body, op));
            }
            // Other loops carry no tensors whose parts are written.
            None if at.op.implements::<dyn LoopLike>(cx.payload.body(at.body)) => {}
            None => return Err(super::wrong_kind(cx, site, at)),
        }
    }
    Ok(())
}

fn fuse_sibling<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (targets, sources) = (cx.targets(site)?, cx.ops(site, site.operand(1))?);
    let ([target], [source]) = (&targets[..], &sources[..]) else {
        return Err(site.definite(format!(
            "requires exactly one target and one source handle (got {} and {})",
            targets.len(),
            sources.len()
        )));
    };
    let body = cx.payload.body(target.body);
    let known = |op: Op| op.isa::<ForOp>(body) || op.isa::<ForallOp>(body);
    if !known(target.op) || !known(source.op) {
        return Err(site.silenceable("target or source is not a loop op"));
    }
    if target.body != source.body {
        let d = Diagnostic::error(cx.payload.loc(*source), "target and source are not in the same block");
        return Err(Failure::silenceable(d));
    }
    if let Err((op, message)) = fuse_siblings::check(body, target.op, source.op) {
        return Err(Failure::silenceable(Diagnostic::error(body.loc(op), message)));
    }
    match cx.payload.edit(target.body, |body| fuse_siblings::fuse(body, target.op, source.op)) {
        Some(op) => {
            cx.set_ops(site, 0, [PayloadOp { op, ..*target }]);
            Ok(())
        }
        None => {
            let d = Diagnostic::error(cx.payload.loc(*target), "operations cannot be fused");
            Err(Failure::silenceable(d))
        }
    }
}

fn take_assumed_branch<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let otherwise = site.has("take_else_branch");
    each_target(cx, site, |cx, at| {
        let body = cx.payload.body(at.body);
        if !at.op.isa::<IfOp>(body) {
            return Err(super::wrong_kind(cx, site, at));
        }
        let block =
            body.regions(at.op).get(usize::from(otherwise)).and_then(|&r| body.blocks(r).first().copied());
        let Some(block) = block else {
            return Err(site.silenceable("requires an scf.if op with a single-block `else` region"));
        };
        cx.payload.edit(at.body, |body| {
            let end = body.last_op(block).filter(|op| op.isa::<YieldOp>(body));
            let values: Vec<Value> = end.map_or(Vec::new(), |end| body.operands(end).collect());
            if let Some(end) = end {
                body.erase(end);
            }
            let before = InsertPoint::before(body, at.op);
            body.inline_block(block, before, &[]);
            loops::replace(body, at.op, &values);
        });
        Ok(Vec::new())
    })
}
