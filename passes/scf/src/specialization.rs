//! `scf-for-loop-specialization` and `scf-parallel-loop-specialization`: a copy of the loop for the bounds that it mostly has.
//!
//! Before:
//! ```mlir
//! %n = affine.min affine_map<(d0)[s0] -> (1024, s0 - d0)>(%i)[%m]
//! scf.for %j = %c0 to %n step %c1 { … }
//! ```
//! After:
//! ```mlir
//! %full = arith.cmpi eq, %n, %c1024 : index
//! scf.if %full {
//!   scf.for %j = %c0 to %c1024 step %c1 { … }
//! } else {
//!   scf.for %j = %c0 to %n step %c1 { … }
//! }
//! ```
//! The loop with a constant bound can be unrolled and vectorized. Each nest of such loops doubles what it contains, so loops with more
//! than `limits().unroll_ops` ops stay.

use strata_affine::MinOp;
use strata_arith::{AndIOp, CmpIOp, CmpIPredicate, constant, constant_index};
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::loop_nest::ops_of;
use strata_scf::{ForOp, IfOp, ParallelOp};

/// Specialize `for` loops for vectorization.
#[pass(name = "scf-for-loop-specialization", class = "SCFForLoopSpecialization", produces = [arith, scf], each_body)]
pub struct ForLoopSpecialization;

impl BodyPass for ForLoopSpecialization {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in ops_of::<ForOp>(body) {
            if !is_copied(body, op.op()) {
                continue;
            }
            let upper = op.upper_bound(body);
            let Some(least) = least_constant(body, upper) else { continue };
            let mut b = Builder::before(body, op.op());
            let value = b.cx().int_attr(least, b.ty(upper));
            let bound = constant(&mut b, value);
            let condition = equal(&mut b, upper, bound);
            specialize(&mut b, op.op(), condition, &[(upper, bound)]);
        }
        Ok(())
    }
}

/// Specialize parallel loops for vectorization.
#[pass(
    name = "scf-parallel-loop-specialization",
    class = "SCFParallelLoopSpecialization",
    produces = [arith, scf],
    each_body
)]
pub struct ParallelLoopSpecialization;

impl BodyPass for ParallelLoopSpecialization {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in ops_of::<ParallelOp>(body) {
            if !is_copied(body, op.op()) {
                continue;
            }
            let uppers: Vec<Value> = op.upper_bound(body).collect();
            let least: Option<Vec<i64>> = uppers.iter().map(|&v| least_constant(body, v)).collect();
            let Some(least) = least else { continue };
            let mut b = Builder::before(body, op.op());
            let (mut condition, mut bounds): (Option<Value>, Vec<(Value, Value)>) = (None, Vec::new());
            for (upper, least) in uppers.into_iter().zip(least) {
                let bound = constant_index(&mut b, least);
                let is_full = equal(&mut b, upper, bound);
                condition = Some(match condition {
                    Some(others) => AndIOp::build(&mut b, others, is_full),
                    None => is_full,
                });
                bounds.push((upper, bound));
            }
            if let Some(condition) = condition {
                specialize(&mut b, op.op(), condition, &bounds);
            }
        }
        Ok(())
    }
}

/// Whether there may be two copies of a loop: it has no results, which both would need to give, and is not too large.
fn is_copied(body: &Body, op: Op) -> bool {
    body.results(op).is_empty() && body.ops_in(op).len() <= body.cx().limits().unroll_ops as usize
}

/// The smallest constant among the results of the `affine.min` that makes `bound`.
fn least_constant(body: &Body, bound: Value) -> Option<i64> {
    body.def_as::<MinOp>(bound)?.value_map(body).map.results().iter().filter_map(|e| e.as_const()).min()
}

fn equal(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    let predicate = CmpIPredicate::Eq.attr(b.cx());
    CmpIOp::build(b, predicate, x, y)
}

/// Replaces a loop without results by two copies in a conditional, the first of them with constants in the place of its bounds.
fn specialize(b: &mut Builder<'_>, op: Op, condition: Value, bounds: &[(Value, Value)]) {
    let mut map = IdMap::new();
    for &(bound, constant) in bounds {
        map.map(bound, constant);
    }
    let copy = |b: &mut Builder<'_>, map: &mut IdMap| {
        let new = b.body().clone_op(op, map);
        b.insert_op(new);
        Vec::new()
    };
    let conditional = IfOp::create_then(b, condition, &[], |b| copy(b, &mut map));
    b.region_block(conditional, 1, &[], |b, _| {
        copy(b, &mut IdMap::new());
        strata_scf::YieldOp::build(b, &[]);
    });
    b.body().erase(op);
}
