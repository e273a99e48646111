//! Replacing a computation by its body.

use strata_ir::prelude::*;

/// Inlines a computation in front of its op, replaces the results of the op by the values that the body returns, and erases the op;
/// returns these values.
pub fn inline_computation(body: &mut Body, op: Op) -> Vec<Value> {
    let Some(child) = body.take_child(op) else { return Vec::new() };
    let block = child.regions(Op::SELF).first().and_then(|&r| child.blocks(r).first().copied());
    let Some(block) = block else {
        body.put_child(op, child);
        return Vec::new();
    };
    let mut map = IdMap::new();
    for (i, &arg) in child.block_args(block).iter().enumerate() {
        let operand = body.operand(op, i);
        map.map(arg, operand);
    }
    let last = child.last_op(block);
    for inside in child.block_ops(block).filter(|inside| Some(*inside) != last) {
        let new = body.import_op(&child, inside, &mut map);
        let at = InsertPoint::before(body, op);
        body.insert(new, at);
    }
    let returned: Vec<Value> =
        last.map(|last| child.operands(last).map(|v| map.get(v)).collect()).unwrap_or_default();
    for (i, &value) in returned.iter().enumerate() {
        let result = body.result(op, i);
        body.replace_all_uses(result, value);
    }
    body.put_child(op, child);
    body.erase(op);
    returned
}
