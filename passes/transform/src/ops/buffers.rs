//! Ops that give single tensors and loops buffers.

use strata_ir::prelude::*;
use strata_memref::AllocOp;

use super::{Rows, each_target, wrong_kind};
use crate::{
    bufferize_to_allocation::{Copy, Options, bufferize},
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    multibuffer,
    payload::{PayloadOp, PayloadValue},
    state::Mapping,
};

pub const OPS: Rows = &[
    ("transform.memref.multibuffer", multibuffer_op),
    ("transform.structured.bufferize_to_allocation", bufferize_to_allocation),
];

fn multibuffer_op<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let (factor, skip) = (site.int("factor").unwrap_or(1), site.has("skip_analysis"));
    each_target(cx, site, |cx, at| {
        let body = cx.payload.body(at.body);
        let Some(alloc) = at.op.as_op::<AllocOp>(body) else { return Err(wrong_kind(cx, site, at)) };
        if !multibuffer::is_used_in_loops(body, alloc) {
            return Ok(vec![None]);
        }
        match cx.payload.edit(at.body, |body| multibuffer::multibuffer(body, alloc, factor, skip)) {
            Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            None => {
                Err(Failure::silenceable(Diagnostic::error(cx.payload.loc(at), "op failed to multibuffer")))
            }
        }
    })
}

fn bufferize_to_allocation<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let copy = match site.str("memcpy_op") {
        Some("memref.copy") => Copy::Memory,
        Some("linalg.copy") => Copy::Structured,
        _ => Copy::Materialize,
    };
    let options = Options {
        copy,
        on_stack: site.str("alloc_op") == Some("memref.alloca"),
        space: site.attr("memory_space"),
        frees: site.has("emit_dealloc"),
        destination_only: site.has("bufferize_destination_only"),
    };
    let (mut buffers, mut ops) = (Vec::new(), Vec::new());
    for at in cx.targets(site)? {
        let Some((value, made)) = cx.payload.edit(at.body, |body| bufferize(body, at.op, &options)) else {
            let d = site.error("failed to bufferize operation");
            return Err(Failure::silenceable(cx.payload.note(d, at, "target payload op")));
        };
        buffers.push(PayloadValue { body: at.body, value });
        ops.extend(made.into_iter().map(|op| PayloadOp { op, ..at }));
    }
    cx.set(site, 0, Mapping::Values(buffers));
    cx.set_ops(site, 1, ops);
    Ok(())
}
