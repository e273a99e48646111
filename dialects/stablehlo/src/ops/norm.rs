//! Batch normalization.

use strata_ir::prelude::*;

use crate::{constraints::*, infer};

/// Checks the operands of a normalization, and gives the type of a vector of features.
fn features(b: &Body, op: Op) -> Result<Type, String> {
    let cx = b.cx();
    let index = b.attr(op, "feature_index").and_then(|a| cx.attr_i64(a)).unwrap_or(-1);
    let ty = b.ty(b.operand(op, 0));
    let shape = infer::sizes(cx, ty);
    // batch_norm_c1
    if index < 0 {
        return Err(format!("expects feature_index to be a non-negative number, got {index}."));
    }
    let Some(&count) = shape.get(index as usize) else {
        return Err(format!(
            "expects feature_index to be smaller than the rank of operand type; got feature_index {index}, and rank {}.",
            shape.len()
        ));
    };
    for value in b.operands(op).skip(1) {
        let part = infer::sizes(cx, b.ty(value));
        if let &[n] = part
            && !infer::sizes_match(n, count)
        {
            return Err(format!(
                "expects the size of single-dimensional operands to be compatible with feature count, but the size is {n} and the feature count is {count}."
            ));
        }
    }
    Ok(infer::tensor_like(cx, ty, &[count]))
}

/// Normalizes features and gives their means and variances.
#[op(
    name = "stablehlo.batch_norm_training",
    traits = [Pure],
    interfaces = [InferTypes, Verify, ResultNames],
)]
pub struct BatchNormTrainingOp {
    /// The elements.
    pub operand: Operand<FpTensor>,
    /// Factors, one for each feature.
    pub scale: Operand<Fp1DTensor>,
    /// Summands, one for each feature.
    pub offset: Operand<Fp1DTensor>,
    /// Added to variances.
    pub epsilon: Attr<F32Attr>,
    /// The dimension of features.
    pub feature_index: Attr<I64Attr>,
    /// The normalized elements.
    pub output: Res<FpTensor>,
    /// Means.
    pub batch_mean: Res<Fp1DTensor>,
    /// Variances.
    pub batch_var: Res<Fp1DTensor>,
}

impl InferTypes for BatchNormTrainingOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let vector = features(b, self.op())?;
        Ok(smallvec![b.ty(self.operand(b)), vector, vector])
    }
}
verify_by_inference!(BatchNormTrainingOp);

impl ResultNames for BatchNormTrainingOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.output(b), "output");
        name(self.batch_mean(b), "batch_mean");
        name(self.batch_var(b), "batch_var");
    }
}

/// Normalizes features with known means and variances.
#[op(name = "stablehlo.batch_norm_inference", traits = [Pure], interfaces = [InferTypes, Verify])]
pub struct BatchNormInferenceOp {
    /// The elements.
    pub operand: Operand<FpTensor>,
    /// Factors, one for each feature.
    pub scale: Operand<Fp1DTensor>,
    /// Summands, one for each feature.
    pub offset: Operand<Fp1DTensor>,
    /// Means.
    pub mean: Operand<Fp1DTensor>,
    /// Variances.
    pub variance: Operand<Fp1DTensor>,
    /// Added to variances.
    pub epsilon: Attr<F32Attr>,
    /// The dimension of features.
    pub feature_index: Attr<I64Attr>,
    /// The normalized elements.
    pub result: Res<FpTensor>,
}

impl InferTypes for BatchNormInferenceOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        features(b, self.op())?;
        Ok(smallvec![b.ty(self.operand(b))])
    }
}
verify_by_inference!(BatchNormInferenceOp);

/// The gradients of `batch_norm_training`.
#[op(
    name = "stablehlo.batch_norm_grad",
    traits = [Pure],
    interfaces = [InferTypes, Verify, ResultNames],
)]
pub struct BatchNormGradOp {
    /// The elements.
    pub operand: Operand<FpTensor>,
    /// Factors, one for each feature.
    pub scale: Operand<Fp1DTensor>,
    /// Means.
    pub mean: Operand<Fp1DTensor>,
    /// Variances.
    pub variance: Operand<Fp1DTensor>,
    /// The gradient of the output.
    pub grad_output: Operand<FpTensor>,
    /// Added to variances.
    pub epsilon: Attr<F32Attr>,
    /// The dimension of features.
    pub feature_index: Attr<I64Attr>,
    /// The gradient of the elements.
    pub grad_operand: Res<FpTensor>,
    /// The gradient of the factors.
    pub grad_scale: Res<Fp1DTensor>,
    /// The gradient of the summands.
    pub grad_offset: Res<Fp1DTensor>,
}

impl InferTypes for BatchNormGradOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let vector = features(b, self.op())?;
        Ok(smallvec![b.ty(self.operand(b)), vector, vector])
    }
}
verify_by_inference!(BatchNormGradOp);

impl ResultNames for BatchNormGradOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.grad_operand(b), "grad_operand");
        name(self.grad_scale(b), "grad_scale");
        name(self.grad_offset(b), "grad_offset");
    }
}
