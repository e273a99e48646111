//! `tensor.dim` and `tensor.rank`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{
    CastOp, DestinationStyle, MixedIndex, OffsetSizeStride, constraints::NonScalarTensor, index_list,
};

/// The size of one dimension.
#[op(
    name = "tensor.dim",
    traits = [NoMemoryEffect],
    interfaces = [Fold, Canonicalize, ResultNames, Speculatable],
    asm = "attr-dict $source `,` $index `:` type($source)",
)]
pub struct DimOp {
    /// The tensor.
    pub source: Operand<NonScalarTensor>,
    /// The number of the dimension.
    pub index: Operand<Index>,
    /// Its size.
    pub result: Res<Index>,
}

/// The number of dimensions.
#[op(
    name = "tensor.rank",
    traits = [Pure],
    interfaces = [Fold, ResultNames],
    asm = "$tensor attr-dict `:` type($tensor)",
)]
pub struct RankOp {
    /// The tensor.
    pub tensor: Operand<AnyTensor>,
    /// The number of its dimensions.
    pub result: Res<Index>,
}

crate::result_name!(DimOp => "dim", RankOp => "rank");

/// The common methods of `tensor.dim` and `memref.dim`, and of `tensor.rank` and `memref.rank`.
#[macro_export]
macro_rules! dim_ops {
    ($dim:ty, $rank:ty) => {
        impl $dim {
            /// The number of the dimension, when it is a constant within the rank.
            pub fn constant_index(self, b: &::strata_ir::core::Body) -> Option<usize> {
                let i = usize::try_from($crate::index_list::constant_index(b, self.index(b))?).ok()?;
                (i < b.cx().shaped(b.ty(self.source(b)))?.rank()?).then_some(i)
            }
            /// The size of dimension `i` of `v`: a constant where it is static, else the result of a new op.
            pub fn create_or_fold(
                b: &mut ::strata_ir::core::Builder<'_>,
                v: ::strata_ir::core::Value,
                i: usize,
            ) -> Option<$crate::MixedIndex> {
                match *b.cx().shaped(b.ty(v))?.shape?.get(i)? {
                    ::strata_ir::core::DYNAMIC => {
                        let index = $crate::MixedIndex::Static(i as i64).materialize(b)?;
                        let ty = b.cx().index();
                        Some($crate::MixedIndex::Value(Self::build(b, v, index, ty)))
                    }
                    n => Some($crate::MixedIndex::Static(n)),
                }
            }
            /// The sizes of `v`, each as a constant or a new op.
            pub fn all(
                b: &mut ::strata_ir::core::Builder<'_>,
                v: ::strata_ir::core::Value,
            ) -> Option<Vec<$crate::MixedIndex>> {
                let rank = b.cx().shaped(b.ty(v))?.rank()?;
                (0..rank).map(|i| Self::create_or_fold(b, v, i)).collect()
            }
        }
        impl ::strata_ir::prelude::Speculatable for $dim {
            fn is_speculatable(&self, b: &::strata_ir::core::Body) -> bool {
                self.constant_index(b).is_some()
            }
        }
        impl ::strata_ir::prelude::Fold for $rank {
            fn fold(
                &self,
                b: &mut ::strata_ir::core::Body,
                _: &[Option<::strata_ir::core::Attr>],
            ) -> Option<::strata_ir::prelude::Folded> {
                let operand = b.operand(::strata_ir::core::OpDef::op(*self), 0);
                let rank = b.cx().shaped(b.ty(operand))?.rank()?;
                Some(b.cx().index_attr(rank as i64).into())
            }
        }
    };
}
dim_ops!(DimOp, RankOp);

/// Folds the size of a dimension to the entry of a list of sizes.
pub fn fold_size(b: &Body, size: MixedIndex) -> Option<Folded> {
    match size {
        MixedIndex::Static(DYNAMIC) => None,
        MixedIndex::Static(s) => Some(b.cx().index_attr(s).into()),
        MixedIndex::Value(v) => Some(v.into()),
    }
}

impl Fold for DimOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let i = usize::try_from(b.cx().attr_i64((*consts.get(1)?)?)?).ok()?;
        let source = self.source(b);
        let size = *b.cx().shaped(b.ty(source))?.shape?.get(i)?;
        if size != DYNAMIC {
            return Some(b.cx().index_attr(size).into());
        }
        if let Some(generate) = b.def_as::<crate::GenerateOp>(source) {
            let shape = b.cx().shaped(b.ty(source))?.shape?;
            let number = shape[..i].iter().filter(|&&d| d == DYNAMIC).count();
            return generate.dynamic_extents(b).nth(number).map(Into::into);
        }
        if let Some(slice) = b.def_as::<crate::ExtractSliceOp>(source) {
            // Which dimensions a slice of lower rank leaves out is not looked at here, as in `mlir-opt`.
            let sizes = slice.mixed_sizes(b);
            let same_rank = b.cx().shaped(b.ty(source))?.rank()? == sizes.len();
            return if same_rank { fold_size(b, sizes[i]) } else { None };
        }
        if let Some(cast) = b.def_as::<CastOp>(source) {
            // The source of a cast may have a static size, and is one step closer to the definition.
            let ranked = b.cx().type_as::<TensorType>(b.ty(cast.source(b))).is_some();
            if ranked {
                let v = cast.source(b);
                self.set_source(b, v);
                return Some(Folded::InPlace);
            }
        }
        None
    }
}

impl Canonicalize for DimOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let source = self.source(rw);
        if let Some(empty) = rw.def_of::<crate::EmptyOp>(source) {
            let i = self.constant_index(rw)?;
            let value = empty.mixed_sizes(rw)[i].value()?;
            rw.replace_op(*self, &[value]);
            return Some(());
        }
        if let Some(cast) = rw.def_of::<CastOp>(source) {
            let source = cast.source(rw);
            rw.set_operand(*self, 0, source);
            return Some(());
        }
        // The sizes of a reshaped tensor are the elements of its shape.
        if let Some(reshape) = rw.def_of::<crate::ReshapeOp>(source) {
            let (shape, index) = (reshape.shape(rw), self.index(rw));
            let elem = rw.cx().elem_or_self(rw.ty(shape));
            if elem != rw.cx().index() && rw.cx().op_info("arith.index_cast").is_none() {
                return None;
            }
            let mut size = crate::ExtractOp::build(rw, shape, &[index]);
            if elem != rw.cx().index() {
                let index = rw.cx().index();
                size = index_list::index_cast(rw, size, index)?;
            }
            rw.replace_op(*self, &[size]);
            return Some(());
        }
        // The size of a result that is written into a destination is that of the destination.
        let (op, number) = match rw.def(source) {
            Def::Result { op, index, .. } => (op, index as usize),
            _ => return None,
        };
        let destination = op.cast::<dyn DestinationStyle>(rw)?.tied_init(rw, number)?;
        rw.set_operand(*self, 0, destination);
        Some(())
    }
}
