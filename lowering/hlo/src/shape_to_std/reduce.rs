//! `shape.reduce`: the steps one behind the other, where the number of sizes is known, and else a loop over an extent tensor.
//!
//! ```mlir
//! %n = shape.reduce(%s, %c1) : tensor<?xindex> -> index {
//! ^bb0(%i: index, %size: index, %product: index):
//!   %next = arith.muli %size, %product : index
//!   shape.yield %next : index
//! }
//! ```
//! becomes
//! ```mlir
//! %rank = tensor.dim %s, %c0 : tensor<?xindex>
//! %n = scf.for %i = %c0 to %rank step %c1 iter_args(%product = %c1) -> (index) {
//!   %size = tensor.extract %s[%i] : tensor<?xindex>
//!   %next = arith.muli %size, %product : index
//!   scf.yield %next : index
//! }
//! ```

use strata_ir::prelude::*;
use strata_scf::ForOp;
use strata_shape::{ReduceOp, ShapeType, SizeType, YieldOp};
use strata_tensor as tensor;

use super::{Known, Lowered, index};

/// Steps that are written one behind the other at most.
const MAX_STEPS: usize = 64;

impl Known {
    /// Lowers a reduction, with the ops of its steps.
    pub(super) fn lower_reduce(&mut self, body: &mut Body, reduce: ReduceOp) -> Lowered<()> {
        let op = reduce.op();
        let block = body.regions(op).first().and_then(|&r| body.blocks(r).first().copied());
        let block = block.ok_or("its region is empty")?;
        let mut builder = Builder::before(body, op);
        builder.set_cur_loc(builder.loc(op));
        let results = self.steps(&mut builder, reduce, block);
        // The steps are lowered, the ops that they were made of are not.
        for inner in body.block_ops(block).collect::<Vec<_>>().into_iter().rev() {
            body.erase(inner);
        }
        let old = body.results(op).to_vec();
        for (old, new) in old.into_iter().zip(results?) {
            if body.ty(old) == body.ty(new) {
                body.replace_all_uses(old, new);
            } else {
                self.sizes.insert(old, new);
            }
        }
        self.done.push(op);
        Ok(())
    }

    /// All steps; the result has the values after the last one.
    fn steps(&mut self, b: &mut Builder<'_>, reduce: ReduceOp, block: Block) -> Lowered<Vec<Value>> {
        let (shape, inits) = (reduce.shape(b), reduce.init_vals(b).collect::<Vec<_>>());
        let mut carried = Vec::with_capacity(inits.len());
        for v in inits {
            carried.push(self.carried(b, v)?);
        }
        match self.shape(b, shape) {
            Ok(sizes) if sizes.len() <= MAX_STEPS => {
                for (i, size) in sizes.into_iter().enumerate() {
                    let i = index(b, i as i64);
                    carried = self.step(b, block, i, size, carried)?;
                }
                Ok(carried)
            }
            Err(why) if b.cx().type_as::<TensorType>(b.ty(shape)).is_none() => Err(why),
            _ => self.loop_over(b, block, shape, &carried),
        }
    }

    /// A value that goes from step to step: sizes are indices.
    fn carried(&self, b: &Body, v: Value) -> Lowered<Value> {
        let ty = b.ty(v);
        if b.cx().type_as::<ShapeType>(ty).is_some() {
            return Err("it combines shapes");
        }
        if b.cx().type_as::<SizeType>(ty).is_some() { self.size(b, v) } else { Ok(v) }
    }

    /// The ops of one step, lowered; the result has the values for the next one.
    fn step(
        &mut self,
        b: &mut Builder<'_>,
        block: Block,
        i: Value,
        size: Value,
        carried: Vec<Value>,
    ) -> Lowered<Vec<Value>> {
        let mut map = IdMap::new();
        let args = b.block_args(block).to_vec();
        for (arg, value) in args.into_iter().zip([i, size].into_iter().chain(carried)) {
            map.map(arg, value);
        }
        let at = b.point();
        let mut ops = Vec::new();
        for op in b.block_ops(block).collect::<Vec<_>>() {
            let new = b.body().clone_op(op, &mut map);
            b.body().insert(new, at);
            ops.push(new);
        }
        let end = ops.pop().filter(|end| end.isa::<YieldOp>(b)).ok_or("its region has no end")?;
        for op in ops {
            let mut all = vec![op];
            b.walk_in(op, |inner| {
                all.push(inner);
                WalkControl::Continue
            });
            for inner in all {
                if b.is_live(inner) && b.info(inner).dialect() == "shape" {
                    self.lower(b.body(), inner)?;
                }
            }
        }
        // The end follows values that are replaced.
        let next = b.operands(end).map(|v| self.carried(b, v)).collect();
        b.body().erase(end);
        next
    }

    /// A loop over the sizes in a tensor.
    fn loop_over(
        &mut self,
        b: &mut Builder<'_>,
        block: Block,
        shape: Value,
        carried: &[Value],
    ) -> Lowered<Vec<Value>> {
        let (zero, one) = (index(b, 0), index(b, 1));
        let ty = b.cx().index();
        let rank = tensor::DimOp::build(b, shape, zero, ty);
        let mut failed = None;
        let op = ForOp::create(b, [zero, rank, one], carried, |b, i, carried| {
            let size = tensor::ExtractOp::build(b, shape, &[i]);
            match self.step(b, block, i, size, carried.to_vec()) {
                Ok(next) => next,
                Err(why) => {
                    failed = Some(why);
                    carried.to_vec()
                }
            }
        });
        match failed {
            None => Ok(b.results(op.op()).to_vec()),
            Some(why) => Err(why),
        }
    }
}
