//! Intrinsics on scalars and elements.

use strata_ir::prelude::*;

use crate::{attrs::FastmathFlags, constraints::*};

macro_rules! float_intrinsics {
    (unary { $($ud:tt $un:ident = $ui:tt;)* } binary { $($bd:tt $bn:ident = $bi:tt;)* } ternary { $($td:tt $tn:ident = $ti:tt;)* }) => {
        $(
            #[doc = $ud]
            #[op(
                name = $ui,
                traits = [SameOperandsAndResultType, Pure],
                asm = "`(` operands `)` attr-dict `:` functional-type(operands, results)",
            )]
            pub struct $un {
                /// The operand.
                pub r#in: Operand<LlvmFloatLike>,
                /// Fast-math flags.
                #[ir_name = "fastmathFlags"]
                pub fastmath_flags: DefaultAttr<FastmathFlags>,
                /// The result.
                pub res: Res<LlvmFloatLike>,
            }
        )*
        $(
            #[doc = $bd]
            #[op(
                name = $bi,
                traits = [SameOperandsAndResultType, Pure],
                asm = "`(` operands `)` attr-dict `:` functional-type(operands, results)",
            )]
            pub struct $bn {
                /// The first operand.
                pub a: Operand<LlvmFloatLike>,
                /// The second operand.
                pub b: Operand<LlvmFloatLike>,
                /// Fast-math flags.
                #[ir_name = "fastmathFlags"]
                pub fastmath_flags: DefaultAttr<FastmathFlags>,
                /// The result.
                pub res: Res<LlvmFloatLike>,
            }
        )*
        $(
            #[doc = $td]
            #[op(
                name = $ti,
                traits = [SameOperandsAndResultType, Pure],
                asm = "`(` operands `)` attr-dict `:` functional-type(operands, results)",
            )]
            pub struct $tn {
                /// The first operand.
                pub a: Operand<LlvmFloatLike>,
                /// The second operand.
                pub b: Operand<LlvmFloatLike>,
                /// The third operand.
                pub c: Operand<LlvmFloatLike>,
                /// Fast-math flags.
                #[ir_name = "fastmathFlags"]
                pub fastmath_flags: DefaultAttr<FastmathFlags>,
                /// The result.
                pub res: Res<LlvmFloatLike>,
            }
        )*
    };
}
float_intrinsics! {
    unary {
    "The square root." SqrtOp = "llvm.intr.sqrt";
    "The absolute value." FAbsOp = "llvm.intr.fabs";
    "Rounds down." FFloorOp = "llvm.intr.floor";
    "Rounds up." FCeilOp = "llvm.intr.ceil";
    "Rounds to nearest, ties to even." RoundEvenOp = "llvm.intr.roundeven";
    "Rounds to nearest, ties away from zero." RoundOp = "llvm.intr.round";
    "Rounds by the current mode." RintOp = "llvm.intr.rint";
    "Rounds by the current mode, silently." NearbyintOp = "llvm.intr.nearbyint";
    "Rounds towards zero." FTruncOp = "llvm.intr.trunc";
    "The exponential." ExpOp = "llvm.intr.exp";
    "Two to the power." Exp2Op = "llvm.intr.exp2";
    "Ten to the power." Exp10Op = "llvm.intr.exp10";
    "The natural logarithm." LogOp = "llvm.intr.log";
    "The logarithm to base two." Log2Op = "llvm.intr.log2";
    "The logarithm to base ten." Log10Op = "llvm.intr.log10";
    "The sine." SinOp = "llvm.intr.sin";
    "The cosine." CosOp = "llvm.intr.cos";
    "The tangent." TanOp = "llvm.intr.tan";
    "The inverse sine." ASinOp = "llvm.intr.asin";
    "The inverse cosine." ACosOp = "llvm.intr.acos";
    "The inverse tangent." ATanOp = "llvm.intr.atan";
    "The hyperbolic sine." SinhOp = "llvm.intr.sinh";
    "The hyperbolic cosine." CoshOp = "llvm.intr.cosh";
    "The hyperbolic tangent." TanhOp = "llvm.intr.tanh";
    }
    binary {
    "The first operand with the sign of the second." CopySignOp = "llvm.intr.copysign";
    "The power." PowOp = "llvm.intr.pow";
    "The angle of a point." ATan2Op = "llvm.intr.atan2";
    "The larger one, ignoring NaN." MaxNumOp = "llvm.intr.maxnum";
    "The smaller one, ignoring NaN." MinNumOp = "llvm.intr.minnum";
    "The larger one, or NaN." MaximumOp = "llvm.intr.maximum";
    "The smaller one, or NaN." MinimumOp = "llvm.intr.minimum";
    }
    ternary {
    "The first times the second plus the third, rounded once." FMAOp = "llvm.intr.fma";
    "The first times the second plus the third, rounded once or twice." FMulAddOp = "llvm.intr.fmuladd";
    }
}

macro_rules! int_intrinsics {
    ($($doc:tt $name:ident = $ir:tt ($($arg:ident),*);)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [SameOperandsAndResultType, Pure],
            asm = "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        )]
        pub struct $name {
            $(pub $arg: Operand<LlvmIntLike>,)*
            /// The result.
            pub res: Res<LlvmIntLike>,
        }
    )*};
}
int_intrinsics! {
    "Reverses the bits." BitReverseOp = "llvm.intr.bitreverse" (r#in);
    "Reverses the bytes." ByteSwapOp = "llvm.intr.bswap" (r#in);
    "Counts the bits that are set." CtPopOp = "llvm.intr.ctpop" (r#in);
    "The larger signed one." SMaxOp = "llvm.intr.smax" (a, b);
    "The smaller signed one." SMinOp = "llvm.intr.smin" (a, b);
    "The larger unsigned one." UMaxOp = "llvm.intr.umax" (a, b);
    "The smaller unsigned one." UMinOp = "llvm.intr.umin" (a, b);
    "The signed sum, saturated." SAddSatOp = "llvm.intr.sadd.sat" (a, b);
    "The unsigned sum, saturated." UAddSatOp = "llvm.intr.uadd.sat" (a, b);
    "The signed difference, saturated." SSubSatOp = "llvm.intr.ssub.sat" (a, b);
    "The unsigned difference, saturated." USubSatOp = "llvm.intr.usub.sat" (a, b);
    "Shifts left, signed, saturated." SShlSatOp = "llvm.intr.sshl.sat" (a, b);
    "Shifts left, unsigned, saturated." UShlSatOp = "llvm.intr.ushl.sat" (a, b);
    "Shifts two numbers left as one." FshlOp = "llvm.intr.fshl" (a, b, c);
    "Shifts two numbers right as one." FshrOp = "llvm.intr.fshr" (a, b, c);
}

macro_rules! flagged_int_intrinsics {
    ($($doc:tt $name:ident = $ir:tt $flag:ident;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [SameOperandsAndResultType, Pure])]
        pub struct $name {
            /// The operand.
            pub r#in: Operand<LlvmIntLike>,
            /// Whether the special case is poison.
            pub $flag: Attr<BoolAttr>,
            /// The result.
            pub res: Res<LlvmIntLike>,
        }
    )*};
}
flagged_int_intrinsics! {
    "Counts the leading zeros." CountLeadingZerosOp = "llvm.intr.ctlz" is_zero_poison;
    "Counts the trailing zeros." CountTrailingZerosOp = "llvm.intr.cttz" is_zero_poison;
    "The absolute value." AbsOp = "llvm.intr.abs" is_int_min_poison;
}

/// Whether a float is of one of some classes.
#[op(name = "llvm.intr.is.fpclass", traits = [Pure])]
pub struct IsFPClassOp {
    /// The float.
    pub r#in: Operand<LlvmFloatLike>,
    /// One bit for each class.
    pub bit: Attr<I32Attr>,
    /// The result.
    pub res: Res<LlvmBoolLike>,
}

macro_rules! float_int_intrinsics {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $ir,
            traits = [Pure],
            asm = "`(` operands `)` attr-dict `:` functional-type(operands, results)",
        )]
        pub struct $name {
            /// The float.
            pub val: Operand<LlvmFloatLike>,
            /// The integer.
            pub power: Operand<SignlessInteger>,
            /// Fast-math flags.
            #[ir_name = "fastmathFlags"]
            pub fastmath_flags: DefaultAttr<FastmathFlags>,
            /// The result.
            pub res: Res<LlvmFloatLike>,
        }
    )*};
}
float_int_intrinsics! {
    "An integer power." PowIOp = "llvm.intr.powi";
    "Times a power of two." LoadExpOp = "llvm.intr.ldexp";
}

macro_rules! overflow_intrinsics {
    ($($doc:tt $name:ident = $ir:tt;)*) => {$(
        #[doc = $doc]
        #[op(name = $ir, traits = [Pure])]
        pub struct $name {
            /// The first operand.
            pub lhs: Operand<LlvmIntLike>,
            /// The second operand.
            pub rhs: Operand<LlvmIntLike>,
            /// The result and whether it is wrong.
            pub res: Res<LlvmAggregate>,
        }
    )*};
}
overflow_intrinsics! {
    "The signed sum." SAddWithOverflowOp = "llvm.intr.sadd.with.overflow";
    "The unsigned sum." UAddWithOverflowOp = "llvm.intr.uadd.with.overflow";
    "The signed difference." SSubWithOverflowOp = "llvm.intr.ssub.with.overflow";
    "The unsigned difference." USubWithOverflowOp = "llvm.intr.usub.with.overflow";
    "The signed product." SMulWithOverflowOp = "llvm.intr.smul.with.overflow";
    "The unsigned product." UMulWithOverflowOp = "llvm.intr.umul.with.overflow";
}

/// A value with a hint of its likely value.
#[op(
    name = "llvm.intr.expect",
    traits = [Pure, SameOperandsAndResultType],
    asm = "$val `,` $expected attr-dict `:` type($val)",
)]
pub struct ExpectOp {
    /// The value.
    pub val: Operand<SignlessInteger>,
    /// The likely value.
    pub expected: Operand<SignlessInteger>,
    /// The value.
    pub res: Res<SignlessInteger>,
}
