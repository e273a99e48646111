//! An optional group of an assembly format has an anchor.

use strata_ir::prelude::*;

/// Nothing says when the group is printed.
#[op(name = "probe.op", asm = "(`with` $input)? attr-dict")]
pub struct FormatOp {
    /// An operand that may be absent.
    pub input: OptOperand<AnyType>,
}

fn main() {}
