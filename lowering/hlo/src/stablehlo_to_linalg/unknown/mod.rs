//! Lowerings of ops on tensors with dynamic sizes.
//!
//! Sizes are values of type `index`: those of arguments come from their buffers, those of results from operands. No lowering relies on
//! constraints on sizes that are not checked: see [`sizes`](super::sizes).

pub(super) mod convolution;

use strata_ir::prelude::*;

use super::types;

/// Whether an op has operands or results with dynamic sizes that its lowering depends on.
pub(super) fn applies(b: &Body, op: Op) -> bool {
    b.operand_types(op).chain(b.result_types(op)).any(|t| types::is_unknown(b.cx(), t))
}
