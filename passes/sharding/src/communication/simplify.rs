//! `stablehlo-simplify-collectives`: collectives that move what others have moved already, or that nobody reads.
//!
//! Before:
//! ```mlir
//! %0 = "stablehlo.all_reduce"(%a) … add …
//! %1 = "stablehlo.all_reduce"(%b) … add …
//! %2 = stablehlo.add %0, %1 : tensor<4xf32>
//! ```
//! After:
//! ```mlir
//! %0 = stablehlo.add %a, %b : tensor<4xf32>
//! %1 = "stablehlo.all_reduce"(%0) … add …
//! ```
//! - A collective without uses goes: all devices leave it out.
//! - Of two equal ones of the same operands in a block the first stays.
//! - A sum or difference of sums over the same devices, which have no other use, is the sum over devices of the sum or difference; the same
//!   for other functions. The order in which numbers are added changes, as it does with the number of devices.
//! - Sums are moved behind transposes and reshapes, where such sums and differences can be.
//! - The largest or smallest of equal numbers is that number: a second reduction by such a function over the same devices goes.

use rustc_hash::FxHashMap;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_stablehlo as hlo;

use super::{COPIED, Key, blocks, key};
use crate::export::combiner::Combiner;

/// Removes collectives that need not be, and reduces sums of tensors instead of each of them.
#[pass(
    name = "stablehlo-simplify-collectives",
    class = "SimplifyCollectivesPass",
    on = "func.func",
    produces = [stablehlo],
    idempotent
)]
pub struct SimplifyCollectives;

impl BodyPass for SimplifyCollectives {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for block in blocks(body) {
            // A block may be in a region of a collective that went.
            if body.is_live_block(block) {
                in_block(body, block);
            }
        }
        Ok(())
    }
}

fn in_block(b: &mut Body, block: Block) {
    move_reductions(b, block);
    let mut seen: FxHashMap<(Key, Vec<Value>), Op> = FxHashMap::default();
    for op in b.block_ops(block).collect::<Vec<_>>() {
        let Some(key) = key(b, op) else { continue };
        if is_reduced(b, op, &key) {
            let (results, operands) = (b.results(op).to_vec(), b.operands(op).collect::<Vec<_>>());
            results.into_iter().zip(operands).for_each(|(old, new)| b.replace_all_uses(old, new));
            b.erase(op);
            continue;
        }
        match seen.entry((key, b.operands(op).collect())) {
            std::collections::hash_map::Entry::Vacant(place) => _ = place.insert(op),
            std::collections::hash_map::Entry::Occupied(first) => {
                let (old, new) = (b.results(op).to_vec(), b.results(*first.get()).to_vec());
                old.into_iter().zip(new).for_each(|(old, new)| b.replace_all_uses(old, new));
                b.erase(op);
            }
        }
    }
    for op in b.block_ops(block).collect::<Vec<_>>().into_iter().rev() {
        if b.is_unused(op) && key(b, op).is_some() {
            b.erase(op);
        }
    }
}

/// Reduces sums in a block once, and moves sums to where this can be.
pub(super) fn move_reductions(b: &mut Body, block: Block) {
    for op in b.block_ops(block).collect::<Vec<_>>() {
        // An op before it may have taken its place.
        if b.is_live(op) {
            move_first(b, op);
            reduce_once(b, op);
        }
    }
}

/// Whether a collective takes the largest or smallest of numbers that are such already.
fn is_reduced(b: &Body, op: Op, own: &Key) -> bool {
    let is_idempotent = own.reduction.is_some_and(|(combiner, _)| combiner.is_idempotent());
    let mut operands = b.operands(op);
    is_idempotent
        && op.isa::<hlo::AllReduceOp>(b)
        && operands.all(|value| b.def_op(value).and_then(|def| key(b, def)).as_ref() == Some(own))
}

/// `f(all_reduce(a), all_reduce(b)) = all_reduce(f(a, b))`.
fn reduce_once(b: &mut Body, op: Op) -> Option<()> {
    let function = match b.op_name(op) {
        "stablehlo.add" | "stablehlo.subtract" => Combiner::Add,
        "stablehlo.maximum" => Combiner::Max,
        "stablehlo.minimum" => Combiner::Min,
        _ => return None,
    };
    let [x, y] = *b.operands(op).collect::<SmallVec<[Value; 2]>>() else { return None };
    let reduced = |b: &Body, value: Value| -> Option<(Op, Key)> {
        let def = b.def_op(value).filter(|def| def.isa::<hlo::AllReduceOp>(b))?;
        let own = key(b, def)?;
        let is_alone = b.num_operands(def) == 1 && b.has_one_use(value);
        let is_same = own.reduction.is_some_and(|(combiner, _)| combiner == function);
        (is_alone && is_same && b.parent_block(def) == b.parent_block(op)).then_some((def, own))
    };
    let ((first, key_x), (second, key_y)) = (reduced(b, x)?, reduced(b, y)?);
    if x == y || key_x != key_y {
        return None;
    }
    let (a, c) = (b.operand(first, 0), b.operand(second, 0));
    let (ty, result) = (b.ty(a), b.result(op, 0));
    if ty != b.ty(c) || ty != b.ty(result) {
        return None;
    }
    b.set_operand(op, 0, a);
    b.set_operand(op, 1, c);
    let result = b.result(op, 0);
    reduce_like(b, op, result, second);
    b.erase(first);
    b.erase(second);
    Some(())
}

/// `transpose(all_reduce(x)) = all_reduce(transpose(x))`, so that sums meet; the same for reshapes.
fn move_first(b: &mut Body, op: Op) -> Option<()> {
    if !op.isa::<hlo::TransposeOp>(b) && !op.isa::<hlo::ReshapeOp>(b) {
        return None;
    }
    let value = b.operand(op, 0);
    let reduced = b.def_op(value).filter(|def| def.isa::<hlo::AllReduceOp>(b))?;
    let is_alone = b.num_operands(reduced) == 1 && b.has_one_use(value);
    if !is_alone || key(b, reduced).is_none() || b.parent_block(reduced) != b.parent_block(op) {
        return None;
    }
    let operand = b.operand(reduced, 0);
    if b.ty(operand) != b.ty(value) {
        return None;
    }
    b.set_operand(op, 0, operand);
    let result = b.result(op, 0);
    reduce_like(b, op, result, reduced);
    b.erase(reduced);
    Some(())
}

/// Reduces a result of an op as another reduction does, whose region goes to the new one; all other uses read the new result.
pub(super) fn reduce_like(b: &mut Body, op: Op, result: Value, like: Op) -> Value {
    let mut state = OpState::new(b.info(like), b.loc(op));
    state.operands.push(result);
    state.result_types.push(b.ty(result));
    let cx = b.cx_arc().clone();
    for name in COPIED {
        if let Some(attr) = b.attr(like, name) {
            state.set_attr(&cx, name, attr);
        }
    }
    let made = Builder::after(b, op).build(state);
    if let (Some(&from), Some(&to)) = (b.regions(like).first(), b.regions(made).first()) {
        b.move_blocks(from, to);
    }
    let new = b.result(made, 0);
    b.replace_uses_if(result, new, |_, user| user != made);
    new
}
