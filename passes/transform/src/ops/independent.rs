//! `make_loop_independent` of tensors and buffers.

use strata_ir::prelude::*;
use strata_memref::AllocaOp;
use strata_tensor::{EmptyOp, PadOp};

use super::{Rows, each_target};
use crate::{
    failure::{Failure, Outcome},
    independent::{self, Loops},
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
};

pub const OPS: Rows =
    &[("transform.memref.make_loop_independent", memref), ("transform.tensor.make_loop_independent", tensor)];

fn tensor<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let is_supported = |body: &Body, op: Op| op.isa::<EmptyOp>(body) || op.isa::<PadOp>(body);
    make(cx, site, is_supported, independent::tensor)
}

fn memref<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    make(cx, site, |body, op| op.isa::<AllocaOp>(body), independent::memref)
}

fn make<'a>(
    cx: &mut Interpreter<'a, '_>,
    site: Site<'a>,
    is_supported: fn(&Body, Op) -> bool,
    rewrite: fn(&mut Body, Op, &Loops) -> Option<Op>,
) -> Outcome {
    let count = usize::try_from(site.int("num_loops").unwrap_or(0)).unwrap_or(0);
    each_target(cx, site, |cx, at| {
        let failed = |cx: &Interpreter<'_, '_>, message: String| {
            Failure::silenceable(cx.payload.note(site.error(message), at, "target op"))
        };
        let body = cx.payload.body(at.body);
        let loops = match Loops::around(body, at.op, count) {
            Ok(loops) => loops,
            Err(n) => return Err(failed(cx, format!("could not find {n}-th enclosing loop"))),
        };
        if !is_supported(body, at.op) {
            return Err(failed(cx, "unsupported target op".to_owned()));
        }
        match cx.payload.edit(at.body, |body| rewrite(body, at.op, &loops)) {
            Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            None => Err(failed(cx, "could not make target op loop-independent".to_owned())),
        }
    })
}
