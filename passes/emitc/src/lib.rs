//! Upstream's passes over programs of `emitc`, by its names. They read and write no other dialect.

mod expressions;
mod wrap;

use strata_pass::PassRegistry;

/// Registers the passes.
pub fn register(registry: &mut PassRegistry) {
    registry.add::<expressions::FormExpressions>().add::<wrap::WrapEmitCFuncInClass>();
}
