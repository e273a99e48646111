//! `apply-pdl-patterns`: applies the patterns of the module `@patterns` to the other ops of the module around it.
//!
//! Before, with a pattern that replaces `arith.addi %x, %x` by `arith.shli %x, %c1`: `%0 = arith.addi %a, %a`. After: the latter.
//!
//! As upstream's greedy driver, it folds ops and erases dead ones. No functions are registered for patterns: a pattern that calls one is an error.

use strata_ir::{core::symbols::SymbolTable, prelude::*};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{apply_patterns, native::Natives};

/// Apply the PDL patterns of a nested module to the other operations.
#[pass(name = "apply-pdl-patterns", on = "builtin.module")]
pub struct ApplyPdlPatterns {
    /// The name of the module of the patterns
    #[option(default = "patterns".to_owned())]
    pub module: String,
}

impl BodyPass for ApplyPdlPatterns {
    fn run(&self, body: &mut Body, cx: &mut PassCx<'_>) -> PassResult {
        let name = body.cx().intern(&self.module);
        let found = SymbolTable::new(body).get(name);
        let Some(patterns) = found.and_then(|op| body.child(op)).cloned() else {
            let message = format!("there is no module '@{}' of patterns", self.module);
            return Err(cx.error(body.loc(Op::SELF), message));
        };
        let skip = |b: &Body, op: Op| b.child(op).is_some_and(|c| c.symbol_name(Op::SELF) == Some(name));
        apply_patterns(body, &patterns, &Natives::new(), &skip)?;
        // A rewrite may say anything: the ops that it creates may be wrong.
        let errors = body.verify();
        if errors.is_empty() { Ok(()) } else { Err(errors.into()) }
    }
}
