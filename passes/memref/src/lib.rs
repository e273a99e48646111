//! Passes on buffers and views of them: upstream's, by upstream's names.
//!
//! `access` is a uniform reading of ops that access elements of a buffer. The passes themselves are files with the names of what they do.
//!
//! They read and write `memref`, `affine`, `arith`, `index` and the accesses of `vector`; `runtime_checks` also reads structured ops.

mod access;
mod bubble_down_casts;
mod extract_addresses;
mod flatten;
mod fold_alias_ops;
mod normalize;
mod runtime_checks;
mod strided_metadata;

use strata_ir::prelude::*;
use strata_pass::{PassRegistry, PassResult};

pub use extract_addresses::EXTRACT_ADDRESSES;
pub use fold_alias_ops::FOLD_ALIAS_OPS;
pub use strided_metadata::EXPAND_STRIDED_METADATA;

/// Registers the passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry
        .add::<bubble_down_casts::BubbleDownMemorySpaceCasts>()
        .add::<flatten::FlattenMemrefs>()
        .add::<fold_alias_ops::AffineFoldMemRefAliasOps>()
        .add::<fold_alias_ops::FoldMemRefAliasOps>()
        .add::<normalize::NormalizeMemRefs>()
        .add::<runtime_checks::GenerateRuntimeVerification>()
        .add::<strided_metadata::ExpandStridedMetadata>();
}

/// Applies patterns and folds until nothing changes; ops are not canonicalized.
fn apply(body: &mut Body, patterns: &PatternSet) -> PassResult {
    let config = GreedyConfig { canonicalize: false, top_down: false, ..Default::default() };
    Ok(rewrite_greedily(body, patterns, &config).into_result()?)
}
