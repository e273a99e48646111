//! `tensor.generate` and the terminator of regions that compute elements.

use strata_ir::{core::DYNAMIC, prelude::*};

use crate::{MixedIndex, ReifyShape, index_list};

/// A tensor whose elements the region computes from their position.
#[op(
    name = "tensor.generate",
    traits = [RecursiveMemoryEffects, SingleBlock, ImplicitTerminator],
    interfaces = [Verify, VerifyRegions, ImplicitTerminatorName, Canonicalize, ReifyShape, ResultNames],
    asm = "$dynamicExtents $body attr-dict `:` type($result)",
)]
pub struct GenerateOp {
    /// Sizes of the dynamic dimensions.
    #[ir_name = "dynamicExtents"]
    pub dynamic_extents: Variadic<Index>,
    /// The tensor.
    pub result: Res<RankedTensor>,
    /// Computes one element.
    pub body: SingleBlockRegion,
}

/// The value of one element.
#[op(
    name = "tensor.yield",
    traits = [Pure, ReturnLike, Terminator],
    parents = ["tensor.generate", "tensor.pad"],
    asm = "$value attr-dict `:` type($value)",
)]
pub struct YieldOp {
    /// The element.
    pub value: Operand<AnyType>,
}

crate::result_name!(GenerateOp => "generated");

impl GenerateOp {
    /// The sizes of the tensor.
    pub fn mixed_sizes(self, b: &Body) -> Vec<MixedIndex> {
        let shape = b.cx().shaped(b.ty(self.result(b))).and_then(|s| s.shape).unwrap_or(&[]);
        index_list::mixed(shape, self.dynamic_extents(b))
    }
}

impl ImplicitTerminatorName for GenerateOp {
    fn implicit_terminator(&self) -> &'static str {
        "tensor.yield"
    }
}

impl ReifyShape for GenerateOp {
    fn reify_shape(&self, b: &mut Builder<'_>, _: usize) -> Option<Vec<MixedIndex>> {
        Some(self.mixed_sizes(b))
    }
}

impl Verify for GenerateOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let shape = b.cx().shaped(b.ty(self.result(b))).and_then(|s| s.shape).unwrap_or(&[]);
        let dynamic = shape.iter().filter(|&&d| d == DYNAMIC).count();
        let given = self.dynamic_extents(b).len();
        ensure!(given == dynamic, "incorrect number of dynamic sizes, has {given}, expected {dynamic}");
        Ok(())
    }
}
impl VerifyRegions for GenerateOp {
    fn verify_regions(&self, b: &Body) -> VerifyResult {
        let ty = b.ty(self.result(b));
        let rank = b.cx().shaped(ty).and_then(|s| s.rank()).unwrap_or(0);
        verify_element_region(b, self.body_block(b), rank, b.cx().elem_or_self(ty))
    }
}

/// Checks a region that maps a position to an element.
pub(crate) fn verify_element_region(b: &Body, block: Block, rank: usize, elem: Type) -> VerifyResult {
    let args = b.block_args(block);
    ensure!(args.iter().all(|&a| b.ty(a) == b.cx().index()), "all body arguments must be index");
    ensure!(args.len() == rank, "must have one body argument per input dimension");
    let value = b.terminator(block).and_then(|t| t.as_op::<YieldOp>(b)).map(|y| y.value(b));
    let Some(value) = value else { return Err("must be terminated by a tensor.yield".into()) };
    ensure!(
        b.ty(value) == elem,
        "body must be terminated with a `yield` operation of the tensor element type"
    );
    Ok(())
}

impl Canonicalize for GenerateOp {
    /// Sizes that are constants become part of the type.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let old = rw.ty(self.result(rw));
        let sizes = index_list::fold_constants(rw, &self.mixed_sizes(rw), |c| c >= 0)?;
        let (shape, values) = index_list::split(&sizes);
        let ty = rw.cx().type_as::<TensorType>(old)?;
        let ty = rw.cx().ty(TensorType { shape: shape.into(), ..ty.clone() });
        let new = Self::build(rw, &values, ty);
        let (from, to) = (self.body(rw), new.body(rw));
        rw.body().move_blocks(from, to);
        let value = new.result(rw);
        let cast = crate::CastOp::build(rw, value, old);
        rw.replace_op(*self, &[cast]);
        Some(())
    }
}
