//! `ownership-based-buffer-deallocation`: every buffer is freed by the block that owns it at its end.
//!
//! Before:
//! ```mlir
//! func.func @f(%c: i1, %x: memref<2xf32>) {
//!   %0 = memref.alloc() : memref<2xf32>
//!   %1 = scf.if %c -> (memref<2xf32>) {
//!     scf.yield %0 : memref<2xf32>
//!   } else {
//!     %2 = memref.alloc() : memref<2xf32>
//!     scf.yield %2 : memref<2xf32>
//!   }
//!   use(%1)
//!   return
//! }
//! ```
//! After: `scf.if` has one more result, which tells whether the block around it has to free `%1`, and the block ends with
//! ```mlir
//! bufferization.dealloc (%base_x, %base_0, %base_1 : …) if (%false, %true, %1#1)
//! ```
//! The op frees each buffer whose condition holds, once, and tells the new owner for buffers that are passed on.
//! - A value `i1` follows each buffer through arguments of blocks, results of ops with regions and, with `private-function-dynamic-ownership`,
//!   results of private functions that are only called.
//! - Arguments of functions belong to the caller, and so do results otherwise: what a function does not own is cloned when it returns it.
//! - Loops are ops with regions; loops of blocks are an error, as are ops that free buffers, unless they have the attribute
//!   `bufferization.manual_deallocation`.

mod checks;
mod driver;
mod functions;
mod liveness;
mod rules;
mod state;

use rustc_hash::FxHashSet;
use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::one_shot::layouts;

/// The attribute of ops that allocate or free buffers that this pass leaves alone.
const MANUAL: &str = "bufferization.manual_deallocation";

/// Adds all required dealloc operations for all allocations in the input program
#[pass(
    name = "ownership-based-buffer-deallocation",
    class = "OwnershipBasedBufferDeallocationPass",
    produces = [arith, bufferization, cf, memref, scf]
)]
pub struct OwnershipBasedBufferDeallocation {
    /// Allows to add additional arguments to private functions to dynamically pass ownership of memrefs to callees. This can enable earlier deallocations.
    pub private_function_dynamic_ownership: bool,
}

impl BodyPass for OwnershipBasedBufferDeallocation {
    fn run(&self, body: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        if body.self_as::<FuncOp>().is_some() {
            if self.private_function_dynamic_ownership && body.symbol_visibility(Op::SELF) == "private" {
                let message =
                    "callers of a private function are changed with it, so the pass must run on the module";
                return Err(Diagnostic::error(body.loc(Op::SELF), message).into());
            }
            return Ok(driver::run(body, &FxHashSet::default())?);
        }
        Ok(self.run_in(body)?)
    }
}

impl OwnershipBasedBufferDeallocation {
    /// Runs on the functions in a body.
    fn run_in(&self, body: &mut Body) -> Result<(), Diagnostic> {
        let dynamic = match self.private_function_dynamic_ownership {
            true => functions::only_called(body),
            false => FxHashSet::default(),
        };
        for (_, child) in body.children_mut() {
            if child.self_as::<FuncOp>().is_some() {
                driver::run(child, &dynamic)?;
            } else {
                self.run_in(child)?;
            }
        }
        Ok(())
    }
}

/// Whether a value is a buffer, ranked or not.
fn is_memref(body: &Body, v: Value) -> bool {
    layouts::is_memref(body.cx(), body.ty(v))
}

/// Whether a value is the constant true.
fn is_true(body: &Body, v: Value) -> bool {
    constant_value(body, v).is_some_and(|a| body.cx().attr_i64(a).is_some_and(|n| n != 0))
}
