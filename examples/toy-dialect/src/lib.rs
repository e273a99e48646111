//! A third-party dialect in a crate of its own: one type, two ops, one fold.

use strata_ir::prelude::*;

/// A temperature in degrees Celsius.
#[ty(name = "toy.celsius")]
pub struct CelsiusType;

type_constraint! {
    /// `!toy.celsius`
    Celsius = "temperature", |ty, cx| cx.type_as::<CelsiusType>(ty).is_some(), only |cx| cx.ty(CelsiusType);
}

/// A temperature known in advance: `toy.constant 21`.
#[op(name = "toy.constant", traits = [Pure, ConstantLike], asm = "$value attr-dict")]
pub struct ConstantOp {
    /// Degrees.
    pub value: Attr<I64Attr>,
    /// The temperature.
    pub result: Res<Celsius>,
}

/// The warmer one of two temperatures.
#[op(name = "toy.warmer", traits = [Pure, Commutative], interfaces = [Fold], asm = "$lhs `,` $rhs attr-dict")]
pub struct WarmerOp {
    /// One temperature.
    pub lhs: Operand<Celsius>,
    /// The other one.
    pub rhs: Operand<Celsius>,
    /// The warmer one.
    pub result: Res<Celsius>,
}

impl Fold for WarmerOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let (l, r) = (b.cx().attr_i64(consts[0]?)?, b.cx().attr_i64(consts[1]?)?);
        Some(if l >= r { self.lhs(b) } else { self.rhs(b) }.into())
    }
}

dialect! {
    /// Temperatures.
    toy { ops: [ConstantOp, WarmerOp], types: [CelsiusType] }
}
