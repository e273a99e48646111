//! `cf.assert`.

use strata_ir::prelude::*;

/// Ends the program with a message unless a condition holds.
#[op(
    name = "cf.assert",
    interfaces = [MemoryEffects, Canonicalize],
    asm = "$arg `,` $msg attr-dict",
)]
pub struct AssertOp {
    /// The condition that must hold.
    pub arg: Operand<I1>,
    /// The message.
    pub msg: Attr<StringAttr>,
}

impl MemoryEffects for AssertOp {
    /// A write keeps it from being erased or moved.
    fn effects(&self, _: &Body, out: &mut Vec<Effect>) {
        out.push(Effect { kind: EffectKind::Write, on: None });
    }
}

impl Canonicalize for AssertOp {
    /// Nothing to do where the condition is known to hold.
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let value = constant_value(rw, self.arg(rw))?;
        if rw.cx().attr_as::<IntegerAttr>(value)?.value.is_zero() {
            return None;
        }
        rw.erase_op(self.op());
        Some(())
    }
}
