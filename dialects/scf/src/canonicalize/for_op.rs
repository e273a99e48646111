//! Canonicalisation of `scf.for`.

use strata_ir::prelude::*;

use super::{copy_extra, drop_args, inline, is_outside, keep_yielded, kept};
use crate::ForOp;

impl Canonicalize for ForOp {
    fn canonicalize(&self, rw: &mut Rewriter<'_>) -> Option<()> {
        carried(*self, rw).or_else(|| trivial(*self, rw))
    }
}

/// What becomes of a carried value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// It stays.
    Kept,
    /// It is its initial value.
    Init,
    /// It is the carried value with this number, which comes before it.
    Like(usize),
}

/// Values that do not change are not carried, nor are values that nothing uses or that are carried already.
fn carried(op: ForOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let last = op.terminator(rw)?;
    let inits: Vec<Value> = op.init_args(rw).collect();
    let args = op.region_iter_args(rw).to_vec();
    let yielded: Vec<Value> = last.results(rw).collect();
    let results = op.results(rw).to_vec();
    // What becomes of each carried value.
    let fates: Vec<Fate> = (0..inits.len())
        .map(|i| {
            let same = yielded[i] == args[i] || yielded[i] == inits[i];
            let unused = !rw.has_uses(args[i]) && !rw.has_uses(results[i]);
            match (0..i).find(|&k| inits[k] == inits[i] && yielded[k] == yielded[i]) {
                _ if same || unused => Fate::Init,
                Some(k) => Fate::Like(k),
                None => Fate::Kept,
            }
        })
        .collect();
    let keep: Vec<bool> = fates.iter().map(|&f| f == Fate::Kept).collect();
    if keep.iter().all(|&k| k) {
        return None;
    }
    let [lower, upper, step] = [op.lower_bound(rw), op.upper_bound(rw), op.step(rw)];
    let types: Vec<Type> = results.iter().map(|&v| rw.ty(v)).collect();
    let unsigned = rw.attr(op.op(), "unsignedCmp");
    let new = ForOp::build(rw, lower, upper, step, &kept(&inits, &keep), unsigned, &kept(&types, &keep));
    copy_extra(rw, op.op(), new.op());
    let (from, to) = (op.body(rw), new.body(rw));
    keep_yielded(rw, &[from], &keep);
    for (i, &fate) in fates.iter().enumerate() {
        let (arg, result) = match fate {
            Fate::Kept => continue,
            Fate::Init => (inits[i], inits[i]),
            Fate::Like(k) => (args[k], results[k]),
        };
        rw.replace_value(args[i], arg);
        rw.replace_value(results[i], result);
    }
    let block = *rw.blocks(from).first()?;
    drop_args(rw, block, 1, &keep);
    rw.move_blocks(from, to);
    super::replace_kept(rw, op.op(), new.op(), &keep);
    Some(())
}

/// Loops that run at most once, and loops that only yield values from outside.
fn trivial(op: ForOp, rw: &mut Rewriter<'_>) -> Option<()> {
    let inits: Vec<Value> = op.init_args(rw).collect();
    match op.trip_count(rw) {
        Some(0) => {
            rw.replace_op(op.op(), &inits);
            return Some(());
        }
        Some(1) => {
            let mut args = vec![op.lower_bound(rw)];
            args.extend(inits);
            let block = op.body_block(rw);
            return inline(rw, op.op(), block, &args);
        }
        Some(_) => (),
        None => return None,
    }
    let last = op.terminator(rw)?;
    if rw.prev_op(last.op()).is_some() {
        return None;
    }
    let yielded: Vec<Value> = last.results(rw).collect();
    if !yielded.iter().all(|&v| is_outside(rw, op.op(), v)) {
        return None;
    }
    rw.replace_op(op.op(), &yielded);
    Some(())
}
