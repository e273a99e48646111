//! Copies of tensors that are initialized only in parts.
//!
//! Before, where `%1` has other uses as well:
//! ```mlir
//! %0 = tensor.empty() : tensor<2xi32>
//! %1 = tensor.insert_slice %x into %0[0] [1] [1] : tensor<1xi32> into tensor<2xi32>
//! %2 = tensor.insert_slice %y into %1[1] [1] [1] : tensor<1xi32> into tensor<2xi32>
//! ```
//! After: `%2` gets a buffer of its own, to which only the initialized part of `%1` is copied:
//! ```mlir
//! %from = memref.subview %buffer[0] [1] [1] : …
//! %to = memref.subview %new[0] [1] [1] : …
//! memref.copy %from, %to : …
//! ```
//! The remaining elements were never written, so copying the whole buffer would read uninitialized memory.

use strata_ir::prelude::*;
use strata_tensor::{EmptyOp, InsertOp, InsertSliceOp, MixedIndex, OffsetSizeStride as _};

use super::buffers::{State, allocate, copy_of, dynamic_sizes};
use crate::structured_op::subview_mixed;

/// Parts at most; a tensor with more is copied as a whole.
const MAX_PARTS: usize = 8;

/// An initialized part.
struct Part {
    offsets: Vec<MixedIndex>,
    sizes: Vec<MixedIndex>,
    strides: Vec<MixedIndex>,
    /// The type of the inserted tensor.
    ty: Type,
}

/// A copy of the buffer of `tensor` in a buffer of its own, without the uninitialized parts.
pub(super) fn copy_of_contents(b: &mut Builder<'_>, state: &mut State, tensor: Value, ty: Type) -> Value {
    let buffer = state.buffer(tensor);
    let Some(parts) = parts(b, tensor) else { return copy_of(b, state, buffer, ty) };
    let sizes = dynamic_sizes(b, buffer);
    let new = allocate(b, state, ty, &sizes);
    for Part { offsets, sizes, strides, ty } in parts {
        let [from, to] = [buffer, new].map(|v| subview_mixed(b, v, &offsets, &sizes, &strides, Some(ty)));
        strata_memref::CopyOp::build(b, from, to);
    }
    new
}

/// The parts of a tensor that is initialized in a few parts only, in the order in which they were written.
fn parts(b: &Body, tensor: Value) -> Option<Vec<Part>> {
    let (mut parts, mut value) = (Vec::new(), tensor);
    loop {
        let op = b.def_op(value)?;
        if op.isa::<EmptyOp>(b) {
            break;
        }
        let part = if let Some(insert) = op.as_op::<InsertSliceOp>(b) {
            value = insert.dest(b);
            Part {
                offsets: insert.mixed_offsets(b),
                sizes: insert.mixed_sizes(b),
                strides: insert.mixed_strides(b),
                ty: b.ty(insert.source(b)),
            }
        } else if op.isa::<InsertOp>(b) {
            let offsets: Vec<MixedIndex> = b.operands(op).skip(2).map(MixedIndex::Value).collect();
            let ones = vec![MixedIndex::Static(1); offsets.len()];
            let ty = b.cx().tensor(&vec![1; offsets.len()], b.ty(b.operand(op, 0)));
            value = b.operand(op, 1);
            Part { offsets, sizes: ones.clone(), strides: ones, ty }
        } else {
            return None;
        };
        parts.push(part);
        if parts.len() > MAX_PARTS {
            return None;
        }
    }
    let written = parts.iter().map(|p| product(p.sizes.iter().map(|n| n.as_static()))).sum::<Option<i64>>();
    let shape = b.cx().shaped(b.ty(tensor))?.shape?;
    let all = product(shape.iter().map(|&n| Some(n).filter(|&n| n != DYNAMIC)));
    if written.zip(all).is_some_and(|(written, all)| written >= all) {
        return None;
    }
    parts.reverse();
    Some(parts)
}

/// The number of elements of these sizes, if all are known.
fn product(mut sizes: impl Iterator<Item = Option<i64>>) -> Option<i64> {
    sizes.try_fold(1i64, |n, size| n.checked_mul(size?))
}
