//! Rules of `bufferization`.

use strata_bufferization::{AllocTensorOp, MaterializeInDestinationOp, ToBufferOp, ToTensorOp};
use strata_ir::prelude::*;

use super::written_destination;
use crate::one_shot::{
    editor::{alloc, cast_or_copy, dynamic_sizes},
    facts::{Alias, Editor, Facts, Outcome, Rule, Types, Use, View},
    layouts::{identity, is_tensor, memory_space},
};

/// A new tensor.
pub(super) struct AllocTensor;

impl Rule for AllocTensor {
    fn allocates(&self) -> bool {
        true
    }
    fn result_is_written(&self, v: &View<'_>, op: Op, _: Value) -> bool {
        op.as_op::<AllocTensorOp>(v.body).is_some_and(|op| op.copy(v.body).is_some())
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, value: Value, around: &mut Vec<Value>) -> Outcome<Type> {
        let (body, cx) = (t.view.body, t.view.cx());
        let copied = op.as_op::<AllocTensorOp>(body).and_then(|op| op.copy(body));
        let space = match (body.attr(op, "memory_space"), copied) {
            (Some(space), _) => Some(space),
            (None, Some(copied)) => memory_space(cx, t.within(copied, around)?),
            (None, None) => t.default_space(value)?,
        };
        Ok(identity(cx, body.ty(value), space))
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let result = ed.body.result(op, 0);
        if !ed.body.has_uses(result) {
            ed.body.erase(op);
            return Ok(());
        }
        let Some(typed) = op.as_op::<AllocTensorOp>(ed.body) else { return Ok(()) };
        let copied = match typed.copy(ed.body) {
            Some(v) => Some(ed.buffer(v)?),
            None => None,
        };
        let ty = ed.types().buffer_of(result)?;
        let mut sizes: Vec<Value> = typed.dynamic_sizes(ed.body).collect();
        let facts = ed.facts;
        let mut b = ed.before(op);
        if let Some(copied) = copied {
            sizes = dynamic_sizes(&mut b, copied);
        }
        let buffer = alloc(&mut b, facts, ty, &sizes);
        if let Some(copied) = copied {
            strata_memref::CopyOp::build(&mut b, copied, buffer);
        }
        ed.replace(op, &[buffer]);
        Ok(())
    }
}

/// Frees a buffer.
pub(super) struct DeallocTensor;

impl Rule for DeallocTensor {
    fn reads(&self, _: &View<'_>, _: Use) -> bool {
        false
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let tensor = ed.body.operand(op, 0);
        let buffer = ed.buffer(tensor)?;
        strata_memref::DeallocOp::build(&mut ed.before(op), buffer);
        ed.replace(op, &[]);
        Ok(())
    }
}

/// A copy into a given buffer.
pub(super) struct Materialize;

impl Rule for Materialize {
    fn reads(&self, _: &View<'_>, u: Use) -> bool {
        u.1 == 0
    }
    fn writes(&self, _: &View<'_>, u: Use) -> bool {
        u.1 == 1
    }
    fn is_elementwise(&self, _: &View<'_>, _: Op, _: [usize; 2]) -> bool {
        true
    }
    fn must_be_in_place(&self, _: &View<'_>, _: Use) -> bool {
        true
    }
    fn aliasing_values(&self, v: &View<'_>, u: Use) -> Vec<Alias<Value>> {
        written_destination(v, u)
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        let Some(typed) = op.as_op::<MaterializeInDestinationOp>(ed.body) else { return Ok(()) };
        let (source, dest) = (typed.source(ed.body), typed.dest(ed.body));
        let is_tensor = ed.view().is_tensor(dest);
        // A destination that is a tensor is looked up first, as a copy of the source may be where it is defined.
        let dest = if is_tensor { ed.buffer(dest)? } else { dest };
        let source = ed.buffer(source)?;
        strata_memref::CopyOp::build(&mut ed.before(op), source, dest);
        ed.replace(op, if is_tensor { std::slice::from_ref(&dest) } else { &[] });
        Ok(())
    }
}

/// A tensor as a buffer, of which nothing is known.
pub(super) struct ToBuffer;

impl Rule for ToBuffer {
    fn writes(&self, v: &View<'_>, u: Use) -> bool {
        v.body.attr(u.0, "read_only").is_none()
    }
    fn bufferize(&self, ed: &mut Editor<'_>, op: Op) -> Outcome {
        fold_to_buffer(ed.body, ed.facts, op);
        Ok(())
    }
}

/// A buffer as a tensor.
pub(super) struct ToTensor;

impl Rule for ToTensor {
    fn is_writable(&self, v: &View<'_>, value: Value) -> bool {
        v.body.def_op(value).is_some_and(|op| v.body.attr(op, "writable").is_some())
    }
    fn buffer_type(&self, t: &Types<'_>, op: Op, _: Value, _: &mut Vec<Value>) -> Outcome<Type> {
        Ok(t.view.ty(t.view.operand(op, 0)))
    }
    fn bufferize(&self, _: &mut Editor<'_>, _: Op) -> Outcome {
        Ok(())
    }
}

/// Replaces the buffer of a tensor that was made of a buffer by that one.
pub(crate) fn fold_to_buffer(body: &mut Body, facts: &Facts, op: Op) -> Option<()> {
    let to_buffer = op.as_op::<ToBufferOp>(body)?;
    let to_tensor = body.def_as::<ToTensorOp>(to_buffer.tensor(body))?;
    let (source, result) = (to_tensor.buffer(body), to_buffer.buffer(body));
    let (from, to) = (body.ty(source), body.ty(result));
    let ranked = |body: &Body, ty: Type| body.cx().type_as::<MemRefType>(ty).is_some();
    let new = if from == to {
        source
    } else if ranked(body, from) && ranked(body, to) {
        cast_or_copy(&mut Builder::before(body, op), facts, source, to)?
    } else if ranked(body, to) || !strata_memref::cast_compatible(body.cx(), from, to) {
        return None;
    } else {
        strata_memref::CastOp::build(&mut Builder::before(body, op), source, to)
    };
    debug_assert!(!is_tensor(body.cx(), body.ty(new)), "a buffer is no tensor");
    body.replace_all_uses(result, new);
    body.erase(op);
    Some(())
}
