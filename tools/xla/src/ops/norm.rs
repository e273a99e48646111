//! Batch normalization.

use strata_ir::prelude::*;

use crate::{Result, XlaBuilder, XlaOp};

impl XlaBuilder {
    fn epsilon(&self, epsilon: f32) -> Attr {
        self.cx().float_attr(epsilon as f64, self.cx().f32())
    }
    /// Normalizes each feature to mean 0 and variance 1, scales and moves it; returns the result, the means and the
    /// variances as a tuple.
    ///
    /// The operand is an array of floats; `scale` and `offset` are vectors with one number for each index of
    /// `feature_index`.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let x = b.constant([[1.0f32, 2.0], [3.0, 6.0]])?;
    ///     b.batch_norm_training(x, b.constant([1.0f32, 2.0])?, b.constant([0.5f32, -0.5])?, 0.0, 1)
    /// })?;
    /// assert_eq!(y.elements()[0], Literal::from([[-0.5f32, -2.5], [1.5, 1.5]]));
    /// assert_eq!(y.elements()[1..], [Literal::from([2.0f32, 4.0]), Literal::from([1.0f32, 4.0])]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn batch_norm_training(
        &self,
        operand: XlaOp,
        scale: XlaOp,
        offset: XlaOp,
        epsilon: f32,
        feature_index: i64,
    ) -> Result<XlaOp> {
        self.emit("BatchNormTraining", "stablehlo.batch_norm_training")
            .operands(&[operand, scale, offset])
            .attr("epsilon", self.epsilon(epsilon))
            .number("feature_index", feature_index)
            .packed()
    }
    /// Normalizes each feature by a given mean and variance, scales and moves it.
    ///
    /// Operands are those of [`XlaBuilder::batch_norm_training`]; `mean` and `variance` are vectors as `scale` is.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let v = |x: f32| b.constant([x]);
    ///     b.batch_norm_inference(b.constant([[1.0f32], [3.0]])?, v(2.0)?, v(1.0)?, v(1.0)?, v(0.5)?, 0.5, 1)
    /// })?;
    /// assert_eq!(y, Literal::from([[1.0f32], [5.0]]));
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn batch_norm_inference(
        &self,
        operand: XlaOp,
        scale: XlaOp,
        offset: XlaOp,
        mean: XlaOp,
        variance: XlaOp,
        epsilon: f32,
        feature_index: i64,
    ) -> Result<XlaOp> {
        self.emit("BatchNormInference", "stablehlo.batch_norm_inference")
            .operands(&[operand, scale, offset, mean, variance])
            .attr("epsilon", self.epsilon(epsilon))
            .number("feature_index", feature_index)
            .one()
    }
    /// The gradient of [`XlaBuilder::batch_norm_training`]: those of the operand, of the scale and of the offset as a
    /// tuple.
    ///
    /// `grad_output` has the shape of the operand; `batch_mean` and `batch_var` are what the training gave.
    ///
    /// ```
    /// use strata_xla::{Literal, eval};
    /// let y = eval(|b| {
    ///     let (x, g) = (b.constant([[1.0f32], [3.0]])?, b.constant([[1.0f32], [2.0]])?);
    ///     let one = b.constant([1.0f32])?;
    ///     b.batch_norm_grad(x, one, b.constant([2.0f32])?, one, g, 0.0, 1)
    /// })?;
    /// assert_eq!(y.elements()[1..], [Literal::from([1.0f32]), Literal::from([3.0f32])]);
    /// # Ok::<(), strata_xla::Error>(())
    /// ```
    pub fn batch_norm_grad(
        &self,
        operand: XlaOp,
        scale: XlaOp,
        batch_mean: XlaOp,
        batch_var: XlaOp,
        grad_output: XlaOp,
        epsilon: f32,
        feature_index: i64,
    ) -> Result<XlaOp> {
        self.emit("BatchNormGrad", "stablehlo.batch_norm_grad")
            .operands(&[operand, scale, batch_mean, batch_var, grad_output])
            .attr("epsilon", self.epsilon(epsilon))
            .number("feature_index", feature_index)
            .packed()
    }
}
