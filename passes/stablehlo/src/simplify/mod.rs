//! The rules of `stablehlo-aggressive-simplification` in addition to the folders and canonicalizations of the ops.
//!
//! Each rule has its equation as its documentation. No rule adds computation, and none assumes that a float is not NaN.

mod algebra;
mod dynamic_shapes;
mod dynamic_to_static;
mod regions;
mod shape;
mod slice_concat;

use strata_ir::prelude::*;

pub use dynamic_to_static::{PATTERNS as DYNAMIC_PATTERNS, known_dimension};

/// Adds all rules.
pub fn add_rules(patterns: &mut PatternSet) {
    for rows in [
        algebra::PATTERNS,
        dynamic_to_static::PATTERNS,
        slice_concat::PATTERNS,
        regions::PATTERNS,
        shape::PATTERNS,
        dynamic_shapes::PATTERNS,
    ] {
        patterns.add(rows);
    }
}
