//! Text of PTX.

use strata_ir::prelude::*;

/// Inline PTX, for an instruction that has no op.
#[op(
    name = "nvvm.inline_ptx",
    traits = [AttrSizedOperandSegments],
    asm = "$ptxCode (`ro` `(` $readOnlyArgs^ `:` type($readOnlyArgs) `)`)? (`rw` `(` $readWriteArgs^ `:` type($readWriteArgs) `)`)? (`,` `predicate` `=` $predicate^)? attr-dict (`->` type($writeOnlyArgs)^)?",
)]
pub struct InlinePtxOp {
    /// Operands that the text reads.
    #[ir_name = "readOnlyArgs"]
    pub read_only_args: Variadic<AnyType>,
    /// Operands that the text reads and writes.
    #[ir_name = "readWriteArgs"]
    pub read_write_args: Variadic<AnyType>,
    /// The text.
    #[ir_name = "ptxCode"]
    pub ptx_code: Attr<StringAttr>,
    /// Whether it happens.
    pub predicate: OptOperand<I1>,
    /// Results, which the text writes.
    #[ir_name = "writeOnlyArgs"]
    pub write_only_args: VariadicRes<AnyType>,
}
