//! `gather`, `scatter` and their relatives.

use strata_ir::prelude::*;

use crate::{GatherDimensionNumbers, ScatterDimensionNumbers, asm::numbers, constraints::*, infer};

/// Takes slices from computed places.
#[op(name = "stablehlo.gather", traits = [Pure], interfaces = [InferTypes, Verify])]
pub struct GatherOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// The places; moved so that the slices are inside.
    pub start_indices: Operand<IntTensor>,
    /// Which dimension is what.
    pub dimension_numbers: Attr<GatherDimensionNumbers>,
    /// Sizes of slices.
    pub slice_sizes: Attr<I64Array>,
    /// Whether the places ascend.
    pub indices_are_sorted: OptAttr<BoolAttr>,
    /// The slices.
    pub result: Res<HloTensor>,
}

impl GatherOp {
    /// The sizes of the slices.
    pub fn sizes(self, b: &Body) -> &[i64] {
        numbers(b.cx(), self.slice_sizes(b).raw())
    }
}

impl InferTypes for GatherOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let dims = self.dimension_numbers(b).get(cx);
        infer::gather(cx, b.ty(self.operand(b)), b.ty(self.start_indices(b)), dims, self.sizes(b))
    }
}
impl Verify for GatherOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        super::same_elements(b, "{operand, result}", &[self.operand(b), self.result(b)])?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// Takes slices of computed sizes from computed places.
#[op(name = "stablehlo.dynamic_gather", traits = [Pure], interfaces = [InferTypes, Verify])]
pub struct DynamicGatherOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// The places.
    pub start_indices: Operand<IntTensor>,
    /// Sizes of slices.
    pub slice_sizes: Operand<SizesTensor>,
    /// Which dimension is what.
    pub dimension_numbers: Attr<GatherDimensionNumbers>,
    /// Whether the places ascend.
    pub indices_are_sorted: OptAttr<BoolAttr>,
    /// The slices.
    pub result: Res<HloTensor>,
}

impl InferTypes for DynamicGatherOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let dims = self.dimension_numbers(b).get(cx);
        let n = infer::sizes(cx, b.ty(self.slice_sizes(b))).first().copied().unwrap_or(0);
        let unknown = usize::try_from(n).unwrap_or(infer::sizes(cx, b.ty(self.operand(b))).len());
        infer::gather(cx, b.ty(self.operand(b)), b.ty(self.start_indices(b)), dims, &vec![DYNAMIC; unknown])
    }
}
impl Verify for DynamicGatherOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// Combines slices at computed places with updates.
#[op(
    name = "stablehlo.scatter",
    traits = [SameVariadicOperandSize, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock],
    interfaces = [InferTypes, Verify],
)]
pub struct ScatterOp {
    /// Tensors.
    pub inputs: Variadic<HloTensor>,
    /// The places.
    pub scatter_indices: Operand<AnyIntOrIndexTensor>,
    /// Updates.
    pub updates: Variadic<HloTensor>,
    /// Which dimension is what.
    pub scatter_dimension_numbers: Attr<ScatterDimensionNumbers>,
    /// Whether the places ascend.
    pub indices_are_sorted: OptAttr<BoolAttr>,
    /// Whether no two places are equal.
    pub unique_indices: OptAttr<BoolAttr>,
    /// The computation of new elements from elements and updates.
    pub update_computation: SingleBlockRegion,
    /// The changed tensors.
    pub results: VariadicRes<HloTensor>,
}

impl ScatterOp {
    fn types(self, b: &Body) -> (Vec<Type>, Type, Vec<Type>) {
        let types = |values: &mut dyn Iterator<Item = Value>| values.map(|v| b.ty(v)).collect();
        (types(&mut self.inputs(b)), b.ty(self.scatter_indices(b)), types(&mut self.updates(b)))
    }
}

impl InferTypes for ScatterOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let (inputs, indices, updates) = self.types(b);
        let dims = self.scatter_dimension_numbers(b).get(b.cx());
        infer::scatter(b.cx(), &inputs, indices, &updates, dims)?;
        Ok(inputs.into())
    }
}
impl Verify for ScatterOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let inferred = self.infer_types(b).map_err(VerifyError::bare)?;
        let (inputs, _, updates) = self.types(b);
        let inits: Vec<Type> = updates.iter().map(|&t| cx.tensor(&[], cx.elem_or_self(t))).collect();
        let shape = inputs.first().map_or(&[][..], |&t| infer::sizes(cx, t));
        // scatter_c23
        infer::reducer(b, self.update_computation(b), &inputs, &inits, shape).map_err(VerifyError::bare)?;
        infer::verify_results(self.op(), b, Ok(inferred))
    }
}
