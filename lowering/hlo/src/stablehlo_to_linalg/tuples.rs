//! Tuples and async ops: values that consist of several values.

use strata_ir::prelude::*;

use super::{
    Lowered,
    state::{Lowering, terminator},
};

/// The new values of the tuple or future that an op reads.
fn known(l: &Lowering, b: &Body, op: Op) -> Lowered<Vec<Value>> {
    let whole = b.operands(op).next().ok_or("it has no operand")?;
    l.parts.get(&whole).cloned().ok_or_else(|| "its operand is not taken apart".into())
}

/// `tuple`.
pub(super) fn join(l: &mut Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<()> {
    let values = l.operands(b, op)?;
    l.parts.insert(b.result(op, 0), values);
    Ok(())
}

/// `get_tuple_element`.
pub(super) fn element(l: &mut Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<()> {
    let index = b.attr(op, "index").and_then(|a| b.cx().attr_i64(a)).unwrap_or(0);
    let parts = known(l, b, op)?;
    let part = usize::try_from(index).ok().and_then(|i| parts.get(i).copied());
    l.set(b.result(op, 0), part.ok_or("the tuple has too few elements")?);
    Ok(())
}

/// `async_start`: its computation runs at the start.
pub(super) fn start(l: &mut Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<()> {
    let region = *b.regions(op).first().ok_or("it has no region")?;
    let &[block] = b.blocks(region) else { return Err("a region must have one block".into()) };
    let values = l.operands(b, op)?;
    for (arg, value) in b.block_args(block).to_vec().into_iter().zip(values) {
        l.set(arg, value);
    }
    l.block(b, block, false);
    let last = terminator(b, block)?;
    let values = l.operands(b, last)?;
    l.parts.insert(b.result(op, 0), values);
    Ok(())
}

/// `async_done`.
pub(super) fn done(l: &mut Lowering, b: &mut Builder<'_>, op: Op) -> Lowered<()> {
    let parts = known(l, b, op)?;
    for (old, new) in b.results(op).to_vec().into_iter().zip(parts) {
        l.set(old, new);
    }
    Ok(())
}
