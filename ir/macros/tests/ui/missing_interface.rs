//! An interface that an op lists has to be implemented.

use strata_ir::prelude::*;

/// It promises to fold, but does not say how.
#[op(name = "probe.op", interfaces = [Fold])]
pub struct LazyOp {
    /// The only operand.
    pub input: Operand<AnyType>,
}

fn main() {}
