//! Rewriting: the [`Rewriter`], patterns, the greedy driver and dialect conversion.
//!
//! **Architecture invariants.** A pattern either returns `None` and has changed nothing, or `Some(())`. Drivers are
//! deterministic: work is done in program order, never in the order of a hash table.

pub mod constants;
pub mod conversion;
pub mod equivalence;
pub mod greedy;
pub mod pattern;
pub mod regions;
pub mod rewriter;

pub use constants::{constant_value, is_constant};
pub use greedy::{GreedyConfig, GreedyResult, rewrite_greedily, rewrite_greedily_in};
pub use pattern::{Canonicalize, FnPattern, PatternFn, PatternRow, PatternSet};
pub use regions::{RegionSimplification, simplify_regions};
pub use rewriter::Rewriter;

/// For the code that [`conversions`] and [`patterns`] make.
#[doc(hidden)]
pub mod for_macros {
    pub use strata_core::OpDef;
}
