//! Transfers of whole buffers that have dimensions of size one are those of views without these.
//!
//! ```mlir
//! %r = vector.transfer_read %m[%c0, %c0], %p {in_bounds = [true, true]} : memref<1x8xf32>, vector<1x8xf32>
//! ```
//! becomes
//! ```mlir
//! %v = memref.subview %m[0, 0] [1, 8] [1, 1] : memref<1x8xf32> to memref<8xf32>
//! %s = vector.transfer_read %v[%c0], %p {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
//! %r = vector.shape_cast %s : vector<8xf32> to vector<1x8xf32>
//! ```
//! All indices are zero, and masks are `vector.create_mask`s.

use strata_arith::constant_index;
use strata_ir::{
    affine::{AffineMap, simplify_map},
    prelude::*,
    rewrite::patterns,
};
use strata_memref::{
    DimOp, SubViewOp,
    layout::{self, Strided},
};
use strata_tensor::{MixedIndex, index_list::constant_index as constant};
use strata_vector::{CreateMaskOp, MaskOp, ShapeCastOp, TransferReadOp, TransferWriteOp, YieldOp};

use crate::{
    masked::under_mask,
    shapes::{is_scalable, vector},
};

/// The patterns of this file.
pub const DROP_ONES_OF_VIEWS: &[PatternRow] = patterns! {
    TransferReadOp => "view-of-read": read,
    TransferWriteOp => "view-of-write": write,
};

/// How the layout of a view is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// As strides.
    Written,
    /// Not at all for dense buffers, and as a map for others.
    Canonical,
}

/// A view of all of a buffer with some of its dimensions; the others have size one.
pub fn reduced_view(rw: &mut Rewriter<'_>, base: Value, keep: &[bool], form: Layout) -> Option<Value> {
    let from = rw.cx().type_as::<MemRefType>(rw.ty(base))?.clone();
    let full = layout::strides(rw.cx(), rw.ty(base))?;
    let kept = |list: &[i64]| list.iter().zip(keep).filter(|(_, k)| **k).map(|(&n, _)| n).collect::<Vec<_>>();
    let strided = Strided { strides: kept(&full.strides), offset: full.offset };
    let mut ty = layout::with_layout(rw.cx(), &from, &kept(&from.shape), &strided);
    if form == Layout::Canonical {
        ty = canonical(rw.cx(), ty)?;
    }
    let sizes = DimOp::all(rw, base)?;
    let (zeros, ones) = (vec![MixedIndex::Static(0); keep.len()], vec![MixedIndex::Static(1); keep.len()]);
    Some(SubViewOp::of_type(rw, base, &zeros, &sizes, &ones, ty))
}

/// The type without a layout if it is that of a dense buffer; other layouts are maps.
fn canonical(cx: &Context, ty: Type) -> Option<Type> {
    let t = cx.type_as::<MemRefType>(ty)?;
    let layout = if layout::is_identity(cx, ty) {
        None
    } else if t.shape.is_empty() {
        t.layout
    } else {
        Some(cx.affine_map_attr(simplify_map(&layout::map(cx, t)?)))
    };
    Some(cx.ty(MemRefType { layout, ..t.clone() }))
}

/// The vector without its dimensions of size one.
fn without_ones(ty: &VectorType) -> VectorType {
    let kept: Vec<usize> = (0..ty.shape.len()).filter(|&d| ty.shape[d] != 1 || is_scalable(ty, d)).collect();
    let scalable = match ty.scalable.contains(&true) {
        true => kept.iter().map(|&d| is_scalable(ty, d)).collect(),
        false => SmallVec::new(),
    };
    VectorType { shape: kept.iter().map(|&d| ty.shape[d]).collect(), scalable, elem: ty.elem }
}

/// A mask of the dimensions that are left.
fn reduced_mask(rw: &Body, mask: Value) -> Option<(Vec<Value>, VectorType)> {
    let create = rw.def_as::<CreateMaskOp>(mask)?;
    let ty = vector(rw, mask)?;
    let new = without_ones(&ty);
    if new.shape.len() == ty.shape.len() {
        return None;
    }
    let mut bounds = Vec::new();
    for (d, bound) in create.operands(rw).enumerate() {
        if ty.shape[d] != 1 || is_scalable(&ty, d) {
            bounds.push(bound);
        } else if constant(rw, bound) != Some(1) {
            return None;
        }
    }
    Some((bounds, new))
}

/// A transfer of a whole buffer.
struct Whole {
    /// The op that is replaced: the transfer, or the mask around it.
    root: Op,
    around: Option<Value>,
    base: Value,
    keep: Vec<bool>,
    ty: VectorType,
    mask: Option<(Vec<Value>, VectorType)>,
}

impl Whole {
    fn read(
        b: &Body,
        op: Op,
        (base, v, mask): (Value, Value, Option<Value>),
        indices: &[Value],
        (map, bounds): (AffineMap, Vec<bool>),
    ) -> Option<Self> {
        let shape = &b.cx().type_as::<MemRefType>(b.ty(base))?.shape;
        let keep: Vec<bool> = shape.iter().map(|&n| n != 1).collect();
        let rank = keep.iter().filter(|k| **k).count();
        let ty = without_ones(&vector(b, v)?);
        let around = MaskOp::around(b, op);
        let is_whole = indices.iter().all(|&i| constant(b, i) == Some(0));
        let fits = rank == ty.shape.len() && rank != keep.len() && is_whole && map.is_minor_identity();
        let has_lanes = around.is_none_or(|m| rank != 0 && m.passthru(b).is_none());
        if !fits || !has_lanes || bounds.contains(&false) {
            return None;
        }
        let mask = match mask {
            Some(mask) => Some(reduced_mask(b, mask)?),
            None => None,
        };
        let around_mask = around.map(|m| m.mask(b));
        Some(Self { root: around.map_or(op, |m| m.op()), around: around_mask, base, keep, ty, mask })
    }
    /// The values that the new transfer starts from: the mask, the buffer, the indices, the map and the bounds.
    fn build(&self, rw: &mut Rewriter<'_>) -> Option<(Option<Value>, Value, Vec<Value>, Attr, Attr)> {
        let at = InsertPoint::before(rw, self.root);
        rw.goto(at);
        let mask = self.mask.as_ref().map(|(bounds, ty)| {
            let ty = rw.cx().ty(ty.clone());
            CreateMaskOp::build(rw, bounds, ty)
        });
        let view = reduced_view(rw, self.base, &self.keep, Layout::Canonical)?;
        let rank = self.ty.shape.len();
        let zero = constant_index(rw, 0);
        let map = rw.cx().affine_map_attr(AffineMap::minor_identity(rank as u32, rank as u32));
        let bounds = rw.cx().array_attr(vec![rw.cx().bool_attr(true); rank]);
        Some((mask, view, vec![zero; rank], map, bounds))
    }
    /// The mask of the lanes around the new transfer.
    fn lanes(&self, rw: &mut Rewriter<'_>) -> Option<Value> {
        let mask = self.around?;
        let ty = rw.cx().ty(VectorType { elem: rw.cx().i1(), ..self.ty.clone() });
        Some(cast(rw, mask, ty))
    }
}

fn cast(rw: &mut Rewriter<'_>, v: Value, ty: Type) -> Value {
    if rw.ty(v) == ty { v } else { ShapeCastOp::build(rw, v, ty) }
}

fn read(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let read = op.as_op::<TransferReadOp>(rw)?;
    let values = (read.base(rw), read.vector(rw), read.mask(rw));
    let indices: Vec<Value> = read.indices(rw).collect();
    let whole = Whole::read(rw, op, values, &indices, (read.map(rw), read.bounds(rw)))?;
    let (padding, old) = (read.padding(rw), rw.ty(values.1));
    let (mask, view, indices, map, bounds) = whole.build(rw)?;
    let ty = rw.cx().ty(whole.ty.clone());
    let lanes = whole.lanes(rw);
    let value = under_mask(rw, lanes, ty, |b| {
        TransferReadOp::build(b, view, &indices, map, padding, mask, bounds, ty)
    });
    let value = cast(rw, value, old);
    rw.replace_op(whole.root, &[value]);
    Some(())
}

fn write(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let write = op.as_op::<TransferWriteOp>(rw)?;
    let values = (write.base(rw), write.value_to_store(rw), write.mask(rw));
    let indices: Vec<Value> = write.indices(rw).collect();
    let whole = Whole::read(rw, op, values, &indices, (write.map(rw), write.bounds(rw)))?;
    let (mask, view, indices, map, bounds) = whole.build(rw)?;
    let ty = rw.cx().ty(whole.ty.clone());
    let value = cast(rw, values.1, ty);
    match whole.lanes(rw) {
        Some(lanes) => {
            let op = MaskOp::build(rw, lanes, None, &[]);
            rw.region_block(op.op(), 0, &[], |b, _| {
                TransferWriteOp::build(b, value, view, &indices, map, mask, bounds, &[]);
                YieldOp::build(b, &[]);
            });
        }
        None => {
            TransferWriteOp::build(rw, value, view, &indices, map, mask, bounds, &[]);
        }
    }
    rw.erase_op(whole.root);
    Some(())
}
