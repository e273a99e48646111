//! `scf-parallel-for-to-nested-fors`: runs the iterations of parallel loops one after the other.
//!
//! Before:
//! ```mlir
//! scf.parallel (%i, %j) = (%a, %b) to (%m, %n) step (%s, %t) { … }
//! ```
//! After:
//! ```mlir
//! scf.for %i = %a to %m step %s {
//!   scf.for %j = %b to %n step %t { … }
//! }
//! ```
//! Loops with reductions stay.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};
use strata_passes_analysis::loop_nest::ops_of;
use strata_scf::ParallelOp;

use crate::nest::replace_by_nest;

/// Convert SCF parallel for loops to nested SCF for loops.
#[pass(name = "scf-parallel-for-to-nested-fors", class = "SCFParallelForToNestedFors", produces = [scf], each_body)]
pub struct ParallelForToNestedFors;

impl BodyPass for ParallelForToNestedFors {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in ops_of::<ParallelOp>(body) {
            parallel_to_nest(body, op);
        }
        Ok(())
    }
}

/// Replaces a parallel loop by a nest of loops; returns them, outermost first. `None`, with nothing changed, if it has reductions.
pub fn parallel_to_nest(body: &mut Body, op: ParallelOp) -> Option<Vec<Op>> {
    if !body.results(op.op()).is_empty() {
        return None;
    }
    let bounds: Vec<[Value; 3]> = (op.lower_bound(body).zip(op.upper_bound(body)).zip(op.step(body)))
        .map(|((lower, upper), step)| [lower, upper, step])
        .collect();
    let block = op.body_block(body);
    if let Some(end) = op.reduce_op(body) {
        body.erase(end);
    }
    Some(replace_by_nest(body, op.op(), block, &bounds))
}
