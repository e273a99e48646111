//! `expand-realloc`: a reallocated buffer is a new one only where the old one is too small.
//!
//! # Before
//! ```mlir
//! %1 = memref.realloc %0(%n) : memref<?xf32> to memref<?xf32>
//! ```
//! # After
//! ```mlir
//! %d = memref.dim %0, %c0 : memref<?xf32>
//! %grows = arith.cmpi ult, %d, %n : index
//! %1 = scf.if %grows -> (memref<?xf32>) {
//!   %new = memref.alloc(%n) : memref<?xf32>
//!   %begin = memref.subview %new[0] [%d] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
//!   memref.copy %0, %begin : memref<?xf32> to memref<?xf32, strided<[1]>>
//!   memref.dealloc %0 : memref<?xf32>
//!   scf.yield %new : memref<?xf32>
//! } else {
//!   %same = memref.reinterpret_cast %0 to offset: [0], sizes: [%n], strides: [1] : memref<?xf32> to memref<?xf32>
//!   scf.yield %same : memref<?xf32>
//! }
//! ```
//! Without `emit-deallocs` the old buffer is left to a pass that frees buffers.

use strata_arith::{CmpIOp, CmpIPredicate};
use strata_ir::prelude::*;
use strata_memref::{AllocOp, CopyOp, DeallocOp, DimOp, ReallocOp, ReinterpretCastOp, SubViewOp};
use strata_tensor::MixedIndex;

use super::value;

/// Expands `memref.realloc` in a body. Returns how many there were.
pub fn expand(body: &mut Body, emit_deallocs: bool) -> usize {
    let mut changed = 0;
    for op in body.all_ops() {
        let Some(realloc) = op.as_op::<ReallocOp>(body) else { continue };
        if one(&mut Builder::before(body, op), realloc, emit_deallocs).is_some() {
            body.erase(op);
            changed += 1;
        }
    }
    changed
}

fn one(b: &mut Builder<'_>, op: ReallocOp, emit_deallocs: bool) -> Option<()> {
    let (source, result) = (op.source(b), op.result(b));
    let ty = b.ty(result);
    let alignment = b.attr(op.op(), "alignment");
    let old = DimOp::create_or_fold(b, source, 0)?;
    let known = *b.cx().type_as::<MemRefType>(ty)?.shape.first()?;
    let given = op.dynamic_result_size(b);
    let new = given.map_or(MixedIndex::Static(known), MixedIndex::Value);
    let (zero, one) = (MixedIndex::Static(0), MixedIndex::Static(1));
    let (x, y) = (value(b, old), value(b, new));
    let predicate = CmpIPredicate::Ult.attr(b.cx());
    let grows = CmpIOp::build(b, predicate, x, y);
    let choice = strata_scf::IfOp::build(b, grows, &[ty]).op();
    b.region_block(choice, 0, &[], |b, _| {
        let buffer = AllocOp::build(b, given.as_slice(), &[], alignment, ty);
        if let Some(begin) = SubViewOp::create(b, buffer, &[zero], &[old], &[one]) {
            CopyOp::build(b, source, begin);
        }
        if emit_deallocs {
            DeallocOp::build(b, source);
        }
        strata_scf::YieldOp::build(b, &[buffer]);
    });
    b.region_block(choice, 1, &[], |b, _| {
        let same = ReinterpretCastOp::create(b, source, zero, &[new], &[one], ty);
        strata_scf::YieldOp::build(b, &[same]);
    });
    let value = b.result(choice, 0);
    b.replace_all_uses(result, value);
    Some(())
}
