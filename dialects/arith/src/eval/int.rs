//! Binary ops on integers.

use strata_ir::num::ApInt;

/// Defines an enum of ops and its names.
#[macro_export]
macro_rules! kinds {
    ($(#[$meta:meta])* $name:ident { $($(#[$case_meta:meta])* $case:ident = $op:tt,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$case_meta])* $case,)*
        }
        impl $name {
            /// The kind of the op with this name.
            pub fn from_op_name(op_name: &str) -> Option<Self> {
                match op_name { $($op => Some(Self::$case),)* _ => None }
            }
            /// The name of the op.
            pub fn op_name(self) -> &'static str {
                match self { $(Self::$case => $op,)* }
            }
        }
    };
}
pub use kinds;

kinds! {
    /// A binary op on integers.
    IntBinary {
        /// Wrapping addition.
        Add = "arith.addi",
        /// Wrapping subtraction.
        Sub = "arith.subi",
        /// Wrapping multiplication.
        Mul = "arith.muli",
        /// Signed division towards zero.
        DivS = "arith.divsi",
        /// Unsigned division.
        DivU = "arith.divui",
        /// Signed division towards plus infinity.
        CeilDivS = "arith.ceildivsi",
        /// Unsigned division, rounded up.
        CeilDivU = "arith.ceildivui",
        /// Signed division towards minus infinity.
        FloorDivS = "arith.floordivsi",
        /// Signed remainder.
        RemS = "arith.remsi",
        /// Unsigned remainder.
        RemU = "arith.remui",
        /// Bitwise and.
        And = "arith.andi",
        /// Bitwise or.
        Or = "arith.ori",
        /// Bitwise exclusive or.
        Xor = "arith.xori",
        /// Left shift.
        ShL = "arith.shli",
        /// Right shift that keeps the sign.
        ShRS = "arith.shrsi",
        /// Right shift that fills with zeros.
        ShRU = "arith.shrui",
        /// Signed maximum.
        MaxS = "arith.maxsi",
        /// Unsigned maximum.
        MaxU = "arith.maxui",
        /// Signed minimum.
        MinS = "arith.minsi",
        /// Unsigned minimum.
        MinU = "arith.minui",
    }
}

impl IntBinary {
    /// The neutral element of an associative op: for all `x` of this width, combined with it is `x`.
    pub fn neutral(self, width: u32) -> Option<ApInt> {
        Some(match self {
            Self::Add | Self::Or | Self::Xor | Self::MaxU => ApInt::zero(width),
            Self::Mul => ApInt::one(width),
            Self::And | Self::MinU => ApInt::ones(width),
            Self::MaxS => ApInt::min_signed(width),
            Self::MinS => ApInt::max_signed(width),
            _ => return None,
        })
    }
}

/// `None` for a division by zero, a signed quotient that does not fit, and a shift by the width or more.
pub fn int_binary(kind: IntBinary, a: &ApInt, b: &ApInt) -> Option<ApInt> {
    Some(match kind {
        IntBinary::Add => a.add(b),
        IntBinary::Sub => a.sub(b),
        IntBinary::Mul => a.mul(b),
        IntBinary::DivS => a.sdiv(b)?,
        IntBinary::DivU => a.udiv(b)?,
        IntBinary::CeilDivS => a.sceildiv(b)?,
        IntBinary::CeilDivU => a.uceildiv(b)?,
        IntBinary::FloorDivS => a.sfloordiv(b)?,
        IntBinary::RemS => a.srem(b)?,
        IntBinary::RemU => a.urem(b)?,
        IntBinary::And => a.and(b),
        IntBinary::Or => a.or(b),
        IntBinary::Xor => a.xor(b),
        IntBinary::ShL => a.shl(b)?,
        IntBinary::ShRS => a.ashr(b)?,
        IntBinary::ShRU => a.lshr(b)?,
        IntBinary::MaxS => a.smax(b),
        IntBinary::MaxU => a.umax(b),
        IntBinary::MinS => a.smin(b),
        IntBinary::MinU => a.umin(b),
    })
}
