//! Innermost dimensions of size one are no part of transfers of buffers.
//!
//! ```mlir
//! %r = vector.transfer_read %m[%i, %j], %p {in_bounds = [true, true]} : memref<16x1xf32>, vector<4x1xf32>
//! ```
//! becomes
//! ```mlir
//! %v = memref.subview %m[0, 0] [16, 1] [1, 1] : memref<16x1xf32> to memref<16xf32, strided<[1]>>
//! %s = vector.transfer_read %v[%i], %p {in_bounds = [true]} : memref<16xf32, strided<[1]>>, vector<4xf32>
//! %r = vector.shape_cast %s : vector<4xf32> to vector<4x1xf32>
//! ```
//! Transfers with masks or permutations stay.

use strata_ir::{affine::AffineMap, prelude::*, rewrite::patterns};
use strata_memref::layout;
use strata_vector::{ShapeCastOp, TransferReadOp, TransferWriteOp};

use crate::{
    masked::is_masked,
    shapes::{is_scalable, vector},
    view_ones::{Layout, reduced_view},
};

/// The patterns of this file.
pub const DROP_INNER_ONES: &[PatternRow] = patterns! {
    TransferReadOp => "inner-ones-of-read": read,
    TransferWriteOp => "inner-ones-of-write": write,
};

/// The transfer that is left: its buffer, the part of the indices, the map, the bounds, and the type of its vector.
struct Rest {
    view: Value,
    indices: Vec<Value>,
    map: Attr,
    bounds: Attr,
    ty: Type,
}

/// The number of innermost dimensions that both the buffer and the vector have with size one, next to each other in memory.
fn inner_ones(b: &Body, base: Value, ty: &VectorType) -> Option<usize> {
    let shape = b.cx().type_as::<MemRefType>(b.ty(base))?.shape.clone();
    let strides = layout::strides(b.cx(), b.ty(base))?.strides;
    let first = shape.len().checked_sub(ty.shape.len())?;
    let is_one =
        |&d: &usize| (strides[first + d], shape[first + d], ty.shape[d]) == (1, 1, 1) && !is_scalable(ty, d);
    Some((0..ty.shape.len()).rev().take_while(is_one).count())
}

fn rest(
    rw: &mut Rewriter<'_>,
    base: Value,
    indices: Vec<Value>,
    map: &AffineMap,
    bounds: &[bool],
    ty: &VectorType,
) -> Option<Rest> {
    let n = inner_ones(rw, base, ty).filter(|&n| n > 0)?;
    let (rank, kept) = (indices.len(), ty.shape.len() - n);
    let leaves = bounds.get(kept..)?.contains(&false);
    // The vector that is left may have no dimension.
    if ty.shape.len() < 2 || !map.is_minor_identity() || leaves {
        return None;
    }
    let keep: Vec<bool> = (0..rank).map(|d| d < rank - n).collect();
    let view = reduced_view(rw, base, &keep, Layout::Written)?;
    let cx = rw.cx();
    let scalable = if ty.scalable.is_empty() { SmallVec::new() } else { ty.scalable[..kept].into() };
    Some(Rest {
        view,
        indices: indices[..rank - n].to_vec(),
        map: cx.affine_map_attr(AffineMap::minor_identity((rank - n) as u32, kept as u32)),
        bounds: cx.array_attr(bounds[..kept].iter().map(|&x| cx.bool_attr(x)).collect()),
        ty: cx.ty(VectorType { shape: ty.shape[..kept].into(), scalable, elem: ty.elem }),
    })
}

fn read(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let read = op.as_op::<TransferReadOp>(rw)?;
    if read.mask(rw).is_some() || is_masked(rw, op) {
        return None;
    }
    let ty = vector(rw, read.vector(rw))?;
    let (base, indices, bounds, map) =
        (read.base(rw), read.indices(rw).collect(), read.bounds(rw), read.map(rw));
    let rest = rest(rw, base, indices, &map, &bounds, &ty)?;
    let padding = read.padding(rw);
    let value =
        TransferReadOp::build(rw, rest.view, &rest.indices, rest.map, padding, None, rest.bounds, rest.ty);
    let ty = rw.cx().ty(ty);
    let value = ShapeCastOp::build(rw, value, ty);
    rw.replace_op(op, &[value]);
    Some(())
}

fn write(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let write = op.as_op::<TransferWriteOp>(rw)?;
    if write.mask(rw).is_some() || is_masked(rw, op) {
        return None;
    }
    let value = write.value_to_store(rw);
    let ty = vector(rw, value)?;
    let (base, indices, bounds, map) =
        (write.base(rw), write.indices(rw).collect(), write.bounds(rw), write.map(rw));
    let rest = rest(rw, base, indices, &map, &bounds, &ty)?;
    let value = ShapeCastOp::build(rw, value, rest.ty);
    TransferWriteOp::build(rw, value, rest.view, &rest.indices, rest.map, None, rest.bounds, &[]);
    rw.erase_op(op);
    Some(())
}
