//! Programs that buffers are not freed in: what they have to be is checked before anything is changed.

use rustc_hash::FxHashMap;
use strata_bufferization::DeallocOp;
use strata_ir::{
    analysis::effects_of,
    core::interfaces::{BranchOp, CallOp},
    prelude::*,
};

use super::{MANUAL, is_memref, rules::rule};
use crate::placement::frees;

/// Checks the function that `body` is the body of; `blocks` are its blocks in the order in which they will be changed.
pub(super) fn check(body: &Body, blocks: &[Block]) -> Result<(), Diagnostic> {
    if has_cycle(body, Op::SELF) {
        let message = "Only structured control-flow loops are supported.";
        return Err(Diagnostic::error(body.loc(Op::SELF), message));
    }
    for &block in blocks {
        for op in body.block_ops(block) {
            check_op(body, op).map_err(|message| Diagnostic::error(body.loc(op), message))?;
        }
    }
    Ok(())
}

/// Whether a block of an op, or of one below it, may be reached again from itself.
fn has_cycle(body: &Body, op: Op) -> bool {
    let mut regions = body.regions(op).to_vec();
    for op in body.ops_in(op) {
        regions.extend(body.regions(op));
    }
    regions.into_iter().any(|region| {
        let Some(&entry) = body.blocks(region).first() else { return false };
        // Blocks on the way from the entry are true, blocks without a way back false.
        let mut open: FxHashMap<Block, bool> = FxHashMap::from_iter([(entry, true)]);
        let mut stack = vec![(entry, 0)];
        while let Some((block, next)) = stack.last_mut() {
            let successors = body.last_op(*block).map_or(&[][..], |end| body.successors(end));
            let Some(&to) = successors.get(*next) else {
                open.insert(*block, false);
                stack.pop();
                continue;
            };
            *next += 1;
            match open.get(&to) {
                Some(true) => return true,
                Some(false) => {}
                None => {
                    open.insert(to, true);
                    stack.push((to, 0));
                }
            }
        }
        false
    })
}

fn check_op(body: &Body, op: Op) -> Result<(), &'static str> {
    if rule(body, op).is_some() {
        return Ok(());
    }
    check_kind(body, op)?;
    let manual = body.attr(op, MANUAL).is_some();
    if !manual && body.operands(op).any(|v| is_memref(body, v) && frees(body, op, v)) {
        return Err("memory free side-effect on MemRef value not supported!");
    }
    if body.successors(op).len() > 1 {
        return Err("BranchOpInterface operations with multiple successors are not supported yet");
    }
    Ok(())
}

fn check_kind(body: &Body, op: Op) -> Result<(), &'static str> {
    let effects = effects_of(body, op);
    let has_buffers = body.operands(op).chain(body.results(op).iter().copied()).any(|v| is_memref(body, v));
    let moves = |e: &Effect| matches!(e.kind, EffectKind::Alloc | EffectKind::Free);
    if !has_buffers && effects.as_ref().is_some_and(|list| !list.iter().any(moves)) {
        return Ok(());
    }
    if op.isa::<DeallocOp>(body) {
        return Err("No deallocation operations must be present when running this pass!");
    }
    if effects.is_none() && op.cast::<dyn CallOp>(body).is_none() {
        return Err("ops with unknown memory side effects are not supported");
    }
    let (regions, results) = (body.regions(op).len(), body.results(op).len());
    let hides = (regions == 1 && results != 0) || regions > 1;
    if hides && op.cast::<dyn RegionBranchOp>(body).is_none() {
        return Err("All operations with attached regions need to implement the RegionBranchOpInterface.");
    }
    if body.has_trait(op, Trait::NoTerminator) {
        return Err("NoTerminator trait is not supported");
    }
    if body.has_trait(op, Trait::Terminator) {
        if op.cast::<dyn BranchOp>(body).is_some() == is_region_end(body, op) {
            return Err(
                "Terminators must implement either BranchOpInterface or RegionBranchTerminatorOpInterface (but not both)!",
            );
        }
        if body.successors(op).len() > 1 {
            return Err("Terminators with more than one successor are not supported!");
        }
    }
    Ok(())
}

/// Whether an op ends a region and passes values to the op around it.
pub(super) fn is_region_end(body: &Body, op: Op) -> bool {
    body.has_trait(op, Trait::ReturnLike) || op.cast::<dyn RegionTerminator>(body).is_some()
}
