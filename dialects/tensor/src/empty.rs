//! `tensor.empty`.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{MixedIndex, ReifyShape, index_list};

/// A tensor of the given shape without contents.
#[op(
    name = "tensor.empty",
    traits = [Pure],
    interfaces = [Verify, Canonicalize, ReifyShape],
    asm = "`(` $dynamicSizes `)` attr-dict `:` type($result)",
)]
pub struct EmptyOp {
    /// Sizes of the dynamic dimensions.
    #[ir_name = "dynamicSizes"]
    pub dynamic_sizes: Variadic<Index>,
    /// The tensor.
    pub result: Res<RankedTensor>,
}

impl EmptyOp {
    /// A tensor with the given sizes and element type.
    pub fn create(b: &mut Builder<'_>, sizes: &[MixedIndex], elem: Type) -> Value {
        let (shape, values) = index_list::split(sizes);
        let ty = b.cx().tensor(&shape, elem);
        Self::build(b, &values, ty)
    }
    /// The sizes of the tensor.
    pub fn mixed_sizes(self, b: &Body) -> Vec<MixedIndex> {
        let shape = b.cx().shaped(b.ty(self.result(b))).and_then(|s| s.shape).unwrap_or(&[]);
        index_list::mixed(shape, self.dynamic_sizes(b))
    }
}

impl Verify for EmptyOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let shape = b.cx().shaped(b.ty(self.result(b))).and_then(|s| s.shape).unwrap_or(&[]);
        let (expected, given) =
            (shape.iter().filter(|&&d| d == DYNAMIC).count(), self.dynamic_sizes(b).len());
        ensure!(expected == given, "incorrect number of dynamic sizes, has {given}, expected {expected}");
        Ok(())
    }
}

impl ReifyShape for EmptyOp {
    fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
        Some(self.mixed_sizes(b))
    }
}

impl Canonicalize for EmptyOp {
    /// Sizes that are constants become part of the type, with a cast to the type before.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let old = rw.ty(self.result(rw));
        let sizes = index_list::fold_constants(rw, &self.mixed_sizes(rw), |c| c >= 0)?;
        let (shape, values) = index_list::split(&sizes);
        let ty = rw.cx().type_as::<TensorType>(old)?;
        let ty = rw.cx().ty(TensorType { shape: shape.into(), ..ty.clone() });
        let new = Self::build(rw, &values, ty);
        let cast = crate::CastOp::build(rw, new, old);
        rw.replace_op(*self, &[cast]);
        Some(())
    }
}
