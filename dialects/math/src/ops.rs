//! The ops.

use strata_arith::{
    FastMath,
    fold::{
        elements::{Float, map1, map2},
        poison,
    },
    i1_same_shape,
};
use strata_ir::{
    num::{ApInt, FloatFormat},
    prelude::*,
};

use crate::eval::{self, FloatBinary, FloatClassification, FloatUnary, IntUnary};

/// Folds an op of one operand; poison stays poison.
fn unary(
    op: Op,
    b: &Body,
    consts: &[Option<Attr>],
    f: impl Fn(&Context, Attr, Type) -> Option<Attr>,
) -> Option<Folded> {
    let cx = b.cx();
    match poison(cx, consts) {
        Some(p) => Some(p.into()),
        None => f(cx, consts[0]?, b.ty(b.result(op, 0))).map(Into::into),
    }
}

/// Folds an op of two operands; poison stays poison.
fn binary(
    op: Op,
    b: &Body,
    consts: &[Option<Attr>],
    f: impl Fn(&Context, Attr, Attr, Type) -> Option<Attr>,
) -> Option<Folded> {
    let cx = b.cx();
    match poison(cx, consts) {
        Some(p) => Some(p.into()),
        None => f(cx, consts[0]?, consts[1]?, b.ty(b.result(op, 0))).map(Into::into),
    }
}

/// Whether constants are folded: exact functions always, others only in the formats that the host computes in, and
/// where the result is a number.
fn folds(kind: FloatUnary, format: FloatFormat, x: u128) -> bool {
    use FloatUnary::*;
    let host = matches!(format, FloatFormat::F32 | FloatFormat::F64);
    match kind {
        AbsF | Ceil | Floor | RoundEven => true,
        Cbrt | Rsqrt => false,
        Log | Log10 | Log2 | Sqrt => host && !format.is_negative(x),
        Log1p => host && !format.is_negative(format.add(x, format.one())),
        _ => host,
    }
}

macro_rules! float_unary {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $kind:ident;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultType],
            interfaces = [Fold],
            asm = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
        )]
        pub struct $name {
            /// The operand.
            pub operand: Operand<FloatLike>,
            /// Liberties that may be taken.
            pub fastmath: DefaultAttr<FastMath>,
            /// The result.
            pub result: Res<FloatLike>,
        }
        impl Fold for $name {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                // An op that is never folded does not even pass poison on.
                if matches!(FloatUnary::$kind, FloatUnary::Cbrt | FloatUnary::Rsqrt) {
                    return None;
                }
                unary(self.op(), b, consts, |cx, x, ty| {
                    map1(cx, x, ty, |&Float(format, x): &Float| {
                        let kind = FloatUnary::$kind;
                        folds(kind, format, x).then(|| Float(format, eval::float_unary(kind, format, x)))
                    })
                })
            }
        }
    )*};
}

float_unary! {
    /// The absolute value of a float.
    AbsFOp = "math.absf" AbsF;
    /// The inverse cosine.
    AcosOp = "math.acos" Acos;
    /// The inverse hyperbolic cosine.
    AcoshOp = "math.acosh" Acosh;
    /// The inverse sine.
    AsinOp = "math.asin" Asin;
    /// The inverse hyperbolic sine.
    AsinhOp = "math.asinh" Asinh;
    /// The inverse tangent.
    AtanOp = "math.atan" Atan;
    /// The inverse hyperbolic tangent.
    AtanhOp = "math.atanh" Atanh;
    /// The cube root.
    CbrtOp = "math.cbrt" Cbrt;
    /// The nearest integer that is not less.
    CeilOp = "math.ceil" Ceil;
    /// The cosine.
    CosOp = "math.cos" Cos;
    /// The hyperbolic cosine.
    CoshOp = "math.cosh" Cosh;
    /// The error function.
    ErfOp = "math.erf" Erf;
    /// The complementary error function.
    ErfcOp = "math.erfc" Erfc;
    /// The power of e.
    ExpOp = "math.exp" Exp;
    /// The power of two.
    Exp2Op = "math.exp2" Exp2;
    /// The power of e, minus one.
    ExpM1Op = "math.expm1" ExpM1;
    /// The nearest integer that is not greater.
    FloorOp = "math.floor" Floor;
    /// The natural logarithm.
    LogOp = "math.log" Log;
    /// The logarithm to base ten.
    Log10Op = "math.log10" Log10;
    /// The natural logarithm of one plus the operand.
    Log1pOp = "math.log1p" Log1p;
    /// The logarithm to base two.
    Log2Op = "math.log2" Log2;
    /// The nearest integer, ties away from zero.
    RoundOp = "math.round" Round;
    /// The nearest integer, ties to even.
    RoundEvenOp = "math.roundeven" RoundEven;
    /// The reciprocal of the square root.
    RsqrtOp = "math.rsqrt" Rsqrt;
    /// The sine.
    SinOp = "math.sin" Sin;
    /// The hyperbolic sine.
    SinhOp = "math.sinh" Sinh;
    /// The square root.
    SqrtOp = "math.sqrt" Sqrt;
    /// The tangent.
    TanOp = "math.tan" Tan;
    /// The hyperbolic tangent.
    TanhOp = "math.tanh" Tanh;
    /// The integer part.
    TruncOp = "math.trunc" Trunc;
}

macro_rules! float_binary {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $kind:ident;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultType],
            interfaces = [Fold],
            asm = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
        )]
        pub struct $name {
            /// The left operand.
            pub lhs: Operand<FloatLike>,
            /// The right operand.
            pub rhs: Operand<FloatLike>,
            /// Liberties that may be taken.
            pub fastmath: DefaultAttr<FastMath>,
            /// The result.
            pub result: Res<FloatLike>,
        }
        impl Fold for $name {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                binary(self.op(), b, consts, |cx, x, y, ty| {
                    map2(cx, x, y, ty, |&Float(format, x): &Float, y: &Float| {
                        let kind = FloatBinary::$kind;
                        let host = matches!(format, FloatFormat::F32 | FloatFormat::F64);
                        let exact = kind == FloatBinary::CopySign;
                        (host || exact).then(|| Float(format, eval::float_binary(kind, format, x, y.1)))
                    })
                })
            }
        }
    )*};
}

float_binary! {
    /// The angle of the point with these coordinates.
    Atan2Op = "math.atan2" Atan2;
    /// The magnitude of the left operand with the sign of the right one.
    CopySignOp = "math.copysign" CopySign;
    /// The left operand to the power of the right one.
    PowFOp = "math.powf" PowF;
}

macro_rules! float_classification {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $kind:ident;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [Pure, Elementwise, Scalarizable],
            interfaces = [Fold],
            infer(result = i1_same_shape(operand), "result type has i1 element type and same shape as operands"),
            asm = "$operand attr-dict `:` type($operand)",
        )]
        pub struct $name {
            /// The operand.
            pub operand: Operand<FloatLike>,
            /// Liberties that may be taken.
            pub fastmath: DefaultAttr<FastMath>,
            /// The answer.
            pub result: Res<BoolLike>,
        }
        impl Fold for $name {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                let ty = b.ty(self.result(b));
                map1(b.cx(), consts[0]?, ty, |x: &Float| {
                    let kind = FloatClassification::$kind;
                    Some(ApInt::from_bool(eval::float_classification(kind, x.0, x.1)))
                })
                .map(Into::into)
            }
        }
    )*};
}

float_classification! {
    /// Whether the operand is neither infinite nor NaN.
    IsFiniteOp = "math.isfinite" IsFinite;
    /// Whether the operand is infinite.
    IsInfOp = "math.isinf" IsInf;
    /// Whether the operand is NaN.
    IsNaNOp = "math.isnan" IsNaN;
    /// Whether the operand is finite, not zero and has full precision.
    IsNormalOp = "math.isnormal" IsNormal;
}

macro_rules! int_unary {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $kind:ident;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultType],
            interfaces = [Fold],
            asm = "$operand attr-dict `:` type($result)",
        )]
        pub struct $name {
            /// The operand.
            pub operand: Operand<SignlessIntegerLike>,
            /// The result.
            pub result: Res<SignlessIntegerLike>,
        }
        impl Fold for $name {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                unary(self.op(), b, consts, |cx, x, ty| {
                    map1(cx, x, ty, |x: &ApInt| Some(eval::int_unary(IntUnary::$kind, x)))
                })
            }
        }
    )*};
}

int_unary! {
    /// The absolute value of a signed integer.
    AbsIOp = "math.absi" AbsI;
    /// The number of zero bits above the highest set bit.
    CountLeadingZerosOp = "math.ctlz" Ctlz;
    /// The number of zero bits below the lowest set bit.
    CountTrailingZerosOp = "math.cttz" Cttz;
    /// The number of set bits.
    CtPopOp = "math.ctpop" CtPop;
}

/// A signed integer to the power of a signed integer.
#[op(
    name = "math.ipowi",
    traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultType],
    interfaces = [Fold],
    asm = "$lhs `,` $rhs attr-dict `:` type($result)",
)]
pub struct IPowIOp {
    /// The base.
    pub lhs: Operand<SignlessIntegerLike>,
    /// The exponent.
    pub rhs: Operand<SignlessIntegerLike>,
    /// The power.
    pub result: Res<SignlessIntegerLike>,
}

impl Fold for IPowIOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        binary(self.op(), b, consts, |cx, x, y, ty| map2(cx, x, y, ty, eval::ipowi))
    }
}

/// A float to the power of a signed integer.
#[op(
    name = "math.fpowi",
    traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultShape],
    same = [lhs, result],
    asm = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)",
)]
pub struct FPowIOp {
    /// The base.
    pub lhs: Operand<FloatLike>,
    /// The exponent.
    pub rhs: Operand<SignlessIntegerLike>,
    /// Liberties that may be taken.
    pub fastmath: DefaultAttr<FastMath>,
    /// The power.
    pub result: Res<FloatLike>,
}

/// `a * b + c`, rounded once.
#[op(
    name = "math.fma",
    traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultType],
    asm = "$a `,` $b `,` $c (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
)]
pub struct FmaOp {
    /// The first factor.
    pub a: Operand<FloatLike>,
    /// The second factor.
    pub b: Operand<FloatLike>,
    /// The addend.
    pub c: Operand<FloatLike>,
    /// Liberties that may be taken.
    pub fastmath: DefaultAttr<FastMath>,
    /// The result.
    pub result: Res<FloatLike>,
}

/// A float moved into a range.
#[op(
    name = "math.clampf",
    traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultType],
    asm = "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
)]
pub struct ClampFOp {
    /// The operand.
    pub value: Operand<FloatLike>,
    /// The lower bound.
    pub min: Operand<FloatLike>,
    /// The upper bound.
    pub max: Operand<FloatLike>,
    /// Liberties that may be taken.
    pub fastmath: DefaultAttr<FastMath>,
    /// The result.
    pub result: Res<FloatLike>,
}

/// The sine and the cosine.
#[op(
    name = "math.sincos",
    traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultShape],
    interfaces = [ResultNames],
    same = [operand, sin, cos],
    asm = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)",
)]
pub struct SincosOp {
    /// The angle.
    pub operand: Operand<FloatLike>,
    /// Liberties that may be taken.
    pub fastmath: DefaultAttr<FastMath>,
    /// Its sine.
    pub sin: Res<FloatLike>,
    /// Its cosine.
    pub cos: Res<FloatLike>,
}

impl ResultNames for SincosOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.sin(b), "sin");
        name(self.cos(b), "cos");
    }
}
