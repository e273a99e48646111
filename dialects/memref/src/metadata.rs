//! Descriptors of buffers, and assumptions about their addresses.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    constraints::{PositiveI32, ScalarMemRef, StridedMemRef},
    layout,
};

/// The parts of the descriptor of a buffer.
#[op(
    name = "memref.extract_strided_metadata",
    traits = [Pure, SameVariadicResultSize],
    interfaces = [Verify, Fold, Canonicalize, ResultNames],
    asm = "$source `:` type($source) `->` type(results) attr-dict",
)]
pub struct ExtractStridedMetadataOp {
    /// The buffer.
    pub source: Operand<StridedMemRef>,
    /// The memory it is in, as a buffer of one element.
    pub base_buffer: Res<ScalarMemRef>,
    /// The position of its first element.
    pub offset: Res<Index>,
    /// Its sizes.
    pub sizes: VariadicRes<Index>,
    /// Its strides.
    pub strides: VariadicRes<Index>,
}

/// The address of the first element of a buffer's memory.
#[op(
    name = "memref.extract_aligned_pointer_as_index",
    traits = [Pure],
    interfaces = [ResultNames],
    asm = "$source `:` type($source) `->` type(results) attr-dict",
)]
pub struct ExtractAlignedPointerAsIndexOp {
    /// The buffer.
    pub source: Operand<AnyRankedOrUnrankedMemRef>,
    /// The address.
    pub aligned_pointer: Res<Index>,
}

/// The same buffer, with an assumed alignment of its address.
#[op(
    name = "memref.assume_alignment",
    traits = [Pure, SameOperandsAndResultType],
    interfaces = [Verify, Fold, ResultNames],
    asm = "$memref `,` $alignment attr-dict `:` type($memref)",
)]
pub struct AssumeAlignmentOp {
    /// The buffer.
    pub memref: Operand<AnyMemRef>,
    /// Alignment in bytes.
    pub alignment: Attr<PositiveI32>,
    /// The buffer.
    pub result: Res<AnyMemRef>,
}

strata_tensor::result_name!(ExtractAlignedPointerAsIndexOp => "intptr", AssumeAlignmentOp => "assume_align");

impl ResultNames for ExtractStridedMetadataOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.base_buffer(b), "base_buffer");
        name(self.offset(b), "offset");
        for (group, stem) in [(self.sizes(b), "sizes"), (self.strides(b), "strides")] {
            if let Some(&first) = group.first() {
                name(first, stem);
            }
        }
    }
}

impl ExtractStridedMetadataOp {
    /// Takes a buffer apart.
    pub fn create(b: &mut Builder<'_>, source: Value) -> Option<Self> {
        let t = b.cx().type_as::<MemRefType>(b.ty(source))?;
        let (rank, index) = (t.shape.len(), b.cx().index());
        let base = b.cx().ty(MemRefType {
            shape: Dims::new(),
            elem: t.elem,
            layout: None,
            memory_space: t.memory_space,
        });
        Some(Self::build(b, source, base, index, &vec![index; rank], &vec![index; rank]))
    }
}

impl Verify for ExtractStridedMetadataOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let rank = b.cx().shaped(b.ty(self.source(b))).and_then(|s| s.rank()).unwrap_or(0);
        let n = b.results(self.op()).len();
        ensure!(
            n == 2 + 2 * rank,
            "inferred type(s) are incompatible with return type(s) of operation: expected {} results but had {n}",
            2 + 2 * rank
        );
        Ok(())
    }
}
impl Verify for AssumeAlignmentOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let alignment = b.attr_slot(self.op(), 0).and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
        ensure!(alignment > 0 && alignment & (alignment - 1) == 0, "alignment must be power of 2");
        Ok(())
    }
}

impl Fold for AssumeAlignmentOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let inner = b.def_as::<Self>(self.memref(b))?;
        (b.attr_slot(inner.op(), 0) == b.attr_slot(self.op(), 0)).then(|| self.memref(b).into())
    }
}
impl Fold for ExtractStridedMetadataOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        crate::cast::fold_casts(b, self.op())
    }
}
impl Canonicalize for ExtractStridedMetadataOp {
    /// Replaces uses of parts that are static in the type by constants; the op is kept for the other parts.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let ty = rw.ty(self.source(rw));
        let known = layout::strides(rw.cx(), ty)?;
        let shape = rw.cx().shaped(ty)?.shape?.to_vec();
        let parts: Vec<i64> = [known.offset].into_iter().chain(shape).chain(known.strides).collect();
        let results: Vec<Value> = rw.results(self.op()).to_vec();
        let mut changed = None;
        for (&r, &p) in results[1..].iter().zip(&parts) {
            if p != DYNAMIC && rw.has_uses(r) {
                let (attr, index) = (rw.cx().index_attr(p), rw.cx().index());
                let v = rw.constant("arith", attr, index)?;
                rw.replace_value(r, v);
                changed = Some(());
            }
        }
        changed
    }
}
