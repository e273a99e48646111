//! Chapter 4: an interface through which passes query ops.

use strata_ir::prelude::*;

/// Ops whose shape follows from those of their operands.
pub trait InferShape {
    /// The sizes of the result, or the reason why there is no such result. The shapes of all operands are known.
    fn infer_shape(&self, body: &Body) -> Result<Vec<i64>, String>;
}
