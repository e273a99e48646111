//! `gather`, `scatter` and their relatives.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{GatherDimensionNumbers, ScatterDimensionNumbers, asm::numbers, constraints::*, infer};

/// Takes slices from computed places.
#[op(
    name = "stablehlo.gather",
    facts = [MovesElements, Evaluable],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
)]
pub struct GatherOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// The places; moved so that the slices are inside.
    pub start_indices: Operand<IntTensor>,
    /// The roles of the dimensions.
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
#[op(
    name = "stablehlo.dynamic_gather",
    facts = [MovesElements, SizedByOperands],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
)]
pub struct DynamicGatherOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// The places.
    pub start_indices: Operand<IntTensor>,
    /// Sizes of slices.
    pub slice_sizes: Operand<SizesTensor>,
    /// The roles of the dimensions.
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
        let slices = infer::constant_sizes(b, self.slice_sizes(b)).unwrap_or_else(|| vec![DYNAMIC; unknown]);
        infer::gather(cx, b.ty(self.operand(b)), b.ty(self.start_indices(b)), dims, &slices)
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
    facts = [Rounds, Evaluable, CorrectlyRounded, Folds],
    traits = [SameVariadicOperandSize, RecursiveMemoryEffects, RecursivelySpeculatable, SingleBlock],
    interfaces = [InferTypes, Verify, VerifyRegions],
)]
pub struct ScatterOp {
    /// Tensors.
    pub inputs: Variadic<HloTensor>,
    /// The places.
    pub scatter_indices: Operand<AnyIntOrIndexTensor>,
    /// Updates.
    pub updates: Variadic<HloTensor>,
    /// The roles of the dimensions.
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
        // scatter_c24, scatter_c25
        Ok(super::with_elements_of(b, self.op(), 0, &self.types(b).0))
    }
}
impl Verify for ScatterOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (inputs, indices, updates) = self.types(b);
        let dims = self.scatter_dimension_numbers(b).get(cx);
        let inits: Vec<Type> = updates.iter().map(|&t| cx.tensor(&[], cx.elem_or_self(t))).collect();
        let check = || {
            infer::scatter_operands(cx, &inputs, indices, &updates, dims)?;
            // scatter_c6, scatter_c23
            infer::reducer(b, self.update_computation(b), &inputs, &inits, &[])?;
            // scatter_c5; upstream does not look.
            if inputs.is_empty() {
                return Err("expects at least 1 input and 1 update".into());
            }
            inputs.iter().zip(&updates).try_for_each(|(&t, &u)| infer::scatter(cx, t, indices, u, dims))
        };
        check().map_err(VerifyError::bare)
    }
}
verify_regions_by_inference!(ScatterOp);
