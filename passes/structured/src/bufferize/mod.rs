//! `one-shot-bufferize`: replaces tensors by buffers.
//!
//! # Before
//! ```mlir
//! func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
//!   %e = tensor.empty() : tensor<4xf32>
//!   %0 = linalg.generic … ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) { … } -> tensor<4xf32>
//!   return %0 : tensor<4xf32>
//! }
//! ```
//! # After
//! ```mlir
//! func.func @main(%x: memref<4xf32>, %out: memref<4xf32>) {
//!   linalg.generic … ins(%x : memref<4xf32>) outs(%out : memref<4xf32>) { … }
//!   return
//! }
//! ```
//! Every tensor value gets a buffer. An op in destination-passing style writes in place when the destination has no later use and its
//! buffer belongs to this function. Otherwise the destination is copied first. Results become output arguments after the inputs.
//!
//! Values carried by loops have buffers of their own; values that a loop body yields are copied there unless they were computed there.
//! Buffers are freed at the end of the block that allocates them.
//!
//! Layouts, fusion and promotion to the stack are left to other passes.

mod control_flow;
mod functions;
mod in_place_analysis;
mod ops;
mod partial_copies;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;

pub use functions::bufferize_module;

/// The most errors reported for one function.
const MOST_ERRORS: usize = 20;

/// The buffers of the tensor values of one function.
pub(crate) struct State {
    buffers: FxHashMap<Value, Value>,
    /// Ops to erase at the end, users first.
    dead: Vec<Op>,
    errors: Vec<Diagnostic>,
    /// Buffers that this function may write to: it allocated them.
    owned: rustc_hash::FxHashSet<Value>,
    /// The runtime routines whose last arguments are destinations, and the number of arguments that they read.
    routines: Arc<FxHashMap<Str, usize>>,
}

impl State {
    fn new() -> Self {
        Self {
            buffers: FxHashMap::default(),
            dead: Vec::new(),
            errors: Vec::new(),
            owned: Default::default(),
            routines: Default::default(),
        }
    }
    /// The buffer of a tensor value, or the value itself when it is no tensor.
    pub(crate) fn buffer(&self, v: Value) -> Value {
        self.buffers.get(&v).copied().unwrap_or(v)
    }
    pub(crate) fn set(&mut self, tensor: Value, buffer: Value) {
        self.buffers.insert(tensor, buffer);
    }
    pub(crate) fn fail(&mut self, body: &Body, op: Op, why: impl std::fmt::Display) {
        if self.errors.len() == MOST_ERRORS {
            return;
        }
        let message = format!("'{}' op cannot be bufferized: {why}", body.op_name(op));
        self.errors.push(Diagnostic::error(body.loc(op), message));
    }
}

/// Whether a type is a tensor.
pub(crate) fn is_tensor(cx: &Context, ty: Type) -> bool {
    cx.type_as::<TensorType>(ty).is_some()
}

/// The memref type of a tensor type, in row-major layout.
pub(crate) fn buffer_type(cx: &Context, ty: Type) -> Type {
    match cx.type_as::<TensorType>(ty) {
        Some(t) => cx.memref(&t.shape, t.elem),
        None => ty,
    }
}

/// Allocates a buffer like that of `ty`, and frees it at the end of its block.
///
/// `like` gives the dynamic sizes: a buffer of the same shape.
pub(crate) fn allocate(b: &mut Builder<'_>, state: &mut State, ty: Type, dynamic: &[Value]) -> Value {
    let memref = buffer_type(b.cx(), ty);
    let align = b.cx().i64_attr(64);
    let buffer = strata_memref::AllocOp::build(b, dynamic, &[], Some(align), memref);
    state.owned.insert(buffer);
    if let Some(end) = b.last_op(b.point().block).filter(|&t| b.has_trait(t, Trait::Terminator)) {
        let mut at_end = Builder::before(b.body(), end);
        strata_memref::DeallocOp::build(&mut at_end, buffer);
    }
    buffer
}

/// The dynamic sizes of a buffer, as values.
pub(crate) fn dynamic_sizes(b: &mut Builder<'_>, buffer: Value) -> Vec<Value> {
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
pub(crate) fn copy_of(b: &mut Builder<'_>, state: &mut State, buffer: Value, ty: Type) -> Value {
    let sizes = dynamic_sizes(b, buffer);
    let new = allocate(b, state, ty, &sizes);
    strata_memref::CopyOp::build(b, buffer, new);
    new
}
