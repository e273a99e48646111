//! Passes over programs of `ml_program`, by upstream's names. They read and write no other dialect; calls are known by their interface.

mod pipeline_globals;

use strata_pass::PassRegistry;

/// Registers the passes.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<pipeline_globals::PipelineGlobals>();
}
