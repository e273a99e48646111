//! Ops for GPUs of NVIDIA.

use strata_ir::prelude::*;
use strata_linalg::{LinalgOp, MatmulOp};
use strata_passes_structured::structured_op::has_default_maps;
use strata_scf::ForOp;

use super::{Rows, each_target, generic_text, wrong_kind};
use crate::{
    async_groups::create_async_groups,
    copies_as_tma,
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    mma_sync,
    payload::PayloadOp,
    pipeline::Epilogue,
    pipeline_copies::{Refusal, pipeline_copies},
};

pub const OPS: Rows = &[
    ("transform.nvgpu.create_async_groups", create),
    ("transform.nvgpu.pipeline_shared_memory_copies", pipeline),
    ("transform.nvgpu.rewrite_copy_as_tma", rewrite_copies),
    ("transform.nvgpu.rewrite_matmul_as_mma_sync", rewrite_matmul),
];

fn create<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let bypass_l1 = site.has("bypass_l1");
    each_target(cx, site, |cx, at| {
        super::apply::on_bodies(cx, at, &mut |body, op| create_async_groups(body, op, bypass_l1));
        Ok(vec![Some(at)])
    })
}

fn rewrite_matmul<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        let body = cx.payload.body(at.body);
        if at.op.cast::<dyn LinalgOp>(body).is_none() {
            return Err(wrong_kind(cx, site, at));
        }
        if at.op.isa::<MatmulOp>(body) && !has_default_maps(body, at.op) {
            return Err(site.silenceable("only matmul ops with non-extended semantics are supported"));
        }
        let text = generic_text(body, at.op);
        match cx.payload.edit(at.body, |body| mma_sync::rewrite(body, at.op)) {
            Some(()) => Ok(Vec::new()),
            None => {
                let error = site.error(format!("unsupported target op: {text}"));
                Err(Failure::silenceable(cx.payload.note(error, at, "target op")))
            }
        }
    })
}

fn pipeline<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let depth = usize::try_from(site.int("depth").unwrap_or(0)).unwrap_or(0);
    let epilogue = if site.has("peel_epilogue") { Epilogue::Peeled } else { Epilogue::Predicated };
    // By default loops that are not pipelined stay.
    let propagate = site.int("failure_propagation_mode") == Some(1);
    each_target(cx, site, |cx, at| {
        let Some(op) = at.op.as_op::<ForOp>(cx.payload.body(at.body)) else {
            return Err(wrong_kind(cx, site, at));
        };
        let failed = |cx: &Interpreter<'_, '_>, message: &str| {
            Err(Failure::silenceable(Diagnostic::error(cx.payload.loc(at), message)))
        };
        match cx.payload.edit(at.body, |body| pipeline_copies(body, op, depth, epilogue)) {
            Ok(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            Err(Refusal::Predicate) => {
                let d = site.error("irreversible pipelining failure");
                let d = cx.payload.note(d, at, "couldn't predicate?");
                Err(Failure::definite(d.note(site.loc(), "try setting \"peel_epilogue\"")))
            }
            Err(_) if !propagate => Ok(vec![Some(at)]),
            Err(Refusal::NoCopy) => failed(cx, "no shared memory copy"),
            Err(Refusal::Form) => failed(cx, "pipelining preconditions failed"),
        }
    })
}

fn rewrite_copies<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let targets = cx.targets(site)?;
    let Some(&first) = targets.first() else { return Ok(()) };
    let launch = copies_as_tma::launch_of(cx.payload.body(first.body), first.op);
    for &at in &targets {
        let body = cx.payload.body(at.body);
        let same = at.body == first.body
            && launch.is_some()
            && copies_as_tma::launch_of(body, at.op).map(|l| l.op()) == launch.map(|l| l.op());
        if !same || !copies_as_tma::is_copy(body, at.op) {
            // As upstream, an op of several lines begins on a line of its own.
            let text = |at: PayloadOp| {
                let text = generic_text(cx.payload.body(at.body), at.op);
                if text.contains('\n') { format!("\n{text}") } else { text }
            };
            return Err(site.definite(format!(
                "target ops must be linalg::CopyOp nested under a common gpu.LaunchOp to be rewritten because the tma descriptors need to be created on the host.\nBut got: {}\nand {}",
                text(first),
                text(at)
            )));
        }
    }
    let Some(launch) = launch else { return Ok(()) };
    let ops: Vec<Op> = targets.iter().map(|at| at.op).collect();
    match cx.payload.edit(first.body, |body| copies_as_tma::rewrite(body, launch, &ops)) {
        Some(()) => Ok(()),
        None => {
            let d = site.error("expected copies of buffers of known shapes from outside of the launch");
            Err(Failure::silenceable(cx.payload.note(d, first, "target op")))
        }
    }
}
