//! Unary elementwise ops.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{ResultAccuracy, asm::SAME_TYPE, constraints::*, infer};

/// Declares ops whose result has the type of the operand.
macro_rules! unary {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($fact:ident),*] $operand:ident -> $result:ident;)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            facts = [$($fact),*],
            traits = [Pure, Elementwise, SameOperandsAndResultShape, CompatibleOperandsAndResultType],
            interfaces = [InferTypes, Verify, CompatibleTypes],
            asm = "$operand attr-dict `:` custom<SAME_TYPE>(type($operand), type($result))",
        )]
        pub struct $op {
            /// The argument.
            pub operand: Operand<$operand>,
            /// The value of the function for each element.
            pub result: Res<$result>,
        }
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                Ok(smallvec![b.ty(self.operand(b))])
            }
        }
        verify_by_inference!($op);
        compatible_types!($op);
    )*};
}

unary! {
    /// The number of leading zero bits.
    CountLeadingZerosOp "stablehlo.count_leading_zeros" [Bitwise, Evaluable] IntTensor -> IntTensor;
    /// The number of bits that are set.
    PopulationCountOp "stablehlo.popcnt" [Bitwise, Evaluable] IntTensor -> IntTensor;
    /// The smallest integer that is not smaller.
    CeilOp "stablehlo.ceil" [Exact, Evaluable] FpQuantTensor -> FpQuantTensor;
    /// The largest integer that is not larger.
    FloorOp "stablehlo.floor" [Exact, Evaluable] FpQuantTensor -> FpQuantTensor;
    /// The nearest integer, away from zero when two are as near.
    RoundOp "stablehlo.round_nearest_afz" [Exact, Evaluable] FpQuantTensor -> FpQuantTensor;
    /// The nearest integer, the even one when two are as near.
    RoundNearestEvenOp "stablehlo.round_nearest_even" [Exact, Evaluable] FpQuantTensor -> FpQuantTensor;
    /// The argument with its sign changed.
    NegOp "stablehlo.negate" [Exact, Evaluable] IntFpComplexQuantTensor -> IntFpComplexQuantTensor;
    /// The complement of bits, or the negation of a boolean.
    NotOp "stablehlo.not" [Bitwise, Evaluable] PredIntTensor -> PredIntTensor;
    /// -1, 0 or 1 by the sign; a complex number of absolute value 1.
    SignOp "stablehlo.sign" [Exact, Evaluable, ComplexIllConditioned] SintFpComplexQuantTensor -> SintFpComplexQuantTensor;
}

/// Declares transcendental ops, which may ask for an accuracy.
macro_rules! transcendental {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($fact:ident),*];)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            facts = [$($fact),*],
            traits = [Pure, Elementwise, SameOperandsAndResultShape, CompatibleOperandsAndResultType],
            interfaces = [InferTypes, Verify, CompatibleTypes],
            asm = "$operand custom<ACCURACY_DICT>($result_accuracy) `:` custom<SAME_TYPE>(type($operand), type($result))",
        )]
        pub struct $op {
            /// The argument.
            pub operand: Operand<FpComplexQuantTensor>,
            /// The accuracy asked for.
            pub result_accuracy: OptAttr<ResultAccuracy>,
            /// The value of the function for each element.
            pub result: Res<FpComplexQuantTensor>,
        }
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                Ok(smallvec![b.ty(self.operand(b))])
            }
        }
        verify_by_inference!($op);
        compatible_types!($op);
    )*};
}

/// The attribute dictionary without an accuracy that is the default.
static ACCURACY_DICT: CustomDirective = CustomDirective {
    print: |op, p| {
        let b = p.body();
        let default = b.cx().attr(ResultAccuracy::default_of(b.cx()));
        let elided: &[&str] =
            if b.attr(op, "result_accuracy") == Some(default) { &["result_accuracy"] } else { &[] };
        p.unspace().attr_dict(op, elided);
    },
    parse: |p, state, _| p.attr_dict(state),
    attrs: &["result_accuracy"],
};

transcendental! {
    /// Cube root.
    CbrtOp "stablehlo.cbrt" [Transcendental, Evaluable, BranchCut, RealDomain];
    /// Cosine.
    CosineOp "stablehlo.cosine" [Transcendental, Evaluable];
    /// The exponential function.
    ExpOp "stablehlo.exponential" [Transcendental, Evaluable];
    /// `exp(x) - 1`.
    Expm1Op "stablehlo.exponential_minus_one" [Transcendental, Evaluable];
    /// Natural logarithm.
    LogOp "stablehlo.log" [Transcendental, Evaluable, BranchCut];
    /// `log(1 + x)`.
    Log1pOp "stablehlo.log_plus_one" [Transcendental, Evaluable, BranchCut];
    /// `1 / (1 + exp(-x))`.
    LogisticOp "stablehlo.logistic" [Transcendental, Evaluable];
    /// `1 / sqrt(x)`.
    RsqrtOp "stablehlo.rsqrt" [Transcendental, Evaluable, BranchCut];
    /// Sine.
    SineOp "stablehlo.sine" [Transcendental, Evaluable];
    /// Square root.
    SqrtOp "stablehlo.sqrt" [Transcendental, Evaluable, BranchCut, CorrectlyRounded];
    /// Tangent.
    TanOp "stablehlo.tan" [Transcendental, Evaluable];
    /// Hyperbolic tangent.
    TanhOp "stablehlo.tanh" [Transcendental, Evaluable];
}

/// Declares ops whose result has the shape of the operand and another element type.
macro_rules! unary_to {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($fact:ident),*] $operand:ident -> $result:ident, $format:tt, $infer:expr;)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            facts = [$($fact),*],
            traits = [Pure, Elementwise],
            interfaces = [InferTypes, Verify],
            asm = $format,
        )]
        pub struct $op {
            /// The argument.
            pub operand: Operand<$operand>,
            /// The value of the function for each element.
            pub result: Res<$result>,
        }
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                let infer: fn(&Context, Type) -> Type = $infer;
                Ok(smallvec![infer(b.cx(), b.ty(self.operand(b)))])
            }
        }
        verify_by_inference!($op);
    )*};
}

/// A tensor of the parts of complex numbers.
fn part(cx: &Context, ty: Type) -> Type {
    let elem = cx.elem_or_self(ty);
    cx.with_elem(ty, cx.type_as::<ComplexType>(elem).map_or(elem, |c| c.elem))
}

/// The tensor type of dequantized elements. As upstream, it has no bounds.
fn dequantized(cx: &Context, ty: Type) -> Type {
    cx.tensor(infer::sizes(cx, ty), infer::expressed(cx, cx.elem_or_self(ty)))
}

unary_to! {
    /// Absolute value.
    AbsOp "stablehlo.abs" [Exact, Evaluable] SintFpComplexQuantTensor -> SintFpQuantTensor,
        "$operand attr-dict `:` custom<SAME_TYPE>(type($operand), type($result))", part;
    /// Real part.
    RealOp "stablehlo.real" [Bitwise, Evaluable] FpComplexTensor -> FpTensor,
        "$operand attr-dict `:` custom<SAME_TYPE>(type($operand), type($result))", part;
    /// Imaginary part.
    ImagOp "stablehlo.imag" [Bitwise, Evaluable] FpComplexTensor -> FpTensor,
        "$operand attr-dict `:` custom<SAME_TYPE>(type($operand), type($result))", part;
    /// The expressed numbers of quantized numbers.
    UniformDequantizeOp "stablehlo.uniform_dequantize" [Rounds] QuantTensor -> FpTensor,
        "$operand attr-dict `:` custom<SAME_TYPE>(type($operand), type($result))", dequantized;
}

/// Whether the argument is neither infinite nor NaN.
#[op(
    name = "stablehlo.is_finite",
    facts = [Exact, Evaluable],
    traits = [Pure, Elementwise],
    interfaces = [InferTypes, Verify],
    asm = "$x attr-dict `:` functional-type(operands, results)",
)]
pub struct IsFiniteOp {
    /// The argument.
    pub x: Operand<FpQuantTensor>,
    /// The answer for each element.
    pub y: Res<PredTensor>,
}

impl InferTypes for IsFiniteOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(smallvec![b.cx().with_elem(b.ty(self.x(b)), b.cx().i1())])
    }
}
verify_by_inference!(IsFiniteOp);

/// Numbers as quantized numbers.
#[op(
    name = "stablehlo.uniform_quantize",
    facts = [Rounds],
    traits = [Pure, Elementwise],
    interfaces = [Verify],
    asm = "$operand attr-dict `:` custom<SAME_TYPE>(type($operand), type($result))",
)]
pub struct UniformQuantizeOp {
    /// The numbers.
    pub operand: Operand<FpQuantAxisTensor>,
    /// The quantized numbers.
    pub result: Res<QuantTensor>,
}

impl Verify for UniformQuantizeOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let expressed = |v| infer::expressed(cx, cx.elem_or_self(b.ty(v)));
        let (from, to) = (expressed(self.operand(b)), expressed(self.result(b)));
        // uniform_quantize_c2
        if from == to {
            return Ok(());
        }
        let [from, to] = [from, to].map(|t| cx.type_to_string(t));
        let message = format!("Expressed type of result expected to be '{from}', but got '{to}'");
        Err(VerifyError::bare(message))
    }
}

/// Rounds to the numbers of a float format with fewer bits.
#[op(
    name = "stablehlo.reduce_precision",
    facts = [Exact, Evaluable],
    traits = [Pure, Elementwise],
    interfaces = [InferTypes, Verify],
    asm = "$operand `,` `format` `=` custom<EXPONENT_MANTISSA>($exponent_bits, $mantissa_bits) attr-dict `:` custom<SAME_TYPE>(type($operand), type($output))",
)]
pub struct ReducePrecisionOp {
    /// The argument.
    pub operand: Operand<FpQuantTensor>,
    /// Bits of the exponent.
    pub exponent_bits: Attr<PositiveI32Attr>,
    /// Bits of the fraction.
    pub mantissa_bits: Attr<NonNegativeI32Attr>,
    /// The rounded numbers, in the format of the operand.
    pub output: Res<FpQuantTensor>,
}

use crate::asm::EXPONENT_MANTISSA;

impl Verify for ReducePrecisionOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        // reduce_precision_c1
        ensure!(
            infer::compatible(b.cx(), b.ty(self.operand(b)), b.ty(self.output(b))),
            "requires compatible types for all operands and results"
        );
        infer::verify_results(self.op(), b, self.infer_types(b))
    }
}

impl InferTypes for ReducePrecisionOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(smallvec![b.ty(self.operand(b))])
    }
}
