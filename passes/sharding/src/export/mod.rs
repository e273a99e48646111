//! From shardings of all tensors to the program of one device.

use strata_pass::PassRegistry;

/// Registers these passes.
pub(crate) fn register(_registry: &mut PassRegistry) {}
