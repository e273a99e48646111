//! Payloads put where their ops were: moved or cloned to the insertion point.

use strata_ir::{affine::AffineMap, prelude::*};
use strata_linalg::IndexOp;

/// Uses the results of `new` from `first` on in place of those of `old`, which goes.
pub(crate) fn replace(body: &mut Body, old: Op, new: Op, first: usize) {
    for (i, old) in body.results(old).to_vec().into_iter().enumerate() {
        let value = body.result(new, first + i);
        body.replace_all_uses(old, value);
    }
    body.erase(old);
}

/// Moves the ops of a payload to the insertion point, with `values` for its arguments, and returns what it yields. The op that it was of
/// can only be erased then.
///
/// `loops` is as for [`clone_payload`].
pub(crate) fn move_payload(
    b: &mut Builder<'_>,
    block: Block,
    values: &[Value],
    loops: Option<&AffineMap>,
) -> Vec<Value> {
    for (arg, &value) in b.block_args(block).to_vec().into_iter().zip(values) {
        b.body().replace_all_uses(arg, value);
    }
    let Some(terminator) = b.terminator(block) else { return Vec::new() };
    let yielded = |b: &Builder<'_>| b.operands(terminator).collect();
    if loops.is_none_or(AffineMap::is_identity) {
        if let (Some(first), Some(last)) = (b.first_op(block), b.prev_op(terminator)) {
            let at = b.point();
            b.body().move_ops(first, last, at);
        }
        return yielded(b);
    }
    let ops: Vec<Op> = b.block_ops(block).collect();
    for op in ops {
        if op == terminator {
            break;
        }
        if let (Some(index), Some(loops)) = (op.as_op::<IndexOp>(b), loops) {
            let dim = index.loop_number(b).unwrap_or(0);
            let new = loops.result(dim).as_dim().expect("checked by `fusable`");
            let value = IndexOp::create(b, new as usize);
            let old = b.result(op, 0);
            b.body().replace_all_uses(old, value);
            continue;
        }
        let at = b.point();
        b.body().move_op(op, at);
    }
    yielded(b)
}

/// Clones the ops of a payload to the insertion point, and returns what it yields.
///
/// `loops` maps the loops of the new op to those of the old one, for `linalg.index`.
pub(crate) fn clone_payload(
    b: &mut Builder<'_>,
    block: Block,
    map: &mut IdMap,
    loops: Option<&AffineMap>,
) -> Vec<Value> {
    clone_payload_with(b, block, map, |b, dim| {
        let new = loops.map_or(dim, |l| l.result(dim).as_dim().expect("checked by `fusable`") as usize);
        IndexOp::create(b, new)
    })
}

/// Clones the ops of a payload to the insertion point, with `values` for its arguments and in the same loops, and returns what it yields.
pub(crate) fn clone_payload_on(b: &mut Builder<'_>, block: Block, values: &[Value]) -> Vec<Value> {
    let mut map = IdMap::new();
    for (old, &new) in b.block_args(block).to_vec().into_iter().zip(values) {
        map.map(old, new);
    }
    clone_payload(b, block, &mut map, None)
}

/// Clones the ops of a payload to the insertion point, with indices of loops that `index` makes, and returns what it yields.
pub(crate) fn clone_payload_with(
    b: &mut Builder<'_>,
    block: Block,
    map: &mut IdMap,
    index: impl Fn(&mut Builder<'_>, usize) -> Value,
) -> Vec<Value> {
    let ops: Vec<Op> = b.block_ops(block).collect();
    for op in ops {
        if b.has_trait(op, Trait::Terminator) {
            return b.operands(op).map(|v| map.get(v)).collect();
        }
        if let Some(of_loop) = op.as_op::<IndexOp>(b) {
            let value = index(b, of_loop.loop_number(b).unwrap_or(0));
            map.map(b.result(op, 0), value);
            continue;
        }
        let new = b.clone_op(op, map);
        b.insert_op(new);
    }
    Vec::new()
}
