//! Elementwise ops on one operand or on two operands of one shape.

use strata_ir::prelude::*;
use strata_stablehlo::facts::*;
use strata_stablehlo::infer;

use crate::constraints::*;

/// Verifies ops by comparing their result types with the inferred ones; types are compatible where those of HLO are.
macro_rules! checked {
    ($op:ident) => {
        impl Verify for $op {
            fn is_local(&self) -> bool {
                true
            }
            fn verify(&self, b: &Body) -> VerifyResult {
                infer::verify_results(self.op(), b, self.infer_types(b))
            }
        }
        impl CompatibleTypes for $op {
            fn compatible(&self, b: &Body, x: Type, y: Type) -> bool {
                infer::compatible(b.cx(), x, y)
            }
        }
    };
}

macro_rules! unary {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($fact:ident),*] $operand:ident -> $result:ident, $elem:ident $($kind:ident)?;)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            facts = [$($fact),*],
            traits = [Pure, Elementwise $(, $kind)?],
            interfaces = [InferTypes, Verify, CompatibleTypes],
            asm = "$operand attr-dict `:` type($operand) `->` type($result)",
        )]
        pub struct $op {
            /// The argument.
            pub operand: Operand<$operand>,
            /// The value of the function for each element.
            pub result: Res<$result>,
        }
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                Ok(smallvec![$elem(b.cx(), b.ty(self.operand(b)))])
            }
        }
        checked!($op);
    )*};
}

fn same(_: &Context, ty: Type) -> Type {
    ty
}
fn pred(cx: &Context, ty: Type) -> Type {
    cx.with_elem(ty, cx.i1())
}

unary! {
    /// Inverse cosine.
    AcosOp "chlo.acos" [Transcendental, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// Inverse hyperbolic cosine.
    AcoshOp "chlo.acosh" [Transcendental, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// The common kernel of the complex inverse sine and cosine.
    AsinAcosKernelOp "chlo._asin_acos_kernel" [Transcendental] ComplexTensor -> ComplexTensor, same CompatibleOperandsAndResultType;
    /// Inverse sine.
    AsinOp "chlo.asin" [Transcendental, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// Inverse hyperbolic sine.
    AsinhOp "chlo.asinh" [Transcendental, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// Inverse tangent.
    AtanOp "chlo.atan" [Transcendental, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// Inverse hyperbolic tangent.
    AtanhOp "chlo.atanh" [Transcendental, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// Bessel function of order 1, scaled.
    BesselI1eOp "chlo.bessel_i1e" [Transcendental, RealDomain] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// Complex conjugate.
    ConjOp "chlo.conj" [Bitwise, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// Hyperbolic cosine.
    CoshOp "chlo.cosh" [Transcendental, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// Derivative of the logarithm of the gamma function.
    DigammaOp "chlo.digamma" [Transcendental] FpTensor -> FpTensor, same CompatibleOperandsAndResultType;
    /// Inverse of the error function.
    ErfInvOp "chlo.erf_inv" [Transcendental] FpTensor -> FpTensor, same CompatibleOperandsAndResultType;
    /// Error function.
    ErfOp "chlo.erf" [Transcendental, Evaluable] FpTensor -> FpTensor, same CompatibleOperandsAndResultType;
    /// One minus the error function.
    ErfcOp "chlo.erfc" [Transcendental, Evaluable] FpTensor -> FpTensor, same CompatibleOperandsAndResultType;
    /// Whether the argument is infinite.
    IsInfOp "chlo.is_inf" [Exact, Evaluable] FpTensor -> PredTensor, pred;
    /// Whether the argument is negative infinity.
    IsNegInfOp "chlo.is_neg_inf" [Exact, Evaluable] FpTensor -> PredTensor, pred;
    /// Whether the argument is positive infinity.
    IsPosInfOp "chlo.is_pos_inf" [Exact, Evaluable] FpTensor -> PredTensor, pred;
    /// Logarithm of the gamma function.
    LgammaOp "chlo.lgamma" [Transcendental, OrderDependent] FpTensor -> FpTensor, same CompatibleOperandsAndResultType;
    /// Hyperbolic sine.
    SinhOp "chlo.sinh" [Transcendental, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// Square.
    SquareOp "chlo.square" [Rounds, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
    /// Tangent.
    TanOp "chlo.tan" [Transcendental, Evaluable] FpComplexTensor -> FpComplexTensor, same CompatibleOperandsAndResultType;
}

macro_rules! binary {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($fact:ident),*] ($x:ident, $y:ident) $operand:ident $format:tt;)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            facts = [$($fact),*],
            traits = [Pure, CompatibleOperandsAndResultType],
            interfaces = [InferTypes, Verify, CompatibleTypes],
            asm = $format,
        )]
        pub struct $op {
            /// First argument.
            pub $x: Operand<$operand>,
            /// Second argument.
            pub $y: Operand<$operand>,
            /// The value of the function for each pair of elements.
            pub result: Res<$operand>,
        }
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                Ok(smallvec![infer::meet(b.cx(), &[b.ty(self.$x(b)), b.ty(self.$y(b))])?])
            }
        }
        checked!($op);
    )*};
}
binary! {
    /// The next float from the first argument towards the second.
    NextAfterOp "chlo.next_after" [Exact] (x, y) FpTensor "$x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)";
    /// Polygamma function.
    PolygammaOp "chlo.polygamma" [Transcendental, OrderDependent] (n, x) FpTensor "$n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)";
    /// Hurwitz zeta function.
    ZetaOp "chlo.zeta" [Transcendental, OrderDependent] (x, q) FpTensor "$x `,` $q attr-dict `:` type($x) `,` type($q) `->` type($result)";
    /// The high half of products.
    MulhiOp "chlo.mulhi" [Bitwise] (lhs, rhs) IntTensor "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
}
