//! Passes that bring a program into the form that propagation works on.

use strata_pass::PassRegistry;

/// Registers these passes.
pub(crate) fn register(_registry: &mut PassRegistry) {}
