//! Applies the patterns of `pdl`, which are programs, to ops of any dialect.
//!
//! `matcher.rs` finds what the ops of a pattern stand for, `rewrite.rs` does what its rewrite says, and `apply.rs` gives patterns to the greedy
//! driver; a [`Pattern`] alone only matches. Conditions and rewrites that patterns call by name are functions in [`Natives`].
//!
//! **Architecture invariants.** A pattern is not changed while it is applied; a match that fails changes nothing.

mod apply;
mod matcher;
mod native;
mod object;
mod pass;
mod pattern;
mod rewrite;
mod types;

pub use apply::apply_patterns;
pub use native::{ConstraintFn, Natives, RewriteFn};
pub use object::Object;
pub use pattern::Pattern;

use strata_pass::PassRegistry;

/// Registers the passes.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<pass::ApplyPdlPatterns>();
}
