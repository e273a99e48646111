//! `llvm-legalize-for-export`: gives each edge of the control flow graph its own values.
//!
//! A block of LLVM has one value per predecessor, so an op must not branch to one block with arguments twice:
//! ```mlir
//! llvm.cond_br %c, ^x(%a : i32), ^x(%b : i32)
//! ```
//! becomes
//! ```mlir
//!   llvm.cond_br %c, ^x(%a : i32), ^y(%b : i32)
//! ^y(%v: i32):
//!   llvm.br ^x(%v : i32)
//! ```

use rustc_hash::FxHashSet;
use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Legalize LLVM dialect to be convertible to LLVM IR.
#[pass(name = "llvm-legalize-for-export", class = "LLVMLegalizeForExportPass", each_body, idempotent)]
pub struct LegalizeForExport;

impl BodyPass for LegalizeForExport {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        for op in body.all_ops() {
            if body.successors(op).len() > 1 {
                separate_edges(body, op);
            }
        }
        Ok(())
    }
}

/// Puts a block into each edge to a block with arguments to which an earlier edge of `op` leads.
fn separate_edges(body: &mut Body, op: Op) {
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let successors = body.successors(op).to_vec();
    for (i, target) in successors.into_iter().enumerate() {
        if seen.insert(target) || body.block_args(target).is_empty() {
            continue;
        }
        let Some(region) = body.block_parent(target) else { continue };
        let types: Vec<Type> = body.block_args(target).iter().map(|&v| body.ty(v)).collect();
        let between = body.add_block(region, &types);
        let args = body.block_args(between).to_vec();
        let loc = body.loc(op);
        let mut b = Builder::new(body, InsertPoint::at_end(between), loc);
        llvm::BrOp::build(&mut b, &args, None, target);
        body.set_successor(op, i, between);
    }
}
