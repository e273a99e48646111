//! Unrolling of loops whose copies are put into the loops inside of them.
//!
//! ```mlir
//! scf.for %i = %c0 to %c8 step %c1 { scf.for %j = %lb to %ub step %s { "use"(%i, %j) } }
//! ```
//! with two copies becomes
//! ```mlir
//! scf.for %i = %c0 to %c8 step %c2 { scf.for %j = %lb to %ub step %s { "use"(%i, %j)  "use"(%i + 1, %j) } }
//! ```

use strata_ir::prelude::*;
use strata_scf::{ForOp, YieldOp};

use crate::loops::inline_once;

/// Ops that one loop may become.
const MAX_OPS: u64 = 1 << 22;

/// Whether the bounds of all loops in a loop are defined outside of it.
fn inner_bounds_are_fixed(body: &Body, op: ForOp) -> bool {
    body.ops_in(op.op()).into_iter().filter_map(|o| o.as_op::<ForOp>(body)).all(|inner| {
        let bounds = [inner.lower_bound(body), inner.upper_bound(body), inner.step(body)];
        bounds.into_iter().all(|v| body.is_defined_outside(v, op.op()))
    })
}

/// Unrolls a loop so many times, and puts the copies together in the loops in it. `None`, with nothing changed, if it has results, bounds in
/// it depend on it, or its iterations cannot be divided so.
pub fn unroll_and_jam(body: &mut Body, op: ForOp, factor: u64) -> Option<()> {
    if factor == 1 {
        return Some(());
    }
    let [_, _, step] = op.constant_bounds(body)?;
    let trips = op.trip_count(body)?;
    if !inner_bounds_are_fixed(body, op) || !body.results(op.op()).is_empty() || factor == 0 {
        return None;
    }
    let factor = factor.min(trips);
    let ops = body.ops_in(op.op()).len() as u64;
    if factor == 0 || trips % factor != 0 || factor.checked_mul(ops)? > MAX_OPS {
        return None;
    }
    let new_step = step.checked_mul(i64::try_from(factor).ok()?)?;
    let (iv, block) = (op.induction_var(body), op.body_block(body));
    if body.block_ops(block).count() == 1 {
        return Some(());
    }
    let mut jam = Jam { iv, step: op.step(body), copies: vec![IdMap::new(); factor as usize - 1] };
    jam.block(body, block);
    let ty = body.ty(iv);
    let mut b = Builder::before(body, op.op());
    let attr = b.cx().int_attr(new_step, ty);
    let stride = strata_arith::constant(&mut b, attr);
    body.set_operand(op.op(), 2, stride);
    if op.trip_count(body) == Some(1) {
        inline_once(body, op);
    }
    Some(())
}

struct Jam {
    iv: Value,
    step: Value,
    /// The values of each copy, by those of the loop.
    copies: Vec<IdMap>,
}

impl Jam {
    /// Adds the copies of all but the last op of a block.
    fn block(&mut self, body: &mut Body, block: Block) {
        let mut run = Vec::new();
        let end = body.last_op(block);
        for op in body.block_ops(block).collect::<Vec<_>>() {
            let inner = op.as_op::<ForOp>(body);
            if inner.is_some() || Some(op) == end {
                self.copy(body, &std::mem::take(&mut run));
            }
            match inner {
                Some(inner) => strata_ir::core::writer::deep(|| self.inner_loop(body, inner)),
                None => run.push(op),
            }
        }
    }
    /// Puts the copies of neighbours behind them.
    fn copy(&mut self, body: &mut Body, run: &[Op]) {
        let Some(&last) = run.last() else { return };
        let ty = body.ty(self.iv);
        let (mut at, loc) = (InsertPoint::after(body, last), body.loc(last));
        for (i, map) in self.copies.iter_mut().enumerate() {
            let mut b = Builder::new(body, at, loc);
            if b.has_uses(self.iv) {
                let number = b.cx().int_attr(i as i64 + 1, ty);
                let number = strata_arith::constant(&mut b, number);
                let distance = strata_arith::MulIOp::build(&mut b, self.step, number, None);
                let iv = strata_arith::AddIOp::build(&mut b, self.iv, distance, None);
                map.map(self.iv, iv);
            }
            for &op in run {
                let new = b.body().clone_op(op, map);
                b.insert_op(new);
            }
            at = b.point();
        }
    }
    /// An inner loop carries the values of all copies.
    fn inner_loop(&mut self, body: &mut Body, old: ForOp) {
        let inits: Vec<Value> = old.init_args(body).collect();
        if inits.is_empty() {
            let block = old.body_block(body);
            return self.block(body, block);
        }
        let mut all = inits.clone();
        all.extend(self.copies.iter().flat_map(|map| inits.iter().map(|&v| map.get(v)).collect::<Vec<_>>()));
        let types: Vec<Type> = all.iter().map(|&v| body.ty(v)).collect();
        let mut b = Builder::before(body, old.op());
        let bounds = [old.lower_bound(&b), old.upper_bound(&b), old.step(&b)];
        let unsigned = b.attr(old.op(), "unsignedCmp");
        let new = ForOp::build(&mut b, bounds[0], bounds[1], bounds[2], &all, unsigned, &types);
        let mut args = vec![b.ty(bounds[0])];
        args.extend(types);
        let block = b.region_block(new, 0, &args, |_, block| block);
        let args = body.block_args(block).to_vec();
        let old_args = old.region_iter_args(body).to_vec();
        let n = inits.len();
        let (old_block, at) = (old.body_block(body), InsertPoint::at_end(block));
        // Copies know the carried values by the arguments that the first one has.
        body.inline_block(old_block, at, &args[..=n]);
        let results = body.results(new.op()).to_vec();
        let olds = body.results(old.op()).to_vec();
        for (c, map) in self.copies.iter_mut().enumerate() {
            for i in 0..n {
                let place = (c + 1) * n + i;
                map.map(args[1 + i], args[1 + place]).map(old_args[i], args[1 + place]);
                map.map(results[i], results[place]);
            }
        }
        self.block(body, block);
        if let Some(end) = body.last_op(block).filter(|end| end.isa::<YieldOp>(body)) {
            let first: Vec<Value> = body.operands(end).collect();
            let mut values = first.clone();
            values.extend(
                self.copies.iter().flat_map(|map| first.iter().map(|&v| map.get(v)).collect::<Vec<_>>()),
            );
            body.set_operands(end, &values);
        }
        olds.into_iter().zip(results).for_each(|(old, new)| body.replace_all_uses(old, new));
        body.erase(old.op());
    }
}
