//! An assembly format is made of the directives of ODS.

use strata_ir::prelude::*;

/// Its format has a word that is no directive.
#[op(name = "probe.op", asm = "$input attr-dictionary")]
pub struct FormatOp {
    /// The only operand.
    pub input: Operand<AnyType>,
}

fn main() {}
