//! Canonicalisations of float arithmetic.

use strata_ir::prelude::*;

use super::replace;
use crate::{DivFOp, FastMathFlags, MulFOp, NegFOp, eval::FloatBinary};

/// The signs of two negated factors cancel.
pub(crate) fn float_binary(kind: FloatBinary, op: Op, rw: &mut Rewriter<'_>) -> Option<()> {
    if !matches!(kind, FloatBinary::Mul | FloatBinary::Div) {
        return None;
    }
    let x = rw.def_as::<NegFOp>(rw.operand(op, 0))?;
    let y = rw.def_as::<NegFOp>(rw.operand(op, 1))?;
    let flags = Some(FastMathFlags::from_attr(rw.cx(), rw.attr(op, "fastmath")).attr(rw.cx()));
    let (a, b) = (x.operand(rw), y.operand(rw));
    let v = match kind {
        FloatBinary::Mul => MulFOp::build(rw, a, b, flags),
        _ => DivFOp::build(rw, a, b, flags),
    };
    replace(rw, op, v)
}
