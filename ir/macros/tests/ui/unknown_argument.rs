//! An argument that `#[op]` does not know is rejected.

use strata_ir::prelude::*;

/// Its argument is misspelled.
#[op(name = "probe.op", trats = [Pure])]
pub struct MisspelledOp;

fn main() {}
