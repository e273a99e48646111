//! Parts of tensors: what `tensor.extract_slice` takes out and `tensor.insert_slice` puts back.

use strata_ir::prelude::*;
use strata_tensor::{ExtractSliceOp, InsertSliceOp, OffsetSizeStride, ParallelInsertSliceOp};

use super::{
    chains::Chains,
    facts::{Use, View},
};

/// The operand with the part of an op that puts one into a tensor, and the operand with the tensor.
fn insertion(body: &Body, op: Op) -> Option<(usize, usize)> {
    (op.isa::<InsertSliceOp>(body) || op.isa::<ParallelInsertSliceOp>(body)).then_some((0, 1))
}

/// Whether a read and a write do not conflict because of the parts that they are about.
pub(crate) fn are_disjoint_or_equal(v: View<'_>, read: Use, write: Use) -> bool {
    if let Some((source, dest)) = insertion(v.body, read.0)
        // Only what is not overwritten is read, and the write is to what is.
        && (read.1 == dest && is_inserted_part(v, write, read.0)
            // The part is read that is about to be written with it.
            || read.1 == source && write == (read.0, dest) && is_inserted_part(v, read, read.0))
    {
        return true;
    }
    // The part is overwritten with itself.
    insertion(v.body, write.0).is_some_and(|(source, dest)| {
        let part = v.body.operand(write.0, source);
        write.1 == dest
            && v.are_equivalent(v.value_of(read), part)
            && is_inserted_part(v, (write.0, source), write.0)
    })
}

/// Whether all that an operand may be is the part, of the tensor that `insert` changes, that it changes.
fn is_inserted_part(v: View<'_>, u: Use, insert: Op) -> bool {
    let matches = |value: Value| is_part(v, value, insert);
    v.find_backwards(u, Chains::WITH_ENDS, &matches).into_iter().all(matches)
}

fn is_part(v: View<'_>, value: Value, insert: Op) -> bool {
    let Some(extract) = v.body.def_as::<ExtractSliceOp>(value) else { return false };
    let Some((_, dest)) = insertion(v.body, insert) else { return false };
    let Some(place) = insert.cast::<dyn OffsetSizeStride>(v.body) else { return false };
    let same = |x: Vec<strata_tensor::MixedIndex>, y: Vec<strata_tensor::MixedIndex>| {
        x.len() == y.len() && x.iter().zip(&y).all(|(&x, &y)| x.same(y, v.body))
    };
    let dest = v.body.operand(insert, dest);
    v.are_equivalent(extract.source(v.body), dest)
        && same(extract.mixed_offsets(v.body), place.mixed_offsets(v.body))
        && same(extract.mixed_sizes(v.body), place.mixed_sizes(v.body))
        && same(extract.mixed_strides(v.body), place.mixed_strides(v.body))
}
