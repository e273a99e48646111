//! The buffers of tensors: which value has which, and how new ones are made.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};
use strata_ir::prelude::*;
use strata_passes_analysis::buffer_layout::BUFFER_ALIGNMENT;

use super::routines::Routine;

/// Constants to become globals: value and name.
pub(super) type Globals = IndexMap<Attr, String>;

/// Errors of one function; more of the same kind tell nothing.
const MOST_ERRORS: usize = 20;

/// The buffers of the tensor values of one function.
pub(super) struct State {
    buffers: FxHashMap<Value, Value>,
    /// The buffers that stand for erased ones.
    moved: FxHashMap<Value, Value>,
    /// Ops to erase at the end, users first.
    pub(super) dead: Vec<Op>,
    pub(super) errors: Vec<Diagnostic>,
    /// Buffers that this function may write to: it allocated them.
    pub(super) owned: FxHashSet<Value>,
    /// The routines of the runtime.
    pub(super) routines: Arc<FxHashMap<Str, Routine>>,
}

impl State {
    pub(super) fn new() -> Self {
        Self {
            buffers: FxHashMap::default(),
            moved: FxHashMap::default(),
            dead: Vec::new(),
            errors: Vec::new(),
            owned: Default::default(),
            routines: Default::default(),
        }
    }
    /// The buffer of a tensor value, or the value itself when it is no tensor.
    pub(super) fn buffer(&self, v: Value) -> Value {
        let mut buffer = self.buffers.get(&v).copied().unwrap_or(v);
        while let Some(&new) = self.moved.get(&buffer) {
            buffer = new;
        }
        buffer
    }
    /// Moves the tensors in the buffer `old`, which is erased, to `new`.
    pub(super) fn move_all(&mut self, old: Value, new: Value) {
        self.moved.insert(old, new);
    }
    pub(super) fn set(&mut self, tensor: Value, buffer: Value) {
        self.buffers.insert(tensor, buffer);
    }
    pub(super) fn fail(&mut self, body: &Body, op: Op, why: impl std::fmt::Display) {
        if self.errors.len() == MOST_ERRORS {
            return;
        }
        let message = format!("'{}' op cannot be bufferized: {why}", body.op_name(op));
        self.errors.push(Diagnostic::error(body.loc(op), message));
    }
}

/// Whether a type is a tensor.
pub(super) fn is_tensor(cx: &Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(ty).is_some()
}

/// The memref type of a tensor type, in row-major layout.
pub(super) fn buffer_type(cx: &Context, ty: Type) -> Type {
    match cx.type_as::<TensorType>(ty) {
        Some(t) => cx.memref(&t.shape, t.elem),
        None => ty,
    }
}

/// Allocates a buffer like that of `ty`, and frees it at the end of its block.
///
/// `like` gives the dynamic sizes: a buffer of the same shape.
pub(super) fn allocate(b: &mut Builder<'_>, state: &mut State, ty: Type, dynamic: &[Value]) -> Value {
    let memref = buffer_type(b.cx(), ty);
    let align = b.cx().i64_attr(BUFFER_ALIGNMENT);
    let buffer = strata_memref::AllocOp::build(b, dynamic, &[], Some(align), memref);
    state.owned.insert(buffer);
    if let Some(end) = b.last_op(b.point().block).filter(|&t| b.has_trait(t, Trait::Terminator)) {
        let mut at_end = Builder::before(b.body(), end);
        strata_memref::DeallocOp::build(&mut at_end, buffer);
    }
    buffer
}

/// The dynamic sizes of a buffer, as values.
pub(super) fn dynamic_sizes(b: &mut Builder<'_>, buffer: Value) -> Vec<Value> {
    let Some(shape) = b.cx().shaped(b.ty(buffer)).and_then(|s| s.shape).map(<[i64]>::to_vec) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for (i, &d) in shape.iter().enumerate() {
        if d == DYNAMIC {
            let index = strata_arith::constant_index(b, i as i64);
            let ty = b.cx().index();
            out.push(strata_memref::DimOp::build(b, buffer, index, ty));
        }
    }
    out
}

/// A copy of a buffer in a buffer of its own.
pub(super) fn copy_of(b: &mut Builder<'_>, state: &mut State, buffer: Value, ty: Type) -> Value {
    let sizes = dynamic_sizes(b, buffer);
    let new = allocate(b, state, ty, &sizes);
    strata_memref::CopyOp::build(b, buffer, new);
    new
}
