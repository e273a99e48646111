//! Ops on floats.

use strata_ir::prelude::*;

use crate::{
    FastMath, canonicalize,
    eval::FloatBinary,
    fold::{fold_float_binary, fold_negf},
};

macro_rules! float_ops {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $kind:ident [$($trait:ident),*];)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [Pure, $($trait,)* Elementwise, Scalarizable, SameOperandsAndResultType],
            interfaces = [Fold, Canonicalize],
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
                fold_float_binary(FloatBinary::$kind, self.op(), b, consts)
            }
        }
        impl Canonicalize for $name {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                canonicalize::float_binary(FloatBinary::$kind, self.op(), rw)
            }
        }
    )*};
}

float_ops! {
    /// Adds floats.
    AddFOp = "arith.addf" Add [Commutative];
    /// Subtracts floats.
    SubFOp = "arith.subf" Sub [];
    /// Multiplies floats.
    MulFOp = "arith.mulf" Mul [Commutative];
    /// Divides floats.
    DivFOp = "arith.divf" Div [];
    /// The remainder of floats, with the sign of the dividend.
    RemFOp = "arith.remf" Rem [];
    /// The greater of two floats; NaN when one is NaN.
    MaximumFOp = "arith.maximumf" Maximum [Commutative];
    /// The smaller of two floats; NaN when one is NaN.
    MinimumFOp = "arith.minimumf" Minimum [Commutative];
    /// The greater of two floats; the other one when one is NaN.
    MaxNumFOp = "arith.maxnumf" MaxNum [Commutative];
    /// The smaller of two floats; the other one when one is NaN.
    MinNumFOp = "arith.minnumf" MinNum [Commutative];
}

/// Negates a float.
#[op(
    name = "arith.negf",
    traits = [Pure, Elementwise, Scalarizable, SameOperandsAndResultType],
    interfaces = [Fold],
    asm = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($result)",
)]
pub struct NegFOp {
    /// The operand.
    pub operand: Operand<FloatLike>,
    /// Liberties that may be taken.
    pub fastmath: DefaultAttr<FastMath>,
    /// The result.
    pub result: Res<FloatLike>,
}

impl Fold for NegFOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        fold_negf(self.op(), b, consts)
    }
}
