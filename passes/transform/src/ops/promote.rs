//! Ops that move operands to other memory.

use strata_gpu::{AddressSpace, MemorySpaceMapping};
use strata_ir::prelude::*;
use strata_linalg::LinalgOp;

use super::{Rows, each_target, generic_text, not_applied, wrong_kind};
use crate::{
    failure::{Failure, Outcome},
    interpreter::{Interpreter, Site},
    payload::{PayloadOp, PayloadValue},
    promote::{self, Options},
    promote_tensor,
    state::Mapping,
};

pub const OPS: Rows = &[
    ("transform.structured.promote", promote_op),
    ("transform.structured.promote_tensor", promote_tensor_op),
];

/// A failure that ends the script.
fn failed(cx: &Interpreter<'_, '_>, site: Site<'_>, at: PayloadOp) -> Failure {
    Failure::Definite(not_applied(cx, site, at).into_diagnostics())
}

/// The options, if what the op asks for exists.
fn options(site: Site<'_>) -> Option<Options> {
    let cx = site.body.cx();
    let mut options = Options {
        operands: site.ints("operands_to_promote"),
        whole: site.ints("use_full_tile_buffers").into_iter().map(|n| n != 0).collect(),
        whole_by_default: site.has("use_full_tiles_by_default"),
        original_size: site.has("use_original_subview_size"),
        on_stack: site.has("use_alloca"),
        space: site.attr("memory_space"),
        alignment: site.attr("alignment"),
        gpu: None,
    };
    if let Some(mapping) = site.attr("mapping") {
        let [space] = cx.attr_as::<ArrayAttr>(mapping)?.0[..] else { return None };
        options.gpu = Some(match cx.attr_as::<MemorySpaceMapping>(space)? {
            MemorySpaceMapping::Workgroup => AddressSpace::Workgroup,
            MemorySpaceMapping::Private => AddressSpace::Private,
            MemorySpaceMapping::Global => return None,
        });
        options.whole = vec![false, false];
    }
    Some(options)
}

fn promote_op<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let options = options(site);
    each_target(cx, site, |cx, at| {
        if !at.op.implements::<dyn LinalgOp>(cx.payload.body(at.body)) {
            return Err(wrong_kind(cx, site, at));
        }
        let Some(options) = &options else { return Err(failed(cx, site, at)) };
        match cx.payload.edit(at.body, |body| promote::promote(body, at.op, options)) {
            Some(()) => Ok(vec![Some(at)]),
            None => Err(failed(cx, site, at)),
        }
    })
}

/// The text of a value in errors.
fn value_text(body: &Body, v: Value) -> String {
    match body.def(v) {
        Def::Result { op, .. } => generic_text(body, op),
        Def::Arg { index, .. } => {
            let ty = body.cx().type_to_string(body.ty(v));
            format!("<block argument> of type '{ty}' at index: {index}")
        }
        Def::Forward => String::new(),
    }
}

fn promote_tensor_op<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    let mut promoted = Vec::new();
    for at in cx.values(site, site.operand(0))? {
        let space = site.attr("memory_space");
        let new = cx.payload.edit(at.body, |body| promote_tensor::promote_tensor(body, at.value, space));
        let Some(value) = new else {
            let text = value_text(cx.payload.body(at.body), at.value);
            return Err(site.silenceable(format!("non-tensor type: {text}")));
        };
        promoted.push(PayloadValue { value, ..at });
    }
    cx.set(site, 0, Mapping::Values(promoted));
    Ok(())
}
