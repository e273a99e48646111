//! Canonicalisation of loops and conditionals.

use strata_ir::prelude::*;

mod execute_region;
mod for_op;
mod forall;
mod if_op;
mod index_switch;
mod parallel;
mod while_op;

/// Replaces an op by the ops of one of its blocks; the operands of the terminator become its results.
fn inline(rw: &mut Rewriter<'_>, op: Op, block: Block, args: &[Value]) -> Option<()> {
    let last = rw.terminator(block)?;
    let at = InsertPoint::before(rw, op);
    rw.inline_block_before(block, at, args);
    let values: Vec<Value> = rw.operands(last).collect();
    rw.replace_op(op, &values);
    rw.erase_op(last);
    Some(())
}

/// Gives an op the discardable attributes of another one.
fn copy_extra(rw: &mut Rewriter<'_>, from: Op, to: Op) {
    for (name, attr) in rw.extra_attrs(from).to_vec() {
        rw.set_extra_attr(to, name, Some(attr));
    }
}

/// Whether a value is defined outside of the regions of an op.
fn is_outside(b: &Body, op: Op, value: Value) -> bool {
    let parent = b.def_block(value).and_then(|block| b.block_parent_op(block));
    parent.is_none_or(|p| !b.is_ancestor(op, p))
}

/// The items for which `keep` holds.
fn kept<T: Copy>(items: &[T], keep: &[bool]) -> Vec<T> {
    items.iter().zip(keep).filter(|(_, k)| **k).map(|(&item, _)| item).collect()
}

/// Erases the arguments from number `first` on for which `keep` does not hold; nothing uses them.
fn drop_args(rw: &mut Rewriter<'_>, block: Block, first: usize, keep: &[bool]) {
    for i in (0..keep.len()).rev().filter(|&i| !keep[i]) {
        rw.erase_block_arg(block, first + i);
    }
}

/// Replaces the results that are kept by those of `new`, in order. Nothing uses the others.
fn replace_kept(rw: &mut Rewriter<'_>, op: Op, new: Op, keep: &[bool]) {
    let (olds, news) = (rw.results(op).to_vec(), rw.results(new).to_vec());
    for (old, new) in kept(&olds, keep).into_iter().zip(news) {
        rw.replace_value(old, new);
    }
    rw.erase_op(op);
    rw.touch(new);
}

/// The truth of a constant condition.
fn constant_bool(b: &Body, value: Value) -> Option<bool> {
    let attr = constant_value(b, value)?;
    Some(!b.cx().attr_as::<IntegerAttr>(attr)?.value.is_zero())
}

/// Replaces the uses of `condition` inside of a region by a constant.
fn assume_in_region(rw: &mut Rewriter<'_>, condition: Value, region: Region, value: bool) -> Option<()> {
    let inside = |b: &Body, op: Op| {
        let mut at = b.parent_region(op);
        while let Some(r) = at {
            if r == region {
                return true;
            }
            at = b.region_parent(r).and_then(|p| b.parent_region(p));
        }
        false
    };
    let uses: Vec<(Op, usize)> = rw.uses_of(condition).filter(|&(op, _)| inside(rw, op)).collect();
    if uses.is_empty() {
        return None;
    }
    let (attr, i1) = (rw.cx().bool_attr(value), rw.cx().i1());
    let constant = rw.constant("arith", attr, i1)?;
    for (op, i) in uses {
        rw.set_operand(op, i, constant);
    }
    Some(())
}

/// Where it is not known how often regions are executed: which of the results of `op` are used.
fn used_results(b: &Body, op: Op) -> Vec<bool> {
    b.results(op).iter().map(|&v| b.has_uses(v)).collect()
}

/// Keeps only some operands of the terminators of the given regions.
fn keep_yielded(rw: &mut Rewriter<'_>, regions: &[Region], keep: &[bool]) {
    for &region in regions {
        for block in rw.blocks(region).to_vec() {
            let Some(last) = rw.terminator(block) else { continue };
            if !rw.successors(last).is_empty() {
                continue;
            }
            let values: Vec<Value> = rw.operands(last).collect();
            let defs: Vec<Op> = values.iter().filter_map(|&v| rw.def_op(v)).collect();
            rw.set_operands(last, &kept(&values, keep));
            for def in defs {
                rw.touch(def);
            }
        }
    }
}
