//! `convert-bufferization-to-memref` and `bufferization-lower-deallocations`: ops of `bufferization` on buffers as ops of `memref`.
//!
//! Before:
//! ```mlir
//! %0 = bufferization.clone %a : memref<?xf32> to memref<?xf32>
//! ```
//! After:
//! ```mlir
//! %dim = memref.dim %a, %c0 : memref<?xf32>
//! %0 = memref.alloc(%dim) : memref<?xf32>
//! memref.copy %a, %0 : memref<?xf32> to memref<?xf32>
//! ```
//! Clones of unranked buffers, and of buffers whose layout is known but not row-major, are errors.

use strata_bufferization::CloneOp;
use strata_ir::prelude::*;
use strata_memref::{AllocOp, CastOp, CopyOp, DimOp, layout};
use strata_pass::{BodyPass, PassCx, PassResult, pass};

use crate::{dealloc_helper, lower_dealloc};

/// Convert operations from the Bufferization dialect to the MemRef dialect.
#[pass(
    name = "convert-bufferization-to-memref",
    class = "ConvertBufferizationToMemRefPass",
    on = "builtin.module",
    produces = [arith, func, memref, scf]
)]
pub struct ConvertBufferizationToMemRef;

impl BodyPass for ConvertBufferizationToMemRef {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        lower_deallocations(module);
        Ok(lower_clones(module)?)
    }
}

/// Lowers `bufferization.dealloc` operations to `memref.dealloc` operations.
#[pass(
    name = "bufferization-lower-deallocations",
    class = "LowerDeallocationsPass",
    on = "builtin.module",
    produces = [arith, func, memref, scf]
)]
pub struct LowerDeallocations;

impl BodyPass for LowerDeallocations {
    fn run(&self, module: &mut Body, _: &mut PassCx<'_>) -> PassResult {
        lower_deallocations(module);
        Ok(())
    }
}

fn lower_deallocations(module: &mut Body) {
    let needed = lower_dealloc::needs_helper(module);
    let helper = if needed { dealloc_helper::add(module) } else { None };
    lower_in(module, &helper.unwrap_or_default());
}

fn lower_in(body: &mut Body, helper: &str) {
    lower_dealloc::lower(body, helper);
    for (_, child) in body.children_mut() {
        if child.op_name(Op::SELF) == "builtin.module" {
            lower_deallocations(child);
        } else {
            lower_in(child, helper);
        }
    }
}

fn lower_clones(body: &mut Body) -> Result<(), Diagnostic> {
    for op in body.all_ops() {
        if let Some(clone) = op.as_op::<CloneOp>(body) {
            lower_clone(body, clone)?;
        }
    }
    for (_, child) in body.children_mut() {
        lower_clones(child)?;
    }
    Ok(())
}

fn lower_clone(body: &mut Body, clone: CloneOp) -> Result<(), Diagnostic> {
    let (input, output) = (clone.input(body), clone.output(body));
    let cx = body.cx_arc().clone();
    let ty = body.ty(output);
    let Some(t) = cx.type_as::<MemRefType>(ty) else {
        let message = "of an unranked memref is not supported";
        return Err(Diagnostic::op_error(body, clone.op(), message));
    };
    let is_open = layout::strides(&cx, ty)
        .is_some_and(|l| l.offset == DYNAMIC && l.strides.iter().all(|&s| s == DYNAMIC));
    if !is_open && !layout::is_identity(&cx, ty) {
        let message = "failed to legalize operation 'bufferization.clone' that was explicitly marked illegal";
        return Err(Diagnostic::error(body.loc(clone.op()), message));
    }
    let plain = if is_open { cx.ty(MemRefType { layout: None, ..t.clone() }) } else { ty };
    let mut b = Builder::before(body, clone.op());
    let mut sizes = Vec::new();
    for i in (0..t.shape.len()).filter(|&i| t.shape[i] == DYNAMIC) {
        let size = DimOp::create_or_fold(&mut b, input, i).and_then(|size| size.materialize(&mut b));
        sizes.extend(size);
    }
    let buffer = AllocOp::create(&mut b, plain, &sizes);
    let buffer = if plain == ty { buffer } else { CastOp::build(&mut b, buffer, ty) };
    CopyOp::build(&mut b, input, buffer);
    body.replace_all_uses(output, buffer);
    body.erase(clone);
    Ok(())
}
