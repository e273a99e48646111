//! Whether two values may be the same memory, as far as the function around them shows.
//!
//! Unlike [`crate::buffer_alias`], nothing is assumed of the caller: different arguments may be the same buffer. The rules are those of
//! upstream's `LocalAliasAnalysis`: a value is followed through views, loops and branches to the values that it may come from, and an
//! allocation is no other allocation and nothing that was there before it.

use rustc_hash::FxHashSet;
use strata_ir::{analysis::effects_of, prelude::*};
use strata_memref::DistinctObjectsOp;

use crate::buffer_alias::viewed;

/// How many ops and blocks a value is followed through.
const MAX_DEPTH: u32 = 10;

/// Whether `a` and `c` may address the same memory.
pub fn may_alias(body: &Body, a: Value, c: Value) -> bool {
    if a == c {
        return true;
    }
    let (left, right) = (underlying(body, a), underlying(body, c));
    left.is_empty()
        || right.is_empty()
        || left.iter().any(|&x| right.iter().any(|&y| may_be_same(body, x, y)))
}

/// The values that the memory of `value` may have come from.
fn underlying(body: &Body, value: Value) -> Vec<Value> {
    let mut visited: FxHashSet<Value> = FxHashSet::default();
    let (mut out, mut todo) = (Vec::new(), vec![(value, MAX_DEPTH)]);
    while let Some((v, depth)) = todo.pop() {
        if !visited.insert(v) {
            continue;
        }
        match sources(body, v).filter(|_| depth > 0) {
            Some(list) => todo.extend(list.into_iter().map(|s| (s, depth - 1))),
            None => out.push(v),
        }
    }
    out
}

/// The values that `value` is one of; `None` where that is unknown.
fn sources(body: &Body, value: Value) -> Option<Vec<Value>> {
    match body.def(value) {
        Def::Result { op, index } => {
            if index == 0
                && let Some(source) = viewed(body, op)
            {
                return Some(vec![source]);
            }
            passed(body, op, RegionPoint::Parent, value)
        }
        Def::Arg { block, index } => {
            let region = body.block_parent(block)?;
            if body.blocks(region).first() == Some(&block) {
                let around = body.region_parent(region)?;
                let number = body.regions(around).iter().position(|&r| r == region)?;
                return passed(body, around, RegionPoint::Region(number), value);
            }
            let mut list = Vec::new();
            for &from in body.blocks(region) {
                let Some(end) = body.last_op(from) else { continue };
                for (i, _) in body.successors(end).iter().enumerate().filter(|(_, to)| **to == block) {
                    let operands = end.cast::<dyn BranchOp>(body)?.successor_operands(body, i);
                    let produced = body.block_args(block).len().checked_sub(operands.len())?;
                    list.push(body.operand(end, operands.start + index.checked_sub(produced)?));
                }
            }
            Some(list)
        }
        Def::Forward => None,
    }
}

/// The values that an op with regions passes for `value`, a result of it or an argument of one of its regions.
fn passed(body: &Body, op: Op, to: RegionPoint, value: Value) -> Option<Vec<Value>> {
    let branch = op.cast::<dyn RegionBranchOp>(body)?;
    let index = branch.successor_inputs(body, to).iter().position(|&v| v == value)?;
    let mut list = Vec::new();
    if branch.successors(body, RegionPoint::Parent).contains(&to) {
        list.push(*branch.entry_operands(body, to).get(index)?);
    }
    for (i, &region) in body.regions(op).iter().enumerate() {
        if !branch.successors(body, RegionPoint::Region(i)).contains(&to) {
            continue;
        }
        for &block in body.blocks(region) {
            let Some(end) = body.last_op(block).filter(|&end| body.successors(end).is_empty()) else {
                continue;
            };
            list.push(match end.cast::<dyn RegionTerminator>(body) {
                Some(end) => *end.forwarded(body, to).get(index)?,
                None => body.operands(end).nth(index)?,
            });
        }
    }
    Some(list)
}

/// Whether two values that come from nothing else may be the same memory.
fn may_be_same(body: &Body, a: Value, c: Value) -> bool {
    if a == c {
        return true;
    }
    let constant = |v: Value| body.def_op(v).is_some_and(|op| body.has_trait(op, Trait::ConstantLike));
    let allocated = |v: Value| allocation(body, v);
    match (constant(a), constant(c)) {
        (true, true) => return true,
        (true, false) => return allocated(c).is_none(),
        (false, true) => return allocated(a).is_none(),
        (false, false) => {}
    }
    if let Some(same) = distinct(body, a, c) {
        return same;
    }
    let (alloc, other) = match (allocated(a), allocated(c)) {
        (Some(_), Some(_)) => return false,
        (None, None) => return true,
        (Some(alloc), None) => (alloc, c),
        (None, Some(alloc)) => (alloc, a),
    };
    let (Some(scope), Some(block)) = (alloc, body.def_block(other)) else { return true };
    // A value from outside of the scope of the allocation, or one that enters it, is older.
    let entry = body.block_parent(block).and_then(|r| body.blocks(r).first().copied());
    match body.block_parent_op(block) {
        Some(parent) if parent == scope => body.def_op(other).is_some() || entry != Some(block),
        Some(parent) => !body.is_ancestor(parent, scope),
        None => true,
    }
}

/// The scope of the allocation that `value` is the result of, with `None` for an unknown scope; `None` for any other value.
fn allocation(body: &Body, value: Value) -> Option<Option<Op>> {
    let op = body.def_op(value)?;
    let allocates = |e: &Effect| e.kind == EffectKind::Alloc && e.on == Some(value);
    effects_of(body, op)?.iter().any(allocates).then_some(())?;
    let automatic = op.isa::<strata_memref::AllocaOp>(body) || op.isa::<strata_llvm::AllocaOp>(body);
    let wanted = if automatic { Trait::AutomaticAllocationScope } else { Trait::FunctionLike };
    let mut around = std::iter::successors(body.parent_op(op), |&p| body.parent_op(p));
    Some(around.find(|&p| body.has_trait(p, wanted)))
}

/// Whether results of `memref.distinct_objects` are the same; `None` where that op does not tell.
fn distinct(body: &Body, a: Value, c: Value) -> Option<bool> {
    let op = |v: Value| body.def_op(v).filter(|op| op.isa::<DistinctObjectsOp>(body));
    let operand = |v: Value| match (op(v), body.def(v)) {
        (Some(op), Def::Result { index, .. }) => body.operands(op).nth(index),
        _ => None,
    };
    if operand(a) == Some(c) || operand(c) == Some(a) {
        return Some(true);
    }
    (op(a).is_some() && op(a) == op(c)).then_some(false)
}
