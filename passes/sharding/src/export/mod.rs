//! From shardings of all tensors to the program of one device.

mod global_to_local;
mod inline_computation;

use strata_pass::PassRegistry;

pub use global_to_local::ConvertGlobalToLocal;

/// Registers these passes.
pub(crate) fn register(registry: &mut PassRegistry) {
    registry.add::<ConvertGlobalToLocal>();
}
