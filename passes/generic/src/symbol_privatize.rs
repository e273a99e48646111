//! `symbol-privatize`: makes all symbols private but those named in `exclude`.
//!
//! Before: `func.func @f()`. After: `func.func private @f()`.

use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Mark symbols private.
#[pass(name = "symbol-privatize", idempotent)]
pub struct SymbolPrivatize {
    /// Comma separated list of symbols that should not be marked private
    pub exclude: Vec<String>,
}

impl BodyPass for SymbolPrivatize {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let private = body.cx().string_attr("private");
        let regions = body.regions(Op::SELF).to_vec();
        let ops: Vec<Op> = regions.into_iter().flat_map(|r| body.region_ops(r)).collect();
        for op in ops {
            let Some(name) = body.symbol_name(op) else { continue };
            let name = body.cx().str(name);
            if !self.exclude.iter().any(|e| e == name) {
                body.set_attr(op, "sym_visibility", Some(private));
            }
        }
        Ok(())
    }
}
