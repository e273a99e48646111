//! The metadata of views in terms of those of their sources.

use strata_ir::{
    affine::{AffineExpr, AffineMap},
    prelude::*,
};
use strata_memref::{
    CollapseShapeOp, ExpandShapeOp, ExtractStridedMetadataOp, ReinterpretCastOp, SubViewOp,
    layout::{self, Strided},
};
use strata_passes_analysis::affine_size::{combined, composed_apply};
use strata_tensor::{MixedIndex, OffsetSizeStride};

use super::{Metadata, known};

/// The view as a `memref.reinterpret_cast`.
pub(super) fn rebuild(op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    let parts = of_view(op, rw)?;
    let ty = rw.ty(rw.result(op, 0));
    let new = ReinterpretCastOp::create(rw, parts.base, parts.offset, &parts.sizes, &parts.strides, ty);
    rw.replace_op(op, &[new]);
    Some(())
}

/// The metadata of a view; `None` for other ops, and where a layout is not strided.
pub(super) fn of_view(op: Op, rw: &mut Rewriter<'_>) -> Option<Metadata> {
    if let Some(view) = op.as_op::<SubViewOp>(rw) {
        of_subview(view, rw)
    } else if let Some(view) = op.as_op::<ExpandShapeOp>(rw) {
        of_expand(view, rw)
    } else {
        of_collapse(op.as_op::<CollapseShapeOp>(rw)?, rw)
    }
}

/// The source of a view, taken apart.
struct Source {
    op: ExtractStridedMetadataOp,
    shape: Vec<i64>,
    layout: Strided,
}

impl Source {
    fn new(rw: &mut Rewriter<'_>, source: Value) -> Option<Self> {
        let ty = rw.ty(source);
        let layout = layout::strides(rw.cx(), ty)?;
        let shape = rw.cx().shaped(ty)?.shape?.to_vec();
        let op = ExtractStridedMetadataOp::create(rw, source)?;
        rw.touch(op.op());
        Some(Self { op, shape, layout })
    }
    fn offset(&self, b: &Body) -> MixedIndex {
        known(self.layout.offset, self.op.offset(b))
    }
    fn size(&self, b: &Body, d: usize) -> Option<MixedIndex> {
        Some(known(*self.shape.get(d)?, *self.op.sizes(b).get(d)?))
    }
    fn stride(&self, b: &Body, d: usize) -> Option<MixedIndex> {
        Some(known(*self.layout.strides.get(d)?, *self.op.strides(b).get(d)?))
    }
}

/// `offset + sum(offsets * strides)`, and the products of the strides.
fn of_subview(view: SubViewOp, rw: &mut Rewriter<'_>) -> Option<Metadata> {
    let dropped = view.dropped_dims(rw)?;
    let (offsets, sizes, steps) = (view.mixed_offsets(rw), view.mixed_sizes(rw), view.mixed_strides(rw));
    let origin = view.source(rw);
    let source = Source::new(rw, origin)?;
    let mut terms = vec![source.offset(rw)];
    let mut expr = AffineExpr::symbol(0);
    let mut strides = Vec::new();
    for (d, (&offset, &step)) in offsets.iter().zip(&steps).enumerate() {
        let stride = source.stride(rw, d)?;
        strides.push(combined(rw, &[step, stride], |x, y| x * y)?);
        let at = terms.len() as u32;
        expr = expr + AffineExpr::symbol(at) * AffineExpr::symbol(at + 1);
        terms.extend([offset, stride]);
    }
    let offset = composed_apply(rw, &AffineMap::new(0, terms.len() as u32, vec![expr]), &terms)?;
    let kept = |list: Vec<MixedIndex>| {
        list.into_iter().zip(&dropped).filter(|(_, dropped)| !**dropped).map(|(m, _)| m).collect()
    };
    let base = source.op.base_buffer(rw);
    Some(Metadata { base, offset, sizes: kept(sizes), strides: kept(strides) })
}

/// The product of sizes that are known.
fn product(sizes: impl IntoIterator<Item = i64>) -> i64 {
    sizes.into_iter().filter(|&n| n != DYNAMIC).fold(1, i64::saturating_mul)
}

/// The inner strides are products of the sizes after them and the stride of the source.
fn of_expand(view: ExpandShapeOp, rw: &mut Rewriter<'_>) -> Option<Metadata> {
    let (groups, origin) = (view.groups(rw), view.src(rw));
    let result = view.result(rw);
    let shape = rw.cx().shaped(rw.ty(result))?.shape?.to_vec();
    let source = Source::new(rw, origin)?;
    let (base, offset) = (source.op.base_buffer(rw), source.offset(rw));
    if groups.is_empty() {
        let ones = vec![MixedIndex::Static(1); shape.len()];
        return Some(Metadata { base, offset, sizes: ones.clone(), strides: ones });
    }
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for (d, group) in groups.iter().enumerate() {
        let inner: Vec<i64> =
            group.iter().map(|&g| shape.get(usize::try_from(g).ok()?).copied()).collect::<Option<_>>()?;
        let (size, stride) = (source.size(rw, d)?, source.stride(rw, d)?);
        let s = AffineExpr::symbol;
        for &n in &inner {
            sizes.push(if n == DYNAMIC {
                let quotient = s(0).floor_div(product(inner.iter().copied()));
                composed_apply(rw, &AffineMap::new(0, 1, vec![quotient]), &[size])?
            } else {
                MixedIndex::Static(n)
            });
        }
        for i in 0..inner.len() {
            let factor = product(inner[i + 1..].iter().copied());
            strides.push(if inner[i + 1..].contains(&DYNAMIC) {
                let rest = s(0).floor_div(product(inner[..=i].iter().copied()));
                let map = AffineMap::new(0, 2, vec![rest * s(1)]);
                composed_apply(rw, &map, &[size, stride])?
            } else {
                combined(rw, &[MixedIndex::Static(factor), stride], |x, y| x * y)?
            });
        }
    }
    Some(Metadata { base, offset, sizes, strides })
}

/// The sizes are products, and the strides those of the innermost dimensions.
fn of_collapse(view: CollapseShapeOp, rw: &mut Rewriter<'_>) -> Option<Metadata> {
    let (groups, origin) = (view.groups(rw), view.src(rw));
    let result = rw.ty(view.result(rw));
    let shape = rw.cx().shaped(result)?.shape?.to_vec();
    let after = layout::strides(rw.cx(), result)?;
    let source = Source::new(rw, origin)?;
    let (base, offset) = (source.op.base_buffer(rw), source.offset(rw));
    let (mut sizes, mut strides) = (Vec::new(), Vec::new());
    for (i, group) in groups.iter().enumerate() {
        let dims: Vec<usize> = group.iter().map(|&g| usize::try_from(g).ok()).collect::<Option<_>>()?;
        sizes.push(if *shape.get(i)? == DYNAMIC {
            let all: Vec<MixedIndex> = dims.iter().map(|&d| source.size(rw, d)).collect::<Option<_>>()?;
            combined(rw, &all, |x, y| x * y)?
        } else {
            MixedIndex::Static(shape[i])
        });
        strides.push(collapsed_stride(rw, &source, &dims, *after.strides.get(i)?)?);
    }
    Some(Metadata { base, offset, sizes, strides })
}

/// The stride of dimensions that become one: that of the innermost dimension of another size than 1.
fn collapsed_stride(rw: &Rewriter<'_>, source: &Source, dims: &[usize], after: i64) -> Option<MixedIndex> {
    let last = dims.iter().rev().find(|&&d| source.shape.get(d).is_some_and(|&n| n != 1));
    if let Some(&d) = last {
        return source.stride(rw, d);
    }
    if after != DYNAMIC {
        return Some(MixedIndex::Static(after));
    }
    // The strides of dimensions of size 1 are not used; any of them will do.
    let open = dims.iter().find(|&&d| source.layout.strides.get(d) == Some(&DYNAMIC))?;
    source.stride(rw, *open)
}
