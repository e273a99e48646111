//! `convert-alloca-scope-to-llvm`: converts scopes of stack buffers to saving and restoring the stack pointer.
//!
//! Before:
//! ```mlir
//! %0 = memref.alloca_scope -> (f32) {
//!   %m = memref.alloca() : memref<8xf32>
//!   …
//!   memref.alloca_scope.return %v : f32
//! }
//! ```
//! After:
//! ```mlir
//! %stack = llvm.intr.stacksave : !llvm.ptr
//! %m = memref.alloca() : memref<8xf32>
//! …
//! llvm.intr.stackrestore %stack : !llvm.ptr
//! ```
//! The pass runs before `convert-scf-to-cf`: a scope has one block. The conversions to the `llvm` dialect include it.

use strata_ir::prelude::*;
use strata_llvm as llvm;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Turn scopes of buffers on the stack into states of the stack.
#[pass(name = "convert-alloca-scope-to-llvm", class = "ConvertAllocaScopeToLlvm", produces = [llvm], each_body)]
pub struct ConvertAllocaScope;

impl BodyPass for ConvertAllocaScope {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        inline_scopes(body);
        Ok(())
    }
}

/// Inlines the scopes of a body.
pub(crate) fn inline_scopes(body: &mut Body) {
    for op in body.all_ops() {
        if body.is_live(op) && body.info(op).name == "memref.alloca_scope" {
            inline(body, op);
        }
    }
}

/// Inlines a scope of one block.
fn inline(body: &mut Body, op: Op) -> Option<()> {
    let &[region] = body.regions(op) else { return None };
    let &[block] = body.blocks(region) else { return None };
    let end = body.terminator(block)?;
    let values: Vec<Value> = body.operands(end).collect();
    let ptr = llvm::ptr(body.cx());
    let stack = llvm::StackSaveOp::build(&mut Builder::before(body, op), ptr);
    body.erase(end);
    let at = InsertPoint::before(body, op);
    body.inline_block(block, at, &[]);
    llvm::StackRestoreOp::build(&mut Builder::before(body, op), stack);
    for (old, new) in body.results(op).to_vec().into_iter().zip(values) {
        body.replace_all_uses(old, new);
    }
    body.erase(op);
    Some(())
}
