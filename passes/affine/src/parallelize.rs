//! `affine-parallelize`: loops whose iterations do not depend on each other become parallel ones.
//!
//! Before: `affine.for %i = 0 to %n { … }`. After: `affine.parallel (%i) = (0) to (symbol(%n)) { … }`.

use strata_affine::{ForOp, ParallelOp};
use strata_ir::{affine::AffineMap, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{
    analysis::{
        parallel::is_memory_parallel,
        reduction::{Reduction, reduction_kind, reduction_of},
    },
    loops::is_complete,
};

/// Convert affine.for ops into 1-D affine.parallel.
#[pass(name = "affine-parallelize", class = "AffineParallelize", on = "func.func", produces = [affine])]
pub struct AffineParallelize {
    /// Maximum number of nested parallel loops to produce. Defaults to unlimited (UINT_MAX).
    #[option(default = u32::MAX)]
    pub max_nested: u32,
    /// Whether to parallelize reduction loops. Defaults to false.
    pub parallel_reductions: bool,
}

impl BodyPass for AffineParallelize {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let mut candidates = Vec::new();
        for op in body.all_ops() {
            if let Some(for_op) = op.as_op::<ForOp>(body)
                && let Some(reductions) = self.parallel(body, for_op)
            {
                candidates.push((for_op, reductions));
            }
        }
        for (for_op, reductions) in candidates {
            if nesting(body, for_op.op()) < self.max_nested as usize {
                parallelize(body, for_op, &reductions);
            }
        }
        Ok(())
    }
}

/// The number of parallel ops around an op in its affine scope.
fn nesting(b: &Body, op: Op) -> usize {
    let (mut n, mut at) = (0, op);
    while let Some(parent) = b.parent_op(at).filter(|&p| !b.has_trait(p, Trait::AffineScope)) {
        n += usize::from(parent.isa::<ParallelOp>(b));
        at = parent;
    }
    n
}

impl AffineParallelize {
    /// The reductions of a loop whose iterations are independent otherwise.
    fn parallel(&self, b: &Body, for_op: ForOp) -> Option<Vec<Reduction>> {
        let n = b.results(for_op.op()).len();
        let known = |i| {
            let reduction = reduction_of(b, for_op, i)?;
            (self.parallel_reductions && is_result_kind(b, &reduction)).then_some(reduction)
        };
        let reductions: Vec<Reduction> = (0..n).map(known).collect::<Option<_>>()?;
        (is_complete(b, for_op) && is_memory_parallel(b, for_op)).then_some(reductions)
    }
}

/// Whether `affine.parallel` has results of this kind. Its minima and maxima of integers are those of types with a sign, which `arith` has not;
/// and upstream rejects the other ones here.
fn is_result_kind(b: &Body, reduction: &Reduction) -> bool {
    !matches!(
        b.op_name(reduction.combiner),
        "arith.maxsi"
            | "arith.maxui"
            | "arith.minsi"
            | "arith.minui"
            | "arith.xori"
            | "arith.maxnumf"
            | "arith.minnumf"
    )
}

/// Replaces a loop by a parallel one, which starts its reductions from neutral values.
fn parallelize(body: &mut Body, for_op: ForOp, reductions: &[Reduction]) -> Option<()> {
    let (lower, upper, step) = (for_op.lower(body), for_op.upper(body), for_op.step_value(body));
    let cx = body.cx_arc().clone();
    let kinds: Vec<i64> =
        reductions.iter().map(|r| reduction_kind(body, r.combiner)).collect::<Option<_>>()?;
    let ints = |values: &[i64]| cx.array_attr(values.iter().map(|&v| cx.i64_attr(v)).collect());
    let group = |map: &AffineMap| {
        let ty = cx.tensor(&[1], cx.i32());
        cx.dense_attr(ty, (map.n_results() as i32).to_le_bytes().to_vec())
    };
    let types: Vec<Type> = body.result_types(for_op.op()).collect();
    let operands: Vec<Value> = lower.operands.iter().chain(&upper.operands).copied().collect();
    let (lower_groups, upper_groups) = (group(&lower.map)?, group(&upper.map)?);
    let (lower, upper) = (cx.affine_map_attr(lower.map), cx.affine_map_attr(upper.map));
    let mut b = Builder::before(body, for_op.op());
    let new = ParallelOp::build(
        &mut b,
        ints(&kinds),
        lower,
        lower_groups,
        upper,
        upper_groups,
        ints(&[step]),
        &operands,
        &types,
    );
    let (from, to) = (for_op.region(body), new.region(body));
    let inits: Vec<Value> = for_op.inits(body).collect();
    body.move_blocks(from, to);
    let block = new.region_block(body);
    let end = body.last_op(block)?;
    for (i, (reduction, &init)) in reductions.iter().zip(&inits).enumerate() {
        let at = InsertPoint::before(body, for_op.op());
        body.move_op(reduction.combiner, at);
        let result = body.result(new.op(), i);
        body.set_operands(reduction.combiner, &[init, result]);
        let combined = body.result(reduction.combiner, 0);
        let old = body.result(for_op.op(), i);
        body.replace_all_uses(old, combined);
    }
    let values: Vec<Value> = reductions.iter().map(|r| r.value).collect();
    body.set_operands(end, &values);
    for i in (1..body.block_args(block).len()).rev() {
        body.erase_block_arg(block, i);
    }
    body.erase(for_op.op());
    Some(())
}
