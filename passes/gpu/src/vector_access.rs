//! Accesses of 16 bytes by one instruction: neighbouring elements along the last divided loop, where they are contiguous.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_memref::{CastOp, CollapseShapeOp, ExpandShapeOp, ReinterpretCastOp, SubViewOp, ViewOp, layout};
use strata_passes_analysis::buffer_alias::{is_memref, is_view};
use strata_tensor::{MixedIndex, OffsetSizeStride};
use strata_vector::{ExtractOp, FromElementsOp};

use crate::loop_nest::Nest;

/// The largest number of ops of a payload that is copied.
const LONGEST: usize = 64;
/// The bytes of the widest access.
pub(crate) const BYTES: u32 = 16;

/// The number of elements that a thread computes, and the operands that it accesses at once.
pub(crate) struct Wide {
    /// Elements for each thread.
    pub width: usize,
    /// The loop of these elements.
    pub along: usize,
    /// For each operand whether the elements are contiguous.
    together: Vec<bool>,
}

impl Wide {
    /// One element for each thread.
    pub(crate) fn none() -> Self {
        Self { width: 1, along: 0, together: Vec::new() }
    }
    /// As many elements as the widest type among the outputs has in 16 bytes, if all outputs are contiguous.
    pub(crate) fn of(b: &Body, nest: &Nest) -> Option<Self> {
        let &along = nest.divided.last()?;
        // The payload is copied for each element.
        let mut payload = b.block_ops(nest.payload);
        if payload.any(|op| !b.regions(op).is_empty()) || b.block_ops(nest.payload).count() > LONGEST {
            return None;
        }
        let size = nest.ranges[along];
        let mut width = i64::from(BYTES * 8 / widest(b, nest)?);
        // Fewer elements if the size is no multiple.
        while width > 1 && (size == DYNAMIC || size % width != 0) {
            width /= 2;
        }
        if width < 2 {
            return None;
        }
        let together: Vec<bool> =
            (0..nest.operands.len()).map(|i| lies_together(b, nest, i, along, width)).collect();
        let outputs = nest.inits.clone().all(|i| together[i]);
        outputs.then_some(Self { width: width as usize, along, together })
    }
    /// Whether a thread loads the elements of an input one by one.
    pub(crate) fn scatters(&self, b: &Body, nest: &Nest) -> bool {
        (0..nest.inits.start).any(|i| {
            let used = is_memref(b, nest.operands[i]) && b.has_uses(b.block_args(nest.payload)[i]);
            used && nest.maps[i].uses_dim(self.along as u32) && !self.is_together(i)
        })
    }
    pub(crate) fn is_together(&self, i: usize) -> bool {
        self.together.get(i).copied().unwrap_or(false)
    }
    /// Loads the elements from a position on.
    pub(crate) fn load(&self, b: &mut Builder<'_>, memref: Value, at: &[Value]) -> Vec<Value> {
        let (ty, align) = self.vector(b, memref);
        let v = strata_vector::LoadOp::build(b, memref, at, None, align, ty);
        (0..self.width).map(|i| ExtractOp::of(b, v, &[(i as i64).into()])).collect()
    }
    pub(crate) fn store(&self, b: &mut Builder<'_>, memref: Value, at: &[Value], values: &[Value]) {
        let (ty, align) = self.vector(b, memref);
        let v = FromElementsOp::build(b, values, ty);
        strata_vector::StoreOp::build(b, v, memref, at, None, align);
    }
    /// The vector type of the elements, and their known alignment.
    fn vector(&self, b: &Builder<'_>, memref: Value) -> (Type, Option<Attr>) {
        let cx = b.cx();
        let elem = cx.elem_or_self(b.ty(memref));
        let bytes = i64::from(element_bits(b, memref).unwrap_or(8) / 8) * self.width as i64;
        (cx.vector(&[self.width as i64], elem), Some(cx.i64_attr(bytes)))
    }
}

/// The bits of the widest elements of an op.
pub(crate) fn widest(b: &Body, nest: &Nest) -> Option<u32> {
    let bits = nest.operands.iter().filter(|&&v| is_memref(b, v)).map(|&v| element_bits(b, v));
    bits.max().flatten()
}

/// The bits of the elements of a memref, if they are whole bytes in memory and in vectors.
pub(crate) fn element_bits(b: &Body, memref: Value) -> Option<u32> {
    let cx = b.cx();
    let elem = cx.elem_or_self(b.ty(memref));
    if cx.is_index(elem) {
        return Some(64);
    }
    cx.bit_width(elem).filter(|bits| matches!(bits, 8 | 16 | 32 | 64))
}

/// Whether the elements of an operand for `width` iterations of a loop are contiguous and can be accessed at once.
fn lies_together(b: &Body, nest: &Nest, i: usize, along: usize, width: i64) -> bool {
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

/// Whether the memory of a buffer has the alignment of the runtime's allocations, or of constants, which `gpu-kernel-outlining` aligns as
/// well.
pub(crate) fn is_aligned(b: &Body, mut v: Value) -> bool {
    while let Some(op) = b.def_op(v) {
        if op.isa::<ReinterpretCastOp>(b) || op.isa::<ViewOp>(b) {
            return false;
        }
        if !is_view(b, op) {
            break;
        }
        v = b.operand(op, 0);
    }
    true
}

/// Whether a view begins at a multiple of `n` elements in the buffer that it is a part of, if its strides are known.
pub(crate) fn begins_at_multiple(b: &Body, v: Value, n: i64) -> bool {
    let Some(strided) = layout::strides(b.cx(), b.ty(v)) else { return false };
    if strided.offset != DYNAMIC {
        return strided.offset % n == 0;
    }
    let Some(op) = b.def_op(v) else { return false };
    let source = b.operand(op, 0);
    if op.isa::<CastOp>(b) || op.isa::<CollapseShapeOp>(b) || op.isa::<ExpandShapeOp>(b) {
        return begins_at_multiple(b, source, n);
    }
    let (Some(part), Some(whole)) = (op.as_op::<SubViewOp>(b), layout::strides(b.cx(), b.ty(source))) else {
        return false;
    };
    let fits = |(offset, &stride): (&MixedIndex, &i64)| match offset {
        MixedIndex::Static(0) => true,
        MixedIndex::Static(at) => stride != DYNAMIC && (at % n) * (stride % n) % n == 0,
        MixedIndex::Value(_) => stride != DYNAMIC && stride % n == 0,
    };
    part.mixed_offsets(b).iter().zip(&whole.strides).all(fits) && begins_at_multiple(b, source, n)
}
