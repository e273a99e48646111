//! Passes that work on any dialect, through traits and interfaces.
//!
//! **Architecture invariants.** Names no dialect but `builtin`. No recursion over the nesting of the IR.

pub mod canonicalize;
pub mod cse;
pub mod equivalence;
pub mod regions;

use strata_pass::PassRegistry;

/// Registers all passes of this crate.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<canonicalize::Canonicalize>(&canonicalize::INFO).add::<cse::Cse>(&cse::INFO);
}
