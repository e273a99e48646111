//! `batch_norm_inference`, `batch_norm_training` and `batch_norm_grad`, computed in `f64`.

use strata_ir::prelude::FloatAttr;

use crate::{Data, Elem, Eval, Interpreter, Num, Shape, Step, Tensor, ops::stablehlo::contraction::Ring};

pub(super) fn register(i: &mut Interpreter) {
    i.register("stablehlo.batch_norm_inference", |s| {
        let b = Batch::new(s)?;
        let (scale, offset, mean, var) = (b.list(s, 1)?, b.list(s, 2)?, b.list(s, 3)?, b.list(s, 4)?);
        let out = b.map(|f, x| scale[f] * (x - mean[f]) / (var[f] + b.epsilon).sqrt() + offset[f]);
        b.finish(s, 0, &out)
    });
    i.register("stablehlo.batch_norm_training", |s| {
        let b = Batch::new(s)?;
        let (scale, offset) = (b.list(s, 1)?, b.list(s, 2)?);
        let mean = b.mean(&b.x);
        let squares = b.map(|f, x| (x - mean[f]) * (x - mean[f]));
        let var = b.mean(&squares);
        let out = b.map(|f, x| scale[f] * (x - mean[f]) / (var[f] + b.epsilon).sqrt() + offset[f]);
        b.finish(s, 0, &out)?;
        b.finish_features(s, 1, &mean)?;
        b.finish_features(s, 2, &var)
    });
    i.register("stablehlo.batch_norm_grad", |s| {
        let b = Batch::new(s)?;
        let (scale, mean, var) = (b.list(s, 1)?, b.list(s, 2)?, b.list(s, 3)?);
        let grad = f64::all(&s.tensor(4)?.data);
        s.ensure(grad.len() == b.x.len(), || "has a gradient of the wrong shape".into())?;
        let n = b.per_feature();
        let product: Vec<f64> = b.map(|f, x| x - mean[f]).iter().zip(&grad).map(|(c, g)| c * g).collect();
        let (sum, sum_centered) = (b.sum(&grad), b.sum(&product));
        let out: Vec<f64> = (0..b.x.len())
            .map(|i| {
                let f = b.feature(i);
                let denominator = var[f] + b.epsilon;
                let inner = grad[i] * n - sum[f] - sum_centered[f] * (b.x[i] - mean[f]) / denominator;
                scale[f] / denominator.sqrt() / n * inner
            })
            .collect();
        let grad_scale: Vec<f64> =
            sum_centered.iter().zip(&var).map(|(c, v)| c / (v + b.epsilon).sqrt()).collect();
        b.finish(s, 0, &out)?;
        b.finish_features(s, 1, &grad_scale)?;
        b.finish_features(s, 2, &sum)
    });
}

/// The operand, by features.
struct Batch {
    x: Vec<f64>,
    elem: Elem,
    shape: Shape,
    inner: usize,
    features: usize,
    epsilon: f64,
}

impl Batch {
    fn new(s: &Step<'_, '_>) -> Eval<Batch> {
        let x = s.tensor(0)?;
        let d = s.dims(&[s.int_attr("feature_index")?], x.rank())?[0];
        let epsilon = s.typed::<FloatAttr>("epsilon")?.to_f64(s.cx());
        Ok(Batch {
            x: f64::all(&x.data),
            elem: x.elem,
            shape: x.shape.clone(),
            inner: x.shape[d + 1..].iter().product::<usize>().max(1),
            features: x.shape[d],
            epsilon,
        })
    }
    fn list(&self, s: &Step<'_, '_>, i: usize) -> Eval<Vec<f64>> {
        let v = f64::all(&s.tensor(i)?.data);
        s.ensure(v.len() == self.features, || format!("needs {} numbers in operand #{i}", self.features))?;
        Ok(v)
    }
    fn feature(&self, i: usize) -> usize {
        i / self.inner % self.features.max(1)
    }
    fn per_feature(&self) -> f64 {
        self.x.len() as f64 / self.features.max(1) as f64
    }
    fn map(&self, f: impl Fn(usize, f64) -> f64) -> Vec<f64> {
        self.x.iter().enumerate().map(|(i, &x)| f(self.feature(i), x)).collect()
    }
    fn sum(&self, v: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; self.features];
        v.iter().enumerate().for_each(|(i, x)| out[self.feature(i)] += x);
        out
    }
    fn mean(&self, v: &[f64]) -> Vec<f64> {
        self.sum(v).iter().map(|t| t / self.per_feature()).collect()
    }
    fn finish(&self, s: &mut Step<'_, '_>, i: usize, v: &[f64]) -> Eval {
        let data = Data::collect(self.elem, v.iter().map(|&x| Num::from_f64(self.elem, x)));
        s.set_elements(i, Tensor::new(self.elem, self.shape.clone(), data))
    }
    fn finish_features(&self, s: &mut Step<'_, '_>, i: usize, v: &[f64]) -> Eval {
        let shape: Shape = [self.features][..].into();
        s.set_elements(i, Tensor::from_floats(self.elem, shape, v))
    }
}
