//! The address of an access as a view, which is accessed at its beginning.
//!
//! ```mlir
//! %v = memref.load %m[%i, %j] : memref<4x8xf32>
//! ```
//! becomes
//! ```mlir
//! %s = memref.subview %m[%i, %j] [1, 1] [1, 1] : memref<4x8xf32> to memref<1x1xf32, strided<[8, 1], offset: ?>>
//! %v = memref.load %s[%c0, %c0] : memref<1x1xf32, strided<[8, 1], offset: ?>>
//! ```
//! The view of an access to several elements has all that follow.

use strata_ir::{prelude::*, rewrite::patterns};
use strata_memref::{ExtractStridedMetadataOp, LoadOp, StoreOp, SubViewOp};
use strata_passes_analysis::affine_size::combined;
use strata_tensor::{MixedIndex, index_list::constant_index};

use crate::access::{Access, Kind};

/// Accesses are those of views at their beginning.
pub const EXTRACT_ADDRESSES: &[PatternRow] = patterns! {
    LoadOp => "extract-address": extract,
    StoreOp => "extract-address": extract,
    any => "extract-address": extract_of_many,
};

/// The accesses of several elements that have views.
const OF_MANY: [&str; 3] = ["nvgpu.ldmatrix", "vector.transfer_read", "vector.transfer_write"];

fn extract_of_many(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    if OF_MANY.contains(&rw.op_name(op)) { extract(op, rw) } else { None }
}

fn extract(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let access = Access::all(rw, op).next()?;
    let index = |v: Value| constant_index(rw, v).map_or(MixedIndex::Value(v), MixedIndex::Static);
    let indices: Vec<MixedIndex> = access.operands(rw).into_iter().map(index).collect();
    let one = MixedIndex::Static(1);
    if indices.iter().all(|&i| i == MixedIndex::Static(0)) {
        return None;
    }
    let ones = vec![one; indices.len()];
    let sizes = match access.kind {
        Kind::Element => ones.clone(),
        _ => sizes_behind(rw, access.memref, &indices)?,
    };
    let view = SubViewOp::create(rw, access.memref, &indices, &sizes, &ones)?;
    let zero = MixedIndex::Static(0).materialize(rw)?;
    access.redirect(rw, view, &vec![zero; indices.len()]);
    Some(())
}

/// The number of elements from an index on, along each dimension.
fn sizes_behind(rw: &mut Rewriter<'_>, memref: Value, indices: &[MixedIndex]) -> Option<Vec<MixedIndex>> {
    let shape = rw.cx().type_as::<MemRefType>(rw.ty(memref))?.shape.to_vec();
    let parts = match shape.contains(&DYNAMIC) {
        true => Some(ExtractStridedMetadataOp::create(rw, memref)?),
        false => None,
    };
    let values: Vec<Value> = parts.map_or(Vec::new(), |p| p.sizes(rw).to_vec());
    let mut sizes = Vec::new();
    for (d, (&size, &index)) in shape.iter().zip(indices).enumerate() {
        let size = match size {
            DYNAMIC => MixedIndex::Value(*values.get(d)?),
            n => MixedIndex::Static(n),
        };
        sizes.push(combined(rw, &[size, index], |size, index| size - index)?);
    }
    Some(sizes)
}
