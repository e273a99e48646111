//! Ops on tensors whose sizes are known when the program runs.
//!
//! Sizes are values of type `index` there: those of arguments come from their buffers, those of results from operands or
//! from the numbers that the ops get. Nothing here assumes that a program keeps what it promises of its sizes: see
//! [`sizes`](super::sizes).

pub(super) mod contraction;
pub(super) mod convolution;
pub(super) mod elements;
pub(crate) mod keys;
pub(super) mod places;
pub(super) mod reduction;
pub(super) mod shape;
pub(super) mod slices;

use strata_ir::prelude::*;

use super::types;

/// Whether an op has operands or results of unknown sizes that it needs to know.
pub(super) fn applies(b: &Body, op: Op) -> bool {
    b.operand_types(op).chain(b.result_types(op)).any(|t| types::is_unknown(b.cx(), t))
}
