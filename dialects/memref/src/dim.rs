//! `memref.dim` and `memref.rank`.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{OffsetSizeStride, index_list};

use crate::constraints::NonScalarMemRef;

/// The size of one dimension.
#[op(
    name = "memref.dim",
    traits = [NoMemoryEffect],
    interfaces = [Fold, Canonicalize, ResultNames, Speculatable],
    asm = "attr-dict $source `,` $index `:` type($source)",
)]
pub struct DimOp {
    /// The buffer.
    pub source: Operand<NonScalarMemRef>,
    /// The number of the dimension.
    pub index: Operand<Index>,
    /// Its size.
    pub result: Res<Index>,
}

/// The number of dimensions.
#[op(
    name = "memref.rank",
    traits = [Pure],
    interfaces = [Fold],
    asm = "$memref attr-dict `:` type($memref)",
)]
pub struct RankOp {
    /// The buffer.
    pub memref: Operand<AnyRankedOrUnrankedMemRef>,
    /// The number of its dimensions.
    pub result: Res<Index>,
}

strata_tensor::result_name!(DimOp => "dim");

strata_tensor::dim_ops!(DimOp, RankOp);

impl Fold for DimOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let i = usize::try_from(b.cx().attr_i64((*consts.get(1)?)?)?).ok()?;
        let source = self.source(b);
        if let Some(shape) = b.cx().shaped(b.ty(source))?.shape {
            let size = *shape.get(i)?;
            if size != DYNAMIC {
                return Some(b.cx().index_attr(size).into());
            }
            let sizes = if let Some(a) = b.def_as::<crate::AllocOp>(source) {
                Some(a.mixed_sizes(b))
            } else if let Some(a) = b.def_as::<crate::AllocaOp>(source) {
                Some(a.mixed_sizes(b))
            } else if let Some(v) = b.def_as::<crate::ViewOp>(source) {
                let shape = b.cx().shaped(b.ty(source))?.shape?;
                Some(index_list::mixed(shape, v.sizes(b)))
            } else if let Some(s) = b.def_as::<crate::SubViewOp>(source) {
                let kept = s.mixed_sizes(b).into_iter().zip(s.dropped_dims(b)?).filter(|(_, d)| !d);
                Some(kept.map(|(m, _)| m).collect())
            } else {
                None
            };
            if let Some(m) = sizes.and_then(|s| s.get(i).copied()) {
                return strata_tensor::fold_size(b, m);
            }
        }
        crate::cast::fold_casts(b, self.op())
    }
}
