//! From shardings of all tensors to the program of one device.

mod collectives;
mod combiner;
mod divisible_shardings;
mod global_to_local;
mod inline_computation;
mod whole_dimensions;

use strata_pass::PassRegistry;

pub use collectives::ReshardToCollectives;
pub use divisible_shardings::RemoveNonDivisibleAxes;
pub use global_to_local::ConvertGlobalToLocal;
pub use whole_dimensions::divisible_rule;

/// Registers these passes.
pub(crate) fn register(registry: &mut PassRegistry) {
    registry.add::<ConvertGlobalToLocal>().add::<RemoveNonDivisibleAxes>().add::<ReshardToCollectives>();
}
