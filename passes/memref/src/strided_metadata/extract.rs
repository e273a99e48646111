//! The metadata of what defines a buffer.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_memref::{
    AllocOp, AllocaOp, AssumeAlignmentOp, CollapseShapeOp, ExpandShapeOp, ExtractAlignedPointerAsIndexOp,
    ExtractStridedMetadataOp, GetGlobalOp, MemorySpaceCastOp, ReinterpretCastOp, SubViewOp, layout,
};
use strata_passes_analysis::affine_size::composed_apply;
use strata_tensor::{MixedIndex, OffsetSizeStride};

use super::{Metadata, views};

/// Replaces metadata by what is known from the op that defines the buffer, or from its type.
pub(super) fn of_definition(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let extract = op.as_op::<ExtractStridedMetadataOp>(rw)?;
    let source = extract.source(rw);
    let Some(def) = rw.def_op(source) else { return extract.canonicalize(rw) };
    if let Some(alloc) = def.as_op::<AllocOp>(rw) {
        let sizes = alloc.mixed_sizes(rw);
        return of_allocation(extract, &sizes, rw);
    }
    if let Some(alloc) = def.as_op::<AllocaOp>(rw) {
        let sizes = alloc.mixed_sizes(rw);
        return of_allocation(extract, &sizes, rw);
    }
    // In upstream's order, which decides about that of constants.
    let reshape = def.isa::<CollapseShapeOp>(rw) || def.isa::<ExpandShapeOp>(rw);
    if !reshape && extract.canonicalize(rw).is_some() {
        return Some(());
    }
    if def.isa::<GetGlobalOp>(rw) {
        let sizes = rw.cx().shaped(rw.ty(source))?.shape?;
        let sizes: Vec<MixedIndex> = sizes.iter().map(|&n| MixedIndex::Static(n)).collect();
        return of_allocation(extract, &sizes, rw);
    }
    let parts = if let Some(cast) = def.as_op::<ReinterpretCastOp>(rw) {
        of_reinterpret_cast(cast, rw)
    } else if let Some(inner) = def.as_op::<ExtractStridedMetadataOp>(rw) {
        let base = inner.base_buffer(rw);
        let offset = MixedIndex::Static(0);
        Some(Metadata { base, offset, sizes: Vec::new(), strides: Vec::new() })
    } else {
        views::of_view(def, rw)
    };
    if let Some(parts) = parts {
        return replace(extract, &parts, rw);
    }
    if let Some(cast) = def.as_op::<MemorySpaceCastOp>(rw) {
        return of_space_cast(extract, cast, rw);
    }
    if let Some(assume) = def.as_op::<AssumeAlignmentOp>(rw) {
        let origin = assume.memref(rw);
        rw.set_operand(op, 0, origin);
        return Some(());
    }
    None
}

fn replace(extract: ExtractStridedMetadataOp, parts: &Metadata, rw: &mut Rewriter<'_>) -> Option<()> {
    let all =
        [parts.offset].into_iter().chain(parts.sizes.iter().copied()).chain(parts.strides.iter().copied());
    let mut values = vec![parts.base];
    for part in all.collect::<Vec<_>>() {
        let value = part.materialize(rw)?;
        if let Some(def) = rw.def_op(value) {
            rw.touch(def);
        }
        values.push(value);
    }
    rw.replace_op(extract, &values);
    Some(())
}

/// Metadata of a buffer in rows without gaps.
fn of_allocation(
    extract: ExtractStridedMetadataOp,
    sizes: &[MixedIndex],
    rw: &mut Rewriter<'_>,
) -> Option<()> {
    let source = extract.source(rw);
    if !layout::is_identity(rw.cx(), rw.ty(source)) {
        return None;
    }
    let mut strides = vec![MixedIndex::Static(1); sizes.len()];
    for i in (1..sizes.len()).rev() {
        let inner = &sizes[i..];
        let product = (0..inner.len() as u32).fold(AffineExpr::constant(1), |e, s| e * AffineExpr::symbol(s));
        strides[i - 1] = composed_apply(rw, &AffineMap::new(0, inner.len() as u32, vec![product]), inner)?;
    }
    let base = extract.base_buffer(rw);
    let ty = rw.ty(base);
    let base = if rw.ty(source) == ty || !rw.has_uses(base) {
        source
    } else {
        ReinterpretCastOp::create(rw, source, MixedIndex::Static(0), &[], &[], ty)
    };
    replace(extract, &Metadata { base, offset: MixedIndex::Static(0), sizes: sizes.to_vec(), strides }, rw)
}

fn of_reinterpret_cast(cast: ReinterpretCastOp, rw: &mut Rewriter<'_>) -> Option<Metadata> {
    let source = cast.source(rw);
    let inner = ExtractStridedMetadataOp::create(rw, source)?;
    rw.touch(inner.op());
    Some(Metadata {
        base: inner.base_buffer(rw),
        offset: *cast.mixed_offsets(rw).first()?,
        sizes: cast.mixed_sizes(rw),
        strides: cast.mixed_strides(rw),
    })
}

fn of_space_cast(
    extract: ExtractStridedMetadataOp,
    cast: MemorySpaceCastOp,
    rw: &mut Rewriter<'_>,
) -> Option<()> {
    let source = cast.source(rw);
    let inner = ExtractStridedMetadataOp::create(rw, source)?;
    rw.touch(inner.op());
    let mut values = rw.results(inner.op()).to_vec();
    let base = extract.base_buffer(rw);
    if rw.has_uses(base) {
        let ty = rw.ty(base);
        values[0] = MemorySpaceCastOp::build(rw, values[0], ty);
    }
    rw.replace_op(extract, &values);
    Some(())
}

/// The pointer of a view is that of the buffer; the offset is apart from it.
pub(super) fn pointer_of_view(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let pointer = op.as_op::<ExtractAlignedPointerAsIndexOp>(rw)?;
    let is_view = |&def: &Op| def.isa::<SubViewOp>(rw) || def.isa::<ReinterpretCastOp>(rw);
    let def = rw.def_op(pointer.source(rw)).filter(is_view)?;
    let source = rw.operand(def, 0);
    rw.cx().type_as::<MemRefType>(rw.ty(source))?;
    rw.set_operand(op, 0, source);
    Some(())
}
