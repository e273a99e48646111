//! Common code of the tests in this folder.

use std::sync::Arc;

use strata_generate::Generator;
use strata_ir::core::Context;

/// A context with all dialects and its generator.
pub fn generator() -> (Arc<Context>, Generator) {
    let cx = strata_registry::registry().freeze();
    let generator = strata_registry::recipes::generator(&cx).expect("every recipe is one");
    (cx, generator)
}
