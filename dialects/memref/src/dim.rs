//! `memref.dim` and `memref.rank`.

use strata_ir::{core::DYNAMIC, prelude::*};
use strata_tensor::{MixedIndex, OffsetSizeStride, index_list};

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

impl DimOp {
    /// The number of the dimension, when it is a constant within the rank.
    pub fn constant_index(self, b: &Body) -> Option<usize> {
        let i = usize::try_from(index_list::constant_index(b, self.index(b))?).ok()?;
        (i < b.cx().shaped(b.ty(self.source(b)))?.rank()?).then_some(i)
    }
    /// The size of dimension `i` of `v`: a constant where the type knows it, else a new `memref.dim`.
    pub fn of(b: &mut Builder<'_>, v: Value, i: usize) -> Option<MixedIndex> {
        match *b.cx().shaped(b.ty(v))?.shape?.get(i)? {
            DYNAMIC => {
                let index = MixedIndex::Static(i as i64).materialize(b)?;
                let ty = b.cx().index();
                Some(MixedIndex::Value(Self::build(b, v, index, ty)))
            }
            n => Some(MixedIndex::Static(n)),
        }
    }
    /// The sizes of `v`, as [`DimOp::of`].
    pub fn all(b: &mut Builder<'_>, v: Value) -> Option<Vec<MixedIndex>> {
        let rank = b.cx().shaped(b.ty(v))?.rank()?;
        (0..rank).map(|i| Self::of(b, v, i)).collect()
    }
}

impl Speculatable for DimOp {
    fn is_speculatable(&self, b: &Body) -> bool {
        self.constant_index(b).is_some()
    }
}

impl Fold for RankOp {
    fn fold(&self, b: &mut Body, _: &[Option<Attr>]) -> Option<Folded> {
        let rank = b.cx().shaped(b.ty(self.memref(b)))?.rank()?;
        Some(b.cx().index_attr(rank as i64).into())
    }
}

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
                let kept = s.mixed_sizes(b).into_iter().zip(s.dropped_dims(b)).filter(|(_, d)| !d);
                Some(kept.map(|(m, _)| m).collect())
            } else {
                None
            };
            if let Some(m) = sizes.and_then(|s| s.get(i).copied()) {
                return match m {
                    MixedIndex::Value(v) => Some(v.into()),
                    MixedIndex::Static(DYNAMIC) => None,
                    MixedIndex::Static(s) => Some(b.cx().index_attr(s).into()),
                };
            }
        }
        crate::cast::fold_casts(b, self.op())
    }
}

impl Canonicalize for DimOp {
    /// A size of a reshaped buffer is in the list of sizes.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let i = self.constant_index(rw)?;
        let expand = rw.def_of::<crate::ExpandShapeOp>(self.source(rw))?;
        let value = expand.mixed_output_shape(rw).get(i)?.value()?;
        rw.replace_op(*self, &[value]);
        Some(())
    }
}
