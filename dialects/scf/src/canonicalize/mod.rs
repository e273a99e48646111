//! Canonicalisation of loops and conditionals.

pub use for_op::replace_carried;

use strata_ir::prelude::*;

mod execute_region;
mod for_op;
mod forall;
mod if_op;
mod index_switch;
mod parallel;
mod region_branch;
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

/// Gives an op that is about to be made all attributes of another one of the same kind.
fn copy_attrs(b: &Body, from: Op, to: &mut OpState) {
    to.attrs = (0..b.info(from).attrs.len()).map(|slot| b.attr_slot(from, slot)).collect();
    to.extra = b.extra_attrs(from).to_vec();
}

/// Whether an op is in a region, however deep.
fn is_in_region(b: &Body, region: Region, op: Op) -> bool {
    let regions =
        std::iter::successors(b.parent_region(op), |&r| b.region_parent(r).and_then(|p| b.parent_region(p)));
    regions.into_iter().any(|r| r == region)
}

/// The items for which `keep` holds.
fn kept<T: Copy>(items: &[T], keep: &[bool]) -> Vec<T> {
    items.iter().zip(keep).filter(|(_, k)| **k).map(|(&item, _)| item).collect()
}

/// Erases the arguments from number `first` on for which `keep` does not hold; nothing uses them.
fn drop_args(rw: &mut Rewriter<'_>, block: Block, first: usize, keep: &[bool]) {
    let mut keeps = std::iter::repeat_n(true, first).chain(keep.iter().copied());
    rw.retain_block_args(block, |_, _| keeps.next().unwrap_or(true));
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

/// A new constant of type `i1`.
fn bool_constant(rw: &mut Rewriter<'_>, value: bool) -> Option<Value> {
    let (attr, i1) = (rw.cx().bool_attr(value), rw.cx().i1());
    rw.constant("arith", attr, i1)
}

/// A new constant of type `index`.
fn index_constant(rw: &mut Rewriter<'_>, value: i64) -> Option<Value> {
    let (attr, index) = (rw.cx().index_attr(value), rw.cx().index());
    rw.constant("arith", attr, index)
}

/// Replaces the uses of a value inside of a region.
fn replace_in_region(rw: &mut Rewriter<'_>, region: Region, old: Value, new: Value) {
    let uses: Vec<(Op, usize)> =
        rw.uses_of(old).filter(|&(user, _)| is_in_region(rw, region, user)).collect();
    for (user, i) in uses {
        rw.set_operand(user, i, new);
    }
}
