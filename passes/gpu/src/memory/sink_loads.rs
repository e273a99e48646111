//! Sinks loads of scalars into the kernels that use them: a load on the host would need a copy to the host first, which waits for the
//! device.
//!
//! A load moves into a launch with all ops in between, if its memory is written neither in between nor in the launch.

use strata_gpu::LaunchOp;
use strata_ir::{analysis::is_memory_effect_free, prelude::*};
use strata_memref::LoadOp;
use strata_passes_analysis::buffer_alias::{Access, accesses, between, conflict};

/// Copies loads, and what depends on them, into the launches that use it. What is not used any more is erased.
pub(crate) fn sink_loads(b: &mut Body) {
    let launches: Vec<Op> = b.all_ops().into_iter().filter(|op| op.isa::<LaunchOp>(b)).collect();
    for launch in launches {
        sink_into(b, launch);
    }
    let mut dead: Vec<Op> = b.all_ops();
    dead.reverse();
    for op in dead {
        let pure = op.isa::<LoadOp>(b) || b.regions(op).is_empty() && is_memory_effect_free(b, op);
        if pure && b.is_unused(op) && !b.has_trait(op, Trait::Terminator) && !b.results(op).is_empty() {
            b.erase(op);
        }
    }
}

fn sink_into(b: &mut Body, launch: Op) {
    let Some(&region) = b.regions(launch).first() else { return };
    let Some(&entry) = b.blocks(region).first() else { return };
    let mut order: Vec<Op> = Vec::new();
    let mut uses: Vec<Value> = Vec::new();
    for inner in b.ops_in(launch) {
        for v in b.operands(inner) {
            let outside = b.def_op(v).is_some_and(|d| !b.is_ancestor(launch, d));
            if outside && !uses.contains(&v) && depends(b, launch, v, &mut order) == Some(true) {
                uses.push(v);
            }
        }
    }
    if uses.is_empty() {
        return;
    }
    // Ordered as on the host.
    order.sort_by(|&x, &y| {
        if x == y {
            std::cmp::Ordering::Equal
        } else if b.is_before(x, y) {
            std::cmp::Ordering::Less
        } else {
            std::cmp::Ordering::Greater
        }
    });
    order.dedup();
    let mut map = IdMap::new();
    let first = b.first_op(entry);
    for op in order {
        let copy = b.clone_op(op, &mut map);
        b.insert(copy, InsertPoint { block: entry, before: first });
    }
    for v in uses {
        let new = map.get(v);
        b.replace_uses_if(v, new, |b, user| user != launch && b.is_ancestor(launch, user));
    }
}

/// Whether a value depends on a load that can move into a launch; `None` if one of its operands cannot move. The ops that have to move are
/// added to `order`.
fn depends(b: &Body, launch: Op, v: Value, order: &mut Vec<Op>) -> Option<bool> {
    let Some(op) = b.def_op(v) else { return Some(false) };
    if b.parent_block(op) != b.parent_block(launch) {
        return Some(false);
    }
    if order.contains(&op) {
        return Some(true);
    }
    if op.isa::<LoadOp>(b) {
        let access = Access::new(b, b.operand(op, 0), false);
        let moves = between(b, op, launch)
            .into_iter()
            .chain([launch])
            .all(|o| !conflict(b, &accesses(b, o), &[access]));
        // A load that cannot move stays on the host.
        if !moves {
            return Some(false);
        }
        let mut inner = Vec::new();
        for operand in b.operands(op) {
            depends(b, launch, operand, &mut inner)?;
        }
        order.extend(inner);
        order.push(op);
        return Some(true);
    }
    if !b.regions(op).is_empty() || !is_memory_effect_free(b, op) {
        return Some(false);
    }
    let mut found = false;
    let mut inner = Vec::new();
    for operand in b.operands(op) {
        found |= depends(b, launch, operand, &mut inner)?;
    }
    if found {
        order.extend(inner);
        order.push(op);
    }
    Some(found)
}
