//! The name of an op holds its dialect.

use strata_ir::prelude::*;

/// It belongs to no dialect.
#[op(name = "add")]
pub struct HomelessOp;

fn main() {}
