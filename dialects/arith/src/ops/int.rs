//! Ops on integers.

use strata_ir::{analysis::InferIntRange, prelude::*};

use crate::{
    IntegerOverflow, canonicalize,
    eval::IntBinary,
    fold::{elements::splat_int, fold_addui_extended, fold_int_binary, fold_mul_extended},
    ranges::infer,
};

/// Implements the common behaviour of all binary integer ops.
macro_rules! int_behaviour {
    ($name:ident, $kind:ident) => {
        impl Fold for $name {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                fold_int_binary(IntBinary::$kind, self.op(), b, consts)
            }
        }
        impl Canonicalize for $name {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                canonicalize::int_binary(IntBinary::$kind, self.op(), rw)
            }
        }
        infer!($name => |op, b, ranges| crate::ranges::binary(IntBinary::$kind, op.op(), b, ranges));
    };
}

/// Ops with two operands and nothing else.
macro_rules! int_ops {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $kind:ident [$($trait:ident),*] $(+ $iface:ident)?;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [$($trait,)* Elementwise, Scalarizable, SameOperandsAndResultType],
            interfaces = [Fold, Canonicalize, InferIntRange, $($iface)?],
            asm = "$lhs `,` $rhs attr-dict `:` type($result)",
        )]
        pub struct $name {
            /// The left operand.
            pub lhs: Operand<SignlessIntegerLike>,
            /// The right operand.
            pub rhs: Operand<SignlessIntegerLike>,
            /// The result.
            pub result: Res<SignlessIntegerLike>,
        }
        int_behaviour!($name, $kind);
    )*};
}

/// Ops that may promise not to overflow.
macro_rules! overflow_ops {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $kind:ident [$($trait:ident),*] $(+ $iface:ident)?;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [$($trait,)* Elementwise, Scalarizable, SameOperandsAndResultType],
            interfaces = [Fold, Canonicalize, InferIntRange, $($iface)?],
            asm = "$lhs `,` $rhs (`overflow` `` $overflowFlags^)? attr-dict `:` type($result)",
        )]
        pub struct $name {
            /// The left operand.
            pub lhs: Operand<SignlessIntegerLike>,
            /// The right operand.
            pub rhs: Operand<SignlessIntegerLike>,
            /// Overflows that do not happen.
            #[ir_name = "overflowFlags"]
            pub overflow_flags: DefaultAttr<IntegerOverflow>,
            /// The result.
            pub result: Res<SignlessIntegerLike>,
        }
        int_behaviour!($name, $kind);
    )*};
}

/// Ops that may promise that nothing is lost.
macro_rules! exact_ops {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $kind:ident [$($trait:ident),*] $(+ $iface:ident)?;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [$($trait,)* Elementwise, Scalarizable, SameOperandsAndResultType],
            interfaces = [Fold, Canonicalize, InferIntRange, $($iface)?],
            asm = "$lhs `,` $rhs (`exact` $isExact^)? attr-dict `:` type($result)",
        )]
        pub struct $name {
            /// The left operand.
            pub lhs: Operand<SignlessIntegerLike>,
            /// The right operand.
            pub rhs: Operand<SignlessIntegerLike>,
            /// Whether the bits that are lost are known to be zero.
            #[ir_name = "isExact"]
            pub is_exact: OptAttr<UnitAttr>,
            /// The result.
            pub result: Res<SignlessIntegerLike>,
        }
        int_behaviour!($name, $kind);
    )*};
}

overflow_ops! {
    /// Adds integers.
    AddIOp = "arith.addi" Add [Pure, Commutative];
    /// Subtracts integers.
    SubIOp = "arith.subi" Sub [Pure];
    /// Multiplies integers.
    MulIOp = "arith.muli" Mul [Pure, Commutative] + ResultNames;
    /// Shifts to the left.
    ShLIOp = "arith.shli" ShL [Pure];
}

exact_ops! {
    /// Divides unsigned integers.
    DivUIOp = "arith.divui" DivU [NoMemoryEffect] + Speculatable;
    /// Divides signed integers, rounding towards zero.
    DivSIOp = "arith.divsi" DivS [NoMemoryEffect] + Speculatable;
    /// Shifts to the right, filling with zeros.
    ShRUIOp = "arith.shrui" ShRU [Pure];
    /// Shifts to the right, filling with the sign.
    ShRSIOp = "arith.shrsi" ShRS [Pure];
}

int_ops! {
    /// Divides unsigned integers, rounding up.
    CeilDivUIOp = "arith.ceildivui" CeilDivU [NoMemoryEffect] + Speculatable;
    /// Divides signed integers, rounding towards plus infinity.
    CeilDivSIOp = "arith.ceildivsi" CeilDivS [NoMemoryEffect] + Speculatable;
    /// Divides signed integers, rounding towards minus infinity.
    FloorDivSIOp = "arith.floordivsi" FloorDivS [Pure];
    /// The remainder of unsigned integers.
    RemUIOp = "arith.remui" RemU [Pure];
    /// The remainder of signed integers, with the sign of the dividend.
    RemSIOp = "arith.remsi" RemS [Pure];
    /// Bitwise and.
    AndIOp = "arith.andi" And [Pure, Commutative, Idempotent];
    /// Bitwise or.
    OrIOp = "arith.ori" Or [Pure, Commutative, Idempotent];
    /// Bitwise exclusive or.
    XOrIOp = "arith.xori" Xor [Pure, Commutative];
    /// The greater of two signed integers.
    MaxSIOp = "arith.maxsi" MaxS [Pure, Commutative];
    /// The greater of two unsigned integers.
    MaxUIOp = "arith.maxui" MaxU [Pure, Commutative];
    /// The smaller of two signed integers.
    MinSIOp = "arith.minsi" MinS [Pure, Commutative];
    /// The smaller of two unsigned integers.
    MinUIOp = "arith.minui" MinU [Pure, Commutative];
}

/// A division may be executed early when its divisor is known to be harmless.
macro_rules! speculatable_division {
    ($($name:ident $signed:literal;)*) => {$(
        impl Speculatable for $name {
            fn is_speculatable(&self, b: &Body) -> bool {
                let divisor = constant_value(b, self.rhs(b)).and_then(|a| splat_int(b.cx(), a));
                divisor.is_some_and(|v| !v.is_zero() && !($signed && v.is_all_ones()))
            }
        }
    )*};
}
speculatable_division! {
    DivUIOp false;
    DivSIOp true;
    CeilDivUIOp false;
    CeilDivSIOp true;
}

impl ResultNames for MulIOp {
    /// A multiple of the vector scale is called after its factor.
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        let cx = b.cx();
        if !cx.is_index(b.ty(self.result(b))) {
            return;
        }
        let is_scale = |v: Value| b.def_op(v).is_some_and(|op| b.op_name(op) == "vector.vscale");
        for (base, scale) in [(self.lhs(b), self.rhs(b)), (self.rhs(b), self.lhs(b))] {
            if is_scale(scale)
                && let Some(factor) = constant_value(b, base).and_then(|a| cx.attr_i64(a))
            {
                return name(self.result(b), &format!("c{factor}_vscale"));
            }
        }
    }
}

/// Adds unsigned integers, and returns the carry.
#[op(
    name = "arith.addui_extended",
    traits = [Pure, Commutative, Elementwise, Scalarizable],
    interfaces = [Fold, Canonicalize, ResultNames],
    same = [lhs, rhs, sum],
    asm = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)",
)]
pub struct AddUIExtendedOp {
    /// The left operand.
    pub lhs: Operand<SignlessIntegerLike>,
    /// The right operand.
    pub rhs: Operand<SignlessIntegerLike>,
    /// The sum.
    pub sum: Res<SignlessIntegerLike>,
    /// Whether the sum does not fit.
    pub overflow: Res<BoolLike>,
}

impl Fold for AddUIExtendedOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        fold_addui_extended(self.op(), b, consts)
    }
}

impl ResultNames for AddUIExtendedOp {
    fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
        name(self.sum(b), "sum");
        name(self.overflow(b), "overflow");
    }
}

impl Canonicalize for AddUIExtendedOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        canonicalize::addui_extended(*self, rw)
    }
}

/// Multiplications that give both halves of the product.
macro_rules! mul_extended {
    ($(#[doc = $doc:tt] $name:ident = $op:tt $signed:literal;)*) => {$(
        #[doc = $doc]
        #[op(
            name = $op,
            traits = [Pure, Commutative, Elementwise, Scalarizable],
            interfaces = [Fold, Canonicalize, ResultNames],
            same = [lhs, rhs, low, high],
            asm = "$lhs `,` $rhs attr-dict `:` type($lhs)",
        )]
        pub struct $name {
            /// The left operand.
            pub lhs: Operand<SignlessIntegerLike>,
            /// The right operand.
            pub rhs: Operand<SignlessIntegerLike>,
            /// The low half of the product.
            pub low: Res<SignlessIntegerLike>,
            /// The high half of the product.
            pub high: Res<SignlessIntegerLike>,
        }
        impl Fold for $name {
            fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
                fold_mul_extended($signed, self.op(), b, consts)
            }
        }
        impl ResultNames for $name {
            fn name_results(&self, b: &Body, name: &mut dyn FnMut(Value, &str)) {
                name(self.low(b), "low");
                name(self.high(b), "high");
            }
        }
        impl Canonicalize for $name {
            fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
                canonicalize::mul_extended($signed, self.op(), rw)
            }
        }
    )*};
}
mul_extended! {
    /// Multiplies signed integers to twice their width.
    MulSIExtendedOp = "arith.mulsi_extended" true;
    /// Multiplies unsigned integers to twice their width.
    MulUIExtendedOp = "arith.mului_extended" false;
}
