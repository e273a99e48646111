//! Single ops on tensors whose results get buffers of their own, before the rest of the program is bufferized.
//!
//! ```mlir
//! %p = tensor.pad %s low[0] high[%h] { … yield %c } : tensor<?xf32> to tensor<8xf32>
//! ```
//! becomes
//! ```mlir
//! %a = memref.alloc() : memref<8xf32>
//! linalg.fill ins(%c : f32) outs(%a : memref<8xf32>)
//! %v = memref.subview %a[0] [%n] [1] : memref<8xf32> to memref<?xf32, strided<[1]>>
//! bufferization.materialize_in_destination %s in writable %v : (tensor<?xf32>, memref<?xf32, strided<[1]>>) -> ()
//! %p = bufferization.to_tensor %a restrict writable : memref<8xf32> to tensor<8xf32>
//! ```
//! A structured op gets a buffer for its destination, with a copy of what that holds, and is an op on buffers afterwards.

use strata_bufferization::{AllocTensorOp, MaterializeInDestinationOp, ToBufferOp, ToTensorOp};
use strata_ir::{core::DYNAMIC, prelude::*};
use strata_linalg::{CopyOp as StructuredCopy, FillOp, LinalgOp};
use strata_memref::{
    AllocOp, AllocaOp, CopyOp, DeallocOp, SubViewOp,
    layout::{self, Strided},
};
use strata_tensor::{DimOp, EmptyOp, MixedIndex, PadOp};

use crate::tiling::tile_op;

/// How contents are copied to a new buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copy {
    /// By `bufferization.materialize_in_destination`.
    Materialize,
    /// By `memref.copy`.
    Memory,
    /// By `linalg.copy`.
    Structured,
}

/// How buffers are made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How contents are copied.
    pub copy: Copy,
    /// Whether they are on the stack.
    pub on_stack: bool,
    /// Their memory space.
    pub space: Option<Attr>,
    /// Whether they are freed at the end of their block.
    pub frees: bool,
    /// Whether ops stay on tensors, of which the destination is a buffer.
    pub destination_only: bool,
}

/// A buffer for a tensor of this value's type, before an op.
fn allocate(b: &mut Builder<'_>, of: Value, sizes: &[MixedIndex], options: &Options) -> Option<Value> {
    let ty = b.cx().type_as::<TensorType>(b.ty(of))?;
    let memref = MemRefType {
        shape: ty.shape.as_slice().into(),
        elem: ty.elem,
        layout: None,
        memory_space: options.space,
    };
    let memref = b.cx().ty(memref);
    let dynamic: Vec<Value> = sizes.iter().filter_map(|m| m.value()).collect();
    let buffer = if options.on_stack {
        AllocaOp::build(b, &dynamic, &[], None, memref)
    } else {
        AllocOp::build(b, &dynamic, &[], None, memref)
    };
    if options.frees && !options.on_stack {
        let here = b.point();
        if let Some(end) = b.last_op(here.block) {
            let before = InsertPoint::before(b, end);
            b.goto(before);
        }
        DeallocOp::build(b, buffer);
        b.goto(here);
    }
    Some(buffer)
}

/// The sizes of a tensor: a number where the type has one.
fn sizes_of(b: &mut Builder<'_>, v: Value) -> Option<Vec<MixedIndex>> {
    DimOp::all(b, v)
}

/// Copies a tensor to a buffer.
fn copy_to(b: &mut Builder<'_>, tensor: Value, buffer: Value, copy: Copy) -> Option<()> {
    if copy == Copy::Materialize {
        let writable = b.cx().unit();
        MaterializeInDestinationOp::build(b, tensor, buffer, None, Some(writable), &[]);
        return Some(());
    }
    let (from, read_only) = (any_layout(b, tensor)?, b.cx().unit());
    let source = ToBufferOp::build(b, tensor, Some(read_only), from);
    if copy == Copy::Memory {
        CopyOp::build(b, source, buffer);
    } else {
        StructuredCopy::create(b, &[source], buffer).ok()?;
    }
    Some(())
}

fn to_tensor(b: &mut Builder<'_>, buffer: Value, ty: Type) -> Value {
    let unit = b.cx().unit();
    ToTensorOp::build(b, buffer, Some(unit), Some(unit), ty)
}

/// Whether a tensor holds nothing yet.
fn is_undefined(b: &Body, v: Value) -> bool {
    b.def_as::<EmptyOp>(v).is_some()
        || b.def_as::<AllocTensorOp>(v).is_some_and(|alloc| alloc.copy(b).is_none())
}

/// The padded tensor is a filled buffer with a copy of the source in it.
fn pad(body: &mut Body, pad: PadOp, options: &Options) -> Option<Value> {
    let value = pad.constant_padding(body)?;
    let (source, result) = (pad.source(body), pad.result(body));
    let (low, ty) = (pad.mixed_low(body), body.ty(result));
    if body.cx().shaped(ty)?.shape?.contains(&DYNAMIC) {
        return None;
    }
    let inside = body.def_op(value).is_some_and(|def| body.is_ancestor(pad.op(), def));
    if inside {
        return None;
    }
    let mut b = Builder::before(body, pad.op());
    let buffer = allocate(&mut b, result, &[], options)?;
    FillOp::create(&mut b, &[value], buffer).ok()?;
    let sizes = sizes_of(&mut b, source)?;
    let ones = vec![MixedIndex::Static(1); sizes.len()];
    let part = SubViewOp::create(&mut b, buffer, &low, &sizes, &ones)?;
    copy_to(&mut b, source, part, options.copy)?;
    let tensor = to_tensor(&mut b, buffer, ty);
    crate::loops::replace(body, pad.op(), &[tensor]);
    Some(buffer)
}

/// The buffer of a tensor that an op on buffers reads.
fn buffer_of(b: &mut Builder<'_>, tensor: Value) -> Option<Value> {
    if let Some(boundary) = b.def_as::<ToTensorOp>(tensor) {
        return Some(boundary.buffer(b));
    }
    let Some(memref) = any_layout(b, tensor) else { return Some(tensor) };
    // The buffer is known as soon as the tensor is.
    let here = b.point();
    let at = match b.def(tensor) {
        Def::Result { op, .. } => InsertPoint::after(b, op),
        Def::Arg { block, .. } => InsertPoint::at_start(b, block),
        Def::Forward => here,
    };
    b.goto(at);
    let buffer = ToBufferOp::build(b, tensor, None, memref);
    b.goto(here);
    Some(buffer)
}

/// The type of the buffer of a tensor of which only the shape is known; `None` for other values.
fn any_layout(b: &Body, tensor: Value) -> Option<Type> {
    let ty = b.cx().type_as::<TensorType>(b.ty(tensor))?;
    let t = MemRefType { shape: ty.shape.as_slice().into(), elem: ty.elem, layout: None, memory_space: None };
    let strides = Strided { strides: vec![DYNAMIC; t.shape.len()], offset: DYNAMIC };
    Some(layout::with_layout(b.cx(), &t, &t.shape, &strides))
}

fn structured(body: &mut Body, op: Op, options: &Options) -> Option<Value> {
    let inits = op.cast::<dyn LinalgOp>(body)?.dps_init_range(body);
    if inits.len() != 1 || body.results(op).len() != 1 {
        return None;
    }
    let (init, ty) = (body.operand(op, inits.start), body.ty(body.result(op, 0)));
    let mut b = Builder::before(body, op);
    let sizes = sizes_of(&mut b, init)?;
    let buffer = allocate(&mut b, init, &sizes, options)?;
    if !is_undefined(&b, init) {
        copy_to(&mut b, init, buffer, options.copy)?;
    }
    if options.destination_only {
        let tensor = to_tensor(&mut b, buffer, ty);
        body.set_operand(op, inits.start, tensor);
        return Some(buffer);
    }
    let operands: Vec<Value> = b.operands(op).collect();
    let mut buffers = Vec::new();
    for (i, v) in operands.into_iter().enumerate() {
        buffers.push(if i == inits.start { buffer } else { buffer_of(&mut b, v)? });
    }
    tile_op::copy_with(&mut b, op, &buffers, &[]);
    let tensor = to_tensor(&mut b, buffer, ty);
    crate::loops::replace(body, op, &[tensor]);
    Some(buffer)
}

/// Gives the result of an op a buffer; returns that, with the ops that were made. `None` if the op is neither a padding nor a structured op
/// with one result.
pub fn bufferize(body: &mut Body, op: Op, options: &Options) -> Option<(Value, Vec<Op>)> {
    let around = body.parent_op(op)?;
    let before: rustc_hash::FxHashSet<Op> = body.ops_in(around).into_iter().collect();
    let buffer = match op.as_op::<PadOp>(body) {
        Some(op) => pad(body, op, options)?,
        None => structured(body, op, options)?,
    };
    let made = body.ops_in(around).into_iter().filter(|op| !before.contains(op));
    Some((buffer, made.filter(|&op| body.parent_op(op) == Some(around)).collect()))
}
