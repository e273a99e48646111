//! Checks of shapes, each of which gives a witness.

use strata_ir::prelude::*;

use crate::constraints::{ShapeOrExtents, Witness};

/// The conjunction of witnesses.
#[op(
    name = "shape.assuming_all",
    traits = [Pure, Commutative],
    interfaces = [Verify, Fold, Canonicalize],
    asm = "$inputs attr-dict",
)]
pub struct AssumingAllOp {
    /// The other witnesses.
    pub inputs: Variadic<Witness>,
    /// The witness.
    pub result: Res<Witness>,
}

impl Verify for AssumingAllOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(self.inputs(b).next().is_some(), "no operands specified");
        Ok(())
    }
}

/// A witness that fails makes the conjunction fail; those that hold are left out.
impl Fold for AssumingAllOp {
    fn fold(&self, b: &mut Body, consts: &[Option<Attr>]) -> Option<Folded> {
        let holds = |a: &Option<Attr>| a.and_then(|a| b.cx().attr_i64(a)).map(|n| n != 0);
        if consts.iter().any(|a| holds(a) == Some(false)) {
            return Some(b.cx().bool_attr(false).into());
        }
        let open: Vec<Value> =
            self.inputs(b).zip(consts).filter(|(_, a)| holds(a) != Some(true)).map(|(v, _)| v).collect();
        if open.is_empty() {
            return Some(b.cx().bool_attr(true).into());
        }
        if open.len() == consts.len() {
            return None;
        }
        b.set_operands(self.op(), &open);
        Some(Folded::InPlace)
    }
}

/// A witness that is known to hold or to fail.
#[op(name = "shape.const_witness", traits = [Pure, ConstantLike], asm = "$passing attr-dict")]
pub struct ConstWitnessOp {
    /// Whether it holds.
    pub passing: Attr<BoolAttr>,
    /// The witness.
    pub result: Res<Witness>,
}

/// A witness that shapes can be broadcast to one.
#[op(
    name = "shape.cstr_broadcastable",
    traits = [Commutative],
    interfaces = [Verify, Fold, Canonicalize],
    asm = "$shapes attr-dict `:` type($shapes)",
)]
pub struct CstrBroadcastableOp {
    /// The shapes.
    pub shapes: Variadic<ShapeOrExtents>,
    /// The witness.
    pub result: Res<Witness>,
}

impl Verify for CstrBroadcastableOp {
    fn verify(&self, b: &Body) -> VerifyResult {
        ensure!(self.shapes(b).count() >= 2, "required at least 2 input shapes");
        Ok(())
    }
}

/// A witness that shapes are equal.
#[op(name = "shape.cstr_eq", traits = [Commutative], interfaces = [Fold], asm = "$shapes attr-dict `:` type($shapes)")]
pub struct CstrEqOp {
    /// The shapes.
    pub shapes: Variadic<ShapeOrExtents>,
    /// The witness.
    pub result: Res<Witness>,
}

/// A witness that a condition holds.
#[op(name = "shape.cstr_require", interfaces = [Fold], asm = "$pred `,` $msg attr-dict")]
pub struct CstrRequireOp {
    /// The condition.
    pub pred: Operand<I1>,
    /// The error message if it does not hold.
    pub msg: Attr<StringAttr>,
    /// The witness.
    pub result: Res<Witness>,
}
