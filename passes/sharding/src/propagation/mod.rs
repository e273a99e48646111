//! Propagation of shardings through the ops of a program.

mod populate;
pub mod rules;

pub use populate::PopulateOpShardingRules;
pub use rules::{Mode, sharding_rule, sharding_rule_in};

use strata_pass::PassRegistry;

/// Registers these passes.
pub(crate) fn register(registry: &mut PassRegistry) {
    registry.add::<PopulateOpShardingRules>();
}
