//! All dialects and passes of this repository, for the tools.

use strata_ir::core::{Dialect, Registry};
use strata_pass::PassRegistry;

/// The dialects, in the order of registration.
pub const DIALECTS: &[&Dialect] = &[&strata_builtin::DIALECT];

/// A registry with all dialects.
pub fn registry() -> Registry {
    let mut registry = Registry::new();
    for dialect in DIALECTS {
        registry.register(dialect);
    }
    registry
}

/// A registry with all passes and named pipelines.
pub fn passes() -> PassRegistry {
    let mut passes = PassRegistry::new();
    strata_passes_generic::register(&mut passes);
    passes
}
