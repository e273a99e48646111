//! How many neighbouring elements along the last divided loop each thread of a structured op computes.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_memref::layout;
use strata_passes_analysis::buffer_alias::is_memref;

use crate::{
    loop_nest::LoopNest,
    vector_access::{BYTES, VectorAccess, begins_at_multiple, element_bits, is_aligned},
};

/// The most ops of a payload that is copied.
const LONGEST: usize = 64;

/// As many elements as the widest type among the outputs has in 16 bytes, if all outputs lie together.
pub(crate) fn vector_access(b: &Body, nest: &LoopNest) -> Option<VectorAccess> {
    let &along = nest.divided.last()?;
    // There is a copy of the payload for each element.
    let mut payload = b.block_ops(nest.payload);
    if payload.any(|op| !b.regions(op).is_empty()) || b.block_ops(nest.payload).count() > LONGEST {
        return None;
    }
    let size = nest.ranges[along];
    let mut width = i64::from(BYTES * 8 / widest(b, nest)?);
    // Fewer where the size does not divide.
    while width > 1 && (size == DYNAMIC || size % width != 0) {
        width /= 2;
    }
    if width < 2 {
        return None;
    }
    let together: Vec<bool> =
        (0..nest.operands.len()).map(|i| lies_together(b, nest, i, along, width)).collect();
    let outputs = nest.inits.clone().all(|i| together[i]);
    outputs.then_some(VectorAccess { width: width as usize, along, together })
}

/// Whether a thread reads its elements of an input one by one.
pub(crate) fn scatters(b: &Body, nest: &LoopNest, access: &VectorAccess) -> bool {
    (0..nest.inits.start).any(|i| {
        let used = is_memref(b, nest.operands[i]) && b.has_uses(b.block_args(nest.payload)[i]);
        used && nest.maps[i].uses_dim(access.along as u32) && !access.is_together(i)
    })
}

/// The size of the widest elements of an op.
pub(crate) fn widest(b: &Body, nest: &LoopNest) -> Option<u32> {
    let bits = nest.operands.iter().filter(|&&v| is_memref(b, v)).map(|&v| element_bits(b, v));
    bits.max().flatten()
}

/// Whether the elements of an operand for `width` iterations of a loop lie together, where one access can reach them.
fn lies_together(b: &Body, nest: &LoopNest, i: usize, along: usize, width: i64) -> bool {
    let (v, map) = (nest.operands[i], &nest.maps[i]);
    let cx = b.cx();
    let Some(strided) = layout::strides(cx, b.ty(v)) else { return false };
    let Some((last, outer)) = map.results().split_last() else { return false };
    let Some((&one, strides)) = strided.strides.split_last() else { return false };
    let aligned = |n: i64| n != DYNAMIC && n % width == 0;
    last.as_dim() == Some(along as u32)
        && !outer.iter().any(|e| e.is_function_of_dim(along as u32))
        && one == 1
        && element_bits(b, v).is_some()
        && strides.iter().all(|&s| aligned(s))
        && begins_at_multiple(b, v, width)
        && is_aligned(b, v)
}
