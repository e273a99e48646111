//! Casts.

use strata_ir::{analysis::InferIntRange, prelude::*};

use crate::{
    BitcastType, FastMath, IndexCastType, IntegerOverflow, RoundingModeAttr, canonicalize, eval::Cast,
    fold::fold_cast, ranges::infer,
};

/// Implements the common behaviour of all casts.
macro_rules! cast_behaviour {
    ($name:ident, $kind:ident) => {
        impl Fold for $name {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                fold_cast(Cast::$kind, self.op(), b, consts)
            }
        }
        impl Canonicalize for $name {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                canonicalize::cast(Cast::$kind, self.op(), rw)
            }
        }
        infer!($name => |op, b, ranges| crate::ranges::cast(Cast::$kind, op.op(), b, ranges));
        impl Verify for $name {
            fn verify(&self, b: &Body) -> VerifyResult {
                verify_cast(Cast::$kind, self.op(), b)
            }
        }
    };
}

macro_rules! casts {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $kind:ident $from:ident $to:ident;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultShape],
            interfaces = [Verify, Fold, Canonicalize, InferIntRange],
            holds(same_tensor_dims, "input and output have the same tensor dimensions"),
            asm = "$in attr-dict `:` type($in) `to` type($out)",
        )]
        pub struct $name {
            /// The operand.
            pub in_: Operand<$from>,
            /// The result.
            pub out: Res<$to>,
        }
        cast_behaviour!($name, $kind);
    )*};
}

casts! {
    /// Extends an integer with zeros.
    ExtUIOp = "arith.extui" ExtU SignlessFixedWidthIntegerLike SignlessFixedWidthIntegerLike;
    /// Extends an integer with its sign.
    ExtSIOp = "arith.extsi" ExtS SignlessFixedWidthIntegerLike SignlessFixedWidthIntegerLike;
    /// Turns an unsigned integer into a float.
    UIToFPOp = "arith.uitofp" UIToFP SignlessFixedWidthIntegerLike FloatLike;
    /// Turns a signed integer into a float.
    SIToFPOp = "arith.sitofp" SIToFP SignlessFixedWidthIntegerLike FloatLike;
    /// Turns a float into an unsigned integer, rounding towards zero.
    FPToUIOp = "arith.fptoui" FPToUI FloatLike SignlessFixedWidthIntegerLike;
    /// Turns a float into a signed integer, rounding towards zero.
    FPToSIOp = "arith.fptosi" FPToSI FloatLike SignlessFixedWidthIntegerLike;
    /// Casts between `index` and signed integers.
    IndexCastOp = "arith.index_cast" IndexCast IndexCastType IndexCastType;
    /// Casts between `index` and unsigned integers.
    IndexCastUIOp = "arith.index_castui" IndexCastUI IndexCastType IndexCastType;
    /// Reads the same bits as another type of the same width.
    BitcastOp = "arith.bitcast" Bitcast BitcastType BitcastType;
}

/// Drops the high bits of an integer.
#[op(
    name = "arith.trunci",
    traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultShape],
    interfaces = [Verify, Fold, Canonicalize, InferIntRange],
    holds(same_tensor_dims, "input and output have the same tensor dimensions"),
    asm = "$in (`overflow` `` $overflowFlags^)? attr-dict `:` type($in) `to` type($out)",
)]
pub struct TruncIOp {
    /// The operand.
    pub in_: Operand<SignlessFixedWidthIntegerLike>,
    /// Overflows that do not happen.
    #[ir_name = "overflowFlags"]
    pub overflow_flags: DefaultAttr<IntegerOverflow>,
    /// The result.
    pub out: Res<SignlessFixedWidthIntegerLike>,
}
cast_behaviour!(TruncIOp, TruncI);

/// Turns a float into a wider one.
#[op(
    name = "arith.extf",
    traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultShape],
    interfaces = [Verify, Fold, Canonicalize, InferIntRange],
    holds(same_tensor_dims, "input and output have the same tensor dimensions"),
    asm = "$in (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
)]
pub struct ExtFOp {
    /// The operand.
    pub in_: Operand<FloatLike>,
    /// Liberties that may be taken.
    pub fastmath: OptAttr<FastMath>,
    /// The result.
    pub out: Res<FloatLike>,
}
cast_behaviour!(ExtFOp, ExtF);

/// Turns a float into a narrower one.
#[op(
    name = "arith.truncf",
    traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultShape],
    interfaces = [Verify, Fold, Canonicalize, InferIntRange],
    holds(same_tensor_dims, "input and output have the same tensor dimensions"),
    asm = "$in ($roundingmode^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($in) `to` type($out)",
)]
pub struct TruncFOp {
    /// The operand.
    pub in_: Operand<FloatLike>,
    /// How to round; the default of the target when there is none.
    pub roundingmode: OptAttr<RoundingModeAttr>,
    /// Liberties that may be taken.
    pub fastmath: OptAttr<FastMath>,
    /// The result.
    pub out: Res<FloatLike>,
}
cast_behaviour!(TruncFOp, TruncF);

/// Tensors keep their sizes exactly: an unknown size stays unknown.
pub(crate) fn same_tensor_dims(b: &Body, op: Op) -> bool {
    let cx = b.cx();
    // Types other than tensors have no sizes.
    let dims = |t: Type| match cx.type_as::<TensorType>(t) {
        Some(tensor) => Some(tensor.shape.as_slice()),
        None => cx.type_as::<UnrankedTensorType>(t).is_none().then_some(&[][..]),
    };
    dims(b.ty(b.operand(op, 0))) == dims(b.ty(b.result(op, 0)))
}

fn verify_cast(kind: Cast, op: Op, b: &Body) -> VerifyResult {
    let (from, to) = (b.ty(b.operand(op, 0)), b.ty(b.result(op, 0)));
    let cx = b.cx();
    ensure!(
        compatible(cx, kind, from, to),
        "operand type '{}' and result type '{}' are cast incompatible",
        cx.type_to_string(from),
        cx.type_to_string(to)
    );
    Ok(())
}

/// Whether the cast is possible; the constraints on the types themselves hold already.
fn compatible(cx: &Context, kind: Cast, from: Type, to: Type) -> bool {
    let encoding = |t: Type| cx.type_as::<TensorType>(t).map(|t| t.encoding);
    if let (Some(f), Some(t)) = (encoding(from), encoding(to))
        && f != t
    {
        return false;
    }
    let (from, to) = (cx.elem_or_self(from), cx.elem_or_self(to));
    let (Some(f), Some(t)) = (cx.bit_width(from), cx.bit_width(to)) else { return false };
    match kind {
        Cast::ExtU | Cast::ExtS | Cast::ExtF => f < t,
        Cast::TruncI | Cast::TruncF => f > t,
        Cast::UIToFP | Cast::SIToFP | Cast::FPToUI | Cast::FPToSI => true,
        Cast::IndexCast | Cast::IndexCastUI => cx.is_index(from) != cx.is_index(to),
        Cast::Bitcast => f == t,
    }
}
