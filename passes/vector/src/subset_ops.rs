//! `fold-tensor-subset-ops`: transfers of slices become transfers of the whole tensor.
//!
//! Before:
//! ```mlir
//! %s = tensor.extract_slice %x[1, %i] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
//! %r = vector.transfer_read %s[%c0, %j], %p {in_bounds = [true]} : tensor<2x4xf32>, vector<4xf32>
//! ```
//! After:
//! ```mlir
//! %k = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%i, %j]
//! %r = vector.transfer_read %x[%c1, %k], %p {in_bounds = [true]} : tensor<4x8xf32>, vector<4xf32>
//! ```
//! A write of a whole slice that is inserted writes to the destination, and a slice inserted into one of the same sizes is inserted once.
//! Slices with strides stay, and so do transfers with masks or beyond the bounds.

use strata_ir::{affine::AffineMap, prelude::*, rewrite::patterns};
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::affine_size::combined;
use strata_tensor::{ExtractSliceOp, InsertSliceOp, MixedIndex, OffsetSizeStride};
use strata_vector::{TransferReadOp, TransferWriteOp};

/// Fold tensor subset ops into producer/consumer ops.
#[pass(
    name = "fold-tensor-subset-ops",
    class = "FoldTensorSubsetOpsPass",
    produces = [affine, arith, tensor, vector],
    each_body
)]
pub struct FoldTensorSubsetOps;

impl BodyPass for FoldTensorSubsetOps {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut patterns = PatternSet::new();
        patterns.add(FOLD_SUBSETS);
        crate::apply(body, &patterns)
    }
}

/// Slices are folded into transfers and into other slices.
pub const FOLD_SUBSETS: &[PatternRow] = patterns! {
    TransferReadOp => "fold-slice": read_of_slice,
    InsertSliceOp => "fold-write": insert_of_write,
    InsertSliceOp => "fold-insert": insert_of_insert,
};
/// Slices are folded into transfers.
pub const FOLD_SUBSETS_INTO_TRANSFERS: &[PatternRow] = patterns! {
    TransferReadOp => "fold-slice": read_of_slice,
    InsertSliceOp => "fold-write": insert_of_write,
};

/// `read(slice(x, o), i) = read(x, o + i)`.
fn read_of_slice(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let read = op.as_op::<TransferReadOp>(rw)?;
    let slice = rw.def_of::<ExtractSliceOp>(read.base(rw))?;
    if read.mask(rw).is_some() || !read.is_in_bounds(rw) || !slice.has_unit_strides(rw) {
        return None;
    }
    let dropped = slice.dropped_dims(rw);
    let indices: Vec<MixedIndex> = read.indices(rw).map(MixedIndex::Value).collect();
    let offsets = slice.mixed_offsets(rw);
    let indices = resolved(rw, &offsets, &dropped, &indices)?;
    let (source, padding, bounds) = (slice.source(rw), read.padding(rw), rw.attr(op, "in_bounds")?);
    let map = whole_map(&read.map(rw), &dropped);
    let (map, ty) = (rw.cx().affine_map_attr(map), rw.ty(read.vector(rw)));
    let value = TransferReadOp::build(rw, source, &indices, map, padding, None, bounds, ty);
    rw.replace_op(op, &[value]);
    Some(())
}

/// `insert(write(v, x, i), y, o) = write(v, y, o + i)`, where `v` is all of the slice.
fn insert_of_write(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let insert = op.as_op::<InsertSliceOp>(rw)?;
    let slice = insert.source(rw);
    let write = rw.def_of::<TransferWriteOp>(slice)?;
    let vector = write.value_to_store(rw);
    let shape = |v: Value| rw.cx().shaped(rw.ty(v)).and_then(|s| s.shape);
    let all = shape(vector) == shape(slice);
    let masked = write.mask(rw).is_some();
    if masked || !write.is_in_bounds(rw) || !insert.has_unit_strides(rw) || !all {
        return None;
    }
    let dropped = insert.dropped_dims(rw);
    let indices: Vec<MixedIndex> = write.indices(rw).map(MixedIndex::Value).collect();
    let offsets = insert.mixed_offsets(rw);
    let indices = resolved(rw, &offsets, &dropped, &indices)?;
    let (dest, bounds) = (insert.dest(rw), rw.attr(write.op(), "in_bounds")?);
    let map = whole_map(&write.map(rw), &dropped);
    let (map, ty) = (rw.cx().affine_map_attr(map), rw.ty(dest));
    let new = TransferWriteOp::build(rw, vector, dest, &indices, map, None, bounds, &[ty]);
    let value = *rw.results(new.op()).first()?;
    rw.replace_op(op, &[value]);
    Some(())
}

/// `insert(insert(x, y, p), z, o) = insert(x, z, o + p)`, where both have the same sizes.
fn insert_of_insert(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let outer = op.as_op::<InsertSliceOp>(rw)?;
    let inner = rw.def_of::<InsertSliceOp>(outer.source(rw))?;
    let dropped = outer.dropped_dims(rw);
    let sizes = outer.mixed_sizes(rw);
    let kept: Vec<MixedIndex> =
        sizes.iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(s, _)| *s).collect();
    if !outer.has_unit_strides(rw) || !inner.has_unit_strides(rw) || kept != inner.mixed_sizes(rw) {
        return None;
    }
    let (offsets, places) = (outer.mixed_offsets(rw), inner.mixed_offsets(rw));
    let offsets = sums(rw, &offsets, &dropped, &places)?;
    let (source, dest, strides) = (inner.source(rw), outer.dest(rw), outer.mixed_strides(rw));
    let new = InsertSliceOp::create(rw, source, dest, &offsets, &sizes, &strides);
    rw.replace_op(op, &[new]);
    Some(())
}

/// The position in the whole of an element of a slice.
fn sums(
    rw: &mut Rewriter<'_>,
    offsets: &[MixedIndex],
    dropped: &[bool],
    indices: &[MixedIndex],
) -> Option<Vec<MixedIndex>> {
    let mut next = indices.iter();
    let mut out = Vec::new();
    for (&offset, &dropped) in offsets.iter().zip(dropped) {
        out.push(if dropped { offset } else { combined(rw, &[offset, *next.next()?], |x, y| x + y)? });
    }
    Some(out)
}

/// [`sums`] as values.
fn resolved(
    rw: &mut Rewriter<'_>,
    offsets: &[MixedIndex],
    dropped: &[bool],
    indices: &[MixedIndex],
) -> Option<Vec<Value>> {
    let all = sums(rw, offsets, dropped, indices)?;
    let values: Vec<Value> = all.into_iter().map(|m| m.materialize(rw)).collect::<Option<_>>()?;
    for &v in &values {
        if let Some(def) = rw.def_op(v) {
            rw.touch(def);
        }
    }
    Some(values)
}

/// The map of a transfer of a slice, for the whole tensor.
fn whole_map(map: &AffineMap, dropped: &[bool]) -> AffineMap {
    let kept: Vec<u32> = (0..dropped.len() as u32).filter(|&d| !dropped[d as usize]).collect();
    map.compose(&AffineMap::select(dropped.len() as u32, &kept))
}
