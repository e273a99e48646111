//! Visiting a module with all the bodies nested in it.

use strata_ir::core::writer::deep;
use strata_ir::prelude::*;
use strata_pass::PassResult;

/// Calls `f` for the bodies nested in `body`, the outermost first.
pub(crate) fn for_each_nested(body: &mut Body, f: &mut dyn FnMut(&mut Body) -> PassResult) -> PassResult {
    for (_, child) in body.children_mut() {
        f(child)?;
        deep(|| for_each_nested(child, f))?;
    }
    Ok(())
}
