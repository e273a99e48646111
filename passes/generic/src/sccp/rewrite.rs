//! Replaces values that are known to be constant by constants.

use rustc_hash::FxHashMap;
use strata_ir::{core::op_info::UNREGISTERED, prelude::*};

use super::Lattice;

/// The constants made so far, by region, dialect, value and type; they are at the start of the region.
type Made = FxHashMap<(Region, &'static str, Attr, Type), Value>;

/// Rewrites one body. Every constant that is used is materialized at the start of the outermost region, in front of the earlier ones, as
/// in MLIR; an existing one is moved there.
pub fn rewrite(body: &mut Body, known: &dyn Fn(Value) -> Option<Lattice>) {
    let mut made = Made::default();
    let mut todo: Vec<Block> = Vec::new();
    push(body, Op::SELF, &mut todo);
    while let Some(block) = todo.pop() {
        let Some(region) = constant_region(body, block) else { continue };
        for op in body.block_ops(block).collect::<Vec<_>>() {
            let mut all = !body.results(op).is_empty();
            for v in body.results(op).to_vec() {
                all &= replace(body, region, v, Some(op), known, &mut made);
            }
            let kept = is_made(body, region, op, &made);
            if all && !kept && strata_ir::analysis::is_trivially_dead(body, op) {
                body.erase(op);
            } else if !body.is_shell(op) {
                push(body, op, &mut todo);
            }
        }
        for arg in body.block_args(block).to_vec() {
            replace(body, region, arg, None, known, &mut made);
        }
    }
}

/// Adds the blocks of `op` so that those of its last region come first, each region from its entry on.
fn push(body: &Body, op: Op, todo: &mut Vec<Block>) {
    for &region in body.regions(op) {
        todo.extend(body.blocks(region).iter().rev());
    }
}

/// Whether `op` is one of the constants that replace values.
fn is_made(body: &Body, region: Region, op: Op, made: &Made) -> bool {
    let ([v], Some(attr)) = (body.results(op), body.attr_slot(op, 0)) else { return false };
    body.has_trait(op, Trait::ConstantLike)
        && made.get(&(region, body.info(op).dialect(), attr, body.ty(*v))) == Some(v)
}

/// The region in which constants for `block` are materialized: the outermost region around it that may hold them.
fn constant_region(body: &Body, block: Block) -> Option<Region> {
    let mut region = body.block_parent(block)?;
    while let Some(parent) = body.region_parent(region) {
        let closed = body.has_trait(parent, Trait::IsolatedFromAbove)
            || std::ptr::eq(body.info(parent), &UNREGISTERED);
        if parent == Op::SELF || closed {
            break;
        }
        region = body.parent_region(parent)?;
    }
    Some(region)
}

/// Replaces the uses of a constant value; returns whether none are left.
fn replace(
    body: &mut Body,
    region: Region,
    value: Value,
    op: Option<Op>,
    known: &dyn Fn(Value) -> Option<Lattice>,
    made: &mut Made,
) -> bool {
    let Some(Lattice::Constant(attr, dialect)) = known(value) else { return false };
    let Some(&entry) = body.blocks(region).first() else { return false };
    let ty = body.ty(value);
    if let Some(&new) = made.get(&(region, dialect, attr, ty)) {
        if new != value {
            body.replace_all_uses(value, new);
        }
        return true;
    }
    let cx = body.cx_arc().clone();
    // A dialect without constants of its own uses those of `arith`.
    let own = cx.dialect(dialect).and_then(|d| Some((d.name, d.materialize_constant?)));
    let others = ["arith", "ub"].into_iter().filter_map(|d| cx.dialect(d));
    let others = others.filter_map(|d| Some((d.name, d.materialize_constant?)));
    if let Some(op) = op
        && own.is_some()
        && body.has_trait(op, Trait::ConstantLike)
        && body.info(op).dialect() == dialect
    {
        let at = InsertPoint::at_start(body, entry);
        if body.first_op(entry) != Some(op) {
            body.move_op(op, at);
        }
        made.insert((region, dialect, attr, ty), value);
        return true;
    }
    for (_, make) in own.into_iter().chain(others) {
        let mut b = Builder::at_start(body, entry);
        if let Some(new) = make(&mut b, attr, ty) {
            made.insert((region, dialect, attr, ty), new);
            body.replace_all_uses(value, new);
            return true;
        }
    }
    false
}
