//! Inlining of the computations of `sdy`.

use strata_ir::prelude::*;

/// Moves the ops of a computation in front of it, and replaces its results by what it returns, which are these values.
pub(crate) fn inline_computation(body: &mut Body, op: Op) -> Vec<Value> {
    let Some(child) = body.take_child(op) else { return Vec::new() };
    let block = child.regions(Op::SELF).first().and_then(|&region| child.blocks(region).first().copied());
    let Some(block) = block else { return Vec::new() };
    let mut map = IdMap::new();
    for (i, &arg) in child.block_args(block).iter().enumerate() {
        let operand = body.operand(op, i);
        map.map(arg, operand);
    }
    let last = child.last_op(block);
    for inside in child.block_ops(block).filter(|&inside| Some(inside) != last) {
        let new = body.import_op(&child, inside, &mut map);
        let at = InsertPoint::before(body, op);
        body.insert(new, at);
    }
    let returned: Vec<Value> =
        last.map(|last| child.operands(last).map(|value| map.get(value)).collect()).unwrap_or_default();
    for (i, &value) in returned.iter().enumerate() {
        let result = body.result(op, i);
        body.replace_all_uses(result, value);
    }
    body.put_child(op, child);
    body.erase(op);
    returned
}
