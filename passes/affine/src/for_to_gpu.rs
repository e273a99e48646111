//! `convert-affine-for-to-gpu`: nests of affine loops become launches, whose blocks and threads are the iterations of the outer loops.
//!
//! Before: `affine.for %i = 0 to %n { affine.for %j = 0 to 32 { … } }`. After: a `gpu.launch` of `%n` blocks of 32 threads. That the iterations
//! are independent is the caller's to know, as upstream.

use strata_affine::{ForOp, ValueMap};
use strata_arith::{AddIOp, CeilDivSIOp, MaxSIOp, MinSIOp, MulIOp, SubIOp, constant_index};
use strata_gpu::{LaunchOp, LaunchShape};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassError, PassResult, pass};
use strata_passes_analysis::affine_expr::expand_affine_map;

/// Convert top-level AffineFor Ops to GPU kernels.
#[pass(name = "convert-affine-for-to-gpu", class = "ConvertAffineForToGPUPass", produces = [arith, gpu], each_body)]
pub struct ConvertAffineForToGpu {
    /// Number of GPU block dimensions for mapping.
    #[option(default = 1)]
    pub gpu_block_dims: u32,
    /// Number of GPU thread dimensions for mapping.
    #[option(default = 1)]
    pub gpu_thread_dims: u32,
}

impl BodyPass for ConvertAffineForToGpu {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        if self.gpu_block_dims == 0 && self.gpu_thread_dims == 0 {
            return Ok(());
        }
        let ops: Vec<Op> = body.regions(Op::SELF).iter().flat_map(|&r| body.region_ops(r)).collect();
        for op in ops {
            if let Some(root) = op.as_op::<ForOp>(body) {
                let nest = self.mappable(body, root, cx)?;
                self.convert(body, &nest, cx)?;
            }
        }
        Ok(())
    }
}

/// A loop that is mapped: where it begins, its step, and its number of iterations.
struct Range {
    lower: Value,
    step: Value,
    count: Value,
    unit: bool,
}

impl ConvertAffineForToGpu {
    /// The loops that become dimensions of blocks and threads.
    fn mappable(&self, b: &Body, root: ForOp, cx: &mut PassCx<'_>) -> Result<Vec<ForOp>, PassError> {
        for (n, what) in [(self.gpu_block_dims, "block"), (self.gpu_thread_dims, "thread")] {
            if n > 3 {
                let message = format!("'affine.for' op cannot map to more than 3 {what} dimensions");
                return Err(cx.error(b.loc(root.op()), message));
            }
        }
        let depth = (self.gpu_block_dims + self.gpu_thread_dims) as usize;
        let mut nest: Vec<ForOp> = Vec::new();
        let mut at = root;
        let inside = |v: Value| !b.is_defined_outside(v, root.op());
        loop {
            let (lower, upper) = (at.lower(b), at.upper(b));
            if lower.operands.into_iter().chain(upper.operands).any(inside) {
                let message = "loops with bounds depending on other mapped loops are not supported";
                return Err(cx.error(b.loc(at.op()), message));
            }
            if !b.results(at.op()).is_empty() {
                return Err(cx.error(b.loc(at.op()), "'affine.for' op that carries values cannot be mapped"));
            }
            nest.push(at);
            if nest.len() == depth {
                return Ok(nest);
            }
            let block = at.region_block(b);
            let first =
                b.first_op(block).filter(|&op| b.next_op(op).is_some() && b.next_op(op) == b.last_op(block));
            let Some(first) = first else {
                return Err(cx.error(b.loc(at.op()), "expected perfectly nested loops in the body"));
            };
            match first.as_op::<ForOp>(b) {
                Some(inner) => at = inner,
                None => return Err(cx.error(b.loc(first), "expected a nested loop")),
            }
        }
    }
    fn convert(&self, body: &mut Body, nest: &[ForOp], cx: &mut PassCx<'_>) -> PassResult {
        let (root, n_blocks) = (nest[0], self.gpu_block_dims as usize);
        let loc = body.loc(root.op());
        let mut b = Builder::before(body, root.op());
        let mut ranges = Vec::new();
        for op in nest {
            match range(&mut b, *op) {
                Ok(range) => ranges.push(range),
                Err(message) => {
                    let message = format!("'affine.for' op cannot be mapped: {message}");
                    return Err(cx.error(loc, message));
                }
            }
        }
        let needs_one = n_blocks < 3 || self.gpu_thread_dims < 3;
        let one = if needs_one { constant_index(&mut b, 1) } else { ranges[0].count };
        let sizes = |ranges: &[Range]| {
            let mut sizes = [one; 3];
            sizes.iter_mut().zip(ranges).for_each(|(size, range)| *size = range.count);
            sizes
        };
        let (blocks, threads) = ranges.split_at(n_blocks);
        let (grid, block) = (sizes(blocks), sizes(threads));
        let launch = LaunchOp::create(&mut b, grid, block, &LaunchShape::default(), |_, _| {});
        let Some(ids) = launch.args(&b).map(|args| (args.block_ids(), args.thread_ids())) else {
            return Ok(());
        };
        let inner = nest[nest.len() - 1].region_block(&b);
        let target = b.regions(launch.op()).first().and_then(|&r| b.blocks(r).first().copied());
        let (Some(target), Some(end)) = (target, b.last_op(inner)) else { return Ok(()) };
        b.goto(InsertPoint::at_start(&b, target));
        let ids = ids.0.into_iter().take(n_blocks).chain(ids.1);
        for ((id, range), op) in ids.zip(&ranges).zip(nest) {
            let scaled = if range.unit { id } else { MulIOp::build(&mut b, range.step, id, None) };
            let value = AddIOp::build(&mut b, range.lower, scaled, None);
            if let Some(iv) = op.induction_var(&b) {
                b.body().replace_all_uses(iv, value);
            }
        }
        let at = b.point();
        if let (Some(first), Some(last)) = (b.first_op(inner), b.prev_op(end)) {
            b.body().move_ops(first, last, at);
        }
        body.erase(root.op());
        Ok(())
    }
}

/// The range of a loop, computed before the nest.
fn range(b: &mut Builder<'_>, op: ForOp) -> Result<Range, String> {
    let (lower, upper, step) = (op.lower(b), op.upper(b), op.step_value(b));
    let lower = bound(b, &lower, MaxSIOp::build)?;
    let upper = bound(b, &upper, MinSIOp::build)?;
    let mut count = SubIOp::build(b, upper, lower, None);
    let step_value = constant_index(b, step);
    if step != 1 {
        count = CeilDivSIOp::build(b, count, step_value);
    }
    Ok(Range { lower, step: step_value, count, unit: step == 1 })
}

/// The largest or smallest result of the map of a bound.
fn bound(
    b: &mut Builder<'_>,
    vm: &ValueMap,
    combine: fn(&mut Builder<'_>, Value, Value) -> Value,
) -> Result<Value, String> {
    let values = expand_affine_map(b, &vm.map, &vm.operands)?;
    let value = values.into_iter().reduce(|x, y| combine(b, x, y));
    value.ok_or_else(|| "a bound has no result".to_owned())
}
