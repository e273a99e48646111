//! Upstream's way from `scf.parallel` to launches: one pass says by attributes which loop runs over blocks and threads, the other one makes the
//! launch.

mod convert;
mod map;

use strata_pass::PassRegistry;

/// The attribute of `scf.parallel` that has the mappings of its dimensions.
pub(crate) const MAPPING: &str = "mapping";

/// Registers the passes.
pub(crate) fn register(registry: &mut PassRegistry) {
    registry.add::<convert::ConvertParallelLoopsToGpu>().add::<map::MapParallelLoops>();
}
