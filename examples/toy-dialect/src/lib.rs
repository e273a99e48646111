//! A third-party dialect in a crate of its own: one type, two ops, one fold, one pattern, one pass, and a conversion to `arith`.

pub mod to_arith;

use strata_ir::core::Registry;
use strata_ir::prelude::*;
use strata_pass::PassRegistry;

mod heat;

pub use heat::Heat;

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
#[op(name = "toy.warmer", traits = [Pure, Commutative], interfaces = [Fold, Canonicalize], asm = "$lhs `,` $rhs attr-dict")]
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

impl Canonicalize for WarmerOp {
    /// `warmer(warmer(a, b), b) = warmer(a, b)`
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let inner = rw.def_of::<WarmerOp>(self.lhs(rw))?;
        if inner.rhs(rw) != self.rhs(rw) {
            return None;
        }
        let warmest = inner.result(rw);
        rw.replace_op(*self, &[warmest]);
        Some(())
    }
}

dialect! {
    /// Temperatures.
    toy { ops: [ConstantOp, WarmerOp], types: [CelsiusType] }
}

/// The dialects of Strata, and this one.
pub fn registry() -> Registry {
    let mut registry = strata_registry::registry();
    registry.register(&DIALECT);
    registry
}

/// The passes of Strata, and that of this crate.
pub fn passes() -> PassRegistry {
    let mut passes = strata_registry::passes();
    passes.add::<Heat>();
    passes
}
