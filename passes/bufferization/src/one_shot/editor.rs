//! Building buffers, copies and casts.

use std::sync::{Arc, Mutex, PoisonError};

use strata_bufferization::{AllocTensorOp, ToBufferOp, ToTensorOp};
use strata_ir::{
    core::events::{Event, Listener},
    prelude::*,
};
use strata_passes_analysis::reify::sizes;
use strata_tensor::{DimOp, MixedIndex, ReifyShape};

use super::{
    facts::{Editor, Facts, Outcome, Types, View},
    layouts::{is_memref, is_safe_cast, is_tensor, memory_space},
};
use crate::rebuild::rebuild;

/// The ops that were inserted.
#[derive(Clone, Default)]
pub(crate) struct Inserted(Arc<Mutex<Vec<Op>>>);

impl Inserted {
    pub fn take(&self) -> Vec<Op> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Listener for Inserted {
    fn notify(&mut self, event: Event) {
        if let Event::Inserted(op) = event {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(op);
        }
    }
}

impl Editor<'_> {
    pub fn view(&self) -> View<'_> {
        View { body: self.body, facts: self.facts }
    }
    /// The types of buffers.
    pub fn types(&self) -> Types<'_> {
        Types::new(self.body, self.facts)
    }
    pub fn before(&mut self, op: Op) -> Builder<'_> {
        Builder::before(self.body, op)
    }
    /// Behind the definition of a value.
    pub fn after_value(&mut self, v: Value) -> Builder<'_> {
        let loc = self.body.value_loc(v);
        let at = match self.body.def(v) {
            Def::Result { op, .. } => InsertPoint::after(self.body, op),
            Def::Arg { block, .. } => InsertPoint::at_start(self.body, block),
            Def::Forward => InsertPoint::at_end(self.body.entry().unwrap_or_else(|| self.body.new_block())),
        };
        Builder::new(self.body, at, loc)
    }
    /// The buffer of a tensor.
    pub fn buffer(&mut self, tensor: Value) -> Outcome<Value> {
        if let Some(op) = self.body.def_as::<ToTensorOp>(tensor) {
            return Ok(op.buffer(self.body));
        }
        let ty = self.types().buffer_of(tensor)?;
        let mut b = self.after_value(tensor);
        Ok(ToBufferOp::build(&mut b, tensor, None, ty))
    }
    /// The buffers of those values that are tensors, and the other values as they are.
    pub fn buffers(&mut self, values: &[Value]) -> Outcome<Vec<Value>> {
        values.iter().map(|&v| if self.view().is_tensor(v) { self.buffer(v) } else { Ok(v) }).collect()
    }
    /// Replaces the results of an op and erases it. Buffers take the place of tensors.
    pub fn replace(&mut self, op: Op, values: &[Value]) {
        let results = self.body.results(op).to_vec();
        for (&old, &new) in results.iter().zip(values) {
            let ty = self.body.ty(old);
            let replacement = if is_tensor(self.body.cx(), ty) && is_memref(self.body.cx(), self.body.ty(new))
            {
                let loc = self.body.value_loc(new);
                let at = InsertPoint::after(self.body, op);
                ToTensorOp::build(&mut Builder::new(self.body, at, loc), new, None, None, ty)
            } else {
                new
            };
            self.body.replace_all_uses(old, replacement);
        }
        self.body.erase(op);
    }
    /// A new op like `op`, before it, with its attributes and regions, but other operands and results.
    pub fn rebuild(&mut self, op: Op, operands: &[Value], results: &[Type]) -> Op {
        rebuild(self.body, op, operands, results)
    }
    /// Gives arguments of a block other types; what uses one as a tensor gets its buffer as a tensor.
    pub fn retype_args(&mut self, block: Block, types: &[Type]) {
        let args = self.body.block_args(block).to_vec();
        let mut at = InsertPoint::at_start(self.body, block);
        for (&arg, &ty) in args.iter().zip(types) {
            let old = self.body.ty(arg);
            if old == ty {
                continue;
            }
            let uses: Vec<(Op, usize)> = self.body.uses_of(arg).collect();
            self.body.set_type(arg, ty);
            let loc = self.body.value_loc(arg);
            let mut b = Builder::new(self.body, at, loc);
            let tensor = ToTensorOp::build(&mut b, arg, None, None, old);
            at = b.point();
            for (user, i) in uses {
                self.body.set_operand(user, i, tensor);
            }
        }
    }
    /// A buffer as one of another type of the same shape, before `op`.
    pub fn cast(&mut self, op: Op, buffer: Value, ty: Type) -> Value {
        if self.body.ty(buffer) == ty {
            return buffer;
        }
        let mut b = self.before(op);
        strata_memref::CastOp::build(&mut b, buffer, ty)
    }
    /// An error about an op.
    pub fn op_error(&self, op: Op, message: &str) -> Diagnostic {
        Diagnostic::op_error(self.body, op, message)
    }
}

/// A new buffer.
pub(crate) fn alloc(b: &mut Builder<'_>, facts: &Facts, ty: Type, sizes: &[Value]) -> Value {
    let alignment = match facts.options.alignment {
        0 => None,
        n => Some(b.cx().i64_attr(i64::try_from(n).unwrap_or(i64::MAX))),
    };
    strata_memref::AllocOp::build(b, sizes, &[], alignment, ty)
}

/// The sizes of a buffer or tensor that are dynamic.
pub(crate) fn dynamic_sizes(b: &mut Builder<'_>, v: Value) -> Vec<Value> {
    let ty = b.ty(v);
    let shape = b.cx().shaped(ty).and_then(|s| s.shape).map(<[i64]>::to_vec).unwrap_or_default();
    let index = b.cx().index();
    let tensor = is_tensor(b.cx(), ty);
    let dynamic = shape.iter().enumerate().filter(|(_, d)| **d == DYNAMIC);
    dynamic
        .map(|(i, _)| {
            let i = strata_arith::constant_index(b, i as i64);
            if tensor { DimOp::build(b, v, i, index) } else { strata_memref::DimOp::build(b, v, i, index) }
        })
        .collect()
}

/// A new tensor with a buffer of its own: a copy of `like`, or only of its shape.
pub(crate) fn alloc_tensor(b: &mut Builder<'_>, facts: &Facts, like: Value, copied: bool) -> Outcome<Value> {
    let ty = b.ty(like);
    if b.cx().type_as::<TensorType>(ty).is_none() {
        return Err(Diagnostic::error(b.cur_loc(), "copying of unranked tensors is not implemented"));
    }
    if copied {
        return Ok(AllocTensorOp::copy_of(b, like));
    }
    let sizes = match reified(b, like) {
        Some(sizes) => sizes,
        None => dynamic_sizes(b, like),
    };
    // Only what the type of its buffer says of the memory space is needed.
    let space = memory_space(b.cx(), Types::new(b, facts).buffer_of(like)?);
    Ok(AllocTensorOp::build(b, &sizes, None, None, space, ty))
}

/// The dynamic sizes of a result in terms of what its op reads.
fn reified(b: &mut Builder<'_>, v: Value) -> Option<Vec<Value>> {
    let Def::Result { op, index } = b.def(v) else { return None };
    op.cast::<dyn ReifyShape>(b)?;
    let shape = b.cx().shaped(b.ty(v))?.shape?.to_vec();
    let sizes = sizes(b, op, index)?;
    let dynamic = shape.iter().zip(sizes).filter(|(d, _)| **d == DYNAMIC);
    dynamic.map(|(_, size): (_, MixedIndex)| size.materialize(b)).collect()
}

/// A buffer as one of another type: a cast where that cannot fail, else a copy.
pub(crate) fn cast_or_copy(b: &mut Builder<'_>, facts: &Facts, buffer: Value, ty: Type) -> Option<Value> {
    let from = b.ty(buffer);
    let (x, y) = (b.cx().type_as::<MemRefType>(from)?, b.cx().type_as::<MemRefType>(ty)?);
    if x.elem != y.elem || x.shape.len() != y.shape.len() {
        return None;
    }
    if strata_memref::cast_compatible(b.cx(), from, ty) && is_safe_cast(b.cx(), from, ty) {
        let loc = b.value_loc(buffer);
        let old = b.cur_loc();
        let cast = strata_memref::CastOp::build(b.set_cur_loc(loc), buffer, ty);
        b.set_cur_loc(old);
        return Some(cast);
    }
    let dims: Vec<usize> = (0..y.shape.len()).filter(|&i| y.shape[i] == DYNAMIC).collect();
    let index = b.cx().index();
    let sizes: Vec<Value> = dims
        .into_iter()
        .map(|i| {
            let i = strata_arith::constant_index(b, i as i64);
            strata_memref::DimOp::build(b, buffer, i, index)
        })
        .collect();
    let copy = alloc(b, facts, ty, &sizes);
    strata_memref::CopyOp::build(b, buffer, copy);
    Some(copy)
}
