//! `stablehlo-batch-norm-expander`: batch normalization becomes sums and elementwise ops.
//!
//! Before:
//! ```mlir
//! %0 = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %mean, %variance) <{epsilon = 0.0 : f32, feature_index = 1 : i64}>
//! ```
//! After:
//! ```mlir
//! %1 = stablehlo.subtract %x, %mean_of_all
//! %2 = stablehlo.sqrt %variance_and_epsilon
//! %3 = stablehlo.divide %1, %2_of_all
//! %4 = stablehlo.multiply %3, %scale_of_all
//! %0 = stablehlo.add %4, %offset_of_all
//! ```
//! Unknown sizes are taken from `%x`.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo::*;

use super::each;
use crate::hlo_builder::{HloBuilder, int, sizes};

/// Expand batch normalization.
#[pass(
    name = "stablehlo-batch-norm-expander",
    class = "StablehloBatchNormExpanderPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct BatchNormExpander;

impl BodyPass for BatchNormExpander {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        each(
            body,
            &[
                ("stablehlo.batch_norm_inference", inference),
                ("stablehlo.batch_norm_training", training),
                ("stablehlo.batch_norm_grad", gradient),
            ],
        )
    }
}

/// The operand of a normalization and its dimensions.
struct Features {
    x: Value,
    shape: Vec<i64>,
    /// The feature dimension.
    feature: i64,
    /// All other dimensions.
    others: Vec<i64>,
    epsilon: f64,
}

impl Features {
    fn from_op(h: &HloBuilder<'_, '_>, op: Op) -> Result<Self, &'static str> {
        let x = h.b.operand(op, 0);
        let shape = sizes(h.b, x).to_vec();
        let feature = int(h.b, op, "feature_index").ok_or("it has no feature")?;
        let epsilon = h.b.attr(op, "epsilon").and_then(|a| h.b.cx().attr_as::<FloatAttr>(a));
        let epsilon = epsilon.ok_or("it has no epsilon")?.to_f64(h.b.cx());
        let others = (0..shape.len() as i64).filter(|&d| d != feature).collect();
        Ok(Self { x, shape, feature, others, epsilon })
    }
    /// A number for each feature as one for each element.
    fn spread(&self, h: &mut HloBuilder<'_, '_>, v: Value) -> Value {
        if !self.shape.contains(&DYNAMIC) {
            return h.broadcast(v, &[self.feature], &self.shape);
        }
        let all: Vec<Value> = (0..self.shape.len() as i64).map(|d| h.size(self.x, d)).collect();
        h.broadcast_to(v, &[self.feature], &all, &self.shape)
    }
    /// A number for each feature, which is the same for all.
    fn of_each(&self, h: &mut HloBuilder<'_, '_>, number: Value) -> Value {
        let n = h.size(self.x, self.feature);
        h.broadcast_to(number, &[], &[n], &[self.shape[self.feature as usize]])
    }
    /// The sum of each feature.
    fn sum(&self, h: &mut HloBuilder<'_, '_>, v: Value) -> Value {
        h.sum(v, &self.others)
    }
    /// The number of elements of a feature, like `v`.
    fn count(&self, h: &mut HloBuilder<'_, '_>, v: Value) -> Value {
        let ty = h.b.ty(v);
        if !self.shape.contains(&DYNAMIC) {
            let n: i64 = self.others.iter().map(|&d| self.shape[d as usize]).product();
            return h.float(n as f64, ty);
        }
        let cx = h.b.cx_arc().clone();
        let mut n = h.int(1, cx.tensor(&[], cx.i64()));
        for &d in &self.others {
            let size = h.size(self.x, d);
            let size = h.op::<ConvertOp>(&[size], &[], cx.tensor(&[], cx.i64()));
            n = h.like::<MulOp>(&[n, size]);
        }
        let n = h.op::<ConvertOp>(&[n], &[], cx.tensor(&[], cx.elem_or_self(ty)));
        self.of_each(h, n)
    }
    /// The variance and epsilon.
    fn padded(&self, h: &mut HloBuilder<'_, '_>, variance: Value) -> Value {
        let ty = h.b.ty(variance);
        let scalar = h.tensor_of(variance, &[]);
        let epsilon = if crate::hlo_builder::is_static(h.b.cx(), ty) {
            h.float(self.epsilon, ty)
        } else {
            let epsilon = h.float(self.epsilon, scalar);
            self.of_each(h, epsilon)
        };
        h.like::<AddOp>(&[variance, epsilon])
    }
    /// The element less the mean of its feature.
    fn centred(&self, h: &mut HloBuilder<'_, '_>, mean: Value) -> Value {
        let mean = self.spread(h, mean);
        h.like::<SubtractOp>(&[self.x, mean])
    }
    fn normalized(&self, h: &mut HloBuilder<'_, '_>, [scale, offset, mean, variance]: [Value; 4]) -> Value {
        let centred = self.centred(h, mean);
        let padded = self.padded(h, variance);
        let deviation = h.like::<SqrtOp>(&[padded]);
        let [deviation, scale, offset] = [deviation, scale, offset].map(|v| self.spread(h, v));
        let unit = h.like::<DivOp>(&[centred, deviation]);
        let scaled = h.like::<MulOp>(&[unit, scale]);
        h.like::<AddOp>(&[scaled, offset])
    }
}

fn inference(h: &mut HloBuilder<'_, '_>, op: Op) -> Result<Vec<Value>, &'static str> {
    let of = Features::from_op(h, op)?;
    let rest = [1, 2, 3, 4].map(|i| h.b.operand(op, i));
    Ok(vec![of.normalized(h, rest)])
}

fn training(h: &mut HloBuilder<'_, '_>, op: Op) -> Result<Vec<Value>, &'static str> {
    let of = Features::from_op(h, op)?;
    let sum = of.sum(h, of.x);
    let n = of.count(h, sum);
    let mean = h.like::<DivOp>(&[sum, n]);
    let centred = of.centred(h, mean);
    let squares = h.like::<MulOp>(&[centred, centred]);
    let sum = of.sum(h, squares);
    let variance = h.like::<DivOp>(&[sum, n]);
    let (scale, offset) = (h.b.operand(op, 1), h.b.operand(op, 2));
    Ok(vec![of.normalized(h, [scale, offset, mean, variance]), mean, variance])
}

fn gradient(h: &mut HloBuilder<'_, '_>, op: Op) -> Result<Vec<Value>, &'static str> {
    let of = Features::from_op(h, op)?;
    let [scale, mean, variance, grad] = [1, 2, 3, 4].map(|i| h.b.operand(op, i));
    let centred = of.centred(h, mean);
    let padded = of.padded(h, variance);
    let deviation = h.like::<SqrtOp>(&[padded]);
    let n = of.count(h, deviation);
    let grad_offset = of.sum(h, grad);
    let products = h.like::<MulOp>(&[grad, centred]);
    let products = of.sum(h, products);
    let grad_scale = h.like::<DivOp>(&[products, deviation]);

    // scale / deviation / n * (n grad - sum(grad) - centred sum(grad centred) / (variance + epsilon))
    let share = h.like::<DivOp>(&[products, padded]);
    let factor = h.like::<DivOp>(&[scale, deviation]);
    let factor = h.like::<DivOp>(&[factor, n]);
    let [share, factor, total, n] = [share, factor, grad_offset, n].map(|v| of.spread(h, v));
    let all = h.like::<MulOp>(&[grad, n]);
    let rest = h.like::<SubtractOp>(&[all, total]);
    let share = h.like::<MulOp>(&[centred, share]);
    let rest = h.like::<SubtractOp>(&[rest, share]);
    Ok(vec![h.like::<MulOp>(&[rest, factor]), grad_scale, grad_offset])
}
