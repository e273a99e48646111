//! Binary elementwise ops.

use strata_ir::prelude::*;

use crate::facts::*;
use crate::{
    asm::{COMPLEX_TYPE, SAME_TYPE},
    constraints::*,
};

/// Declares ops on two operands of one type.
macro_rules! binary {
    ($($(#[doc = $doc:tt])* $op:ident $name:tt [$($fact:ident),*] [$($t:ident),*] [$($i:ident),*] $operand:ident -> $result:ident;)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $name,
            facts = [$($fact),*],
            traits = [Pure, Elementwise, SameOperandsAndResultShape, CompatibleOperandsAndResultType $(, $t)*],
            interfaces = [InferTypes, Verify, CompatibleTypes $(, $i)*],
            asm = "$lhs `,` $rhs attr-dict `:` custom<SAME_TYPE>(type($lhs), type($rhs), type($result))",
        )]
        pub struct $op {
            /// Left operand.
            pub lhs: Operand<$operand>,
            /// Right operand.
            pub rhs: Operand<$operand>,
            /// The value of the function for each pair of elements.
            pub result: Res<$result>,
        }
        impl InferTypes for $op {
            fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
                Ok(smallvec![crate::infer::meet(b.cx(), &[b.ty(self.lhs(b)), b.ty(self.rhs(b))])?])
            }
        }
        verify_by_inference!($op);
        compatible_types!($op);
    )*};
}

binary! {
    /// And, of bits or of booleans.
    AndOp "stablehlo.and" [Bitwise, Evaluable, Associative] [Commutative] [Fold] PredIntTensor -> HloTensor;
    /// The angle of the point `(rhs, lhs)`.
    Atan2Op "stablehlo.atan2" [Transcendental, Evaluable, BranchCut, ComplexIllConditioned] [] [] FpComplexQuantTensor -> FpComplexQuantTensor;
    /// Quotient; that of integers is rounded to zero.
    DivOp "stablehlo.divide" [Rounds, Evaluable, CorrectlyRounded, ComplexIllConditioned] [] [Fold] IntFpComplexQuantTensor -> IntFpComplexQuantTensor;
    /// The larger one; NaN if one is.
    MaxOp "stablehlo.maximum" [Exact, Evaluable, Associative, ComplexIllConditioned] [Commutative] [Fold] HloTensor -> HloTensor;
    /// The smaller one; NaN if one is.
    MinOp "stablehlo.minimum" [Exact, Evaluable, Associative, ComplexIllConditioned] [Commutative] [Fold] HloTensor -> HloTensor;
    /// Product; for booleans, and.
    MulOp "stablehlo.multiply" [Rounds, Evaluable, CorrectlyRounded, Associative] [Commutative] [Fold] HloTensor -> HloTensor;
    /// Or, of bits or of booleans.
    OrOp "stablehlo.or" [Bitwise, Evaluable, Associative] [Commutative] [Fold] PredIntTensor -> HloTensor;
    /// Power.
    PowOp "stablehlo.power" [Transcendental, Evaluable, BranchCut, ComplexIllConditioned] [] [] IntFpComplexQuantTensor -> IntFpComplexQuantTensor;
    /// Remainder with the sign of the left operand.
    RemOp "stablehlo.remainder" [Rounds, Evaluable, CorrectlyRounded, RealDomain] [] [] IntFpComplexQuantTensor -> IntFpComplexQuantTensor;
    /// Shift to the left; 0 for a shift of at least the width.
    ShiftLeftOp "stablehlo.shift_left" [Bitwise, Evaluable] [] [] IntTensor -> IntTensor;
    /// Shift to the right that keeps the sign.
    ShiftRightArithmeticOp "stablehlo.shift_right_arithmetic" [Bitwise, Evaluable] [] [] IntTensor -> IntTensor;
    /// Shift to the right that fills with zeros; 0 for a shift of at least the width.
    ShiftRightLogicalOp "stablehlo.shift_right_logical" [Bitwise, Evaluable] [] [] IntTensor -> IntTensor;
    /// Difference.
    SubtractOp "stablehlo.subtract" [Rounds, Evaluable, CorrectlyRounded] [] [Fold] IntFpComplexQuantTensor -> IntFpComplexQuantTensor;
    /// Exclusive or, of bits or of booleans.
    XorOp "stablehlo.xor" [Bitwise, Evaluable, Associative] [Commutative] [Fold] PredIntTensor -> HloTensor;
}

/// Sum; for booleans, or.
#[op(
    name = "stablehlo.add",
    facts = [Rounds, Evaluable, CorrectlyRounded, Associative],
    traits = [Pure, Commutative, Elementwise, SameOperandsAndResultShape],
    interfaces = [InferTypes, Verify, Fold],
    asm = "$lhs `,` $rhs attr-dict `:` custom<SAME_TYPE>(type($lhs), type($rhs), type($result))",
)]
pub struct AddOp {
    /// Left operand.
    pub lhs: Operand<HloTensorOrPerAxis>,
    /// Right operand.
    pub rhs: Operand<HloTensorOrPerAxis>,
    /// The sum for each pair of elements.
    pub result: Res<HloTensorOrPerAxis>,
}

impl InferTypes for AddOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        Ok(smallvec![crate::infer::meet(b.cx(), &[b.ty(self.lhs(b)), b.ty(self.rhs(b))])?])
    }
}
impl Verify for AddOp {
    fn is_local(&self) -> bool {
        true
    }
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let types = [self.lhs(b), self.rhs(b), self.result(b)].map(|v| cx.elem_or_self(b.ty(v)));
        if crate::infer::any_quantized(cx, &types) {
            crate::infer::sum_elements(cx, types).map_err(VerifyError::bare)?;
        } else if types[0] != types[1] || types[0] != types[2] {
            // add_c1
            return Err(VerifyError::bare("op requires the same element type for all operands and results"));
        }
        // The scales of a sum are its own, in another granularity too.
        let inferred = self.infer_types(b);
        if let Ok(inferred) = &inferred
            && crate::infer::any_quantized(cx, &types)
            && !crate::infer::same_numbers(cx, types[0], types[2])
        {
            return Err(crate::infer::contradiction(cx, inferred, &[b.ty(self.result(b))]));
        }
        let inferred = inferred.map(|t| t.iter().map(|&t| cx.with_elem(t, types[2])).collect());
        crate::infer::verify_results(self.op(), b, inferred)
    }
}

/// Complex numbers from their parts.
#[op(
    name = "stablehlo.complex",
    facts = [Bitwise, Evaluable],
    traits = [Pure, Elementwise, SameOperandsAndResultShape, SameOperandsElementType],
    interfaces = [InferTypes, Verify],
    asm = "$lhs `,` $rhs attr-dict `:` custom<COMPLEX_TYPE>(type($lhs), type($rhs), type($result))",
)]
pub struct ComplexOp {
    /// Real parts.
    pub lhs: Operand<Fp32Or64Tensor>,
    /// Imaginary parts.
    pub rhs: Operand<Fp32Or64Tensor>,
    /// The numbers.
    pub result: Res<ComplexTensor>,
}

impl InferTypes for ComplexOp {
    fn infer_types(&self, b: &Body) -> Result<SmallVec<[Type; 2]>, String> {
        let (cx, ty) = (b.cx(), b.ty(self.lhs(b)));
        let elem = cx.ty(ComplexType { elem: cx.elem_or_self(ty) });
        Ok(smallvec![cx.with_elem(ty, elem)])
    }
}
verify_by_inference!(ComplexOp);
