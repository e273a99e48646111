//! Ops for GPUs of NVIDIA.

use strata_linalg::{LinalgOp, MatmulOp};
use strata_passes_structured::structured_op::has_default_maps;

use super::{Rows, each_target, generic_text, wrong_kind};
use crate::{
    async_groups::create_async_groups,
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    mma_sync,
};

pub const OPS: Rows = &[
    ("transform.nvgpu.create_async_groups", create),
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
