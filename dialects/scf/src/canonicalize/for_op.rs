//! Canonicalisation of `scf.for`.

use strata_ir::prelude::*;
use strata_tensor::CastOp;

use super::{copy_attrs, inline, region_branch};
use crate::ForOp;

impl Canonicalize for ForOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        let op = *self;
        trivial(op, rw).or_else(|| carried_cast(op, rw)).or_else(|| region_branch::simplify(rw, op.op()))
    }
}

/// Loops that run at most once, and loops that only yield values from outside.
fn trivial(op: ForOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let inits: Vec<Value> = op.init_args(rw).collect();
    match op.trip_count(rw)? {
        0 => {
            rw.replace_op(op.op(), &inits);
            return Some(());
        }
        1 => {
            let mut args = vec![op.lower_bound(rw)];
            args.extend(inits);
            let block = op.body_block(rw);
            return inline(rw, op.op(), block, &args);
        }
        _ => (),
    }
    let last = op.terminator(rw)?;
    if rw.prev_op(last.op()).is_some() {
        return None;
    }
    let yielded: Vec<Value> = last.results(rw).collect();
    if !yielded.iter().all(|&v| rw.is_defined_outside(v, op.op())) {
        return None;
    }
    rw.replace_op(op.op(), &yielded);
    Some(())
}

/// A value that is cast before the loop is carried with its own type, and cast where the loop needs it.
fn carried_cast(op: ForOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let inits: Vec<Value> = op.init_args(rw).collect();
    let (number, source) = inits.iter().enumerate().find_map(|(i, &init)| {
        let source = strata_tensor::cast_source(rw, init).filter(|&s| rw.ty(s) != rw.ty(init))?;
        rw.has_one_use(rw.result(op.op(), i)).then_some((i, source))
    })?;
    replace_carried(op, rw, number, source, |b, v, ty| CastOp::build(b, v, ty))
}

/// A loop that carries value `number` from `source` on, which has another type. `cast` makes a value of a type from one of the other:
/// where the loop needs the old type, where it yields, and behind it.
pub fn replace_carried(
    op: ForOp,
    rw: &mut Rewriter<'_>,
    number: usize,
    source: Value,
    cast: impl Fn(&mut Builder<'_>, Value, Type) -> Value,
) -> Option<()> {
    let last = op.terminator(rw)?;
    let (old_type, new_type) = (rw.ty(rw.result(op.op(), number)), rw.ty(source));
    let mut state = OpState::new(rw.info(op.op()), rw.loc(op.op()));
    state.operands = rw.operands(op.op()).collect();
    state.operands[3 + number] = source;
    state.result_types = rw.result_types(op.op()).collect();
    state.result_types[number] = new_type;
    copy_attrs(rw, op.op(), &mut state);
    let new = rw.create(state);
    let (from, to) = (rw.regions(op.op())[0], rw.regions(new)[0]);
    rw.move_blocks(from, to);
    let block = *rw.blocks(to).first()?;
    let old_arg = rw.block_args(block)[1 + number];
    let new_arg = rw.insert_block_arg(block, 1 + number, new_type);
    let at = InsertPoint::at_start(rw, block);
    rw.goto(at);
    let inside = cast(rw, new_arg, old_type);
    rw.replace_value(old_arg, inside);
    rw.erase_block_arg(block, 2 + number);
    let at = InsertPoint::before(rw, last.op());
    rw.goto(at);
    let yielded = rw.operand(last.op(), number);
    let outgoing = cast(rw, yielded, new_type);
    rw.set_operand(last.op(), number, outgoing);
    let at = InsertPoint::after(rw, new);
    rw.goto(at);
    let mut results = rw.results(new).to_vec();
    results[number] = cast(rw, results[number], old_type);
    for v in [inside, outgoing, results[number]] {
        let cast = rw.def_op(v)?;
        rw.touch(cast);
    }
    rw.replace_op(op.op(), &results);
    rw.touch(new);
    Some(())
}
