//! Ops that have a way of their own to free buffers or to tell who does.

use rustc_hash::{FxHashMap, FxHashSet};
use strata_arith::{AndIOp, SelectOp, XOrIOp};
use strata_cf::CondBranchOp;
use strata_gpu::TerminatorOp;
use strata_ir::{prelude::*, rewrite::regions::append_successor_operand};
use strata_scf::{InParallelOp, ReduceReturnOp};

use super::{
    is_memref,
    state::{Ownership, State},
};
use crate::lower_dealloc::bool_constant;

/// Frees the buffers of the block of an op.
pub(super) type Rule = fn(&mut State<'_>, Op) -> Result<(), Diagnostic>;

/// The rule of an op that has one.
pub(super) fn rule(body: &Body, op: Op) -> Option<Rule> {
    const RULES: [(&str, Rule); 5] = [
        (CondBranchOp::NAME, conditional),
        (InParallelOp::NAME, in_parallel),
        (ReduceReturnOp::NAME, reduced),
        (SelectOp::NAME, |_, _| Ok(())),
        (TerminatorOp::NAME, |state, op| free_at_end(state, op, &[]).map(|_| ())),
    ];
    let name = body.op_name(op);
    RULES.iter().find(|rule| rule.0 == name).map(|rule| rule.1)
}

/// Frees buffers before the op that ends a block. Returns for each buffer among the values that it passes on whether it is to be freed later.
pub(super) fn free_at_end(
    state: &mut State<'_>,
    end: Op,
    passed: &[Value],
) -> Result<Vec<Value>, Diagnostic> {
    let Some(block) = state.body.parent_block(end) else { return Ok(Vec::new()) };
    let freed = state.freed(end, block)?;
    let retained = state.retained(block, None, passed);
    if freed.0.is_empty() && retained.is_empty() {
        return Ok(Vec::new());
    }
    let mut conditions = state.dealloc(end, &freed, &retained, block);
    conditions.truncate(passed.iter().filter(|&&v| is_memref(state.body, v)).count());
    Ok(conditions)
}

fn in_parallel(state: &mut State<'_>, op: Op) -> Result<(), Diagnostic> {
    let mut blocks = state.body.regions(op).iter().flat_map(|&region| state.body.blocks(region));
    if blocks.any(|&block| state.body.first_op(block).is_some()) {
        let message = "only supported when nested region is empty";
        return Err(Diagnostic::error(state.body.loc(op), message));
    }
    free_at_end(state, op, &[]).map(|_| ())
}

fn reduced(state: &mut State<'_>, op: Op) -> Result<(), Diagnostic> {
    let passed: Vec<Value> = state.body.operands(op).collect();
    if passed.iter().any(|&v| is_memref(state.body, v)) {
        let message = "only supported when operand is not a MemRef";
        return Err(Diagnostic::error(state.body.loc(op), message));
    }
    free_at_end(state, op, &passed).map(|_| ())
}

/// The ownership of a buffer that is one of two.
pub(super) fn select_ownership(state: &mut State<'_>, at: Op, buffer: Value, block: Block) -> Option<Value> {
    let select = state.body.def_as::<SelectOp>(buffer)?;
    let (yes, no) = (select.true_value(state.body), select.false_value(state.body));
    let (yes, no) = (state.indicator(yes, block)?, state.indicator(no, block)?);
    let (condition, loc) = (select.condition(state.body), state.body.loc(select.op()));
    let at = InsertPoint::before(state.body, at);
    Some(SelectOp::build(&mut Builder::new(state.body, at, loc), condition, yes, no))
}

/// A branch frees what the block that it goes to does not get, under its condition.
fn conditional(state: &mut State<'_>, op: Op) -> Result<(), Diagnostic> {
    let (Some(branch), Some(block)) = (op.as_op::<CondBranchOp>(state.body), state.body.parent_block(op))
    else {
        return Ok(());
    };
    let condition = branch.condition(state.body);
    let (buffers, conditions) = state.freed(op, block)?;
    let mut owned: [FxHashMap<Value, Value>; 2] = Default::default();
    let mut retained = Vec::new();
    for successor in 0..2 {
        let to = state.body.successors(op)[successor];
        let passed: Vec<Value> = match successor {
            0 => branch.true_dest_operands(state.body).collect(),
            _ => branch.false_dest_operands(state.body).collect(),
        };
        retained = state.retained(block, Some(to), &passed);
        let mut b = Builder::before(state.body, op);
        let mut taken = Vec::new();
        for &owned in &conditions {
            let here = if successor == 0 {
                condition
            } else {
                let yes = bool_constant(&mut b, true);
                XOrIOp::build(&mut b, yes, condition)
            };
            taken.push(AndIOp::build(&mut b, owned, here));
        }
        let conditions = state.dealloc(op, &(buffers.clone(), taken), &retained, block);
        owned[successor].extend(retained.iter().copied().zip(conditions));
        for v in passed {
            if let Some(&owned) = owned[successor].get(&v) {
                append_successor_operand(state.body, op, successor, owned);
            }
        }
    }
    let mut seen = FxHashSet::default();
    for v in retained {
        let (Some(&yes), Some(&no)) = (owned[0].get(&v), owned[1].get(&v)) else { continue };
        if seen.insert(v) {
            let chosen = SelectOp::build(&mut Builder::before(state.body, op), condition, yes, no);
            state.reset(v, block);
            state.update(v, block, Ownership::Unique(chosen));
        }
    }
    Ok(())
}
