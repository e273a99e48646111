//! Access to 16 bytes by one instruction: neighbouring elements along a loop, where they lie together.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_memref::{CastOp, CollapseShapeOp, ExpandShapeOp, ReinterpretCastOp, SubViewOp, ViewOp, layout};
use strata_passes_analysis::buffer_alias::is_view;
use strata_tensor::{MixedIndex, OffsetSizeStride};
use strata_vector::{ExtractOp, FromElementsOp};

/// The bytes of the widest access.
pub(crate) const BYTES: u32 = 16;

/// How many elements a thread computes, and which operands it reads and writes by one access.
pub(crate) struct VectorAccess {
    /// Elements for each thread.
    pub width: usize,
    /// The loop of these elements.
    pub along: usize,
    /// For each operand whether the elements lie together.
    pub together: Vec<bool>,
}

impl VectorAccess {
    /// One element for each thread.
    pub(crate) fn none() -> Self {
        Self { width: 1, along: 0, together: Vec::new() }
    }
    pub(crate) fn is_together(&self, i: usize) -> bool {
        self.together.get(i).copied().unwrap_or(false)
    }
    /// Loads the elements from a position on.
    pub(crate) fn load(&self, b: &mut Builder<'_>, memref: Value, at: &[Value]) -> Vec<Value> {
        let (ty, align) = self.vector(b, memref);
        let v = strata_vector::LoadOp::build(b, memref, at, None, align, ty);
        (0..self.width).map(|i| ExtractOp::create(b, v, &[(i as i64).into()])).collect()
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

/// The size of the elements of a memref, if they are whole bytes in memory and in vectors.
pub fn element_bits(b: &Body, memref: Value) -> Option<u32> {
    let cx = b.cx();
    let elem = cx.elem_or_self(b.ty(memref));
    if cx.is_index(elem) {
        return Some(64);
    }
    cx.bit_width(elem).filter(|bits| matches!(bits, 8 | 16 | 32 | 64))
}

/// Whether the memory of a buffer starts where the runtime allocated it, or where a constant begins, which `gpu-kernel-outlining`
/// aligns as well.
pub fn is_aligned(b: &Body, mut v: Value) -> bool {
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
