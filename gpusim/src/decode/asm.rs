//! Text of PTX inside of kernels.

use strata_ir::prelude::*;

use super::{Decoder, Step, unsupported};

impl Decoder<'_> {
    /// Translates `llvm.inline_asm`.
    pub(super) fn inline_asm(&mut self, op: Op) -> Step {
        let text =
            self.body.attr(op, "asm_string").and_then(|a| self.cx.attr_str(a)).unwrap_or("").to_owned();
        unsupported(format!("the text '{}' is not simulated", text.trim()))
    }
    /// Translates `nvvm.inline_ptx`.
    pub(super) fn inline_ptx(&mut self, op: Op) -> Step {
        let text = self.body.attr(op, "ptxCode").and_then(|a| self.cx.attr_str(a)).unwrap_or("").to_owned();
        unsupported(format!("the text '{}' is not simulated", text.trim()))
    }
}
