//! Which op is the last to read a value: there the value can be taken instead of copied, and overwritten in place.
//!
//! Only values that are read in the block that defines them have a last reader: another block may be entered again.

use strata_ir::prelude::{Block, Body, Entity, Op, Value};

/// For each op, by its number, a bit for each of the first 32 operands that nothing reads after the op.
pub(crate) fn last_uses(body: &Body) -> Vec<u32> {
    let mut last = vec![0u32; body.op_capacity()];
    // Numbers in the order in which the ops of a block run.
    let mut order = vec![0u32; body.op_capacity()];
    let ops = body.all_ops();
    for (number, op) in (0..).zip(&ops) {
        if let Some(slot) = order.get_mut(op.index()) {
            *slot = number;
        }
    }
    let number = |op: Op| order.get(op.index()).copied().unwrap_or(0);
    let mut mark = |value: Value, block: Block| {
        if let Some((op, i)) = last_use(body, value, block, number)
            && i < 32
            && let Some(bits) = last.get_mut(op.index())
        {
            *bits |= 1 << i;
        }
    };
    for &op in &ops {
        if let Some(block) = body.parent_block(op) {
            body.results(op).iter().for_each(|&v| mark(v, block));
        }
        for &block in body.regions(op).iter().flat_map(|&r| body.blocks(r)) {
            // The parallel insertions of such a loop change its arguments, which the loop reads at the end.
            if body.op_name(op) != "scf.forall" {
                body.block_args(block).iter().for_each(|&v| mark(v, block));
            }
        }
    }
    for &block in body.regions(Op::SELF).iter().flat_map(|&r| body.blocks(r)) {
        body.block_args(block).iter().for_each(|&v| mark(v, block));
    }
    last
}

/// The only operand that reads `value` last; `None` if there is none, several do, or a region or another block does.
fn last_use(body: &Body, value: Value, block: Block, number: impl Fn(Op) -> u32) -> Option<(Op, usize)> {
    let mut best: Option<(Op, Option<usize>)> = None;
    for (user, i) in body.uses_of(value) {
        let mut at = user;
        // The op of the block that reads the value itself or holds the op that does.
        while body.parent_block(at)? != block {
            at = body.parent_op(at)?;
        }
        let operand = (at == user).then_some(i);
        best = match best {
            Some((op, _)) if op == at => Some((op, None)),
            Some((op, which)) if number(op) > number(at) => Some((op, which)),
            _ => Some((at, operand)),
        };
    }
    best.and_then(|(op, i)| Some((op, i?)))
}
