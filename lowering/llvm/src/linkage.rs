//! `llvm-add-comdats` and `llvm-use-default-visibility`: how the linker sees symbols.
//!
//! Before:
//! ```mlir
//! llvm.func linkonce @f() { llvm.return }
//! ```
//! After the first pass:
//! ```mlir
//! llvm.comdat @__llvm_comdat { llvm.comdat_selector @f any }
//! llvm.func linkonce @f() comdat(@__llvm_comdat::@f) { llvm.return }
//! ```
//! A function that has a comdat keeps it.

use strata_ir::prelude::*;
use strata_llvm::{ComdatOp, ComdatSelectorOp, FuncOp, Linkage};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// The table of the comdats that the pass adds.
const TABLE: &str = "__llvm_comdat";

/// Add comdats to linkonce and linkonce_odr functions.
#[pass(name = "llvm-add-comdats", class = "LLVMAddComdats", on = "builtin.module", idempotent)]
pub struct AddComdats;

impl BodyPass for AddComdats {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let cx = body.cx_arc().clone();
        let linkages = [Linkage::Linkonce, Linkage::LinkonceOdr].map(|l| Some(cx.attr(l)));
        let Some(block) = body.entry() else { return Ok(()) };
        let functions: Vec<Op> = body
            .block_ops(block)
            .filter(|&op| op.isa::<FuncOp>(body) && body.attr(op, "comdat").is_none())
            .filter(|&op| linkages.contains(&body.attr(op, "linkage")))
            .collect();
        for op in functions {
            let Some(name) = body.symbol_name(op) else { continue };
            let Some(table) = table(body, block) else { return Ok(()) };
            let Some(&selectors) = body.regions(table).first().and_then(|&r| body.blocks(r).first()) else {
                return Ok(());
            };
            let (at, loc) = (InsertPoint::at_start(body, selectors), body.loc(table));
            let mut b = Builder::new(body, at, loc);
            let (word, any) = (cx.string_attr(cx.str(name)), cx.i64_attr(0));
            ComdatSelectorOp::build(&mut b, word, any);
            let comdat =
                cx.attr(SymbolRefAttr { root: cx.intern(TABLE), nested: [name].into_iter().collect() });
            body.set_attr(op, "comdat", Some(comdat));
        }
        Ok(())
    }
}

/// The table of comdats, which is made in front of the other ops if there is none.
fn table(body: &mut Body, block: Block) -> Option<Op> {
    let name = body.cx().intern(TABLE);
    let known =
        body.block_ops(block).find(|&op| op.isa::<ComdatOp>(body) && body.symbol_name(op) == Some(name));
    if known.is_some() {
        return known;
    }
    let (at, loc) = (InsertPoint::at_start(body, block), body.loc(Op::SELF));
    let mut b = Builder::new(body, at, loc);
    let word = b.cx().string_attr(TABLE);
    let op = ComdatOp::build(&mut b, word).op();
    b.region_block(op, 0, &[], |_, _| ());
    Some(op)
}

/// Update default visibility of all global values and function definitions.
#[pass(name = "llvm-use-default-visibility", class = "LLVMUseDefaultVisibilityPass", each_body, idempotent)]
pub struct UseDefaultVisibility {
    /// Visibility to use in place of default.
    #[option(default = "default".to_owned())]
    pub visibility: String,
}

impl BodyPass for UseDefaultVisibility {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let number = match self.visibility.as_str() {
            "default" => return Ok(()),
            "hidden" => 1,
            "protected" => 2,
            other => {
                let message = format!("visibility must be hidden or protected, got '{other}'");
                return Err(Diagnostic::error(body.loc(Op::SELF), message).into());
            }
        };
        let new = body.cx().i64_attr(number);
        let ops: Vec<Op> = body.entry().map(|b| body.block_ops(b).collect()).unwrap_or_default();
        for op in ops {
            let is_default =
                body.attr(op, "visibility_").and_then(|a| body.cx().attr_i64(a)).is_none_or(|v| v == 0);
            let has_visibility = matches!(
                body.info(op).name,
                "llvm.func" | "llvm.mlir.global" | "llvm.mlir.alias" | "llvm.mlir.ifunc"
            );
            if is_default && has_visibility {
                body.set_attr(op, "visibility_", Some(new));
            }
        }
        Ok(())
    }
}
