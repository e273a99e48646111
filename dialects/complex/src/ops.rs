//! The ops but for the constant.

use strata_arith::FastMath;
use strata_ir::prelude::*;

use crate::{ComplexFloat, part_type};

/// The type of the parts, as a rule of an op.
fn part(ty: Type, cx: &Context) -> Option<Type> {
    part_type(cx, ty)
}

/// Ops from a complex number to one of the same type.
macro_rules! unary {
    ($($(#[doc = $doc:tt])* $name:ident = $op:tt [$($interface:ident)?];)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $op,
            traits = [Pure, Elementwise, SameOperandsAndResultType],
            interfaces = [$($interface)?],
            asm = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)",
        )]
        pub struct $name {
            /// The operand.
            pub complex: Operand<ComplexFloat>,
            /// Liberties that may be taken.
            pub fastmath: DefaultAttr<FastMath>,
            /// The result.
            pub result: Res<ComplexFloat>,
        }
    )*};
}

unary! {
    /// The number with the opposite imaginary part.
    ConjOp = "complex.conj" [Fold];
    /// The cosine.
    CosOp = "complex.cos" [];
    /// The power of e.
    ExpOp = "complex.exp" [Fold];
    /// The power of e, minus one.
    Expm1Op = "complex.expm1" [];
    /// The natural logarithm.
    LogOp = "complex.log" [Fold];
    /// The natural logarithm of one plus the operand.
    Log1pOp = "complex.log1p" [];
    /// The negated number.
    NegOp = "complex.neg" [Fold];
    /// The reciprocal of the square root.
    RsqrtOp = "complex.rsqrt" [];
    /// The number divided by its absolute value; zero for zero.
    SignOp = "complex.sign" [];
    /// The sine.
    SinOp = "complex.sin" [];
    /// The square root.
    SqrtOp = "complex.sqrt" [];
    /// The tangent.
    TanOp = "complex.tan" [];
    /// The hyperbolic tangent.
    TanhOp = "complex.tanh" [];
}

/// Ops from a complex number to a float of the type of its parts.
macro_rules! to_part {
    ($($(#[doc = $doc:tt])* $name:ident = $op:tt $result:ident [$($interface:ident),*];)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $op,
            traits = [Pure, Elementwise],
            interfaces = [$($interface),*],
            infer($result = part(complex), "complex element type matches result type"),
            asm = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)",
        )]
        pub struct $name {
            /// The operand.
            pub complex: Operand<ComplexFloat>,
            /// Liberties that may be taken.
            pub fastmath: DefaultAttr<FastMath>,
            /// The result.
            pub $result: Res<AnyFloat>,
        }
    )*};
}

to_part! {
    /// The absolute value.
    AbsOp = "complex.abs" result [];
    /// The angle of the point in the plane, cut along the negative real axis.
    AngleOp = "complex.angle" result [];
    /// The imaginary part.
    ImOp = "complex.im" imaginary [Fold, Canonicalize];
    /// The real part.
    ReOp = "complex.re" real [Fold, Canonicalize];
}

/// Ops from two complex numbers to one, all of the same type.
macro_rules! binary {
    ($($(#[doc = $doc:tt])* $name:ident = $op:tt [$($interface:ident)?];)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $op,
            traits = [Pure, SameOperandsAndResultType, Elementwise],
            interfaces = [$($interface)?],
            asm = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
        )]
        pub struct $name {
            /// The left operand.
            pub lhs: Operand<ComplexFloat>,
            /// The right operand.
            pub rhs: Operand<ComplexFloat>,
            /// Liberties that may be taken.
            pub fastmath: DefaultAttr<FastMath>,
            /// The result.
            pub result: Res<ComplexFloat>,
        }
    )*};
}

binary! {
    /// The sum.
    AddOp = "complex.add" [Fold];
    /// The angle of a point with complex coordinates: `-i log((rhs + i lhs) / sqrt(lhs^2 + rhs^2))`.
    Atan2Op = "complex.atan2" [];
    /// The quotient.
    DivOp = "complex.div" [Fold];
    /// The product.
    MulOp = "complex.mul" [Fold];
    /// The left operand to the power of the right one.
    PowOp = "complex.pow" [];
    /// The difference.
    SubOp = "complex.sub" [Fold];
}

/// Comparisons.
macro_rules! comparison {
    ($($(#[doc = $doc:tt])* $name:ident = $op:tt;)*) => {$(
        $(#[doc = $doc])*
        #[op(
            name = $op,
            traits = [Pure, Elementwise],
            same = [lhs, rhs],
            asm = "$lhs `,` $rhs attr-dict `:` type($lhs)",
        )]
        pub struct $name {
            /// The left operand.
            pub lhs: Operand<ComplexFloat>,
            /// The right operand.
            pub rhs: Operand<ComplexFloat>,
            /// The answer.
            pub result: Res<I1>,
        }
    )*};
}

comparison! {
    /// Whether both parts are equal.
    EqualOp = "complex.eq";
    /// Whether a part is not equal.
    NotEqualOp = "complex.neq";
}

/// A complex number to the power of a signed integer.
#[op(
    name = "complex.powi",
    traits = [Pure, Elementwise, SameOperandsAndResultShape],
    same = [lhs, result],
    asm = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)",
)]
pub struct PowiOp {
    /// The base.
    pub lhs: Operand<ComplexFloat>,
    /// The exponent.
    pub rhs: Operand<SignlessInteger>,
    /// Liberties that may be taken.
    pub fastmath: OptAttr<FastMath>,
    /// The power.
    pub result: Res<ComplexFloat>,
}

/// A complex number from its parts.
#[op(
    name = "complex.create",
    traits = [Pure],
    interfaces = [Fold],
    same = [real, imaginary],
    infer(real = part(complex), "complex element type matches real operand type"),
    infer(imaginary = part(complex), "complex element type matches imaginary operand type"),
    asm = "$real `,` $imaginary attr-dict `:` type($complex)",
)]
pub struct CreateOp {
    /// The real part.
    pub real: Operand<AnyFloat>,
    /// The imaginary part.
    pub imaginary: Operand<AnyFloat>,
    /// The number.
    pub complex: Res<ComplexFloat>,
}

/// The bits of a complex number as those of an integer or a float, or the other way round.
#[op(
    name = "complex.bitcast",
    traits = [Pure],
    interfaces = [Fold, Canonicalize, Verify],
    asm = "$operand attr-dict `:` type($operand) `to` type($result)",
)]
pub struct BitcastOp {
    /// The operand.
    pub operand: Operand<AnyType>,
    /// The same bits; the real part is in the low ones.
    pub result: Res<AnyType>,
}

impl Verify for BitcastOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        let cx = b.cx();
        let [from, to] = [self.operand(b), self.result(b)].map(|v| b.ty(v));
        // A cast that changes nothing is folded.
        if from == to {
            return Ok(());
        }
        let (from_part, to_part) = (part_type(cx, from), part_type(cx, to));
        let is_number = |ty| cx.as_int(ty).is_some() || cx.as_float(ty).is_some();
        ensure!(from_part.is_some() || is_number(from), "operand must be int/float/complex");
        ensure!(to_part.is_some() || is_number(to), "result must be int/float/complex");
        ensure!(
            from_part.is_some() != to_part.is_some(),
            "requires that either input or output has a complex type"
        );
        let width = |ty, part: Option<Type>| match part {
            Some(part) => cx.bit_width(part).map(|w| 2 * w),
            None => cx.bit_width(ty),
        };
        ensure!(width(from, from_part) == width(to, to_part), "casting bitwidths do not match");
        Ok(())
    }
}
