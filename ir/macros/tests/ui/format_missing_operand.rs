//! An assembly format that does not write an operand loses it.

use strata_ir::prelude::*;

/// Its second operand is only a type in the text.
#[op(name = "probe.op", asm = "$lhs attr-dict `:` type($lhs) `,` type($rhs)")]
pub struct FormatOp {
    /// The operand that is written.
    pub lhs: Operand<AnyType>,
    /// The operand that is not.
    pub rhs: Operand<AnyType>,
}

fn main() {}
