//! Binary ops.

use strata_arith::eval::IntBinary;
use strata_ir::prelude::*;

use crate::fold::{associate, fold_binary};

macro_rules! binary {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $kind:ident [$($trait:ident),*] $($associative:ident)?;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [Pure, $($trait,)*],
            interfaces = [Fold $(, $associative)?],
            asm = "$lhs `,` $rhs attr-dict",
        )]
        pub struct $name {
            /// The left operand.
            pub lhs: Operand<Index>,
            /// The right operand.
            pub rhs: Operand<Index>,
            /// The result.
            pub result: Res<Index>,
        }
        impl Fold for $name {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                fold_binary(IntBinary::$kind, self.op(), b, consts)
            }
        }
        $(impl $associative for $name {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                associate(IntBinary::$kind, self.op(), rw)
            }
        })?
    )*};
}

binary! {
    /// Wrapping addition.
    AddOp = "index.add" Add [Commutative] Canonicalize;
    /// Wrapping subtraction.
    SubOp = "index.sub" Sub [];
    /// Wrapping multiplication.
    MulOp = "index.mul" Mul [Commutative] Canonicalize;
    /// Signed division towards zero.
    DivSOp = "index.divs" DivS [];
    /// Unsigned division.
    DivUOp = "index.divu" DivU [];
    /// Signed division towards plus infinity.
    CeilDivSOp = "index.ceildivs" CeilDivS [];
    /// Unsigned division, rounded up.
    CeilDivUOp = "index.ceildivu" CeilDivU [];
    /// Signed division towards minus infinity.
    FloorDivSOp = "index.floordivs" FloorDivS [];
    /// Signed remainder.
    RemSOp = "index.rems" RemS [];
    /// Unsigned remainder.
    RemUOp = "index.remu" RemU [];
    /// The larger of two signed numbers.
    MaxSOp = "index.maxs" MaxS [Commutative] Canonicalize;
    /// The larger of two unsigned numbers.
    MaxUOp = "index.maxu" MaxU [Commutative] Canonicalize;
    /// The smaller of two signed numbers.
    MinSOp = "index.mins" MinS [Commutative] Canonicalize;
    /// The smaller of two unsigned numbers.
    MinUOp = "index.minu" MinU [Commutative] Canonicalize;
    /// Shift to the left.
    ShlOp = "index.shl" ShL [];
    /// Shift to the right that copies the sign.
    ShrSOp = "index.shrs" ShRS [];
    /// Shift to the right that fills with zeros.
    ShrUOp = "index.shru" ShRU [];
    /// And of all bits.
    AndOp = "index.and" And [Commutative] Canonicalize;
    /// Or of all bits.
    OrOp = "index.or" Or [Commutative] Canonicalize;
    /// Exclusive or of all bits.
    XOrOp = "index.xor" Xor [Commutative] Canonicalize;
}
