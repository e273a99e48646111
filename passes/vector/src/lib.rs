//! Passes that rewrite ops on vectors into simpler ones of `vector` and `arith`: upstream's, by upstream's names.

mod mask;
mod multi_reduction;
mod shuffle_tree;
mod subset_ops;

use strata_ir::prelude::*;
use strata_pass::{PassRegistry, PassResult};

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<subset_ops::FoldTensorSubsetOps>()
        .add::<mask::LowerVectorMask>()
        .add::<multi_reduction::LowerVectorMultiReduction>()
        .add::<shuffle_tree::LowerToFromElementsToShuffleTree>();
}

/// Applies patterns and folds until nothing changes; ops are not canonicalized.
fn apply(body: &mut Body, patterns: &PatternSet) -> PassResult {
    let config = GreedyConfig { canonicalize: false, ..Default::default() };
    match rewrite_greedily(body, patterns, &config).not_converged {
        Some(d) => Err(d.into()),
        None => Ok(()),
    }
}
