//! Random numbers.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{RngAlgorithm, RngDistribution, constraints::*, infer};

/// Random numbers of a distribution.
#[op(
    name = "stablehlo.rng",
    facts = [External],
    interfaces = [InferTypes, Verify, MemoryEffects],
    asm = "$a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` functional-type(operands, results)",
)]
pub struct RngOp {
    /// Lower end, or mean.
    pub a: Operand<RngTensor>,
    /// Upper end, or deviation.
    pub b: Operand<RngTensor>,
    /// Sizes of the result.
    pub shape: Operand<DimensionTensor>,
    /// The distribution.
    pub rng_distribution: Attr<RngDistribution>,
    /// The numbers.
    pub result: Res<RngResultTensor>,
}

/// The type of the parameters of `rng`.
pub struct RngTensor;
impl TypeConstraint for RngTensor {
    const DESC: &'static str =
        "0D tensor of bool or 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values";
    fn check(ty: Type, cx: &Context) -> bool {
        infer::sizes(cx, ty).is_empty() && RngResultTensor::check(ty, cx)
    }
}

/// The result type of `rng`.
pub struct RngResultTensor;
impl TypeConstraint for RngResultTensor {
    const DESC: &'static str =
        "ranked tensor of bool or 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float values";
    fn check(ty: Type, cx: &Context) -> bool {
        PredIntTensor::check(ty, cx) || FpTensor::check(ty, cx)
    }
}

impl MemoryEffects for RngOp {
    fn effects(&self, _: &Body, out: &mut Vec<Effect>) {
        // The state of the generator.
        out.push(Effect { kind: EffectKind::Write, on: None });
    }
}

impl InferTypes for RngOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let cx = b.cx();
        let elem = cx.elem_or_self(b.ty(self.a(b)));
        // rng_c2
        if *self.rng_distribution(b).get(cx) == RngDistribution::Normal && !is_float(cx, elem) {
            return Err("mu and sigma must be floats".into());
        }
        // rng_c3
        let shape =
            constant_value(b, self.shape(b)).and_then(|a| cx.attr_as::<DenseElementsAttr>(a)?.to_i64s(cx));
        let n = infer::sizes(cx, b.ty(self.shape(b))).first().copied().unwrap_or(0);
        let shape = shape.unwrap_or_else(|| vec![DYNAMIC; n.max(0) as usize]);
        Ok(smallvec![cx.tensor(&shape, elem)])
    }
}
impl Verify for RngOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        // rng_c1
        super::same_elements(b, "{a, b, result}", &[self.a(b), self.b(b), self.result(b)])?;
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

/// Random bits, and the next state of their generator.
#[op(
    name = "stablehlo.rng_bit_generator",
    facts = [External],
    traits = [Pure],
    interfaces = [Verify, ResultNames],
    asm = "$initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)",
)]
pub struct RngBitGeneratorOp {
    /// The algorithm.
    pub rng_algorithm: Attr<RngAlgorithm>,
    /// The state.
    pub initial_state: Operand<IntFpTensor>,
    /// The next state.
    pub output_state: Res<IntFpTensor>,
    /// The bits.
    pub output: Res<StaticIntFpTensor>,
}

impl Verify for RngBitGeneratorOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let (from, to) = (b.ty(self.initial_state(b)), b.ty(self.output_state(b)));
        // rng_bit_generator_c1
        if !infer::same_shape(infer::sizes(cx, from), infer::sizes(cx, to)) {
            return Err(VerifyError::bare(format!(
                "output state shape must be compatible with initial state shape. Got: '{}' and '{}'",
                cx.type_to_string(from),
                cx.type_to_string(to)
            )));
        }
        Ok(())
    }
}

impl ResultNames for RngBitGeneratorOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.output_state(b), "output_state");
        name(self.output(b), "output");
    }
}
