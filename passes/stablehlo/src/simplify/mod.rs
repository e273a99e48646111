//! The rules of `stablehlo-aggressive-simplification` in addition to the folders and canonicalizations of the ops.
//!
//! Each rule has its equation as its documentation. No rule adds computation, and none assumes that a float is not NaN.

mod algebra;
mod dynamic;
mod join;
mod regions;
mod shape;
mod unknown;

use strata_ir::prelude::*;

pub use dynamic::{PATTERNS as DYNAMIC_PATTERNS, known_dimension};

/// Adds all rules.
pub fn add_rules(patterns: &mut PatternSet) {
    for rows in [
        algebra::PATTERNS,
        dynamic::PATTERNS,
        join::PATTERNS,
        regions::PATTERNS,
        shape::PATTERNS,
        unknown::PATTERNS,
    ] {
        patterns.add(rows);
    }
}
