//! An assembly format names fields of the op.

use strata_ir::prelude::*;

/// Its format names a field that it does not have.
#[op(name = "probe.op", asm = "$inputt attr-dict `:` type($input)")]
pub struct FormatOp {
    /// The only operand.
    pub input: Operand<AnyType>,
}

fn main() {}
