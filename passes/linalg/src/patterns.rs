//! How the passes of this crate apply their patterns.

use strata_ir::prelude::*;
use strata_pass::PassResult;

/// Applies patterns and folds until nothing changes; ops are not canonicalized.
pub(crate) fn apply(body: &mut Body, patterns: &PatternSet) -> PassResult {
    let config = GreedyConfig { canonicalize: false, ..Default::default() };
    Ok(rewrite_greedily(body, patterns, &config).into_result()?)
}

/// [`apply`] of a table.
pub(crate) fn apply_rows(body: &mut Body, rows: &[PatternRow]) -> PassResult {
    let mut patterns = PatternSet::new();
    patterns.add(rows);
    apply(body, &patterns)
}
