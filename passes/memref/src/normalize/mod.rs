//! `normalize-memrefs`: the layouts of buffers become parts of their shapes.
//!
//! Before:
//! ```mlir
//! %m = memref.alloc() : memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
//! affine.store %x, %m[%i] : memref<16xf32, affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>>
//! ```
//! After:
//! ```mlir
//! %m = memref.alloc() : memref<4x4xf32>
//! affine.store %x, %m[%i floordiv 4, %i mod 4] : memref<4x4xf32>
//! ```
//! Arguments and results of functions have the new types as well. A function that uses such a buffer in another way, for example in a view or
//! for its sizes, stays as it is, and so do the functions that it calls and those that call it.

mod functions;
mod layout;
mod uses;

use rustc_hash::FxHashSet;
use strata_func::FuncOp;
use strata_ir::prelude::*;
use strata_pass::{BodyPass, PassCx, PassResult, pass};

/// Normalize memrefs.
#[pass(name = "normalize-memrefs", class = "NormalizeMemRefsPass", on = "builtin.module", produces = [affine])]
pub struct NormalizeMemRefs;

impl BodyPass for NormalizeMemRefs {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        let fixed = functions::that_stay(module);
        let shells: Vec<Op> =
            module.children().map(|(op, _)| op).filter(|op| op.isa::<FuncOp>(module)).collect();
        for op in shells {
            let name = module.symbol_name(op);
            if name.is_none_or(|name| fixed.contains(&name)) {
                continue;
            }
            if let Some(body) = module.child_mut(op) {
                uses::normalize(body);
                functions::update_type(body);
            }
        }
        Ok(())
    }
}

/// The names of functions.
type Names = FxHashSet<Str>;
