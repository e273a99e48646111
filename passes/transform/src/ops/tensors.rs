//! Ops that rewrite ops on tensors in other forms.

use strata_ir::prelude::*;
use strata_linalg::{CopyOp, LinalgOp};
use strata_tensor::{ExtractSliceOp, InsertSliceOp, OffsetSizeStride, ParallelInsertSliceOp};

use super::{Rows, each_target, not_applied, wrong_kind};
use crate::{
    destination_style,
    failure::{Failure, Outcome},
    flatten,
    interpreter::{Interpreter, Site},
    payload::PayloadOp,
};

pub const OPS: Rows = &[
    ("transform.structured.flatten_elementwise", flatten_elementwise),
    ("transform.structured.insert_slice_to_copy", insert_slice_to_copy),
    ("transform.structured.linalg_copy_to_memref", linalg_copy_to_memref),
    ("transform.structured.rewrite_in_destination_passing_style", rewrite_in_destination_passing_style),
];

fn flatten_elementwise<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        let body = cx.payload.body(at.body);
        let Some(linalg) = at.op.cast::<dyn LinalgOp>(body) else { return Err(wrong_kind(cx, site, at)) };
        if !flatten::is_elementwise(body, at.op) {
            let d = Diagnostic::error(cx.payload.loc(at), "only elementwise flattening is supported");
            return Err(Failure::silenceable(d));
        }
        if linalg.num_loops(body) <= 1 {
            return Ok(vec![Some(at)]);
        }
        match cx.payload.edit(at.body, |body| flatten::flatten(body, at.op)) {
            Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            None => Err(not_applied(cx, site, at)),
        }
    })
}

/// The buffers of a copy that `memref.copy` can make, or the reason for which it cannot.
fn buffers_of_copy(body: &Body, op: Op) -> Result<[Value; 2], &'static str> {
    if !op.isa::<CopyOp>(body) {
        return Err("only linalg.copy target ops are supported");
    }
    let cx = body.cx();
    let [input, output] = [body.operand(op, 0), body.operand(op, 1)];
    let is_tensor = |v: Value| cx.type_as::<TensorType>(body.ty(v)).is_some();
    if is_tensor(input) || is_tensor(output) {
        return Err("cannot transform a linalg.copy on tensors into a memref.copy");
    }
    let Some(shaped) = cx.shaped(body.ty(input)) else {
        return Err("cannot transform a linalg.copy which input has no shape");
    };
    if shaped.elem != cx.elem_or_self(body.ty(output)) {
        return Err("cannot transform a linalg.copy with different source and destination element types ");
    }
    Ok([input, output])
}

fn linalg_copy_to_memref<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        let [input, output] = buffers_of_copy(cx.payload.body(at.body), at.op)
            .map_err(|why| Failure::silenceable(cx.payload.note(site.error(why), at, "target op")))?;
        let op = cx.payload.edit(at.body, |body| {
            let new = strata_memref::CopyOp::build(&mut Builder::before(body, at.op), input, output);
            body.erase(at.op);
            new.op()
        });
        Ok(vec![Some(PayloadOp { op, ..at })])
    })
}

fn rewrite_in_destination_passing_style<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| {
        match cx.payload.edit(at.body, |body| destination_style::rewrite(body, at.op)) {
            Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
            None => Err(not_applied(cx, site, at)),
        }
    })
}

fn insert_slice_to_copy<'a>(cx: &mut Interpreter<'a, '_>, site: Site<'a>) -> Outcome {
    each_target(cx, site, |cx, at| match cx.payload.edit(at.body, |body| copy_to_slice(body, at.op)) {
        Some(op) => Ok(vec![Some(PayloadOp { op, ..at })]),
        None => {
            let d = site.error("only InsertSliceOp and ParallelInsertSliceOp ops are supported");
            Err(Failure::silenceable(cx.payload.note(d, at, "target op")))
        }
    })
}

/// Copies the source of an insertion to a slice of the destination; returns the copy.
fn copy_to_slice(body: &mut Body, op: Op) -> Option<Op> {
    let parallel = op.as_op::<ParallelInsertSliceOp>(body);
    let (source, dest, place) = match (op.as_op::<InsertSliceOp>(body), parallel) {
        (Some(op), _) => (op.source(body), op.dest(body), place(&op, body)),
        (None, Some(op)) => (op.source(body), op.dest(body), place(&op, body)),
        (None, None) => return None,
    };
    if let Some(copy) = body.def_op(source).filter(|def| def.isa::<CopyOp>(body)) {
        return Some(copy);
    }
    // A block of writes of a parallel loop has nothing else in it.
    let at = if parallel.is_some() { body.parent_op(op)? } else { op };
    let mut b = Builder::before(body, at);
    let ty = b.ty(source);
    let [offsets, sizes, strides] = place;
    let slice = ExtractSliceOp::of_type(&mut b, dest, &offsets, &sizes, &strides, ty);
    let copy = CopyOp::create(&mut b, &[source], slice).ok()?.op();
    let value = body.result(copy, 0);
    body.set_operand(op, 0, value);
    Some(copy)
}

fn place(op: &dyn OffsetSizeStride, body: &Body) -> [Vec<strata_tensor::MixedIndex>; 3] {
    [op.mixed_offsets(body), op.mixed_sizes(body), op.mixed_strides(body)]
}
