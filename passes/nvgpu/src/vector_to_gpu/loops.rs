//! Loops that carry vectors carry their new values too.

use strata_ir::prelude::*;
use strata_scf::ForOp;

use super::Values;

/// A loop that carries the new values of its vectors behind what it carries.
pub(super) fn for_loop(body: &mut Body, old: ForOp, values: &mut Values) {
    let inits: Vec<Value> = old.init_args(body).collect();
    let (places, added): (Vec<usize>, Vec<Value>) =
        inits.iter().enumerate().filter_map(|(i, v)| Some((i, *values.get(v)?))).unzip();
    let n = inits.len();
    let all: Vec<Value> = inits.into_iter().chain(added).collect();
    let mut b = Builder::before(body, old.op());
    let (lower, upper, step) = (old.lower_bound(&b), old.upper_bound(&b), old.step(&b));
    let types: Vec<Type> = all.iter().map(|&v| b.ty(v)).collect();
    let unsigned = b.attr(old.op(), "unsignedCmp");
    let new = ForOp::build(&mut b, lower, upper, step, &all, unsigned, &types);
    let args: Vec<Type> = [b.ty(lower)].into_iter().chain(types).collect();
    let block = b.region_block(new, 0, &args, |_, block| block);
    for (name, attr) in body.extra_attrs(old.op()).to_vec() {
        let name = body.cx().str(name).to_owned();
        body.set_attr(new.op(), &name, Some(attr));
    }
    let args = body.block_args(block).to_vec();
    let (old_block, at) = (old.body_block(body), InsertPoint::at_end(block));
    body.inline_block(old_block, at, &args[..=n]);
    let (olds, news) = (body.results(old.op()).to_vec(), body.results(new.op()).to_vec());
    for (&old, &new) in olds.iter().zip(&news) {
        body.replace_all_uses(old, new);
    }
    body.erase(old.op());
    for (k, i) in places.into_iter().enumerate() {
        values.insert(news[i], news[n + k]);
        values.insert(args[1 + i], args[1 + n + k]);
    }
}

/// The end of an iteration: new values are carried in place of the old ones, which do not change any more.
pub(super) fn loop_end(body: &mut Body, end: Op, values: &Values) {
    let parent = body.parent_op(end).filter(|&p| p != Op::SELF).and_then(|p| p.as_op::<ForOp>(body));
    let Some(for_op) = parent else { return };
    let inits: Vec<Value> = for_op.init_args(body).collect();
    let mut yielded: Vec<Value> = body.operands(end).collect();
    for i in 0..yielded.len() {
        if let Some(&new) = values.get(&yielded[i]) {
            yielded[i] = inits[i];
            yielded.push(new);
        }
    }
    body.set_operands(end, &yielded);
}
