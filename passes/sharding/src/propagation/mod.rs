//! Propagation of shardings through the ops of a program.

use strata_pass::PassRegistry;

/// Registers these passes.
pub(crate) fn register(_registry: &mut PassRegistry) {}
