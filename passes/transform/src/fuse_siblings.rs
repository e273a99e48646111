//! Loops with the same iterations as one loop.
//!
//! ```mlir
//! %r = scf.for %i = %a to %b step %c iter_args(%x = %p) { … }
//! %q = scf.for %i = %a to %b step %c iter_args(%y = %o) { … }
//! ```
//! becomes
//! ```mlir
//! %r:2 = scf.for %i = %a to %b step %c iter_args(%x = %p, %y = %o) { … … }
//! ```

use strata_ir::prelude::*;
use strata_scf::{ForOp, ForallOp, YieldOp};

use crate::loops::replace;

/// Why `target` cannot be where `source` is; the op at which that is reported.
pub fn check(body: &Body, target: Op, source: Op) -> Result<(), (Op, &'static str)> {
    if target == source {
        return Err((source, "target and source need to be different loops"));
    }
    let block = body.parent_block(source);
    if body.parent_block(target) != block {
        return Err((source, "target and source are not in the same block"));
    }
    // The op of the block in which an op is.
    let in_block = |op: Op| body.ancestor_in(op, block?);
    if body.is_before(target, source) {
        let users = body.results(target).iter().flat_map(|&v| body.users(v));
        let late =
            |user: Op| in_block(user).is_none_or(|user| user != source && body.is_before(source, user));
        if !users.into_iter().all(late) {
            return Err((target, "user of results of target should be properly dominated by source"));
        }
        return Ok(());
    }
    let early = |v: Value| {
        let def = body.def_op(v).filter(|&def| body.parent_block(def) == block);
        def.is_none_or(|def| def != source && body.is_before(def, source))
    };
    if !body.operands(target).all(early) {
        return Err((target, "operands of target should be properly dominated by source"));
    }
    if !body.ops_in(target).into_iter().flat_map(|op| body.operands(op).collect::<Vec<_>>()).all(early) {
        let message = "values used inside regions of target should be properly dominated by source";
        return Err((target, message));
    }
    Ok(())
}

/// Fuses `target` into `source`, whose place the new loop takes; the values of `target` come first. `None`, with nothing changed, if the
/// loops do not have the same iterations.
pub fn fuse(body: &mut Body, target: Op, source: Op) -> Option<Op> {
    if let (Some(target), Some(source)) = (target.as_op::<ForOp>(body), source.as_op::<ForOp>(body)) {
        return fuse_for(body, target, source);
    }
    fuse_forall(body, target.as_op::<ForallOp>(body)?, source.as_op::<ForallOp>(body)?)
}

fn fuse_for(body: &mut Body, target: ForOp, source: ForOp) -> Option<Op> {
    let bounds = |op: ForOp| [op.lower_bound(body), op.upper_bound(body), op.step(body)];
    let [lower, upper, step] = bounds(target);
    if bounds(source) != [lower, upper, step] {
        return None;
    }
    let inits: Vec<Value> = target.init_args(body).chain(source.init_args(body)).collect();
    let yielded: Vec<Vec<Value>> = [target, source]
        .map(|op| op.terminator(body).map_or(Vec::new(), |end| body.operands(end.op()).collect()))
        .into();
    let iv_type = body.ty(lower);
    let mut b = Builder::before(body, source.op());
    let types: Vec<Type> = inits.iter().map(|&v| b.ty(v)).collect();
    let new = ForOp::build(&mut b, lower, upper, step, &inits, None, &types);
    let mut args = vec![iv_type];
    args.extend(types);
    let block = b.region_block(new, 0, &args, |_, block| block);
    let args = body.block_args(block).to_vec();
    let n = yielded[0].len();
    let mut values = Vec::new();
    for ((op, list), carried) in
        [target, source].into_iter().zip(&yielded).zip([&args[1..=n], &args[n + 1..]])
    {
        let own: Vec<Value> = [args[0]].into_iter().chain(carried.iter().copied()).collect();
        let old_block = op.body_block(body);
        let old: Vec<Value> = body.block_args(old_block).to_vec();
        if let Some(end) = op.terminator(body) {
            body.erase(end);
        }
        let at = InsertPoint::at_end(block);
        body.inline_block(old_block, at, &own);
        // A value that is yielded as it came in is the argument of the new loop.
        values.extend(list.iter().map(|v| old.iter().position(|o| o == v).map_or(*v, |i| own[i])));
    }
    YieldOp::build(&mut Builder::at_end(body, block), &values);
    let results = body.results(new.op()).to_vec();
    replace(body, target.op(), &results[..n]);
    replace(body, source.op(), &results[n..]);
    Some(new.op())
}

fn fuse_forall(body: &mut Body, target: ForallOp, source: ForallOp) -> Option<Op> {
    let bounds = |op: ForallOp| [op.lower_bounds(body), op.upper_bounds(body), op.steps(body)];
    let [lower, upper, step] = bounds(target);
    let mapping = body.attr(source.op(), "mapping");
    if bounds(source) != [lower.clone(), upper.clone(), step.clone()]
        || body.attr(target.op(), "mapping") != mapping
    {
        return None;
    }
    let inits: Vec<Value> = target.outputs(body).chain(source.outputs(body)).collect();
    let n = target.outputs(body).count();
    let mut b = Builder::before(body, source.op());
    let mut all = (Vec::new(), Vec::new());
    let new = ForallOp::create(&mut b, [&lower, &upper, &step], &inits, mapping, |b, ivs, args| {
        all = (ivs.to_vec(), args.to_vec());
        strata_scf::InParallelOp::create(b, |_| ());
    });
    let end = new.terminator(body)?;
    let writes = *body.blocks(end.region(body)).first()?;
    let (ivs, outs) = all;
    for (op, outs) in [(target, &outs[..n]), (source, &outs[n..])] {
        let own: Vec<Value> = ivs.iter().chain(outs).copied().collect();
        let old_block = op.body_block(body);
        let old_end = op.terminator(body)?;
        let old_writes = *body.blocks(old_end.region(body)).first()?;
        let params = body.block_args(old_block).to_vec();
        for (&param, &v) in params.iter().zip(&own) {
            body.replace_all_uses(param, v);
        }
        body.inline_block(old_writes, InsertPoint::at_end(writes), &[]);
        body.erase(old_end);
        let at = InsertPoint::before(body, end.op());
        body.inline_block(old_block, at, &own);
    }
    let results = body.results(new.op()).to_vec();
    replace(body, target.op(), &results[..n]);
    replace(body, source.op(), &results[n..]);
    Some(new.op())
}
