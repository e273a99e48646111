//! Ops that rearrange the elements of one tensor.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{
    asm::{SAME_TYPE, numbers},
    constraints::*,
    infer,
};

/// Repeats elements along new dimensions and along dimensions of size 1.
#[op(
    name = "stablehlo.broadcast_in_dim",
    facts = [MovesElements],
    traits = [Pure],
    interfaces = [Verify, Fold, Canonicalize],
    asm = "$operand `,` `dims` `=` $broadcast_dimensions attr-dict `:` functional-type(operands, results)",
)]
pub struct BroadcastInDimOp {
    /// The elements.
    pub operand: Operand<HloTensorOrPerAxis>,
    /// The dimension of the result for each dimension of the operand.
    pub broadcast_dimensions: Attr<I64Array>,
    /// The repeated elements.
    pub result: Res<BoundedTensor>,
}

impl BroadcastInDimOp {
    /// The dimension of the result for each dimension of the operand.
    pub fn dims(self, b: &Body) -> &[i64] {
        numbers(b.cx(), self.broadcast_dimensions(b).raw())
    }
}

impl Verify for BroadcastInDimOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let (from, to) = (b.ty(self.operand(b)), b.ty(self.result(b)));
        // broadcast_in_dim_c1
        super::compatible_elements(b, self.op())?;
        infer::broadcast_in_dim(b.cx(), from, self.dims(b), to).map_err(VerifyError::bare)
    }
}

/// Another shape for the same elements in the same order.
#[op(
    name = "stablehlo.reshape",
    facts = [MovesElements, Evaluable],
    traits = [Pure],
    interfaces = [Verify, Fold],
    asm = "operands attr-dict `:` functional-type(operands, results)",
)]
pub struct ReshapeOp {
    /// The elements.
    pub operand: Operand<HloTensorOrPerAxis>,
    /// The elements in their new shape.
    pub result: Res<BoundedTensor>,
}

impl Verify for ReshapeOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.operand(b)), b.ty(self.result(b)));
        // reshape_c1
        super::compatible_elements(b, self.op())?;
        let count = |t| cx.shaped(t).and_then(|s| s.num_elements());
        // reshape_c2
        if let (Some(n), Some(m)) = (count(from), count(to))
            && n != m
        {
            return Err(VerifyError::bare(format!(
                "number of output elements ({m}) doesn't match expected number of elements ({n})"
            )));
        }
        infer::reshaped(cx, from, to).map_err(VerifyError::bare)
    }
}

/// Permutes the dimensions.
#[op(
    name = "stablehlo.transpose",
    facts = [MovesElements, Evaluable],
    traits = [Pure],
    interfaces = [InferTypes, Verify, Fold, Canonicalize],
    asm = "$operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)",
)]
pub struct TransposeOp {
    /// The elements.
    pub operand: Operand<HloTensorOrPerAxis>,
    /// The dimension of the operand for each dimension of the result.
    pub permutation: Attr<I64Array>,
    /// The elements in their new order.
    pub result: Res<HloTensorOrPerAxis>,
}

impl TransposeOp {
    /// The dimension of the operand for each dimension of the result.
    pub fn dims(self, b: &Body) -> &[i64] {
        numbers(b.cx(), self.permutation(b).raw())
    }
}

impl InferTypes for TransposeOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        infer::transpose(b.cx(), b.ty(self.operand(b)), self.dims(b))
    }
}
impl Verify for TransposeOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        // transpose_c1
        super::compatible_elements(b, self.op())?;
        let (from, to) = (b.ty(self.operand(b)), b.ty(self.result(b)));
        infer::transposed(b.cx(), from, self.dims(b), to).map_err(VerifyError::bare)?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// Reverses the order of elements along dimensions.
#[op(
    name = "stablehlo.reverse",
    facts = [MovesElements, Evaluable],
    traits = [Pure, SameOperandsAndResultElementType],
    interfaces = [InferTypes, Verify, Fold],
    asm = "$operand `,` `dims` `=` $dimensions attr-dict `:` custom<SAME_TYPE>(type($operand), type($result))",
)]
pub struct ReverseOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// The dimensions.
    pub dimensions: Attr<I64Array>,
    /// The elements in their new order.
    pub result: Res<HloTensor>,
}

impl ReverseOp {
    /// The dimensions.
    pub fn dims(self, b: &Body) -> &[i64] {
        numbers(b.cx(), self.dimensions(b).raw())
    }
}

impl InferTypes for ReverseOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(smallvec![b.ty(self.operand(b))])
    }
}
impl Verify for ReverseOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        infer::reverse(b.cx(), b.ty(self.operand(b)), self.dims(b)).map_err(VerifyError::bare)?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// Adds dimensions in front.
#[op(
    name = "stablehlo.broadcast",
    facts = [MovesElements, Rescales],
    traits = [Pure, SameOperandsAndResultElementType],
    interfaces = [InferTypes, Verify],
    asm = "$operand `,` `sizes` `=` $broadcast_sizes attr-dict `:` functional-type(operands, results)",
)]
pub struct BroadcastOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// The sizes of the new dimensions.
    pub broadcast_sizes: Attr<I64Array>,
    /// The repeated elements.
    pub result: Res<HloTensorOrPerAxis>,
}

impl InferTypes for BroadcastOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let (cx, ty) = (b.cx(), b.ty(self.operand(b)));
        let mut shape = numbers(cx, self.broadcast_sizes(b).raw()).to_vec();
        if let Some(n) = shape.iter().find(|&&n| n < 0) {
            return Err(format!("Broadcast with negative dimension size {n}"));
        }
        shape.extend(infer::sizes(cx, ty));
        Ok(smallvec![infer::tensor_like(cx, ty, &shape)])
    }
}
verify_by_inference!(BroadcastOp);

/// Selects elements of a dimension by their indices, as in PyTorch.
#[op(
    name = "stablehlo.torch_index_select",
    facts = [MovesElements],
    traits = [Pure],
)]
pub struct TorchIndexSelectOp {
    /// The elements.
    pub operand: Operand<HloTensor>,
    /// The numbers.
    pub index: Operand<IntTensor>,
    /// The dimension.
    pub dim: Attr<I64Attr>,
    /// Number of leading dimensions that operand and index share.
    pub batch_dims: Attr<I64Attr>,
    /// The selected elements.
    pub result: Res<HloTensor>,
}
