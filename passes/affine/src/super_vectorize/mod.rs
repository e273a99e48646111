//! `affine-super-vectorize`: parallel affine loops become loops over vectors.
//!
//! Before:
//! ```mlir
//! affine.for %i = 0 to 64 {
//!   %x = affine.load %a[%i] : memref<64xf32>
//!   %y = math.exp %x : f32
//!   affine.store %y, %b[%i] : memref<64xf32>
//! }
//! ```
//! After, for vectors of 8:
//! ```mlir
//! affine.for %i = 0 to 64 step 8 {
//!   %p = ub.poison : f32
//!   %x = vector.transfer_read %a[%i], %p : memref<64xf32>, vector<8xf32>
//!   %y = math.exp %x : vector<8xf32>
//!   vector.transfer_write %y, %b[%i] : vector<8xf32>, memref<64xf32>
//! }
//! ```
//! A nest is a loop for each dimension of the vectors (`nests.rs`), the innermost nest for which all ops can be widened (`widen.rs`) wins. With
//! `vectorize-reductions`, loops that combine a carried value are vectorized too, and what the last vector has too much is masked (`reductions.rs`).
//!
//! As upstream, the elements of the last vector behind the end of a loop are left to the transfers, which stop at the end of the memref: bounds must
//! be those of the memrefs, or multiples of the size of the vectors. Stays: loops around conditionals, around memrefs with a layout, and around ops
//! that do not work element by element.

mod body_check;
mod nests;
mod reductions;
mod state;
mod widen;

use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use strata_affine::ForOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassError, PassResult, pass};

use self::{
    nests::{Nest, nests_of},
    state::State,
};
use crate::{
    analysis::{
        parallel::is_memory_parallel,
        reduction::{Reduction, reduction_of},
    },
    loops::{is_complete, loops_post_order},
};

/// Vectorize to a target independent n-D vector abstraction.
#[pass(
    name = "affine-super-vectorize",
    class = "AffineVectorize",
    on = "func.func",
    produces = [affine, arith, ub, vector]
)]
pub struct AffineSuperVectorize {
    /// Specify an n-D virtual vector size for vectorization. This must be greater than zero.
    pub virtual_vector_size: Vec<i64>,
    /// Specify a 1-D, 2-D or 3-D pattern of fastest varying memory dimensions to match.
    pub test_fastest_varying: Vec<i64>,
    /// Vectorize known reductions expressed via iter_args. Switched off by default.
    pub vectorize_reductions: bool,
}

/// The loops whose iterations may run in any order, each with the reductions that it carries.
type ParallelLoops = IndexMap<Op, Vec<Reduction>>;

impl BodyPass for AffineSuperVectorize {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        self.check(body, cx)?;
        // Upstream has patterns of up to three loops.
        if !(1..=3).contains(&self.virtual_vector_size.len()) {
            return Ok(());
        }
        let loops = self.parallel_loops(body);
        let mut erased = FxHashSet::default();
        for group in nests_of(body, &loops, self.virtual_vector_size.len(), &self.test_fastest_varying) {
            // Nests of a group have loops in common, so that only one of them is vectorized.
            for nest in group {
                if !erased.contains(&nest.root.op()) && self.vectorize(body, &nest, &loops, &mut erased) {
                    break;
                }
            }
        }
        Ok(())
    }
}

impl AffineSuperVectorize {
    fn check(&self, body: &Body, cx: &mut PassCx<'_>) -> Result<(), PassError> {
        let (sizes, loc) = (&self.virtual_vector_size, body.loc(Op::SELF));
        if !self.test_fastest_varying.is_empty() && self.test_fastest_varying.len() != sizes.len() {
            let message = "Fastest varying pattern specified with different size than the vector size.";
            return Err(cx.error(loc, message));
        }
        if self.vectorize_reductions && sizes.len() != 1 {
            return Err(cx.error(loc, "Vectorizing reductions is supported only for 1-D vectors."));
        }
        if sizes.iter().any(|&size| size <= 0) {
            return Err(cx.error(loc, "Vectorization factor must be greater than zero."));
        }
        Ok(())
    }

    fn parallel_loops(&self, b: &Body) -> ParallelLoops {
        let parallel = |for_op: ForOp| {
            let n = b.results(for_op.op()).len();
            if !is_complete(b, for_op) || (n != 0 && !self.vectorize_reductions) {
                return None;
            }
            let reductions = (0..n).map(|i| reduction_of(b, for_op, i)).collect::<Option<_>>()?;
            is_memory_parallel(b, for_op).then_some((for_op.op(), reductions))
        };
        loops_post_order(b).into_iter().filter_map(parallel).collect()
    }

    /// Replaces the loops of a nest by loops over vectors, whose loops `erased` then has. `false`, without the new loops, if an op of the nest
    /// has no form on vectors.
    fn vectorize(
        &self,
        body: &mut Body,
        nest: &Nest,
        loops: &ParallelLoops,
        erased: &mut FxHashSet<Op>,
    ) -> bool {
        let root = nest.root.op();
        let ops: Vec<Op> = std::iter::once(root).chain(body.ops_in(root)).collect();
        let mut state = State::new(body, nest, &self.virtual_vector_size, loops);
        if ops.iter().any(|&op| state.vectorize(body, op).is_none()) {
            state.abandon(body);
            return false;
        }
        for (result, value) in std::mem::take(&mut state.reduced) {
            body.replace_all_uses(result, value);
        }
        erased.extend(ops);
        body.erase(root);
        true
    }
}
