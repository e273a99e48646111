//! Batch normalization.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{constraints::*, infer};

/// Whether the last operand is a gradient, of the shape of the first.
fn is_grad(b: &Body, op: Op) -> bool {
    op.isa::<BatchNormGradOp>(b)
}

/// Checks the operands of a normalization, and gives the type of a vector of features.
fn features(b: &Body, op: Op) -> Result<Type, String> {
    let cx = b.cx();
    let index = b.attr(op, "feature_index").and_then(|a| cx.attr_i64(a)).unwrap_or(-1);
    let ty = b.ty(b.operand(op, 0));
    let rank = infer::sizes(cx, ty).len();
    let shapes = |whole: bool| {
        let types = b.operand_types(op).map(|t| infer::sizes(cx, t));
        types.enumerate().filter(move |&(i, _)| (i == 0 || i == 4 && is_grad(b, op)) == whole).map(|(_, s)| s)
    };
    let agree = |whole| {
        let all: Vec<&[i64]> = shapes(whole).collect();
        all.iter().all(|a| all.iter().all(|b| infer::same_shape(a, b)))
    };
    // batch_norm_grad_c3
    if !agree(true) {
        return Err("expects multi-dimensional operands to have compatible shapes.".into());
    }
    // batch_norm_grad_c4, batch_norm_inference_c3, batch_norm_training_c3
    if !agree(false) {
        return Err("expects single-dimensional operands to have compatible shapes.".into());
    }
    // batch_norm_grad_c1, batch_norm_inference_c1, batch_norm_training_c1
    let Some(&count) = usize::try_from(index).ok().and_then(|i| infer::sizes(cx, ty).get(i)) else {
        return Err(format!(
            "expects featureIndex to be smaller than the rank of multi-dimensional operands; got featureIndex {index}, and rank {rank}."
        ));
    };
    let shown = |n: i64| if n == DYNAMIC { "?".to_owned() } else { n.to_string() };
    // batch_norm_grad_c5, batch_norm_inference_c3, batch_norm_training_c3
    if let Some(&[n, ..]) = shapes(false).next()
        && !infer::sizes_match(n, count)
    {
        return Err(format!(
            "expects the size of single-dimensional operands to be compatible with feature count, but the size of single-dimensional operands is {} and the feature count is {}.",
            shown(n),
            shown(count)
        ));
    }
    let bounds = infer::bounds_or_none(cx, ty).get(index as usize).map(|&n| smallvec![n]);
    Ok(infer::with_bounds(cx, infer::tensor_like(cx, ty, &[count]), bounds.unwrap_or_default()))
}

/// Normalizes features and gives their means and variances.
#[op(
    name = "stablehlo.batch_norm_training",
    facts = [Rounds, OrderDependent, IllConditioned],
    traits = [Pure],
    interfaces = [InferTypes, Verify, ResultNames],
)]
pub struct BatchNormTrainingOp {
    /// The elements.
    pub operand: Operand<FpQuantTensor>,
    /// Factors, one for each feature.
    pub scale: Operand<Fp1DTensor>,
    /// Summands, one for each feature.
    pub offset: Operand<Fp1DTensor>,
    /// Added to variances.
    pub epsilon: Attr<F32Attr>,
    /// The dimension of features.
    pub feature_index: Attr<DimensionAttr>,
    /// The normalized elements.
    pub output: Res<FpQuantTensor>,
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
impl Verify for BatchNormTrainingOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        super::compatible_elements(b, self.op())?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

impl ResultNames for BatchNormTrainingOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.output(b), "output");
        name(self.batch_mean(b), "batch_mean");
        name(self.batch_var(b), "batch_var");
    }
}

/// Normalizes features with known means and variances.
#[op(
    name = "stablehlo.batch_norm_inference",
    facts = [Rounds, OrderDependent, IllConditioned],
    traits = [Pure],
    interfaces = [InferTypes, Verify],
)]
pub struct BatchNormInferenceOp {
    /// The elements.
    pub operand: Operand<FpQuantTensor>,
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
    pub feature_index: Attr<DimensionAttr>,
    /// The normalized elements.
    pub result: Res<FpQuantTensor>,
}

impl InferTypes for BatchNormInferenceOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        features(b, self.op())?;
        Ok(smallvec![b.ty(self.operand(b))])
    }
}
impl Verify for BatchNormInferenceOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        super::compatible_elements(b, self.op())?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// The gradients of `batch_norm_training`.
#[op(
    name = "stablehlo.batch_norm_grad",
    facts = [Rounds, OrderDependent, IllConditioned],
    traits = [Pure],
    interfaces = [InferTypes, Verify, ResultNames],
)]
pub struct BatchNormGradOp {
    /// The elements.
    pub operand: Operand<FpQuantTensor>,
    /// Factors, one for each feature.
    pub scale: Operand<Fp1DTensor>,
    /// Means.
    pub mean: Operand<Fp1DTensor>,
    /// Variances.
    pub variance: Operand<Fp1DTensor>,
    /// The gradient of the output.
    pub grad_output: Operand<FpQuantTensor>,
    /// Added to variances.
    pub epsilon: Attr<F32Attr>,
    /// The dimension of features.
    pub feature_index: Attr<DimensionAttr>,
    /// The gradient of the elements.
    pub grad_operand: Res<FpQuantTensor>,
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
impl Verify for BatchNormGradOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        super::compatible_elements(b, self.op())?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

impl ResultNames for BatchNormGradOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.grad_operand(b), "grad_operand");
        name(self.grad_scale(b), "grad_scale");
        name(self.grad_offset(b), "grad_offset");
    }
}
