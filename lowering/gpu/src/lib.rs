//! From structured ops on buffers to kernels of NVIDIA GPUs, and these to the `nvvm` dialect.

use strata_pass::PassRegistry;

/// Registers the passes of this crate.
pub fn register(_registry: &mut PassRegistry) {}
