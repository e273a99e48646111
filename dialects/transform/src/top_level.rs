//! Ops that may be the outermost of a script: the first argument of their block stands for the payload.

use strata_ir::prelude::*;

use crate::types::{AnyHandleOrParam, OpHandle};

/// An op that may be the outermost of a script.
pub trait PossibleTopLevel {}

/// Checks the block of such an op, and its operands, which it has if it is in another such op.
pub(crate) fn verify_top_level(b: &Body, op: Op) -> VerifyResult {
    let block = b.regions(op).first().and_then(|&region| b.blocks(region).first().copied());
    let args = block.map_or(&[][..], |block| b.block_args(block));
    let Some((&first, others)) = args.split_first() else {
        return Err("expects the entry block to have at least one argument".into());
    };
    let cx = b.cx();
    ensure!(
        OpHandle::check(b.ty(first), cx),
        "expects the first entry block argument to be of type implementing TransformHandleTypeInterface"
    );
    let root = b.operands(op).next();
    ensure!(
        root.is_none_or(|root| b.ty(root) == b.ty(first)),
        "expects the type of the block argument to match the type of the operand"
    );
    if let Some(i) = others.iter().position(|&arg| !AnyHandleOrParam::check(b.ty(arg), cx)) {
        let error = VerifyError::from(
            "expects trailing entry block arguments to be of type implementing TransformHandleTypeInterface, TransformValueHandleTypeInterface or TransformParamTypeInterface",
        );
        return Err(error.note(b.loc(op), format!("argument #{} does not", i + 1)));
    }
    let is_top_level = |outer: &Op| outer.implements::<dyn PossibleTopLevel>(b);
    let outer = std::iter::successors(b.parent_op(op), |&outer| b.parent_op(outer)).find(is_top_level);
    if let Some(outer) = outer.filter(|_| b.num_operands(op) != args.len()) {
        let error = VerifyError::from("expects operands to be provided for a nested op");
        return Err(error.note(b.loc(outer), "nested in another possible top-level op"));
    }
    Ok(())
}
