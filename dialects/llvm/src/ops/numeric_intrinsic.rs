//! Intrinsics on numbers whose results have types of their own, and those that follow a rounding mode.

use strata_ir::prelude::*;

use crate::{
    attrs::{ExceptionBehavior, F64Attr, FastmathFlags, RoundingMode},
    constraints::*,
    types::StructType,
};

macro_rules! comparisons {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [Pure, SameTypeOperands],
            asm = "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        )]
        pub struct $name {
            /// The first operand.
            pub a: Operand<LlvmIntLike>,
            /// The second operand.
            pub b: Operand<LlvmIntLike>,
            /// -1, 0 or 1.
            pub res: Res<LlvmIntLike>,
        }
    )*};
}
comparisons! {
    "Whether the first signed number is less, equal or greater." SCmpOp = "llvm.intr.scmp";
    "Whether the first unsigned number is less, equal or greater." UCmpOp = "llvm.intr.ucmp";
}

macro_rules! roundings {
    ($($doc:tt $name:ident = $ir:tt $float:ident;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [Pure],
            asm = "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        )]
        pub struct $name {
            /// The float.
            pub val: Operand<$float>,
            /// The integer.
            pub res: Res<LlvmType>,
        }
    )*};
}
roundings! {
    "The nearest integer, ties away from zero." LroundOp = "llvm.intr.lround" LlvmFloatLike;
    "The nearest wide integer, ties away from zero." LlroundOp = "llvm.intr.llround" LlvmFloat;
    "An integer by the current rounding mode." LrintOp = "llvm.intr.lrint" LlvmFloatLike;
    "A wide integer by the current rounding mode." LlrintOp = "llvm.intr.llrint" LlvmFloat;
}

macro_rules! pairs {
    ($($doc:tt $name:ident = $ir:tt $([$interface:ident])?;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [Pure],
            interfaces = [$($interface)?],
            asm = "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        )]
        pub struct $name {
            /// The float.
            pub val: Operand<LlvmFloatLike>,
            /// Fast-math flags.
            #[ir_name = "fastmathFlags"]
            pub fastmath_flags: DefaultAttr<FastmathFlags>,
            /// Both results.
            pub res: Res<LlvmType>,
        }
    )*};
}
pairs! {
    "The fraction and the exponent." FractionExpOp = "llvm.intr.frexp";
    "The sine and the cosine." SincosOp = "llvm.intr.sincos" [Verify];
}

impl Verify for SincosOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let ty = b.ty(self.val(b));
        let result = b.cx().type_as::<StructType>(b.ty(self.res(b)));
        ensure!(
            result.is_some_and(|s| s.members() == [ty, ty]),
            "expected result type to be an homogeneous struct with two elements matching the operand type"
        );
        Ok(())
    }
}

macro_rules! constrained {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [Pure],
            asm = "$arg_0 $roundingmode $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type($res)",
        )]
        pub struct $name {
            /// The number.
            pub arg_0: Operand<LlvmType>,
            /// The rounding mode.
            pub roundingmode: Attr<RoundingMode>,
            /// Whether exceptions are observed.
            #[ir_name = "fpExceptionBehavior"]
            pub fp_exception_behavior: Attr<ExceptionBehavior>,
            /// The result.
            pub res: Res<LlvmType>,
        }
    )*};
}
constrained! {
    "An unsigned integer as a float." ConstrainedUIToFP = "llvm.intr.experimental.constrained.uitofp";
    "A signed integer as a float." ConstrainedSIToFP = "llvm.intr.experimental.constrained.sitofp";
    "Narrows a float." ConstrainedFPTruncIntr = "llvm.intr.experimental.constrained.fptrunc";
}

/// Widens a float.
#[op(
    name = "llvm.intr.experimental.constrained.fpext",
    traits = [Pure],
    asm = "$arg_0 $fpExceptionBehavior attr-dict `:` type($arg_0) `to` type($res)",
)]
pub struct ConstrainedFPExtIntr {
    /// The number.
    pub arg_0: Operand<LlvmType>,
    /// Whether exceptions are observed.
    #[ir_name = "fpExceptionBehavior"]
    pub fp_exception_behavior: Attr<ExceptionBehavior>,
    /// The result.
    pub res: Res<LlvmType>,
}

/// Whether a value is a compile-time constant.
#[op(name = "llvm.intr.is.constant", traits = [Pure])]
pub struct IsConstantOp {
    /// The value.
    pub val: Operand<LlvmType>,
    /// The answer.
    pub res: Res<I1>,
}

/// A value with a name of its own.
#[op(
    name = "llvm.intr.ssa.copy",
    traits = [Pure, SameOperandsAndResultType],
    asm = "$operand attr-dict `:` type($operand)",
)]
pub struct SSACopyOp {
    /// The value.
    pub operand: Operand<AnyType>,
    /// The same value.
    pub res: Res<LlvmType>,
}

/// A value with a hint of its likely value and of the probability.
#[op(
    name = "llvm.intr.expect.with.probability",
    traits = [Pure],
    same = [val, expected, res],
    asm = "$val `,` $expected `,` $prob attr-dict `:` type($val)",
)]
pub struct ExpectWithProbabilityOp {
    /// The value.
    pub val: Operand<SignlessInteger>,
    /// The likely value.
    pub expected: Operand<SignlessInteger>,
    /// The probability of that value.
    pub prob: Attr<F64Attr>,
    /// The value.
    pub res: Res<SignlessInteger>,
}

/// An address with some bits cleared.
#[op(
    name = "llvm.intr.ptrmask",
    traits = [Pure],
    same = [ptr, res],
    asm = "$ptr `,` $mask attr-dict `:` functional-type(operands, results)",
)]
pub struct PtrMaskOp {
    /// The address.
    pub ptr: Operand<LlvmPointerLike>,
    /// The bits that stay.
    pub mask: Operand<LlvmIntLike>,
    /// The new address.
    pub res: Res<LlvmPointerLike>,
}
